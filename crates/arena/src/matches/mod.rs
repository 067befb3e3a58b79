//! Matches: many games between players, paired, stored, resumable, and counted.
//!
//! * [`openings`] decides on which board and from which opening each pair is played;
//! * [`Settings`] and [`run`] play all pairs of a match, a sequential test, a ladder or a sweep;
//! * [`Store`] keeps every game and move in one SQLite file as it happens;
//! * [`Tally`] turns finished games into the figures of a report.
//!
//! Everything a run draws at random follows from its seed, so an interrupted run goes on as if nothing had happened.

pub mod openings;
mod plan;
mod run;
mod store;
mod tally;

pub use plan::{GameId, Pairing, Plan, round_robin};
pub use run::{FaultRecord, FinishedGame, RunError, RunResult, Settings, run};
pub use store::{Store, StoreError};
pub use tally::{Score, Tally};
