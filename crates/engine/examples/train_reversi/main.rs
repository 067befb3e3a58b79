//! Learns the mosaic of patterns of Reversi (`luozi_eval::mosaic`) from games of the program against itself.
//!
//! ```text
//! cargo run --release -p luozi-engine --example train_reversi -- learn FOLDER --rounds 3 --positions 2000000 --threads 2
//! cargo run --release -p luozi-engine --example train_reversi -- probcut FOLDER/round-3.mosaic FOLDER/round-3.games
//! ```
//!
//! Each round plays games with the tables of the round before, judges every position by search and the last ones by the
//! exact solver (`games.rs`), and fits new tables to those judgements (`fit.rs`). What a round has played lies in
//! `round-N.games`, what it has learned in `round-N.mosaic`; a run that was stopped, by whatever means, goes on where it
//! was when it is started again. A twentieth of the games is never learned from and measures the error.

mod fit;
mod games;
mod probcut;

use anyhow::{Context, Result, ensure};
use clap::{Args, Parser};
use luozi_engine::pvs::SURE;
use luozi_eval::mosaic::{Mosaic, MosaicWeights};
use luozi_eval::patterns::PatternWeights;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Learns the mosaic of patterns of Reversi from games of the program against itself.
#[derive(Parser)]
enum Command {
    /// Plays and learns round after round
    Learn(Learn),
    /// Fits the deviations of multi-probcut
    Probcut(probcut::Options),
}

#[derive(Args)]
struct Learn {
    /// Folder for games and tables
    folder: PathBuf,
    /// Rounds of playing and learning
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// Positions to play in each round, one number for all or one a round
    #[arg(long, value_delimiter = ',', default_value = "2000000")]
    positions: Vec<u64>,
    /// Plies of search that judge a position, one number for all or one a round
    #[arg(long, value_delimiter = ',', default_value = "6")]
    depth: Vec<u32>,
    /// How sure the cuts of these searches are: 0 (soon) to 4 (never)
    #[arg(long, default_value_t = SURE, value_parser = clap::value_parser!(u32).range(..=i64::from(SURE)))]
    surety: u32,
    /// Positions with at most this many empty squares are solved
    #[arg(long, default_value_t = 14)]
    solve: u32,
    /// Play at most so many minutes in each round
    #[arg(long)]
    minutes: Option<f64>,
    /// How many rounds before a round still serve it
    #[arg(long, default_value_t = 0)]
    remember: u32,
    /// How often a weight counts as seen with the value it has in the phase after
    #[arg(long, default_value_t = 4.0)]
    ridge: f32,
    /// The share of the tables of --start in those of every round
    #[arg(long, default_value_t = 0.0, requires = "start")]
    blend: f32,
    /// Rounds of conjugate gradients for each phase
    #[arg(long, default_value_t = 30)]
    steps: usize,
    /// How many threads play and fit
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Tables of the first round; without, those of the older patterns
    #[arg(long)]
    start: Option<PathBuf>,
    /// Name of the run, at most 16 characters
    #[arg(long, default_value = "mosaic")]
    run: String,
}

fn main() -> Result<()> {
    match Command::parse() {
        Command::Learn(options) => learn(&options),
        Command::Probcut(options) => probcut::run(&options),
    }
}

/// The tables of a file.
fn read(file: &Path) -> Result<MosaicWeights> {
    let data = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    MosaicWeights::read(&data).with_context(|| format!("{} cannot be used", file.display()))
}

fn learn(options: &Learn) -> Result<()> {
    ensure!(options.rounds > 0 && options.threads > 0, "nothing to do: --rounds and --threads must be at least 1");
    ensure!(
        !options.positions.contains(&0) && !options.depth.contains(&0),
        "--positions and --depth must be at least 1"
    );
    ensure!((0.0..=1.0).contains(&options.blend), "--blend {} is no share; expected 0 to 1", options.blend);
    let minutes = options.minutes.unwrap_or(0.0);
    ensure!((0.0..1e6).contains(&minutes), "--minutes {minutes} is no time to play for");
    let start = Instant::now();
    std::fs::create_dir_all(&options.folder).with_context(|| format!("cannot make {}", options.folder.display()))?;
    let file = |round: u32, kind: &str| options.folder.join(format!("round-{round}.{kind}"));
    let first = match &options.start {
        Some(first) => read(first)?,
        None => {
            let patterns = luozi_eval::shipped::REVERSI_PATTERNS.data().expect("inside the program");
            MosaicWeights::from_patterns(&PatternWeights::read(patterns)?)
        }
    };
    for round in 1..=options.rounds {
        let tables = file(round, "mosaic");
        if tables.exists() {
            eprintln!("round {round} is done");
            continue;
        }
        let of_round = |values: &[u32]| values[(round as usize - 1).min(values.len() - 1)];
        let positions = options.positions[(round as usize - 1).min(options.positions.len() - 1)];
        let before = if round == 1 { first.clone() } else { read(&file(round - 1, "mosaic"))? };
        let play = games::Plan {
            mosaic: Arc::new(Mosaic::new(&before)),
            depth: of_round(&options.depth),
            surety: options.surety,
            solve: options.solve,
            until: options.minutes.map(|minutes| Instant::now() + Duration::from_secs_f64(60.0 * minutes)),
            threads: options.threads,
            seed: u64::from(round) << 32,
        };
        games::play(&play, &file(round, "games"), positions, start)?;
        let oldest = round.saturating_sub(options.remember).max(1);
        let mut samples = Vec::new();
        for round in oldest..=round {
            samples.extend(games::read(&file(round, "games"))?);
        }
        eprintln!(
            "round {round}: {} positions to learn from after {:.0} s",
            samples.len(),
            start.elapsed().as_secs_f64()
        );
        let Learn { ridge, steps, threads, ref run, .. } = *options;
        let blend = (options.blend > 0.0).then_some((&first, options.blend));
        let weights = fit::learn(&samples, &fit::Plan { ridge, steps, threads, blend, run });
        // Written beside and moved, so that a file with that name is always whole.
        let part = file(round, "part");
        std::fs::write(&part, weights.write()).with_context(|| format!("cannot write {}", part.display()))?;
        std::fs::rename(&part, &tables).with_context(|| format!("cannot write {}", tables.display()))?;
        eprintln!("round {round} learned after {:.0} s", start.elapsed().as_secs_f64());
    }
    Ok(())
}
