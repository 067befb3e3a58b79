//! `luozi match`: paired games between two players.

use super::Session;
use super::options::ArenaOptions;
use super::output::{forfeits, forfeits_text, tally_json, tally_text};
use luozi::arena::matches::Pairing;
use std::io::Write;

/// Play paired games between two players and say who is stronger
///
/// Players: luozi, luozi:PRESET,KEY=VALUE, luozi:level=5, alphabeta:depth=6, random, so:PATH (Saiblo C interface),
/// saiblo:COMMAND (wire form), botzone:COMMAND, botzone-text:COMMAND, gtp:COMMAND, nboard:COMMAND.
/// Exit code 1 when a player lost by a fault.
/// Example: luozi match luozi:level=3 random --game reversi --games 20 --visits 200
#[derive(clap::Args)]
pub struct Args {
    /// A player
    a: String,
    /// Its opponent
    b: String,
    #[command(flatten)]
    options: ArenaOptions,
}

/// Games when no number is given.
const DEFAULT_GAMES: u32 = 20;

/// Plays the match.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let players = [args.a.clone(), args.b.clone()];
    let session = Session::new(&args.options, &players, vec![Pairing { a: 0, b: 1 }], DEFAULT_GAMES, None)?;
    let result = session.play()?;
    let (names, tally) = (session.names(), &result.tallies[0]);
    let mut out = std::io::stdout();
    if args.options.json {
        let mut summary = tally_json(tally);
        summary["forfeits"] = forfeits(&result, &names).into();
        writeln!(out, "{summary}")?;
    } else {
        write!(out, "{}{}", tally_text(tally, &args.a, &args.b), forfeits_text(&result, &names))?;
    }
    session.conclude(&result)
}
