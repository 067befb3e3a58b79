//! What can be wrong with a saved game.

use crate::SetupError;
use luozi_core::{ParseError, ParseErrorKind, Place};

/// Why a saved game cannot be read.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RecordError {
    /// SGF, GGF or a move list: the place in the text and what is wrong there.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// The text is not JSON, or a field is missing or of the wrong kind.
    #[error("{place}: {problem}; expected a saved game in JSON")]
    Json {
        /// Where reading stopped.
        place: Place,
        /// What the JSON reader says.
        problem: String,
    },
    /// JSON of another kind.
    #[error("format `{found}` is not a saved game; expected format `luozi-game`")]
    Format {
        /// The format that the file names, empty if it names none.
        found: String,
    },
    /// A version that does not exist yet.
    #[error("version {found} of the saved-game format is newer than this program, which reads version 1; update it")]
    Version {
        /// The version that the file names.
        found: u64,
    },
    /// A board that no game has.
    #[error("the board: {0}")]
    Setup(#[from] SetupError),
    /// A board that no game has, described at this place.
    #[error("{place}: {error}")]
    Board {
        /// Where the text names the size.
        place: Place,
        /// What is wrong with it.
        error: SetupError,
    },
    /// A start position that does not fit the rules.
    #[error("the start position, {0}")]
    Start(ParseError),
    /// A node of the tree.
    #[error("node {node}: {problem}")]
    Node {
        /// Index of the node in the file's list, from 0.
        node: usize,
        /// What is wrong with it.
        problem: NodeProblem,
    },
    /// Nothing says which game it is.
    #[error("nothing in the text says which game it is; name one: {}", crate::GameKind::words())]
    UnknownGame,
    /// The format cannot say what the record holds.
    #[error("{format} cannot hold a game of {game}; expected {expected}")]
    Unsupported {
        /// The format asked for.
        format: &'static str,
        /// The game of the record.
        game: &'static str,
        /// What it can hold.
        expected: &'static str,
    },
}

/// What is wrong with a node of a saved game in JSON.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum NodeProblem {
    /// Only the first node may and must have no move.
    #[error("the first node has no move and every other node has one")]
    Missing,
    /// The move cannot be read or is illegal.
    #[error("{0}")]
    Move(ParseErrorKind),
    /// A move of the engine's line cannot be read or is illegal.
    #[error("the line of the analysis: {0}")]
    Line(ParseErrorKind),
    /// The parent comes later in the list, or not at all.
    #[error("parent {found} is not a node before this one")]
    Parent {
        /// The parent as written.
        found: usize,
    },
    /// The parent has this move already.
    #[error("move `{found}` is there already; give a move only once after each node")]
    Twice {
        /// The move as written.
        found: String,
    },
    /// A value outside its range.
    #[error("value {found} is outside -1 to 1")]
    Value {
        /// The value as written.
        found: f64,
    },
}
