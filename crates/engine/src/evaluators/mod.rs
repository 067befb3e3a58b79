//! The evaluators that can be named, and which game has which.
//!
//! The evaluators know their game; the search knows none. [`Playable`] is the seam: what the engine must know of a
//! game beside its rules.

mod connect4;
mod nogo;
mod reversi;

use luozi_core::{Evaluator, Game, Notation, Score, UniformPlayout};
use luozi_games::GameKind;
use std::fmt;

/// An evaluator for one search thread.
pub type BoxedEvaluator<G> = Box<dyn Evaluator<G> + Send>;

/// A named way to judge positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EvaluatorKind {
    /// Random games, every legal move alike.
    Uniform,
    /// Connect Four: random games that win and block at once.
    WinBlock,
    /// Connect Four: the same, heavy in the centre.
    WinBlockCentre,
    /// Connect Four: the seven rules of the published `mcgs` program.
    SevenRules,
    /// Connect Four: threats of both sides and centre stones, no playout.
    Threats,
    /// Reversi: greedy games by a table of square weights.
    SquareGreedy,
    /// Reversi: corners, square weights and mobility, no playout.
    Handmade,
    /// NoGo: random games, points that both sides may play first.
    BothFirst,
    /// NoGo: the difference of legal moves, no playout.
    Mobility,
}

impl EvaluatorKind {
    /// All of them.
    pub const ALL: [EvaluatorKind; 9] = [
        EvaluatorKind::Uniform,
        EvaluatorKind::WinBlock,
        EvaluatorKind::WinBlockCentre,
        EvaluatorKind::SevenRules,
        EvaluatorKind::Threats,
        EvaluatorKind::SquareGreedy,
        EvaluatorKind::Handmade,
        EvaluatorKind::BothFirst,
        EvaluatorKind::Mobility,
    ];

    /// The word to set it by.
    pub const fn word(self) -> &'static str {
        match self {
            EvaluatorKind::Uniform => "uniform",
            EvaluatorKind::WinBlock => "win-block",
            EvaluatorKind::WinBlockCentre => "win-block-centre",
            EvaluatorKind::SevenRules => "seven-rules",
            EvaluatorKind::Threats => "connect4-threats",
            EvaluatorKind::SquareGreedy => "square-greedy",
            EvaluatorKind::Handmade => "reversi-handmade",
            EvaluatorKind::BothFirst => "both-first",
            EvaluatorKind::Mobility => "nogo-mobility",
        }
    }

    /// The game it is for; `None` for every game.
    pub const fn game(self) -> Option<GameKind> {
        match self {
            EvaluatorKind::Uniform => None,
            EvaluatorKind::WinBlock
            | EvaluatorKind::WinBlockCentre
            | EvaluatorKind::SevenRules
            | EvaluatorKind::Threats => Some(GameKind::Connect4),
            EvaluatorKind::SquareGreedy | EvaluatorKind::Handmade => Some(GameKind::Reversi),
            EvaluatorKind::BothFirst | EvaluatorKind::Mobility => Some(GameKind::NoGo),
        }
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
}

/// A game the engine can play.
pub trait Playable: Game + Notation {
    /// Which one.
    const KIND: GameKind;

    /// The evaluator without playouts that one-ply and alpha-beta players use.
    const STATIC: EvaluatorKind;

    /// An evaluator of this game, `None` if the kind belongs to another.
    fn own_evaluator(kind: EvaluatorKind) -> Option<BoxedEvaluator<Self>>;

    /// An estimate of the moves that the side to move still has to make.
    fn own_moves_left(&self, position: &Self::Position) -> u32;

    /// How a certain score is told to people.
    fn ending(&self, position: &Self::Position, score: Score) -> Ending;

    /// The evaluator of that name.
    fn evaluator(kind: EvaluatorKind) -> Option<BoxedEvaluator<Self>> {
        match kind {
            EvaluatorKind::Uniform => Some(Box::new(UniformPlayout)),
            kind => Self::own_evaluator(kind),
        }
    }
}
