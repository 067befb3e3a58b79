//! Games in and out as text and as drawings.

use crate::problem::{Code, Problem};
use crate::saved::main_line;
use luozi_games::picture::{self, Numbers, Style, Theme};
use luozi_games::record::Record;
use luozi_games::{GameKind, Session, Setup};
use luozi_protocol::formats::{self, Format, Guess, GuessError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Endings of the files that a game of that setup can be written as.
pub fn endings(setup: &Setup) -> Vec<&'static str> {
    let Ok(record) = Record::new(setup.clone()) else { return Vec::new() };
    let writable = Format::ALL.into_iter().filter(|&format| formats::write(&record, format).is_ok());
    let ending = |format: Format| if format == Format::Moves { "txt" } else { format.word() };
    writable.map(ending).chain(["svg", "png", "gif"]).collect()
}

/// The format of text files with that ending.
pub fn text_format(ending: &str) -> Result<Format, Problem> {
    let word = if ending == "txt" { Format::Moves.word() } else { ending };
    word.parse().map_err(|e| Problem::with_reason(Code::NotFound, e))
}

/// The game of a JSON object.
pub fn read_record(value: &Value) -> Result<Record, Problem> {
    Record::from_json(&value.to_string()).map_err(|e| Problem::of_record(Code::BadRecord, &e))
}

/// A game as text.
pub fn write(record: &Record, format: Format) -> Result<String, Problem> {
    formats::write(record, format).map_err(|e| Problem::of_record(Code::Export, &e))
}

/// What a picture of a game shows.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Picture {
    /// Moves of the main line; all when left out.
    #[serde(default)]
    ply: Option<usize>,
    #[serde(default)]
    theme: Theme,
    #[serde(default)]
    numbers: Numbers,
    /// Milliseconds a move in films.
    #[serde(default)]
    pub ms: Option<u64>,
}

impl Picture {
    /// The game as far as it is shown.
    pub fn session(&self, record: &Record) -> Session {
        main_line(record, self.ply.unwrap_or(usize::MAX))
    }

    /// How it is drawn.
    pub fn style(&self) -> Style {
        Style { theme: self.theme, numbers: self.numbers }
    }

    /// The last position that is shown, as a drawing.
    pub fn svg(&self, record: &Record) -> String {
        picture::svg(&self.session(record), self.style())
    }
}

/// A game to write that is not saved.
#[derive(Deserialize)]
pub struct Export {
    record: Value,
    /// What is shown, where it is written as a picture.
    #[serde(flatten)]
    pub picture: Picture,
}

impl Export {
    /// The game itself.
    pub fn record(&self) -> Result<Record, Problem> {
        read_record(&self.record)
    }
}

/// A text to read.
#[derive(Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Import {
    text: String,
    /// The game that it is, where somebody has said so.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    game: Option<String>,
    /// The board that is open: a text that can be a game on it is one.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    open: Option<Setup>,
}

/// Games that were read.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Imported {
    #[cfg_attr(feature = "ts", ts(as = "Vec<luozi_games::record::json::Document>"))]
    games: Vec<Value>,
    /// The word of the format that they were in.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    format: &'static str,
    /// The words of other games that the text could be.
    #[cfg_attr(feature = "ts", ts(type = "string[]"))]
    also: Vec<&'static str>,
}

impl Imported {
    /// Reads games from any format.
    pub fn read(import: &Import) -> Result<Imported, Problem> {
        let Import { text, game, open } = import;
        let Guess { games, format, also } = match game {
            Some(word) => {
                let kind: GameKind = word.parse().map_err(|e| Problem::with_reason(Code::Import, e))?;
                let board = open.clone().filter(|open| open.kind() == kind);
                let games = formats::read(text, Some(&board.unwrap_or_else(|| Setup::standard(kind))));
                let games = games.map_err(|e| Problem::of_reading(None, &e))?;
                Guess { games, format: Format::of(text), also: Vec::new() }
            }
            None => formats::guess(text, open.as_ref()).map_err(|e| match &e {
                GuessError::Wrong { tried, error } => Problem::of_reading(*tried, error),
                GuessError::Nothing => Problem::with_reason(Code::Import, e).told_as("nothing"),
            })?,
        };
        let games = games.iter().filter_map(|record| serde_json::from_str(&record.to_json()).ok()).collect();
        Ok(Imported { games, format: format.word(), also: also.into_iter().map(|kind| kind.word()).collect() })
    }
}
