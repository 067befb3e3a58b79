//! The farm: games on many machines, as jobs in a data base.
//!
//! A *run* is a bag of pairs of games under one set of terms. Whoever wants games played makes a run, pushes *units* of pairs and
//! gathers what comes back; *workers* ([`work`]) anywhere take unit after unit, play it by the judge of the arena, and tell the
//! result of every pair at once. A match, a sequential test, a ladder and a sweep do that through [`Crew`], which takes the place
//! of the arena's own threads: what is dealt, recorded, counted and decided is the same code.
//!
//! ```text
//! farm_run     what is played under which terms, and whether it goes on
//! farm_unit    pairs that one worker plays in one go          farm_pair    each pair once: the primary key
//! farm_result  each pair's result once: the primary key       farm_check   the same pair by a second worker
//! farm_file    bots by content       farm_worker, farm_log    who plays, and what happened
//! ```
//!
//! The queue itself, with its leases and heartbeats, is `apalis` in the same data base, SQLite or PostgreSQL. It carries no more
//! than the number of a unit, so whatever it does twice or not at all is set right by the tables above: nothing counts twice, and a
//! unit without a job gets a new one.
//!
//! Everything here waits for the data base: call it from plain threads, or from `spawn_blocking`.
#![cfg(target_os = "linux")]

mod address;
mod crew;
mod error;
mod farm;
mod files;
mod fitness;
mod names;
mod queue;
mod runs;
mod seal;
mod status;
mod terms;
mod watch;
mod worker;

pub use address::Address;
pub use crew::Crew;
pub use error::FarmError;
pub use farm::{Farm, patiently};
pub use files::FILES;
pub use fitness::{Build, Fitness};
pub use runs::{RunRow, RunState};
pub use seal::Token;
pub use status::{LogLine, RunStatus, Status, WorkerStatus, metrics};
pub use terms::{Pair, PairRecord, Terms};
pub use watch::{Check, Residual};
pub use worker::{WorkerOptions, work};
