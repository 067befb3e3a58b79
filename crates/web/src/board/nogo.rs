//! NoGo: a move takes points away from both sides, and a refused point has groups to blame.

use super::{CellNumber, Closes, Effect, View};
use luozi_core::{Game, IllegalMove, Player, Score};
use luozi_games::nogo::{Point, Points, Position, Rules};

impl View for Rules {
    fn cell(&self, _position: &Position, mv: Point) -> Option<CellNumber> {
        Some(mv.index() as CellNumber)
    }

    fn move_on(&self, cell: CellNumber) -> Option<Point> {
        self.move_at(usize::from(cell))
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

    fn dying(&self, position: &Position, mv: Point, reason: IllegalMove) -> Vec<CellNumber> {
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

    fn kinds(&self, position: &Position) -> Option<String> {
        let kinds = Rules::kinds(self, position.stones());
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

    fn prospects(&self, position: &Position) -> (Option<[usize; 2]>, Option<[usize; 2]>) {
        (None, Some(Player::BOTH.map(|player| self.playable(position.stones(), player).len() as usize)))
    }

    fn ending(&self, _position: &Position, _score: Score) -> (&'static str, Vec<CellNumber>) {
        ("no_moves", Vec::new())
    }
}

fn numbers(points: Points) -> Vec<CellNumber> {
    points.into_iter().map(|point| point.index() as CellNumber).collect()
}
