//! A judged game, as the frames tell it.

use crate::message::{GlyphCounts, Judged, Reviewed};
use crate::order::Order;
use crate::report::shown_rate;
use luozi_core::Player;
use luozi_engine::review::{JudgedMove, Progress, Review, solver_nodes};
use luozi_games::record::Glyph;

/// Longest line of a judgement, in plies.
const LINE_PLIES: usize = 12;

impl Order {
    /// Nodes that the exact solver may spend on each position of a review.
    pub fn solver_nodes(&self) -> u64 {
        solver_nodes(self.recipe.game, self.limits.or(self.recipe.limits).visits)
    }

    /// A move of a review, when so many positions are done.
    pub fn judged(&self, progress: Progress, total: usize, judged: &JudgedMove) -> Judged {
        Judged {
            generation: self.board.generation,
            id: self.id,
            done: progress.done - 1,
            total,
            ply: judged.ply,
            m: judged.played.mv.clone(),
            side: judged.side.into(),
            wr: shown_rate(judged.played.value, judged.played.proven),
            proven: judged.played.proven,
            best: judged.best.mv.clone(),
            best_wr: shown_rate(judged.best.value, judged.best.proven),
            best_proven: judged.best.proven,
            loss: (judged.loss * 5000.0).round() as u16,
            glyph: judged.glyph,
            pv: judged.line.iter().take(LINE_PLIES).cloned().collect(),
            visits: judged.visits,
        }
    }

    /// The sum of a review.
    pub fn reviewed(&self, review: &Review) -> Reviewed {
        let loser = self.board.session.outcome().and_then(|score| score.winner()).map(Player::other);
        Reviewed {
            generation: self.board.generation,
            id: self.id,
            accuracy: Player::BOTH.map(|player| review.accuracy(player)),
            first_losing: review.first_losing_move(loser).map(|judged| judged.ply),
            counts: counts(review),
        }
    }
}

/// How often each side was judged so.
fn counts(review: &Review) -> GlyphCounts {
    let mut counts = GlyphCounts::default();
    for judged in &review.moves {
        let row = match judged.glyph {
            Some(Glyph::Doubtful) => &mut counts.doubtful,
            Some(Glyph::Mistake) => &mut counts.mistake,
            Some(Glyph::Blunder) => &mut counts.blunder,
            _ => continue,
        };
        row[judged.side.index()] += 1;
    }
    counts
}
