//! Matches: many games between players, paired, stored, resumable, and counted.
//!
//! * [`openings`] decides on which board and from which opening each pair is played;
//! * [`Settings`] and [`run`] play all pairs of a match, a sequential test, a ladder or a sweep;
//! * [`Store`] keeps every game and move in one SQLite file as it happens; [`Archive`] reads it;
//! * [`Tally`] turns finished games into the figures of a report.
//!
//! Everything a run draws at random follows from its seed, so an interrupted run goes on as if nothing had happened.

mod about;
mod archive;
mod balance;
mod database;
pub mod export;
mod finished;
pub mod openings;
mod plan;
mod run;
mod settings;
mod store;
mod tally;

pub use about::{About, Kind, Machine};
pub use archive::Archive;
pub use database::StoreError;
pub use finished::{FaultRecord, FinishedGame, PlayedGame};
pub use plan::{Deck, GameId, Pairing, Plan, round_robin};
pub use run::{Crew, Hopeless, Outcome, Room, RunError, RunResult, Work, load_bot, load_players, run, run_by};
pub use settings::{Conditions, Settings};
pub use store::Store;
pub use tally::{Score, Tally};
