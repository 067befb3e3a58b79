//! Exact answers inside the search: an evaluator that asks a solver first.
//!
//! Near the end of a game a small alpha-beta search settles what thousands of simulations only guess. The solver gets a
//! few nodes a position and a table of its own; when they do not suffice, the inner evaluator judges as always, so a
//! move is never delayed by more than one such attempt.

use super::{BoxedEvaluator, Playable};
use luozi_core::{Abs, Evaluation, Evaluator, Score, Task};
use luozi_solve::{BoxedSolver, Limits};

/// Memory of a solver's table: one for each thread of a search, one for its root.
pub(crate) const SOLVER_TABLE_BYTES: usize = 8 << 20;

/// When and how hard a search asks the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Endgame {
    /// Positions with at most so much undecided (see [`Playable::undecided`]) are given to the solver; 0 for none.
    pub within: u32,
    /// Nodes it may use on one of them; 0: it only counts (see [`luozi_solve::Solver::glance`]).
    pub nodes: u64,
    /// A position to move in with at most so much undecided is given to the solver before the search; 0 for none.
    pub root_within: u32,
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
}

impl<G: Playable> Evaluator<G> for Solving<G> {
    fn gives_policy(&self) -> bool {
        self.inner.gives_policy()
    }

    fn evaluate(&mut self, game: &G, position: &G::Position, task: Task<'_, G>) -> Evaluation {
        if game.undecided(position) > self.endgame.within {
            return self.inner.evaluate(game, position, task);
        }
        let bounds = match self.endgame.nodes {
            0 => self.solver.glance(position),
            nodes => self.solver.solve(position, &Limits::none().nodes(nodes), &mut |_| {}).bounds,
        };
        // Where the result is known, neither a guess nor a policy is of use.
        let evaluation = match bounds.result() {
            Some(winner) => Evaluation::of_value(Abs(winner.map_or(0.0, |side| Score::for_player(side, 1).sign().0))),
            None => self.inner.evaluate(game, position, task),
        };
        Evaluation { bounds: Some(bounds), ..evaluation }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::conformance::minimax;
    use luozi_core::{Bounds, Game, MoveList, Rng, UniformPlayout};
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
                    seen += 1;
                }
                let mut moves = MoveList::new();
                rules.legal_moves(&position, &mut moves);
                rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
            }
        }
        assert!(seen > 20);
    }

    /// Counting alone: less is decided, nothing wrongly.
    #[test]
    fn counts_without_search_never_contradict_minimax() {
        let rules = luozi_games::nogo::Rules::new(3, 4).unwrap();
        let endgame = Endgame { within: 12, ..Endgame::default() };
        let mut evaluator = Solving::new(&rules, Box::new(UniformPlayout), endgame);
        let (mut rng, mut moves, mut decided) = (Rng::seeded(9), MoveList::new(), 0);
        let mut oracle = luozi_core::conformance::Minimax::new(&rules);
        for _ in 0..40 {
            let mut position = rules.initial();
            while rules.outcome(&position).is_none() {
                let task = Task { moves: &[], policy: &mut [], trace: None, rng: &mut rng };
                let bounds = evaluator.evaluate(&rules, &position, task).bounds.unwrap();
                let exact = oracle.score(&position);
                assert!(bounds.lower <= exact && exact <= bounds.upper, "{position:?}");
                decided += u32::from(bounds.result().is_some());
                rules.legal_moves(&position, &mut moves);
                rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
            }
        }
        assert!(decided > 5, "only {decided}");
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
