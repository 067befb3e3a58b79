//! Connect Four: stones, reachable cells, threats, parity, half-built lines, and the moves worth considering.
//!
//! Rows count from the bottom, so that gravity looks the same on every board.

use super::{Canvas, NetGame};
use luozi_games::GameKind;
use luozi_games::connect4::{Column, Position, Rules, Tactics, Word};

/// Turns sets of cells, which are stored column by column, into rows.
#[derive(Clone, Copy)]
struct ByRows {
    rows: u32,
    cols: u32,
    stride: u32,
    /// The lowest row, and the factor that brings its cells side by side, where one word is enough for that.
    gather: Option<(u64, u64)>,
}

impl ByRows {
    #[inline(always)]
    fn new<W: Word>(rows: u32, cols: u32, stride: u32) -> ByRows {
        // Cell `j` of the lowest row is bit `j * stride`. One of the factor's bits moves it to bit `j` above the gap; the other
        // ones move it to places that no other product reaches, as long as a row is no longer than a column's bits.
        let fits = W::BITS == 64 && cols <= stride;
        let gather = fits.then(|| {
            (0..cols).fold((0, 0), |(lowest, factor), col| {
                (lowest | 1 << (col * stride), factor | 1 << ((cols - 1 - col) * (stride - 1)))
            })
        });
        ByRows { rows, cols, stride, gather }
    }

    #[inline(always)]
    fn of<W: Word>(self, cells: W) -> [u64; 4] {
        let ByRows { rows, cols, stride, gather } = self;
        let mut words = [0; 4];
        if let Some((lowest, factor)) = gather {
            let (cells, gap, one_row) = (cells.low64(), (cols - 1) * (stride - 1), (1 << cols) - 1);
            for row in 0..rows {
                let side_by_side = (cells >> row & lowest).wrapping_mul(factor) >> gap & one_row;
                words[0] |= side_by_side << (row * cols);
            }
            return words;
        }
        for col in 0..cols {
            let mut rest = cells.shr(col * stride).low16() & ((1 << rows) - 1);
            while rest != 0 {
                let bit = rest.trailing_zeros() * cols + col;
                words[(bit / 64) as usize] |= 1 << (bit % 64);
                rest &= rest - 1;
            }
        }
        words
    }
}

impl<W: Word> NetGame for Rules<W> {
    const KIND: GameKind = GameKind::CONNECT4;
    const PLANES: usize = 16;

    fn encode(&self, position: &Position<W>, planes: &mut impl Canvas) {
        let masks = self.masks();
        let (own, other, playable) = (self.own(position), self.other(position), masks.playable);
        let free = playable & !(own | other);
        let (next, second, threats) = (self.next_cells(position), self.second_cells(position), self.threats(position));
        let candidates = match self.tactics_given(position, &threats) {
            Tactics::Win(cells) | Tactics::Lost(cells) | Tactics::WinByTwoStep(cells) | Tactics::Safe(cells) => cells,
        };
        let by_rows = ByRows::new::<W>(self.rows().into(), self.cols().into(), masks.stride());
        // Several planes show all playable cells.
        let all_playable = by_rows.of(playable);
        planes.draw(3, &all_playable);
        if free.count() % 2 == 1 {
            planes.draw(8, &all_playable);
        }
        let forbidden = masks.board() & !playable;
        if forbidden.is_empty() {
            planes.draw(9, &all_playable);
        }
        let mut set = |plane: usize, cells: W| {
            // Many planes have nothing to show, and the board is cleared.
            if !cells.is_empty() {
                planes.draw(plane, &by_rows.of(cells));
            }
        };
        set(0, own);
        set(1, other);
        set(2, next);
        if !forbidden.is_empty() {
            set(4, forbidden);
            set(9, masks.board());
        }
        set(5, threats.own);
        set(6, threats.other);
        set(7, masks.odd_cells());
        set(10, second);
        set(11, next & masks.whole_columns(second & threats.other));
        set(12, next & masks.whole_columns(second & threats.own));
        set(13, masks.half_lines(own, free));
        set(14, masks.half_lines(other, free));
        set(15, candidates);
    }

    fn policy_cell(&self, position: &Position<W>, mv: Column) -> usize {
        let landing = self.landing(position, mv).expect("the column of a legal move has a free cell");
        usize::from(self.rows() - 1 - landing.row) * usize::from(self.cols()) + usize::from(landing.col)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;
    use luozi_games::connect4::Wide;

    /// Random sets of cells of boards with this word, against the definition.
    fn against_cells<W: Word>(boards: &[(u32, u32)]) {
        let mut rng = Rng::seeded(1);
        for &(rows, cols) in boards {
            let stride = W::FIXED_STRIDE.unwrap_or(rows + 1);
            let by_rows = ByRows::new::<W>(rows, cols, stride);
            for _ in 0..50 {
                let (mut cells, mut expected) = (W::ZERO, [0_u64; 4]);
                for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
                    if rng.below(2) == 1 {
                        cells = cells | W::bit(col * stride + row);
                        expected[((row * cols + col) / 64) as usize] |= 1 << ((row * cols + col) % 64);
                    }
                }
                assert_eq!(by_rows.of(cells), expected, "{rows}x{cols}");
            }
        }
    }

    #[test]
    fn columns_become_rows() {
        against_cells::<u64>(&[(6, 7), (7, 7), (7, 8), (4, 4), (4, 12), (8, 7), (15, 4), (6, 9)]);
        against_cells::<u128>(&[(6, 7), (9, 9), (9, 12), (8, 14), (15, 8)]);
        against_cells::<Wide>(&[(6, 7), (12, 12), (15, 15), (9, 12)]);
    }
}
