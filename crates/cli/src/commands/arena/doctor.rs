//! `luozi doctor`: why a board cannot play with an engine.

use super::walls;
use crate::commands::protocols::gtp::usual_game;
use crate::error::{Interrupted, bad_input};
use crate::interrupt;
use crate::options::BoardOptions;
use clap::ValueEnum;
use luozi::arena::doctor::{Exchange, Language, examine};
use luozi::games::GameKind;
use luozi::protocol::nboard;
use std::ffi::OsString;
use std::io::Write;
use std::sync::atomic::Ordering;

/// The language of an engine.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Spoken {
    /// For Sabaki, GoGui and other boards of Go
    Gtp,
    /// For NBoard, in its own protocol
    Nboard,
}

/// Find out why a board (Sabaki, GoGui, NBoard) cannot play with an engine
///
/// Says the commands to the engine that boards open with, shows each answer, and tells in one sentence what would fail; exit
/// code 1 when something would. Example: luozi doctor "python3 engine.py" --game nogo
#[derive(clap::Args)]
pub struct Args {
    /// The engine as the board starts it: a program with its arguments
    command: String,
    /// The language it speaks
    #[arg(long, value_enum, default_value_t = Spoken::Gtp)]
    protocol: Spoken,
    #[arg(long, value_name = "GAME", default_value_t = usual_game(), help = GameKind::words())]
    game: GameKind,
    #[command(flatten)]
    board: BoardOptions,
}

/// Examines the engine.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let words = shell_words::split(&args.command).map_err(|e| bad_input(format!("{}: {e}", args.command)))?;
    if words.is_empty() {
        return Err(bad_input("found no program; expected one with its arguments, such as \"python3 engine.py\""));
    }
    let (language, game) = match args.protocol {
        Spoken::Gtp => (Language::Gtp, args.game),
        Spoken::Nboard => (Language::NBoard, nboard::GAME),
    };
    let setup = args.board.setup(game)?;
    let command: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    let (host, stop) = (walls::host(None, false)?, interrupt::flag());
    let mut out = std::io::stdout();
    let mut wrong = None;
    let mut told = |Exchange { said, heard }: &Exchange| {
        let _ = match heard {
            Ok(text) => writeln!(out, "ok    {said}  {}", text.replace('\n', " ")),
            Err(problem) => {
                wrong = Some(problem.clone());
                writeln!(out, "wrong {said}")
            }
        };
    };
    let well = examine(&host, &command, language, &setup, stop, &mut told)?;
    // Relaxed: the flag carries no data.
    if stop.load(Ordering::Relaxed) {
        return Err(Interrupted.into());
    }
    match wrong {
        Some(problem) => Err(anyhow::anyhow!("{problem}")),
        None if well => Ok(writeln!(out, "A board can play with it.")?),
        None => Err(anyhow::anyhow!("the board of {} has no moves to try", setup)),
    }
}
