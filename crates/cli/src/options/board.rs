//! Which board, and where the game stands.

use crate::error::bad_input;
use clap::Args;
use luozi::core::{Game, Notation};
use luozi::games::connect4::Cell;
use luozi::games::{AnyRules, GameKind, Setup, Table, with_rules};
use std::io::{Read, Write};

/// Rows and columns as `RxC`, or `classic`.
#[derive(Clone, Copy, Debug)]
pub struct BoardSize {
    rows: u8,
    cols: u8,
}

/// Reads `RxC` or `classic`.
pub fn board_size(text: &str) -> Result<BoardSize, String> {
    if text == "classic" {
        return Ok(BoardSize { rows: 6, cols: 7 });
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
    parsed.map(|(rows, cols)| BoardSize { rows, cols }).ok_or_else(expected)
}

fn parse_cell(text: &str) -> Result<Cell, String> {
    let parsed = text.split_once(',').and_then(|(r, c)| Some((r.trim().parse().ok()?, c.trim().parse().ok()?)));
    let expected = || format!("`{text}` is no cell; expected ROW,COLUMN from 0 at the top-left, such as 5,3");
    parsed.map(|(row, col)| Cell { row, col }).ok_or_else(expected)
}

/// Which board, and where the game stands.
#[derive(Args, Clone, Debug, Default)]
pub struct BoardOptions {
    /// Board size as ROWSxCOLUMNS (Connect Four and NoGo), or `classic` for Connect Four's 6 rows x 7 columns
    #[arg(long, value_name = "RxC", value_parser = board_size)]
    pub board: Option<BoardSize>,
    /// Forbidden cell of Connect Four, row and column from 0 at the top-left; may be repeated
    #[arg(long, value_name = "R,C", value_parser = parse_cell)]
    pub forbid: Vec<Cell>,
    /// Moves from the start: Connect Four `4 4 5` or `445`, Reversi `f5d6`, NoGo `E5 D4`
    #[arg(long, value_name = "SEQ")]
    pub moves: Option<String>,
    /// A board as text, rows from the top, `X` first player, `O` second, `.` empty, `#` forbidden; `-` reads stdin
    #[arg(long, value_name = "TEXT", conflicts_with = "moves", allow_hyphen_values = true)]
    pub position: Option<String>,
}

impl BoardOptions {
    /// The board for `game`; nothing is checked beyond what the options contradict.
    pub fn setup(&self, game: GameKind) -> anyhow::Result<Setup> {
        let mut setup = Setup::standard(game);
        match (&mut setup, self.board) {
            (Setup::Connect4 { rows, cols, forbidden }, size) => {
                if let Some(size) = size {
                    (*rows, *cols) = (size.rows, size.cols);
                }
                forbidden.extend(&self.forbid);
            }
            (Setup::NoGo { rows, cols, .. }, Some(size)) => (*rows, *cols) = (size.rows, size.cols),
            (Setup::Reversi { size: side, .. }, Some(size)) if size.rows == size.cols => *side = size.rows,
            (Setup::Reversi { .. }, Some(size)) => {
                return Err(bad_input(format!(
                    "a Reversi board is square; found {} rows x {} columns, use 8x8, 6x6 or 4x4",
                    size.rows, size.cols
                )));
            }
            (_, None) => {}
        }
        if game != GameKind::Connect4 && !self.forbid.is_empty() {
            return Err(bad_input("--forbid is for connect4; the other games have no forbidden cells"));
        }
        Ok(setup)
    }

    /// The rules for `game`, told in words on stderr, since people write "7x6" for seven columns.
    pub fn rules(&self, game: GameKind) -> anyhow::Result<(Setup, AnyRules)> {
        let setup = self.setup(game)?;
        let rules = AnyRules::new(&setup).map_err(bad_input)?;
        writeln!(std::io::stderr(), "{setup}").ok();
        Ok((setup, rules))
    }

    /// The game as a table: the position named by `--position`, and the moves of `--moves` from there.
    pub fn table(&self, game: GameKind) -> anyhow::Result<Table> {
        let (setup, rules) = self.rules(game)?;
        let start = with_rules!(&rules, rules => rules.position_text(&self.start(rules)?));
        let mut table = match self.position {
            Some(_) => Table::with_start(&setup, &start).map_err(|e| bad_input(format!("--position: {e}")))?,
            None => Table::new(&setup).map_err(bad_input)?,
        };
        let moves = self.moves.as_deref().unwrap_or_default();
        for mv in table.read_moves(moves).map_err(|e| bad_input(format!("--moves: {e}")))? {
            table.play(&mv).map_err(|e| bad_input(format!("--moves: {e}")))?;
        }
        Ok(table)
    }

    /// The position named by `--position`, or the start.
    pub fn start<G: Game + Notation>(&self, rules: &G) -> anyhow::Result<G::Position> {
        let text = match self.position.as_deref() {
            None => return Ok(rules.initial()),
            Some("-") => {
                let mut text = String::new();
                std::io::stdin().read_to_string(&mut text).map_err(|e| bad_input(format!("stdin: {e}")))?;
                text
            }
            Some(text) => text.to_string(),
        };
        rules.parse_position(&text).map_err(|e| bad_input(format!("--position: {e}")))
    }

    /// The position named by `--position`, and the moves of `--moves` from there.
    pub fn line<G: Game + Notation>(&self, rules: &G) -> anyhow::Result<(G::Position, Vec<G::Move>)> {
        let start = self.start(rules)?;
        let moves = self.moves.as_deref().unwrap_or_default();
        let moves = rules.parse_moves(&start, moves).map_err(|e| bad_input(format!("--moves: {e}")))?;
        Ok((start, moves))
    }

    /// The position after all of it.
    pub fn current<G: Game + Notation>(&self, rules: &G) -> anyhow::Result<G::Position> {
        let (mut position, moves) = self.line(rules)?;
        for mv in moves {
            rules.play_unchecked(&mut position, mv);
        }
        Ok(position)
    }
}
