//! Reversi: a move turns discs.

use super::{CellNumber, Effect, View};
use luozi_core::{Game, Player, Score};
use luozi_games::reversi::{Position, Rules, Square, squares};

impl View for Rules {
    fn cell(&self, _position: &Position, mv: Square) -> Option<CellNumber> {
        (mv != Square::PASS).then(|| number(self, mv))
    }

    fn move_on(&self, cell: CellNumber) -> Option<Square> {
        Square::at(usize::from(cell) / self.size(), usize::from(cell) % self.size())
    }

    fn effect(&self, position: &Position, mv: Square) -> Effect {
        let mut after = *position;
        self.play_unchecked(&mut after, mv);
        let mut flips: Vec<Square> = squares(position.opponent() & after.opponent()).collect();
        let distance = |&square: &Square| square.row().abs_diff(mv.row()).max(square.column().abs_diff(mv.column()));
        flips.sort_by_key(distance);
        Effect { flips: Some(flips.into_iter().map(|square| number(self, square)).collect()), closes: None }
    }

    fn prospects(&self, position: &Position) -> (Option<[usize; 2]>, Option<[usize; 2]>) {
        let discs = Player::BOTH.map(|player| position.discs(player));
        let moves = |player: Player| {
            self.position(discs, player).map_or(0, |seen| self.placements(&seen).count_ones() as usize)
        };
        (None, Some(Player::BOTH.map(moves)))
    }

    fn ending(&self, _position: &Position, _score: Score) -> (&'static str, Vec<CellNumber>) {
        ("discs", Vec::new())
    }
}

fn number(rules: &Rules, square: Square) -> CellNumber {
    (square.row() * rules.size() + square.column()) as CellNumber
}
