//! The program as a bot: the loops that speak a protocol on stdin and stdout.
//!
//! What the texts mean is in `luozi-protocol`. Here a conversation turns typed commands into typed answers, without input
//! or output of its own, and a thin loop around it reads lines and writes answers.

mod background;
pub mod botzone;
mod estimate;
#[cfg(test)]
mod fuzz;
pub mod gtp;
mod lines;
mod local_ai;
pub mod nboard;
pub mod saiblo;
mod turn_clock;
