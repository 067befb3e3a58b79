//! What a run consists of and under which conditions it is played.

use super::openings::Book;
use super::plan::Pairing;
use crate::judge::TimeControl;
use crate::players::PlayerSpec;
use crate::stats::Sprt;
use serde::{Deserialize, Serialize};

/// What a run consists of and under which conditions it is played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// All players.
    pub players: Vec<PlayerSpec>,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
    /// Boards and openings.
    pub book: Book,
    /// Pairs of each pairing, at the most.
    pub pairs: usize,
    /// Time for thinking.
    pub control: TimeControl,
    /// Simulations a move of built-in players that set no limit themselves.
    pub visits: Option<u64>,
    /// Memory of a bot's process tree.
    pub memory_bytes: u64,
    /// Games at once.
    pub concurrency: usize,
    /// Everything random follows from it.
    pub seed: u64,
    /// Whether games end when an exact solver has proven their result.
    pub adjudicate: bool,
    /// Whether a player that loses its first games by the same fault plays on.
    pub keep_going: bool,
    /// Ends the run when it is decided for the first pairing.
    pub sprt: Option<Sprt>,
}

/// What must be the same for a run to be resumed. The file of the record holds it as JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Conditions {
    /// All players, as they were asked for.
    pub players: Vec<String>,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
    /// Pairs of each pairing, at the most.
    pub pairs: usize,
    /// Time for thinking.
    pub control: TimeControl,
    /// Memory of a bot's process tree.
    pub memory_bytes: u64,
    /// Everything random follows from it.
    pub seed: u64,
    /// Boards and openings in words; a list of openings counts by its content.
    pub book: String,
    /// Simulations a move of built-in players that set no limit themselves.
    pub visits: Option<u64>,
    /// Whether games end when an exact solver has proven their result.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adjudicate: bool,
    /// The sequential test.
    pub sprt: Option<Sprt>,
}

impl Settings {
    /// The part that must be the same for a run to be resumed.
    pub fn conditions(&self) -> Conditions {
        Conditions {
            players: self.players.iter().map(PlayerSpec::to_string).collect(),
            pairings: self.pairings.clone(),
            pairs: self.pairs,
            control: self.control,
            memory_bytes: self.memory_bytes,
            seed: self.seed,
            book: self.book.description(),
            visits: self.visits,
            adjudicate: self.adjudicate,
            sprt: self.sprt,
        }
    }

    /// The same as text, to be compared.
    pub fn fingerprint(&self) -> String {
        serde_json::to_string(&self.conditions()).expect("texts and numbers are always JSON")
    }
}
