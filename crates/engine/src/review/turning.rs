//! Which moves turned the game.

use super::{JudgedMove, Review, Worth};
use crate::analysis::ProvenResult;
use luozi_core::Player;
use luozi_games::record::Glyph;

/// A position that is not proven counts as lost below this value: 35 % of the points.
const LOST: f64 = -0.3;

/// Is a side that has this move at best lost?
fn lost(worth: &Worth) -> bool {
    match worth.result() {
        Some(result) => result == ProvenResult::Loss,
        None => worth.value <= LOST,
    }
}

impl JudgedMove {
    /// Did this move lose the game? Its side was not lost before it and is lost after it; where one of the two is only an
    /// estimate, the move must also be a mistake by itself, so that drifting across the line does not count.
    pub fn loses(&self) -> bool {
        let proven = self.played.result().is_some() && self.best.result().is_some();
        let mistake = matches!(self.glyph, Some(Glyph::Mistake | Glyph::Blunder));
        lost(&self.played) && !lost(&self.best) && (proven || mistake)
    }
}

impl Review {
    /// All moves that lost the game, in the order of play. There are several when sides returned the favour.
    pub fn losing_moves(&self) -> impl Iterator<Item = &JudgedMove> {
        self.moves.iter().filter(|judged| judged.loses())
    }

    /// The first losing move of the side that lost, or of either side when nobody did.
    pub fn first_losing_move(&self, loser: Option<Player>) -> Option<&JudgedMove> {
        self.losing_moves().find(|judged| loser.is_none_or(|loser| judged.side == loser))
    }

    /// The move that cost that side, or either side, the most, where no single move lost.
    pub fn costliest_move(&self, loser: Option<Player>) -> Option<&JudgedMove> {
        let own =
            self.moves.iter().filter(|judged| loser.is_none_or(|loser| judged.side == loser) && judged.loss > 0.0);
        own.max_by(|a, b| a.loss.total_cmp(&b.loss).then(b.ply.cmp(&a.ply)))
    }
}
