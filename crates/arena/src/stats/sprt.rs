//! The sequential test: play pairs until one of two hypotheses about normalized Elo is decided.
//!
//! The generalized sequential probability ratio test on pentanomial counts. After each pair the log-likelihood ratio
//! compares the most likely pair distribution whose normalized Elo is `elo1` with the most likely one whose normalized
//! Elo is `elo0`; the test ends when the ratio leaves (lower, upper). Bounds are fixed before the match and never
//! moved. [`likely`] finds the constrained estimates, `docs/statistics.md` derives them.

use super::{NormalizedElo, Pairs, likely};
use serde::{Deserialize, Serialize};

/// A count of zero is taken as this many pairs, so that no outcome is impossible.
const SMALLEST_COUNT: f64 = 1e-3;

/// Hypotheses beyond this, either way, are about players of whom one never wins: there is nothing to test.
const FARTHEST: f64 = 1000.0;

/// What the test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Neither hypothesis is decided: play on.
    Continue,
    /// The strength is `elo1` rather than `elo0`.
    AcceptH1,
    /// The strength is `elo0` rather than `elo1`.
    AcceptH0,
}

/// Bounds that make no test.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses must differ and be in order.
    #[error("elo0 = {0} must be below elo1 = {1}; for a test for improvement use 0 and 5")]
    Order(f64, f64),
    /// Nobody is that much stronger.
    #[error(
        "{name} = {value} is not a normalized Elo to test for; expected a number from -1000 to 1000, such as 0 or 5"
    )]
    Range {
        /// `elo0` or `elo1`.
        name: &'static str,
        /// What was given.
        value: f64,
    },
    /// An error rate of a half or more decides nothing.
    #[error("{name} = {value} is not an error rate; expected a number above 0 and below 0.5, such as 0.05")]
    Rate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// What was given.
        value: f64,
    },
}

/// A sequential test with fixed bounds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sprt {
    elo0: NormalizedElo,
    elo1: NormalizedElo,
    lower: f64,
    upper: f64,
}

impl Sprt {
    /// A test of `elo1` against `elo0`: `alpha` is the chance to accept `elo1` when `elo0` is true, `beta` the reverse.
    pub fn new(elo0: NormalizedElo, elo1: NormalizedElo, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        for (name, value) in [("elo0", elo0.0), ("elo1", elo1.0)] {
            if !(-FARTHEST..=FARTHEST).contains(&value) {
                return Err(SprtError::Range { name, value });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order(elo0.0, elo1.0));
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Rate { name, value });
            }
        }
        Ok(Sprt { elo0, elo1, lower: (beta / (1.0 - alpha)).ln(), upper: ((1.0 - beta) / alpha).ln() })
    }

    /// The log-likelihood ratio below which `elo0` is accepted and above which `elo1` is.
    pub fn bounds(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// Normalized Elo under H0 and under H1.
    pub fn hypotheses(&self) -> [NormalizedElo; 2] {
        [self.elo0, self.elo1]
    }

    /// The log-likelihood ratio of what was played so far; 0 without any pair.
    pub fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|n| if n == 0 { SMALLEST_COUNT } else { n as f64 });
        let total: f64 = counts.iter().sum();
        let observed = counts.map(|n| n / total);
        let [loss0, loss1] = [self.elo0, self.elo1].map(|elo| likely::with_effect(&observed, elo.pair_effect()).loss);
        total * (loss0 - loss1)
    }

    /// What to do after these pairs.
    pub fn decide(&self, pairs: &Pairs) -> Decision {
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio >= self.upper {
            Decision::AcceptH1
        } else if ratio <= self.lower {
            Decision::AcceptH0
        } else {
            Decision::Continue
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::simulate::draw;
    use luozi_core::Rng;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(NormalizedElo(elo0), NormalizedElo(elo1), 0.05, 0.05).unwrap()
    }

    #[test]
    fn agrees_with_published_tests() {
        // Stockfish pull requests #5712 (both), #4194 (both), #3811 (both): pair counts, bounds and the LLR printed by fishtest.
        let stockfish = [
            ([831, 31795, 68460, 32448, 834], (0.0, 2.0), 2.93),
            ([307, 54901, 140959, 56230, 281], (0.5, 2.5), 2.95),
            ([371, 10263, 24989, 10642, 379], (0.0, 2.0), 2.95),
            ([47, 8181, 25234, 8575, 47], (0.5, 2.5), 2.94),
            ([55, 2567, 5961, 2723, 102], (0.0, 2.5), 2.94),
            ([6, 1821, 5079, 2025, 21], (0.5, 3.0), 2.94),
        ];
        // Worked examples published with fastchess (its `sprt_test.cpp`).
        let fastchess = [
            ([365, 16618, 36229, 16974, 390], (0.0, 2.0), 2.25),
            ([127, 4883, 10712, 5150, 104], (-1.75, 0.25), 3.01),
            ([0, 0, 0, 0, 5550], (0.0, 5.0), 111.82),
        ];
        for (pairs, (elo0, elo1), published) in stockfish.into_iter().chain(fastchess) {
            let ours = sprt(elo0, elo1).log_likelihood_ratio(&Pairs(pairs));
            assert!((ours - published).abs() < 0.006 * published.max(1.0), "{pairs:?}: {ours}, published {published}");
        }
        let (lower, upper) = sprt(0.0, 2.0).bounds();
        assert!((lower + 2.944).abs() < 1e-3 && (upper - 2.944).abs() < 1e-3);
    }

    #[test]
    fn refuses_bounds_that_make_no_test() {
        let new = |e0, e1, a, b| Sprt::new(NormalizedElo(e0), NormalizedElo(e1), a, b);
        assert_eq!(new(5.0, 0.0, 0.05, 0.05), Err(SprtError::Order(5.0, 0.0)));
        assert!(new(0.0, f64::NAN, 0.05, 0.05).is_err());
        let error = new(0.0, 2000.0, 0.05, 0.05).unwrap_err().to_string();
        let expected =
            "elo1 = 2000 is not a normalized Elo to test for; expected a number from -1000 to 1000, such as 0 or 5";
        assert_eq!(error, expected);
        let error = new(0.0, 5.0, 0.05, 0.7).unwrap_err().to_string();
        assert_eq!(error, "beta = 0.7 is not an error rate; expected a number above 0 and below 0.5, such as 0.05");
    }

    /// Every sample of up to four pairs, clean sweeps and long matches, under bounds from one end of the scale to the other: a number,
    /// which turns its sign when both players and both hypotheses are exchanged.
    #[test]
    fn every_sample_has_a_ratio_under_every_hypothesis() {
        let few = (0..5u64.pow(5)).map(|code| Pairs([1, 5, 25, 125, 625].map(|place| code / place % 5)));
        let few = few.filter(|pairs| (1..=4).contains(&pairs.count()));
        let many = [
            [0, 0, 0, 0, 7],
            [0, 0, 0, 0, 5550],
            [900, 0, 0, 0, 0],
            [0, 0, 1_000_000, 0, 0],
            [0, 1, 0, 30, 0],
            [5, 0, 0, 0, 5],
        ];
        let scale = [-1000.0, -300.0, -20.0, -0.01, 0.0, 1e-9, 2.0, 300.0, 1000.0];
        for pairs in few.chain(many.map(Pairs)) {
            for (number, elo0) in scale.into_iter().enumerate() {
                for &elo1 in &scale[number + 1..] {
                    let ratio = sprt(elo0, elo1).log_likelihood_ratio(&pairs);
                    assert!(ratio.is_finite(), "{pairs:?}, [{elo0}, {elo1}]: {ratio}");
                    let mirrored = sprt(-elo1, -elo0).log_likelihood_ratio(&pairs.seen_by_opponent());
                    assert!(
                        (ratio + mirrored).abs() <= 1e-7 * ratio.abs().max(1.0),
                        "{pairs:?}, [{elo0}, {elo1}]: {ratio}, {mirrored}"
                    );
                }
            }
        }
    }

    /// All pairs won once made no number with a far hypothesis, and the test never ended.
    #[test]
    fn clean_sweeps_and_draws_end_a_test() {
        for elo1 in [5.0, 30.0, 300.0, 1000.0] {
            let test = sprt(0.0, elo1);
            let end = |pairs: [u64; 5]| {
                (1..100_000).find(|n| test.decide(&Pairs(pairs.map(|p| p * n))) != Decision::Continue)
            };
            let [won, drawn, lost] = [[0, 0, 0, 0, 1], [0, 0, 1, 0, 0], [1, 0, 0, 0, 0]].map(|pairs| {
                let length = end(pairs).unwrap_or_else(|| panic!("{pairs:?} never ends [0, {elo1}]"));
                (length, test.decide(&Pairs(pairs.map(|p| p * length))))
            });
            assert_eq!(
                (won.1, lost.1, drawn.1),
                (Decision::AcceptH1, Decision::AcceptH0, Decision::AcceptH0),
                "[0, {elo1}]"
            );
            eprintln!("[0, {elo1}]: all won {} pairs, all lost {}, all shared {}", won.0, lost.0, drawn.0);
            assert!(won.0 < 200 && lost.0 < 200, "[0, {elo1}]: {won:?} {lost:?}");
        }
    }

    /// 2,000 tests at each bound: each error rate is at most its 5 % (and, since the last pair overshoots the bound,
    /// a little less, but not far less).
    #[test]
    fn error_rates_hold_at_the_bounds() {
        let test = sprt(0.0, 30.0);
        let shape = [0.1, 0.2, 0.35, 0.22, 0.13];
        let mut rng = Rng::seeded(5);
        for (truth, wrong) in [(0.0, Decision::AcceptH1), (30.0, Decision::AcceptH0)] {
            let distribution = likely::with_effect(&shape, NormalizedElo(truth).pair_effect()).shares;
            let (runs, mut errors, mut length) = (2000, 0, 0);
            for _ in 0..runs {
                let (mut pairs, mut decision) = (Pairs::default(), Decision::Continue);
                while decision == Decision::Continue {
                    // A batch of 8 pairs between looks, as a concurrent match has it; keeps the test short.
                    draw(&mut pairs, distribution, 8, &mut rng);
                    decision = test.decide(&pairs);
                }
                errors += u32::from(decision == wrong);
                length += pairs.count();
            }
            let rate = f64::from(errors) / f64::from(runs);
            assert!((0.03..=0.06).contains(&rate), "truth {truth}: error rate {rate}, mean length {}", length / 2000);
        }
    }
}
