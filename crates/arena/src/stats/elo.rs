//! The two scales of strength.
//!
//! * [`Elo`], logistic: a difference of 400 means odds of ten to one in points.
//! * [`NormalizedElo`]: the mean score measured in standard deviations of one game. It does not depend on how many
//!   games are drawn or decided by the opening, so the number of games a test needs depends on it alone; bounds of
//!   sequential tests are given in it (Van den Bergh, "Normalized Elo", 2021).

use serde::{Deserialize, Serialize};
use std::f64::consts::{LN_10, SQRT_2};

/// Difference of strength on the logistic scale.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Serialize)]
pub struct Elo(pub f64);

/// Difference of strength in standard deviations of one game, scaled to look like Elo near zero.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NormalizedElo(pub f64);

impl Elo {
    /// The difference that makes `score` the expected points per game; infinite for 0 and 1.
    ///
    /// ```
    /// use luozi_arena::stats::Elo;
    /// assert!((Elo::of_score(10.0 / 11.0).0 - 400.0).abs() < 1e-9);
    /// ```
    pub fn of_score(score: f64) -> Elo {
        Elo(400.0 * (score / (1.0 - score)).log10())
    }

    /// Expected points per game of the stronger side.
    pub fn score(self) -> f64 {
        1.0 / (1.0 + 10f64.powf(-self.0 / 400.0))
    }
}

impl NormalizedElo {
    /// Normalized Elo of one standard deviation per game: near equality a game that is never drawn then has
    /// the same number on both scales, since d(score)/d(Elo) = ln 10 / 1600 and its deviation is 1/2.
    pub const PER_DEVIATION: f64 = 800.0 / LN_10;

    /// From the effect size of a *pair*: (mean - 1/2) / deviation, both of the pair's points divided by two. A pair is two games, so its
    /// deviation is smaller by the square root of two.
    pub fn of_pair_effect(effect: f64) -> NormalizedElo {
        NormalizedElo(effect / SQRT_2 * Self::PER_DEVIATION)
    }

    /// The inverse of [`NormalizedElo::of_pair_effect`].
    pub fn pair_effect(self) -> f64 {
        self.0 * SQRT_2 / Self::PER_DEVIATION
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_go_there_and_back() {
        for elo in [-350.0, -1.0, 0.0, 20.0, 400.0] {
            assert!((Elo::of_score(Elo(elo).score()).0 - elo).abs() < 1e-9);
            assert!((NormalizedElo::of_pair_effect(NormalizedElo(elo).pair_effect()).0 - elo).abs() < 1e-9);
        }
        assert_eq!(Elo::of_score(1.0), Elo(f64::INFINITY));
        assert_eq!(Elo::of_score(0.0), Elo(f64::NEG_INFINITY));
    }
}
