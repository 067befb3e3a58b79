//! The evaluators that can be named, and which game has which.
//!
//! The evaluators know their game; the search knows none. [`Playable`] is the seam: what the engine must know of a
//! game beside its rules.

mod connect4;
mod mixed;
mod nogo;
mod ordering;
mod reversi;
mod solving;

pub(crate) use mixed::Mixed;
pub use ordering::PatternOrder;
pub use solving::Endgame;
pub(crate) use solving::{SOLVER_TABLE_BYTES, Solving};

use crate::pvs::BoxedPvs;
use luozi_core::{Evaluator, Game, Notation, Score, UniformPlayout};
use luozi_eval::mosaic::{Mosaic, MosaicWeights};
use luozi_eval::patterns::{PatternWeights, Patterns};
use luozi_eval::planes::NetGame;
use luozi_eval::{FitError, Net, NetEvaluator, Weights, WeightsError};
use luozi_games::{GameKind, Table, with_rules};
use luozi_solve::Solvable;
use std::fmt;
use std::sync::{Arc, OnceLock};

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
    /// Reversi: the shipped pattern tables, a value and a policy, no playout.
    Patterns,
    /// Reversi: the shipped mosaic of patterns, a value alone, no playout.
    Mosaic,
    /// NoGo: random games, points that both sides may play first.
    BothFirst,
    /// NoGo: the same; all-moves-as-first statistics count only the moves made while such points were left.
    Contested,
    /// NoGo: the difference of legal moves, no playout.
    Mobility,
    /// The shipped net of the game: a value and a policy, no playout.
    Net,
}

impl EvaluatorKind {
    /// All of them.
    pub const ALL: [EvaluatorKind; 13] = [
        EvaluatorKind::Uniform,
        EvaluatorKind::WinBlock,
        EvaluatorKind::WinBlockCentre,
        EvaluatorKind::SevenRules,
        EvaluatorKind::Threats,
        EvaluatorKind::SquareGreedy,
        EvaluatorKind::Handmade,
        EvaluatorKind::Patterns,
        EvaluatorKind::Mosaic,
        EvaluatorKind::BothFirst,
        EvaluatorKind::Contested,
        EvaluatorKind::Mobility,
        EvaluatorKind::Net,
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
            EvaluatorKind::Patterns => "reversi-patterns",
            EvaluatorKind::Mosaic => "reversi-mosaic",
            EvaluatorKind::BothFirst => "both-first",
            EvaluatorKind::Contested => "contested",
            EvaluatorKind::Mobility => "nogo-mobility",
            EvaluatorKind::Net => "net",
        }
    }

    /// The game it is for; `None` for every game.
    pub const fn game(self) -> Option<GameKind> {
        match self {
            EvaluatorKind::Uniform | EvaluatorKind::Net => None,
            EvaluatorKind::WinBlock
            | EvaluatorKind::WinBlockCentre
            | EvaluatorKind::SevenRules
            | EvaluatorKind::Threats => Some(GameKind::Connect4),
            EvaluatorKind::SquareGreedy | EvaluatorKind::Handmade | EvaluatorKind::Patterns | EvaluatorKind::Mosaic => {
                Some(GameKind::Reversi)
            }
            EvaluatorKind::BothFirst | EvaluatorKind::Contested | EvaluatorKind::Mobility => Some(GameKind::NoGo),
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
pub trait Playable: Game + Notation + NetGame + Solvable {
    /// Which one.
    const KIND: GameKind;

    /// The evaluator without playouts that one-ply and alpha-beta players use.
    const STATIC: EvaluatorKind;

    /// An evaluator of this game alone.
    fn own_evaluator(&self, kind: EvaluatorKind) -> Result<BoxedEvaluator<Self>, EvaluatorError>;

    /// The principal-variation search of this game with tables of at most `bytes` bytes; `None` where there is none.
    fn pvs(&self, _bytes: usize) -> Option<BoxedPvs<Self>> {
        None
    }

    /// An estimate of the moves that the side to move still has to make.
    fn own_moves_left(&self, position: &Self::Position) -> u32;

    /// How much is left to decide: moves or points that may still be played, at most.
    fn undecided(&self, position: &Self::Position) -> u32;

    /// The score of a win that the side to move has in one move and that search alone may overlook for long; `None`
    /// where there is none, and in games whose rules or solvers see such wins anyway. There may be better scores.
    fn win_at_once(&self, _position: &Self::Position) -> Option<Score> {
        None
    }

    /// How a certain score is told to people.
    fn ending(&self, position: &Self::Position, score: Score) -> Ending;

    /// Evaluators of that name for the threads of one search, or why there are none. A net is `own_net` or the shipped
    /// one, and what one thread has asked it the others need not ask again.
    fn evaluators(
        &self,
        kind: EvaluatorKind,
        own_net: Option<&OwnNet>,
        threads: usize,
    ) -> Result<Vec<BoxedEvaluator<Self>>, EvaluatorError> {
        match kind {
            EvaluatorKind::Uniform => Ok((0..threads).map(|_| Box::new(UniformPlayout) as _).collect()),
            EvaluatorKind::Net => {
                let net = match own_net {
                    Some(OwnNet(net)) => Arc::clone(net),
                    None => shipped_net(<Self as Playable>::KIND),
                };
                let first = NetEvaluator::new(net, self)?;
                Ok((0..threads).map(|_| Box::new(first.twin()) as _).collect())
            }
            kind => (0..threads).map(|_| self.own_evaluator(kind)).collect(),
        }
    }
}

/// About how many moves the side to move still has to make, for whoever shares out a clock.
pub fn own_moves_left(table: &Table) -> u32 {
    with_rules!(table.rules(), rules => rules.own_moves_left(&table.position(rules)))
}

/// A net that the user brought. Two are equal when they are the same one.
#[derive(Clone, Debug)]
pub struct OwnNet(Arc<Net>);

impl OwnNet {
    /// Reads a weights file.
    pub fn read(data: &[u8]) -> Result<OwnNet, WeightsError> {
        Ok(OwnNet(Arc::new(Net::new(&Weights::read(data)?))))
    }
}

impl PartialEq for OwnNet {
    fn eq(&self, other: &OwnNet) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Why a game has no such evaluator.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvaluatorError {
    /// It belongs to another game.
    #[error("the evaluator `{0}` is not for {1}")]
    OtherGame(EvaluatorKind, GameKind),
    /// The net does not fit the board.
    #[error(transparent)]
    Fit(#[from] FitError),
}

/// The shipped pattern tables, unpacked once.
pub(crate) fn shipped_patterns() -> Arc<Patterns> {
    static PATTERNS: OnceLock<Arc<Patterns>> = OnceLock::new();
    let read = || PatternWeights::read(luozi_eval::shipped::REVERSI_PATTERNS).expect("shipped weights are tested");
    PATTERNS.get_or_init(|| Arc::new(Patterns::new(&read()))).clone()
}

/// The shipped mosaic of patterns, unpacked once.
pub(crate) fn shipped_mosaic() -> Arc<Mosaic> {
    static MOSAIC: OnceLock<Arc<Mosaic>> = OnceLock::new();
    let read = || MosaicWeights::read(luozi_eval::shipped::REVERSI_MOSAIC).expect("shipped weights are tested");
    MOSAIC.get_or_init(|| Arc::new(Mosaic::new(&read()))).clone()
}

/// The shipped net of a game, unpacked once.
fn shipped_net(game: GameKind) -> Arc<Net> {
    static NETS: [OnceLock<Arc<Net>>; 3] = [const { OnceLock::new() }; 3];
    let (slot, kind) = match game {
        GameKind::Connect4 => (0, luozi_eval::GameKind::Connect4),
        GameKind::Reversi => (1, luozi_eval::GameKind::Reversi),
        GameKind::NoGo => (2, luozi_eval::GameKind::NoGo),
    };
    let unpack = || {
        let shipped = luozi_eval::shipped::net_of(kind);
        Arc::new(Net::new(&Weights::read(shipped.data).expect("shipped weights are tested")))
    };
    NETS[slot].get_or_init(unpack).clone()
}
