//! What Reversi looks like: a move turns discs.

use super::{Position, Rules, Square, squares};
use luozi_core::{Cell, Effect, Game, Player, Remark, Score, View, sort_few_by_key};

impl View for Rules {
    fn landing_cell(&self, _position: &Position, mv: Square) -> Option<Cell> {
        (mv != Square::PASS).then(|| self.move_index(mv) as Cell)
    }

    fn effect(&self, position: &Position, mv: Square) -> Effect {
        let mut after = *position;
        self.play_unchecked(&mut after, mv);
        let mut flips: Vec<Square> = squares(position.opponent() & after.opponent()).collect();
        let distance = |&square: &Square| square.row().abs_diff(mv.row()).max(square.column().abs_diff(mv.column()));
        sort_few_by_key(&mut flips, distance);
        Effect { flips: Some(flips.into_iter().map(|square| self.move_index(square) as Cell).collect()), closes: None }
    }

    fn pieces(&self, position: &Position) -> [usize; 2] {
        Player::BOTH.map(|player| position.discs(player).count_ones() as usize)
    }

    fn mobility(&self, position: &Position) -> Option<[usize; 2]> {
        let discs = Player::BOTH.map(|player| position.discs(player));
        let moves = |player: Player| {
            self.position(discs, player).map_or(0, |seen| self.placements(&seen).count_ones() as usize)
        };
        Some(Player::BOTH.map(moves))
    }

    fn remarks(&self, position: &Position, mv: Square) -> Vec<Remark> {
        self.remarks_of(position, mv)
    }

    fn finish(&self, _position: &Position, _score: Score) -> (&'static str, Vec<Cell>) {
        ("discs", Vec::new())
    }
}
