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

/// Where planes are drawn, whatever the order of its cells. Games hand over whole planes as words, not cell by cell: that is
/// what makes a million of them a second cheap.
pub trait Canvas {
    /// Draws one plane. Cell `row * columns + column` is that bit of `words`, the lowest first; there are enough words for
    /// the board, and no bit beyond it is set.
    fn draw(&mut self, plane: usize, words: &[u64]);
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

/// `count` bits, fewer than 64, from bit `from` on.
#[inline(always)]
fn bits(words: &[u64], from: usize, count: usize) -> u64 {
    let (word, shift) = (from / 64, from % 64);
    let beyond = if shift + count > 64 { words[word + 1] << (64 - shift) } else { 0 };
    (words[word] >> shift | beyond) & ((1 << count) - 1)
}

impl Canvas for Planes {
    #[inline(always)]
    fn draw(&mut self, plane: usize, words: &[u64]) {
        for row in 0..self.rows {
            let mut rest = bits(words, row * self.cols, self.cols);
            let start = self.at(row, 0, plane);
            while rest != 0 {
                self.bytes[start + rest.trailing_zeros() as usize * self.count] = 1;
                rest &= rest - 1;
            }
        }
    }
}

/// Planes one after the other, each row by row, one byte a cell: the order of learning libraries' arrays.
#[derive(Debug)]
pub struct Sheet<'a> {
    cells: usize,
    bytes: &'a mut [u8],
}

impl<'a> Sheet<'a> {
    /// Clears a sheet for planes of `rows` x `cols` cells; `bytes` has room for a whole number of them.
    pub fn cleared(rows: usize, cols: usize, bytes: &'a mut [u8]) -> Sheet<'a> {
        bytes.fill(0);
        Sheet { cells: rows * cols, bytes }
    }
}

/// Eight cells as bytes, for every eight bits.
const EIGHT_CELLS: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut at = 0;
    while at < 256 * 8 {
        table[at / 8][at % 8] = ((at / 8) >> (at % 8) & 1) as u8;
        at += 1;
    }
    table
};

impl Canvas for Sheet<'_> {
    #[inline(always)]
    fn draw(&mut self, plane: usize, words: &[u64]) {
        let cells = &mut self.bytes[plane * self.cells..(plane + 1) * self.cells];
        for (cells, &word) in cells.chunks_mut(64).zip(words) {
            let mut rest = word;
            let (eights, last) = cells.as_chunks_mut::<8>();
            for eight in eights {
                *eight = EIGHT_CELLS[usize::from(rest as u8)];
                rest >>= 8;
            }
            for cell in last {
                *cell = (rest & 1) as u8;
                rest >>= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;

    /// Both canvases against the definition, cell by cell.
    #[test]
    fn canvases_hold_what_is_drawn() {
        let mut rng = Rng::seeded(5);
        for (rows, cols) in [(1, 1), (3, 4), (6, 7), (8, 8), (9, 9), (4, 12), (12, 12), (15, 15)] {
            let count = 3;
            let mut planes = Planes::default();
            planes.clear(rows, cols, count);
            let mut bytes = vec![7; count * rows * cols];
            let mut sheet = Sheet::cleared(rows, cols, &mut bytes);
            let mut drawn = vec![vec![false; rows * cols]; count];
            for plane in [2, 0] {
                let mut words = [0_u64; 4];
                for (cell, is_set) in drawn[plane].iter_mut().enumerate() {
                    *is_set = rng.below(2) == 1;
                    words[cell / 64] |= u64::from(*is_set) << (cell % 64);
                }
                planes.draw(plane, &words);
                sheet.draw(plane, &words);
            }
            for (plane, cells) in drawn.iter().enumerate() {
                for (cell, &is_set) in cells.iter().enumerate() {
                    assert_eq!(planes.is_set(cell / cols, cell % cols, plane), is_set, "{rows}x{cols}");
                    assert_eq!(bytes[plane * rows * cols + cell], u8::from(is_set), "{rows}x{cols}");
                }
            }
            let all: usize = drawn.iter().flatten().filter(|is_set| **is_set).count();
            assert_eq!(planes.bytes.iter().filter(|byte| **byte != 0).count(), all, "nothing outside the board");
        }
    }
}
