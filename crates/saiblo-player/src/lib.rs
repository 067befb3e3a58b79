//! Luozi at Saiblo's Connect Four: the player that the shared object (`luozi-saiblo`) and the wire form (`luozi saiblo`)
//! have in common.
//!
//! ```
//! use luozi_protocol::saiblo::{Point, Start, Turn};
//! use luozi_saiblo_player::{Player, Settings};
//!
//! let mut settings = Settings::default();
//! settings.recipe.set("visits", "50").unwrap();
//! let start = Start { rows: 9, cols: 10, forbidden: Point { x: 8, y: 4 } };
//! let mut top = vec![9; 10];
//! top[4] = 8; // the judge has already skipped the forbidden cell
//! let turn = Turn { last: Point::NONE, top, board: vec![0; 90] };
//! let answer = Player::new(settings).answer(&start, &turn, std::time::Instant::now());
//! assert_eq!(answer.x, if answer.y == 4 { 7 } else { 8 });
//! ```

mod board;
mod player;
mod settings;

pub use player::Player;
pub use settings::Settings;

use board::Board;
use luozi_protocol::saiblo::{Point, Start, Turn};
use std::fmt::Display;
use std::io::Write;

/// The simplest sensible point, for when thinking has failed: a win, a block, or the free column nearest the middle.
/// `None` when no column is free. `turn` has as many tops and cells as `start` says.
pub fn reflex(start: &Start, turn: &Turn) -> Option<Point> {
    Board { start, turn }.reflex()
}

/// Tells something on stderr, if anybody listens: a closed stderr is no reason to lose a game.
fn complain(message: impl Display) {
    let _ = writeln!(std::io::stderr(), "luozi: {message}");
}
