//! The evaluators that can be named, and which game has which.
//!
//! The evaluators know their game; the search knows none. [`Playable`] is the seam: what the engine must know of a
//! game beside its rules.

mod connect4;
#[cfg(feature = "nets")]
mod learned;
#[cfg(not(feature = "nets"))]
#[path = "left_out.rs"]
mod learned;
mod mixed;
mod nogo;
mod reversi;
mod solving;

pub(crate) use connect4::BoardWord;
pub use learned::OwnNet;
#[cfg(all(feature = "nets", feature = "solvers"))]
pub(crate) use learned::shipped_mosaic;
pub(crate) use mixed::Mixed;
pub use solving::Endgame;
pub(crate) use solving::{SOLVER_TABLE_BYTES, Solving};

use crate::BoxedPvs;
use luozi_core::diagram::Symbol;
use luozi_core::solve::BoxedSolver;
use luozi_core::{Evaluator, Score, UniformPlayout, View};
#[cfg(feature = "nets")]
use luozi_eval::FitError;
use std::fmt;

/// An evaluator for one search thread.
pub type BoxedEvaluator<G> = Box<dyn Evaluator<G> + Send>;

/// A named way to judge positions. Each game names its own beside [`EvaluatorKind::UNIFORM`], which all have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EvaluatorKind(pub &'static str);

impl EvaluatorKind {
    /// Random games, every legal move alike.
    pub const UNIFORM: EvaluatorKind = EvaluatorKind("uniform");
    /// The shipped net of the game: a value and a policy, no playout.
    pub const NET: EvaluatorKind = EvaluatorKind("net");
    /// Connect Four: random games that win and block at once.
    pub const WIN_BLOCK: EvaluatorKind = EvaluatorKind("win-block");
    /// Connect Four: the same, heavy in the centre.
    pub const WIN_BLOCK_CENTRE: EvaluatorKind = EvaluatorKind("win-block-centre");
    /// Connect Four: the seven rules of the published `mcgs` program.
    pub const SEVEN_RULES: EvaluatorKind = EvaluatorKind("seven-rules");
    /// Connect Four: threats of both sides and centre stones, no playout.
    pub const THREATS: EvaluatorKind = EvaluatorKind("connect4-threats");
    /// Reversi: greedy games by a table of square weights.
    pub const SQUARE_GREEDY: EvaluatorKind = EvaluatorKind("square-greedy");
    /// Reversi: corners, square weights and mobility, no playout.
    pub const HANDMADE: EvaluatorKind = EvaluatorKind("reversi-handmade");
    /// Reversi: the shipped pattern tables, a value and a policy, no playout.
    pub const PATTERNS: EvaluatorKind = EvaluatorKind("reversi-patterns");
    /// Reversi: the shipped mosaic of patterns, a value alone, no playout.
    pub const MOSAIC: EvaluatorKind = EvaluatorKind("reversi-mosaic");
    /// NoGo: random games, points that both sides may play first.
    pub const BOTH_FIRST: EvaluatorKind = EvaluatorKind("both-first");
    /// NoGo: the same; all-moves-as-first statistics count only the moves made while such points were left.
    pub const CONTESTED: EvaluatorKind = EvaluatorKind("contested");
    /// NoGo: the difference of legal moves, no playout.
    pub const MOBILITY: EvaluatorKind = EvaluatorKind("nogo-mobility");

    /// The word to set it by.
    pub const fn word(self) -> &'static str {
        self.0
    }

    /// Whether it was learned: such evaluators are there with the feature `nets` alone.
    pub fn is_learned(self) -> bool {
        [EvaluatorKind::NET, EvaluatorKind::PATTERNS, EvaluatorKind::MOSAIC].contains(&self)
    }
}

impl fmt::Display for EvaluatorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// How a proven result is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The game lasts this many more plies.
    InPlies(u32),
    /// The score itself is what counts.
    ByScore,
    /// Only the winner is told.
    ByResult,
}

/// A game the engine can play.
///
/// Everything has an answer that any game can live with: random games as its evaluator, no net, no solver. What a game can
/// do beyond that it adds method by method.
pub trait Playable: View {
    /// The evaluator without playouts that one-ply and alpha-beta players use.
    const STATIC: EvaluatorKind = EvaluatorKind::UNIFORM;

    /// An evaluator of this game alone; `None` if the game has none of that name.
    fn own_evaluator(&self, _kind: EvaluatorKind) -> Option<Result<BoxedEvaluator<Self>, EvaluatorError>> {
        None
    }

    /// Evaluators over `own_net`, or over the net that comes with the program, for the threads of one search. What one
    /// thread has asked the others need not ask again.
    fn nets(&self, _own_net: Option<&OwnNet>, _threads: usize) -> Result<Vec<BoxedEvaluator<Self>>, EvaluatorError> {
        Err(EvaluatorError::NoNet)
    }

    /// The exact solver of this board with a table of so many bytes; `None` if the game has none.
    fn exact_solver(&self, _bytes: usize) -> Option<BoxedSolver<Self>> {
        None
    }

    /// The same with everything that comes with the program for it, such as an opening book: for answers to people.
    fn informed_solver(&self, bytes: usize) -> Option<BoxedSolver<Self>> {
        self.exact_solver(bytes)
    }

    /// Whether the solver can be hoped to solve a position in seconds, so that an analysis should spend a part of its time
    /// on it.
    fn within_reach(&self, position: &Self::Position) -> bool {
        self.undecided(position) <= 14
    }

    /// Whether its solver looks at a million nodes in a moment.
    fn solver_is_fast(&self) -> bool {
        false
    }

    /// The principal-variation search of this game with tables of at most `bytes` bytes and so many threads; `None` where
    /// there is none.
    fn pvs(&self, _bytes: usize, _threads: usize) -> Option<BoxedPvs<Self>> {
        None
    }

    /// An estimate of the moves that the side to move still has to make.
    fn own_moves_left(&self, position: &Self::Position) -> u32 {
        self.undecided(position).div_ceil(3).max(1)
    }

    /// How much is left to decide: moves or points that may still be played, at most.
    fn undecided(&self, position: &Self::Position) -> u32 {
        self.symbols(position).iter().filter(|&&symbol| symbol == Symbol::Empty).count() as u32
    }

    /// The score of a win that the side to move has in one move and that search alone may overlook for long; `None`
    /// where there is none, and in games whose rules or solvers see such wins anyway. There may be better scores.
    fn win_at_once(&self, _position: &Self::Position) -> Option<Score> {
        None
    }

    /// How a certain score is told to people.
    fn ending(&self, _position: &Self::Position, _score: Score) -> Ending {
        Ending::ByResult
    }

    /// The final score that a value in [-1, 1] of that evaluator stands for, side to move's view, `plies` moves after
    /// `position`; `None` in games that are not about scores.
    fn expected_score(&self, _position: &Self::Position, _by: EvaluatorKind, _plies: u32, _value: f64) -> Option<f64> {
        None
    }

    /// Evaluators of that name for the threads of one search, or why there are none.
    fn evaluators(
        &self,
        kind: EvaluatorKind,
        own_net: Option<&OwnNet>,
        threads: usize,
    ) -> Result<Vec<BoxedEvaluator<Self>>, EvaluatorError> {
        match kind {
            EvaluatorKind::UNIFORM => Ok((0..threads).map(|_| Box::new(UniformPlayout) as _).collect()),
            EvaluatorKind::NET => self.nets(own_net, threads),
            kind => {
                let own = || self.own_evaluator(kind).unwrap_or(Err(EvaluatorError::OtherGame(kind)));
                (0..threads).map(|_| own()).collect()
            }
        }
    }
}

/// Why a game has no such evaluator.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvaluatorError {
    /// It belongs to another game.
    #[error("the evaluator `{0}` is not for this game")]
    OtherGame(EvaluatorKind),
    /// Nobody trained a net.
    #[error("this game has no net; choose another evaluator, such as uniform")]
    NoNet,
    /// This build does without learned evaluators.
    #[error("the evaluator `{0}` was learned, and this build has nothing learned; build it with the feature `nets`")]
    LeftOut(EvaluatorKind),
    /// They are no part of the program where it runs in a browser, and were not brought yet.
    #[error("the weights {0} have not been loaded yet")]
    NotHere(&'static str),
    /// The net does not fit the board.
    #[cfg(feature = "nets")]
    #[error(transparent)]
    Fit(#[from] FitError),
}
