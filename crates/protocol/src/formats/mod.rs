//! Saved games in every format: those of `luozi_games::record` and those of the two sites.
//!
//! | format | holds |
//! |---|---|
//! | `json` | everything; several games one after the other |
//! | `sgf` | games that SGF knows, with variations, comments and judgements |
//! | `ggf` | main lines of Reversi |
//! | `botzone` | main lines of Reversi and NoGo as the log of a match; also read: what a bot was sent, in both forms |
//! | `saiblo` | main lines of Connect Four as the conversation with one bot |
//! | `moves` | the moves of the main line, after a drawing of the board they begin from, if it is not the initial one |
//!
//! Every move is checked on reading. What a format has no place for is named by [`losses`] and left out by [`write()`]; a
//! game that it cannot hold at all is an error.

mod detect;
mod guess;
mod losses;

pub use guess::{Guess, GuessError, guess};
pub use losses::{Part, losses};

use crate::{botzone, saiblo};
use detect::{documents, looks_like_saiblo, looks_like_simple_botzone};
use luozi_games::Setup;
use luozi_games::record::{self, Record, RecordError, ggf, plain, sgf};
use std::fmt;
use std::str::FromStr;

/// A way to write a game down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// The project's own JSON.
    Json,
    /// Smart Game Format, with variations, comments and judgements.
    Sgf,
    /// Generic Game Format, the main line of a game of Reversi.
    Ggf,
    /// The log of a match on Botzone.
    Botzone,
    /// The conversation with a bot on Saiblo.
    Saiblo,
    /// Moves in the game's own notation.
    Moves,
}

impl Format {
    /// All formats, the one that holds everything first.
    pub const ALL: [Format; 6] =
        [Format::Json, Format::Sgf, Format::Ggf, Format::Botzone, Format::Saiblo, Format::Moves];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Format::Json => "json",
            Format::Sgf => "sgf",
            Format::Ggf => "ggf",
            Format::Botzone => "botzone",
            Format::Saiblo => "saiblo",
            Format::Moves => "moves",
        }
    }

    /// The format that a text looks like. Nothing is checked: reading it may still fail.
    ///
    /// ```
    /// use luozi_protocol::formats::Format;
    /// assert_eq!(Format::of(r#"{"log":[],"initdata":""}"#), Format::Botzone);
    /// assert_eq!(Format::of("4 4 5"), Format::Moves);
    /// ```
    pub fn of(text: &str) -> Format {
        match record::Format::of(text) {
            record::Format::Sgf => Format::Sgf,
            record::Format::Ggf => Format::Ggf,
            record::Format::Json if names(text, "log") || names(text, "logs") || names(text, "requests") => {
                Format::Botzone
            }
            record::Format::Json => Format::Json,
            record::Format::Moves if text.trim_start().starts_with('[') => Format::Botzone,
            record::Format::Moves if looks_like_saiblo(text) => Format::Saiblo,
            record::Format::Moves if looks_like_simple_botzone(text) => Format::Botzone,
            record::Format::Moves => Format::Moves,
        }
    }
}

/// Does the first JSON object of the text have this field?
fn names(text: &str, field: &str) -> bool {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<serde_json::Value>();
    values.next().and_then(Result::ok).is_some_and(|value| value.get(field).is_some())
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A word that names no format.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a format; expected json, sgf, ggf, botzone, saiblo or moves")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        let named = Format::ALL.into_iter().find(|format| format.word() == text);
        named.ok_or_else(|| UnknownFormat(luozi_core::excerpt(text)))
    }
}

/// Why a text is no saved game.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ReadError {
    /// JSON, SGF, GGF or a list of moves.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The log of a match.
    #[error(transparent)]
    Log(#[from] botzone::LogError),
    /// What a Botzone bot was sent.
    #[error(transparent)]
    Input(#[from] botzone::InputFileError),
    /// What a Saiblo bot was sent.
    #[error(transparent)]
    Wire(#[from] saiblo::ReplayError),
}

/// Reads the games of a text in any format; there is always at least one.
///
/// `hint` is the game and board that the caller expects: lists of moves and Botzone's texts need it, and an SGF file may.
pub fn read(text: &str, hint: Option<&Setup>) -> Result<Vec<Record>, ReadError> {
    let named = || hint.ok_or(RecordError::UnknownGame);
    match Format::of(text) {
        Format::Json => {
            let games = documents(text).map(|document| Record::from_json(document).map_err(ReadError::from));
            games.collect()
        }
        Format::Sgf | Format::Ggf | Format::Moves => Ok(record::read_any(text, hint)?),
        Format::Botzone if names(text, "requests") || looks_like_simple_botzone(text) => {
            Ok(vec![settled(botzone::read_input_file(text, named()?)?)])
        }
        Format::Botzone => {
            let setup = named()?;
            documents(text).map(|document| Ok(botzone::read_log(document, setup)?)).collect()
        }
        Format::Saiblo => Ok(vec![settled(saiblo::read_wire(text)?)]),
    }
}

/// With the result that was reached on the board.
fn settled(mut record: Record) -> Record {
    record.settle();
    record
}

/// The game in that format, without a line break at its end; fails if the format has no such game.
pub fn write(record: &Record, format: Format) -> Result<String, RecordError> {
    let text = match format {
        Format::Json => record.to_json(),
        Format::Sgf => sgf::write(record)?,
        Format::Ggf => ggf::write(record)?,
        Format::Botzone => botzone::write_log(record)?,
        Format::Saiblo => saiblo::write_wire(record)?,
        Format::Moves => plain::write(record),
    };
    Ok(text.trim_end().to_string())
}
