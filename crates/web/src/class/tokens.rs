//! Secrets: what is drawn by lot, what is kept of it, and how a cookie is known to be ours.
//!
//! A link or a session is 128 random bits. The file of the class holds only their SHA-256, so that whoever reads a copy of it
//! cannot come in. A cookie carries a signature by the class's own key as well: one that nobody here has made is refused
//! before anything is looked up.

use crate::store::new_id;
use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// Shortest and longest password, in characters.
pub const PASSWORD: std::ops::RangeInclusive<usize> = 8..=200;

/// The key of a class, which signs its cookies and its jobs.
#[derive(Clone)]
pub struct Key([u8; 32]);

impl Key {
    /// A new key.
    pub fn draw() -> Key {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).expect("the system has random numbers");
        Key(bytes)
    }

    /// The key that [`Key::text`] wrote.
    pub fn read(text: &str) -> Option<Key> {
        let digit = |at: usize| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
        let bytes: Vec<u8> = (0..64).step_by(2).map(digit).collect::<Option<_>>()?;
        Some(Key(bytes.try_into().ok().filter(|_| text.len() == 64)?))
    }

    /// As text, for the file of the class alone.
    pub fn text(&self) -> String {
        hexadecimal(&self.0)
    }

    fn mac(&self, purpose: &str, text: &str) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("a key may have any length");
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(text.as_bytes());
        mac
    }

    /// A signature of a text; one for a purpose says nothing about another purpose.
    pub fn sign(&self, purpose: &str, text: &str) -> String {
        hexadecimal(&self.mac(purpose, text).finalize().into_bytes())
    }

    /// Whether a signature is ours. Takes as long for a nearly right one as for any other.
    pub fn is_signed(&self, purpose: &str, text: &str, signature: &str) -> bool {
        let digit = |at: usize| u8::from_str_radix(signature.get(at..at + 2)?, 16).ok();
        let bytes: Option<Vec<u8>> = (0..signature.len()).step_by(2).map(digit).collect();
        bytes.is_some_and(|bytes| self.mac(purpose, text).verify_slice(&bytes).is_ok())
    }

    /// What a cookie holds for a session.
    pub fn cookie(&self, token: &str) -> String {
        format!("{token}.{}", self.sign("session", token))
    }

    /// The session of a cookie, if it was signed here.
    pub fn session<'c>(&self, cookie: &'c str) -> Option<&'c str> {
        let (token, signature) = cookie.split_once('.')?;
        self.is_signed("session", token, signature).then_some(token)
    }
}

/// A secret of 128 random bits.
pub fn new_token() -> String {
    format!("{}{}", new_id(), new_id())
}

/// What is kept of a secret.
pub fn digest(token: &str) -> String {
    hexadecimal(&Sha256::digest(token.as_bytes()))
}

/// Bytes as hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What is kept of a password: salted, and slow to try (Argon2id).
pub fn hash_password(password: &str) -> String {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt).expect("the system has random numbers");
    let salt = SaltString::encode_b64(&salt).expect("16 bytes are a salt");
    Argon2::default()
        .hash_password(password.as_bytes(), &salt)
        .expect("the parameters are the library's own")
        .to_string()
}

/// Whether a password is the one that was kept. Without one it takes as long, so that nobody learns who has none.
pub fn is_password(password: &str, kept: Option<&str>) -> bool {
    let Some(kept) = kept.and_then(|kept| PasswordHash::new(kept).ok()) else {
        let _ = hash_password(password);
        return false;
    };
    Argon2::default().verify_password(password.as_bytes(), &kept).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_cookies_are_sessions() {
        let (key, other) = (Key::draw(), Key::draw());
        let token = new_token();
        let cookie = key.cookie(&token);
        assert_eq!(key.session(&cookie), Some(&*token));
        assert_eq!(other.session(&cookie), None, "another class");
        assert_eq!(Key::read(&key.text()).unwrap().session(&cookie), Some(&*token), "the key is kept");
        let forged = format!("{}.{}", new_token(), cookie.split_once('.').unwrap().1);
        for wrong in
            [forged.as_str(), &token, "", ".", "a.b", "é.é", &format!("{cookie}0"), &cookie[..cookie.len() - 2]]
        {
            assert_eq!(key.session(wrong), None, "{wrong}");
        }
        assert!(!key.is_signed("job", &token, cookie.split_once('.').unwrap().1), "another purpose");
        assert!(Key::read("12").is_none() && Key::read(&"zz".repeat(32)).is_none());
    }

    #[test]
    fn passwords_are_salted_and_checked() {
        let kept = hash_password("correct horse");
        assert!(kept.starts_with("$argon2id$") && kept != hash_password("correct horse"));
        assert!(is_password("correct horse", Some(&kept)));
        assert!(
            !is_password("correct hors", Some(&kept)) && !is_password("", None) && !is_password("x", Some("nonsense"))
        );
    }
}
