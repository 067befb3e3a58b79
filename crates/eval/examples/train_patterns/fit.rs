//! Least squares for one phase: conjugate gradients over the normal equations, preconditioned by how often each
//! weight is selected. No step size to choose, no order of samples, the same result every time.

use luozi_eval::patterns::{FEATURES, features, weights_per_phase};

use crate::samples::Sample;

/// Positions of one phase by the weights they select.
pub(crate) struct Problem {
    features: Vec<[u32; FEATURES]>,
    scores: Vec<f32>,
    counts: Vec<f32>,
}

impl Problem {
    /// The equations of these samples.
    pub(crate) fn new<'s>(samples: impl Iterator<Item = &'s Sample>) -> Problem {
        let mut problem = Problem { features: Vec::new(), scores: Vec::new(), counts: vec![0.0; weights_per_phase()] };
        for sample in samples {
            let selected = features(sample.own, sample.opponent);
            selected.iter().for_each(|&number| problem.counts[number as usize] += 1.0);
            problem.features.push(selected);
            problem.scores.push(sample.score);
        }
        problem
    }

    /// Number of positions.
    pub(crate) fn len(&self) -> usize {
        self.scores.len()
    }

    /// The guess and the score of each position.
    pub(crate) fn guesses<'p>(&'p self, weights: &'p [f32]) -> impl Iterator<Item = (f32, f32)> + 'p {
        self.features.iter().zip(&self.scores).map(|(selected, &score)| (sum(weights, selected), score))
    }

    /// Mean squared error of the guesses.
    pub(crate) fn error(&self, weights: &[f32]) -> f64 {
        let squares: f64 = self.guesses(weights).map(|(guess, score)| f64::from((guess - score).powi(2))).sum();
        squares / self.len().max(1) as f64
    }

    /// Weights that guess well: as near to `prior` as if each weight had been seen `ridge` times with its prior value.
    pub(crate) fn solve(&self, prior: &[f32], ridge: f32, rounds: usize) -> Vec<f32> {
        // Unknown is the correction d = w - prior: (A'A + ridge) d = A'(y - A prior).
        let mut residual = vec![0.0f32; prior.len()];
        for (selected, &score) in self.features.iter().zip(&self.scores) {
            let error = score - sum(prior, selected);
            selected.iter().for_each(|&number| residual[number as usize] += error);
        }
        let scale: Vec<f32> = self.counts.iter().map(|count| 1.0 / (count + ridge)).collect();
        let mut correction = vec![0.0f32; prior.len()];
        let mut direction: Vec<f32> = residual.iter().zip(&scale).map(|(r, s)| r * s).collect();
        let mut slope = dot(&residual, &direction);
        for _ in 0..rounds {
            let image = self.normal(&direction, ridge);
            let step = (slope / dot(&direction, &image).max(f64::MIN_POSITIVE)) as f32;
            correction.iter_mut().zip(&direction).for_each(|(c, d)| *c += step * d);
            residual.iter_mut().zip(&image).for_each(|(r, i)| *r -= step * i);
            let next: f64 = residual.iter().zip(&scale).map(|(r, s)| f64::from(r * r * s)).sum();
            let keep = (next / slope.max(f64::MIN_POSITIVE)) as f32;
            direction.iter_mut().zip(residual.iter().zip(&scale)).for_each(|(d, (r, s))| *d = r * s + keep * *d);
            slope = next;
        }
        prior.iter().zip(&correction).map(|(prior, correction)| prior + correction).collect()
    }

    /// (A'A + ridge) applied to a vector.
    fn normal(&self, vector: &[f32], ridge: f32) -> Vec<f32> {
        let mut image: Vec<f32> = vector.iter().map(|v| ridge * v).collect();
        for selected in &self.features {
            let sum = sum(vector, selected);
            selected.iter().for_each(|&number| image[number as usize] += sum);
        }
        image
    }
}

fn sum(weights: &[f32], selected: &[u32; FEATURES]) -> f32 {
    selected.iter().map(|&number| weights[number as usize]).sum()
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum()
}

/// The number of discs d for which tanh(guess / d) tells wins from losses best: least log-loss, by ternary search.
pub(crate) fn discs_per_value(guesses: &[(f32, f32)]) -> f32 {
    let loss = |discs: f64| -> f64 {
        let cost = |&(guess, score): &(f32, f32)| {
            let logit = 2.0 * f64::from(guess) / discs;
            let (won, lost) = ((-logit).exp().ln_1p(), logit.exp().ln_1p());
            if score > 0.0 {
                won
            } else if score < 0.0 {
                lost
            } else {
                (won + lost) / 2.0
            }
        };
        guesses.iter().map(cost).sum()
    };
    let (mut low, mut high) = (1.0, 200.0);
    for _ in 0..40 {
        let third = (high - low) / 3.0;
        if loss(low + third) < loss(high - third) { high -= third } else { low += third }
    }
    ((low + high) / 2.0) as f32
}
