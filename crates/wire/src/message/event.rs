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
    /// What happened; its fields, `kind` among them, stand beside the others of the frame.
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
        /// The number of the game in the tournament's file.
        game: i64,
        /// Players by side.
        players: [usize; 2],
        /// Game and board.
        setup: Setup,
        /// Moves before the players took over.
        opening: Vec<String>,
        /// Index of its pairing, from 0 in the order in which the arena stored them.
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
        /// The move as the game writes it, such as `4`, `f5` or `pass`.
        m: String,
        /// Time it took, in milliseconds.
        ms: i64,
        /// What its player thought of the position, mover's view.
        value: Option<f64>,
    },
    /// A game has ended.
    End {
        /// The number of the game in the tournament's file.
        game: i64,
        /// The side that won, or `draw`; null for a game that was broken off and does not count.
        winner: Option<Winner>,
        /// How it ended, in words.
        why: Option<String>,
        /// What was done wrong, if that decided it.
        fault: Option<String>,
    },
    /// The standings have changed.
    Table {
        /// The standings as they are now, the same that `GET /api/events/{id}` answers.
        table: Box<Table>,
    },
}

/// Wins, draws and losses.
pub type Score = [u64; 3];

/// The standings of a tournament with its running games; those that were broken off do not count.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "EventTable"))]
pub struct Table {
    /// The tournament's id.
    pub id: String,
    /// The name of its file, without the folder.
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
    /// All players in the order of the settings; other fields name a player by its index here.
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
    /// The player as the settings name it, such as `luozi:level=1`.
    pub name: String,
    /// Elo, and the ends of its 95 % interval; null before everybody has met.
    pub elo: Option<f64>,
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// Games that it has finished, of all pairings.
    pub games: u64,
    /// Of these, won.
    pub won: u64,
    /// Of these, those that nobody won.
    pub drawn: u64,
    /// Of these, those that the other player won.
    pub lost: u64,
    /// Wins, draws and losses of the games in which it moved first.
    pub as_first: Score,
    /// Wins, draws and losses of the games in which it moved second.
    pub as_second: Score,
}

/// What two players got against each other, the first one's view.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CrossRow {
    /// The player whose view it is.
    pub a: usize,
    /// Index of the other player, among `players` of the standings.
    pub b: usize,
    /// Games won by `a`.
    pub won: u64,
    /// Games between them that nobody won.
    pub drawn: u64,
    /// Games won by `b`, which `a` lost.
    pub lost: u64,
    /// Pairs of games by half points of `a`, 0 to 4.
    pub pairs: [u64; 5],
}

/// A game being played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "EventBoard"))]
pub struct Board {
    /// The number of the game in the tournament's file.
    pub game: i64,
    /// Players by side.
    pub players: [usize; 2],
    /// Game and board.
    pub setup: Setup,
    /// Its moves, the opening's included.
    pub moves: Vec<String>,
}

/// The moves of an opening and the number of games that began with them, running ones included.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "EventOpening"))]
pub struct Opening {
    /// Its moves from the start of the game; empty for games that begin without an opening.
    pub moves: Vec<String>,
    /// How often it was played.
    pub games: u64,
}
