//! Exact scores of endings on 8x8: the search looks first, selectively, to the end of the game; then the solver proves what it
//! believes, in the order that it found.

use super::probcut::SURE;
use super::{Pvs, usual_plan};
use crate::evaluators::shipped_mosaic;
use luozi_eval::patterns::UNITS_PER_DISC;
use luozi_games::reversi::{Position, Rules, Square};
use luozi_solve::reversi::Scouted;
use luozi_solve::{Limits, Progress, Solution, Solver};

/// With fewer empty squares the solver is done before the search would have begun.
const SCOUTED_EMPTIES: u32 = 15;
/// From so many empty squares on the cuts of its last iteration are so sure. Where the solver needs less time surer ones save
/// less than they take, the more so as threads share them badly.
const SCOUTED_SURETY: [(u32, u32); 2] = [(24, SURE - 1), (0, 1)];

/// The solver of Reversi on 8x8 with all that the search knows.
pub struct EndingSolver {
    rules: Rules,
    pvs: Pvs,
}

impl EndingSolver {
    /// A solver that uses at most `bytes` bytes for its tables; `None` for boards without a learned evaluation.
    pub fn new(rules: &Rules, bytes: usize) -> Option<EndingSolver> {
        let mosaic = (rules.size() == 8).then(shipped_mosaic)?.ok()?;
        Some(EndingSolver { rules: *rules, pvs: Pvs::with_parts(rules, mosaic, bytes / 4, bytes - bytes / 4) })
    }

    /// Uses so many threads from now on, at least one. With one, equal calls give equal answers and node counts; with
    /// more, equal scores, but perhaps another of several best moves.
    pub fn set_threads(&mut self, threads: usize) {
        self.pvs.set_threads(threads);
        self.pvs.solver.set_threads(threads);
    }

    /// What the search believes about a position.
    fn scout(&mut self, position: &Position, limits: &Limits<'_>) -> Scouted {
        let empties = self.rules.empties(position).count_ones();
        if empties < SCOUTED_EMPTIES || self.rules.placements(position) == 0 {
            return Scouted::default();
        }
        let surest = SCOUTED_SURETY.iter().find(|(from, _)| empties >= *from).map_or(0, |(_, surety)| *surety);
        let plan = usual_plan(empties).filter(|iteration| iteration.surety <= surest);
        let found = self.pvs.search(position.own(), position.opponent(), plan, limits, 1, &mut |_| true);
        Scouted {
            score: (found.units() / UNITS_PER_DISC) as i16,
            moves: found.moves.iter().map(|root| root.square).collect(),
            nodes: found.nodes,
        }
    }
}

impl Solver<Rules> for EndingSolver {
    fn game(&self) -> &Rules {
        &self.rules
    }

    fn solve(
        &mut self,
        position: &Position,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Solution<Square> {
        let scouted = self.scout(position, limits);
        self.pvs.solver.solve_scouted(position, &scouted, (i16::MIN, i16::MAX), limits, progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::{Game, MoveList, Rng};
    use luozi_games::reversi::Scoring;
    use luozi_solve::reversi::ReversiSolver;

    #[test]
    fn what_is_believed_changes_the_work_and_not_the_answer() {
        let (mut rng, mut moves, mut nodes) = (Rng::seeded(2), MoveList::new(), [0, 0, 0]);
        for scoring in [Scoring::Difference, Scoring::EmptiesToWinner] {
            let rules = Rules::new(8, scoring).unwrap();
            let mut scouted = EndingSolver::new(&rules, 8 << 20).unwrap();
            let mut together = EndingSolver::new(&rules, 8 << 20).unwrap();
            together.set_threads(2);
            let mut alone = ReversiSolver::new(&rules, 4 << 20);
            for empties in [6, 14, 15, 16, 16, 17] {
                let mut position = rules.initial();
                while rules.outcome(&position).is_none() && rules.empties(&position).count_ones() > empties {
                    rules.legal_moves(&position, &mut moves);
                    rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
                }
                let solutions = [
                    scouted.solve(&position, &Limits::none(), &mut |_| {}),
                    alone.solve(&position, &Limits::none(), &mut |_| {}),
                    together.solve(&position, &Limits::none(), &mut |_| {}),
                ];
                assert!(solutions[0].bounds.solved().is_some());
                for (solution, nodes) in solutions.iter().zip(&mut nodes) {
                    assert_eq!(solution.bounds, solutions[0].bounds);
                    *nodes += solution.nodes;
                }
            }
        }
        assert_ne!(nodes[0], nodes[1], "the search was asked");
        assert!(EndingSolver::new(&Rules::new(6, Scoring::Difference).unwrap(), 1 << 20).is_none());
    }

    #[test]
    fn limits_hold_for_the_search_and_the_solver_together() {
        let rules = Rules::standard();
        let mut solver = EndingSolver::new(&rules, 8 << 20).unwrap();
        for most in [1, 1000, 100_000] {
            let solution = solver.solve(&rules.initial(), &Limits::none().nodes(most), &mut |_| {});
            assert!(solution.stopped.is_some() && solution.bounds.solved().is_none());
            assert!(solution.nodes <= most + 20_000, "{} of {most}", solution.nodes);
        }
    }
}
