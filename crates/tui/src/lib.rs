//! A game in the terminal, against the engine or between two people.
//!
//! A [`Round`] is the game with its players (whose turn, undo, words), the same for both faces: [`play_on_screen`] draws it,
//! [`play_in_lines`] speaks lines of text for pipes and scripts. An [`Opponent`] is the engine.
//!
//! ```
//! use luozi_core::Player;
//! use luozi_engine::Recipe;
//! use luozi_games::{GameKind, Session, Setup};
//! use luozi_page::words::Lang;
//! use luozi_search::Budget;
//! use luozi_tui::{Opponent, Pace, Round, play_in_lines};
//!
//! let session = Session::new(&Setup::standard(GameKind::CONNECT4)).unwrap();
//! let recipe = Recipe::parse(GameKind::CONNECT4, "uct-plain").unwrap();
//! let pace = Pace { budget: Budget::visits(50), clock: None, ponder: false };
//! let opponent = Opponent::new(&session, &recipe, pace).unwrap();
//! let round = Round::new(session, Lang::En, Some(Player::Second), opponent);
//! let mut said = Vec::new();
//! play_in_lines(round, "4\nquit\n".as_bytes(), &mut said).unwrap();
//! assert!(String::from_utf8(said).unwrap().contains("The engine plays: "));
//! ```

mod opponent;
mod plain;
mod round;
mod screen;
mod words;

pub use opponent::{Opponent, Pace};
pub use plain::play_in_lines;
pub use round::Round;
pub use screen::play_on_screen;
