//! Which saved game: a file of any format, or moves on the command line.

use super::BoardOptions;
use crate::error::bad_input;
use clap::Args;
use luozi::games::record::{Record, RecordError};
use luozi::games::{GameKind, Setup};
use luozi::protocol::formats::{self, ReadError};
use std::fmt;
use std::io::Read;
#[cfg(target_os = "linux")]
use std::path::Path;

/// The first bytes of every SQLite file.
#[cfg(target_os = "linux")]
const SQLITE_MARK: &[u8; 16] = b"SQLite format 3\0";

fn game_help() -> String {
    format!("{}: needed for lists of moves and Botzone logs, which do not say", GameKind::words())
}

/// An error about something that needs the game to be named.
fn needs_game(what: &str) -> anyhow::Error {
    bad_input(format!("{what} --game: add --game {}", GameKind::words()))
}

/// Which saved game.
#[derive(Args, Clone, Debug)]
pub struct RecordOptions {
    /// The game: our JSON, SGF, GGF, a Botzone log, a Saiblo replay, a list of moves, or a match recorded with --db;
    /// `-` reads stdin
    #[arg(value_name = "FILE", required_unless_present = "moves", conflicts_with_all = ["moves", "position"])]
    file: Option<String>,
    #[arg(long, value_name = "GAME", help = game_help())]
    game: Option<GameKind>,
    #[command(flatten)]
    board: BoardOptions,
    /// Number of the game in a file of several, from 1; in a recorded match the number that the match told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
}

/// A game and where it comes from.
pub struct NamedGame {
    /// The file as the user named it.
    pub file: String,
    /// Its number in the file, from 1, where there are several.
    pub number: Option<usize>,
    /// The game with its moves.
    pub record: Record,
}

impl fmt::Display for NamedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{}, {number}", self.file),
            None => f.write_str(&self.file),
        }
    }
}

impl RecordOptions {
    /// The games that are asked for, one at least.
    pub fn read(&self) -> anyhow::Result<Vec<Record>> {
        let setup = self.setup()?;
        #[cfg(target_os = "linux")]
        if let Some(path) = self.recorded_match() {
            return crate::commands::arena::recorded_games(path, self.number);
        }
        let (name, mut games) = match &self.file {
            Some(file) => (file.as_str(), read_file(file, setup.as_ref())?),
            None => ("--moves", vec![self.typed(setup)?]),
        };
        let Some(number) = self.number else { return Ok(games) };
        let count = games.len();
        if number as usize > count {
            return Err(bad_input(format!(
                "--number {number}: {name} holds {count}; expected a number from 1 to that"
            )));
        }
        Ok(vec![games.swap_remove(number as usize - 1)])
    }

    /// The file, if it is the record of a match.
    #[cfg(target_os = "linux")]
    pub fn recorded_match(&self) -> Option<&Path> {
        let path = Path::new(self.file.as_deref()?);
        let mut start = [0; SQLITE_MARK.len()];
        std::fs::File::open(path).ok()?.read_exact(&mut start).ok()?;
        (start == *SQLITE_MARK).then_some(path)
    }

    /// The games of this file and of further ones, each with the name of its file and, where that holds several, its number there.
    pub fn read_all(&self, more: &[String]) -> anyhow::Result<Vec<NamedGame>> {
        let files = std::iter::once(self.file.clone()).chain(more.iter().cloned().map(Some));
        let mut all = Vec::new();
        for file in files {
            let games = RecordOptions { file: file.clone(), ..self.clone() }.read()?;
            let several = games.len() > 1;
            let name = file.unwrap_or_else(|| "--moves".to_string());
            let named =
                |(index, record)| NamedGame { file: name.clone(), number: several.then_some(index + 1), record };
            all.extend(games.into_iter().enumerate().map(named));
        }
        Ok(all)
    }

    /// The board of the options, if they name a game.
    fn setup(&self) -> anyhow::Result<Option<Setup>> {
        let named = self.board.board.is_some() || !self.board.forbid.is_empty();
        match self.game {
            None if named => Err(needs_game("--board and --forbid need")),
            game => game.map(|game| self.board.setup(game)).transpose(),
        }
    }

    /// The game of `--moves`.
    fn typed(&self, setup: Option<Setup>) -> anyhow::Result<Record> {
        let setup = setup.ok_or_else(|| needs_game("--moves needs"))?;
        let mut record = Record::of(&self.board.session_on(&setup)?);
        record.settle();
        Ok(record)
    }
}

/// The games of a file, or of stdin.
fn read_file(file: &str, setup: Option<&Setup>) -> anyhow::Result<Vec<Record>> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => std::io::stdin().read_to_end(&mut bytes).map(|_| bytes),
        path => std::fs::read(path),
    };
    let bytes = read.map_err(|e| bad_input(format!("{file}: {e}")))?;
    let text = String::from_utf8(bytes).map_err(|_| bad_input(format!("{file}: the file is not text in UTF-8")))?;
    formats::read(&text, setup).map_err(|e| match e {
        ReadError::Record(RecordError::UnknownGame) => bad_input(format!("{file}: {e} with --game")),
        other => bad_input(format!("{file}: {other}")),
    })
}
