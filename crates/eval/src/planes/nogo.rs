//! NoGo: stones, where each side may play, the board, and points dead for both.

use super::{Canvas, NetGame};
use luozi_core::Game;
use luozi_games::GameKind;
use luozi_games::nogo::{Point, Points, Position, Rules};

impl NetGame for Rules {
    const KIND: GameKind = GameKind::NOGO;
    const PLANES: usize = 8;

    fn encode(&self, position: &Position, planes: &mut impl Canvas) {
        let (own, stones) = (self.to_move(position), position.stones());
        let (own_moves, other_moves) = (self.playable(stones, own), self.playable(stones, own.other()));
        // Points are numbered row by row, as planes want their cells.
        let mut set = |plane: usize, points: Points| planes.draw(plane, &points.words());
        let empty = self.empty(stones);
        set(0, stones.of(own));
        set(1, stones.of(own.other()));
        set(2, own_moves);
        set(3, other_moves);
        set(4, empty | stones.of(own) | stones.of(own.other()));
        set(5, empty - own_moves - other_moves);
    }

    fn policy_cell(&self, _position: &Position, mv: Point) -> usize {
        mv.index()
    }
}
