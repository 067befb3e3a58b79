//! `luozi ladder`: many players, everybody against everybody or one against all.

use super::Session;
use super::options::ArenaOptions;
use super::output::{forfeits, forfeits_text, tally_json};
use crate::error::bad_input;
use luozi::arena::matches::{Pairing, RunResult, round_robin};
use luozi::arena::stats::{Meeting, Rating, pool_ratings};
use serde_json::json;
use std::io::Write;

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
    let session = Session::new(&args.options, &args.players, pairings.clone(), DEFAULT_GAMES, None)?;
    let result = session.play()?;
    let ratings = rate(count, &pairings, &result, anchor);
    let names = session.names();
    if args.options.json {
        print_json(&names, &pairings, &result, ratings.as_deref())?;
    } else {
        print_table(&names, &pairings, &result, ratings.as_deref())?;
        write!(std::io::stdout(), "{}", forfeits_text(&result, &names))?;
    }
    session.conclude(&result)
}

/// Ratings from all games; `None` if the run was stopped before everybody had played.
fn rate(players: usize, pairings: &[Pairing], result: &RunResult, anchor: Option<usize>) -> Option<Vec<Rating>> {
    let meetings = pairings.iter().zip(&result.tallies).map(|(pairing, tally)| Meeting {
        a: pairing.a,
        b: pairing.b,
        wins: tally.score.wins,
        draws: tally.score.draws,
        losses: tally.score.losses,
    });
    pool_ratings(players, &meetings.collect::<Vec<_>>(), anchor).ok()
}

fn print_json(
    names: &[String],
    pairings: &[Pairing],
    result: &RunResult,
    ratings: Option<&[Rating]>,
) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    for (pairing, tally) in pairings.iter().zip(&result.tallies) {
        let mut row = tally_json(tally);
        row["a"] = names[pairing.a].clone().into();
        row["b"] = names[pairing.b].clone().into();
        writeln!(out, "{row}")?;
    }
    let rows = ratings.unwrap_or_default().iter().zip(names).map(|(rating, name)| {
        let elo = rating.elo;
        json!({"player": name, "games": rating.games, "elo": elo.estimate.0, "low": elo.low.0, "high": elo.high.0})
    });
    let rows: Vec<_> = rows.collect();
    writeln!(out, "{}", json!({"ratings": rows, "forfeits": forfeits(result, names)}))
}

/// Ratings, best first, and the points of every meeting.
fn print_table(
    names: &[String],
    pairings: &[Pairing],
    result: &RunResult,
    ratings: Option<&[Rating]>,
) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let Some(ratings) = ratings else { return writeln!(out, "too few games for ratings") };
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&i, &j| ratings[j].elo.estimate.0.total_cmp(&ratings[i].elo.estimate.0));
    for &player in &order {
        let Rating { elo, games } = ratings[player];
        let name = &names[player];
        write!(
            out,
            "{name:width$}  {:+7.1} [{:+7.1}, {:+7.1}] {games:5} games ",
            elo.estimate.0, elo.low.0, elo.high.0
        )?;
        for &other in &order {
            let points = pairings.iter().zip(&result.tallies).find_map(|(pairing, tally)| {
                let half = 2 * tally.score.wins + tally.score.draws;
                let total = 2 * tally.score.games();
                match (pairing.a, pairing.b) {
                    pair if pair == (player, other) => Some((half, total)),
                    pair if pair == (other, player) => Some((total - half, total)),
                    _ => None,
                }
            });
            match points {
                Some((half, total)) => write!(out, " {:>5.1}/{:<4}", half as f64 / 2.0, total / 2)?,
                None => write!(out, " {:>10}", "-")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
