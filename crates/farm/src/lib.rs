//! The farm: games and other work on many machines, as jobs in a data base.
//!
//! A *run* is a bag of items under one set of terms, all of one kind ([`Job`]): pairs of games, finished games to be reviewed,
//! games to find puzzles in, positions of a book, games to learn tables from. Whoever wants them done makes a run, pushes *units*
//! of items and gathers what comes back; *workers* ([`work`]) anywhere take unit after unit and tell what they found about every
//! item at once. A match, a sequential test, a ladder and a sweep do that through [`Crew`], which takes the place of the arena's
//! own threads: what is dealt, recorded, counted and decided is the same code. Everything else is an [`Errand`].
//!
//! ```text
//! farm_run     what is done under which terms, and whether it goes on
//! farm_unit    items that one worker does in one go           farm_pair    each item once: the primary key
//! farm_result  each item's result once: the primary key       farm_check   the same item by a second worker
//! farm_file    bots by content       farm_worker, farm_log    who plays, and what happened
//! ```
//!
//! The queue itself, with its leases and heartbeats, is `apalis` in the same data base, SQLite or PostgreSQL. It carries no more
//! than the number of a unit, so whatever it does twice or not at all is set right by the tables above: nothing counts twice, and a
//! unit without a job gets a new one.
//!
//! Everything here waits for the data base: call it from plain threads, or from `spawn_blocking`.
#![cfg(target_os = "linux")]

// The tests of the parts share helpers with those of the whole.
#[cfg(test)]
extern crate self as luozi_farm;

mod address;
mod crew;
mod errand;
mod error;
mod farm;
mod files;
mod fitness;
mod gather;
mod jobs;
mod names;
mod queue;
mod runs;
mod seal;
mod status;
mod terms;
#[cfg(test)]
mod traps;
mod watch;
mod worker;

pub use address::Address;
pub use crew::Crew;
pub use errand::{Errand, Findings, Progress};
pub use error::FarmError;
pub use farm::{Farm, patiently};
pub use files::FILES;
pub use fitness::{Build, Fitness};
pub use jobs::{
    Bench, BookRange, BookScores, BookTerms, Books, GameRange, Games, Job, Place, PuzzleGame, PuzzleTerms, Puzzles,
    ReviewTerms, Reviewed, Reviews, Told, Training, TrainingTerms,
};
pub use runs::{RunRow, RunState};
pub use seal::Token;
pub use status::{Course, LogLine, RunStatus, Status, WorkerStatus, metrics};
pub use terms::{Pair, Terms};
pub use watch::{Check, Residual};
pub use worker::{WorkerOptions, work};

/// A pair of games as its worker told it.
pub type PairRecord = Told<[luozi_arena::matches::PlayedGame; 2]>;
