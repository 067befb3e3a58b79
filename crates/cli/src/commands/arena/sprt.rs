//! `luozi sprt`: a match that ends when it is decided.

use super::Session;
use super::options::ArenaOptions;
use crate::error::bad_input;
use luozi::arena::matches::{Kind, Pairing};
use luozi::arena::stats::{NormalizedElo, Sprt};

/// Play two players until a sequential test decides between two hypotheses
///
/// H0: the first player is elo0 stronger; H1: it is elo1 stronger; both in normalized Elo. The bounds are fixed before
/// the first game. `luozi help match` lists the players.
/// Example: luozi sprt luozi:level=4 luozi:level=3 --game nogo --elo0 0 --elo1 20 --visits 100
#[derive(clap::Args)]
pub struct Args {
    /// The player under test
    a: String,
    /// Its opponent
    b: String,
    /// Normalized Elo under H0
    #[arg(long, value_name = "NELO", default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// Normalized Elo under H1
    #[arg(long, value_name = "NELO", default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,
    /// Chance to accept H1 although H0 is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    alpha: f64,
    /// Chance to accept H0 although H1 is true
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    beta: f64,
    #[command(flatten)]
    options: ArenaOptions,
}

/// Games at the most when no number is given.
const DEFAULT_GAMES: u32 = 100_000;

/// Plays the test.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let bounds = [args.elo0, args.elo1].map(NormalizedElo);
    let sprt = Sprt::new(bounds[0], bounds[1], args.alpha, args.beta).map_err(bad_input)?;
    let players = [args.a.clone(), args.b.clone()];
    let pairings = vec![Pairing { a: 0, b: 1 }];
    Session::new(&args.options, Kind::Sprt, &players, pairings, DEFAULT_GAMES, Some(sprt))?.run()
}
