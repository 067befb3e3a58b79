//! What an ending is worth: scores and distances turned into values in [-1, 1].
//!
//! Every shape is rescaled into [-1, 1], so an exploration constant published for a reward of up to `m` is divided
//! by `m` here and selection is unchanged.

use crate::{Params, Reward};
use luozi_core::{Abs, Bounds, Game, Playout, Score};

/// A reward shape with its constants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    reward: Reward,
    cap: f64,
    score_weight: f64,
    largest_score: f64,
}

impl Shape {
    /// The shape the parameters ask for. Scores are measured against the largest one of a whole game, so that one
    /// node has one value wherever it is reached from.
    pub(crate) fn new<G: Game>(game: &G, params: &Params) -> Shape {
        let largest_score = f64::from(game.score_limit(&game.initial())).max(1.0);
        Shape { reward: params.reward, cap: params.decay_cap, score_weight: params.score_weight, largest_score }
    }

    /// Value of a position whose score is certain or that ended a playout here.
    #[inline]
    pub(crate) fn of_score(&self, score: Score) -> Abs {
        let scaled = (f64::from(score.0) / self.largest_score).clamp(-1.0, 1.0);
        match self.reward {
            Reward::Plain | Reward::Decayed => score.sign(),
            Reward::Stones => Abs(score.sign().0 * (1.0 - self.score_weight) + self.score_weight * scaled),
            Reward::Score => Abs(scaled),
        }
    }

    /// Value of a playout for a position from which it took `playout.plies` plies to the end.
    #[inline]
    pub(crate) fn of_ending(&self, playout: Playout) -> Abs {
        match self.reward {
            Reward::Decayed => {
                let magnitude = (self.cap - f64::from(playout.plies)).max(1.0) / self.cap;
                Abs(playout.score.sign().0 * magnitude)
            }
            _ => self.of_score(playout.score),
        }
    }

    /// The value moved into what the bounds allow.
    #[inline]
    pub(crate) fn within(&self, value: Abs, bounds: Bounds) -> Abs {
        Abs(value.0.clamp(self.of_score(bounds.lower).0, self.of_score(bounds.upper).0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(reward: Reward) -> Shape {
        Shape { reward, cap: 5.0, score_weight: 0.25, largest_score: 20.0 }
    }

    #[test]
    fn decayed_reward_falls_to_one_and_stays() {
        let at = |plies| shape(Reward::Decayed).of_ending(Playout { score: Score(-9), plies }).0 * 5.0;
        let magnitudes: Vec<f64> = (0..7).map(at).collect();
        assert_eq!(magnitudes, [-5.0, -4.0, -3.0, -2.0, -1.0, -1.0, -1.0]);
    }

    #[test]
    fn every_shape_is_odd_monotone_and_within_one() {
        for reward in Reward::ALL.iter().map(|&reward| shape(reward)) {
            let values: Vec<f64> = (-20..=20).map(|score| reward.of_score(Score(score)).0).collect();
            assert!(values.is_sorted() && values[0] == -1.0 && values[40] == 1.0, "{reward:?} {values:?}");
            assert!((0..=40).all(|i| values[i] == -values[40 - i]), "{reward:?} {values:?}");
        }
        assert_eq!(shape(Reward::Stones).of_score(Score(10)), Abs(0.875));
        assert_eq!(shape(Reward::Score).of_score(Score(10)), Abs(0.5));
    }

    #[test]
    fn bounds_hold_a_value() {
        let bounds = Bounds { lower: Score(0), upper: Score(20) };
        assert_eq!(shape(Reward::Plain).within(Abs(-0.5), bounds), Abs(0.0));
        assert_eq!(shape(Reward::Plain).within(Abs(0.5), bounds), Abs(0.5));
    }
}
