//! What a stone does: the points that are left to one side alone are what a game is decided by.

use super::{Point, Position, Rules};
use luozi_core::{Game, Remark};

impl Rules {
    /// What a legal move does.
    pub(super) fn remarks_of(&self, position: &Position, mv: Point) -> Vec<Remark> {
        let mut after = *position;
        self.play_unchecked(&mut after, mv);
        if self.outcome(&after).is_some() {
            return vec![Remark::new("no-move")];
        }
        let kinds = self.kinds(after.stones());
        let remark =
            Remark::new("private").with("first", kinds.black_only.len()).with("second", kinds.white_only.len());
        vec![remark.with("both", kinds.both.len())]
    }
}
