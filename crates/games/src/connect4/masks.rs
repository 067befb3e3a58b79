//! The masks of a board, and what words alone can say: next cells, fours, winning cells.
//!
//! Everything here is a handful of word operations and knows no position, so that rules, playouts and solvers share
//! it whatever word they run on.

#[cfg(target_arch = "x86_64")]
use super::word::Wide;
use super::word::Word;
use luozi_core::{Player, Score};

/// Size and forbidden cells of a board as sets of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Masks<W> {
    /// Rows of the board.
    pub rows: u8,
    /// Columns of the board.
    pub cols: u8,
    stride: u32,
    /// Cells that no stone ever lies on.
    pub(super) holes: W,
    /// All cells a stone can lie on.
    pub playable: W,
    /// All bits of the leftmost column below its spare bit.
    left_column: W,
    /// The lowest bit of every column, forbidden or not: what the carry starts from.
    pub bottom: W,
    /// Stones each side can place in a full game.
    pub(super) capacity: [i16; 2],
}

impl<W: Word> Masks<W> {
    /// The masks of a board that fits the word; forbidden cells as (row from the bottom, column).
    pub(super) fn new(rows: u8, cols: u8, forbidden: impl Iterator<Item = (u8, u8)>) -> Masks<W> {
        let stride = W::FIXED_STRIDE.unwrap_or(u32::from(rows) + 1);
        let set = |cells: &mut dyn Iterator<Item = (u8, u8)>| {
            cells.fold(W::ZERO, |w, (row, col)| w | W::bit(u32::from(col) * stride + u32::from(row)))
        };
        let holes = set(&mut { forbidden });
        let cells = set(&mut (0..cols).flat_map(|col| (0..rows).map(move |row| (row, col))));
        let playable = cells & !holes;
        let stones = playable.count() as i16;
        Masks {
            rows,
            cols,
            stride,
            holes,
            playable,
            left_column: set(&mut (0..rows).map(|row| (row, 0))),
            bottom: set(&mut (0..cols).map(|col| (0, col))),
            capacity: [(stones + 1) / 2, stones / 2],
        }
    }

    /// Bits a column.
    #[inline(always)]
    pub fn stride(&self) -> u32 {
        W::FIXED_STRIDE.unwrap_or(self.stride)
    }

    /// All bits of a column below its spare bit.
    #[inline(always)]
    pub(super) fn column(&self, col: u8) -> W {
        self.left_column.shl(u32::from(col) * self.stride())
    }

    /// Forbidden cells that stacks stand on at the start: runs from the bottom.
    pub(super) fn floor(&self) -> W {
        self.hole_runs_at(self.bottom)
    }

    /// The whole runs of forbidden cells whose lowest cells are among `starts`.
    #[inline(always)]
    fn hole_runs_at(&self, starts: W) -> W {
        // Adding the lowest bit of a run clears the run and sets the bit above it.
        (self.holes.plus(starts & self.holes) ^ self.holes) & self.holes
    }

    /// `filled` after stones were put on `cells` (at most one a column, each on its column's next cell).
    #[inline(always)]
    pub fn fill(&self, filled: W, cells: W) -> W {
        let filled = filled | cells;
        if self.holes.is_empty() { filled } else { filled | self.hole_runs_at(cells.shl(1)) }
    }

    /// The next cell of every column that has one, given what is filled.
    #[inline(always)]
    pub fn next_after(&self, filled: W) -> W {
        filled.plus(self.bottom) & self.playable
    }

    /// `filled` after every column took one more stone.
    #[inline(always)]
    pub(super) fn filled_one_more(&self, filled: W) -> W {
        self.fill(filled, self.next_after(filled))
    }

    /// The cells of `below` that a stack leaves directly for a cell of `above`.
    #[inline(always)]
    pub fn under(&self, below: W, above: W) -> W {
        let mut down = above.shr(1);
        let mut found = down & below;
        // A stack may skip holes, so the cell below is not always one bit down: walk on through them.
        down = down & self.holes;
        while !down.is_empty() {
            down = down.shr(1);
            found = found | down & below;
            down = down & self.holes;
        }
        found
    }

    /// Are there four of these stones in a line?
    #[inline(always)]
    pub fn has_four(&self, stones: W) -> bool {
        let line = |step: u32| {
            let pairs = stones & stones.shr(step);
            pairs & pairs.shr(2 * step)
        };
        let mut found = line(1);
        if self.cols >= 4 {
            let stride = self.stride();
            found = found | line(stride) | line(stride + 1) | line(stride - 1);
        }
        !found.is_empty()
    }

    /// Empty cells (reachable or not) that would complete four of `stones`. `taken` are all stones on the board.
    #[inline(always)]
    pub fn winning_cells(&self, stones: W, taken: W) -> W {
        // Three more of a line beside a cell: on one side all three, or two and one across.
        let line = |up: [W; 3], down: [W; 3]| up[0] & up[1] & (up[2] | down[0]) | down[0] & down[1] & (down[2] | up[0]);
        let mut cells = stones.shl(1) & stones.shl(2) & stones.shl(3);
        if self.cols >= 4 {
            let stride = self.stride();
            let right = [stones.shl(stride), stones.shl(2 * stride), stones.shl(3 * stride)];
            let left = [stones.shr(stride), stones.shr(2 * stride), stones.shr(3 * stride)];
            let rise = |set: [W; 3]| [set[0].shl(1), set[1].shl(2), set[2].shl(3)];
            let fall = |set: [W; 3]| [set[0].shr(1), set[1].shr(2), set[2].shr(3)];
            cells = cells | line(right, left) | line(rise(right), fall(left)) | line(fall(right), rise(left));
        }
        cells & self.playable & !taken
    }

    /// Score of a win of `player` that has `stones` stones on the board at the end.
    #[inline(always)]
    pub(super) fn win_score(&self, player: Player, stones: i16) -> Score {
        Score::for_player(player, self.capacity[player.index()] - stones + 1)
    }

    /// A set of cells with 16 bits a column, for the vector lanes.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn widen(&self, set: W) -> Wide {
        Wide::of_columns(|col| {
            if col < u32::from(self.cols) { (set.shr(col * self.stride()) & self.left_column).low16() } else { 0 }
        })
    }

    /// The same masks on another word that gives every column 16 bits, for the vector lanes.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn converted<V: Word>(&self, convert: impl Fn(W) -> V) -> Masks<V> {
        Masks {
            rows: self.rows,
            cols: self.cols,
            stride: 16,
            holes: convert(self.holes),
            playable: convert(self.playable),
            left_column: convert(self.left_column),
            bottom: convert(self.bottom),
            capacity: self.capacity,
        }
    }
}
