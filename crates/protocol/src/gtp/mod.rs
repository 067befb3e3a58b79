//! The Go Text Protocol, version 2: requests and responses, for controllers and engines.
//!
//! ```text
//! controller   [id] command argument argument ...       # a comment
//! engine       =[id] result                             success, ended by an empty line
//!              ?[id] message                            failure
//! ```
//!
//! Vertices are the moves of the board's own notation: `E5` where columns skip I and row 1 is at the bottom, as in Go;
//! `f5` with row 1 at the top, as Reversi programs write it. Columns that a game numbers get letters: `D` is the fourth, and so is
//! `D3`, as GoGui names the point on which a stone comes to lie.
//! [`Request`] and [`Response`] are the outer form; [`Command`] is what an engine understands, [`Info`] what it says
//! while it analyses.

mod command;
mod games;
mod info;
mod message;
mod ruler;
mod vertex;

pub use command::{COMMANDS, Command, CommandError, INTERRUPT, RulesQuestion};
pub use games::{board_text, game_name, game_named};
pub use info::{Info, InfoForm, info_line};
pub use message::{Request, Response, ResponseReader};
pub use ruler::{answer as rules_answer, point};
pub use vertex::{Vertex, color_name, color_text};
