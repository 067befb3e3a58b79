//! Options that mean the same in every command.

mod board;
mod engine;
mod farm;
pub mod platform;
mod position;
mod record;

pub use board::{BoardOptions, BoardSize, board_size};
pub use engine::{CandidateOptions, EngineOptions, clock, memory, time};
pub use farm::FarmOptions;
pub use position::{PositionOptions, SearchOptions};
pub use record::{NamedGame, RecordOptions};
