//! Learns the pattern tables of Reversi from games on a CPU, in minutes.
//!
//! `cargo run --release -p luozi-eval --example train_patterns -- FOLDER-WITH-WTB out.pat`
//!
//! Every phase is a least-squares problem of its own; the same games give the same file. A twentieth of the games is
//! never learned from, and the table that is printed gives the error on it.

mod samples;
mod wthor;

use anyhow::{Context, Result};
use clap::Parser;
use luozi_eval::fit::{Problem, discs_per_value};
use luozi_eval::patterns::{PatternWeights, PhaseWeights, features, phase, tables, weights_per_phase};
use samples::Sample;
use std::path::PathBuf;
use std::time::Instant;

/// Learns the pattern tables of Reversi from games.
#[derive(Parser)]
struct Options {
    /// Folder with games in the WTHOR format (*.wtb)
    folder: PathBuf,
    /// Weights file to write
    out: PathBuf,
    /// Phases of the game, each with tables of its own
    #[arg(long, default_value_t = 11)]
    phases: usize,
    /// Positions with at most this many empty squares are solved
    #[arg(long, default_value_t = 12)]
    solve: u32,
    /// How often a weight counts as seen with the value it has in the phase after
    #[arg(long, default_value_t = 8.0)]
    ridge: f32,
    /// Rounds of conjugate gradients for each phase
    #[arg(long, default_value_t = 40)]
    rounds: usize,
    /// Learn from one game of so many
    #[arg(long, default_value_t = 1)]
    every: usize,
    /// Threads that solve endings
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Name of the run, at most 16 characters
    #[arg(long, default_value = "patterns")]
    run: String,
}

fn main() -> Result<()> {
    let options = Options::parse();
    let start = Instant::now();
    let mut games = wthor::read_folder(&options.folder)?;
    let mut number = 0;
    games.retain(|_| {
        number += 1;
        number % options.every == 0
    });
    eprintln!("{} games after {:.0} s", games.len(), start.elapsed().as_secs_f64());
    let samples = samples::of_games(&games, options.solve, options.threads);
    eprintln!("{} positions after {:.0} s", samples.len(), start.elapsed().as_secs_f64());
    let weights = learn(&options, &samples, start);
    std::fs::write(&options.out, weights.write()).with_context(|| format!("cannot write {}", options.out.display()))?;
    Ok(())
}

/// All phases, from the last to the first: each begins with what the one after it learned.
fn learn(options: &Options, samples: &[Sample], start: Instant) -> PatternWeights {
    let sizes: Vec<String> = tables().map(|(name, size)| format!("{name} {size}")).collect();
    eprintln!("{} weights a phase: {}", weights_per_phase(), sizes.join(", "));
    println!("| phase | positions | held out | error learned | error held out | after rounding | discs for tanh(1) |");
    println!("|---|---|---|---|---|---|---|");
    let mut weights = vec![0.0; weights_per_phase()];
    let mut phases = Vec::new();
    let mut totals = [0.0; 4];
    for number in (0..options.phases).rev() {
        let of_phase = |held_out: bool| {
            let belongs = move |sample: &&Sample| {
                sample.held_out == held_out
                    && phase((sample.own | sample.opponent).count_ones(), options.phases) == number
            };
            let samples = samples.iter().filter(belongs);
            let (features, scores) = samples.map(|s| (features(s.own, s.opponent), s.score)).unzip();
            // On one thread, so that the same games give the same file.
            Problem::new(features, scores, weights_per_phase(), 1)
        };
        let (learned, held_out) = (of_phase(false), of_phase(true));
        weights = learned.solve(&weights, options.ridge, options.rounds);
        let guesses: Vec<(f32, f32)> = held_out.guesses(&weights).collect();
        let rounded = PhaseWeights::rounded(&weights, discs_per_value(&guesses));
        let errors = [&weights, &rounded.unrounded()].map(|weights| held_out.error(weights));
        println!(
            "| {number} | {} | {} | {:.2} | {:.3} | {:.3} | {:.1} |",
            learned.len(),
            held_out.len(),
            learned.error(&weights).sqrt(),
            errors[0].sqrt(),
            errors[1].sqrt(),
            rounded.discs_per_value
        );
        eprintln!("phase {number} after {:.0} s", start.elapsed().as_secs_f64());
        let count = held_out.len() as f64;
        let sums = [count, errors[0] * count, errors[1] * count, learned.len() as f64];
        totals.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum);
        phases.insert(0, rounded);
    }
    let mean = |sum: f64| (sum / totals[0].max(1.0)).sqrt();
    println!("| all | {} | {} | | {:.3} | {:.3} | |", totals[3], totals[0], mean(totals[1]), mean(totals[2]));
    PatternWeights { run: options.run.clone(), phases }
}
