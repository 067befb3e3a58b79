//! Sets of cells that a learned evaluation looks at beyond the threats.

use super::{Masks, Word};

impl<W: Word> Masks<W> {
    /// Every cell of the board, forbidden ones included.
    pub fn board(&self) -> W {
        self.playable | self.holes
    }

    /// Playable cells with an odd number of playable cells below them in their column.
    pub fn odd_cells(&self) -> W {
        if self.holes.is_empty() {
            return (0..u32::from(self.rows) / 2).fold(W::ZERO, |odd, pair| odd | self.bottom.shl(2 * pair + 1));
        }
        let mut odd = W::ZERO;
        for col in 0..self.cols {
            let cells = (self.playable & self.column(col)).cells();
            odd = cells.skip(1).step_by(2).fold(odd, |odd, cell| odd | W::bit(cell));
        }
        odd
    }

    /// All cells of the columns that hold one of `cells`.
    pub fn whole_columns(&self, cells: W) -> W {
        cells.cells().fold(W::ZERO, |columns, cell| columns | self.column((cell / self.stride()) as u8))
    }

    /// The free cells of the lines of four that hold exactly two of `stones` and two `free` cells.
    pub fn half_lines(&self, stones: W, free: W) -> W {
        let stride = self.stride();
        let mut cells = W::ZERO;
        for step in [1, stride - 1, stride, stride + 1].into_iter().filter(|step| 3 * step < W::BITS) {
            let taken: [W; 4] = std::array::from_fn(|i| stones.shr(i as u32 * step));
            let open: [W; 4] = std::array::from_fn(|i| free.shr(i as u32 * step));
            for (a, b, c, d) in [(0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2), (1, 2, 0, 3), (1, 3, 0, 2), (2, 3, 0, 1)] {
                let lines = open[a] & open[b] & taken[c] & taken[d];
                cells = cells | lines.shl(a as u32 * step) | lines.shl(b as u32 * step);
            }
        }
        cells
    }
}
