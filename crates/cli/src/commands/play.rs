//! `luozi play`: a game in the terminal, against the engine or between two people.

use crate::error::bad_input;
use crate::lang::Lang;
use crate::options::{EngineOptions, PositionOptions, clock};
use clap::ValueEnum;
use luozi::core::Player;
use luozi::search::TimeControl;
use luozi::tui::{Opponent, Pace, Round, play_in_lines, play_on_screen};
use std::io::IsTerminal;

/// Play a game in the terminal
///
/// Examples: luozi play connect4 --board 9x10 --forbid 4,5
///           luozi play nogo --side second --level 4
///           luozi play reversi --tc 120+1 --ponder
///           printf '4\n4\nquit\n' | luozi play connect4 --plain
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    #[command(flatten)]
    position: PositionOptions,
    /// The side you play
    #[arg(long, value_enum, default_value = "first")]
    side: Side,
    #[command(flatten)]
    engine: EngineOptions,
    /// A clock for all moves of the engine and its increment in seconds, such as 60+1
    #[arg(long = "tc", value_name = "BASE+INC", value_parser = clock, conflicts_with = "time")]
    clock: Option<TimeControl>,
    /// The engine thinks while you do
    #[arg(long)]
    ponder: bool,
    /// Lines of text instead of a drawn board; also chosen when stdin or stdout is no terminal
    #[arg(long)]
    plain: bool,
    /// Language: en or zh; taken from the environment when left out
    #[arg(long, value_enum)]
    lang: Option<Lang>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Side {
    First,
    Second,
    /// Two people at one keyboard
    Both,
}

/// Plays until the user stops.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let lang = Lang::or_environment(args.lang);
    let engine_side = match args.side {
        Side::First => Some(Player::Second),
        Side::Second => Some(Player::First),
        Side::Both => None,
    };
    let session = args.position.session()?;
    let recipe = args.engine.recipe(args.position.game)?;
    let pace = Pace { budget: args.engine.budget(), clock: args.clock, ponder: args.ponder };
    let opponent = Opponent::new(&session, &recipe, pace).map_err(bad_input)?;
    let round = Round::new(session, lang, engine_side, opponent);
    let plain = args.plain || !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal();
    if plain {
        play_in_lines(round, std::io::stdin().lock(), std::io::stdout().lock())?;
    } else {
        play_on_screen(round)?;
    }
    Ok(())
}
