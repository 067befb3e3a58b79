//! Which board, and where the game stands.

use crate::error::bad_input;
use clap::Args;
use luozi::games::{ForbiddenCell, GameKind, Session, Setup};
use std::io::{Read, Write};

/// The size of a board.
#[derive(Clone, Copy, Debug)]
pub enum BoardSize {
    /// The one people mean when they name only the game.
    Classic,
    /// Rows and columns.
    Sides(u8, u8),
}

/// Reads `RxC` or `classic`.
pub fn board_size(text: &str) -> Result<BoardSize, String> {
    if text == "classic" {
        return Ok(BoardSize::Classic);
    }
    let numbers = text.split_once(['x', 'X']).and_then(|(r, c)| Some((r.parse::<u64>().ok()?, c.parse::<u64>().ok()?)));
    let parsed = match numbers {
        Some((rows, cols)) => match (u8::try_from(rows), u8::try_from(cols)) {
            (Ok(rows), Ok(cols)) => Some((rows, cols)),
            _ => {
                return Err(format!(
                    "a board of {rows} rows and {cols} columns is too large; no game here has more than 255"
                ));
            }
        },
        None => None,
    };
    let expected = || format!("`{text}` is no board size; expected ROWSxCOLUMNS such as 6x7, or `classic`");
    parsed.map(|(rows, cols)| BoardSize::Sides(rows, cols)).ok_or_else(expected)
}

fn parse_cell(text: &str) -> Result<ForbiddenCell, String> {
    let parsed = text.split_once(',').and_then(|(r, c)| Some((r.trim().parse().ok()?, c.trim().parse().ok()?)));
    let expected = || format!("`{text}` is no cell; expected ROW,COLUMN from 0 at the top-left, such as 5,3");
    parsed.map(|(row, col)| ForbiddenCell { row, col }).ok_or_else(expected)
}

/// The registered games that have forbidden cells, in words.
fn games_with_forbidden_cells() -> String {
    let games = GameKind::all().into_iter().filter(|kind| kind.forbids_cells());
    games.map(|kind| kind.to_string()).collect::<Vec<_>>().join(", ")
}

fn forbid_help() -> String {
    let games = games_with_forbidden_cells();
    format!("Forbidden cell ({games}), row and column from 0 at the top-left; may be repeated")
}

fn moves_help() -> String {
    let games = GameKind::all().into_iter().filter(|kind| !kind.example().is_empty());
    let examples: Vec<String> = games.map(|kind| format!("{} `{}`", kind.title(), kind.example())).collect();
    format!("Moves from the start: {}", examples.join(", "))
}

/// Which board, and where the game stands.
#[derive(Args, Clone, Debug, Default)]
pub struct BoardOptions {
    /// Board size as ROWSxCOLUMNS, or `classic` for the usual one of the game
    #[arg(long, value_name = "RxC", value_parser = board_size)]
    pub board: Option<BoardSize>,
    #[arg(long, value_name = "R,C", value_parser = parse_cell, help = forbid_help())]
    pub forbid: Vec<ForbiddenCell>,
    #[arg(long, value_name = "SEQ", help = moves_help())]
    pub moves: Option<String>,
    /// A board as text, rows from the top, `X` first player, `O` second, `.` empty, `#` forbidden; `-` reads stdin
    #[arg(long, value_name = "TEXT", conflicts_with = "moves", allow_hyphen_values = true)]
    pub position: Option<String>,
}

impl BoardOptions {
    /// The board for `game`; nothing is checked beyond what the options contradict.
    pub fn setup(&self, game: GameKind) -> anyhow::Result<Setup> {
        if !self.forbid.is_empty() && !game.forbids_cells() {
            let games = games_with_forbidden_cells();
            return Err(bad_input(format!("--forbid is for {games}; {} has no forbidden cells", game.title())));
        }
        let setup = match self.board {
            Some(BoardSize::Sides(rows, cols)) => Setup::board(game, rows, cols),
            Some(BoardSize::Classic) | None => Setup::standard(game),
        };
        Ok(setup.forbidding(self.forbid.iter().copied()))
    }

    /// The game where it stands: at the position of `--position`, after the moves of `--moves`. The board is told in words
    /// on stderr, since people write "7x6" for seven columns.
    pub fn session(&self, game: GameKind) -> anyhow::Result<Session> {
        let setup = self.setup(game)?;
        let session = self.session_on(&setup)?;
        writeln!(std::io::stderr(), "{setup}").ok();
        Ok(session)
    }

    /// The same on a board that is known already.
    pub fn session_on(&self, setup: &Setup) -> anyhow::Result<Session> {
        let mut session = Session::new(setup).map_err(bad_input)?;
        if let Some(start) = self.start()? {
            session = session.beginning_at(&start).map_err(|e| bad_input(format!("--position: {e}")))?;
        }
        let moves = self.moves.as_deref().unwrap_or_default();
        session.play_moves(moves).map_err(|e| bad_input(format!("--moves: {e}")))?;
        Ok(session)
    }

    /// The text of `--position`.
    fn start(&self) -> anyhow::Result<Option<String>> {
        if self.position.as_deref() != Some("-") {
            return Ok(self.position.clone());
        }
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map_err(|e| bad_input(format!("stdin: {e}")))?;
        Ok(Some(text))
    }
}
