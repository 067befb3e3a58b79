//! In place of `learned.rs` where the feature `nets` is off: nothing was learned, and that is said in words.

use super::{BoxedEvaluator, EvaluatorError, EvaluatorKind};
use crate::RecipeError;
use luozi_core::Game;
use luozi_games::reversi;

/// A net that the user brought. There is none in this build.
#[derive(Clone, PartialEq, Debug)]
pub enum OwnNet {}

impl OwnNet {
    /// Refuses: this build cannot use a weights file.
    pub fn read(_: &[u8]) -> Result<OwnNet, RecipeError> {
        Err(EvaluatorError::LeftOut(EvaluatorKind::NET).into())
    }
}

pub(super) fn net_evaluators<G: Game>(
    _: &G,
    _: Option<&OwnNet>,
    _: usize,
) -> Result<Vec<BoxedEvaluator<G>>, EvaluatorError> {
    Err(EvaluatorError::LeftOut(EvaluatorKind::NET))
}

pub(super) fn tables(
    kind: EvaluatorKind,
    _: &reversi::Rules,
) -> Result<BoxedEvaluator<reversi::Rules>, EvaluatorError> {
    Err(EvaluatorError::LeftOut(kind))
}

pub(super) fn discs_ahead(_: EvaluatorKind, _: f64, _: u32) -> Option<f64> {
    None
}
