//! Reversi as a [`Game`].
//!
//! Single moves use the portable bodies: only whole loops are worth choosing instructions for.

use super::kernels::{Perft, RandomGame};
use super::{Position, Rules, Square, bits, squares};
use luozi_core::cpu::dispatch;
use luozi_core::{Game, IllegalMove, Key, MoveList, Player, Playout, Rng, Score};

impl Game for Rules {
    type Position = Position;
    type Move = Square;

    fn initial(&self) -> Position {
        let corner = Square::at(self.size / 2 - 1, self.size / 2 - 1).map_or(0, Square::bit);
        let second = corner | corner << 9;
        let first = corner << 1 | corner << 8;
        self.with_discs([first, second], Player::First)
    }

    #[inline(always)]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Score> {
        if self.placements(position) != 0 || self.opponent_can_place(position) {
            return None;
        }
        Some(Score::for_player(position.to_move, self.final_score(position.own(), position.opponent())))
    }

    #[inline]
    fn score_limit(&self, _position: &Position) -> i16 {
        (self.size * self.size) as i16
    }

    #[inline]
    fn legal_moves(&self, position: &Position, moves: &mut MoveList<Square>) {
        moves.clear();
        moves.extend(squares(self.placements(position)));
        if moves.is_empty() && self.opponent_can_place(position) {
            moves.push(Square::PASS);
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        match self.placements(position).count_ones() {
            0 => u64::from(self.opponent_can_place(position)),
            count => u64::from(count),
        }
    }

    /// As the published tables count: a finished game is one sequence at every later depth.
    fn perft(&self, position: &Position, depth: u32) -> u64 {
        dispatch(Perft { own: position.own(), opponent: position.opponent(), board: self.board, depth })
    }

    #[inline]
    fn check(&self, position: &Position, mv: Square) -> Result<(), IllegalMove> {
        let placements = self.placements(position);
        if placements == 0 && !self.opponent_can_place(position) {
            return Err(IllegalMove::GameOver);
        }
        if mv == Square::PASS {
            return if placements == 0 { Ok(()) } else { Err(IllegalMove::MayNotPass) };
        }
        if mv.bit() & self.board == 0 {
            return Err(IllegalMove::OffBoard);
        }
        if placements == 0 {
            return Err(IllegalMove::MustPass);
        }
        if mv.bit() & self.empties(position) == 0 {
            return Err(IllegalMove::Occupied);
        }
        if mv.bit() & placements == 0 { Err(IllegalMove::FlipsNothing) } else { Ok(()) }
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position, mv: Square) {
        let (mover, other) = (position.to_move.index(), position.to_move.other().index());
        let flips = bits::PORTABLE.flips(mv, position.own(), position.opponent());
        position.discs[mover] ^= flips | mv.bit();
        position.discs[other] ^= flips;
        for square in squares(flips) {
            position.key ^= Key::stone(0, square.number()) ^ Key::stone(1, square.number());
        }
        if mv != Square::PASS {
            position.key ^= Key::stone(mover, mv.number());
        }
        position.key ^= Key::SECOND_TO_MOVE;
        position.to_move = position.to_move.other();
    }

    #[inline(always)]
    fn key(&self, position: &Position) -> Key {
        position.key
    }

    #[inline]
    fn move_count(&self) -> usize {
        self.size * self.size + 1
    }

    #[inline]
    fn move_index(&self, mv: Square) -> usize {
        if mv == Square::PASS { self.size * self.size } else { mv.row() * self.size + mv.column() }
    }

    #[inline]
    fn move_at(&self, index: usize) -> Option<Square> {
        if index == self.size * self.size {
            return Some(Square::PASS);
        }
        if index > self.size * self.size { None } else { Square::at(index / self.size, index % self.size) }
    }

    #[inline]
    fn symmetries(&self) -> usize {
        8
    }

    #[inline]
    fn inverse_symmetry(&self, symmetry: usize) -> usize {
        super::symmetry::inverse(symmetry)
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let discs = position.discs.map(|set| self.image(set, symmetry));
        self.with_discs(discs, position.to_move)
    }

    #[inline]
    fn transform_move(&self, mv: Square, symmetry: usize) -> Square {
        Square::lowest(self.image(mv.bit(), symmetry))
    }

    fn playout(&self, position: &Position, rng: &mut Rng) -> Playout {
        let (own, opponent) = (position.own(), position.opponent());
        let end = dispatch(RandomGame { own, opponent, board: self.board, rng });
        let score = Score::for_player(position.to_move, self.final_score(end.own, end.opponent));
        Playout { score, plies: end.plies }
    }
}
