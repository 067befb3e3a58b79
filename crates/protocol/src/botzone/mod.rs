//! Botzone's language for NoGo and Reversi, both directions.
//!
//! ```text
//! full        {"requests":[..n],"responses":[..n-1],"data":..}   one line in, a fresh process or the first turn
//! next        {"x":3,"y":5}                                      one line in, keep-running, later turns
//! simple      n, then 2n-1 lines `x y`, then data                the same two as plain text
//! answer      {"response":{"x":3,"y":5},"debug":"..","data":".."}  one line out, or response / debug / data as three lines
//! ```
//!
//! The order of a game is requests\[0\], responses\[0\], requests\[1\], ...; a request is what the opponent did, a
//! response what the bot did. Everything that can be wrong with a turn has one of the site's verdict names.

mod answer;
mod history;
mod input;
pub mod local_ai;
mod log;
mod record;

pub use answer::{Answer, AnswerError, KEEP_RUNNING, MAX_DEBUG_BYTES};
pub use history::{History, HistoryError};
pub use input::{Input, InputReader, Limits};
pub use log::{LogError, read_log, write_log};
pub use record::{InputFileError, read_input_file};

use crate::Square;
use luozi_core::Grid;
use luozi_games::GameKind;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Whether the site has the game.
pub fn has_game(game: GameKind) -> bool {
    [GameKind::REVERSI, GameKind::NOGO].contains(&game)
}

/// A request or a response: `x` is the column, `y` the row, both from 0 at the top-left corner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// Column, from 0 on the left; -1 in [`Point::NONE`].
    pub x: i32,
    /// Row, from 0 at the top; -1 in [`Point::NONE`].
    pub y: i32,
}

impl Point {
    /// First request: "you are Black". In games that know it a pass, both ways.
    pub const NONE: Point = Point { x: -1, y: -1 };

    /// The cell that is meant; `None` for [`Point::NONE`] and anything else that is no cell of any board.
    pub fn square(self) -> Option<Square> {
        Some(Square { row: self.y.try_into().ok()?, col: self.x.try_into().ok()? })
    }

    /// The move that is meant in a game that has begun; `None` is a pass.
    pub fn as_move(self, grid: &Grid) -> Result<Option<Square>, HistoryError> {
        match self.square() {
            Some(square) => Ok(Some(square)),
            None if self == Point::NONE && grid.has_pass() => Ok(None),
            None => Err(HistoryError::NoCell(self)),
        }
    }
}

impl From<Square> for Point {
    fn from(square: Square) -> Point {
        Point { x: square.col.into(), y: square.row.into() }
    }
}

/// As the simplified form writes it.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.x, self.y)
    }
}

/// How the site calls the end of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// A legal move in time.
    Ok,
    /// Time limit exceeded.
    Tle,
    /// Memory limit exceeded.
    Mle,
    /// Output limit exceeded.
    Ole,
    /// The answer is not JSON.
    Nj,
    /// Run-time error.
    Re,
    /// The rules refuse the move.
    Illegal,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Ok => "OK",
            Verdict::Tle => "TLE",
            Verdict::Mle => "MLE",
            Verdict::Ole => "OLE",
            Verdict::Nj => "NJ",
            Verdict::Re => "RE",
            Verdict::Illegal => "illegal move",
        })
    }
}
