//! What a handful of pairs says about the strength behind them.
//!
//! The shares of the five pair results are unknown; after the counts n their density is that of Dirichlet's distribution
//! with the weights n, plus a little for what was not seen: [`UNSEEN`] of a pair lost and as much of a pair won, so that a
//! sample without a surprise is not taken for a world without any. Everything that is told about a sample, on the terminal
//! and on the page alike, is read off this one distribution, so that no two figures contradict each other.

use super::Pairs;
use luozi_core::Rng;
use statrs::distribution::{Beta, ContinuousCDF};
use std::f64::consts::TAU;

/// Weight of the pairs that were not seen, at either end. `docs/statistics.md` says how it was chosen: less, and equal
/// players are too often told apart after a few pairs; more, and intervals of drawish matches become too wide.
const UNSEEN: f64 = 0.375;

/// Draws for what has no formula. The ends of an interval are then off by a quarter of a percent of probability.
const DRAWS: usize = 4000;

/// The shares of the five pair results as far as they are known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Posterior {
    weights: [f64; 5],
    /// So that the same sample always gets the same draws.
    seed: u64,
}

impl Posterior {
    /// After these pairs.
    pub(super) fn after(pairs: &Pairs) -> Posterior {
        let mut weights = pairs.0.map(|count| count as f64);
        weights[0] += UNSEEN;
        weights[4] += UNSEEN;
        let seed = pairs.0.iter().fold(1, |seed, count| Rng::seeded(seed ^ count).word());
        Posterior { weights, seed }
    }

    /// The distribution of the mean score. A mean of Dirichlet's shares with values between 0 and 1 is, when only 0 and 1
    /// occur, distributed as Beta; otherwise Beta with the same mean and variance stands for it.
    fn mean_score(&self) -> Beta {
        let total: f64 = self.weights.iter().sum();
        let moment = |power| -> f64 {
            self.weights.iter().zip(Pairs::SCORES).map(|(weight, score)| weight * score.powi(power)).sum::<f64>()
                / total
        };
        let mean = moment(1);
        let variance = (moment(2) - mean * mean) / (total + 1.0);
        let size = mean * (1.0 - mean) / variance - 1.0;
        Beta::new(mean * size, (1.0 - mean) * size).expect("both ends have weight, so both parameters are positive")
    }

    /// The mean scores between which the truth lies with all but `tail` at either side.
    pub(super) fn mean_between(&self, tail: f64) -> [f64; 2] {
        let mean = self.mean_score();
        [tail, 1.0 - tail].map(|probability| mean.inverse_cdf(probability))
    }

    /// How probable a mean score above a half is.
    pub(super) fn better_than_even(&self) -> f64 {
        self.mean_score().sf(0.5)
    }

    /// The effects (mean - 1/2) / deviation between which the truth lies with all but `tail` at either side. A ratio of two
    /// unknowns has no formula that holds for a few pairs, so it is drawn.
    pub(super) fn effect_between(&self, tail: f64) -> [f64; 2] {
        let mut rng = Rng::seeded(self.seed);
        let mut effects: Vec<f64> = (0..DRAWS).map(|_| effect(&self.weights.map(|w| gamma(w, &mut rng)))).collect();
        effects.sort_by(f64::total_cmp);
        let outside = (tail * DRAWS as f64) as usize;
        [effects[outside], effects[DRAWS - 1 - outside]]
    }
}

/// The effect of pair results in these proportions.
fn effect(proportions: &[f64; 5]) -> f64 {
    let total: f64 = proportions.iter().sum();
    let moment = |power| -> f64 {
        proportions.iter().zip(Pairs::SCORES).map(|(p, score)| p * score.powi(power)).sum::<f64>() / total
    };
    let mean = moment(1);
    // Shares that differ by less than a double can tell have no deviation; the effect is then as large as can be written.
    (mean - 0.5) / (moment(2) - mean * mean).max(f64::MIN_POSITIVE).sqrt()
}

/// A draw from the gamma distribution; Dirichlet's shares are such draws divided by their sum (Marsaglia and Tsang, 2000).
fn gamma(shape: f64, rng: &mut Rng) -> f64 {
    if shape == 0.0 {
        return 0.0;
    }
    if shape < 1.0 {
        return gamma(shape + 1.0, rng) * (1.0 - rng.unit()).powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let radius = (-2.0 * (1.0 - rng.unit()).ln()).sqrt();
        let normal = radius * (TAU * rng.unit()).cos();
        let cube = (1.0 + c * normal).powi(3);
        if cube > 0.0 && (1.0 - rng.unit()).ln() < 0.5 * normal * normal + d - d * cube + d * cube.ln() {
            return d * cube;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twin: the same quantiles from draws of the shares themselves.
    #[test]
    fn the_formula_agrees_with_draws() {
        for counts in [[3, 0, 5, 0, 2], [0, 2, 9, 3, 0], [0, 0, 0, 0, 7], [20, 5, 40, 9, 30], [1, 1, 1, 1, 1]] {
            let posterior = Posterior::after(&Pairs(counts));
            let mut rng = Rng::seeded(1);
            let mut means: Vec<f64> = (0..40_000)
                .map(|_| {
                    let shares = posterior.weights.map(|weight| gamma(weight, &mut rng));
                    let total: f64 = shares.iter().sum();
                    shares.iter().zip(Pairs::SCORES).map(|(p, s)| p * s).sum::<f64>() / total
                })
                .collect();
            means.sort_by(f64::total_cmp);
            let [low, high] = posterior.mean_between(0.025);
            // The formula stands for the distribution; a percent of the scale is what it may be off.
            assert!((low - means[1000]).abs() < 0.012, "{counts:?}: {low}, drawn {}", means[1000]);
            assert!((high - means[38_999]).abs() < 0.012, "{counts:?}: {high}, drawn {}", means[38_999]);
            let above = means.iter().filter(|mean| **mean > 0.5).count() as f64 / 40_000.0;
            let even = posterior.better_than_even();
            assert!((even - above).abs() < 0.03, "{counts:?}: {even}, drawn {above}");
        }
    }

    #[test]
    fn gamma_draws_have_the_right_moments() {
        let mut rng = Rng::seeded(4);
        for shape in [0.4, 1.0, 2.5, 40.0] {
            let draws: Vec<f64> = (0..50_000).map(|_| gamma(shape, &mut rng)).collect();
            let mean = draws.iter().sum::<f64>() / draws.len() as f64;
            let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / draws.len() as f64;
            assert!(
                (mean / shape - 1.0).abs() < 0.03 && (variance / shape - 1.0).abs() < 0.06,
                "{shape}: {mean} {variance}"
            );
        }
    }
}
