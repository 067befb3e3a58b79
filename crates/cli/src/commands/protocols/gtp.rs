//! `luozi gtp`: the Go Text Protocol on stdin and stdout, for Sabaki, GoGui, the arena and other controllers.

use super::told;
use crate::error::bad_input;
use crate::options::{BoardOptions, EngineOptions};
use luozi::core::ColumnLabels;
use luozi::games::{GameKind, Session, Setup};
use luozi::stdio::gtp::{Conversation, serve};
use std::io::BufReader;

/// Speak the Go Text Protocol (GTP 2) on stdin and stdout
///
/// For boards such as Sabaki and GoGui, and for the arena. `--time` or `--visits` limit every move; otherwise the
/// controller's clock does, and without one a move takes a second. `set_game` changes the game, `list_commands` shows the rest.
/// Example: luozi gtp --game nogo --time 2s
#[derive(clap::Args)]
pub struct Args {
    #[arg(long, value_name = "GAME", default_value_t = usual_game(), help = GameKind::words())]
    game: GameKind,
    #[command(flatten)]
    board: BoardOptions,
    #[command(flatten)]
    engine: EngineOptions,
}

/// The game when nobody names one: the first whose board is labelled as a Go board, as controllers label theirs.
pub fn usual_game() -> GameKind {
    let like_go = |kind: &GameKind| {
        let board = Session::new(&Setup::standard(*kind));
        board.is_ok_and(|board| board.grid().column_labels == ColumnLabels::GoLetters)
    };
    let games = GameKind::all();
    games.iter().copied().find(like_go).unwrap_or(games[0])
}

/// Answers requests until `quit` or the end of the input.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.board.position.as_deref() == Some("-") {
        return Err(bad_input("--position - would read the requests from stdin; give the board as text"));
    }
    let conversation = Conversation::new(args.engine.choice()?, args.board.session(args.game)?);
    let conversation = conversation.map_err(|e| told(&args.engine, e))?;
    Ok(serve(conversation, BufReader::new(std::io::stdin()), std::io::stdout().lock())?)
}
