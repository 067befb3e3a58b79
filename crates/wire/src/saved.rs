//! Saved games: what is kept of one and what lists show of it, wherever it is kept: in a server's file or in the browser.

use crate::awards::Facts;
use crate::board::{self, Side};
use crate::problem::{Code, Problem};
use luozi_games::record::{GameResult, NodeId, PlayerInfo, Record};
use luozi_games::{GameKind, Session, Setup};
use luozi_page::GridInfo;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Longest name of a game, in characters.
const NAME_CHARACTERS: usize = 120;
/// Longest notes of the page about a game, in bytes.
const META_BYTES: usize = 32 * 1024;

/// A saved game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Saved {
    /// Sixteen hexadecimal digits that the server chose when it was saved first.
    pub id: String,
    /// The name that its owner gave it, at most 120 characters; it may be empty.
    pub name: String,
    /// When it was saved first, in milliseconds since 1970.
    pub created: i64,
    /// When it was saved last.
    pub updated: i64,
    /// The game as the project's own JSON writes it, checked when it was saved.
    #[cfg_attr(feature = "ts", ts(as = "luozi_games::record::json::Document"))]
    pub record: Value,
    /// What the page noted about it.
    #[cfg_attr(feature = "ts", ts(type = "Record<string, unknown>"))]
    pub meta: Value,
}

/// What a list shows of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "GameSummary"))]
pub struct Summary {
    /// Sixteen hexadecimal digits; empty until the store fills it in.
    #[serde(default)]
    pub id: String,
    /// The name that its owner gave it; it may be empty.
    #[serde(default)]
    pub name: String,
    /// Game and board.
    pub setup: Setup,
    /// The board at the end of the main line.
    pub cells: String,
    /// The side to move there.
    pub to_move: Side,
    /// Moves of the main line.
    pub plies: usize,
    /// First and second player, as the record names them.
    pub players: [PlayerInfo; 2],
    /// How it ended.
    pub result: Option<GameResult>,
    /// What the page noted about it.
    pub meta: SummaryMeta,
    /// When it was saved first, in milliseconds since 1970.
    #[serde(default)]
    pub created: i64,
    /// When it was saved last.
    #[serde(default)]
    pub updated: i64,
}

/// The part of the page's notes that lists and statistics need.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SummaryMeta {
    /// `first`, `second` or `both`: the sides that people play.
    #[serde(default)]
    pub human: Option<String>,
    /// The engine's level.
    #[serde(default)]
    pub level: Option<u8>,
    /// `play`, `analyse` or `watch`.
    #[serde(default)]
    pub mode: Option<String>,
}

/// A game that may be saved.
pub struct Draft {
    /// Its name without what no name has, cut where it is too long; it may be empty.
    pub name: String,
    /// The game with its result.
    pub record: Record,
    /// What the page noted about it: one JSON object.
    pub meta: Value,
    /// What lists show of it, without id and times.
    pub summary: Summary,
}

/// The game of a record as far as `plies` of its main line, or to its end.
pub fn main_line(record: &Record, plies: usize) -> Session {
    let last = record.tree().main_line().take(plies).last().unwrap_or(NodeId::ROOT);
    record.session(last)
}

impl Draft {
    /// Checks a game and makes its summary. The main line's result is written into it.
    pub fn new(name: &str, record: &Value, meta: Value) -> Result<Draft, Problem> {
        let meta = if meta.is_null() { serde_json::json!({}) } else { meta };
        if !meta.is_object() || meta.to_string().len() > META_BYTES {
            let reason = format!("`meta` is one JSON object of at most {META_BYTES} bytes");
            return Err(Problem::with_reason(Code::BadMessage, reason));
        }
        let noted: SummaryMeta =
            serde_json::from_value(meta.clone()).map_err(|e| Problem::with_reason(Code::BadMessage, e))?;
        let read = Record::from_json(&record.to_string());
        let mut record = read.map_err(|e| Problem::of_record(Code::BadRecord, &e))?;
        record.settle();
        let session = main_line(&record, usize::MAX);
        let name: String = name.trim().chars().filter(|c| !c.is_control()).take(NAME_CHARACTERS).collect();
        let summary = Summary {
            id: String::new(),
            name: name.clone(),
            setup: record.setup().clone(),
            cells: board::cells(&session),
            to_move: session.to_move().into(),
            plies: session.moves().len(),
            players: record.header.players.clone(),
            result: record.header.result.clone(),
            meta: noted,
            created: 0,
            updated: 0,
        };
        Ok(Draft { name, record, meta, summary })
    }

    /// What is searched for words, under that name.
    pub fn words(&self, name: &str) -> String {
        let [first, second] = &self.summary.players;
        format!("{name} {} {}", first.name, second.name).to_lowercase()
    }

    /// The game that is played.
    pub fn kind(&self) -> GameKind {
        self.record.setup().kind()
    }

    /// Whether it has a result.
    pub fn is_finished(&self) -> bool {
        self.record.header.result.is_some()
    }

    /// What statistics remember of it, if it counts.
    pub fn facts(&self, at: i64) -> Option<Facts> {
        Facts::of(&self.record, &self.meta, at)
    }
}

/// What saving answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Receipt {
    /// The game's id.
    pub id: String,
    /// When, in milliseconds since 1970.
    pub updated: i64,
    /// Badges that it earned.
    pub awards: Vec<&'static str>,
}

/// One page of a list.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GamesPage {
    /// The last changed first.
    pub games: Vec<ListedGame>,
    /// Where the list goes on.
    pub next: Option<String>,
}

/// A saved game in a list, with the grid of its board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ListedGame {
    /// What the list shows of it.
    #[serde(flatten)]
    pub summary: Summary,
    /// The grid of its board.
    pub grid: GridInfo,
}

impl GamesPage {
    /// A page of these games; one whose board is not known any more is left out.
    pub fn new(games: Vec<Summary>, next: Option<String>) -> GamesPage {
        let listed = |summary: Summary| Some(ListedGame { grid: GridInfo::on(&summary.setup).ok()?, summary });
        GamesPage { games: games.into_iter().filter_map(listed).collect(), next }
    }
}
