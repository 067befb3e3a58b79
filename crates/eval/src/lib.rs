//! Learned evaluation: small residual nets with int8 weights and pattern tables, run on one core without any other
//! library.
//!
//! * [`Weights`] reads a net's weights file (`docs/nets.md` specifies it) and says clearly what is wrong with one.
//! * [`Net`] is a file packed for the kernels, shared by threads; a [`Scratch`] is one thread's working memory.
//! * [`planes`] turns positions into the net's input, exactly as the trainer's C++ does.
//! * [`NetEvaluator`] is all of it as an evaluator for the search.
//! * [`patterns`] judges Reversi by a sum of table entries, [`mosaic`] by more of them that follow the moves; [`fit`] learns
//!   both.
//!
//! The integer sums of all kernel bodies are equal, and so is everything computed from them: a net gives bit-equal
//! answers on every machine.

mod cache;
pub mod conv;
mod evaluator;
mod file;
pub mod fit;
pub mod mosaic;
mod net;
pub mod patterns;
pub mod planes;
mod sharing;
mod slots;
mod sync;
mod weights;

pub use evaluator::{FitError, NetEvaluator};
pub use file::{FileKind, WeightsError};
pub use net::{Net, Scratch};
pub use weights::{Header, Weights};

/// The shipped weights: nets by game, the strong one first, and pattern tables.
pub mod shipped;
