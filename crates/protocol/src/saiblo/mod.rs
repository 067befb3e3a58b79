//! Saiblo's Connect Four: the data of its C interface and the wire form of the same data.
//!
//! ```text
//!        y = 0 1 2          x is the row downward, y the column, both from 0
//! x = 0      . . .          board[x * N + y]: 0 empty (the forbidden cell too), 1 the opponent, 2 the callee
//! x = 1      . # .          top[y]: row index of the column's top; a stone in y lands at x = top[y] - 1
//! x = 2      . 1 2          here top = 3 1 2: the forbidden cell (1, 1) was skipped when (2, 1) was filled
//! ```
//!
//! A [`Table`] is the judge's own bookkeeping: stones by column, tops with the forbidden cell already skipped, and
//! the [`Turn`] each side is shown. The bot's side turns a [`Turn`] back into a board as text, for the rules to judge.

mod replay;
mod table;
mod wire;

pub use replay::{ReplayError, read_wire, write_wire};
pub use table::{Table, TableError, Turn};
pub use wire::{Event, MAX_REPLY_BYTES, Reader, ReplyError, Start, parse_reply, reply_bytes, reply_length};

use luozi_games::GameKind;

/// Whether the site has the game.
pub fn has_game(game: GameKind) -> bool {
    game == GameKind::CONNECT4
}

/// A point of the C interface: `x` is the row from the top, `y` the column from the left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// Row from the top.
    pub x: i32,
    /// Column from the left.
    pub y: i32,
}

impl Point {
    /// What both coordinates of "there is none" are: the last move before the first one.
    pub const NONE: Point = Point { x: -1, y: -1 };
}
