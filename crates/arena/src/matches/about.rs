//! How a run came about: what is needed, beside its settings, to read its figures and to repeat it.

use luozi_core::cpu;
use serde::{Deserialize, Serialize};
use std::fs;

/// Which question a run answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RunKind"))]
#[serde(tag = "name", rename_all = "lowercase")]
pub enum Kind {
    /// Two players and a fixed number of games.
    Match,
    /// Two players until a sequential test is decided.
    Sprt,
    /// Ratings of many players.
    Ladder {
        /// Index of the player whose rating is 0.
        anchor: Option<usize>,
    },
    /// One parameter over several values: the first players are the values, the others the opponents.
    Sweep {
        /// The setting that is varied, by its name in a player's specification.
        parameter: String,
        /// Its values as they were given; the players with the same indices have them.
        values: Vec<String>,
    },
}

/// The machine a run was started on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Machine {
    /// Operating system and kind of processor.
    pub system: String,
    /// The processor's own name; empty where it cannot be told.
    pub processor: String,
    /// Instructions that our own engines use.
    pub instructions: String,
    /// Processors the arena may use.
    pub processors: usize,
    /// Memory; 0 where it cannot be told.
    pub memory_mb: u64,
}

/// What a run says about itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct About {
    /// Which question it answers.
    pub kind: Kind,
    /// The command that started it, ready for a shell.
    pub command: String,
    /// Version of this program.
    pub version: String,
    /// Games at once.
    pub concurrency: usize,
    /// Where it was started.
    pub machine: Machine,
}

impl About {
    /// A run of that kind, started here and now by `command`.
    pub fn here(kind: Kind, command: String, concurrency: usize) -> About {
        About { kind, command, version: env!("CARGO_PKG_VERSION").to_string(), concurrency, machine: Machine::this() }
    }
}

/// The value of the first line `name : value` in a file of `/proc`.
fn proc_value(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

impl Machine {
    /// The machine this program runs on.
    pub fn this() -> Machine {
        let kilobytes = proc_value("/proc/meminfo", "MemTotal").and_then(|text| text.split(' ').next()?.parse().ok());
        Machine {
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            processor: proc_value("/proc/cpuinfo", "model name").unwrap_or_default(),
            instructions: cpu::level().name().to_string(),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            memory_mb: kilobytes.map_or(0, |kilobytes: u64| kilobytes / 1024),
        }
    }

    /// Processors that other programs keep busy, by the system's average over the last minute; 0 where it cannot be told.
    pub fn load() -> f64 {
        let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        text.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0.0)
    }
}
