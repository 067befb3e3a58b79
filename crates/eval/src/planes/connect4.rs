//! Connect Four: stones, reachable cells, threats, parity, half-built lines, and the moves worth considering.
//!
//! Rows count from the bottom, so that gravity looks the same on every board.

use super::{Canvas, NetGame};
use luozi_games::GameKind;
use luozi_games::connect4::{Column, Position, Rules, Tactics, Word};

impl<W: Word> NetGame for Rules<W> {
    const KIND: GameKind = GameKind::CONNECT4;
    const PLANES: usize = 16;

    fn encode(&self, position: &Position<W>, planes: &mut impl Canvas) {
        let masks = self.masks();
        let (own, other, playable) = (self.own(position), self.other(position), masks.playable);
        let free = playable & !(own | other);
        let (next, second, threats) = (self.next_cells(position), self.second_cells(position), self.threats(position));
        let candidates = match self.tactics(position) {
            Tactics::Win(cells) | Tactics::Lost(cells) | Tactics::WinByTwoStep(cells) | Tactics::Safe(cells) => cells,
        };
        let stride = masks.stride();
        let mut set = |plane: usize, cells: W| {
            for cell in cells.cells() {
                planes.set((cell % stride) as usize, (cell / stride) as usize, plane);
            }
        };
        set(0, own);
        set(1, other);
        set(2, next);
        set(3, playable);
        set(4, masks.board() & !playable);
        set(5, threats.own);
        set(6, threats.other);
        set(7, masks.odd_cells());
        if free.count() % 2 == 1 {
            set(8, playable);
        }
        set(9, masks.board());
        set(10, second);
        set(11, next & masks.whole_columns(second & threats.other));
        set(12, next & masks.whole_columns(second & threats.own));
        set(13, masks.half_lines(own, free));
        set(14, masks.half_lines(other, free));
        set(15, candidates);
    }

    fn policy_cell(&self, position: &Position<W>, mv: Column) -> usize {
        let landing = self.landing(position, mv).expect("the column of a legal move has a free cell");
        usize::from(self.rows() - 1 - landing.row) * usize::from(self.cols()) + usize::from(landing.col)
    }
}
