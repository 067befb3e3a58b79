//! What a tab hears.

use super::event::EventFrame;
use super::friend::TableFrame;
use super::lab::Simulated;
use crate::board::{CellNumber, Side, State};
use crate::problem::Problem;
use luozi_engine::analysis::{Proven, Remark};
use luozi_games::record::Glyph;
use serde::Serialize;

/// To a tab.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ToTab {
    /// The answer to `hello`.
    Welcome {
        /// Version of the protocol.
        v: u32,
        /// Version of the program.
        version: &'static str,
        /// Processor cores that searches of all tabs share; 1 where the browser itself searches.
        threads: usize,
        /// Changes when the server starts again: sequence numbers of events begin anew.
        instance: String,
    },
    /// The answer to `pos`.
    State {
        /// The position it is about.
        #[serde(rename = "gen")]
        generation: u64,
        /// Everything about it.
        #[serde(flatten)]
        state: Box<State>,
    },
    /// A search reports.
    Info(Info),
    /// A search has ended.
    Best(Box<Best>),
    /// A move of a review.
    Judged(Box<Judged>),
    /// A review has ended.
    Reviewed(Reviewed),
    /// The graph of a search that has ended.
    Explained(Explained),
    /// A simulation of the laboratory.
    Simulated(Box<Simulated>),
    /// Something happened in a tournament.
    Event(Box<EventFrame>),
    /// How a table of two people stands.
    Table(Box<TableFrame>),
    /// Something is wrong.
    Err(Failure),
}

impl ToTab {
    /// A problem with the position and the search that it is about.
    pub fn failure((generation, id): (Option<u64>, Option<u64>), problem: Problem) -> ToTab {
        ToTab::Err(Failure { generation, id, problem })
    }
}

/// A problem and what it answers.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Failure {
    /// The position it is about.
    #[serde(rename = "gen")]
    pub generation: Option<u64>,
    /// The search it is about.
    pub id: Option<u64>,
    /// What is wrong.
    #[serde(flatten)]
    pub problem: Problem,
}

/// A chance of winning in 1/10000.
pub type WinRate = u16;

/// What a search knows about its position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Root {
    /// Chance of the side to move.
    pub wr: WinRate,
    /// Expected score for the side to move, to a tenth; null where only chances are known.
    pub margin: Option<f64>,
    /// What is certain.
    pub proven: Option<Proven>,
}

/// What a search knows about a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MoveInfo {
    /// The move as the game writes it, such as `4`, `f5` or `pass`.
    pub m: String,
    /// Where its piece comes to lie.
    pub cell: Option<CellNumber>,
    /// Chance of the side to move.
    pub wr: Option<WinRate>,
    /// Simulations through it.
    pub n: u64,
    /// Prior probability in 1/10000.
    pub p: u16,
    /// Expected score for the side that plays it, to a tenth; null where only chances are known.
    pub margin: Option<f64>,
    /// What is certain.
    pub proven: Option<Proven>,
    /// The expected continuation, this move first.
    pub pv: Vec<String>,
    /// What speaks for it or against it.
    pub why: Vec<Remark>,
}

/// A report of a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Info {
    /// The position it is about.
    #[serde(rename = "gen")]
    pub generation: u64,
    /// The search's number, as `go` gave it.
    pub id: u64,
    /// Rises from one report of a search to the next, by more than 1 where a slow reader missed some.
    pub seq: u64,
    /// Time since the request.
    pub ms: u64,
    /// Simulations of the search so far, those before an interruption included.
    pub visits: u64,
    /// Nodes of the graph.
    pub nodes: u64,
    /// Simulations a second.
    pub nps: u64,
    /// Plies of the longest line.
    pub depth: usize,
    /// The side whose chances these are.
    pub to_move: Side,
    /// What is known about the position as a whole.
    pub root: Root,
    /// The moves, best first.
    pub moves: Vec<MoveInfo>,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The time is over.
    Time,
    /// All simulations are done.
    Visits,
    /// The result is certain.
    Proven,
    /// There is only one move.
    Forced,
    /// No other move can catch up.
    Settled,
    /// The memory is full.
    Memory,
    /// Somebody asked for it.
    Stopped,
}

/// The end of a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Best {
    /// The position it is about.
    #[serde(rename = "gen")]
    pub generation: u64,
    /// The search's number, as `go` gave it.
    pub id: u64,
    /// The move to play.
    pub m: String,
    /// Why it ended.
    pub reason: Reason,
    /// The last report.
    pub info: Info,
    /// The same in three steps, for a hint.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub hint: Option<Hint>,
}

/// A hint in three steps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Hint {
    /// First, a part of the board.
    pub region: Vec<CellNumber>,
    /// Then, moves in it that are as good as any, or nearly: at most three, the best one among them.
    pub top: Vec<String>,
    /// Then the move.
    pub best: String,
    /// What speaks for it.
    pub why: Vec<Remark>,
    /// And what follows.
    pub pv: Vec<String>,
}

/// A move of a review.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Judged {
    /// The position it is about.
    #[serde(rename = "gen")]
    pub generation: u64,
    /// The number of the review, as `go` gave it.
    pub id: u64,
    /// Moves judged so far, this one included.
    pub done: usize,
    /// Moves in all.
    pub total: usize,
    /// Its number, from 1.
    pub ply: usize,
    /// The move that was played, as the game writes it.
    pub m: String,
    /// Who played it.
    pub side: Side,
    /// The mover's chance after it.
    pub wr: WinRate,
    /// What is certain after it, mover's view.
    pub proven: Option<Proven>,
    /// The best move.
    pub best: String,
    /// The mover's chance with that one.
    pub best_wr: WinRate,
    /// What was certain before the move, mover's view.
    pub best_proven: Option<Proven>,
    /// What the mover lost: `best_wr` less `wr`, at least 0, and 0 for the best move.
    pub loss: WinRate,
    /// The judgement by that loss: doubtful from 1000, a mistake from 2000, a blunder from 4000; null below.
    pub glyph: Option<Glyph>,
    /// What should have followed.
    pub pv: Vec<String>,
    /// Simulations behind it.
    pub visits: u64,
}

/// The end of a review.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reviewed {
    /// The position it is about.
    #[serde(rename = "gen")]
    pub generation: u64,
    /// The number of the review, as `go` gave it.
    pub id: u64,
    /// 0 to 100 for both sides.
    pub accuracy: [Option<u8>; 2],
    /// The move that lost the game.
    pub first_losing: Option<usize>,
    /// Judgements of both sides.
    pub counts: GlyphCounts,
}

/// The most visited part of a searched graph.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Explained {
    /// The position it is about.
    #[serde(rename = "gen")]
    pub generation: u64,
    /// The search's number, as `go` gave it.
    pub id: u64,
    /// Nodes of the whole graph.
    pub searched: u64,
    /// The root, then each node after one that leads to it.
    pub nodes: Vec<GraphNode>,
}

/// A position of a searched graph.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GraphNode {
    /// One character a cell, as in `state`.
    pub cells: String,
    /// The side whose chances these are.
    pub to_move: Side,
    /// Evaluations that count for it.
    pub n: u32,
    /// Chance of the side to move.
    pub wr: Option<WinRate>,
    /// What is certain.
    pub proven: Option<Proven>,
    /// The moves about which something is known, most visited first.
    pub moves: Vec<GraphMove>,
    /// How many others there are.
    pub untried: usize,
}

/// A move of a searched graph.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GraphMove {
    /// The move as the game writes it, such as `4`, `f5` or `pass`.
    pub m: String,
    /// Index of the node it leads to, if that was sent.
    pub node: Option<usize>,
    /// Simulations through it.
    pub n: u32,
    /// Chance of the side to move.
    pub wr: Option<WinRate>,
    /// Prior probability in 1/10000.
    pub p: u16,
    /// The least and the most score that it is proven to have, mover's view.
    pub bounds: [i16; 2],
    /// What is certain.
    pub proven: Option<Proven>,
}

/// How often both sides were judged so.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GlyphCounts {
    /// Moves marked `?!`.
    pub doubtful: [usize; 2],
    /// Moves marked `?`.
    pub mistake: [usize; 2],
    /// Moves marked `??`.
    pub blunder: [usize; 2],
}
