//! `luozi match`: paired games between two players, and everything about matches that were played.

use super::options::ArenaOptions;
use super::{Session, recorded, walls};
use crate::error::bad_input;
use crate::options::platform::Platform;
use luozi::arena::matches::{Kind, Pairing};
use luozi::arena::replay::{Extent, OtherLimits, Turn};
use std::path::PathBuf;

/// Play paired games between two players and say who is stronger
///
/// Players: luozi, luozi:PRESET,KEY=VALUE, luozi:level=5, alphabeta:depth=6, random, so:PATH (Saiblo C interface),
/// saiblo:COMMAND (wire form), botzone:COMMAND, botzone-text:COMMAND, gtp:COMMAND, nboard:COMMAND or
/// nboard:depth=20:COMMAND (NBoard knows no clock, only a depth; 12 when left out).
/// Before any of them, for it alone: time=300ms@ or tc=60+1@ (time of its own), sandbox@ (walls, whatever --sandbox says).
/// Without players: the figures and the page of the run in --db, whichever command recorded it.
/// Exit code 1 when a player lost by a fault.
/// Example: luozi match luozi:level=3 random --game reversi --games 20 --visits 200 --report match.html
#[derive(clap::Args)]
pub struct Args {
    /// The first player
    #[arg(requires = "b")]
    a: Option<String>,
    /// Its opponent
    b: Option<String>,
    /// Ask the player of one recorded turn once more: the game's number in --db and the move's number. The whole game is
    /// repeated up to that turn, under its own limits or those of --time, --memory and --platform
    #[arg(long, value_name = "GAME:MOVE", requires = "db", conflicts_with_all = ["a", "resume", "report"])]
    replay: Option<Turn>,
    /// With --replay: ask only that turn, not the whole game up to it
    #[arg(long, requires = "replay")]
    turn_only: bool,
    /// With --replay: write what the bot is sent to this file, to be fed to it by hand
    #[arg(long, value_name = "FILE", requires = "replay")]
    input: Option<PathBuf>,
    #[command(flatten)]
    options: ArenaOptions,
}

/// Games when no number is given.
const DEFAULT_GAMES: u32 = 20;

/// Plays the match, or shows what was played.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let options = &args.options;
    match (&args.a, &args.b, &options.db, args.replay) {
        (Some(a), Some(b), ..) => {
            let players = [a.clone(), b.clone()];
            let pairings = vec![Pairing { a: 0, b: 1 }];
            Session::new(options, Kind::Match, &players, pairings, DEFAULT_GAMES, None)?.run()
        }
        (_, _, Some(db), Some(turn)) => {
            let extent = if args.turn_only { Extent::TurnOnly } else { Extent::WholeGame };
            let limits = OtherLimits {
                time: options.time.or(options.platform.map(Platform::time)),
                memory_bytes: options.memory.or(options.platform.map(Platform::memory_mib)).map(|mib| mib << 20),
            };
            let host = walls::host(options.sandbox, false)?;
            recorded::replay_turn(&host, db, turn, extent, limits, args.input.as_deref(), options.json)
        }
        (_, _, Some(db), None) => recorded::show(db, options.report.as_deref(), options.lang, options.json),
        _ => Err(bad_input(
            "found no players; expected two, such as `luozi match luozi random`, or --db FILE of a match that was played",
        )),
    }
}
