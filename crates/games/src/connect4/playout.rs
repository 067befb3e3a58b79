//! The uniform random game, as fast as it can be made.
//!
//! A playout does not need the position's bitboards: it needs the column heights and, after each stone, whether that
//! stone made four. Each cell lies on four lines (row, column, two diagonals); a line of at most 16 cells is one
//! `u16` per side, and four in it is two shifts. So a stone costs four table lookups, whatever the size of the board.

use super::{Position, Rules, Word};
use luozi_core::{Game, Player, Playout, Rng, Score};

/// Rows, columns and both diagonals of the largest board.
const MAX_LINES: usize = 15 + 16 + 2 * (15 + 16 - 1);
/// The bit of "no cell above" in [`Lines::above`].
const FULL: u8 = u8::MAX;
/// One more than the largest bit of a cell in any word: the spare rows of [`super::Wide`] are never used.
const CELLS: usize = 256;

/// For every cell, the four lines through it: tables of one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lines {
    /// Line numbers of each cell.
    line: [[u8; 4]; CELLS],
    /// The cell's bit in each of these lines.
    bit: [[u16; 4]; CELLS],
    /// The cell a stack reaches after this one, [`FULL`] if there is none.
    above: [u8; CELLS],
}

impl Lines {
    pub(super) fn new<W: Word>(rows: u8, cols: u8, stride: u32, playable: W) -> Lines {
        let mut lines = Lines { line: [[0; 4]; CELLS], bit: [[0; 4]; CELLS], above: [FULL; CELLS] };
        for cell in playable.cells() {
            let (row, col) = ((cell % stride) as u8, (cell / stride) as u8);
            let diagonals = rows + cols - 1;
            let across = [row, rows + col, rows + cols + row + col, rows + cols + diagonals + (row + cols - 1 - col)];
            lines.line[cell as usize] = across;
            lines.bit[cell as usize] = [1 << col, 1 << row, 1 << col, 1 << col];
            let column_end = (u32::from(col) + 1) * stride;
            let next = (cell + 1..column_end).find(|&c| playable.has(c));
            lines.above[cell as usize] = next.map_or(FULL, |c| c as u8);
        }
        lines
    }
}

/// Stones of one side, by line.
#[derive(Clone, Copy)]
struct Side([u16; MAX_LINES]);

impl Side {
    /// Puts a stone; does it make four?
    #[inline(always)]
    fn put(&mut self, lines: &Lines, cell: usize) -> bool {
        let mut four = 0;
        for (&line, &bit) in lines.line[cell].iter().zip(&lines.bit[cell]) {
            let stones = &mut self.0[usize::from(line)];
            *stones |= bit;
            let pairs = *stones & *stones >> 1;
            four |= pairs & pairs >> 2;
        }
        four != 0
    }
}

/// Plays uniformly random columns to the end; `tell` hears the cell of every stone.
#[inline(always)]
pub(super) fn uniform<W: Word>(
    rules: &Rules<W>,
    position: &Position<W>,
    rng: &mut Rng,
    mut tell: impl FnMut(u32),
) -> Playout {
    if let Some(score) = rules.outcome(position) {
        return Playout { score, plies: 0 };
    }
    let lines = &*rules.lines;
    let mut sides = [Side([0; MAX_LINES]); 2];
    for player in Player::BOTH {
        for cell in rules.stones(position, player).cells() {
            sides[player.index()].put(lines, cell as usize);
        }
    }
    // The next cell of each open column.
    let mut next = [0u8; 16];
    let mut open = 0;
    for cell in rules.next_cells(position).cells() {
        next[open] = cell as u8;
        open += 1;
    }
    let mut stones = position.plies;
    loop {
        let mover = usize::from(stones & 1);
        let drawn = rng.below(open as u32) as usize;
        let cell = usize::from(next[drawn & 15]);
        tell(cell as u32);
        stones += 1;
        let plies = u32::from(stones - position.plies);
        if sides[mover].put(lines, cell) {
            let score = rules.masks.win_score(Player::BOTH[mover], i16::from(stones.div_ceil(2)));
            return Playout { score, plies };
        }
        let above = lines.above[cell];
        if above != FULL {
            next[drawn & 15] = above;
        } else {
            open -= 1;
            next[drawn & 15] = next[open];
            if open == 0 {
                return Playout { score: Score::DRAW, plies };
            }
        }
    }
}
