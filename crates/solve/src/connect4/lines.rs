//! Bounds from the lines that can still be completed, and the order of moves.
//!
//! *No line left*: a side that cannot make four of its stones and all empty cells does not win any more.
//!
//! *Follow-up* (Allis 1988, "claimeven"): with an even number of cells left, the side that is not to move can answer
//! every stone with one in the same column, as long as that column has an even number of cells left. Counted from the
//! top of each column, every second cell is then the follower's:
//!
//! ```text
//!     top     F F F F F F F      F follower, m mover. A next cell that is marked F starts a column with an odd number
//!             m m m m m m m      of cells left; there is an even number of such columns, the mover may get all of
//!             F F m F F F F      their next cells, and so they count as the mover's.
//!             m m X m m m m
//! ```
//!
//! If the mover cannot make four with everything else, it does not win. If the follower makes four with its cells, it
//! wins, at the latest when only the cells above the line's highest open cell are left. A line of the mover does no
//! harm when the follower has one in the same direction and the same columns below it, since that is filled first.
//! All this speaks of playable cells alone, so it holds with forbidden cells too.

use super::board::Board;
use super::word::SearchWord;
use luozi_games::connect4::Masks;

/// Masks of one board for bounds and move order.
pub struct Lines<W> {
    /// All cells, forbidden ones included.
    cells: W,
    /// The follower's cells.
    follow: W,
    /// At `k`: the follower's cells with at least `2 k` playable cells above.
    follow_under: Vec<W>,
    /// The differences between neighbours in a line: column, row, two diagonals.
    steps: [u32; 4],
    /// How good each cell is before anything is known: the middle first.
    centre: Vec<i32>,
}

impl<W: SearchWord> Lines<W> {
    /// The masks of a board.
    pub fn new(masks: &Masks<W>) -> Lines<W> {
        let stride = masks.stride();
        let middle = i32::from(masks.cols) - 1;
        let centre = (0..W::BITS).map(|bit| middle - (2 * (bit / stride) as i32 - middle).abs()).collect();
        let mut cells = W::ZERO;
        let mut follow_under = vec![W::ZERO; usize::from(masks.rows).div_ceil(2)];
        for col in 0..u32::from(masks.cols) {
            let mut above = 0;
            for cell in (0..u32::from(masks.rows)).rev().map(|row| col * stride + row) {
                cells = cells | W::bit(cell);
                if masks.playable.has(cell) {
                    if above % 2 == 0 {
                        follow_under[..=above / 2].iter_mut().for_each(|set| *set = *set | W::bit(cell));
                    }
                    above += 1;
                }
            }
        }
        Lines { cells, follow: follow_under[0], follow_under, steps: [1, stride, stride + 1, stride - 1], centre }
    }

    /// Answers `target` for the mover of `board` when lines alone tell.
    #[inline(always)]
    pub fn bound(&self, masks: &Masks<W>, board: &Board<W>, target: i16) -> Option<i16> {
        let empty = masks.playable & !board.filled;
        let hopeful = if target > 0 { board.own } else { board.other(masks) };
        if !masks.has_four(hopeful | empty) {
            return Some(0);
        }
        if board.left & 1 == 0 { self.follow_up(masks, board, target) } else { None }
    }

    /// An upper bound below `target` for the mover, if the other side has one by following up. An even number of cells
    /// must be left.
    #[inline(always)]
    fn follow_up(&self, masks: &Masks<W>, board: &Board<W>, target: i16) -> Option<i16> {
        // A win that leaves 2 k cells empty scores k + 1: the target says how early the follower must have won.
        let earliest = (-target).max(0);
        let early = *self.follow_under.get(earliest as usize)?;
        let reserved = !board.filled & !masks.next_after(board.filled);
        let other = board.other(masks);
        let followers = other | early & reserved;
        let movers = masks.playable & !(other | self.follow & reserved);
        let mut wins = false;
        for step in self.steps {
            let own_lines = starts(followers, step);
            let other_lines = starts(movers, step);
            wins |= !own_lines.is_empty();
            if !(other_lines & !self.upwards_of(own_lines)).is_empty() {
                return None;
            }
        }
        match wins {
            true => Some(-earliest - 1),
            false => (target > 0).then_some(0),
        }
    }

    /// All cells of each column from the lowest one of `set` upwards.
    #[inline(always)]
    fn upwards_of(&self, set: W) -> W {
        // The carry of the lowest bit clears everything above it; further bits of the set come back as ones.
        (self.cells.plus(set) ^ self.cells | set) & self.cells
    }

    /// How promising the move to `cell` was that led to `after`: threats made, soonest first, then the centre.
    #[inline(always)]
    pub fn order(&self, masks: &Masks<W>, after: &Board<W>, cell: u32) -> i32 {
        let threats = after.other_threats & !after.filled;
        let second = masks.next_after(after.filled).shl(1);
        let (soon, later) = (threats & second, threats & second.shl(1));
        let weight = 120 * soon.count() + 50 * later.count() + 30 * threats.count();
        weight as i32 + self.centre[cell as usize]
    }
}

/// The lowest cells of all fours in a direction.
#[inline(always)]
fn starts<W: SearchWord>(stones: W, step: u32) -> W {
    let pairs = stones & stones.shr(step);
    pairs & pairs.shr(2 * step)
}
