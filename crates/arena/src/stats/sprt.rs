//! The sequential test: play pairs until one of two hypotheses about normalized Elo is decided.
//!
//! The generalized sequential probability ratio test on pentanomial counts. After each pair the log-likelihood ratio
//! compares the most likely pair distribution whose normalized Elo is `elo1` with the most likely one whose normalized
//! Elo is `elo0`; the test ends when the ratio leaves (lower, upper). Bounds are fixed before the match and never
//! moved. `docs/statistics.md` derives the constrained maximum likelihood estimate used here.

use super::{NormalizedElo, Pairs};
use serde::{Deserialize, Serialize};

/// A count of zero is taken as this many pairs, so that no outcome is impossible.
const SMALLEST_COUNT: f64 = 1e-3;

/// Fixed-point rounds of the constrained estimate; it is stationary to 1e-9 after four or five.
const MAX_ROUNDS: u32 = 10;

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
        if elo0.0.partial_cmp(&elo1.0) != Some(std::cmp::Ordering::Less) || !(elo1.0 - elo0.0).is_finite() {
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
        let p0 = most_likely(&observed, self.elo0.pair_effect());
        let p1 = most_likely(&observed, self.elo1.pair_effect());
        (0..5).map(|i| counts[i] * (p1[i] / p0[i]).ln()).sum()
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

fn mean_and_deviation(distribution: &[f64; 5]) -> (f64, f64) {
    let mean: f64 = distribution.iter().zip(Pairs::SCORES).map(|(p, s)| p * s).sum();
    let variance: f64 = distribution.iter().zip(Pairs::SCORES).map(|(p, s)| p * (s - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

/// The distribution closest to `observed` in likelihood whose (mean - 1/2) / deviation equals `effect`.
///
/// The constraint is not linear in the probabilities, so it is linearised around the last estimate (the gradient of
/// mean - 1/2 - effect * deviation) and solved again until it is stationary.
fn most_likely(observed: &[f64; 5], effect: f64) -> [f64; 5] {
    let mut estimate = [0.2; 5];
    for _ in 0..MAX_ROUNDS {
        let (mean, deviation) = mean_and_deviation(&estimate);
        let gradient =
            Pairs::SCORES.map(|s| s - 0.5 - 0.5 * effect * deviation * (1.0 + ((s - mean) / deviation).powi(2)));
        let multiplier = lagrange_multiplier(observed, &gradient);
        let mut next = *observed;
        for (p, g) in next.iter_mut().zip(gradient) {
            *p /= 1.0 + multiplier * g;
        }
        let moved = (0..5).map(|i| (next[i] - estimate[i]).abs()).fold(0.0, f64::max);
        estimate = next;
        if moved < 1e-9 {
            break;
        }
    }
    estimate
}

/// Solves sum of p g / (1 + x g) = 0 for x by bisection between the poles; the left side falls from +inf to -inf there.
fn lagrange_multiplier(observed: &[f64; 5], gradient: &[f64; 5]) -> f64 {
    let largest = gradient.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let smallest = gradient.iter().copied().fold(f64::INFINITY, f64::min);
    debug_assert!(smallest < 0.0 && largest > 0.0, "the constraint cuts the simplex: {gradient:?}");
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    // 200 halvings of a finite interval reach the last bit of a double.
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        let value: f64 = (0..5).map(|i| observed[i] * gradient[i] / (1.0 + middle * gradient[i])).sum();
        if value > 0.0 { low = middle } else { high = middle }
    }
    0.5 * (low + high)
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
        assert!(new(0.0, f64::INFINITY, 0.05, 0.05).is_err());
        let error = new(0.0, 5.0, 0.05, 0.7).unwrap_err().to_string();
        assert_eq!(error, "beta = 0.7 is not an error rate; expected a number above 0 and below 0.5, such as 0.05");
    }

    #[test]
    fn the_estimate_meets_its_constraint() {
        let observed = [0.1, 0.2, 0.3, 0.25, 0.15];
        for effect in [-0.2, -0.01, 0.0, 0.05, 0.3] {
            let p = most_likely(&observed, effect);
            let (mean, deviation) = mean_and_deviation(&p);
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-8);
            assert!(((mean - 0.5) / deviation - effect).abs() < 1e-7, "{effect}: {p:?}");
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
            let distribution = most_likely(&shape, NormalizedElo(truth).pair_effect());
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
