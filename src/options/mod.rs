//! Options that mean the same in every command.

mod board;
mod engine;

pub use board::BoardOptions;
pub use engine::{EngineOptions, memory, time};
