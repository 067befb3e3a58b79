//! NoGo: playouts, and the difference of legal moves.

use super::{BoxedEvaluator, Ending, EvaluatorError, EvaluatorKind, Playable};
use luozi_core::{Evaluation, Evaluator, Game, MoveSet, Player, Pov, Score, Task};
use luozi_games::GameKind;
use luozi_games::nogo::contest::finish;
use luozi_games::nogo::{Position, Rules};

/// One random game in which points that both sides may play come first.
struct BothFirstPlayout {
    /// The trace holds the moves on private points, too.
    trace_private: bool,
}

impl Evaluator<Rules> for BothFirstPlayout {
    fn evaluate(&mut self, rules: &Rules, position: &Position, task: Task<'_, Rules>) -> Evaluation {
        let end = finish(rules, position, task.rng);
        if let Some(trace) = task.trace {
            // Stones never leave: what lies there at the end and not now was played in between.
            let last = if self.trace_private { end.stones } else { end.contested };
            for player in Player::BOTH {
                let [low, high] = (last[player.index()] - position.stones().of(player)).words();
                trace.record_set(player, MoveSet([low, high, 0, 0]));
            }
        }
        Evaluation::of_playout(end.playout)
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
    const KIND: GameKind = GameKind::NoGo;
    const STATIC: EvaluatorKind = EvaluatorKind::Mobility;

    fn own_evaluator(&self, kind: EvaluatorKind) -> Result<BoxedEvaluator<Self>, EvaluatorError> {
        match kind {
            EvaluatorKind::BothFirst => Ok(Box::new(BothFirstPlayout { trace_private: true })),
            EvaluatorKind::Contested => Ok(Box::new(BothFirstPlayout { trace_private: false })),
            EvaluatorKind::Mobility => Ok(Box::new(Mobility)),
            _ => Err(EvaluatorError::OtherGame(kind, GameKind::NoGo)),
        }
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
    use luozi_core::{Notation, Rng, Trace};

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

    #[test]
    fn the_trace_of_a_playout_holds_its_moves() {
        let rules = Rules::standard();
        let start = rules.initial();
        let traced = |kind| {
            let mut trace = Trace::default();
            let task = Task { moves: &[], policy: &mut [], trace: Some(&mut trace), rng: &mut Rng::seeded(3) };
            let end = rules.own_evaluator(kind).unwrap().evaluate(&rules, &start, task).ending.unwrap();
            let moves = Player::BOTH.map(|player| (0..81).filter(|&i| trace.contains(player, i)).count());
            (moves[0] + moves[1], end.plies as usize)
        };
        let (all, plies) = traced(EvaluatorKind::BothFirst);
        assert_eq!(all, plies);
        let (contested, same_plies) = traced(EvaluatorKind::Contested);
        assert!(contested < all && same_plies == plies, "the same game, fewer of its moves");
    }
}
