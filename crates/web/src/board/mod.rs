//! What a tab needs to draw a position and to preview every move, so that the page needs no rules of its own.
//!
//! A [`State`] is made from a [`Table`] and nothing else; the server keeps no game of record. Which cells a move changes
//! is asked of the games through [`View`], one small file a game.

mod connect4;
mod nogo;
mod reversi;

use luozi_core::{IllegalMove, MoveList, Notation, Player, Score};
use luozi_games::record::Winner;
use luozi_games::{Table, with_rules};
use luozi_page::GridInfo;
use luozi_page::words::reason_key;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A cell of the board: `row * columns + column`, the top row first.
pub type CellNumber = u16;

/// A side in messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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

/// The name of a reason in messages: the key of its sentence without the section.
pub(crate) fn reason_word(reason: IllegalMove) -> &'static str {
    reason_key(reason).trim_start_matches("why.")
}

/// A legal move and what it does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LegalMove {
    /// The move.
    pub m: String,
    /// Where the piece comes to lie; `None` for a pass.
    pub cell: Option<CellNumber>,
    /// What else changes.
    #[serde(flatten)]
    pub effect: Effect,
}

/// What a move changes beside its own cell.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Effect {
    /// Reversi: the discs that turn, nearest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub flips: Option<Vec<CellNumber>>,
    /// NoGo: the points that a side may not play any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub closes: Option<Closes>,
}

/// NoGo: empty points that a side could have played before a move and not after it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Closes {
    /// For the first player.
    pub first: Vec<CellNumber>,
    /// For the second player.
    pub second: Vec<CellNumber>,
}

/// The move that led here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LastMove {
    /// The move.
    pub m: String,
    /// Where its piece lies; `None` for a pass.
    pub cell: Option<CellNumber>,
    /// Discs it turned.
    pub changed: Vec<CellNumber>,
}

/// Figures beside the board, the first player's first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Over {
    /// Who won.
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
#[cfg_attr(test, derive(ts_rs::TS))]
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
    /// Figures.
    pub counts: Counts,
    /// The end, if it is one.
    pub over: Option<Over>,
    /// The position's key.
    pub hash: String,
}

/// What each game answers about its positions.
trait View: Notation {
    /// Where the piece of a legal move comes to lie; `None` for a pass.
    fn cell(&self, position: &Self::Position, mv: Self::Move) -> Option<CellNumber>;
    /// The move that a click on a cell means.
    fn move_on(&self, cell: CellNumber) -> Option<Self::Move>;
    /// What a legal move changes beside its own cell.
    fn effect(&self, position: &Self::Position, mv: Self::Move) -> Effect;
    /// The groups that make an empty point illegal.
    fn dying(&self, _position: &Self::Position, _mv: Self::Move, _reason: IllegalMove) -> Vec<CellNumber> {
        Vec::new()
    }
    /// Who may play where.
    fn kinds(&self, _position: &Self::Position) -> Option<String> {
        None
    }
    /// Pieces each side could still place, and moves each would have.
    fn prospects(&self, position: &Self::Position) -> (Option<[usize; 2]>, Option<[usize; 2]>);
    /// Why a game with that score is over, and the line to show.
    fn ending(&self, position: &Self::Position, score: Score) -> (&'static str, Vec<CellNumber>);
}

impl State {
    /// Everything about the position at a table.
    pub fn new(table: &Table) -> State {
        with_rules!(table.rules(), rules => state(rules, table))
    }

    /// The cell of a move in the position at a table, for marks on the board; `None` for a pass or a text that is no
    /// legal move.
    pub fn cell_of(&self, mv: &str) -> Option<CellNumber> {
        self.legal.iter().find(|legal| legal.m == mv)?.cell
    }
}

/// The board at a table, one character a cell.
pub fn cells(table: &Table) -> String {
    let (rows, _) = table.setup().size();
    table.position_text().lines().take(usize::from(rows)).collect()
}

fn state<G: View>(rules: &G, table: &Table) -> State {
    let position = table.position(rules);
    let mut legal = MoveList::new();
    rules.legal_moves(&position, &mut legal);
    let describe = |&mv: &G::Move| LegalMove {
        m: rules.move_text(mv),
        cell: rules.cell(&position, mv),
        effect: rules.effect(&position, mv),
    };
    let cells = cells(table);
    let count = |symbol| cells.chars().filter(|&c| c == symbol).count();
    let (left, playable) = rules.prospects(&position);
    let counts = Counts { stones: [count('X'), count('O')], left, playable, empty: count('.') };
    let over = rules.outcome(&position).map(|score| {
        let (why, line) = rules.ending(&position, score);
        Over { winner: Winner::of(score), why, line, score: score.0 }
    });
    let numbers = 0..cells.len() as CellNumber;
    let name = |cell| rules.move_on(cell).map_or_else(String::new, |mv| rules.move_text(mv));
    let (illegal, groups) = refusals(rules, &position);
    State {
        ply: table.moves().len(),
        moves: table.moves().to_vec(),
        to_move: rules.to_move(&position).into(),
        grid: GridInfo::of(table.setup()),
        cells,
        names: numbers.map(name).collect(),
        last: last_move(rules, table),
        legal: legal.iter().map(describe).collect(),
        illegal,
        groups,
        kinds: rules.kinds(&position),
        counts,
        over,
        hash: format!("{:032x}", rules.key(&position).0),
    }
}

fn last_move<G: View>(rules: &G, table: &Table) -> Option<LastMove> {
    let mut before = table.clone();
    let m = before.undo()?;
    let mv = rules.parse_move(&m).ok()?;
    let position = before.position(rules);
    let changed = rules.effect(&position, mv).flips.unwrap_or_default();
    Some(LastMove { cell: rules.cell(&position, mv), changed, m })
}

type Refusals = (BTreeMap<&'static str, Vec<String>>, BTreeMap<String, Vec<CellNumber>>);

/// Every place without a piece that is no legal move: its reason, and the groups to point at.
fn refusals<G: View>(rules: &G, position: &G::Position) -> Refusals {
    let (mut illegal, mut groups) = (BTreeMap::<_, Vec<String>>::new(), BTreeMap::new());
    let places = (0..rules.move_count()).filter_map(|index| rules.move_at(index));
    for mv in places {
        let Err(reason) = rules.check(position, mv) else { continue };
        if matches!(reason, IllegalMove::Occupied | IllegalMove::MayNotPass) {
            continue;
        }
        let name = rules.move_text(mv);
        let dying = rules.dying(position, mv, reason);
        if !dying.is_empty() {
            groups.insert(name.clone(), dying);
        }
        illegal.entry(reason_word(reason)).or_default().push(name);
    }
    (illegal, groups)
}

#[cfg(test)]
mod tests;
