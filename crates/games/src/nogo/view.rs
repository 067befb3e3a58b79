//! What NoGo looks like: a move takes points away from both sides, and a refused point has groups to blame.

use super::{Point, Points, Position, Rules};
use luozi_core::{Cell, Closes, Effect, Game, IllegalMove, Player, Remark, Score, View};

impl View for Rules {
    fn landing_cell(&self, _position: &Position, mv: Point) -> Option<Cell> {
        Some(mv.index() as Cell)
    }

    fn effect(&self, position: &Position, mv: Point) -> Effect {
        let mut after = *position;
        self.play_unchecked(&mut after, mv);
        let lost = |player| {
            let before = self.playable(position.stones(), player) - Points::of(mv);
            numbers(before - self.playable(after.stones(), player))
        };
        let closes = Closes { first: lost(Player::First), second: lost(Player::Second) };
        Effect { flips: None, closes: Some(closes) }
    }

    fn blamed(&self, position: &Position, mv: Point, reason: IllegalMove) -> Vec<Cell> {
        let side = match reason {
            IllegalMove::Captures => self.to_move(position).other(),
            IllegalMove::Suicide => self.to_move(position),
            _ => return Vec::new(),
        };
        // A group next to the point dies exactly when it is weak: the point is then its only liberty.
        let doomed = position.stones().of(side) & position.stones().weak();
        let mut group = self.neighbours(Points::of(mv)) & doomed;
        loop {
            let grown = group | (self.neighbours(group) & doomed);
            if grown == group {
                return numbers(group);
            }
            group = grown;
        }
    }

    fn territories(&self, position: &Position) -> Option<String> {
        let kinds = self.kinds(position.stones());
        let symbol = |index| {
            let of = |set: Points| self.move_at(index).is_some_and(|point| set.contains(point));
            match () {
                () if of(kinds.both) => '*',
                () if of(kinds.black_only) => 'X',
                () if of(kinds.white_only) => 'O',
                () if of(kinds.nobody) => '-',
                () => ' ',
            }
        };
        Some((0..self.move_count()).map(symbol).collect())
    }

    fn mobility(&self, position: &Position) -> Option<[usize; 2]> {
        Some(Player::BOTH.map(|player| self.playable(position.stones(), player).len() as usize))
    }

    fn remarks(&self, position: &Position, mv: Point) -> Vec<Remark> {
        self.remarks_of(position, mv)
    }

    fn finish(&self, _position: &Position, _score: Score) -> (&'static str, Vec<Cell>) {
        ("no_moves", Vec::new())
    }
}

fn numbers(points: Points) -> Vec<Cell> {
    points.into_iter().map(|point| point.index() as Cell).collect()
}
