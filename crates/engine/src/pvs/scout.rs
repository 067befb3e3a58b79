//! What the solver of endings knows from the search: guesses by a few plies over the mosaic, and moves that were found to be good
//! when the end of the game was searched with cuts that may be wrong. It changes only how long the solver takes, never its answer.

use super::entry::{Memory, index};
use super::probcut::SURE;
use super::walk::{ALL, Node, RANK_ENDINGS_BY, REPLY, Walker};
use luozi_core::cpu::{Kernel, recurse};
use luozi_eval::mosaic::{Indices, Mosaic};
use luozi_eval::patterns::UNITS_PER_DISC;
use luozi_games::reversi::Square;
use luozi_games::reversi::bits::Body;
use luozi_solve::reversi::{Board, Evaluator};
use luozi_solve::{Limits, Meter};
use std::sync::Arc;

/// What a disc counts in the solver's order.
const DISC: i32 = 16;
/// How sure the cuts of a look ahead are.
const SURETY: u32 = SURE - 1;

/// The tables and the memory of a search.
pub(super) struct Scout {
    pub(super) mosaic: Arc<Mosaic>,
    pub(super) memory: Memory,
    /// The age of what is written now.
    pub(super) age: u8,
}

impl Evaluator for Scout {
    const LOOK_AHEAD: &'static [(u32, u32)] = &RANK_ENDINGS_BY;
    const REPLY: i32 = REPLY / (UNITS_PER_DISC / DISC);

    #[inline(always)]
    fn evaluate<const LEVEL: u8>(&self, body: Body<LEVEL>, board: Board) -> i32 {
        let Board { own, opponent } = board;
        self.mosaic.units(body, &Indices::of(own, opponent), own, opponent) / (UNITS_PER_DISC / DISC)
    }

    #[inline(always)]
    fn look<const LEVEL: u8>(&self, _: Body<LEVEL>, board: Board, depth: u32) -> Option<(i32, u64)> {
        Some(recurse::<LEVEL, _>(Look { scout: self, board, depth }))
    }

    #[inline(always)]
    fn recalled(&self, board: Board) -> Option<Square> {
        let key = super::entry::key(board.own, board.opponent);
        self.memory.line(index(key)).find(key).map(|entry| entry.best)
    }
}

/// A few plies, in the instructions of the solver.
struct Look<'s> {
    scout: &'s Scout,
    board: Board,
    depth: u32,
}

impl Kernel for Look<'_> {
    type Output = (i32, u64);

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> (i32, u64) {
        // SAFETY: the level is the kernel's.
        let body = unsafe { Body::<LEVEL>::in_kernel() };
        let Look { scout: Scout { mosaic, memory, age }, board, depth } = self;
        let meter = Meter::new(&Limits::none());
        let mut walker =
            Walker { mosaic, memory, asker: None, meter, age: *age, surety: SURETY, evaluations: 0, stopped: None };
        let node = Node::new(board.own, board.opponent);
        let (key, known) = (node.key(), memory.line(index(node.key())).find(node.key()));
        let units = walker.walk(body, &node, depth, -ALL, ALL);
        // What a deeper search has found is worth more than what these few plies say.
        if let Some(deeper) = known.filter(|entry| entry.depth > depth) {
            memory.line(index(key)).keep(key, deeper, *age);
        }
        (units / (UNITS_PER_DISC / DISC), walker.meter.nodes())
    }
}
