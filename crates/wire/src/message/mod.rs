//! The frames of the WebSocket, exactly as `docs/web-protocol.md` has them: what a tab says is here, what it hears below.

mod event;
mod friend;
mod lab;
mod to_tab;

pub use event::{Board, CrossRow, EventFrame, News, Opening, PlayerRow, Score, Table};
pub use friend::{Act, Action, FriendClock, FriendClockKind, FriendEnd, FriendWhy, Invite, Invited, TableFrame};
pub use lab::{LabBlend, LabJudged, LabLanding, LabMove, LabNews, LabSimulation, LabStanding, LabStep, Simulated};
pub use to_tab::{
    Best, Explained, Failure, GlyphCounts, GraphMove, GraphNode, Hint, Info, Judged, MoveInfo, Reason, Reviewed, Root,
    ToTab, WinRate,
};

use luozi_games::Setup;
use serde::Deserialize;

/// Version of the protocol.
pub const VERSION: u32 = 1;

/// From a tab.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FromTab {
    /// Who is there.
    Hello {
        /// Version of the protocol.
        v: u32,
    },
    /// The position on the tab's board.
    Pos(Pos),
    /// A search of that position.
    Go(Box<Go>),
    /// Ends a search.
    Stop {
        /// The search's number, as `go` gave it; one that does not run any more is ignored.
        id: u64,
    },
    /// Changes how often a search reports.
    Rate {
        /// The search's number, as `go` gave it; one that does not run any more is ignored.
        id: u64,
        /// The most reports a second.
        max_hz: u32,
    },
    /// Follows a tournament.
    Watch {
        /// The tournament's id, as the list of tournaments names it.
        event: String,
        /// The last event seen.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<u64>"))]
        from_seq: u64,
    },
    /// Follows no tournament any more.
    Unwatch,
    /// Comes to a table of two people.
    Sit {
        /// The id of the table.
        table: String,
        /// The secret of a seat or of the link; without one it is watched.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional = nullable))]
        key: Option<String>,
    },
    /// Does something at a table.
    Act(Box<Act>),
    /// Goes away from the table.
    Rise,
}

/// A position: the whole game every time.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct Pos {
    /// Rises with every position.
    #[serde(rename = "gen")]
    pub generation: u64,
    /// Game and board.
    pub setup: Setup,
    /// Where the game began, if not at its initial position.
    #[serde(default)]
    pub start: Option<String>,
    /// The moves since.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub moves: Vec<String>,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Until it is stopped.
    Analyse,
    /// A move to play.
    Move,
    /// A hint in three steps.
    Hint,
    /// Every move of the game judged.
    Review,
    /// The searched graph, to walk in.
    Explain,
    /// One simulation, told in all its numbers.
    Lab,
}

/// The engine's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct EngineClock {
    /// What is left, in milliseconds.
    pub ms: u64,
    /// Whether that is for this move alone.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub per_move: bool,
    /// What each move adds, in milliseconds.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<u64>"))]
    pub inc_ms: u64,
}

/// A search of the position on the tab's board; it ends the one before.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct Go {
    /// The position it is about.
    #[serde(rename = "gen")]
    pub generation: u64,
    /// A number that the tab chooses; every frame about the search repeats it.
    pub id: u64,
    /// What it is for.
    pub mode: Mode,
    /// Who thinks: a level from 1 to 10.
    #[serde(default)]
    pub level: Option<u8>,
    /// Who thinks: a preset with settings.
    #[serde(default)]
    pub preset: Option<String>,
    /// Time, in milliseconds.
    #[serde(default)]
    pub ms: Option<u64>,
    /// The most simulations of the search, in a review of each position.
    #[serde(default)]
    pub visits: Option<u64>,
    /// Threads of an analysis without end, at the most.
    #[serde(default)]
    pub threads: Option<u32>,
    /// Memory of the graph in MiB, at the most.
    #[serde(default)]
    pub memory_mb: Option<u64>,
    /// A clock to keep.
    #[serde(default)]
    pub clock: Option<EngineClock>,
    /// Makes it repeatable.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Candidates with lines.
    #[serde(default)]
    pub multi: Option<usize>,
    /// Moves that must be in the list.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub include: Vec<String>,
    /// The most reports a second.
    #[serde(default)]
    pub max_hz: Option<u32>,
    /// The simulation that the laboratory tells, from 1.
    #[serde(default)]
    pub step: Option<u64>,
    /// Which of the laboratory's two searches it is, 0 or 1: each keeps an engine.
    #[serde(default)]
    pub slot: Option<u8>,
}

/// The numbers of position and search that a refused message names, if it is an object at all.
pub fn numbers_of(text: &str) -> (Option<u64>, Option<u64>) {
    let value: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    (value["gen"].as_u64(), value["id"].as_u64())
}
