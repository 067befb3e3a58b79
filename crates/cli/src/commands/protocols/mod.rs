//! The program as a bot: the loops that speak a protocol on stdin and stdout.
//!
//! What the texts mean is in `luozi-protocol`. Here a session turns typed commands into typed answers, without input
//! or output of its own, and a thin loop around it reads lines and writes answers.

pub mod botzone;
mod estimate;
#[cfg(test)]
mod fuzz;
pub mod gtp;
mod lines;
mod local_ai;
mod mind;
pub mod nboard;
pub mod saiblo;
mod turn_clock;
