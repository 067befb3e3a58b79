//! Exact answers inside the search: an evaluator that asks a solver first.
//!
//! Near the end of a game a small alpha-beta search settles what thousands of simulations only guess. The solver gets a
//! few nodes a position and a table of its own; when they do not suffice, the inner evaluator judges as always, so a
//! move is never delayed by more than one such attempt.

use super::{BoxedEvaluator, Playable};
use luozi_core::{Abs, Answer, Bounds, Evaluation, Evaluator, Rng, Score, Task, Trace};
use luozi_solve::{BoxedSolver, Limits};

/// Memory of a solver's table: one for each thread of a search, one for its root.
pub(crate) const SOLVER_TABLE_BYTES: usize = 8 << 20;

/// Nodes of the solver on one leaf, unless somebody says otherwise.
const USUAL_NODES: u64 = 2000;

/// When and how hard a search asks the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Endgame {
    /// Positions with at most so much undecided (see [`Playable::undecided`]) are given to the solver; 0 for none.
    pub within: u32,
    /// Nodes it may use on one of them, at least 1.
    pub nodes: u64,
    /// A position to move in with at most so much undecided is given to the solver before the search; 0 for none.
    pub root_within: u32,
}

impl Default for Endgame {
    fn default() -> Endgame {
        Endgame { within: 0, nodes: USUAL_NODES, root_within: 0 }
    }
}

/// An evaluator with a solver in front.
pub(crate) struct Solving<G: Playable> {
    inner: BoxedEvaluator<G>,
    solver: BoxedSolver<G>,
    endgame: Endgame,
}

impl<G: Playable> Solving<G> {
    pub(crate) fn new(game: &G, inner: BoxedEvaluator<G>, endgame: Endgame) -> Solving<G> {
        Solving { inner, solver: game.solver(SOLVER_TABLE_BYTES), endgame }
    }

    /// What the solver proves; `None` where it is not asked.
    fn bounds(&mut self, game: &G, position: &G::Position) -> Option<Bounds> {
        if game.undecided(position) > self.endgame.within {
            return None;
        }
        Some(self.solver.solve(position, &Limits::none().nodes(self.endgame.nodes), &mut |_| {}).bounds)
    }
}

/// A known result, for which neither a guess nor a policy is of use.
fn certain(bounds: Bounds) -> Option<Evaluation> {
    let winner = bounds.result()?;
    let value = Abs(winner.map_or(0.0, |side| Score::for_player(side, 1).sign().0));
    Some(Evaluation { bounds: Some(bounds), ..Evaluation::of_value(value) })
}

impl<G: Playable> Evaluator<G> for Solving<G> {
    fn gives_policy(&self) -> bool {
        self.inner.gives_policy()
    }

    fn evaluate(&mut self, game: &G, position: &G::Position, task: Task<'_, G>) -> Evaluation {
        let Some(bounds) = self.bounds(game, position) else { return self.inner.evaluate(game, position, task) };
        certain(bounds)
            .unwrap_or_else(|| Evaluation { bounds: Some(bounds), ..self.inner.evaluate(game, position, task) })
    }

    /// The solver is asked once for all of them.
    fn evaluate_each(&mut self, game: &G, position: &G::Position, rng: &mut Rng, answers: &mut [Answer]) {
        let bounds = self.bounds(game, position);
        if let Some(evaluation) = bounds.and_then(certain) {
            answers.fill(Answer { evaluation, trace: Trace::default() });
            return;
        }
        self.inner.evaluate_each(game, position, rng, answers);
        if bounds.is_some() {
            answers.iter_mut().for_each(|answer| answer.evaluation.bounds = bounds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::conformance::minimax;
    use luozi_core::{MoveList, UniformPlayout};
    use luozi_games::{GameKind, Setup, with_rules};

    /// Endings of random games: what the solver says inside the evaluator is what minimax says.
    fn answers_are_exact<G: Playable>(rules: &G) {
        let mut rng = Rng::seeded(7);
        let endgame = Endgame { within: 9, nodes: 1_000_000, ..Endgame::default() };
        let mut evaluator = Solving::new(rules, Box::new(UniformPlayout), endgame);
        let mut seen = 0;
        for _ in 0..20 {
            let mut position = rules.initial();
            while rules.outcome(&position).is_none() {
                if rules.undecided(&position) <= 7 {
                    let task = Task { moves: &[], policy: &mut [], trace: None, rng: &mut rng };
                    let said = evaluator.evaluate(rules, &position, task);
                    let exact = minimax(rules, &position);
                    let Bounds { lower, upper } = said.bounds.unwrap();
                    assert!(lower <= exact && exact <= upper && said.value.0 == exact.sign().0, "{position:?}");
                    let nothing = Answer { evaluation: Evaluation::of_value(Abs(0.5)), trace: Trace::default() };
                    let mut answers = [nothing; 3];
                    evaluator.evaluate_each(rules, &position, &mut rng, &mut answers);
                    assert!(answers.iter().all(|answer| answer.evaluation == said), "asked thrice: {position:?}");
                    seen += 1;
                }
                let mut moves = MoveList::new();
                rules.legal_moves(&position, &mut moves);
                rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
            }
        }
        assert!(seen > 20);
    }

    #[test]
    fn endings_are_judged_as_minimax_judges_them() {
        let boards = [(GameKind::Connect4, 5, 5), (GameKind::Reversi, 6, 6), (GameKind::NoGo, 4, 4)];
        for (kind, rows, cols) in boards {
            let rules = luozi_games::AnyRules::new(&Setup::board(kind, rows, cols)).unwrap();
            with_rules!(&rules, rules => answers_are_exact(rules));
        }
    }
}
