//! Options of every command that plays games between players.

use super::walls::Walls;
use crate::error::bad_input;
use crate::lang::Lang;
use crate::options::platform::{self, Platform};
use crate::options::{BoardOptions, FarmOptions, clock, memory, time};
use clap::Args;
use luozi::arena::matches::openings::{self, Boards, Book, Source};
use luozi::engine::USUAL_TIME;
use luozi::games::{GameKind, Setup};
use luozi::search::TimeControl;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Memory of a foreign bot when nothing is said about it, in MiB.
pub const DEFAULT_MEMORY_MIB: u64 = 1024;
/// Random plies before the players when nothing is said about openings.
const DEFAULT_PLIES: usize = 4;
/// Time for a move that is as good as none.
const NO_LIMIT: Duration = Duration::from_secs(3600);

/// Options of every command that plays games between players.
#[derive(Args, Clone, Debug)]
pub struct ArenaOptions {
    #[arg(long, value_name = "GAME", help = platform::game_help())]
    pub game: Option<GameKind>,
    #[command(flatten)]
    pub board: BoardOptions,
    /// Games of each pairing; an odd number is rounded up, since games come in pairs with swapped sides
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub games: Option<u32>,
    /// Time for every move, such as 300ms or 1s
    #[arg(long, value_name = "TIME", value_parser = time, conflicts_with = "clock")]
    pub time: Option<Duration>,
    /// A clock for the whole game and its increment in seconds, such as 60+1
    #[arg(long = "tc", value_name = "BASE+INC", value_parser = clock)]
    pub clock: Option<TimeControl>,
    /// Simulations a move of built-in players that set no limit themselves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub visits: Option<u64>,
    /// Openings: none, a file with a sequence of moves on each line, random:PLIES, or balanced:PLIES for random ones that a
    /// short search calls level; random:4 when left out, none with --platform
    #[arg(long, value_name = "none|FILE|random:K|balanced:K")]
    pub openings: Option<String>,
    /// Board draw, time, memory and verdicts as on a site
    #[arg(long, value_enum)]
    pub platform: Option<Platform>,
    /// End a game when an exact solver has proven its result
    #[arg(long)]
    pub adjudicate: bool,
    /// Play on although a bot lost its first two games in the same way by a fault
    #[arg(long)]
    pub keep_going: bool,
    /// Games at once; half of the processors when left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub concurrency: Option<u16>,
    /// Give every game at once processors of its own, for both its players
    #[arg(long)]
    pub affinity: bool,
    /// Memory of a foreign bot with all its processes, such as 256MB
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<u64>,
    /// Shut foreign bots in: no network, a read-only system, no home, a small folder of their own, limits on everything
    #[arg(long, value_name = "on|off", num_args = 0..=1, require_equals = true, default_missing_value = "on", value_enum)]
    pub sandbox: Option<Walls>,
    /// Keep every game and move in this SQLite file
    #[arg(long, value_name = "FILE")]
    pub db: Option<PathBuf>,
    /// The file of a farm also keeps the record
    #[command(flatten)]
    pub farm: FarmOptions,
    /// Go on with the run in the file of --db, or with the last one of the farm that is like this
    #[arg(long)]
    pub resume: bool,
    /// Write a page about the run that needs nothing else to be looked at in a browser
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Language of the page: en or zh; that of the environment when left out
    #[arg(long, value_enum)]
    pub lang: Option<Lang>,
    /// Seed of boards, openings and players
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// One JSON object a line on stdout: a line for every game, the summary last
    #[arg(long)]
    pub json: bool,
}

impl ArenaOptions {
    /// The game that is played.
    pub fn kind(&self) -> anyhow::Result<GameKind> {
        platform::game(self.game, self.platform)
    }

    /// How long players may think.
    pub fn control(&self) -> TimeControl {
        // Whoever counts simulations and says nothing about time wants all of them.
        let usual = if self.visits.is_some() { NO_LIMIT } else { USUAL_TIME };
        let default = self.platform.map_or(usual, Platform::time);
        self.clock.unwrap_or(TimeControl::PerMove(self.time.unwrap_or(default)))
    }

    /// Memory of a foreign bot.
    pub fn memory_bytes(&self) -> u64 {
        let default = self.platform.map_or(DEFAULT_MEMORY_MIB, Platform::memory_mib);
        self.memory.unwrap_or(default) << 20
    }

    /// The file of the record.
    pub fn record(&self) -> Option<&Path> {
        let in_farm = || self.farm.url.as_deref()?.strip_prefix("sqlite:").map(|file| file.trim_start_matches("//"));
        self.db.as_deref().or_else(|| in_farm().filter(|file| !file.is_empty()).map(Path::new))
    }

    /// Games at once.
    pub fn concurrency(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.concurrency.map_or((cores / 2).max(1), usize::from)
    }

    /// Boards and openings.
    pub fn book(&self) -> anyhow::Result<Book> {
        if self.board.moves.is_some() || self.board.position.is_some() {
            return Err(bad_input("--moves and --position name one position; for matches use --openings"));
        }
        let game = self.kind()?;
        let draws =
            self.platform == Some(Platform::Saiblo) && self.board.board.is_none() && self.board.forbid.is_empty();
        let boards = if draws { Boards::Saiblo } else { Boards::Fixed(self.board.session(game)?.setup().clone()) };
        let source = match (self.openings.as_deref(), self.platform) {
            // No site plays moves for its bots.
            (None, Some(_)) | (Some("none"), _) => Source::Start,
            (None, None) => Source::RandomPlies(DEFAULT_PLIES),
            (Some(text), _) => self.source(text, &boards)?,
        };
        Book::new(boards, source, self.seed).map_err(bad_input)
    }

    fn source(&self, text: &str, boards: &Boards) -> anyhow::Result<Source> {
        if let Some((word @ ("random" | "balanced"), plies)) = text.split_once(':') {
            let plies: Option<usize> = plies.parse().ok().filter(|plies| *plies <= 60);
            let plies = plies.ok_or_else(|| {
                bad_input(format!("--openings {text}: expected a number of plies from 0 to 60 after `{word}:`"))
            })?;
            return Ok(if word == "random" { Source::RandomPlies(plies) } else { Source::BalancedPlies(plies) });
        }
        let setup: &Setup = match boards {
            Boards::Fixed(setup) => setup,
            Boards::Saiblo => {
                return Err(bad_input(
                    "an openings file needs one board; add --board and --forbid, or use random:K or balanced:K",
                ));
            }
        };
        let file = std::fs::read_to_string(text).map_err(|e| bad_input(format!("--openings {text}: {e}")))?;
        let list = openings::read_list(&file, setup).map_err(|e| bad_input(format!("--openings {text}: {e}")))?;
        Ok(Source::List(list))
    }
}
