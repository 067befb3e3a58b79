//! NoGo: playouts, and the difference of legal moves.

use super::learned::net_evaluators;
use super::{BoxedEvaluator, Ending, EvaluatorError, EvaluatorKind, OwnNet, Playable};
use luozi_core::{Answer, Evaluation, Evaluator, Game, MoveSet, Player, Pov, Replay, Rng, Score, Task, Trace};
use luozi_games::nogo::contest::{Contest, finish, finish_aloud, finish_four};
use luozi_games::nogo::{Point, Position, Rules};

/// One random game in which points that both sides may play come first.
struct BothFirstPlayout {
    /// The trace holds the moves on private points, too.
    trace_private: bool,
}

impl BothFirstPlayout {
    /// Notes the moves of a game: stones never leave, so what lies there at the end and not now was played in between.
    fn note(&self, position: &Position, end: &Contest, trace: &mut Trace) {
        let last = if self.trace_private { end.stones } else { end.contested };
        for player in Player::BOTH {
            let [low, high] = (last[player.index()] - position.stones().of(player)).words();
            trace.record_set(player, MoveSet([low, high, 0, 0]));
        }
    }

    fn answer(&self, position: &Position, end: &Contest) -> Answer {
        let mut trace = Trace::default();
        self.note(position, end, &mut trace);
        Answer { evaluation: Evaluation::of_playout(end.playout), trace }
    }
}

impl Evaluator<Rules> for BothFirstPlayout {
    fn evaluate(&mut self, rules: &Rules, position: &Position, task: Task<'_, Rules>) -> Evaluation {
        let end = finish(rules, position, task.rng);
        task.trace.into_iter().for_each(|trace| self.note(position, &end, trace));
        Evaluation::of_playout(end.playout)
    }

    fn replay(&self, rules: &Rules, position: &Position, replay: Replay<'_, Rules>) {
        finish_aloud(rules, position, replay.rng, replay.tell);
    }

    fn replay_each(
        &self,
        rules: &Rules,
        position: &Position,
        rng: &mut Rng,
        count: usize,
        tell: &mut dyn FnMut(usize, Point),
    ) {
        let together = count / 4 * 4;
        let mut seeds = Vec::new();
        for number in 0..count {
            // Those of four at once have generators of their own.
            if number < together && number % 4 == 0 {
                seeds = (0..4).map(|_| Rng::seeded(rng.word())).collect();
            }
            let own = if number < together { &mut seeds[number % 4] } else { &mut *rng };
            finish_aloud(rules, position, own, &mut |point| tell(number, point));
        }
    }

    /// Four at once as long as four are wanted.
    fn evaluate_each(&mut self, rules: &Rules, position: &Position, rng: &mut Rng, answers: &mut [Answer]) {
        let (fours, rest) = answers.as_chunks_mut();
        for four in fours {
            let mut rngs = std::array::from_fn(|_| Rng::seeded(rng.word()));
            *four = finish_four(rules, position, &mut rngs).map(|end| self.answer(position, &end));
        }
        for answer in rest {
            *answer = self.answer(position, &finish(rules, position, rng));
        }
    }
}

/// (u - v) / (u + v): u and v the numbers of points the mover and the opponent may play.
struct Mobility;

impl Evaluator<Rules> for Mobility {
    fn evaluate(&mut self, rules: &Rules, position: &Position, _: Task<'_, Rules>) -> Evaluation {
        let mover = rules.to_move(position);
        let count = |player| f64::from(rules.playable(position.stones(), player).len());
        let (own, other) = (count(mover), count(mover.other()));
        Evaluation::of_value(Pov((own - other) / (own + other).max(1.0)).owned_by(mover))
    }
}

impl Playable for Rules {
    const STATIC: EvaluatorKind = EvaluatorKind::MOBILITY;

    fn own_evaluator(&self, kind: EvaluatorKind) -> Option<Result<BoxedEvaluator<Self>, EvaluatorError>> {
        Some(Ok(match kind {
            EvaluatorKind::BOTH_FIRST => Box::new(BothFirstPlayout { trace_private: true }),
            EvaluatorKind::CONTESTED => Box::new(BothFirstPlayout { trace_private: false }),
            EvaluatorKind::MOBILITY => Box::new(Mobility),
            _ => return None,
        }))
    }

    fn nets(&self, own_net: Option<&OwnNet>, threads: usize) -> Result<Vec<BoxedEvaluator<Self>>, EvaluatorError> {
        net_evaluators(self, own_net, threads)
    }

    #[cfg(feature = "solvers")]
    fn exact_solver(&self, bytes: usize) -> Option<luozi_solve::BoxedSolver<Self>> {
        Some(luozi_solve::Solvable::solver(self, bytes))
    }

    fn within_reach(&self, position: &Position) -> bool {
        self.undecided(position) <= 20
    }

    fn own_moves_left(&self, position: &Position) -> u32 {
        // A side ends its game with about a third of the points it may still play.
        let playable = self.playable(position.stones(), self.to_move(position)).len();
        playable.div_ceil(3).max(1)
    }

    fn undecided(&self, position: &Position) -> u32 {
        let [black, white] = Player::BOTH.map(|player| self.playable(position.stones(), player));
        (black | white).len()
    }

    fn ending(&self, position: &Position, score: Score) -> Ending {
        let empty_at_end = u32::from(score.0.unsigned_abs()).saturating_sub(1);
        Ending::InPlies(self.empty(position.stones()).len().saturating_sub(empty_at_end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Notation;

    #[test]
    fn mobility_is_the_share_of_points_one_may_play() {
        let rules = Rules::new(3, 3).unwrap();
        let position = rules.parse_position(".X. X.. ... O").unwrap();
        let task = Task { moves: &[], policy: &mut [], trace: None, rng: &mut Rng::seeded(1) };
        let (black, white) = Player::BOTH.map(|player| rules.playable(position.stones(), player).len()).into();
        let value = Mobility.evaluate(&rules, &position, task).value;
        assert_eq!(value.0, f64::from(black as i32 - white as i32) / f64::from(black + white));
        assert!(value.0 > 0.0, "Black has a point of its own");
    }

    /// Seven games at once, four of them in lanes: each with the moves it was played with.
    #[test]
    fn answers_to_one_question_are_games_of_their_own() {
        let rules = Rules::standard();
        let empty = Answer { evaluation: Evaluation::of_value(Default::default()), trace: Trace::default() };
        let mut answers = [empty; 7];
        let mut evaluator = rules.own_evaluator(EvaluatorKind::BOTH_FIRST).unwrap().unwrap();
        evaluator.evaluate_each(&rules, &rules.initial(), &mut Rng::seeded(9), &mut answers);
        for (place, answer) in answers.iter().enumerate() {
            let plies = answer.evaluation.ending.expect("a playout").plies as usize;
            assert_eq!(Player::BOTH.map(|player| answer.trace.of(player).iter().count()).iter().sum::<usize>(), plies);
            assert!(answers[..place].iter().all(|other| other.trace != answer.trace), "game {place} again");
        }
    }

    #[test]
    fn the_trace_of_a_playout_holds_its_moves() {
        let rules = Rules::standard();
        let start = rules.initial();
        let traced = |kind| {
            let mut trace = Trace::default();
            let task = Task { moves: &[], policy: &mut [], trace: Some(&mut trace), rng: &mut Rng::seeded(3) };
            let end = rules.own_evaluator(kind).unwrap().unwrap().evaluate(&rules, &start, task).ending.unwrap();
            let moves = Player::BOTH.map(|player| (0..81).filter(|&i| trace.contains(player, i)).count());
            (moves[0] + moves[1], end.plies as usize)
        };
        let (all, plies) = traced(EvaluatorKind::BOTH_FIRST);
        assert_eq!(all, plies);
        let (contested, same_plies) = traced(EvaluatorKind::CONTESTED);
        assert!(contested < all && same_plies == plies, "the same game, fewer of its moves");
    }
}
