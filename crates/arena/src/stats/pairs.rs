//! Pentanomial statistics: pairs counted by the points one player took from the two games.
//!
//! ```text
//! index    0     1     2      3     4
//! points   0    1/2    1    1 1/2   2        a pair's score is points / 2, in [0, 1]
//! ```
//!
//! Elo has an interval by the normal approximation of the mean pair score, which is exact enough from a few dozen
//! pairs on (the tests measure its coverage). When all pairs ended alike the sample has no variance to use, and the
//! interval is the exact binomial one.

use super::{Elo, NormalizedElo};
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

/// Quantile of the standard normal distribution for two-sided 95 % intervals.
pub(super) const CI95: f64 = 1.959_963_984_540_054;

/// Probability of each tail outside a 95 % interval.
const TAIL: f64 = 0.025;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval<T> {
    /// Lower end.
    pub low: T,
    /// The estimate itself.
    pub estimate: T,
    /// Upper end.
    pub high: T,
}

impl<T> Interval<T> {
    fn map<U>(self, mut f: impl FnMut(T) -> U) -> Interval<U> {
        Interval { low: f(self.low), estimate: f(self.estimate), high: f(self.high) }
    }
}

impl<T: PartialOrd> Interval<T> {
    /// Whether `value` lies inside.
    pub fn contains(&self, value: T) -> bool {
        self.low <= value && value <= self.high
    }
}

/// Numbers of pairs by points taken: index 0 = no point, 2 = one point, 4 = both games won.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Counts one pair; `half_points` is 0 for two losses up to 4 for two wins.
    ///
    /// # Panics
    /// When two games cannot give that many half points.
    pub fn record(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Number of pairs.
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The same pairs seen by the opponent.
    pub fn seen_by_opponent(&self) -> Pairs {
        let [a, b, c, d, e] = self.0;
        Pairs([e, d, c, b, a])
    }

    /// Score of a pair by index, in [0, 1].
    pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Mean score per game; 1/2 without any pair.
    pub fn score(&self) -> f64 {
        let total = self.count();
        if total == 0 {
            return 0.5;
        }
        Self::SCORES.iter().zip(self.0).map(|(s, n)| s * n as f64).sum::<f64>() / total as f64
    }

    /// Variance of one pair's score around the sample's mean.
    pub fn variance(&self) -> f64 {
        let (total, mean) = (self.count(), self.score());
        if total == 0 {
            return 0.0;
        }
        Self::SCORES.iter().zip(self.0).map(|(s, n)| (s - mean).powi(2) * n as f64).sum::<f64>() / total as f64
    }

    /// Mean score per game with its 95 % interval; `None` without any pair.
    pub fn score_interval(&self) -> Option<Interval<f64>> {
        let total = self.count();
        if total == 0 {
            return None;
        }
        let (mean, variance) = (self.score(), self.variance());
        if variance == 0.0 {
            // All pairs alike: their true share is at least `share` with 97.5 % confidence, whatever the others are.
            let share = TAIL.powf(1.0 / total as f64);
            return Some(Interval { low: share * mean, estimate: mean, high: share * mean + (1.0 - share) });
        }
        let error = CI95 * (variance / total as f64).sqrt();
        Some(Interval { low: (mean - error).max(0.0), estimate: mean, high: (mean + error).min(1.0) })
    }

    /// Elo difference with its 95 % interval; ends may be infinite. `None` without any pair.
    pub fn elo(&self) -> Option<Interval<Elo>> {
        Some(self.score_interval()?.map(Elo::of_score))
    }

    /// Normalized Elo with its 95 % interval; `None` while the sample has no variance.
    pub fn normalized_elo(&self) -> Option<Interval<NormalizedElo>> {
        let deviation = self.variance().sqrt();
        if deviation == 0.0 {
            return None;
        }
        let (mean, total) = (self.score(), self.count() as f64);
        let moment = |power| {
            let parts = Self::SCORES.iter().zip(self.0).map(|(s, n)| ((s - mean) / deviation).powi(power) * n as f64);
            parts.sum::<f64>() / total
        };
        let effect = (mean - 0.5) / deviation;
        // The deviation is estimated too, so the error grows with the effect (delta method, `docs/statistics.md`).
        let spread = 1.0 - effect * moment(3) + effect * effect * (moment(4) - 1.0) / 4.0;
        let error = CI95 * (spread.max(0.0) / total).sqrt();
        let ends = Interval { low: effect - error, estimate: effect, high: effect + error };
        Some(ends.map(NormalizedElo::of_pair_effect))
    }

    /// Likelihood of superiority: how sure the sample is that the player is stronger, in [0, 1].
    pub fn superiority(&self) -> f64 {
        let (total, variance, lead) = (self.count(), self.variance(), self.score() - 0.5);
        if variance == 0.0 {
            // As for the interval: the sign is wrong only if less than half of all pairs are of the only kind seen.
            let doubt = 0.5f64.powf(total as f64);
            return if lead == 0.0 {
                0.5
            } else if lead > 0.0 {
                1.0 - doubt
            } else {
                doubt
            };
        }
        Normal::standard().cdf(lead / (variance / total as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::simulate::draw;
    use luozi_core::Rng;

    /// Worked examples published with fastchess (its `elo_test.cpp`): nElo, its error, Elo, its error, LOS in percent.
    /// Its error of nElo is the limit for small effects, hence the share of the effect that is allowed there.
    #[test]
    fn agrees_with_published_numbers() {
        let published = [
            (Pairs([34, 54, 63, 64, 75]), [57.94, 28.28, 55.58, 27.65, 100.0]),
            (Pairs([332, 433, 498, 333, 334]), [-9.17, 10.96, -8.64, 10.33, 5.05]),
            (Pairs([7895, 8757, 5685, 568, 9999]), [-19.01, 2.65, -21.04, 2.95, 0.0]),
        ];
        for (pairs, [nelo, nelo_error, elo, elo_error, superiority]) in published {
            let ours = pairs.normalized_elo().unwrap();
            assert!((ours.estimate.0 - nelo).abs() < 0.006, "{ours:?}");
            assert!(((ours.high.0 - ours.low.0) / 2.0 / nelo_error - 1.0).abs() < 0.001 * nelo.abs(), "{ours:?}");
            let ours = pairs.elo().unwrap();
            assert!((ours.estimate.0 - elo).abs() < 0.006, "{ours:?}");
            assert!(((ours.high.0 - ours.low.0) / 2.0 - elo_error).abs() < 0.006, "{ours:?}");
            assert!((pairs.superiority() * 100.0 - superiority).abs() < 0.006);
            let mirrored = pairs.seen_by_opponent();
            assert!((mirrored.elo().unwrap().estimate.0 + elo).abs() < 0.006);
            assert!((mirrored.superiority() + pairs.superiority() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn degenerate_samples_stay_honest() {
        assert_eq!(Pairs::default().elo(), None);
        assert_eq!(Pairs::default().superiority(), 0.5);
        let won = Pairs([0, 0, 0, 0, 10]);
        let elo = won.elo().unwrap();
        assert_eq!(elo.estimate, Elo(f64::INFINITY));
        assert!((elo.low.0 - Elo::of_score(0.025f64.powf(0.1)).0).abs() < 1e-9 && elo.low.0 > 100.0);
        assert!(won.superiority() > 0.999);
        assert_eq!(won.normalized_elo(), None);
        let even = Pairs([0, 0, 10, 0, 0]).elo().unwrap();
        assert!(even.low.0 < -50.0 && even.high.0 > 50.0);
    }

    /// 20,000 matches of known strength per row: the 95 % intervals cover the truth 95 ± 1 % of the time.
    #[test]
    fn intervals_cover_the_truth() {
        let mut rng = Rng::seeded(1);
        let strengths = [
            [0.1, 0.2, 0.4, 0.2, 0.1],
            [0.05, 0.1, 0.3, 0.3, 0.25],
            [0.05, 0.0, 0.7, 0.0, 0.25], // no draws, the first mover wins nearly always
        ];
        for distribution in strengths {
            let mean: f64 = distribution.iter().zip(Pairs::SCORES).map(|(p, s)| p * s).sum();
            let variance: f64 = distribution.iter().zip(Pairs::SCORES).map(|(p, s)| p * (s - mean).powi(2)).sum();
            let (elo, nelo) = (Elo::of_score(mean), NormalizedElo::of_pair_effect((mean - 0.5) / variance.sqrt()));
            let matches = 20_000;
            let (mut covered, mut covered_normalized, mut mean_variance) = (0, 0, 0.0);
            for _ in 0..matches {
                let mut pairs = Pairs::default();
                draw(&mut pairs, distribution, 200, &mut rng);
                covered += u32::from(pairs.elo().unwrap().contains(elo));
                covered_normalized += u32::from(pairs.normalized_elo().unwrap().contains(nelo));
                mean_variance += pairs.variance() / f64::from(matches);
            }
            for share in [covered, covered_normalized].map(|n| f64::from(n) / f64::from(matches)) {
                assert!((0.94..0.96).contains(&share), "{distribution:?}: covered {share}");
            }
            // The sample variance is smaller by (n - 1) / n on average, as it should be for a maximum likelihood estimate.
            assert!((mean_variance / (variance * 199.0 / 200.0) - 1.0).abs() < 0.01, "{distribution:?}");
        }
    }
}
