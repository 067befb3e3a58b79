//! What Connect Four looks like: a move is a column, its effect is where the stone lands.

use super::{Column, Rules, Word};
use luozi_core::{Cell, Game, Player, Remark, Score, View};

impl<W: Word> View for Rules<W> {
    fn landing_cell(&self, position: &Self::Position, mv: Column) -> Option<Cell> {
        self.landing(position, mv).map(|cell| number(self, cell))
    }

    fn pieces_left(&self, position: &Self::Position) -> Option<[usize; 2]> {
        let cells = usize::from(self.rows()) * usize::from(self.cols()) - self.forbidden().len();
        let empty = cells - usize::from(position.plies());
        let mover = self.to_move(position);
        let share = |player: Player| if player == mover { empty.div_ceil(2) } else { empty / 2 };
        Some(Player::BOTH.map(share))
    }

    fn remarks(&self, position: &Self::Position, mv: Column) -> Vec<Remark> {
        self.remarks_of(position, mv)
    }

    fn finish(&self, position: &Self::Position, score: Score) -> (&'static str, Vec<Cell>) {
        let line = self.winning_line(position).into_iter().map(|cell| number(self, cell)).collect();
        (if score.winner().is_some() { "four" } else { "full" }, line)
    }
}

fn number<W: Word>(rules: &Rules<W>, cell: super::Cell) -> Cell {
    Cell::from(cell.row) * Cell::from(rules.cols()) + Cell::from(cell.col)
}
