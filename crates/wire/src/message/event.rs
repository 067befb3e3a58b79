//! What a tab hears about a tournament, and its standings, which are the same in frames and in answers.

use luozi_games::Setup;
use luozi_games::record::Winner;
use serde::Serialize;
use serde_json::Value;

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EventFrame {
    /// The tournament's id.
    pub event: String,
    /// Its place in the list of all that happened; the standings repeat the number before them.
    pub seq: u64,
    /// What.
    #[serde(flatten)]
    pub news: News,
}

/// What happened in a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum News {
    /// A game has begun.
    Start {
        /// Its number.
        game: i64,
        /// Players by side.
        players: [usize; 2],
        /// Game and board.
        setup: Setup,
        /// Moves before the players took over.
        opening: Vec<String>,
        /// Its pairing.
        pairing: i64,
        /// Its pair of games.
        pair: i64,
        /// Whether sides are swapped.
        swapped: bool,
    },
    /// A move was played.
    Move {
        /// The game's number.
        game: i64,
        /// Number of the move, from 1; the opening's count.
        ply: i64,
        /// The move.
        m: String,
        /// Time it took, in milliseconds.
        ms: i64,
        /// What its player thought of the position, mover's view.
        value: Option<f64>,
    },
    /// A game has ended.
    End {
        /// Its number.
        game: i64,
        /// Who won.
        winner: Option<Winner>,
        /// How it ended, in words.
        why: Option<String>,
        /// What was done wrong, if that decided it.
        fault: Option<String>,
    },
    /// The standings have changed.
    Table {
        /// They.
        table: Box<Table>,
    },
}

/// Wins, draws and losses.
pub type Score = [u64; 3];

/// The standings.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "EventTable"))]
pub struct Table {
    /// The tournament's id.
    pub id: String,
    /// Its file.
    pub name: String,
    /// How it was set up, as the arena stored it.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub settings: Value,
    /// The last event.
    pub seq: u64,
    /// The player whose rating is 0; the mean of all when there is none.
    pub anchor: Option<usize>,
    /// Games being played.
    pub running: usize,
    /// Everybody.
    pub players: Vec<PlayerRow>,
    /// Who met whom.
    pub cross: Vec<CrossRow>,
    /// Games being played, with their moves.
    pub boards: Vec<Board>,
    /// Openings and how often they were played.
    pub openings: Vec<Opening>,
}

/// A player's results.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerRow {
    /// Who.
    pub name: String,
    /// Elo, and the ends of its 95 % interval; null before everybody has met.
    pub elo: Option<f64>,
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// Games played.
    pub games: u64,
    /// Of these, won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
    /// Moving first.
    pub as_first: Score,
    /// Moving second.
    pub as_second: Score,
}

/// What two players got against each other, the first one's view.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CrossRow {
    /// The player whose view it is.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// Games won by `a`.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
    /// Pairs of games by half points of `a`, 0 to 4.
    pub pairs: [u64; 5],
}

/// A game being played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "EventBoard"))]
pub struct Board {
    /// Its number.
    pub game: i64,
    /// Players by side.
    pub players: [usize; 2],
    /// Game and board.
    pub setup: Setup,
    /// Its moves, the opening's included.
    pub moves: Vec<String>,
}

/// An opening.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "EventOpening"))]
pub struct Opening {
    /// Its moves.
    pub moves: Vec<String>,
    /// How often it was played.
    pub games: u64,
}
