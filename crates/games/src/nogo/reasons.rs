//! What a stone does: the points that are left to one side alone are what a game is decided by.

use super::{Point, Position, Rules};
use luozi_core::{Game, Reason};

impl Rules {
    /// What a legal move does.
    pub(super) fn reasons_of(&self, position: &Position, mv: Point) -> Vec<Reason> {
        let mut after = *position;
        self.play_unchecked(&mut after, mv);
        if self.outcome(&after).is_some() {
            return vec![Reason::new("no-move")];
        }
        let kinds = self.kinds(after.stones());
        let reason =
            Reason::new("private").with("first", kinds.black_only.len()).with("second", kinds.white_only.len());
        vec![reason.with("both", kinds.both.len())]
    }
}
