//! Tables learned from positions: least squares by conjugate gradients over the normal equations, preconditioned by how often
//! each weight is selected. No step size to choose and no order of samples. The same positions give the same weights, on however
//! many threads: sums are made of parts that depend on the number of positions alone.

/// Positions in a part of a sum, and the most parts there are.
const PART: usize = 20_000;
const MOST_PARTS: usize = 16;

/// Positions by the weights they select, and the scores that the sums of those weights should be.
pub struct Problem<const FEATURES: usize> {
    features: Vec<[u32; FEATURES]>,
    scores: Vec<f32>,
    /// By position: how much it counts; empty where all count alike.
    importance: Vec<f32>,
    /// By weight: how much the positions that select it count.
    counts: Vec<f32>,
    threads: usize,
}

impl<const FEATURES: usize> Problem<FEATURES> {
    /// The equations of positions that select from so many weights, solved on so many threads.
    ///
    /// # Panics
    /// If a position selects a weight that there is not.
    pub fn new(features: Vec<[u32; FEATURES]>, scores: Vec<f32>, weights: usize, threads: usize) -> Problem<FEATURES> {
        let mut counts = vec![0.0; weights];
        features.iter().flatten().for_each(|&number| counts[number as usize] += 1.0);
        Problem { features, scores, importance: Vec::new(), counts, threads: threads.max(1) }
    }

    /// The same with the square of every position's error counted so many times. [`Problem::error`] goes on counting all alike.
    ///
    /// # Panics
    /// If there are not as many numbers as positions.
    pub fn with_importance(mut self, importance: Vec<f32>) -> Problem<FEATURES> {
        assert_eq!(importance.len(), self.len(), "a number for each position");
        self.counts.fill(0.0);
        for (selected, &times) in self.features.iter().zip(&importance) {
            selected.iter().for_each(|&number| self.counts[number as usize] += times);
        }
        self.importance = importance;
        self
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// The guess and the score of each position.
    pub fn guesses<'p>(&'p self, weights: &'p [f32]) -> impl Iterator<Item = (f32, f32)> + 'p {
        self.features.iter().zip(&self.scores).map(|(selected, &score)| (sum(weights, selected), score))
    }

    /// Mean squared error of the guesses.
    pub fn error(&self, weights: &[f32]) -> f64 {
        let squares: f64 = self.guesses(weights).map(|(guess, score)| f64::from((guess - score).powi(2))).sum();
        squares / self.len().max(1) as f64
    }

    /// Weights that guess well: as near to `prior` as if each weight had been seen `ridge` times with its prior value.
    pub fn solve(&self, prior: &[f32], ridge: f32, steps: usize) -> Vec<f32> {
        // Unknown is the correction d = w - prior: (A'A + ridge) d = A'(y - A prior).
        let mut residual = self.gathered(|selected, score| score - sum(prior, selected));
        let scale: Vec<f32> = self.counts.iter().map(|count| 1.0 / (count + ridge)).collect();
        let mut correction = vec![0.0f32; prior.len()];
        let mut direction: Vec<f32> = residual.iter().zip(&scale).map(|(r, s)| r * s).collect();
        let mut slope = dot(&residual, &direction);
        for _ in 0..steps {
            let mut image = self.gathered(|selected, _| sum(&direction, selected));
            image.iter_mut().zip(&direction).for_each(|(i, d)| *i += ridge * d);
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

    /// For every weight, the sum over the positions that select it of what `value` says about them.
    fn gathered(&self, value: impl Fn(&[u32; FEATURES], f32) -> f32 + Sync) -> Vec<f32> {
        let parts = self.len().div_ceil(PART).clamp(1, MOST_PARTS);
        let part = self.len().div_ceil(parts).max(1);
        let gather = |number: usize| {
            let mut image = vec![0.0f32; self.counts.len()];
            let from = (number * part).min(self.len());
            let to = (from + part).min(self.len());
            for at in from..to {
                let selected = &self.features[at];
                let times = self.importance.get(at).copied().unwrap_or(1.0);
                let value = times * value(selected, self.scores[at]);
                selected.iter().for_each(|&number| image[number as usize] += value);
            }
            image
        };
        let add = |all: &mut Vec<f32>, image: Vec<f32>| {
            all.iter_mut().zip(image).for_each(|(all, part)| *all += part);
        };
        let mut all = vec![0.0f32; self.counts.len()];
        if self.threads == 1 {
            (0..parts).for_each(|number| add(&mut all, gather(number)));
            return all;
        }
        let gather = &gather;
        for numbers in (0..parts).collect::<Vec<_>>().chunks(self.threads) {
            std::thread::scope(|scope| {
                let workers: Vec<_> = numbers.iter().map(|&number| scope.spawn(move || gather(number))).collect();
                for worker in workers {
                    add(&mut all, worker.join().expect("sums of any weights"));
                }
            });
        }
        all
    }
}

fn sum(weights: &[f32], selected: &[u32]) -> f32 {
    selected.iter().map(|&number| weights[number as usize]).sum()
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum()
}

/// The number of discs d for which tanh(guess / d) tells wins from losses best, of guesses with the results they stand for:
/// least log-loss, by ternary search.
pub fn discs_per_value(guesses: &[(f32, f32)]) -> f32 {
    let loss = |discs: f64| -> f64 {
        let cost = |&(guess, result): &(f32, f32)| {
            let logit = 2.0 * f64::from(guess) / discs;
            let (won, lost) = ((-logit).exp().ln_1p(), logit.exp().ln_1p());
            if result > 0.0 {
                won
            } else if result < 0.0 {
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

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;

    /// What counts for nothing teaches nothing, and what counts twice teaches as if it were there twice.
    #[test]
    fn positions_count_as_often_as_they_should() {
        let (features, scores) = (vec![[0], [0], [0], [1]], vec![3.0, 9.0, 100.0, 5.0]);
        let problem = Problem::new(features, scores, 2, 1).with_importance(vec![2.0, 1.0, 0.0, 1.0]);
        let weights = problem.solve(&[0.0; 2], 1e-4, 20);
        assert!((weights[0] - 5.0).abs() < 0.01 && (weights[1] - 5.0).abs() < 0.01, "{weights:?}");
    }

    /// The parts of a sum do not depend on the threads.
    #[test]
    fn threads_change_no_digit() {
        let mut rng = Rng::seeded(5);
        let features: Vec<[u32; 4]> = (0..3 * PART).map(|_| [(); 4].map(|()| rng.below(50))).collect();
        let scores: Vec<f32> = features.iter().map(|_| rng.below(1000) as f32 / 7.0).collect();
        let solve = |threads| Problem::new(features.clone(), scores.clone(), 50, threads).solve(&[0.0; 50], 4.0, 5);
        assert_eq!(solve(1), solve(2));
        assert_eq!(solve(1), solve(5));
    }

    /// Scores that are sums of known weights are learned back, on one thread and on three.
    #[test]
    fn weights_are_found_again() {
        let mut rng = Rng::seeded(3);
        let truth: Vec<f32> = (0..20).map(|_| rng.below(41) as f32 - 20.0).collect();
        let features: Vec<[u32; 3]> = (0..500).map(|_| [(); 3].map(|()| rng.below(20))).collect();
        let scores: Vec<f32> = features.iter().map(|selected| sum(&truth, selected)).collect();
        for threads in [1, 3] {
            let problem = Problem::new(features.clone(), scores.clone(), 20, threads);
            let weights = problem.solve(&[0.0; 20], 1e-3, 60);
            assert!(weights.iter().zip(&truth).all(|(found, truth)| (found - truth).abs() < 0.05), "{weights:?}");
            assert!(problem.error(&weights) < 1e-3 && problem.error(&[0.0; 20]) > 100.0);
        }
        let nothing = Problem::<3>::new(Vec::new(), Vec::new(), 20, 2);
        assert!(nothing.is_empty() && nothing.solve(&truth, 1.0, 5) == truth, "nothing seen, nothing learned");
    }

    #[test]
    fn sure_guesses_need_few_discs() {
        let guesses = |spread: f32| (-30..=30).map(|discs| (discs as f32, discs as f32 + spread)).collect::<Vec<_>>();
        assert!(discs_per_value(&guesses(0.0)) < discs_per_value(&guesses(15.0)));
    }
}
