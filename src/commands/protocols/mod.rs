//! The program as a bot: the loops that speak a protocol on stdin and stdout.
//!
//! What the texts mean is in `luozi-protocol`; here are only the loops, thin, and what they keep between two lines.

pub mod botzone;
#[allow(dead_code)] // The loops follow.
pub mod lines;
pub mod saiblo;
mod turn_clock;
