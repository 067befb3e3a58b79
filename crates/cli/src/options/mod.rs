//! Options that mean the same in every command.

mod board;
mod engine;
pub mod platform;
mod record;

pub use board::{BoardOptions, BoardSize, board_size};
pub use engine::{CandidateOptions, EngineOptions, clock, memory, time};
pub use record::RecordOptions;
