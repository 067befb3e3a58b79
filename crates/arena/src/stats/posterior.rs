//! What a handful of pairs says about the strength behind them.
//!
//! The shares of the five pair results are unknown; after the counts n their density is that of Dirichlet's distribution
//! with the weights n, plus a little for what was not seen: [`UNSEEN`], so that a sample without a surprise is not taken for a
//! world without any. Everything that is told about a sample, on the terminal and on the page alike, is read off this one
//! distribution, so that no two figures contradict each other.

use super::{Pairs, likely};
use statrs::distribution::{Beta, ContinuousCDF};

/// Pairs that were not seen: some lost, as many won, and some shared. `docs/statistics.md` says how they were chosen: fewer, and
/// equal players are too often told apart after a few pairs; more, and intervals of drawish matches become too wide.
const UNSEEN: [f64; 5] = [0.395, 0.0, 0.25, 0.0, 0.395];

/// In place of a share of nothing, where a logarithm is taken: too little to be seen in any figure.
const NEARLY_NOTHING: f64 = 1e-12;

/// The shares of the five pair results as far as they are known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Posterior {
    weights: [f64; 5],
}

impl Posterior {
    /// After these pairs.
    pub(super) fn after(pairs: &Pairs) -> Posterior {
        let mut weights = UNSEEN;
        for (weight, count) in weights.iter_mut().zip(pairs.0) {
            *weight += count as f64;
        }
        Posterior { weights }
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

    /// The effects (mean - 1/2) / deviation between which the truth lies with all but `tail` at either side. A ratio of two unknowns
    /// has no formula that holds for a few pairs. So each end is the effect that makes the sample exactly as unlikely as that end
    /// of the mean score does: both intervals hold "equal" or neither does.
    pub(super) fn effect_between(&self, tail: f64) -> [f64; 2] {
        let total: f64 = self.weights.iter().sum();
        let shares = self.weights.map(|weight| weight.max(NEARLY_NOTHING) / total);
        let [low, high] =
            self.mean_between(tail).map(|mean| likely::with_mean(&shares, mean).map_or(0.0, |end| end.loss));
        [likely::effect_that_costs(&shares, low, false), likely::effect_that_costs(&shares, high, true)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;
    use std::f64::consts::TAU;

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

    /// The same for the ends of normalized Elo, on samples that are large enough for both ways to say the same.
    #[test]
    fn ends_of_the_effect_agree_with_draws() {
        for counts in [[20, 5, 40, 9, 30], [0, 40, 90, 60, 4], [200, 0, 150, 0, 300]] {
            let posterior = Posterior::after(&Pairs(counts));
            let mut rng = Rng::seeded(2);
            let mut effects: Vec<f64> = (0..20_000)
                .map(|_| {
                    let shares = posterior.weights.map(|weight| gamma(weight, &mut rng));
                    let total: f64 = shares.iter().sum();
                    let (mean, deviation) = likely::mean_and_deviation(&shares.map(|share| share / total));
                    (mean - 0.5) / deviation
                })
                .collect();
            effects.sort_by(f64::total_cmp);
            let [low, high] = posterior.effect_between(0.025);
            let width = high - low;
            assert!((low - effects[500]).abs() < 0.05 * width, "{counts:?}: {low}, drawn {}", effects[500]);
            assert!((high - effects[19_499]).abs() < 0.05 * width, "{counts:?}: {high}, drawn {}", effects[19_499]);
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
