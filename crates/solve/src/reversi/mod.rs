//! Exact scores of Reversi endings.
//!
//! [`ReversiSolver`] closes in on the score by null-window questions (`search.rs`), each answered by alpha-beta with
//! a table (`entry.rs`), stable discs (`stability.rs`), moves in a guessed order (`order.rs`) and a short way through
//! the last empty squares (`last.rs`). The table is kept between positions: what was proven stays true.
//!
//! Both scorings of the rules are solved. Giving the empty squares to the winner makes every score even, so questions
//! go in steps of two; the plain difference of discs may be odd, and the questions go in steps of one. All bounds that
//! cut hold for both: a side with s stable discs leaves the other at most `64 - 2s` either way.
//!
//! A node is a board with at least one empty square on which moves are looked for, from the root down to the last
//! square, and each board that the order evaluates. A pass counts again from six empty squares on.

mod asker;
mod board;
mod crew;
mod entry;
mod last;
mod level;
mod near;
mod order;
mod root;
mod search;
mod stability;

pub use asker::Asker;
pub use board::Board;
pub use order::{Evaluator, Mobility};
pub use stability::stable;

use crate::{Limits, Progress, Solution, Solver};
use entry::Memory;
use luozi_core::cpu::dispatch;
use luozi_core::{Bounds, Game};
use luozi_games::reversi::{Position, Rules, Square};
use root::Root;

/// Solves the endings of one kind of Reversi.
///
/// ```
/// use luozi_core::Score;
/// use luozi_games::reversi::{Rules, Scoring, obf};
/// use luozi_solve::{Limits, Solver, reversi::ReversiSolver};
///
/// let rules = Rules::new(8, Scoring::EmptiesToWinner).unwrap();
/// let line = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXXXXXXXX- O;";
/// let position = obf::read_line(&rules, line).unwrap().position;
/// let mut solver = ReversiSolver::new(&rules, 1 << 20);
/// let solution = solver.solve(&position, &Limits::none(), &mut |_| {});
/// assert!(solution.bounds.solved().is_some());
/// ```
pub struct ReversiSolver<E = Mobility> {
    rules: Rules,
    memory: Memory,
    evaluator: E,
    threads: usize,
    run: u32,
}

/// What is believed about a position before it is solved. It changes only how long that takes.
#[derive(Clone, Debug, Default)]
pub struct Scouted {
    /// The score for the side to move.
    pub score: i16,
    /// Its moves, the best first; those that are missing come last.
    pub moves: Vec<Square>,
    /// Nodes that it took to find out; they count against the limits.
    pub nodes: u64,
}

impl ReversiSolver<Mobility> {
    /// A solver that uses at most `bytes` bytes for its table.
    pub fn new(rules: &Rules, bytes: usize) -> ReversiSolver {
        ReversiSolver::with_evaluator(rules, bytes, Mobility::new(rules))
    }
}

impl<E: Evaluator> ReversiSolver<E> {
    /// A solver whose order of moves follows `evaluator`.
    pub fn with_evaluator(rules: &Rules, bytes: usize, evaluator: E) -> ReversiSolver<E> {
        ReversiSolver { rules: *rules, memory: Memory::with_memory(bytes), evaluator, threads: 1, run: 0 }
    }

    /// What guesses the values that the order of moves follows.
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Who guesses, to be changed.
    pub fn evaluator_mut(&mut self) -> &mut E {
        &mut self.evaluator
    }

    /// Empties the table of positions; the memory is kept.
    pub fn forget(&mut self) {
        self.memory.clear();
        self.run = 0;
    }

    /// Uses so many threads from now on, at least one. With one, equal calls give equal answers and node counts; with
    /// more, equal scores, but perhaps another of several best moves.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Narrows the score of `position` down until it is exact or outside of `window` (scores of the side to move):
    /// a window of -1 to 1 tells win, draw and loss.
    ///
    /// # Panics
    /// When the evaluator does, on whichever thread.
    pub fn solve_window(
        &mut self,
        position: &Position,
        window: (i16, i16),
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Solution<Square> {
        self.solve_scouted(position, &Scouted::default(), window, limits, progress)
    }

    /// The same by somebody who has looked at the position before.
    ///
    /// # Panics
    /// When the evaluator does, on whichever thread.
    pub fn solve_scouted(
        &mut self,
        position: &Position,
        scouted: &Scouted,
        window: (i16, i16),
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Solution<Square> {
        if let Some(score) = self.rules.outcome(position) {
            return Solution { bounds: Bounds::exact(score), best: None, nodes: scouted.nodes, stopped: None };
        }
        self.run = self.run.wrapping_add(1);
        let window = (i32::from(window.0), i32::from(window.1));
        dispatch(Root { solver: self, position, scouted, window, limits, progress })
    }
}

impl<E: Evaluator> Solver<Rules> for ReversiSolver<E> {
    fn game(&self) -> &Rules {
        &self.rules
    }

    fn solve(
        &mut self,
        position: &Position,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Solution<Square> {
        self.solve_window(position, (i16::MIN, i16::MAX), limits, progress)
    }
}
