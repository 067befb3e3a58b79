//! Pattern tables as an evaluator for the search.

use super::tables::{Patterns, UNITS_PER_DISC};
use crate::FitError;
use crate::evaluator::softmax;
use luozi_core::cpu::{Kernel, dispatch};
use luozi_core::{Evaluation, Evaluator, Game, Pov, Task};
use luozi_games::GameKind;
use luozi_games::reversi::bits::Body;
use luozi_games::reversi::{Position, Rules, Square, squares};
use std::sync::Arc;

/// Discs by which a move must look better than another to be e times as likely.
const DISCS_PER_E: f32 = 8.0;

/// One thread's evaluator: shared tables.
///
/// Asked for a policy it looks at every move and every reply, and the value is that of the best move against its best
/// reply; otherwise it looks at the position alone.
pub struct PatternEvaluator {
    patterns: Arc<Patterns>,
}

impl PatternEvaluator {
    /// An evaluator for positions of `rules`, which must be those of an 8x8 board.
    pub fn new(patterns: Arc<Patterns>, rules: &Rules) -> Result<PatternEvaluator, FitError> {
        if rules.size() != 8 {
            return Err(FitError::NoPatterns { game: GameKind::REVERSI, rows: rules.size(), cols: rules.size() });
        }
        Ok(PatternEvaluator { patterns })
    }
}

impl Evaluator<Rules> for PatternEvaluator {
    fn gives_policy(&self) -> bool {
        true
    }

    fn evaluate(&mut self, rules: &Rules, position: &Position, task: Task<'_, Rules>) -> Evaluation {
        let Task { moves, policy, .. } = task;
        let (own, opponent) = (position.own(), position.opponent());
        let judge = Judge { patterns: &self.patterns, own, opponent, moves, promises: policy };
        let value = dispatch(judge);
        softmax(policy);
        Evaluation::of_value(Pov(value).owned_by(rules.to_move(position)))
    }
}

/// Judges a position and its moves.
struct Judge<'a> {
    patterns: &'a Patterns,
    own: u64,
    opponent: u64,
    moves: &'a [Square],
    /// Where to write what each move promises, in steps of [`DISCS_PER_E`].
    promises: &'a mut [f32],
}

impl Kernel for Judge<'_> {
    type Output = f64;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> f64 {
        // SAFETY: the level is the kernel's.
        let body = unsafe { Body::<LEVEL>::in_kernel() };
        let Judge { patterns, own, opponent, moves, promises } = self;
        let discs = (own | opponent).count_ones();
        if moves.is_empty() {
            return patterns.value(patterns.units(body, own, opponent), discs);
        }
        let mut best = i32::MIN;
        for (&mv, promise) in moves.iter().zip(promises) {
            let (own, opponent) = after(body, mv, own, opponent);
            let units = -best_of_moves(patterns, body, own, opponent);
            *promise = units as f32 / (UNITS_PER_DISC as f32 * DISCS_PER_E);
            best = best.max(units);
        }
        patterns.value(best, (discs + 2).min(64))
    }
}

/// The discs of both sides after a move, those of the side that is then to move first.
#[inline(always)]
fn after<const LEVEL: u8>(body: Body<LEVEL>, mv: Square, own: u64, opponent: u64) -> (u64, u64) {
    let flips = body.flips(mv, own, opponent);
    (opponent ^ flips, own ^ flips ^ mv.bit())
}

/// What the best move of a position promises to its mover, or the position itself where there is none.
#[inline(always)]
fn best_of_moves<const LEVEL: u8>(patterns: &Patterns, body: Body<LEVEL>, own: u64, opponent: u64) -> i32 {
    let promises = squares(body.moves(own, opponent)).map(|square| {
        let (own, opponent) = after(body, square, own, opponent);
        -patterns.units(body, own, opponent)
    });
    promises.max().unwrap_or_else(|| patterns.units(body, own, opponent))
}
