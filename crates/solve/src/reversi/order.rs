//! Which move first: the part of the endgame search that guesses.
//!
//! Near the end the moves are ranked by what can be counted (`Search::quick_rank`): fewest replies first. Further away a
//! few plies of search over an [`Evaluator`] rank them. Whatever the evaluator says changes only how long the search
//! takes, never its answer, so a learned one can take the place of [`Mobility`].

use super::board::{Board, CORNERS};
use super::stability::stable_edges;
use luozi_games::reversi::bits::Body;

/// Guesses how good a board is for its mover.
pub trait Evaluator: Sync {
    /// A guess for the side to move, more is better, in any unit. `body` finds moves in the machine's best
    /// instructions; should be `#[inline(always)]`.
    fn evaluate<const LEVEL: u8>(&self, body: Body<LEVEL>, board: Board) -> i32;
}

/// Counts replies, open sides and safe edges: nothing learned.
#[derive(Clone, Copy, Default, Debug)]
pub struct Mobility;

const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// The number of squares, corners twice.
#[inline(always)]
pub(super) fn weighted(set: u64) -> i32 {
    (set.count_ones() + (set & CORNERS).count_ones()) as i32
}

/// Empty squares beside a disc of `discs`: places where the other side may come to move.
#[inline(always)]
pub(super) fn open_sides(discs: u64, occupied: u64) -> u64 {
    let inner = discs & 0x7E7E_7E7E_7E7E_7E7E;
    let wide = inner << 1 | inner >> 1 | discs;
    let near = wide | discs << 8 | discs >> 8 | (inner << 9 | inner >> 9 | inner << 7 | inner >> 7);
    near & !occupied
}

impl Evaluator for Mobility {
    #[inline(always)]
    fn evaluate<const LEVEL: u8>(&self, body: Body<LEVEL>, board: Board) -> i32 {
        let Board { own, opponent } = board;
        let occupied = board.occupied();
        let mobility = weighted(body.moves(own, opponent)) - weighted(body.moves(opponent, own));
        let open = weighted(open_sides(opponent, occupied)) - weighted(open_sides(own, occupied));
        let edges = stable_edges(own, opponent).count_ones() as i32 - stable_edges(opponent, own).count_ones() as i32;
        let corners = (own & CORNERS).count_ones() as i32 - (opponent & CORNERS).count_ones() as i32;
        let x = (own & X_SQUARES).count_ones() as i32 - (opponent & X_SQUARES).count_ones() as i32;
        16 * mobility + 10 * open + 20 * edges + 30 * corners - 16 * x
    }
}
