//! Vocabulary and traits of Luozi.
//!
//! Everything above this crate speaks in these words: a [`Game`] has [`Player`]s who play moves between positions
//! named by [`Key`]s, and ends with a [`Score`]; values belong to somebody ([`Abs`], [`Pov`]); a proof is a pair of
//! [`Bounds`]; bad text is a [`ParseError`] that says where and why. [`solve`] is what an exact solver is; [`cpu`] picks instruction
//! sets at run time.
//! This crate touches no file, no clock and no thread.
//!
//! ```
//! use luozi_core::{Player, Score};
//!
//! let score = Score::for_player(Player::Second, 5);
//! assert_eq!(score.winner(), Some(Player::Second));
//! assert_eq!(score.seen_by(Player::First), -5);
//! ```

mod checksum;
pub mod conformance;
pub mod cpu;
pub mod diagram;
mod evaluator;
mod few;
mod game;
mod grid;
mod key;
mod memory;
mod player;
mod remark;
mod rng;
pub mod solve;
mod stop;
mod text;
mod value;
mod view;

pub use checksum::fnv1a;
pub use evaluator::{Answer, Evaluation, Evaluator, MoveSet, Replay, Task, Trace, UniformPlayout};
pub use few::{sort_few_by, sort_few_by_key};
pub use game::{Game, MAX_MOVES, MoveList, Notation, Playout, Verdict};
pub use grid::{Cell, ColumnLabels, Grid, Naming, PASS, Places, RowLabels, Spot};
pub use key::{Key, MAX_CELLS};
#[cfg(loom)]
pub use memory::defaults;
pub use memory::{zeroed, zeroed_arena};
pub use player::Player;
pub use remark::Remark;
pub use rng::Rng;
pub use stop::StopReason;
pub use text::{Flaw, IllegalMove, ParseError, ParseErrorKind, Place, excerpt, words};
pub use value::{Abs, Bounds, Pov, Score};
pub use view::{Closes, Effect, View};
