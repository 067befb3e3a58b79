//! Which player thinks, and how long.

use crate::error::bad_input;
use clap::Args;
use luozi::engine::{Choice, ChoiceError, Recipe, USUAL_CANDIDATES, Who, parse_clock, parse_time};
use luozi::games::GameKind;
use luozi::search::{Budget, TimeControl};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// A time such as `300ms` or `1s`.
pub fn time(text: &str) -> Result<Duration, String> {
    parse_time(text).ok_or_else(|| format!("`{text}` is no time; expected a number with its unit, such as 300ms or 1s"))
}

/// A clock for a whole game such as `60+1`, in seconds unless a unit is given.
pub fn clock(text: &str) -> Result<TimeControl, String> {
    parse_clock(text).ok_or_else(|| format!("`{text}` is no clock; expected SECONDS+INCREMENT such as 60+1"))
}

/// Memory as `1GB`, `700MB`, `64MiB`; in MiB.
pub fn memory(text: &str) -> Result<u64, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let unit: u64 = match unit.to_ascii_lowercase().as_str() {
        "mb" | "mib" | "m" => 1,
        "gb" | "gib" | "g" => 1024,
        _ => 0,
    };
    let mib = number.parse::<u64>().ok().and_then(|number| number.checked_mul(unit)).filter(|&mib| mib > 0);
    mib.ok_or_else(|| format!("`{text}` is no amount of memory; expected a number with its unit, such as 1GB or 500MB"))
}

fn setting(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=');
    let parts = parts.map(|(key, value)| (key.trim().to_string(), value.trim().to_string()));
    parts.ok_or_else(|| format!("`{text}` is no setting; expected KEY=VALUE such as c=1.1 (see `luozi presets`)"))
}

/// Which player thinks, and how long.
#[derive(Args, Clone, Debug, Default)]
pub struct EngineOptions {
    /// The player: a preset of the game (see `luozi presets`); the strongest when left out
    #[arg(long, value_name = "NAME", conflicts_with = "level")]
    pub preset: Option<String>,
    /// One parameter of the search; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = setting)]
    pub settings: Vec<(String, String)>,
    /// A weights file to judge by, instead of the net that comes with the program
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// A level from 1 (beginner) to 10
    #[arg(long, value_name = "1..10", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub level: Option<u8>,
    /// Time for the move, such as 300ms or 1s
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
    /// Simulations for the move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub visits: Option<u64>,
    /// Threads that search together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: Option<u32>,
    /// Memory of the search, such as 1GB
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<u64>,
    /// Seed of all random numbers
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// How many moves a position is judged for.
#[derive(clap::Args, Clone, Copy)]
pub struct CandidateOptions {
    /// Moves that get simulations enough for a value that means something: a number, or all
    #[arg(long, value_name = "N", default_value_t = Candidates(USUAL_CANDIDATES))]
    pub candidates: Candidates,
}

/// A number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidates(pub u32);

impl FromStr for Candidates {
    type Err = String;

    fn from_str(text: &str) -> Result<Candidates, String> {
        match text {
            "all" => Ok(Candidates(u32::MAX)),
            _ => text.parse().map(Candidates).map_err(|_| "expected a number of moves from 0, or all".to_string()),
        }
    }
}

impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            u32::MAX => f.write_str("all"),
            moves => write!(f, "{moves}"),
        }
    }
}

impl EngineOptions {
    /// What these options choose, whatever the game.
    pub fn choice(&self) -> anyhow::Result<Choice> {
        let who = match (&self.preset, self.level) {
            (Some(name), _) => Who::Preset(name.clone()),
            (None, Some(level)) => Who::Level(level),
            (None, None) => Who::Flagship,
        };
        let weights = self.weights.as_ref().map(|path| std::fs::read(path).map_err(|e| self.bad_weights(e)));
        Ok(Choice {
            who,
            settings: self.settings.clone(),
            weights: weights.transpose()?,
            threads: self.threads,
            memory_mb: self.memory,
            seed: self.seed,
            budget: self.budget(),
        })
    }

    /// The player these options describe.
    pub fn recipe(&self, game: GameKind) -> anyhow::Result<Recipe> {
        self.choice()?.recipe(game).map_err(|e| self.told(e))
    }

    /// An error about the choice, in the words of the command line.
    pub fn told(&self, error: ChoiceError) -> anyhow::Error {
        match error {
            ChoiceError::Recipe(error) => bad_input(error),
            ChoiceError::Setting { .. } => bad_input(format!("--set {error}")),
            ChoiceError::Weights(error) => self.bad_weights(error),
        }
    }

    fn bad_weights(&self, error: impl fmt::Display) -> anyhow::Error {
        let path = self.weights.as_deref().unwrap_or(Path::new("")).display();
        bad_input(format!("--weights {path}: {error}"))
    }

    /// What may be spent as far as it is said here; a recipe's own limits apply where nothing is.
    pub fn budget(&self) -> Budget {
        Budget { time: self.time, visits: self.visits, ..Budget::default() }
    }
}
