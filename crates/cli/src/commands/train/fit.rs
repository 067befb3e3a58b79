//! Tables of every phase, fitted to judged positions.

use crate::error::Interrupted;
use anyhow::Result;
use luozi::engine::pvs::judged::Sample;
use luozi::eval::fit::{Problem, discs_per_value};
use luozi::eval::mosaic::{FEATURES, MosaicWeights, PHASES, PhaseWeights, features, phase, weights_per_phase};
use luozi::eval::patterns::UNITS_PER_DISC;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Positions judged within so many discs of a draw have an error of their own in the report.
pub const CLOSE_DISCS: f32 = 12.0;

/// How tables are fitted.
pub struct Plan<'p> {
    /// How often a weight counts as seen with the value it has in the phase after.
    pub ridge: f32,
    /// A position judged so many discs away from a draw counts half; without, all count alike.
    pub half_at: Option<f32>,
    /// Rounds of conjugate gradients.
    pub steps: usize,
    pub threads: usize,
    /// Name of the run.
    pub run: &'p str,
    /// Gives the fit up.
    pub stop: &'p AtomicBool,
}

/// How well the tables of a phase guess.
#[derive(Clone, Serialize, Deserialize)]
pub struct PhaseError {
    /// The smaller number of discs of the phase; the other one is larger by one.
    pub discs: u32,
    /// Positions that were learned from.
    pub learned: usize,
    /// Positions that were not.
    pub held_out: usize,
    /// Of those, the ones judged within [`CLOSE_DISCS`].
    pub close: usize,
    /// Root of the mean squared error in discs on those learned from.
    pub error_learned: f64,
    /// The same on those held out, with the weights as the file has them.
    pub error: f64,
    /// The same on the close ones.
    pub error_close: f64,
}

/// Root of the mean squared error over several phases, weighted by their positions.
pub fn overall(rows: &[PhaseError], of: impl Fn(&PhaseError) -> (usize, f64)) -> f64 {
    let count: usize = rows.iter().map(|row| of(row).0).sum();
    let squares: f64 = rows.iter().map(|row| of(row).0 as f64 * of(row).1.powi(2)).sum();
    (squares / count.max(1) as f64).sqrt()
}

/// Tables fitted to the samples, from the last phase to the first: each begins with what the one after it learned. Gives the errors
/// in the order of the game.
pub fn learn(
    samples: &[Sample],
    plan: &Plan<'_>,
    mut tell: impl FnMut(usize),
) -> Result<(MosaicWeights, Vec<PhaseError>)> {
    let &Plan { ridge, steps, threads, run, .. } = plan;
    let mut weights = vec![0.0; weights_per_phase()];
    let (mut phases, mut errors) = (Vec::new(), Vec::new());
    let mut of_phase: Vec<[Vec<&Sample>; 2]> = vec![Default::default(); PHASES];
    for sample in samples {
        of_phase[phase((sample.own | sample.opponent).count_ones())][usize::from(sample.held_out)].push(sample);
    }
    for number in (0..PHASES).rev() {
        if plan.stop.load(Relaxed) {
            return Err(Interrupted.into());
        }
        tell(PHASES - number);
        let [learned, held_out] = &of_phase[number];
        let mut problem = problem(learned, threads);
        if let Some(half_at) = plan.half_at {
            problem =
                problem.with_importance(learned.iter().map(|sample| importance(discs(sample), half_at)).collect());
        }
        weights = problem.solve(&weights, ridge, steps);
        let test = self::problem(held_out, threads);
        let results = held_out.iter().map(|sample| f32::from(sample.result));
        let guesses: Vec<(f32, f32)> = test.guesses(&weights).zip(results).map(|((guess, _), r)| (guess, r)).collect();
        let rounded = PhaseWeights::rounded(&weights, discs_per_value(&guesses));
        let written = rounded.discs();
        let close = test.guesses(&written).filter(|(_, score)| score.abs() <= CLOSE_DISCS);
        let close: Vec<f64> = close.map(|(guess, score)| f64::from(guess - score).powi(2)).collect();
        errors.push(PhaseError {
            discs: 4 + 2 * number as u32,
            learned: learned.len(),
            held_out: held_out.len(),
            close: close.len(),
            error_learned: problem.error(&weights).sqrt(),
            error: test.error(&written).sqrt(),
            error_close: (close.iter().sum::<f64>() / close.len().max(1) as f64).sqrt(),
        });
        phases.push(rounded);
    }
    phases.reverse();
    errors.reverse();
    Ok((MosaicWeights { run: run.to_string(), phases }, errors))
}

fn discs(sample: &Sample) -> f32 {
    f32::from(sample.units) / UNITS_PER_DISC as f32
}

/// How much a position counts: 1 for a draw, 1/2 at `half_at`, ever less beyond.
fn importance(score: f32, half_at: f32) -> f32 {
    1.0 / (1.0 + (score / half_at).powi(2))
}

/// The equations of these samples.
fn problem(samples: &[&Sample], threads: usize) -> Problem<FEATURES> {
    let share = samples.len().div_ceil(threads).max(1);
    let of_part = |part: &[&Sample]| part.iter().map(|s| features(s.own, s.opponent)).collect::<Vec<_>>();
    let features: Vec<[u32; FEATURES]> = std::thread::scope(|scope| {
        let workers: Vec<_> = samples.chunks(share).map(|part| scope.spawn(move || of_part(part))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("features of any board")).collect()
    });
    Problem::new(features, samples.iter().map(|sample| discs(sample)).collect(), weights_per_phase(), threads)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_counts_half() {
        assert_eq!([0.0, 24.0, -24.0].map(|score| importance(score, 24.0)), [1.0, 0.5, 0.5]);
        assert!(importance(64.0, 24.0) < 0.13);
    }
}
