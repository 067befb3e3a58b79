//! Reversi judged by a mosaic of patterns, for searches that ask millions of times a second.
//!
//! As [`patterns`](crate::patterns) this is a sum of one weight for each place of a shape and for a few counts, and it
//! guesses the final difference of discs. It has more shapes, finer phases and weights of 16 bits, its tables are learned
//! from games of the program against itself that are judged by search and by exact endings, and the configurations of
//! all places go along with the moves ([`Indices`]) instead of being looked for on every board.
//!
//! * `shapes.rs` draws the patterns, `layout.rs` says which configurations share a weight, `coded.rs` packs the file.
//! * [`MosaicWeights`] is the file, [`Mosaic`] is what judges, [`MosaicEvaluator`] is that for other searches.

mod coded;
mod evaluator;
mod layout;
mod shapes;
mod tables;

pub use evaluator::MosaicEvaluator;
pub use layout::FEATURES;
pub use shapes::Indices;
pub use tables::{Mosaic, MosaicWeights, PHASES, PhaseWeights, features, phase, tables, weights_per_phase};
