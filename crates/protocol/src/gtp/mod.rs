//! The Go Text Protocol, version 2: requests and responses, for controllers and engines.
//!
//! ```text
//! controller   [id] command argument argument ...       # a comment
//! engine       =[id] result                             success, ended by an empty line
//!              ?[id] message                            failure
//! ```
//!
//! Three dialects share it. Go's own, for NoGo: vertices `E5`, columns skip I, row 1 at the bottom. Reversi as spoken
//! by grhino and others: `f5`, row 1 at the top, `pass`. Connect Four is ours: the column's letter, `D`.
//! [`Request`] and [`Response`] are the outer form; [`Command`] is what an engine understands, [`Info`] what it says
//! while it analyses.

mod command;
mod games;
mod info;
mod message;
mod vertex;

pub use command::{COMMANDS, Command, CommandError, INTERRUPT};
pub use games::{board_text, game_name, game_named};
pub use info::{Info, InfoForm, info_line};
pub use message::{Request, Response, ResponseReader};
pub use vertex::{Vertex, color_text};
