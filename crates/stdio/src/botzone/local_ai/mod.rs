//! Playing on the site from one's own machine, several matches at once, whatever carries the questions there.
//!
//! ```text
//!   poll (delivers responses) ──▶ results: matches end      failed: wait, poll again with the same responses
//!        ▲                   └──▶ requests: kept in the file
//!        └── think, keep the response ◀──┘
//! ```
//!
//! Ends and crashes are alike: the file always holds every move, and the next start goes on from it.

mod matches;

pub use matches::{Matches, RequestError, StateError};

use super::Bot;
use luozi_protocol::botzone::local_ai::{MatchId, MatchResult, Poll};
use std::io::Write;

/// The way to the site.
pub trait Site {
    /// A question that the site did not answer.
    type Error;

    /// Delivers responses and waits for what the site has to tell.
    fn poll<'a>(&self, responses: impl Iterator<Item = (&'a MatchId, &'a str)>) -> Result<Poll, Self::Error>;
}

/// The site, the matches on it, and the bot that plays them all. What it thinks and what goes wrong is told to `log`.
pub struct Client<S, L> {
    /// Where the matches are played.
    pub site: S,
    /// Those in progress.
    pub matches: Matches,
    /// Who plays them.
    pub bot: Bot,
    /// Who is told.
    pub log: L,
}

impl<S: Site, L: Write> Client<S, L> {
    /// Answers what is open, polls, and takes in what the site tells; gives the matches that ended.
    pub fn step(&mut self) -> Result<Vec<MatchResult>, S::Error> {
        self.think();

        // Step 1. Deliver and ask. Only an answer proves that the responses arrived.
        let poll = self.site.poll(self.matches.responses())?;
        self.matches.delivered();

        // Step 2. Matches that are over.
        for result in &poll.results {
            if !self.matches.finish(&result.id) {
                self.tell(format_args!("match {} ended, of which no game is known", result.id));
            }
        }

        // Step 3. Requests are kept before anything else happens.
        for (id, request) in &poll.requests {
            if let Err(problem) = self.matches.note(id, request) {
                self.tell(format_args!("match {id}: {problem}"));
            }
        }
        self.save();
        Ok(poll.results)
    }

    /// Answers every open request. The file is written after each, since thinking takes time in which much may happen.
    pub fn think(&mut self) {
        while let Some(id) = self.matches.next_open() {
            match self.matches.answer(&id, &mut self.bot) {
                Ok(answer) => {
                    let debug = answer.debug.as_ref().and_then(|debug| debug.as_str()).unwrap_or_default();
                    self.tell(format_args!("match {id}: {} ({debug})", answer.response));
                }
                Err(problem) => self.tell(format_args!("match {id}: {problem}")),
            }
            self.save();
        }
    }

    /// Keeps the matches. If that fails the games go on: only a crash would lose them now.
    fn save(&mut self) {
        if let Err(problem) = self.matches.save() {
            self.tell(problem);
        }
    }

    /// Whether there is nothing to think about or to deliver.
    pub fn is_idle(&self) -> bool {
        self.matches.next_open().is_none() && self.matches.responses().next().is_none()
    }

    /// Tells something, if anybody listens.
    pub fn tell(&mut self, message: impl std::fmt::Display) {
        let _ = writeln!(self.log, "luozi: {message}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_engine::Choice;
    use luozi_games::GameKind;
    use luozi_search::Budget;

    /// A site with nothing to tell.
    struct Silent;

    impl Site for Silent {
        type Error = String;

        fn poll<'a>(&self, responses: impl Iterator<Item = (&'a MatchId, &'a str)>) -> Result<Poll, String> {
            match responses.count() {
                0 => Ok(Poll::default()),
                _ => Err("not now".to_string()),
            }
        }
    }

    #[test]
    fn the_simplified_form_and_unknown_matches() {
        let folder = tempfile::tempdir().unwrap();
        let budget = Budget::visits(2);
        let bot = Bot::new(GameKind::NOGO, &Choice { memory_mb: Some(4), budget, ..Choice::default() }).unwrap();
        let matches = Matches::load(GameKind::NOGO, &folder.path().join("state.json")).unwrap();
        let mut client = Client { site: Silent, matches, bot, log: Vec::new() };
        assert_eq!(client.step(), Ok(vec![]));
        let id: MatchId = "abc".parse().unwrap();
        let error =
            |client: &mut Client<Silent, Vec<u8>>, request| client.matches.note(&id, request).unwrap_err().to_string();
        client.matches.note(&id, "-1 -1").unwrap();
        client.matches.note(&id, "-1 -1").expect("told twice before an answer");
        assert_eq!(error(&mut client, "3 3"), "a request came before the response to the last one");
        client.think();
        assert_eq!(client.step(), Err("not now".to_string()));
        assert!(!client.is_idle(), "what was not taken is kept");
        client.matches.delivered();
        assert!(error(&mut client, "99 99").starts_with("the request does not follow"));
        assert!(error(&mut client, "what?").contains("expected a JSON object"));
        assert!(error(&mut client, "2").contains("expected one request"));
        assert!(client.is_idle());
        client.matches.note(&id, "-1 -1").expect("no move of NoGo, and the same as before: the response was lost");
        let waiting: Vec<_> = client.matches.responses().map(|(id, text)| (id.to_string(), text.to_string())).collect();
        assert!(waiting.len() == 1 && waiting[0].0 == "abc" && waiting[0].1.split(' ').count() == 2, "{waiting:?}");
        assert!(!client.matches.finish(&"other".parse().unwrap()));
        assert!(client.matches.finish(&id));
    }

    #[test]
    fn wrong_state_files_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state.json");
        for (content, expected) in [
            ("[", "remove the file"),
            (r#"{"game":"reversi","matches":{}}"#, "found matches of reversi, expected nogo"),
            (
                r#"{"game":"nogo","matches":{"a":{"moves":["Z9"],"request":"","open":false,"response":null}}}"#,
                "match a: ",
            ),
            (
                r#"{"game":"nogo","matches":{"a b":{"moves":[],"request":"","open":false,"response":null}}}"#,
                "no match id",
            ),
        ] {
            std::fs::write(&file, content).unwrap();
            let error = Matches::load(GameKind::NOGO, &file).err().unwrap().to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert!(Matches::load(GameKind::NOGO, folder.path()).is_err(), "a folder is no file");
    }
}
