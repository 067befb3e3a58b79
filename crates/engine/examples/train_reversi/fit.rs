//! Tables of every phase, fitted to the samples.

use crate::games::Sample;
use luozi_eval::fit::{Problem, discs_per_value};
use luozi_eval::mosaic::{FEATURES, MosaicWeights, PHASES, PhaseWeights, features, phase, tables, weights_per_phase};
use luozi_eval::patterns::UNITS_PER_DISC;

/// How tables are fitted.
pub(crate) struct Plan<'p> {
    /// How often a weight counts as seen with the value it has in the phase after.
    pub(crate) ridge: f32,
    /// Rounds of conjugate gradients.
    pub(crate) steps: usize,
    pub(crate) threads: usize,
    /// Tables that other positions taught, and their share in the result. Where two fits saw different positions, the
    /// mean of their weights, by the numbers of positions, is nearly what one fit of all of them would have found.
    pub(crate) blend: Option<(&'p MosaicWeights, f32)>,
    /// Name of the run.
    pub(crate) run: &'p str,
}

/// Tables fitted to the samples, from the last phase to the first: each begins with what the one after it learned.
pub(crate) fn learn(samples: &[Sample], plan: &Plan<'_>) -> MosaicWeights {
    let &Plan { ridge, steps, threads, blend, run } = plan;
    let sizes: Vec<String> = tables().map(|(name, size)| format!("{name} {size}")).collect();
    eprintln!("{} weights a phase: {}", weights_per_phase(), sizes.join(", "));
    println!("| discs | positions | held out | error learned | error held out | as written | discs for tanh(1) |");
    println!("|---|---|---|---|---|---|---|");
    let mut weights = vec![0.0; weights_per_phase()];
    let mut phases = Vec::new();
    let mut totals = [0.0; 3];
    let mut of_phase: Vec<[Vec<&Sample>; 2]> = vec![Default::default(); PHASES];
    for sample in samples {
        of_phase[phase((sample.own | sample.opponent).count_ones())][usize::from(sample.held_out)].push(sample);
    }
    for number in (0..PHASES).rev() {
        let [learned, held_out] = &of_phase[number];
        let (problem, test) = (problem(learned, threads), problem(held_out, threads));
        weights = problem.solve(&weights, ridge, steps);
        let mut written = weights.clone();
        if let Some((others, share)) = blend {
            let others = others.phases[number].discs();
            written.iter_mut().zip(others).for_each(|(weight, other)| *weight += share * (other - *weight));
        }
        let results = held_out.iter().map(|sample| f32::from(sample.result));
        let guesses: Vec<(f32, f32)> = test.guesses(&written).zip(results).map(|((guess, _), r)| (guess, r)).collect();
        let rounded = PhaseWeights::rounded(&written, discs_per_value(&guesses));
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

/// The equations of these samples.
fn problem(samples: &[&Sample], threads: usize) -> Problem<FEATURES> {
    let share = samples.len().div_ceil(threads).max(1);
    let of_part = |part: &[&Sample]| part.iter().map(|s| features(s.own, s.opponent)).collect::<Vec<_>>();
    let features: Vec<[u32; FEATURES]> = std::thread::scope(|scope| {
        let workers: Vec<_> = samples.chunks(share).map(|part| scope.spawn(move || of_part(part))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("features of any board")).collect()
    });
    let scores = samples.iter().map(|sample| f32::from(sample.units) / UNITS_PER_DISC as f32).collect();
    Problem::new(features, scores, weights_per_phase(), threads)
}
