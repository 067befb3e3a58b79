//! Reversi judged by patterns: the sum of one weight for each of 42 places on the board, chosen by what stands there,
//! and of three counted terms, from tables that differ by phase of the game.
//!
//! The sum is learned by least squares from finished games (`examples/train_patterns`) and guesses the final difference
//! of discs. It knows nothing of what happens next: that is the search's part. Boards other than 8x8 have no tables.
//!
//! * `shapes.rs` draws the patterns, `index.rs` finds their configurations, `layout.rs` says which share a weight.
//! * [`PatternWeights`] is the file, [`Patterns`] is what judges, [`PatternEvaluator`] is that for the search.

mod evaluator;
mod index;
mod layout;
mod shapes;
mod tables;

pub use evaluator::PatternEvaluator;
pub use index::FEATURES;
pub(crate) use shapes::{diagonal, row};
pub use tables::{PatternWeights, Patterns, PhaseWeights, UNITS_PER_DISC, features, phase, tables, weights_per_phase};
