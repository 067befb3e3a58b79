//! A file that grows by a line for every piece of work, so that a killed run loses at most the line it was writing.

use crate::error::bad_input;
use anyhow::Context;
use std::fs::{File, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// An open journal; nobody else writes to it meanwhile.
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens or begins the journal of `command`, whose first line is `title`; also gives what follows the title. A last line
    /// without an end is dropped. `advice` is what to do about a journal of something else.
    pub fn open(path: &Path, command: &str, title: &str, advice: &str) -> anyhow::Result<(Journal, String)> {
        let place = || path.display().to_string();
        let mut file = File::options().read(true).append(true).create(true).open(path).with_context(place)?;
        file.try_lock().map_err(|e| match e {
            TryLockError::WouldBlock => bad_input(format!("{}: another `luozi {command}` is at work on it", place())),
            TryLockError::Error(e) => anyhow::Error::from(e).context(place()),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(place)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole < bytes.len() {
            file.set_len(whole as u64).with_context(place)?;
        }
        let text = String::from_utf8_lossy(&bytes[..whole]);
        let lines = match text.split_once('\n') {
            None => {
                writeln!(file, "{title}").with_context(place)?;
                String::new()
            }
            Some((found, lines)) if found == title => lines.to_string(),
            Some((found, _)) => {
                let found = luozi::core::excerpt(found);
                return Err(bad_input(format!("{}: found `{found}`, expected `{title}`; {advice}", place())));
            }
        };
        Ok((Journal { path: path.to_path_buf(), file }, lines))
    }

    /// Adds a line.
    pub fn add(&mut self, line: &str) -> anyhow::Result<()> {
        // In one piece: a line is whole or has no end.
        let line = format!("{line}\n");
        self.file.write_all(line.as_bytes()).with_context(|| self.path.display().to_string())
    }

    /// Nothing is left to do: the journal goes.
    pub fn remove(self) -> anyhow::Result<()> {
        std::fs::remove_file(&self.path).with_context(|| self.path.display().to_string())
    }
}
