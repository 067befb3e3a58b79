//! Exact solvers of any game behind one face.

use crate::evaluators::Playable;
use luozi_core::Bounds;
use luozi_core::solve::{Limits, Progress, Solver, Stopped};
use luozi_games::Session;

/// The answer of a solver, with moves as the game writes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// Proven bounds of the score, first player's view.
    pub bounds: Bounds,
    /// A move that reaches the mover's proven bound, once one is known.
    pub best: Option<String>,
    /// Positions that the solver visited in this run.
    pub nodes: u64,
    /// Why the run ended early, `None` if it did not.
    pub stopped: Option<Stopped>,
}

/// An exact solver of the board it was made for.
pub trait AnySolver: Send {
    /// Solves the position where a session stands. `progress` is called whenever the bounds close in.
    ///
    /// # Panics
    /// If the session is of another game than the solver.
    fn solve(&mut self, session: &Session, limits: &Limits<'_>, progress: &mut dyn FnMut(Progress)) -> Solved;

    /// Bounds of every legal move, exact unless the limits, which hold for each move, were hit.
    ///
    /// # Panics
    /// If the session is of another game than the solver.
    fn solve_moves(&mut self, session: &Session, limits: &Limits<'_>) -> Vec<(String, Bounds)>;
}

/// A typed solver behind the face.
struct Exact<'a, G: Playable>(Box<dyn Solver<G> + Send + 'a>);

/// A solver of concrete rules as one of any game.
pub fn any_solver<'a, G: Playable>(solver: Box<dyn Solver<G> + Send + 'a>) -> Box<dyn AnySolver + 'a> {
    Box::new(Exact(solver))
}

const OTHER_GAME: &str = "a solver is asked about sessions of its own game";

impl<G: Playable> AnySolver for Exact<'_, G> {
    fn solve(&mut self, session: &Session, limits: &Limits<'_>, progress: &mut dyn FnMut(Progress)) -> Solved {
        let (rules, position) = session.at::<G>().expect(OTHER_GAME);
        let solution = self.0.solve(position, limits, progress);
        let best = solution.best.map(|mv| rules.move_text(mv));
        Solved { bounds: solution.bounds, best, nodes: solution.nodes, stopped: solution.stopped }
    }

    fn solve_moves(&mut self, session: &Session, limits: &Limits<'_>) -> Vec<(String, Bounds)> {
        let (rules, position) = session.at::<G>().expect(OTHER_GAME);
        let moves = self.0.solve_moves(position, limits);
        moves.into_iter().map(|known| (rules.move_text(known.mv), known.bounds)).collect()
    }
}
