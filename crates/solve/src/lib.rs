//! Exact solvers: what a position is worth with best play of both sides.
//!
//! Every solver is a [`Solver`]: it works under [`Limits`] (nodes, time by a clock that the caller brings, a stop
//! flag), reports [`Progress`] while its bounds close in, and gives a [`Solution`] whose bounds hold even when it was
//! interrupted. Memory is capped when a solver is made. On one thread the same calls give the same answers and node
//! counts. Nothing here touches a file, reads a clock of its own, or starts a thread unless asked.

pub mod connect4;
mod limits;
pub mod nogo;
pub mod reversi;
mod solvable;
mod solver;
mod table;

pub use limits::{Limits, Meter, Stopped};
pub use solvable::{BoxedSolver, Solvable};
pub use solver::{MoveBounds, Progress, Solution, Solver};
pub use table::Table;
