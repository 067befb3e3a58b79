//! Exact solvers: what a position is worth with best play of both sides.
//!
//! Every solver is a [`Solver`]: it works under [`Limits`] (nodes, time by a clock that the caller brings, a stop
//! flag), reports [`Progress`] while its bounds close in, and gives a [`Solution`] whose bounds hold even when it was
//! interrupted. Memory is capped when a solver is made. On one thread the same calls give the same answers and node
//! counts. Nothing here touches a file, reads a clock of its own, or starts a thread unless asked.

pub mod connect4;
pub mod nogo;
pub mod reversi;
mod solvable;
mod table;

pub use luozi_core::solve::{BoxedSolver, Limits, Meter, MoveBounds, Progress, Solution, Solver, Stopped};
pub use solvable::Solvable;
pub use table::Table;
