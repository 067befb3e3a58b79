//! A net as an evaluator for the search.

use crate::cache::Cache;
use crate::planes::NetGame;
use crate::{Net, Scratch};
use luozi_core::{Evaluation, Evaluator, Pov, Task};
use luozi_games::GameKind;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Columns for which there are kernels, and rows alike.
const SIDES: RangeInclusive<usize> = 4..=12;
/// Positions that an evaluator and its twins remember unless told otherwise.
const CACHED_POSITIONS: usize = 1 << 14;

/// Weights and a board that do not fit together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FitError {
    /// The net is for another game.
    #[error("the net is for {}, not for {}; choose other weights", net.title(), game.title())]
    Game {
        /// The net's game.
        net: GameKind,
        /// The game to be played.
        game: GameKind,
    },
    /// The net was trained on other planes.
    #[error("the net reads {net} planes and this program makes {game}; use the program it was trained for")]
    Planes {
        /// Planes the net reads.
        net: usize,
        /// Planes of the game.
        game: usize,
    },
    /// The net cannot look at a board of this size.
    #[error("the net does not know boards of {rows} x {cols}; {advice}")]
    Board {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
        /// Which boards it knows.
        advice: String,
    },
    /// There are pattern tables for the usual board alone.
    #[error(
        "there are no pattern tables of {} for boards of {rows} x {cols}, only for 8 x 8; choose another evaluator",
        game.title()
    )]
    NoPatterns {
        /// The game to be played.
        game: GameKind,
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
}

/// One thread's evaluator: scratch memory of its own; a net, and a cache of what was evaluated, shared with its twins.
pub struct NetEvaluator<G: NetGame> {
    net: Arc<Net>,
    scratch: Scratch,
    cells: Vec<usize>,
    cache: Arc<Cache>,
    game: PhantomData<G>,
}

impl<G: NetGame> NetEvaluator<G> {
    /// An evaluator for positions of `game`.
    pub fn new(net: Arc<Net>, game: &G) -> Result<NetEvaluator<G>, FitError> {
        NetEvaluator::with_cache(net, game, CACHED_POSITIONS)
    }

    /// The same with room for `positions` evaluations, rounded up to a power of two; 0 for none.
    pub fn with_cache(net: Arc<Net>, game: &G, positions: usize) -> Result<NetEvaluator<G>, FitError> {
        let header = net.header();
        if header.game != G::KIND {
            return Err(FitError::Game { net: header.game, game: G::KIND });
        }
        if header.planes != G::PLANES {
            return Err(FitError::Planes { net: header.planes, game: G::PLANES });
        }
        let (rows, cols) = game.size();
        let knows = |side: usize, canvas: usize| side == canvas || header.masked && side < canvas;
        let (max_rows, max_cols) = (header.rows, header.cols);
        if !knows(rows, max_rows) || !knows(cols, max_cols) || !SIDES.contains(&rows) || !SIDES.contains(&cols) {
            let smallest = if header.masked { "4 x 4 to " } else { "" };
            let advice = format!("it knows {smallest}{max_rows} x {max_cols}");
            return Err(FitError::Board { rows, cols, advice });
        }
        let cache = Arc::new(Cache::new(positions, game.move_count()));
        Ok(NetEvaluator { net, scratch: Scratch::default(), cells: Vec::new(), cache, game: PhantomData })
    }

    /// An evaluator for another thread: what one of the two has evaluated the other need not.
    pub fn twin(&self) -> NetEvaluator<G> {
        let (net, cache) = (Arc::clone(&self.net), Arc::clone(&self.cache));
        NetEvaluator { net, scratch: Scratch::default(), cells: Vec::new(), cache, game: PhantomData }
    }

    /// The net that it asks, shared with its twins.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// Runs the net: the value for the side to move, and a logit in `logits` for each of `moves`.
    pub fn run(&mut self, game: &G, position: &G::Position, moves: &[G::Move], logits: &mut [f32]) -> f32 {
        let (rows, cols) = game.size();
        self.scratch.planes.clear(rows, cols, G::PLANES);
        game.encode(position, &mut self.scratch.planes);
        self.cells.clear();
        self.cells.extend(moves.iter().map(|&mv| game.policy_cell(position, mv)));
        self.net.forward(&mut self.scratch, &self.cells, logits)
    }
}

impl<G: NetGame> Evaluator<G> for NetEvaluator<G> {
    fn gives_policy(&self) -> bool {
        true
    }

    fn evaluate(&mut self, game: &G, position: &G::Position, task: Task<'_, G>) -> Evaluation {
        let Task { moves, policy, .. } = task;
        let value = self.cache.find(game, position, moves, policy).unwrap_or_else(|| {
            let value = self.run(game, position, moves, policy);
            softmax(policy);
            self.cache.insert(game, position, value, moves, policy);
            value
        });
        Evaluation::of_value(Pov(f64::from(value)).owned_by(game.to_move(position)))
    }
}

/// Turns logits into shares that sum to 1.
pub(crate) fn softmax(logits: &mut [f32]) {
    let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = (*logit - top).exp());
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|share| *share /= sum);
}
