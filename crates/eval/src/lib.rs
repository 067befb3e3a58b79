//! Learned evaluation: small residual nets with int8 weights, run on one core without any other library.
//!
//! * [`Weights`] reads a weights file (`docs/nets.md` specifies it) and says clearly what is wrong with one.
//! * [`Net`] is a file packed for the kernels, shared by threads; a [`Scratch`] is one thread's working memory.
//! * [`planes`] turns positions into the net's input, exactly as the trainer's C++ does.
//! * [`NetEvaluator`] is all of it as an evaluator for the search.
//!
//! The integer sums of all kernel bodies are equal, and so is everything computed from them: a net gives bit-equal
//! answers on every machine.

mod cache;
pub mod conv;
mod evaluator;
mod net;
pub mod planes;
mod weights;

pub use evaluator::{FitError, NetEvaluator};
pub use net::{Net, Scratch};
pub use weights::{GameKind, Header, Weights, WeightsError};

/// The shipped nets, by game: the strong one first.
pub mod shipped;
