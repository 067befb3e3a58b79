//! The arena: a local judge for any bot, matches that mean something, and the statistics to say what they mean.

pub mod adjudicate;
pub mod check;
pub mod doctor;
pub mod judge;
pub mod matches;
pub mod players;
pub mod process;
pub mod replay;
pub mod report;
pub mod stats;
