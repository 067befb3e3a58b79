//! One module a command; each has its options (`Args`) and a `run`.

pub mod analyze;
#[cfg(target_os = "linux")]
pub mod arena;
pub mod bench;
pub mod book;
pub mod completions;
pub mod convert;
pub mod explain;
pub mod man;
pub mod perft;
pub mod play;
pub mod presets;
pub mod protocols;
pub mod puzzles;
pub mod review;
pub mod serve;
pub mod site;
pub mod soak;
pub mod solve;
#[cfg(target_os = "linux")]
pub mod train;
