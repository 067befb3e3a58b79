//! Units and results carry a seal, so that only who knows the farm's token can give work or tell results.
//!
//! The data base never holds the token, only a number that tells tokens apart: who may write to the data base, or reads a
//! copy of it, can still forge nothing that counts.

use crate::FarmError;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::fmt;

/// The fewest characters of a token.
const SHORTEST: usize = 16;

/// The secret that server and workers of a farm share.
#[derive(Clone)]
pub struct Token(String);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

impl Token {
    /// A token from text of at least sixteen characters; white space around it does not count.
    pub fn new(text: &str) -> Result<Token, FarmError> {
        let text = text.trim();
        match text.chars().count() {
            short @ ..SHORTEST => Err(FarmError::ShortToken(short, SHORTEST)),
            _ => Ok(Token(text.to_string())),
        }
    }

    fn mac(&self, text: &str) -> Hmac<Sha256> {
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(self.0.as_bytes()).expect("keys may have any length");
        mac.update(text.as_bytes());
        mac
    }

    /// What tells it from other tokens without giving it away.
    pub(crate) fn fingerprint(&self) -> String {
        hex(&self.mac("luozi farm").finalize().into_bytes())
    }
}

/// The seal on a text; empty without a token.
pub(crate) fn seal(token: Option<&Token>, text: &str) -> String {
    token.map_or(String::new(), |token| hex(&token.mac(text).finalize().into_bytes()))
}

/// Whether the seal is right, compared in constant time; without a token nothing is asked.
pub(crate) fn holds(token: Option<&Token>, text: &str, seal: &str) -> bool {
    token.is_none_or(|token| {
        let bytes: Option<Vec<u8>> =
            (0..seal.len()).step_by(2).map(|at| u8::from_str_radix(seal.get(at..at + 2)?, 16).ok()).collect();
        bytes.is_some_and(|bytes| token.mac(text).verify_slice(&bytes).is_ok())
    })
}

/// The name of a content.
pub(crate) fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_holds_for_its_text_and_token_alone() {
        let [ours, theirs] = ["0123456789abcdef", "0123456789abcdeF"].map(|text| Token::new(text).unwrap());
        let sealed = seal(Some(&ours), "a text");
        assert!(holds(Some(&ours), "a text", &sealed));
        assert!(!holds(Some(&ours), "another text", &sealed));
        assert!(!holds(Some(&theirs), "a text", &sealed));
        for forged in ["", "00", "zz", "é", &sealed[1..]] {
            assert!(!holds(Some(&ours), "a text", forged), "{forged}");
        }
        assert!(holds(None, "a text", ""), "without a token nothing is asked");
        assert!(Token::new("short").is_err());
        assert_eq!(format!("{ours:?}"), "Token(..)");
    }

    #[test]
    fn contents_have_their_usual_names() {
        assert_eq!(digest(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
