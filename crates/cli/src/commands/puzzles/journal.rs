//! What is known of an unfinished set: a line for every game in turn, so that a stopped or killed run goes on where it was.

use crate::error::bad_input;
use anyhow::Context;
use luozi::engine::puzzle::Graded;
use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// An open journal; nobody else writes to it meanwhile.
pub struct Journal {
    path: PathBuf,
    file: File,
}

/// What a game gave, by its number.
pub type Games = Vec<Option<Graded>>;

impl Journal {
    /// Opens or begins the journal of a set, and reads what is in it; another journal has another title. A last line without
    /// an end is dropped.
    pub fn open(path: &Path, title: &str) -> anyhow::Result<(Journal, Games)> {
        let place = || path.display().to_string();
        let mut file = File::options().read(true).append(true).create(true).open(path).with_context(place)?;
        file.try_lock().map_err(|e| match e {
            TryLockError::WouldBlock => bad_input(format!("{}: another `luozi puzzles` is at work on it", place())),
            TryLockError::Error(e) => anyhow::Error::from(e).context(place()),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(place)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole < bytes.len() {
            file.set_len(whole as u64).with_context(place)?;
        }
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let mut lines = text.lines();
        match lines.next() {
            None => writeln!(file, "{title}").with_context(place)?,
            Some(found) if found == title => {}
            Some(found) => {
                let advice = "delete it, or use another --out";
                return Err(bad_input(format!("{}: found `{found}`, expected `{title}`; {advice}", place())));
            }
        }
        let read = |(number, line)| {
            let expected = "expected the puzzle of a game, or null; delete this line and those after it";
            serde_json::from_str(line).map_err(|e| bad_input(format!("{}, line {number}: {e}; {expected}", place())))
        };
        let games = (2..).zip(lines).map(read).collect::<anyhow::Result<Games>>()?;
        Ok((Journal { path: path.to_path_buf(), file }, games))
    }

    /// Writes down what the next game gave.
    pub fn note(&mut self, found: Option<&Graded>) -> anyhow::Result<()> {
        let line = serde_json::to_string(&found)?;
        writeln!(self.file, "{line}").with_context(|| self.path.display().to_string())
    }

    /// Nothing is left to do: the journal goes.
    pub fn remove(self) -> anyhow::Result<()> {
        std::fs::remove_file(&self.path).with_context(|| self.path.display().to_string())
    }
}
