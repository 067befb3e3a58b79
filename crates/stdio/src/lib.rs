//! The engine at the other end of a pipe: GTP, NBoard, Botzone and Saiblo served on any reader and writer.
//!
//! What the texts mean is in `luozi-protocol`. Here a conversation turns typed commands into typed answers, without input
//! or output of its own, and a thin loop around it reads lines and writes answers. Who plays is a
//! [`Choice`]: it holds for whichever game the other end asks for.
//!
//! ```
//! use luozi_engine::{Choice, Who};
//! use luozi_games::{GameKind, Session, Setup};
//! use luozi_search::Budget;
//! use luozi_stdio::gtp;
//!
//! let choice = Choice { who: Who::Preset("uct-plain".into()), budget: Budget::visits(50), ..Choice::default() };
//! let board = Session::new(&Setup::standard(GameKind::NOGO)).unwrap();
//! let mut answers = Vec::new();
//! gtp::serve(gtp::Conversation::new(choice, board).unwrap(), "name\nplay b E5\n".as_bytes(), &mut answers).unwrap();
//! assert_eq!(String::from_utf8(answers).unwrap(), "= Luozi\n\n=\n\n");
//! ```

mod background;
pub mod botzone;
mod estimate;
#[cfg(test)]
mod fuzz;
pub mod gtp;
mod lines;
pub mod nboard;
pub mod saiblo;
mod turn_clock;

use luozi_engine::ChoiceError;
use luozi_engine::thinker::ThinkerError;
use luozi_games::{GameKind, SetupError};

#[cfg(doc)]
use luozi_engine::Choice;

/// A player that cannot be had.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum NoPlayer {
    /// No player of the game fits the choice.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// It does not play on that board, or there is no such board.
    #[error(transparent)]
    Board(#[from] ThinkerError),
    /// The site does not have the game.
    #[error("{site} has no {}", game.title())]
    Site {
        /// The site's name.
        site: &'static str,
        /// The game that was asked for.
        game: GameKind,
    },
}

impl From<SetupError> for NoPlayer {
    fn from(error: SetupError) -> NoPlayer {
        NoPlayer::Board(error.into())
    }
}
