//! A solver against plain minimax, over the last part of a random game.

use luozi::core::conformance::Minimax;
use luozi::core::{Bounds, MoveList, Rng, Score};
use luozi::engine::Playable;
use luozi::games::{GameKind, Setup};
use luozi::solve::{Limits, Solver};

/// A solve that is stopped early may use fewer nodes than this.
const FEW_NODES: u32 = 200;

/// A solver that was wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// Game and board.
    pub setup: Setup,
    /// The position as text.
    pub position: String,
    /// What the solver said.
    pub found: String,
    /// The score by minimax, for the first player.
    pub expected: Score,
}

/// How much may be left undecided for minimax to see the end: a few thousand positions.
fn oracle_reach(game: GameKind) -> u32 {
    const REACH: [(GameKind, u32); 2] = [(GameKind::CONNECT4, 12), (GameKind::REVERSI, 7)];
    REACH.into_iter().find(|(kind, _)| *kind == game).map_or(8, |(_, reach)| reach)
}

/// Plays one random game and checks the solver in every position that minimax reaches; how many those were.
pub fn check_game<G: Playable>(
    rules: &G,
    setup: &Setup,
    solver: &mut dyn Solver<G>,
    rng: &mut Rng,
) -> Result<u64, Box<Fault>> {
    let mut oracle = Minimax::new(rules);
    let mut position = rules.initial();
    let mut checked = 0;
    loop {
        if rules.undecided(&position) <= oracle_reach(setup.kind()) {
            checked += 1;
            check(rules, setup, &position, solver, &mut oracle, rng).map_err(|(found, expected)| {
                let position = rules.position_text(&position);
                Box::new(Fault { setup: setup.clone(), position, found, expected })
            })?;
        }
        if rules.outcome(&position).is_some() {
            return Ok(checked);
        }
        let mut moves = MoveList::new();
        rules.legal_moves(&position, &mut moves);
        rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
    }
}

/// Checks one position: first a solve that is stopped early, then a whole one. `Err` has what was said and what is true.
fn check<G: Playable>(
    rules: &G,
    setup: &Setup,
    position: &G::Position,
    solver: &mut dyn Solver<G>,
    oracle: &mut Minimax<'_, G>,
    rng: &mut Rng,
) -> Result<(), (String, Score)> {
    let score = oracle.score(position);
    let holds = |Bounds { lower, upper }: Bounds| lower <= score && score <= upper;
    let stopped = Limits::none().nodes(u64::from(rng.below(FEW_NODES)));
    let early = solver.solve(position, &stopped, &mut |_| {});
    if !holds(early.bounds) {
        return Err((format!("{:?}, stopped early", early.bounds), score));
    }
    let solution = solver.solve(position, &Limits::none(), &mut |_| {});
    // NoGo is solved for the winner alone.
    let winner_only = setup.kind() == GameKind::NOGO;
    let decided = match winner_only {
        true => solution.bounds.result() == Some(score.winner()),
        false => solution.bounds.solved() == Some(score),
    };
    let mut reaches = |mv: G::Move| {
        let after = oracle.score_after(position, mv);
        after == score || winner_only && after.winner() == score.winner()
    };
    let best_holds = match solution.best {
        Some(best) => reaches(best),
        None => rules.outcome(position).is_some(),
    };
    if holds(solution.bounds) && decided && best_holds && solution.stopped.is_none() {
        return Ok(());
    }
    let best = solution.best.map_or("no move".to_string(), |mv| rules.move_text(mv));
    Err((format!("{:?}, best {best}", solution.bounds), score))
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi::games::connect4::{Column, Position, Rules};
    use luozi::solve::connect4::Connect4Solver;
    use luozi::solve::{Progress, Solution};

    /// A solver that changes what the right one says.
    struct Wrong<F> {
        solver: Connect4Solver<u64>,
        change: F,
    }

    impl<F: FnMut(&mut Solution<Column>)> Solver<Rules<u64>> for Wrong<F> {
        fn game(&self) -> &Rules<u64> {
            self.solver.game()
        }

        fn solve(
            &mut self,
            position: &Position<u64>,
            limits: &Limits<'_>,
            progress: &mut dyn FnMut(Progress),
        ) -> Solution<Column> {
            let mut solution = self.solver.solve(position, limits, progress);
            (self.change)(&mut solution);
            solution
        }
    }

    fn soak(change: impl FnMut(&mut Solution<Column>)) -> Result<u64, Box<Fault>> {
        let setup = Setup::board(GameKind::CONNECT4, 4, 4);
        let rules = Rules::new(4, 4, &[]).unwrap();
        let mut solver = Wrong { solver: Connect4Solver::new(&rules, 1 << 16), change };
        let mut rng = Rng::seeded(1);
        (0..20).map(|_| check_game(&rules, &setup, &mut solver, &mut rng)).sum()
    }

    #[test]
    fn a_right_solver_passes_and_a_wrong_one_is_found() {
        assert!(soak(|_| {}).unwrap() > 100);
        let better = soak(|solution| solution.bounds.lower = Score(solution.bounds.lower.0 + 1)).unwrap_err();
        assert!(better.found.contains("Score"), "{better:?}");
        let vague = soak(|solution| solution.bounds.upper = Score(solution.bounds.upper.0 + 1)).unwrap_err();
        assert!(vague.found.contains("best"), "{vague:?}");
        assert!(soak(|solution| solution.best = None).is_err());
    }
}
