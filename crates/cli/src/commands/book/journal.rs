//! The journal of a book: every solved position, written at once.
//!
//! A line of text each, so that a killed run loses at most the line it was writing, which has no end and is dropped:
//!
//! ```text
//! luozi book journal 1: connect4 6x7
//! 00000101010201 +1 5c          key, score for the first player, check of the two
//! ```

use crate::error::bad_input;
use crate::journal;
use luozi::core::{Score, fnv1a};
use luozi::games::connect4::Rules;
use luozi::solve::connect4::book::BookKey;
use std::collections::HashMap;
use std::path::Path;

/// An open journal, and what is in it.
pub struct Journal {
    file: journal::Journal,
    known: HashMap<BookKey, Score>,
}

impl Journal {
    /// Opens or begins the journal of a board.
    pub fn open(path: &Path, rules: &Rules<u64>) -> anyhow::Result<Journal> {
        let title = format!("luozi book journal 1: connect4 {}x{}", rules.rows(), rules.cols());
        let (file, lines) = journal::Journal::open(path, "book", &title, "use another --out")?;
        let mut known = HashMap::new();
        for (number, line) in (2..).zip(lines.lines()) {
            let (key, score) = parse(line).ok_or_else(|| {
                let found = luozi::core::excerpt(line);
                let advice = "expected key, score and check; delete the line to have it solved again";
                bad_input(format!("{}: line {number}: found `{found}`, {advice}", path.display()))
            })?;
            known.insert(key, score);
        }
        Ok(Journal { file, known })
    }

    /// Everything solved so far.
    pub fn known(&self) -> &HashMap<BookKey, Score> {
        &self.known
    }

    /// Adds a solved position.
    pub fn add(&mut self, key: BookKey, score: Score) -> anyhow::Result<()> {
        self.file.add(&line(key, score))?;
        self.known.insert(key, score);
        Ok(())
    }
}

fn line(key: BookKey, score: Score) -> String {
    let said = format!("{:014x} {score}", key.0);
    let check = fnv1a(said.as_bytes()) as u8;
    format!("{said} {check:02x}")
}

fn parse(text: &str) -> Option<(BookKey, Score)> {
    let mut words = text.split(' ');
    let key = BookKey(u64::from_str_radix(words.next()?, 16).ok()?);
    let score = Score(words.next()?.parse().ok()?);
    (line(key, score) == text).then_some((key, score))
}
