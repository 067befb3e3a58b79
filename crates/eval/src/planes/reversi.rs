//! Reversi: discs, where each side may place one, the board, and the parity of the discs.

use super::{Canvas, NetGame};
use luozi_games::GameKind;
use luozi_games::reversi::{Position, Rules, Square, bits};

impl NetGame for Rules {
    const KIND: GameKind = GameKind::REVERSI;
    const PLANES: usize = 8;

    fn encode(&self, position: &Position, planes: &mut impl Canvas) {
        let (own, other) = (position.own(), position.opponent());
        // Squares are numbered in rows of eight on every board.
        let size = Rules::size(self);
        let one_row = |squares: u64, row: usize| (squares >> (8 * row) & ((1 << size) - 1)) << (size * row);
        let mut set = |plane: usize, squares: u64| {
            let cells = if size == 8 { squares } else { (0..size).fold(0, |cells, row| cells | one_row(squares, row)) };
            planes.draw(plane, &[cells]);
        };
        set(0, own);
        set(1, other);
        set(2, self.placements(position));
        set(3, bits::PORTABLE.moves(other, own) & self.board());
        set(4, self.board());
        if (own | other).count_ones() % 2 == 1 {
            set(5, self.board());
        }
    }

    /// A pass is always the only move, so it may share any cell.
    fn policy_cell(&self, _position: &Position, mv: Square) -> usize {
        if mv == Square::PASS { 0 } else { mv.row() * Rules::size(self) + mv.column() }
    }
}
