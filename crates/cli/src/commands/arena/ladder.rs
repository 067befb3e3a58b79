//! `luozi ladder`: many players, everybody against everybody or one against all.

use super::Session;
use super::options::ArenaOptions;
use crate::error::bad_input;
use luozi::arena::matches::{Kind, Pairing, round_robin};

/// Rate many players by a round robin or a gauntlet
///
/// Ratings are maximum-likelihood Elo with 95 % intervals, relative to the anchor or to the mean of the pool.
/// `luozi help match` lists the players.
/// Example: luozi ladder random luozi:level=1 luozi:level=3 --game reversi --games 10 --anchor 1
#[derive(clap::Args)]
pub struct Args {
    /// The players, two at least
    #[arg(required = true, num_args = 2..)]
    players: Vec<String>,
    /// Only the first player against all others
    #[arg(long)]
    gauntlet: bool,
    /// Number of the player, from 1, whose rating is 0
    #[arg(long, value_name = "N")]
    anchor: Option<usize>,
    #[command(flatten)]
    options: ArenaOptions,
}

/// Games of each pairing when no number is given.
const DEFAULT_GAMES: u32 = 20;

/// Plays the ladder.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let count = args.players.len();
    let anchor = match args.anchor {
        Some(number) if !(1..=count).contains(&number) => {
            return Err(bad_input(format!("--anchor {number}: expected a player's number from 1 to {count}")));
        }
        anchor => anchor.map(|number| number - 1),
    };
    let pairings = if args.gauntlet { (1..count).map(|b| Pairing { a: 0, b }).collect() } else { round_robin(count) };
    Session::new(&args.options, Kind::Ladder { anchor }, &args.players, pairings, DEFAULT_GAMES, None)?.run()
}
