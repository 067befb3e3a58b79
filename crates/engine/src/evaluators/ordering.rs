//! The pattern tables as the guess by which the endgame solver of Reversi orders moves.
//!
//! Whatever it says changes only how long the solver takes, never its answer.

use super::learned::shipped_patterns;
use luozi_eval::patterns::{Patterns, UNITS_PER_DISC};
use luozi_games::reversi::Rules;
use luozi_games::reversi::bits::Body;
use luozi_solve::reversi::{Board, Evaluator};
use std::sync::Arc;

/// What a disc counts beside the other parts of the solver's order; 8 to 64 make little difference.
const DISC: i32 = 16;

/// An order of moves by the shipped pattern tables.
pub struct PatternOrder(Arc<Patterns>);

impl PatternOrder {
    /// The order for these rules; `None` for boards without tables.
    pub fn new(rules: &Rules) -> Option<PatternOrder> {
        (rules.size() == 8).then(shipped_patterns)?.ok().map(PatternOrder)
    }
}

impl Evaluator for PatternOrder {
    #[inline(always)]
    fn evaluate<const LEVEL: u8>(&self, body: Body<LEVEL>, board: Board) -> i32 {
        self.0.units(body, board.own, board.opponent) / (UNITS_PER_DISC / DISC)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::{Game, MoveList, Rng};
    use luozi_games::reversi::Scoring;
    use luozi_solve::reversi::ReversiSolver;
    use luozi_solve::{Limits, Solver};

    #[test]
    fn the_order_changes_the_work_and_not_the_answer() {
        let rules = Rules::standard();
        let mut learned = ReversiSolver::with_evaluator(&rules, 4 << 20, PatternOrder::new(&rules).unwrap());
        let mut counted = ReversiSolver::new(&rules, 4 << 20);
        let (mut rng, mut moves, mut nodes) = (Rng::seeded(2), MoveList::new(), [0, 0]);
        for _ in 0..6 {
            let mut position = rules.initial();
            while rules.outcome(&position).is_none() && rules.empties(&position).count_ones() > 16 {
                rules.legal_moves(&position, &mut moves);
                rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
            }
            let solutions = [
                learned.solve(&position, &Limits::none(), &mut |_| {}),
                counted.solve(&position, &Limits::none(), &mut |_| {}),
            ];
            assert_eq!(solutions[0].bounds, solutions[1].bounds);
            nodes[0] += solutions[0].nodes;
            nodes[1] += solutions[1].nodes;
        }
        assert_ne!(nodes[0], nodes[1], "the tables were asked");
        assert!(PatternOrder::new(&Rules::new(6, Scoring::Difference).unwrap()).is_none());
    }
}
