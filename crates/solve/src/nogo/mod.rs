//! Who wins a NoGo position, proven.
//!
//! [`NoGoSolver`] takes the board apart into independent regions (`region.rs`), names them independently of place and
//! symmetry (`keys.rs`), and searches their sum depth first (`search.rs`) with a table of proven sums (`entry.rs`). It
//! asks only who wins, not how fast: the bounds of its answers tell the sign of the score. The table is kept between
//! positions: what was proven stays true.

mod entry;
mod keys;
mod region;
mod search;

use crate::{Limits, Meter, Progress, Solution, Solver};
use entry::Memory;
use luozi_core::{Bounds, Game, Player, Score};
use luozi_games::nogo::{Point, Position, Rules};
use region::Loose;
use search::Search;

/// Solves the positions of one board.
///
/// ```
/// use luozi_core::{Game, Player};
/// use luozi_games::nogo::Rules;
/// use luozi_solve::{Limits, Solver, nogo::NoGoSolver};
///
/// let rules = Rules::new(3, 5).unwrap();
/// let mut solver = NoGoSolver::new(&rules, 1 << 20);
/// let solution = solver.solve(&rules.initial(), &Limits::none(), &mut |_| {});
/// assert_eq!(solution.bounds.result(), Some(Some(Player::First)));
/// ```
pub struct NoGoSolver {
    rules: Rules,
    memory: Memory,
}

impl NoGoSolver {
    /// A solver that uses at most `bytes` bytes for its table.
    pub fn new(rules: &Rules, bytes: usize) -> NoGoSolver {
        NoGoSolver { rules: rules.clone(), memory: Memory::with_memory(bytes) }
    }

    /// The bounds of a position whose winner is known, or of any position.
    fn bounds(&self, position: &Position, winner: Option<Player>) -> Bounds {
        let most = self.rules.score_limit(position);
        match winner {
            Some(Player::First) => Bounds { lower: Score(1), upper: Score(most) },
            Some(Player::Second) => Bounds { lower: Score(-most), upper: Score(-1) },
            None => Bounds { lower: Score(-most), upper: Score(most) },
        }
    }
}

impl Solver<Rules> for NoGoSolver {
    fn game(&self) -> &Rules {
        &self.rules
    }

    /// Finds the winner: the bounds exclude 0 unless the run was stopped, and are exact only when the game is over. A
    /// lost position names the move that took longest to refute.
    fn solve(
        &mut self,
        position: &Position,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Solution<Point> {
        let mover = self.rules.to_move(position);
        let mut search = Search::new(&self.rules, &mut self.memory, Meter::new(limits));
        if let Some(score) = self.rules.outcome(position) {
            return Solution { bounds: Bounds::exact(score), best: None, nodes: 0, stopped: None };
        }
        let mut hardest = None;
        let mut winner = Some(mover.other());
        let mut best = None;
        for point in self.rules.legal_points(position) {
            let mut child = *position;
            self.rules.play_unchecked(&mut child, point);
            let nodes_before = search.meter.nodes();
            let other_wins = search.wins_board(Loose::board(&self.rules, &child), mover.other());
            let nodes = search.meter.nodes() - nodes_before;
            match other_wins {
                Some(true) if hardest.is_none_or(|(most, _)| most < nodes) => hardest = Some((nodes, point)),
                Some(true) => {}
                Some(false) => {
                    (winner, best) = (Some(mover), Some(point));
                    break;
                }
                None => {
                    winner = None;
                    break;
                }
            }
        }
        let nodes = search.meter.nodes();
        let stopped = if winner.is_none() { search.meter.stopped() } else { None };
        let bounds = self.bounds(position, winner);
        if winner == Some(mover.other()) {
            best = hardest.map(|(_, point)| point);
        }
        if winner.is_some() {
            progress(Progress { bounds, nodes });
        }
        Solution { bounds, best, nodes, stopped }
    }
}
