//! Games that have an exact solver: the seam through which generic code reaches it.

use crate::BoxedSolver;
use crate::connect4::{Connect4Solver, SearchWord};
use crate::nogo::NoGoSolver;
use crate::reversi::ReversiSolver;
use luozi_core::Game;
use luozi_games::{connect4, nogo, reversi};

/// A game that has an exact solver.
///
/// ```
/// use luozi_core::{Game, Player};
/// use luozi_games::nogo::Rules;
/// use luozi_solve::{Limits, Solvable};
///
/// let rules = Rules::new(3, 3).unwrap();
/// let solution = rules.solver(1 << 20).solve(&rules.initial(), &Limits::none(), &mut |_| {});
/// assert_eq!(solution.bounds.result(), Some(Some(Player::First)));
/// ```
pub trait Solvable: Game {
    /// A solver of this board that uses at most `bytes` bytes for its table.
    fn solver(&self, bytes: usize) -> BoxedSolver<Self>;
}

impl<W: SearchWord> Solvable for connect4::Rules<W> {
    #[inline(never)]
    fn solver(&self, bytes: usize) -> BoxedSolver<Self> {
        Box::new(Connect4Solver::new(self, bytes))
    }
}

impl Solvable for reversi::Rules {
    fn solver(&self, bytes: usize) -> BoxedSolver<Self> {
        Box::new(ReversiSolver::new(self, bytes))
    }
}

impl Solvable for nogo::Rules {
    fn solver(&self, bytes: usize) -> BoxedSolver<Self> {
        Box::new(NoGoSolver::new(self, bytes))
    }
}
