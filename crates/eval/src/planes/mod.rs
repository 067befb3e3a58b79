//! Positions as input planes: the contract between the trainer's C++ and the nets, one file a game.
//!
//! Planes are numbered as in `train/native`; a test compares them with the C++ on random games.

mod connect4;
mod nogo;
mod reversi;

use luozi_core::Notation;
use luozi_games::GameKind;

/// A game that nets can look at.
pub trait NetGame: Notation {
    /// Which game a weights file must be for.
    const KIND: GameKind;
    /// Number of planes.
    const PLANES: usize;

    /// Rows and columns of the board.
    fn size(&self) -> (usize, usize) {
        let grid = self.grid();
        (usize::from(grid.rows), usize::from(grid.cols))
    }

    /// Sets the planes of a position that is not over, on a cleared board of this size.
    fn encode(&self, position: &Self::Position, planes: &mut impl Canvas);

    /// The cell (row * columns + column, as the planes count them) where the policy of a legal move is read.
    fn policy_cell(&self, position: &Self::Position, mv: Self::Move) -> usize;
}

/// Where planes are drawn, whatever the order of its cells.
pub trait Canvas {
    /// Sets a plane on a cell.
    fn set(&mut self, row: usize, col: usize, plane: usize);
}

/// A board of planes as the first convolution reads it: one byte a plane, planes innermost, zero around the board.
#[derive(Clone, Debug, Default)]
pub struct Planes {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    count: usize,
    pub(crate) bytes: Vec<u8>,
}

impl Planes {
    /// Clears `count` planes of `rows` x `cols` cells.
    pub fn clear(&mut self, rows: usize, cols: usize, count: usize) {
        (self.rows, self.cols, self.count) = (rows, cols, count);
        self.bytes.clear();
        self.bytes.resize((rows + 2) * (cols + 2) * count, 0);
    }

    #[inline(always)]
    fn at(&self, row: usize, col: usize, plane: usize) -> usize {
        ((row + 1) * (self.cols + 2) + col + 1) * self.count + plane
    }

    /// Whether a plane is set on a cell of the board.
    pub fn is_set(&self, row: usize, col: usize, plane: usize) -> bool {
        self.bytes[self.at(row, col, plane)] != 0
    }
}

impl Canvas for Planes {
    #[inline(always)]
    fn set(&mut self, row: usize, col: usize, plane: usize) {
        let at = self.at(row, col, plane);
        self.bytes[at] = 1;
    }
}
