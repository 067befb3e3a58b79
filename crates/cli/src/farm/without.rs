//! A program without the farm: its words are known, and say how to get it.

use super::{BookOrder, PuzzleOrder, Puzzles, Reviews, Scores, Step};
#[cfg(target_os = "linux")]
use super::{JudgedGames, TrainingOrder};
use crate::error::bad_input;
use crate::options::FarmOptions;
use luozi::engine::review::Order;
use luozi::games::record::Record;
use std::ops::Range;

/// Says how to get it.
pub fn without() -> anyhow::Error {
    bad_input(match cfg!(target_os = "linux") {
        true => {
            "games on many machines are not built into this program, since few need them and they cost a third of a minute of \
             every build; build it with `cargo build --release --features farm`, or use the packages, which have them"
        }
        false => "games on many machines need Linux, where bots can be watched over as processes",
    })
}

/// Nothing is logged.
pub fn log_to_stderr(_json: bool) {}

/// Always an error.
pub fn reviews(_: &FarmOptions, _: &Order, _: &[&Record], _: impl FnMut(&Reviews) -> Step) -> anyhow::Result<Reviews> {
    Err(without())
}

/// Always an error.
pub fn puzzles(
    _: &FarmOptions,
    _: Option<u16>,
    _: &PuzzleOrder<'_>,
    _: impl FnMut(&Puzzles) -> Step,
) -> anyhow::Result<Puzzles> {
    Err(without())
}

/// Always an error.
pub fn book(
    _: &FarmOptions,
    _: Option<u16>,
    _: BookOrder,
    _: Vec<Range<usize>>,
    _: impl FnMut(&Scores) -> Step,
) -> anyhow::Result<Scores> {
    Err(without())
}

/// Always an error.
#[cfg(target_os = "linux")]
pub fn training(
    _: &FarmOptions,
    _: Option<u16>,
    _: &TrainingOrder<'_>,
    _: impl IntoIterator<Item = Range<u64>>,
    _: impl FnMut(&JudgedGames) -> Step,
) -> anyhow::Result<JudgedGames> {
    Err(without())
}
