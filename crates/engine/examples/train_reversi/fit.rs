//! Least squares for one phase: conjugate gradients over the normal equations, preconditioned by how often each
//! weight is selected. No step size to choose and no order of samples; threads change the last digits of a sum at most.

use crate::games::Sample;
use luozi_eval::mosaic::{FEATURES, MosaicWeights, PHASES, PhaseWeights, features, phase, tables, weights_per_phase};
use luozi_eval::patterns::UNITS_PER_DISC;

/// Positions of one phase by the weights they select.
struct Problem {
    features: Vec<[u32; FEATURES]>,
    scores: Vec<f32>,
    counts: Vec<f32>,
    threads: usize,
}

/// Tables fitted to the samples, from the last phase to the first: each begins with what the one after it learned.
pub(crate) fn learn(samples: &[Sample], ridge: f32, steps: usize, threads: usize, run: &str) -> MosaicWeights {
    let sizes: Vec<String> = tables().map(|(name, size)| format!("{name} {size}")).collect();
    eprintln!("{} weights a phase: {}", weights_per_phase(), sizes.join(", "));
    println!("| discs | positions | held out | error learned | error held out | after rounding | discs for tanh(1) |");
    println!("|---|---|---|---|---|---|---|");
    let mut weights = vec![0.0; weights_per_phase()];
    let mut phases = Vec::new();
    let mut totals = [0.0; 3];
    for number in (0..PHASES).rev() {
        let of_phase: Vec<&Sample> =
            samples.iter().filter(|sample| phase((sample.own | sample.opponent).count_ones()) == number).collect();
        let (held_out, learned): (Vec<&Sample>, Vec<&Sample>) = of_phase.into_iter().partition(|s| s.held_out);
        let (problem, test) = (Problem::new(&learned, threads), Problem::new(&held_out, threads));
        weights = problem.solve(&weights, ridge, steps);
        let results = held_out.iter().map(|sample| f32::from(sample.result));
        let guesses: Vec<(f32, f32)> = test.guesses(&weights).zip(results).map(|((guess, _), r)| (guess, r)).collect();
        let rounded = PhaseWeights::rounded(&weights, discs_per_value(&guesses));
        let errors = [&weights, &rounded.discs()].map(|weights| test.error(weights));
        println!(
            "| {}-{} | {} | {} | {:.2} | {:.3} | {:.3} | {:.1} |",
            4 + 2 * number,
            5 + 2 * number,
            learned.len(),
            held_out.len(),
            problem.error(&weights).sqrt(),
            errors[0].sqrt(),
            errors[1].sqrt(),
            rounded.discs_per_value
        );
        let count = held_out.len() as f64;
        let sums = [count, errors[1] * count, learned.len() as f64];
        totals.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum);
        phases.insert(0, rounded);
    }
    println!("| all | {} | {} | | | {:.3} | |", totals[2], totals[0], (totals[1] / totals[0].max(1.0)).sqrt());
    MosaicWeights { run: run.to_string(), phases }
}

impl Problem {
    /// The equations of these samples.
    fn new(samples: &[&Sample], threads: usize) -> Problem {
        let share = samples.len().div_ceil(threads).max(1);
        let of_part = |part: &[&Sample]| part.iter().map(|s| features(s.own, s.opponent)).collect::<Vec<_>>();
        let features: Vec<[u32; FEATURES]> = std::thread::scope(|scope| {
            let workers: Vec<_> = samples.chunks(share).map(|part| scope.spawn(move || of_part(part))).collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("features of any board")).collect()
        });
        let mut counts = vec![0.0; weights_per_phase()];
        features.iter().flatten().for_each(|&number| counts[number as usize] += 1.0);
        let scores = samples.iter().map(|sample| f32::from(sample.units) / UNITS_PER_DISC as f32).collect();
        Problem { features, scores, counts, threads }
    }

    /// The guess and the score of each position.
    fn guesses<'p>(&'p self, weights: &'p [f32]) -> impl Iterator<Item = (f32, f32)> + 'p {
        self.features.iter().zip(&self.scores).map(|(selected, &score)| (sum(weights, selected), score))
    }

    /// Mean squared error of the guesses.
    fn error(&self, weights: &[f32]) -> f64 {
        let squares: f64 = self.guesses(weights).map(|(guess, score)| f64::from((guess - score).powi(2))).sum();
        squares / self.scores.len().max(1) as f64
    }

    /// Weights that guess well: as near to `prior` as if each weight had been seen `ridge` times with its prior value.
    fn solve(&self, prior: &[f32], ridge: f32, steps: usize) -> Vec<f32> {
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
        let share = self.scores.len().div_ceil(self.threads).max(1);
        let parts = self.features.chunks(share).zip(self.scores.chunks(share));
        let value = &value;
        std::thread::scope(|scope| {
            let gather = |(features, scores): (&[[u32; FEATURES]], &[f32])| {
                let mut image = vec![0.0f32; self.counts.len()];
                for (selected, &score) in features.iter().zip(scores) {
                    let value = value(selected, score);
                    selected.iter().for_each(|&number| image[number as usize] += value);
                }
                image
            };
            let workers: Vec<_> = parts.map(|part| scope.spawn(move || gather(part))).collect();
            let mut all = vec![0.0f32; self.counts.len()];
            for worker in workers {
                let image = worker.join().expect("sums of any weights");
                all.iter_mut().zip(image).for_each(|(all, part)| *all += part);
            }
            all
        })
    }
}

fn sum(weights: &[f32], selected: &[u32; FEATURES]) -> f32 {
    selected.iter().map(|&number| weights[number as usize]).sum()
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum()
}

/// The number of discs d for which tanh(guess / d) tells wins from losses best: least log-loss, by ternary search.
fn discs_per_value(guesses: &[(f32, f32)]) -> f32 {
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
