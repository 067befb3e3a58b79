//! Reviews, puzzles and the scores of books by a farm, and what all commands that know one share.

#[cfg(all(target_os = "linux", feature = "farm"))]
mod with;
#[cfg(not(all(target_os = "linux", feature = "farm")))]
mod without;

#[cfg(all(target_os = "linux", feature = "farm"))]
pub use with::{book, farm_error, log_to_stderr, puzzles, reviews, tell_run, token};
#[cfg(all(target_os = "linux", not(feature = "farm")))]
pub use without::without;
#[cfg(not(all(target_os = "linux", feature = "farm")))]
pub use without::{book, log_to_stderr, puzzles, reviews};

use luozi::core::Score;
use luozi::engine::puzzle::Graded;
use luozi::engine::review::Review;
use luozi::games::Setup;
use std::collections::BTreeMap;

/// How far something is: how many items are wanted beside those that are there, as far as that is known, and a line for people.
#[cfg_attr(not(all(target_os = "linux", feature = "farm")), allow(dead_code, reason = "nobody asks without a farm"))]
pub struct Step {
    pub left: usize,
    pub told: String,
}

/// Puzzles by the numbers of their games, where a game has one.
pub type Puzzles = BTreeMap<usize, Option<Graded>>;
/// Reviews by the numbers of their games.
pub type Reviews = BTreeMap<usize, Review>;
/// Scores of neighbouring positions, and the nodes they took, by the number of the first one.
pub type Scores = BTreeMap<usize, (Vec<Score>, u64)>;

/// What puzzles are made of.
#[cfg_attr(
    not(all(target_os = "linux", feature = "farm")),
    allow(dead_code, reason = "nobody makes any without a farm")
)]
pub struct PuzzleOrder<'a> {
    pub setup: &'a Setup,
    pub seed: u64,
    pub tries: u32,
    pub easy: bool,
    /// The same words go on with the same run.
    pub about: String,
}

/// The opening book that is wanted.
#[cfg_attr(
    not(all(target_os = "linux", feature = "farm")),
    allow(dead_code, reason = "nobody solves any without a farm")
)]
#[derive(Clone, Copy)]
pub struct BookOrder {
    pub rows: u8,
    pub cols: u8,
    pub plies: u8,
    /// Memory of each solver's table.
    pub table_bytes: u64,
}
