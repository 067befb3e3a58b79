//! What a tab needs to draw a position and to preview every move, so that the page needs no rules of its own.
//!
//! A [`State`] is made from a [`Session`] and nothing else; the server keeps no game of record.

use luozi_core::Player;
use luozi_core::diagram::Symbol;
use luozi_games::Session;
use luozi_games::record::Winner;
use luozi_page::GridInfo;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A cell of the board: `row * columns + column`, the top row first.
pub type CellNumber = u16;

/// A side in messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The one that opened the game.
    First,
    /// The one that answered.
    Second,
}

impl From<Player> for Side {
    fn from(player: Player) -> Side {
        [Side::First, Side::Second][player.index()]
    }
}

impl From<Side> for Player {
    fn from(side: Side) -> Player {
        match side {
            Side::First => Player::First,
            Side::Second => Player::Second,
        }
    }
}

/// A legal move and what it does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LegalMove {
    /// The move as the game writes it, such as `4`, `f5` or `pass`.
    pub m: String,
    /// Where the piece comes to lie; `None` for a pass.
    pub cell: Option<CellNumber>,
    /// What else changes.
    #[serde(flatten)]
    pub effect: Effect,
}

/// What a move changes beside its own cell.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Effect {
    /// Reversi: the discs that turn, nearest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub flips: Option<Vec<CellNumber>>,
    /// NoGo: the points that a side may not play any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub closes: Option<Closes>,
}

/// NoGo: empty points that a side could have played before a move and not after it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Closes {
    /// For the first player.
    pub first: Vec<CellNumber>,
    /// For the second player.
    pub second: Vec<CellNumber>,
}

/// The move that led here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LastMove {
    /// The move as the game writes it, such as `4`, `f5` or `pass`.
    pub m: String,
    /// Where its piece lies; `None` for a pass.
    pub cell: Option<CellNumber>,
    /// Discs it turned.
    pub changed: Vec<CellNumber>,
}

/// Figures beside the board, the first player's first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Counts {
    /// Pieces on the board.
    pub stones: [usize; 2],
    /// Connect Four: pieces both could still place.
    pub left: Option<[usize; 2]>,
    /// Moves both would have if it were their turn.
    pub playable: Option<[usize; 2]>,
    /// Empty cells that are not forbidden.
    pub empty: usize,
}

/// How a game ended on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Over {
    /// The side that won by the rules, or `draw`.
    pub winner: Winner,
    /// `four`, `full`, `discs` or `no_moves`.
    pub why: &'static str,
    /// Connect Four: the cells of all fours.
    pub line: Vec<CellNumber>,
    /// In the game's units, first player's view.
    pub score: i16,
}

/// A position with everything a tab needs to know about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct State {
    /// Moves so far.
    pub ply: usize,
    /// They, passes included.
    pub moves: Vec<String>,
    /// The side to move.
    pub to_move: Side,
    /// The board: its shape, its labels and how it is drawn.
    pub grid: GridInfo,
    /// One character a cell: `X`, `O`, `.` or `#`.
    pub cells: String,
    /// The move that a click on a cell means.
    pub names: Vec<String>,
    /// The move that led here.
    pub last: Option<LastMove>,
    /// Every legal move.
    pub legal: Vec<LegalMove>,
    /// Empty places that are no legal move, by reason.
    pub illegal: BTreeMap<&'static str, Vec<String>>,
    /// NoGo: the groups that would die, by the name of the illegal point.
    pub groups: BTreeMap<String, Vec<CellNumber>>,
    /// NoGo: who may play where, one character a cell.
    pub kinds: Option<String>,
    /// Pieces, moves and empty cells of both sides, as they are shown beside the board.
    pub counts: Counts,
    /// The end, if it is one.
    pub over: Option<Over>,
    /// The position's key.
    pub hash: String,
}

impl State {
    /// Everything about the position of a session.
    pub fn new(session: &Session) -> State {
        let grid = session.grid();
        let symbols = session.symbols();
        let over = session.outcome().zip(session.finish()).map(|(score, (why, line))| Over {
            winner: Winner::of(score),
            why,
            line,
            score: score.0,
        });
        let describe = |mv: luozi_games::LegalMove| LegalMove { m: mv.text, cell: mv.cell, effect: mv.effect.into() };
        let last = session.last_move().map(|mv| LastMove {
            m: mv.text,
            cell: mv.cell,
            changed: mv.effect.flips.unwrap_or_default(),
        });
        let (mut illegal, mut groups) = (BTreeMap::<_, Vec<String>>::new(), BTreeMap::new());
        for refusal in session.refusals() {
            if !refusal.blamed.is_empty() {
                groups.insert(refusal.text.clone(), refusal.blamed);
            }
            illegal.entry(refusal.reason.word()).or_default().push(refusal.text);
        }
        State {
            ply: session.moves().len(),
            moves: session.moves().to_vec(),
            to_move: session.to_move().into(),
            grid: GridInfo::of(session),
            cells: cells(session),
            names: (0..grid.cells() as CellNumber).map(|cell| session.move_text(grid.move_on(cell))).collect(),
            last,
            legal: session.legal_effects().into_iter().map(describe).collect(),
            illegal,
            groups,
            kinds: session.territories(),
            counts: Counts {
                stones: session.pieces(),
                left: session.pieces_left(),
                playable: session.mobility(),
                empty: symbols.iter().filter(|&&symbol| symbol == Symbol::Empty).count(),
            },
            over,
            hash: format!("{:032x}", session.key().0),
        }
    }

    /// The cell of a move in this position, for marks on the board; `None` for a pass or a text that is no legal move.
    pub fn cell_of(&self, mv: &str) -> Option<CellNumber> {
        self.legal.iter().find(|legal| legal.m == mv)?.cell
    }
}

/// The board of a session, one character a cell.
pub fn cells(session: &Session) -> String {
    session.symbols().iter().map(|symbol| symbol.char()).collect()
}

impl From<luozi_core::Effect> for Effect {
    fn from(effect: luozi_core::Effect) -> Effect {
        let closes = effect.closes.map(|closes| Closes { first: closes.first, second: closes.second });
        Effect { flips: effect.flips, closes }
    }
}

#[cfg(test)]
mod tests;
