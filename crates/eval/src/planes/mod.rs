//! Positions as input planes: the contract between the trainer's C++ and the nets, one file a game.
//!
//! Planes are numbered as in `train/native`; a test compares them with the C++ on random games.

mod connect4;
mod nogo;
mod reversi;

use crate::GameKind;
use luozi_core::Game;

/// A game that nets can look at.
pub trait NetGame: Game {
    /// Which game a weights file must be for.
    const KIND: GameKind;
    /// Number of planes.
    const PLANES: usize;

    /// Rows and columns of the board.
    fn size(&self) -> (usize, usize);

    /// Sets the planes of a position that is not over, on a cleared board of this size.
    fn encode(&self, position: &Self::Position, planes: &mut Planes);

    /// The cell (row * columns + column, as the planes count them) where the policy of a legal move is read.
    fn policy_cell(&self, position: &Self::Position, mv: Self::Move) -> usize;
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

    /// Sets a plane on a cell.
    #[inline(always)]
    pub fn set(&mut self, row: usize, col: usize, plane: usize) {
        let at = self.at(row, col, plane);
        self.bytes[at] = 1;
    }

    /// Whether a plane is set on a cell of the board.
    pub fn is_set(&self, row: usize, col: usize, plane: usize) -> bool {
        self.bytes[self.at(row, col, plane)] != 0
    }
}
