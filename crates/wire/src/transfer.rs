//! Games in and out as text.

use crate::problem::{Code, Problem};
use luozi_games::record::Record;
use luozi_games::{GameKind, Setup};
use luozi_protocol::formats::{self, Format, ReadError};
use serde::Serialize;
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

/// Games that were read.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Imported {
    #[cfg_attr(feature = "ts", ts(as = "Vec<luozi_games::record::json::Document>"))]
    games: Vec<Value>,
}

impl Imported {
    /// Reads games from any format; `game` names the one that is expected.
    pub fn read(text: &str, game: Option<&str>) -> Result<Imported, Problem> {
        let kind = game.filter(|word| !word.is_empty()).map(|word| word.parse::<GameKind>()).transpose();
        let hint = kind.map_err(|e| Problem::with_reason(Code::Import, e))?.map(Setup::standard);
        let records = formats::read(text, hint.as_ref()).map_err(|e| match e {
            ReadError::Record(e) => Problem::of_record(Code::Import, &e),
            other => Problem::with_reason(Code::Import, other),
        })?;
        let games = records.iter().filter_map(|record| serde_json::from_str(&record.to_json()).ok()).collect();
        Ok(Imported { games })
    }
}
