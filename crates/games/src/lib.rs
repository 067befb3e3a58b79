//! The games of Luozi: gravity Connect Four, Reversi and NoGo.

mod any;
pub mod connect4;
mod grid;
pub mod nogo;
pub mod record;
pub mod reversi;
mod setup;
mod table;

pub use any::AnyRules;
pub use setup::{GameKind, Setup, SetupError, UnknownGame};
pub use table::Table;

/// The words of a text, separated by blanks or commas, each with its byte offset.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .map(move |word| (word.as_ptr() as usize - start, word))
}
