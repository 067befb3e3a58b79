//! `luozi play`: a game in the terminal, against the engine or between two people.
//!
//! `table.rs` is the game on the table (moves, undo, whose turn), the same for both faces: `screen.rs` draws it with
//! ratatui, `plain.rs` speaks lines of text for pipes and scripts. `opponent.rs` is the engine.

mod opponent;
mod plain;
mod screen;
mod table;

use crate::error::bad_input;
use crate::lang::Lang;
use crate::options::{BoardOptions, EngineOptions, GameClock, clock};
use clap::ValueEnum;
use luozi::core::Player;
use luozi::engine::Playable;
use luozi::games::{GameKind, with_rules};
use opponent::{Opponent, Pace};
use std::io::IsTerminal;
use table::Table;

/// Play a game in the terminal
///
/// Examples: luozi play connect4 --board 9x10 --forbid 4,5
///           luozi play nogo --side second --level 4
///           luozi play reversi --tc 120+1 --ponder
///           printf '4\n4\nquit\n' | luozi play connect4 --plain
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// connect4, reversi or nogo
    game: GameKind,
    #[command(flatten)]
    board: BoardOptions,
    /// The side you play
    #[arg(long, value_enum, default_value = "first")]
    side: Side,
    #[command(flatten)]
    engine: EngineOptions,
    /// A clock for all moves of the engine and its increment in seconds, such as 60+1
    #[arg(long = "tc", value_name = "BASE+INC", value_parser = clock, conflicts_with = "time")]
    clock: Option<GameClock>,
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
    let (_, rules) = args.board.rules(args.game)?;
    with_rules!(&rules, rules => sit_down(args, rules, lang, engine_side))
}

fn sit_down<G: Playable>(args: &Args, rules: &G, lang: Lang, engine_side: Option<Player>) -> anyhow::Result<()> {
    let (start, moves) = args.board.line(rules)?;
    let recipe = args.engine.recipe(args.game)?;
    let pace = Pace { limits: args.engine.limits(), clock: args.clock, ponder: args.ponder };
    let opponent = Opponent::new(rules.clone(), &recipe, pace).map_err(bad_input)?;
    let mut table = Table::new(rules.clone(), args.game, lang, start, engine_side, opponent);
    for mv in moves {
        table.play(mv).map_err(bad_input)?;
    }
    let plain = args.plain || !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal();
    if plain { plain::run(table) } else { screen::run(table) }
}
