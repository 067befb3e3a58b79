//! `luozi sprt`: a match that ends when it is decided.

use super::Session;
use super::options::ArenaOptions;
use super::output::{forfeits, forfeits_text, tally_json, tally_text};
use crate::error::bad_input;
use luozi::arena::matches::Pairing;
use luozi::arena::stats::{Decision, NormalizedElo, Sprt};
use std::io::Write;

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
    let session = Session::new(&args.options, &players, vec![Pairing { a: 0, b: 1 }], DEFAULT_GAMES, Some(sprt))?;
    let result = session.play()?;
    let (names, tally) = (session.names(), &result.tallies[0]);
    let (ratio, decision) = result.sprt.expect("the run has a test");
    let mut out = std::io::stdout();
    if args.options.json {
        let mut summary = tally_json(tally);
        summary["forfeits"] = forfeits(&result, &names).into();
        summary["llr"] = ratio.into();
        summary["verdict"] = serde_json::to_value(decision)?;
        writeln!(out, "{summary}")?;
    } else {
        let verdict = match decision {
            Decision::AcceptH1 => format!("H1 accepted: {} normalized Elo rather than {}", args.elo1, args.elo0),
            Decision::AcceptH0 => format!("H0 accepted: {} normalized Elo rather than {}", args.elo0, args.elo1),
            Decision::Continue => "undecided: more games are needed".to_string(),
        };
        let figures = tally_text(tally, &args.a, &args.b);
        write!(out, "{figures}  LLR {ratio:.2}, {verdict}\n{}", forfeits_text(&result, &names))?;
    }
    session.conclude(&result)
}
