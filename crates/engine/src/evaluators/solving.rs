//! Exact answers inside the search: an evaluator that asks a solver first.
//!
//! Near the end of a game a small alpha-beta search settles what thousands of simulations only guess. The solver gets a
//! few nodes a position and a table of its own; when they do not suffice, the inner evaluator judges as always, so a
//! move is never delayed by more than one such attempt. Earlier in the game only a win in one move is looked for.

use super::{BoxedEvaluator, Playable};
use luozi_core::solve::{BoxedSolver, Limits};
use luozi_core::{Abs, Answer, Bounds, Evaluation, Evaluator, Game, Player, Replay, Rng, Score, Task, Trace};

/// Memory of a solver's table: one for each thread of a search, one for its root.
pub(crate) const SOLVER_TABLE_BYTES: usize = 8 << 20;

/// Nodes of the solver on one leaf, unless somebody says otherwise.
const USUAL_NODES: u64 = 2000;

/// When and how hard a search asks the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Endgame {
    /// Positions with at most so much undecided (see [`Playable::undecided`]) are given to the solver; 0 for none, and
    /// then nobody looks for a win at once either.
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
    solver: Option<BoxedSolver<G>>,
    endgame: Endgame,
}

impl<G: Playable> Solving<G> {
    pub(crate) fn new(game: &G, inner: BoxedEvaluator<G>, endgame: Endgame) -> Solving<G> {
        Solving { inner, solver: game.exact_solver(SOLVER_TABLE_BYTES), endgame }
    }

    /// What is proven; `None` where the solver is not asked and no win is in sight.
    fn bounds(&mut self, game: &G, position: &G::Position) -> Option<Bounds> {
        let limits = Limits::none().nodes(self.endgame.nodes);
        let solver = self.solver.as_mut().filter(|_| game.undecided(position) <= self.endgame.within);
        let solved = solver.map(|solver| solver.solve(position, &limits, &mut |_| {}).bounds);
        if solved.is_some_and(|bounds| bounds.result().is_some()) {
            return solved;
        }
        game.win_at_once(position).map(|score| at_least(game, position, score)).or(solved)
    }
}

/// The bounds of a position whose side to move is sure of a score.
fn at_least<G: Game>(game: &G, position: &G::Position, score: Score) -> Bounds {
    let limit = game.score_limit(position);
    match game.to_move(position) {
        Player::First => Bounds { lower: score, upper: Score(limit) },
        Player::Second => Bounds { lower: Score(-limit), upper: score },
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

    fn reset(&mut self) {
        self.inner.reset();
        // What the table holds changes how far the solver gets with its few nodes.
        self.solver = self.solver.take().and_then(|solver| solver.game().exact_solver(SOLVER_TABLE_BYTES));
    }

    fn evaluate(&mut self, game: &G, position: &G::Position, task: Task<'_, G>) -> Evaluation {
        let Some(bounds) = self.bounds(game, position) else { return self.inner.evaluate(game, position, task) };
        certain(bounds)
            .unwrap_or_else(|| Evaluation { bounds: Some(bounds), ..self.inner.evaluate(game, position, task) })
    }

    fn replay(&self, game: &G, position: &G::Position, replay: Replay<'_, G>) {
        self.inner.replay(game, position, replay);
    }

    fn replay_each(
        &self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
        count: usize,
        tell: &mut dyn FnMut(usize, G::Move),
    ) {
        self.inner.replay_each(game, position, rng, count, tell);
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
    use crate::{Engine, Recipe};
    use luozi_core::conformance::minimax;
    use luozi_core::{MoveList, Notation, UniformPlayout};
    use luozi_games::{GameKind, Setup, with_built_in};
    use luozi_search::{Budget, Request};

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

    /// Openings that a net called won for the side to move, and the move it played, after which one reply ended the game.
    const BLUNDERS: [(&str, &str); 3] = [
        ("d3 c5 e6 e3 b5 d2 c4 b6 c6 a6 b4 d6 c3 b3 d7 f4 c7 c8 f3 d8 f5 f6 e2 g3 f2 f1", "c2"),
        ("c4 e3 f3 g3 e2 e1 f6 c6 c5 e6 f5 c3 d6 g5 g4 g6", "f4"),
        ("f5 f6 d3 f4 g7 c4 b3 e6 g6 e3 f3 c5 b5", "d6"),
    ];

    #[test]
    fn no_net_walks_into_a_wipe_out() {
        let rules = luozi_games::reversi::Rules::standard();
        for (moves, blunder) in BLUNDERS {
            let mut position = rules.initial();
            for mv in rules.parse_moves(&position, moves).unwrap() {
                rules.play(&mut position, mv).unwrap();
            }
            let mut engine = Engine::new(rules, &Recipe::of_preset(GameKind::REVERSI, "net-reversi").unwrap()).unwrap();
            let mut best = |position: &_| {
                let asked = luozi_search::Instant::now();
                engine.think(position, Request::new(Budget::visits(100), &asked)).best()
            };
            let (mover, blunder) = (rules.to_move(&position), rules.parse_move(blunder).unwrap());
            assert_ne!(best(&position), blunder, "after {moves}");
            // The side that is given the chance takes it.
            rules.play(&mut position, blunder).unwrap();
            let reply = best(&position);
            rules.play(&mut position, reply).unwrap();
            assert_eq!(position.discs(mover), 0, "after {moves} and the blunder");
        }
    }

    #[test]
    fn a_win_at_once_is_seen_by_either_side_and_where_the_solver_gives_up() {
        let rules = luozi_games::reversi::Rules::new(4, luozi_games::reversi::Scoring::Difference).unwrap();
        let mut rng = Rng::seeded(3);
        for within in [1, 16] {
            let endgame = Endgame { within, nodes: 1, ..Endgame::default() };
            let mut evaluator = Solving::new(&rules, Box::new(UniformPlayout), endgame);
            let mut seen = [0; 2];
            for _ in 0..1500 {
                let mut position = rules.initial();
                while rules.outcome(&position).is_none() {
                    if rules.win_at_once(&position).is_some() {
                        let bounds = evaluator.bounds(&rules, &position).unwrap();
                        let exact = minimax(&rules, &position);
                        assert!(bounds.lower <= exact && exact <= bounds.upper, "{position:?}");
                        assert_eq!(bounds.result(), Some(Some(rules.to_move(&position))), "{position:?}");
                        seen[rules.to_move(&position).index()] += 1;
                    }
                    let mut moves = MoveList::new();
                    rules.legal_moves(&position, &mut moves);
                    rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
                }
            }
            assert!(seen.iter().all(|&count| count > 3), "{seen:?}");
        }
    }

    #[test]
    fn endings_are_judged_as_minimax_judges_them() {
        let boards = [(GameKind::CONNECT4, 5, 5), (GameKind::REVERSI, 6, 6), (GameKind::NOGO, 4, 4)];
        for (kind, rows, cols) in boards {
            let session = luozi_games::Session::new(&Setup::board(kind, rows, cols)).unwrap();
            with_built_in!(&session, rules, _position => answers_are_exact(rules));
        }
    }
}
