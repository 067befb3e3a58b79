//! One module a command; each has its options (`Args`) and a `run`.

pub mod bench;
pub mod completions;
pub mod perft;
pub mod play;
