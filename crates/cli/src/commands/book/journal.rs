//! The journal of a book: every solved position, written at once.
//!
//! A line of text each, so that a killed run loses at most the line it was writing, which has no end and is dropped:
//!
//! ```text
//! luozi book journal 1: connect4 6x7
//! 00000101010201 +1 5c          key, score for the first player, check of the two
//! ```

use crate::error::bad_input;
use anyhow::Context;
use luozi::core::{Score, fnv1a};
use luozi::games::connect4::Rules;
use luozi::solve::connect4::book::BookKey;
use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// An open journal; nobody else writes to it meanwhile.
pub struct Journal {
    path: PathBuf,
    file: File,
    known: HashMap<BookKey, Score>,
}

impl Journal {
    /// Opens or begins the journal of a board.
    pub fn open(path: &Path, rules: &Rules<u64>) -> anyhow::Result<Journal> {
        let place = || path.display().to_string();
        let mut file = File::options().read(true).append(true).create(true).open(path).with_context(place)?;
        file.try_lock().map_err(|e| match e {
            TryLockError::WouldBlock => bad_input(format!("{}: another `luozi book` is at work on it", place())),
            TryLockError::Error(e) => anyhow::Error::from(e).context(place()),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(place)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole < bytes.len() {
            file.set_len(whole as u64).with_context(place)?;
        }
        let title = format!("luozi book journal 1: connect4 {}x{}", rules.rows(), rules.cols());
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let mut known = HashMap::new();
        match text.lines().next() {
            None => writeln!(file, "{title}").with_context(place)?,
            Some(found) if found == title => {}
            Some(found) => {
                let found = luozi::core::excerpt(found);
                return Err(bad_input(format!("{}: found `{found}`, expected `{title}`; use another --out", place())));
            }
        }
        for (number, line) in (1..).zip(text.lines()).skip(1) {
            let (key, score) = parse(line).ok_or_else(|| {
                let found = luozi::core::excerpt(line);
                let advice = "expected key, score and check; delete the line to have it solved again";
                bad_input(format!("{}: line {number}: found `{found}`, {advice}", place()))
            })?;
            known.insert(key, score);
        }
        Ok(Journal { path: path.to_path_buf(), file, known })
    }

    /// Everything solved so far.
    pub fn known(&self) -> &HashMap<BookKey, Score> {
        &self.known
    }

    /// Adds a solved position.
    pub fn add(&mut self, key: BookKey, score: Score) -> anyhow::Result<()> {
        let line = format!("{}\n", line(key, score));
        self.file.write_all(line.as_bytes()).with_context(|| self.path.display().to_string())?;
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
