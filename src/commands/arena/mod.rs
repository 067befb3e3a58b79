//! The arena's commands: `match`, `sprt`, `ladder`, `sweep`. They share their options, their progress and their output.

pub mod ladder;
pub mod matches;
pub mod sprt;
pub mod sweep;

mod options;
mod output;
mod session;

use session::Session;
