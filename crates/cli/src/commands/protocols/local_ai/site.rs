//! The site over HTTP. Its address is a password: it is kept here, and no error or log repeats it.

use luozi::core::ParseError;
use luozi::games::GameKind;
use luozi::protocol::botzone::local_ai::{BadMatchId, MatchId, Poll, read_match_id};
use luozi::stdio::botzone::local_ai;
use std::fmt;
use std::time::Duration;

/// Time to reach the site.
const CONNECT_TIME: Duration = Duration::from_secs(30);
/// Time for the answer to a question that the site does not hold back.
const PROMPT_TIME: Duration = Duration::from_secs(60);
/// The site holds a poll back until there is something to tell, and its gateway ends it within minutes: after this
/// much silence the connection is dead without a word.
const LONGEST_POLL: Duration = Duration::from_secs(900);
/// Most bytes of a body.
const MAX_BODY_BYTES: u64 = 1 << 20;
/// The last part of the address.
const POLL_PATH: &str = "localai";

/// Where the secret address may come from other than a file.
pub const ADDRESS_VARIABLE: &str = "LUOZI_LOCAL_AI_URL";

/// An address that cannot be used. It is not repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadAddress {
    /// It is not the address of a local AI.
    #[error(
        "the secret address is not of the form https://SITE/api/USER/SECRET/localai; copy it from your account's page"
    )]
    Form,
    /// It wants a secure connection, which this program was built without.
    #[error(
        "the secret address begins with https, and this luozi was built without secure connections, which no other \
         command needs; build it with them: cargo build --release --features https"
    )]
    NoSecureConnections,
}

/// A question that the site did not answer.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// Nothing came through; it may next time.
    #[error("no connection: {0}")]
    Connection(String),
    /// An answer that says no, or not now.
    #[error("the site answered {0}")]
    Status(u16),
    /// The secret is wrong: asking again does not help.
    #[error("the site does not know this address (401); copy it again from your account's page")]
    Unauthorised,
    /// Matches may be started only now and then.
    #[error("the site starts no further match now (403); it allows one every 300 s, try again later")]
    TooManyMatches,
    /// The body is no list of matches.
    #[error("the site's answer cannot be read: {0}")]
    Body(#[from] ParseError),
    /// The body of a started match names none.
    #[error("the site's answer names no match: {0}")]
    NoMatch(#[from] BadMatchId),
}

/// The site, as one user's bot sees it.
pub struct Site {
    agent: ureq::Agent,
    /// Everything before [`POLL_PATH`].
    base: String,
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Site(..)")
    }
}

impl Site {
    /// The site at a secret address.
    pub fn new(address: &str) -> Result<Site, BadAddress> {
        let address = address.trim();
        let base = address.strip_suffix(POLL_PATH).filter(|base| base.ends_with('/')).ok_or(BadAddress::Form)?;
        let rest = base.strip_prefix("https://").or_else(|| base.strip_prefix("http://")).ok_or(BadAddress::Form)?;
        let plain = rest.bytes().all(|byte| byte.is_ascii_graphic());
        if !plain || rest.starts_with('/') {
            return Err(BadAddress::Form);
        }
        if base.starts_with("https://") && !cfg!(feature = "https") {
            return Err(BadAddress::NoSecureConnections);
        }
        // A redirect would carry the secret elsewhere.
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_connect(Some(CONNECT_TIME))
            .user_agent(concat!("luozi/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Site { agent: config.into(), base: base.to_string() })
    }

    /// Starts a match against the bot with that id on the site, and gives the match's id.
    pub fn run_match(&self, game: GameKind, opponent: &str, moves_first: bool) -> Result<MatchId, SiteError> {
        let players = if moves_first { ["me", opponent] } else { [opponent, "me"] };
        let headers = [("X-Game", game.title()), ("X-Player-0", players[0]), ("X-Player-1", players[1])];
        match self.get("runmatch", &headers, PROMPT_TIME) {
            Err(SiteError::Status(403)) => Err(SiteError::TooManyMatches),
            answer => Ok(read_match_id(&answer?)?),
        }
    }

    fn get(&self, path: &str, headers: &[(&str, &str)], time: Duration) -> Result<String, SiteError> {
        let request = self.agent.get(format!("{}{path}", self.base));
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let mut response = request.config().timeout_global(Some(time)).build().call().map_err(told)?;
        match response.status().as_u16() {
            200 => response.body_mut().with_config().limit(MAX_BODY_BYTES).read_to_string().map_err(told),
            401 => Err(SiteError::Unauthorised),
            status => Err(SiteError::Status(status)),
        }
    }
}

impl local_ai::Site for Site {
    type Error = SiteError;

    fn poll<'a>(&self, responses: impl Iterator<Item = (&'a MatchId, &'a str)>) -> Result<Poll, SiteError> {
        let headers: Vec<(String, &str)> = responses.map(|(id, response)| (id.header(), response)).collect();
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        Ok(Poll::parse(&self.get(POLL_PATH, &headers, LONGEST_POLL)?)?)
    }
}

/// What went wrong, in words of ours: those of the client may hold the address.
fn told(error: ureq::Error) -> SiteError {
    SiteError::Connection(match error {
        ureq::Error::Io(error) => error.kind().to_string(),
        ureq::Error::Timeout(_) => "no answer in time".to_string(),
        ureq::Error::HostNotFound => "there is no such host".to_string(),
        ureq::Error::ConnectionFailed => "the host does not answer".to_string(),
        ureq::Error::Tls(_) => "no secure connection".to_string(),
        #[cfg(feature = "https")]
        ureq::Error::Rustls(_) => "no secure connection".to_string(),
        ureq::Error::BodyExceedsLimit(limit) => format!("the answer has more than {limit} bytes"),
        _ => "the exchange broke off".to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use local_ai::Site as _;

    #[test]
    fn addresses_are_checked_and_never_repeated() {
        let secure = Site::new(" https://example.org/api/7/s3cret/localai\n");
        assert_eq!(secure.err(), (!cfg!(feature = "https")).then_some(BadAddress::NoSecureConnections));
        assert!(Site::new(" http://example.org/api/7/s3cret/localai\n").is_ok());
        for bad in [
            "",
            "https://example.org/api/7/s3cret",
            "https:///s3cret/localai",
            "ftp://example.org/s3cret/localai",
            "https://example.org/s3 cret/localai",
            "https://example.org/s3cretlocalai",
        ] {
            let error = Site::new(bad).unwrap_err();
            assert_eq!(error, BadAddress::Form);
            assert!(!error.to_string().contains("s3"), "{error}");
        }
        let site = Site::new("http://localhost:1/s3cret/localai").unwrap();
        let error = site.poll(std::iter::empty()).unwrap_err();
        assert!(matches!(error, SiteError::Connection(_)) && !format!("{site:?} {error} {error:?}").contains("s3cret"));
    }
}
