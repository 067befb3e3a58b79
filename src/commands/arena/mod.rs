//! The arena's commands. `match`, `sprt`, `ladder` and `sweep` share their options, their progress and their output;
//! `check` examines one bot.

pub mod check;
pub mod ladder;
pub mod matches;
pub mod sprt;
pub mod sweep;

mod options;
mod output;
mod session;

use session::Session;
