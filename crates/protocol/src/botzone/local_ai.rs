//! A bot on one's own machine that plays on the site: the texts that go over HTTP.
//!
//! ```text
//! site -> bot, body of a GET of `.../localai`      bot -> site, headers of the next GET
//!   m n                                               X-Match-<id>: <response>      one per match
//!   <match id>            m times
//!   <request>
//!   <match id> <slot> <players> <score>...   n times; no players: the match was aborted
//! ```
//!
//! Only the request of this turn is sent: who plays must remember the game.

use luozi_core::{ParseError, excerpt};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Most matches of one body; the site runs far fewer for one bot.
const MAX_MATCHES: usize = 1000;
/// Longest match id; the site's have 24 characters.
const MAX_ID: usize = 64;

/// The name of a match: letters, digits, `-` and `_` only, so that it can be part of a header's name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MatchId(String);

/// A text that names no match.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no match id; expected 1 to {MAX_ID} letters, digits, `-` or `_`")]
pub struct BadMatchId(String);

impl MatchId {
    /// The header that carries the response of this match.
    pub fn header(&self) -> String {
        format!("X-Match-{self}")
    }
}

impl FromStr for MatchId {
    type Err = BadMatchId;

    fn from_str(text: &str) -> Result<MatchId, BadMatchId> {
        let plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
        let fits = plain && (1..=MAX_ID).contains(&text.len());
        if fits { Ok(MatchId(text.to_string())) } else { Err(BadMatchId(excerpt(text))) }
    }
}

impl TryFrom<String> for MatchId {
    type Error = BadMatchId;

    fn try_from(text: String) -> Result<MatchId, BadMatchId> {
        text.parse()
    }
}

impl From<MatchId> for String {
    fn from(id: MatchId) -> String {
        id.0
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How a match ended.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchResult {
    /// The match that is over, by the id that its requests had.
    pub id: MatchId,
    /// This bot's place among the players.
    pub slot: usize,
    /// A score for each player; none if the match was aborted.
    pub scores: Vec<f64>,
}

/// What one GET brings: requests of running matches and results of finished ones.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Poll {
    /// Matches that wait for a response, each with the request as it was written.
    pub requests: Vec<(MatchId, String)>,
    /// Matches that are over.
    pub results: Vec<MatchResult>,
}

impl Poll {
    /// Reads a body.
    pub fn parse(body: &str) -> Result<Poll, ParseError> {
        let mut lines = Lines { body, rest: body.lines() };
        let counts = lines.next("`m n`, the numbers of requests and results")?;
        let numbers: Vec<usize> = counts.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect();
        let &[requests, results] = numbers.as_slice() else {
            return Err(lines.unexpected(counts, "`m n`, the numbers of requests and results"));
        };
        if requests.max(results) > MAX_MATCHES {
            return Err(lines.unexpected(counts, &format!("at most {MAX_MATCHES} matches")));
        }
        let mut poll = Poll::default();
        for _ in 0..requests {
            let id = lines.next("a match id")?;
            let id = id.trim().parse().map_err(|_| lines.unexpected(id, "a match id"))?;
            poll.requests.push((id, lines.next("the request of a match")?.trim().to_string()));
        }
        for _ in 0..results {
            let expected = "`matchid slot players score...`";
            let line = lines.next(expected)?;
            poll.results.push(read_result(line).ok_or_else(|| lines.unexpected(line, expected))?);
        }
        Ok(poll)
    }
}

/// The body as the site writes it.
impl fmt::Display for Poll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {}", self.requests.len(), self.results.len())?;
        for (id, request) in &self.requests {
            writeln!(f, "{id}\n{request}")?;
        }
        for MatchResult { id, slot, scores } in &self.results {
            write!(f, "{id} {slot} {}", scores.len())?;
            scores.iter().try_for_each(|score| write!(f, " {score}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

/// The lines of a body, each needed.
struct Lines<'a> {
    body: &'a str,
    rest: std::str::Lines<'a>,
}

impl<'a> Lines<'a> {
    fn next(&mut self, expected: &str) -> Result<&'a str, ParseError> {
        self.rest.next().ok_or_else(|| ParseError::unexpected(self.body, self.body.len(), "", expected))
    }

    fn unexpected(&self, line: &str, expected: &str) -> ParseError {
        let offset = line.as_ptr() as usize - self.body.as_ptr() as usize;
        ParseError::unexpected(self.body, offset, line, expected)
    }
}

fn read_result(line: &str) -> Option<MatchResult> {
    let mut words = line.split_ascii_whitespace();
    let (id, slot) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let players: usize = words.next()?.parse().ok()?;
    let scores: Vec<f64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
    (scores.len() == players).then_some(MatchResult { id, slot, scores })
}

/// The id in the body of a started match: plain, or JSON with `matchid`.
pub fn read_match_id(body: &str) -> Result<MatchId, BadMatchId> {
    let text = body.trim();
    let json = serde_json::from_str::<serde_json::Value>(text).ok();
    let named = json.as_ref().and_then(|json| json.get("matchid").unwrap_or(json).as_str());
    named.unwrap_or(text).parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> MatchId {
        text.parse().unwrap()
    }

    #[test]
    fn bodies_go_there_and_back() {
        let poll = Poll {
            requests: vec![(id("5f00a1"), r#"{"x":-1,"y":-1}"#.into()), (id("b-2"), "3 5".into())],
            results: vec![
                MatchResult { id: id("c_3"), slot: 1, scores: vec![0.0, 2.0] },
                MatchResult { id: id("d"), slot: 0, scores: vec![] },
            ],
        };
        let body = "2 2\n5f00a1\n{\"x\":-1,\"y\":-1}\nb-2\n3 5\nc_3 1 2 0 2\nd 0 0\n";
        assert_eq!(poll.to_string(), body);
        assert_eq!(Poll::parse(body).unwrap(), poll);
        assert_eq!(Poll::parse("0 0").unwrap(), Poll::default());
        assert_eq!(poll.requests[0].0.header(), "X-Match-5f00a1");
    }

    #[test]
    fn broken_bodies_name_the_place() {
        let error = |body| Poll::parse(body).unwrap_err().to_string();
        assert!(error("").contains("expected `m n`"));
        assert!(error("<html>").starts_with("line 1, character 1: found `<html>`"));
        assert!(error("1 0\nabc\n").contains("expected the request of a match"));
        assert!(error("1 0\na b: c\n{}").starts_with("line 2, character 1: found `a b: c`, expected a match id"));
        assert!(error("0 1\nabc 0 2 1").contains("expected `matchid slot players score...`"));
        assert!(error("999999999 0").contains("at most 1000 matches"));
    }

    #[test]
    fn a_started_match_is_named_plainly_or_in_json() {
        for body in ["abc\n", r#""abc""#, r#"{"matchid":"abc","x":1}"#] {
            assert_eq!(read_match_id(body), Ok(id("abc")), "{body}");
        }
        for body in ["", "<html>", "{}", r#"{"matchid":3}"#] {
            assert!(read_match_id(body).is_err(), "{body}");
        }
    }
}
