//! Reviews, puzzles, the scores of books and games to learn from by a farm, and what all commands that know one share.

#[cfg(all(target_os = "linux", feature = "farm"))]
mod with;
#[cfg(not(all(target_os = "linux", feature = "farm")))]
mod without;

#[cfg(all(target_os = "linux", feature = "farm"))]
pub use with::{book, farm_error, log_to_stderr, puzzles, reviews, tell_run, token, training};
#[cfg(not(all(target_os = "linux", feature = "farm")))]
pub use without::{book, log_to_stderr, puzzles, reviews};
#[cfg(all(target_os = "linux", not(feature = "farm")))]
pub use without::{training, without};

use luozi::core::Score;
use luozi::engine::puzzle::Graded;
#[cfg(target_os = "linux")]
use luozi::engine::pvs::judged::{Judgement, Terms};
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
/// What was said about the positions of games with neighbouring numbers, by the first number.
#[cfg(target_os = "linux")]
pub type JudgedGames = BTreeMap<usize, Vec<Vec<Judgement>>>;

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

/// What games to learn from are played for.
#[cfg(target_os = "linux")]
#[cfg_attr(not(feature = "farm"), allow(dead_code, reason = "nobody plays any without a farm"))]
pub struct TrainingOrder<'a> {
    pub terms: Terms,
    /// The file of the tables that judge.
    pub tables: &'a [u8],
    /// The same words go on with the same run.
    pub about: String,
}
