//! What a run consists of and under which conditions it is played.

use super::openings::Book;
use super::plan::Pairing;
use crate::judge::SavedControl;
use crate::players::Entrant;
use crate::stats::Sprt;
use luozi_search::TimeControl;
use serde::{Deserialize, Serialize};

/// What a run consists of and under which conditions it is played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// All players; pairings and reports name them by their index here.
    pub players: Vec<Entrant>,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
    /// Boards and openings.
    pub book: Book,
    /// Pairs of each pairing, at the most.
    pub pairs: usize,
    /// Time for thinking of players that have none of their own.
    pub control: TimeControl,
    /// Simulations a move of built-in players that set no limit themselves.
    pub visits: Option<u64>,
    /// Memory of a bot's process tree.
    pub memory_bytes: u64,
    /// Games at once.
    pub concurrency: usize,
    /// Whether every game, with both its players, has processors of its own.
    pub affinity: bool,
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
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Conditions {
    /// All players, as they were asked for.
    pub players: Vec<String>,
    /// Who meets whom.
    pub pairings: Vec<Pairing>,
    /// Pairs of each pairing, at the most.
    pub pairs: usize,
    /// Time for thinking of players that have none of their own.
    #[serde(with = "SavedControl")]
    #[cfg_attr(test, ts(as = "SavedControl"))]
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

impl Conditions {
    /// In what a run that is asked for differs from the recorded one, in words; more pairs than before are no difference.
    pub fn differences(&self, asked: &Conditions) -> Vec<String> {
        let control = |control: &TimeControl| match control {
            TimeControl::PerMove(limit) => format!("{} s a move", limit.as_secs_f64()),
            TimeControl::Clock { base, increment } => format!("{}+{} s", base.as_secs_f64(), increment.as_secs_f64()),
        };
        let limit = |visits: &Option<u64>| visits.map_or("none".to_string(), |visits| visits.to_string());
        let test = |test: &Option<Sprt>| {
            test.map_or("none".to_string(), |test| {
                let [elo0, elo1] = test.hypotheses().map(|elo| elo.0);
                format!("{elo0} to {elo1} with bounds {:?}", test.bounds())
            })
        };
        let names = |players: &[String]| players.join(", ");
        let meetings = |pairings: &[Pairing]| {
            pairings.iter().map(|Pairing { a, b }| format!("{}-{}", a + 1, b + 1)).collect::<Vec<_>>().join(", ")
        };
        let texts = [
            ("players", names(&self.players), names(&asked.players)),
            ("meetings", meetings(&self.pairings), meetings(&asked.pairings)),
            ("time", control(&self.control), control(&asked.control)),
            ("memory", format!("{} MB", self.memory_bytes >> 20), format!("{} MB", asked.memory_bytes >> 20)),
            ("seed", self.seed.to_string(), asked.seed.to_string()),
            ("board and openings", self.book.clone(), asked.book.clone()),
            ("visits", limit(&self.visits), limit(&asked.visits)),
            ("adjudication", self.adjudicate.to_string(), asked.adjudicate.to_string()),
            ("test", test(&self.sprt), test(&asked.sprt)),
        ];
        let mut list: Vec<String> = texts
            .into_iter()
            .filter(|(_, recorded, now)| recorded != now)
            .map(|(what, recorded, now)| format!("{what}: {recorded} in the record, {now} now"))
            .collect();
        if asked.pairs < self.pairs {
            list.push(format!("games: {} in the record, {} now (more are fine)", 2 * self.pairs, 2 * asked.pairs));
        }
        list
    }
}

impl Settings {
    /// Games of all pairings, at the most.
    pub fn games(&self) -> usize {
        2 * self.pairs * self.pairings.len()
    }

    /// Time for thinking of a player, by its index.
    pub fn control_of(&self, player: usize) -> TimeControl {
        self.players[player].control.unwrap_or(self.control)
    }

    /// The part that must be the same for a run to be resumed.
    pub fn conditions(&self) -> Conditions {
        Conditions {
            players: self.players.iter().map(Entrant::to_string).collect(),
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
