//! What every solver offers and what it answers.

use super::{Limits, Stopped};
use crate::{Bounds, Game, MoveList};

/// What is known in the middle of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What is proven so far.
    pub bounds: Bounds,
    /// Nodes visited so far.
    pub nodes: u64,
}

/// The answer of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// Proven bounds of the score; exact unless the run was stopped or only part of the score was asked for.
    pub bounds: Bounds,
    /// A move that reaches the mover's proven bound: the best one once the bounds have met. `None` when no move has
    /// been proven to reach it yet, and when the game is over.
    pub best: Option<M>,
    /// Nodes visited in the whole run.
    pub nodes: u64,
    /// Why the run ended early, `None` if it did not.
    pub stopped: Option<Stopped>,
}

/// What is proven about one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveBounds<M> {
    /// The legal move in question.
    pub mv: M,
    /// Proven bounds of the score after it.
    pub bounds: Bounds,
}

/// A solver of some game, whichever it is.
pub type BoxedSolver<G> = Box<dyn Solver<G> + Send>;

/// Something that finds exact scores for the positions of one game.
pub trait Solver<G: Game> {
    /// The rules whose positions it solves.
    fn game(&self) -> &G;

    /// Solves one position. `progress` is called whenever the bounds close in.
    fn solve(
        &mut self,
        position: &G::Position,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Solution<G::Move>;

    /// Bounds of every legal move, in ascending order of moves, exact unless the limits were hit. The limits hold for
    /// each move, so a deadline holds for all of them together.
    fn solve_moves(&mut self, position: &G::Position, limits: &Limits<'_>) -> Vec<MoveBounds<G::Move>> {
        let game = self.game().clone();
        let mut moves = MoveList::new();
        game.legal_moves(position, &mut moves);
        let bounds_after = |mv: &G::Move| {
            let mut child = *position;
            game.play_unchecked(&mut child, *mv);
            MoveBounds { mv: *mv, bounds: self.solve(&child, limits, &mut |_| {}).bounds }
        };
        moves.iter().map(bounds_after).collect()
    }
}
