//! The games of Luozi: gravity Connect Four, Reversi and NoGo; and what any game is to the parts above.
//!
//! A game is registered as a [`GameType`] and from then on known by its [`GameKind`]; a [`Setup`] says which game on which
//! board, and a [`Session`] is a game in progress. Saved games are in [`record`].

pub mod analysis;
pub mod connect4;
mod kind;
pub mod nogo;
pub mod picture;
pub mod record;
pub mod reversi;
mod session;
mod setup;

pub use kind::{Counting, GameKind, GameOption, GameType, Look, RegisterError, SgfDialect, Side, Sizes, UnknownGame};
pub use session::{LegalMove, Refusal, Session};
pub use setup::{ForbiddenCell, OptionValue, Setup, SetupError};
