//! The games of Luozi: gravity Connect Four, Reversi and NoGo.

pub mod connect4;
mod grid;
