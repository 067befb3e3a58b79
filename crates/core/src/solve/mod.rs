//! What an exact solver is: the words in which it is asked and answers. The solvers themselves are in `luozi-solve`, and a game
//! of another crate may bring one.

mod limits;
mod solver;

pub use limits::{Limits, Meter, Stopped};
pub use solver::{BoxedSolver, MoveBounds, Progress, Solution, Solver};
