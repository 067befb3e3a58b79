//! The arena's commands. `match`, `sprt`, `ladder` and `sweep` share their options, their progress and their output;
//! `check` examines one bot, `doctor` one engine as a board would meet it; `worker` and `farm` belong to games on many machines.

mod check;
mod doctor;
#[cfg_attr(not(feature = "farm"), path = "no_farm.rs")]
mod farm;
mod ladder;
mod matches;
mod options;
mod progress;
mod recorded;
mod session;
mod sprt;
mod summary;
mod sweep;
mod walls;

pub use recorded::{recorded_games, write_tables};
use session::Session;
#[cfg(feature = "farm")]
pub use walls::plain_host;

/// The arena's commands.
#[derive(clap::Subcommand)]
pub enum Command {
    Match(matches::Args),
    Sprt(sprt::Args),
    Ladder(ladder::Args),
    Sweep(sweep::Args),
    Check(check::Args),
    Doctor(doctor::Args),
    Worker(farm::WorkerArgs),
    Farm(farm::FarmArgs),
}

/// Runs one of them.
pub fn run(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Match(args) => matches::run(args),
        Command::Sprt(args) => sprt::run(args),
        Command::Ladder(args) => ladder::run(args),
        Command::Sweep(args) => sweep::run(args),
        Command::Check(args) => check::run(args),
        Command::Doctor(args) => doctor::run(args),
        Command::Worker(args) => farm::work(args),
        Command::Farm(args) => farm::tell(args),
    }
}
