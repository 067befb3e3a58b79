//! A game between two people: what they do at the table, and the one truth that everybody there sees.

use crate::board::Side;
use luozi_games::Setup;
use luozi_games::record::Winner;
use serde::{Deserialize, Serialize};

/// A new table: the body of `POST /api/friends`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct Invite {
    /// Game and board.
    pub setup: Setup,
    /// Where the game begins, if not at its initial position.
    #[serde(default)]
    pub start: Option<String>,
    /// The side of whoever invites; drawn by lot when left out.
    #[serde(default)]
    pub side: Option<Side>,
    /// The clock; none when left out.
    #[serde(default)]
    pub clock: Option<FriendClock>,
}

/// A clock of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FriendClock {
    /// What the time is for.
    pub kind: FriendClockKind,
    /// Time for the game, or for each move, in milliseconds.
    pub base_ms: u64,
    /// What each own move adds, in milliseconds.
    pub inc_ms: u64,
}

/// What the time of a clock is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum FriendClockKind {
    /// The whole game.
    Total,
    /// The whole game, and each own move adds some.
    Fischer,
    /// Each move anew.
    Move,
}

/// The answer to an invitation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Invited {
    /// The table; whoever knows it may watch.
    pub id: String,
    /// The secret of one's own seat.
    pub key: String,
    /// The secret of the link: who opens it first gets the other seat.
    pub invite: String,
    /// Where others on the network find this page, such as `http://192.168.1.5:7300`, if the server knows and lets them in.
    pub origins: Vec<String>,
}

/// What a player does.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct Act {
    /// The id of the table.
    pub table: String,
    /// The secret of the seat.
    pub key: String,
    /// The game at the table that is meant, from 1.
    pub round: u32,
    /// How many moves there were: what comes too late is refused.
    pub ply: usize,
    /// What is done.
    pub action: Action,
    /// The move, for `move`.
    #[serde(default)]
    pub m: Option<String>,
}

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Makes a move; it declines an offered draw.
    Move,
    /// Gives the game up.
    Resign,
    /// Offers a draw, or accepts the other's.
    Draw,
    /// Declines an offered draw, or takes an offer back.
    Decline,
    /// Wants another game with the sides changed; it begins when both do.
    Rematch,
}

/// How a table stands: the same for everybody but `you` and `key`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TableFrame {
    /// The id of the table.
    pub id: String,
    /// The game at this table, from 1.
    pub round: u32,
    /// Game and board.
    pub setup: Setup,
    /// Where it began; null: at its initial position.
    pub start: Option<String>,
    /// The moves so far, passes included.
    pub moves: Vec<String>,
    /// One's own side; null for those who watch.
    pub you: Option<Side>,
    /// The secret of the seat that was just taken.
    pub key: Option<String>,
    /// The clock of both sides; null: none.
    pub clock: Option<FriendClock>,
    /// What both sides have left now, in milliseconds.
    pub left_ms: [u64; 2],
    /// Whose clock runs.
    pub running: Option<Side>,
    /// Whether each side's seat is taken.
    pub taken: [bool; 2],
    /// Whether each side is connected.
    pub present: [bool; 2],
    /// How many watch.
    pub watchers: usize,
    /// Who offers a draw.
    pub draw: Option<Side>,
    /// Who wants another game.
    pub again: [bool; 2],
    /// How it ended; null while it goes on.
    pub over: Option<FriendEnd>,
}

/// How a game between two people ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FriendEnd {
    /// The side that won, or nobody.
    pub winner: Winner,
    /// By the rules, on time, or as the players agreed.
    pub why: FriendWhy,
}

/// Why a game between two people ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum FriendWhy {
    /// By the rules of the game.
    Board,
    /// Somebody gave up.
    Resign,
    /// Somebody's time was over.
    Time,
    /// Both agreed on a draw.
    Agreed,
}
