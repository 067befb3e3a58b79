//! `luozi sweep`: one parameter of one player over a list of values, against fixed opponents.

use super::Session;
use super::options::ArenaOptions;
use crate::error::bad_input;
use luozi::arena::matches::{Kind, Pairing};
use luozi::arena::players::{BuiltIns, EnginePlayers, Entrant};

/// Try a list of values of one parameter against fixed opponents
///
/// Every value plays the same boards and openings. `luozi help match` lists the players, `luozi presets` the parameters.
/// Example: luozi sweep luozi:uct-center --param c --values 1.2,1.0,0.8 --against luozi:uct-pool --games 40 --visits 200
#[derive(clap::Args)]
pub struct Args {
    /// The player whose parameter is tried: luozi, luozi:PRESET,..., or a foreign bot with {} in its command, such as
    /// "gtp:./bot --level {}" or "saiblo:env LEVEL={} ./bot"
    player: String,
    /// The parameter that is tried
    #[arg(long, value_name = "KEY")]
    param: String,
    /// The values it is tried with, separated by commas
    #[arg(long, value_name = "V,V,...", value_delimiter = ',', required = true)]
    values: Vec<String>,
    /// An opponent; may be repeated
    #[arg(long, value_name = "PLAYER", required = true)]
    against: Vec<String>,
    #[command(flatten)]
    options: ArenaOptions,
}

/// Where the value goes in the command of a foreign bot.
const PLACE: &str = "{}";

/// Games of each value against each opponent when no number is given.
const DEFAULT_GAMES: u32 = 100;

/// Plays the sweep.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let (_, player) = Entrant::split(&args.player);
    let is_ours = EnginePlayers.names().contains(&player.split(':').next().unwrap_or_default());
    if !is_ours && !args.player.contains(PLACE) {
        return Err(bad_input(format!(
            "{}: expected luozi or alphabeta, or a bot whose command has {PLACE} where the value goes, such as \
             \"gtp:./bot --level {PLACE}\" or \"saiblo:env LEVEL={PLACE} ./bot\"",
            args.player
        )));
    }
    let separator = if player.contains(':') { ',' } else { ':' };
    let variant = |value: &String| match is_ours {
        true => format!("{}{separator}{}={value}", args.player, args.param),
        false => args.player.replace(PLACE, value),
    };
    let players: Vec<String> = args.values.iter().map(variant).chain(args.against.iter().cloned()).collect();
    let (values, opponents) = (args.values.len(), args.against.len());
    let pairings = (0..values).flat_map(|a| (0..opponents).map(move |b| Pairing { a, b: values + b })).collect();
    let kind = Kind::Sweep { parameter: args.param.clone(), values: args.values.clone() };
    Session::new(&args.options, kind, &players, pairings, DEFAULT_GAMES, None)?.run()
}
