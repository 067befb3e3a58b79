//! The mosaic as an evaluator for searches that know nothing of it.

use super::{Indices, Mosaic};
use crate::FitError;
use luozi_core::{Evaluation, Evaluator, Game, Pov, Task};
use luozi_games::GameKind;
use luozi_games::reversi::bits::PORTABLE;
use luozi_games::reversi::{Position, Rules};
use std::sync::Arc;

/// One thread's evaluator: shared tables, a value and no policy.
pub struct MosaicEvaluator {
    mosaic: Arc<Mosaic>,
}

impl MosaicEvaluator {
    /// An evaluator for positions of `rules`, which must be those of an 8x8 board.
    pub fn new(mosaic: Arc<Mosaic>, rules: &Rules) -> Result<MosaicEvaluator, FitError> {
        if rules.size() != 8 {
            return Err(FitError::NoPatterns { game: GameKind::REVERSI, rows: rules.size(), cols: rules.size() });
        }
        Ok(MosaicEvaluator { mosaic })
    }
}

impl Evaluator<Rules> for MosaicEvaluator {
    fn evaluate(&mut self, rules: &Rules, position: &Position, _: Task<'_, Rules>) -> Evaluation {
        let (own, opponent) = (position.own(), position.opponent());
        let units = self.mosaic.units(PORTABLE, &Indices::of(own, opponent), own, opponent);
        let value = self.mosaic.value(units, (own | opponent).count_ones());
        Evaluation::of_value(Pov(value).owned_by(rules.to_move(position)))
    }
}
