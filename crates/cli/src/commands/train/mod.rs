//! `luozi train reversi`: the mosaic of patterns of Reversi, learned from games of the program against itself.
//!
//! What a run does lies in its folder, and what lies there is not done again, so a run that was stopped, by whatever means, goes
//! on where it was:
//!
//! ```text
//!     plan.json         the options that decide about the result
//!     round-0.mosaic    the tables that the run began with
//!     round-N.games     judged positions (`games.rs`); grows by whole games
//!     round-N.fit       the errors of the fit (`fit.rs`), as JSON
//!     round-N.mosaic    the tables of the round; there only when they are whole
//!     round-N.duel      its games against the tables before it (`duel.rs`), as JSON
//!     probcut.json      the deviations of multi-probcut for the last tables (`probcut.rs`)
//!     report.html       the page about the run (`report.rs`)
//! ```
//!
//! The same options give the same files, whatever the number of threads and of interruptions.

mod duel;
mod fit;
mod games;
mod plan;
mod probcut;
mod report;

use crate::error::{Interrupted, bad_input};
use crate::interrupt;
use crate::options::FarmOptions;
use crate::output::write_file;
use crate::ticker::Ticker;
use anyhow::Context;
use duel::{Duel, Outcome};
use fit::PhaseError;
use luozi::engine::pvs::Deviation;
use luozi::engine::pvs::judged::Terms;
use luozi::eval::mosaic::{Mosaic, MosaicWeights};
use luozi::games::GameKind;
use plan::Plan;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Learn Reversi's pattern weights from games of the program against itself, resumable at any time
///
/// Every round has three stages: games from random openings with the tables of the round before, every position judged by search
/// and the last ones exactly; tables fitted to those judgements by least squares; pairs of games against the tables before. After
/// the last round the constants of multi-probcut are fitted. FOLDER keeps all of it, with a page about the run (report.html). A
/// run that was stopped, even by force, goes on with the same command, and with more --rounds after it has ended.
///
/// With --farm the games are played by workers anywhere (luozi worker); fit, duel and multi-probcut stay here. The files are the same.
///
/// A quarter of an hour on two cores: luozi train reversi runs/first --rounds 2 --positions 400000 --depth 4 --threads 2
#[derive(clap::Args)]
pub struct Args {
    /// The game: reversi, the only one whose tables are learned here
    game: GameKind,
    /// Folder of the run: a new one, or that of a run to go on with
    folder: PathBuf,
    /// Rounds of playing and learning
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    #[command(flatten)]
    plan: plan::Options,
    /// How many threads play and fit, one when left out; the result does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[command(flatten)]
    farm: FarmOptions,
    /// One JSON object on stdout for each round, then one for the run
    #[arg(long)]
    json: bool,
}

/// A run at work.
struct Run<'a> {
    args: &'a Args,
    plan: Plan,
    start: Instant,
    ticker: Mutex<Ticker>,
}

/// A round that is done.
struct Round {
    number: u32,
    errors: Vec<PhaseError>,
    outcome: Outcome,
}

/// Does what the folder lacks.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.game != GameKind::REVERSI {
        return Err(bad_input(format!(
            "found {}, but only reversi's pattern weights are learned here; docs/training.md tells how nets are trained",
            args.game
        )));
    }
    let (plan, _lock) = plan::begin(args)?;
    let run = Run { args, plan, start: Instant::now(), ticker: Mutex::new(Ticker::new()) };
    let result = run.rounds();
    run.ticker.lock().unwrap_or_else(PoisonError::into_inner).clear();
    if result.as_ref().is_err_and(|error| error.is::<Interrupted>()) {
        writeln!(std::io::stderr(), "stopped; the same command goes on").ok();
    }
    result
}

impl Run<'_> {
    fn file(&self, round: u32, kind: &str) -> PathBuf {
        file(&self.args.folder, round, kind)
    }

    fn threads(&self) -> usize {
        usize::from(self.args.threads.unwrap_or(1))
    }

    /// Says how far a stage is, now and then.
    fn tell(&self, text: impl FnOnce() -> String) {
        let seconds = self.start.elapsed().as_secs();
        let mut ticker = self.ticker.lock().unwrap_or_else(PoisonError::into_inner);
        ticker.tell(|| format!("{}, {seconds} s", text()));
    }

    fn rounds(&self) -> anyhow::Result<()> {
        let mut done = Vec::new();
        for number in 1..=self.args.rounds {
            let round = self.round(number)?;
            self.print(&round)?;
            done.push(round);
            self.report(&done, None)?;
        }
        let deviation = self.probcut()?;
        self.report(&done, deviation)?;
        let (tables, page) = (self.file(self.args.rounds, "mosaic"), self.args.folder.join("report.html"));
        let mut out = std::io::stdout().lock();
        if self.args.json {
            let formula = deviation.map(|Deviation(formula)| formula);
            writeln!(out, "{}", json!({"weights": tables, "report": page, "deviation": formula}))?;
        } else {
            writeln!(out, "tables: {}\nreport: {}", tables.display(), page.display())?;
        }
        Ok(())
    }

    /// All stages of a round that are not done yet.
    fn round(&self, number: u32) -> anyhow::Result<Round> {
        let (fitted, tables, played) =
            (self.file(number, "fit"), self.file(number, "mosaic"), self.file(number, "duel"));
        if !tables.exists() {
            self.play(number)?;
            self.learn(number, &fitted, &tables)?;
        }
        if !played.exists() {
            write_json(&played, &self.duel(number)?)?;
        }
        Ok(Round { number, errors: read_json(&fitted)?, outcome: read_json(&played)? })
    }

    /// First stage: judged games.
    fn play(&self, number: u32) -> anyhow::Result<()> {
        let wanted = Plan::of_round(&self.plan.positions, number);
        let plan = games::Plan {
            tables: &self.file(number - 1, "mosaic"),
            terms: Terms {
                depth: Plan::of_round(&self.plan.depth, number),
                surety: self.plan.surety,
                solve: self.plan.solve,
                seed: self.plan.seed.wrapping_add(u64::from(number) << 32),
            },
            threads: self.args.threads,
            farm: &self.args.farm,
            stop: interrupt::flag(),
        };
        games::play(&plan, &self.file(number, "games"), wanted, |positions| {
            self.tell(|| format!("round {number}: {positions} of {wanted} positions played"));
        })
    }

    /// Second stage: tables.
    fn learn(&self, number: u32, fitted: &Path, tables: &Path) -> anyhow::Result<()> {
        let mut samples = Vec::new();
        for round in number.saturating_sub(self.plan.remember).max(1)..=number {
            samples.extend(games::read(&self.file(round, "games"))?);
        }
        let plan = fit::Plan {
            ridge: self.plan.ridge,
            half_at: self.plan.half_at,
            steps: self.plan.steps,
            threads: self.threads(),
            run: &self.plan.run,
            stop: interrupt::flag(),
        };
        let (weights, errors) = fit::learn(&samples, &plan, |phase| {
            self.tell(|| format!("round {number}: phase {phase} of {} fitted", luozi::eval::mosaic::PHASES));
        })?;
        write_json(fitted, &errors)?;
        write_file(tables, weights.write())
    }

    /// Third stage: games against the tables before.
    fn duel(&self, number: u32) -> anyhow::Result<Outcome> {
        let duel = Duel {
            mosaics: [self.mosaic(number)?, self.mosaic(number - 1)?],
            pairs: self.plan.pairs,
            nodes: self.plan.nodes,
            threads: self.threads(),
            seed: self.plan.seed.wrapping_add(u64::from(number) << 48),
            stop: interrupt::flag(),
        };
        duel::play(&duel, |pairs| {
            self.tell(|| format!("round {number}: {pairs} of {} pairs played against the tables before", duel.pairs));
        })
    }

    /// After the last round: the constants of multi-probcut.
    fn probcut(&self) -> anyhow::Result<Option<Deviation>> {
        let (file, rounds) = (self.args.folder.join("probcut.json"), self.args.rounds);
        if file.exists() {
            let (of_round, formula): (u32, Option<[f64; 4]>) = read_json(&file)?;
            if of_round == rounds {
                return Ok(formula.map(Deviation));
            }
        }
        let plan = probcut::Plan {
            mosaic: self.mosaic(rounds)?,
            positions: self.plan.probcut_positions,
            depth: self.plan.probcut_depth,
            threads: self.threads(),
            stop: interrupt::flag(),
        };
        let samples = games::read(&self.file(rounds, "games"))?;
        let found = probcut::fit(&samples, &plan, |searched, of| {
            self.tell(|| format!("{searched} of {of} positions searched for multi-probcut"));
        })?;
        write_json(&file, &(rounds, found.map(|Deviation(formula)| formula)))?;
        Ok(found)
    }

    /// The tables of a round as a search uses them.
    fn mosaic(&self, round: u32) -> anyhow::Result<Arc<Mosaic>> {
        Ok(Arc::new(Mosaic::new(&tables(&self.file(round, "mosaic"))?)))
    }

    fn print(&self, round: &Round) -> anyhow::Result<()> {
        let Round { number, errors, outcome } = round;
        let (all, close) = report::errors(errors);
        let elo = outcome.elo();
        let mut out = std::io::stdout().lock();
        if self.args.json {
            let elo = elo.map(|elo| json!({"low": elo.low, "estimate": elo.estimate, "high": elo.high}));
            let learned: usize = errors.iter().map(|row| row.learned).sum();
            let line = json!({"round": number, "learned": learned, "error": all, "error_close": close, "won": outcome.won,
                "drawn": outcome.drawn, "lost": outcome.lost, "pairs": outcome.pairs, "elo": elo});
            writeln!(out, "{line}")?;
        } else {
            let Outcome { won, lost, drawn, .. } = outcome;
            writeln!(
                out,
                "round {number}: error {all:.2} discs held out, {close:.2} within {} discs; {won} - {lost}, {drawn} draws \
                 against the tables before, {} Elo",
                fit::CLOSE_DISCS,
                report::elo_text(elo)
            )?;
        }
        Ok(())
    }

    fn report(&self, rounds: &[Round], deviation: Option<Deviation>) -> anyhow::Result<()> {
        let page = report::page(&self.plan, rounds, deviation);
        write_file(&self.args.folder.join("report.html"), page)
    }
}

/// A file of a round.
fn file(folder: &Path, round: u32, kind: &str) -> PathBuf {
    folder.join(format!("round-{round}.{kind}"))
}

/// The tables of a file.
fn tables(file: &Path) -> anyhow::Result<MosaicWeights> {
    let data = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    MosaicWeights::read(&data).map_err(|e| bad_input(format!("{} cannot be used: {e}", file.display())))
}

fn write_json(file: &Path, value: &impl Serialize) -> anyhow::Result<()> {
    write_file(file, serde_json::to_string(value)?)
}

fn read_json<T: DeserializeOwned>(file: &Path) -> anyhow::Result<T> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).map_err(|e| {
        bad_input(format!("{}: {e}; delete the files of this round and of later ones to do them again", file.display()))
    })
}
