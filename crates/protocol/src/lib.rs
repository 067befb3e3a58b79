//! The languages that bots and judges speak: text and bytes on one side, typed values on the other, no I/O at all.
//!
//! Each language has both directions, so that the arena (as judge or controller) and the engine (as bot) share one
//! implementation of it:
//!
//! * [`saiblo`]: the C interface's data and its wire form;
//! * [`botzone`]: full JSON, keep-running and simplified text;
//! * [`gtp`]: the Go Text Protocol in its Go, Reversi and Connect Four dialects;
//! * [`nboard`]: NBoard version 2.
//!
//! [`formats`] reads and writes saved games in all of these and in the project's own formats.
//!
//! Moves cross as a [`Square`] or as the text of the game's own notation: only the rules of a game know what is legal.

pub mod botzone;
pub mod formats;
pub mod gtp;
pub mod nboard;
pub mod saiblo;
mod square;

pub use square::Square;
