//! Questions about endings from the middle of another search, which brings its own kernel.

use super::board::{Board, Parity};
use super::crew::Crew;
use super::order::Evaluator;
use super::search::Search;
use super::{Limits, ReversiSolver};
use luozi_games::reversi::bits::Body;

/// A solver that answers one small question after the other without being set up again.
pub struct Asker<'s, E> {
    search: Search<'s, E>,
}

impl<E: Evaluator> ReversiSolver<E> {
    /// From now on what the table holds is from an earlier run and gives way first.
    pub fn begin_run(&mut self) {
        self.run = self.run.wrapping_add(1);
    }

    /// Lets `ask` ask as often as it likes, within `limits` for all its questions together. The calling thread answers;
    /// several threads may have an asker each, and share the table.
    pub fn asked_by<R>(&self, limits: &Limits<'_>, ask: impl FnOnce(&mut Asker<'_, E>) -> R) -> R {
        let crew = Crew::default();
        ask(&mut Asker { search: Search::new(self, limits, &crew) })
    }
}

impl<E: Evaluator> Asker<'_, E> {
    /// Whether the score of a board is above `alpha`: a larger answer is a lower bound of the score, any other an upper
    /// bound. The board must have a move or an empty square left; `None` once a limit was met.
    #[inline(always)]
    pub fn above<const LEVEL: u8>(&mut self, body: Body<LEVEL>, board: Board, alpha: i32) -> Option<i32> {
        let empties = self.search.board & !board.occupied();
        let bound = self.search.ask(body, board, alpha, Parity::of(empties));
        (!self.search.stopped).then_some(bound)
    }

    /// Nodes of all questions so far.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }
}
