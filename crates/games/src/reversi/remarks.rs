//! What a disc does: corners taken and given up, and how much choice it leaves the opponent.

use super::{Position, Rules, Square, squares};
use luozi_core::{Game, Notation, Remark};

/// Moves left to the opponent that are worth a word.
const FEW_MOVES: u32 = 3;

impl Rules {
    /// What a legal move does, most important first.
    pub(super) fn remarks_of(&self, position: &Position, mv: Square) -> Vec<Remark> {
        if mv == Square::PASS {
            return vec![Remark::new("must-pass")];
        }
        let corners = self.at_corners(0);
        let names = |set: u64| squares(set).map(|square| self.move_text(square)).collect::<Vec<_>>().join(", ");
        let mut after = *position;
        self.play_unchecked(&mut after, mv);
        let mut remarks = Vec::new();
        if after.own() == 0 {
            return vec![Remark::new("wipes-out")];
        }
        if mv.bit() & corners != 0 {
            remarks.push(Remark::new("corner").with("cell", names(mv.bit())));
        }
        let theirs = self.placements(&after);
        let before = self.seen_by_other(position).map_or(0, |seen| self.placements(&seen));
        let given = theirs & corners & !before;
        if given != 0 {
            remarks.push(Remark::new("gives-corner").with("cells", names(given)));
        }
        match theirs.count_ones() {
            _ if self.outcome(&after).is_some() => {}
            0 => remarks.push(Remark::new("passes-them")),
            1 => remarks.push(Remark::new("one-move").with("cell", names(theirs))),
            count @ 2..=FEW_MOVES => remarks.push(Remark::new("few-moves").with("count", count)),
            _ => {}
        }
        remarks
    }

    /// The same discs with the other side to move; `None` if that is no position.
    fn seen_by_other(&self, position: &Position) -> Option<Position> {
        let discs = luozi_core::Player::BOTH.map(|player| position.discs(player));
        self.position(discs, self.to_move(position).other()).ok()
    }
}
