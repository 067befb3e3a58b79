//! What a run is to do, as its folder remembers it.

use super::{Args, file, tables};
use crate::error::bad_input;
use crate::output::write_file;
use anyhow::Context;
use luozi::engine::pvs::SURE;
use luozi::eval::mosaic::{MosaicWeights, PHASES, PhaseWeights, weights_per_phase};
use luozi::eval::patterns::PatternWeights;
use serde::{Deserialize, Serialize};
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

const FILE: &str = "plan.json";
/// Discs that make a value of tanh(1) to tables that know nothing.
const UNKNOWING_DISCS_PER_VALUE: f32 = 12.0;
/// Letters of a run's name in a weights file.
const MOST_LETTERS: usize = 16;

/// Options that decide about the result: the folder remembers them.
#[derive(clap::Args)]
pub struct Options {
    /// Positions to judge in each round, one number for all or one a round
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "2000000",
        value_parser = clap::value_parser!(u64).range(1..))]
    positions: Vec<u64>,
    /// Plies of search that judge a position, one number for all or one a round
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "6",
        value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: Vec<u32>,
    /// How sure the cuts of these searches are: 0 (soon) to 4 (never)
    #[arg(long, value_name = "N", default_value_t = SURE, value_parser = clap::value_parser!(u32).range(..=i64::from(SURE)))]
    surety: u32,
    /// Positions with at most this many empty squares are solved
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=20))]
    solve: u32,
    /// How many rounds before a round still serve it
    #[arg(long, value_name = "N", default_value_t = 0)]
    remember: u32,
    /// How often a weight counts as seen with the value it has in the phase after
    #[arg(long, value_name = "TIMES", default_value_t = 4.0, value_parser = positive)]
    ridge: f32,
    /// A position judged so many discs away from a draw counts half in the fit; all count alike when left out
    #[arg(long, value_name = "DISCS", value_parser = positive)]
    half_at: Option<f32>,
    /// Rounds of conjugate gradients for each phase
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=1000))]
    steps: u16,
    /// Tables of the first round, or `none` for tables that know nothing; the older patterns that come with the program when left
    /// out
    #[arg(long, value_name = "FILE|none")]
    start: Option<PathBuf>,
    /// Name of the run, at most 16 letters, written into its tables
    #[arg(long, value_name = "NAME", default_value = "mosaic", value_parser = name)]
    run: String,
    /// Seed of games and duels
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Pairs of games against the tables before each round
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pairs: u32,
    /// Nodes a move in those games
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Positions for each of seven numbers of empty squares from which multi-probcut is fitted after the last round
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    probcut_positions: u32,
    /// The deepest search of that fit
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(5..=20))]
    probcut_depth: u32,
}

fn positive(text: &str) -> Result<f32, String> {
    let number: Option<f32> = text.parse().ok().filter(|number: &f32| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| format!("`{text}` is no positive number"))
}

fn name(text: &str) -> Result<String, String> {
    let fits = (1..=MOST_LETTERS).contains(&text.len()) && text.chars().all(|c| c.is_ascii_graphic());
    fits.then(|| text.to_string())
        .ok_or_else(|| format!("`{text}` is no name; expected 1 to 16 letters, digits and signs"))
}

/// The options, and which tables came first.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Plan {
    pub positions: Vec<u64>,
    pub depth: Vec<u32>,
    pub surety: u32,
    pub solve: u32,
    pub remember: u32,
    pub ridge: f32,
    pub half_at: Option<f32>,
    pub steps: usize,
    /// The tables that came first: their run and checksum where they were named.
    pub start: String,
    pub run: String,
    pub seed: u64,
    pub pairs: usize,
    pub nodes: u64,
    pub probcut_positions: usize,
    pub probcut_depth: u32,
}

impl Plan {
    fn of(options: &Options, start: Option<&MosaicWeights>) -> Plan {
        let checksum = |weights: &MosaicWeights| {
            // A weights file ends with the checksum of all before.
            let file = weights.write();
            let sum: String = file[file.len() - 8..].iter().map(|byte| format!("{byte:02x}")).collect();
            format!("{} {sum}", weights.run)
        };
        Plan {
            positions: options.positions.clone(),
            depth: options.depth.clone(),
            surety: options.surety,
            solve: options.solve,
            remember: options.remember,
            ridge: options.ridge,
            half_at: options.half_at,
            steps: usize::from(options.steps),
            start: start.map_or("the older patterns".to_string(), checksum),
            run: options.run.clone(),
            seed: options.seed,
            pairs: options.pairs as usize,
            nodes: options.nodes,
            probcut_positions: options.probcut_positions as usize,
            probcut_depth: options.probcut_depth,
        }
    }

    /// What a list of one value or one a round says about a round; the last value goes for all later ones.
    pub fn of_round<T: Copy>(values: &[T], round: u32) -> T {
        values[(round as usize - 1).min(values.len() - 1)]
    }

    /// Names of the options with their values.
    pub fn entries(&self) -> Vec<(String, String)> {
        let serde_json::Value::Object(map) = serde_json::json!(self) else { return Vec::new() };
        let text = |value: &serde_json::Value| match value {
            serde_json::Value::Null => "left out".to_string(),
            serde_json::Value::String(text) => text.clone(),
            serde_json::Value::Array(all) => all.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
            value => value.to_string(),
        };
        map.iter().map(|(key, value)| (format!("--{}", key.replace('_', "-")), text(value))).collect()
    }
}

/// The plan of the options in their folder, which is begun if it is new. While the file lives nobody else works there.
pub fn begin(args: &Args) -> anyhow::Result<(Plan, File)> {
    let folder = &args.folder;
    let start = args.plan.start.as_deref().map(first_tables).transpose()?;
    let plan = Plan::of(&args.plan, start.as_ref());
    std::fs::create_dir_all(folder)
        .map_err(|e| bad_input(format!("{}: {e}; name a folder to write to", folder.display())))?;
    let path = folder.join(FILE);
    if !path.exists() {
        refuse_strangers(folder)?;
        write_file(&path, serde_json::to_string_pretty(&plan)?)?;
    }
    let lock = File::open(&path).with_context(|| path.display().to_string())?;
    lock.try_lock().map_err(|e| match e {
        TryLockError::WouldBlock => bad_input(format!("{}: another `luozi train` is at work there", folder.display())),
        TryLockError::Error(e) => anyhow::Error::from(e).context(path.display().to_string()),
    })?;
    compare(folder, &path, &plan)?;
    let first = file(folder, 0, "mosaic");
    if !first.exists() {
        let weights = match start {
            Some(weights) => weights,
            None => {
                let patterns = luozi::eval::shipped::REVERSI_PATTERNS.data().context("the program has no patterns")?;
                MosaicWeights::from_patterns(&PatternWeights::read(patterns)?)
            }
        };
        write_file(&first, weights.write())?;
    }
    Ok((plan, lock))
}

/// The tables of --start.
fn first_tables(start: &Path) -> anyhow::Result<MosaicWeights> {
    if start != Path::new("none") {
        return tables(start);
    }
    let phase = PhaseWeights { discs_per_value: UNKNOWING_DISCS_PER_VALUE, weights: vec![0; weights_per_phase()] };
    Ok(MosaicWeights { run: "none".to_string(), phases: vec![phase; PHASES] })
}

/// A folder with other things in it is not begun in.
fn refuse_strangers(folder: &Path) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let name = entry?.file_name();
        // What a run leaves that was killed while it wrote its plan.
        if name != "plan.json.new" {
            return Err(bad_input(format!(
                "{} holds `{}` and no {FILE}, so it is no run to go on with; name a new folder",
                folder.display(),
                name.to_string_lossy()
            )));
        }
    }
    Ok(())
}

/// A run goes on with the options that it was begun with.
fn compare(folder: &Path, path: &Path, plan: &Plan) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let begun: Plan = serde_json::from_str(&text)
        .map_err(|e| bad_input(format!("{}: no plan of a run: {e}; name a new folder", path.display())))?;
    let differs = begun.entries().into_iter().zip(plan.entries()).find(|(begun, now)| begun != now);
    let Some(((option, begun), (_, now))) = differs else { return Ok(()) };
    Err(bad_input(format!(
        "{} was begun with {option} {begun}, not {now}; give the same options, or another folder",
        folder.display()
    )))
}
