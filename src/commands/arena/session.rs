//! From options to a finished run: players, record, progress, interruption.

use super::options::ArenaOptions;
use super::output::{Progress, game_line};
use crate::error::{Interrupted, bad_input};
use crate::interrupt;
use luozi::arena::matches::{Pairing, RunError, RunResult, Settings, Store, StoreError, run};
use luozi::arena::players::{BuiltIns, EnginePlayers, PlayerSpec};
use luozi::arena::process::Host;
use luozi::arena::stats::Sprt;
use std::io::Write;
use std::time::Duration;

/// Above this the judge was late often enough to disturb short time limits.
const LATE: Duration = Duration::from_millis(20);

/// A run that is ready to be played.
pub struct Session {
    settings: Settings,
    json: bool,
    store: Option<Store>,
    resume_command: Option<String>,
}

impl Session {
    /// Reads players and options. `pairings` are indices into `players`; `games` is the default number of games.
    pub fn new(
        options: &ArenaOptions,
        players: &[String],
        pairings: Vec<Pairing>,
        games: u32,
        sprt: Option<Sprt>,
    ) -> anyhow::Result<Session> {
        let read = |text: &String| PlayerSpec::parse(text, EnginePlayers.names()).map_err(bad_input);
        let settings = Settings {
            players: players.iter().map(read).collect::<Result<_, _>>()?,
            pairings,
            book: options.book()?,
            pairs: options.games.unwrap_or(games).div_ceil(2) as usize,
            control: options.control(),
            visits: options.visits,
            memory_bytes: options.memory_bytes(),
            concurrency: options.concurrency(),
            seed: options.seed,
            sprt,
        };
        let open = |path| Store::open(path, &settings.fingerprint(), options.resume);
        let store = options.db.as_deref().map(open).transpose().map_err(|e| match e {
            StoreError::Sql(_) | StoreError::Content(_) => anyhow::Error::from(e),
            other => bad_input(other),
        })?;
        Ok(Session {
            settings,
            json: options.json,
            store,
            resume_command: options.db.as_ref().map(|_| resume_command()),
        })
    }

    /// The names of the players, as they were asked for.
    pub fn names(&self) -> Vec<String> {
        self.settings.players.iter().map(PlayerSpec::to_string).collect()
    }

    /// Plays until the end, a decision or Ctrl-C; tells about every game.
    pub fn play(&self) -> anyhow::Result<RunResult> {
        let host = Host::current()?;
        let total = 2 * self.settings.pairs * self.settings.pairings.len();
        let (stop, names) = (interrupt::flag(), self.names());
        let mut progress = Progress::new(total, self.settings.sprt);
        let mut broken = None;
        let played = run(&self.settings, &host, &EnginePlayers, self.store.as_ref(), stop, |game, tally| {
            if self.json {
                let line = game_line(game, &names).to_string();
                // A closed pipe ends the run.
                if let Err(error) = writeln!(std::io::stdout(), "{line}") {
                    broken.get_or_insert(error);
                    stop.store(true, std::sync::atomic::Ordering::Relaxed);
                }
            }
            progress.tell(game, tally, &names);
        });
        progress.end();
        if let Some(error) = broken {
            return Err(error.into());
        }
        let result = played.map_err(|e| match e {
            RunError::Seat { .. } | RunError::Opening(_) => bad_input(e),
            RunError::Store(_) => e.into(),
        })?;
        if result.overhead > LATE {
            let late = result.overhead.as_millis();
            eprintln!(
                "warning: the judge itself was up to {late} ms late: the machine is too busy; use --concurrency 1 or more time"
            );
        }
        Ok(result)
    }

    /// After the summary: the exit that the run deserves.
    pub fn conclude(&self, result: &RunResult) -> anyhow::Result<()> {
        if result.interrupted {
            if let Some(command) = &self.resume_command {
                eprintln!("resume with: {command}");
            }
            return Err(Interrupted.into());
        }
        match result.games.iter().filter(|game| game.fault.is_some()).count() {
            0 => Ok(()),
            count => Err(anyhow::anyhow!("{count} of {} games were lost by a fault", result.games.len())),
        }
    }
}

/// This command line again, with `--resume`.
fn resume_command() -> String {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".to_string());
    }
    let quote = |word: &String| {
        let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./:=,+".contains(c));
        if plain && !word.is_empty() { word.clone() } else { format!("'{}'", word.replace('\'', r"'\''")) }
    };
    std::iter::once("luozi".to_string()).chain(words.iter().map(quote)).collect::<Vec<_>>().join(" ")
}
