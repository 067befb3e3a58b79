//! Connect Four: a move is a column, its effect is where the stone lands.

use super::{CellNumber, Effect, View};
use luozi_core::{Game, Player, Score};
use luozi_games::connect4::{Cell, Column, Rules, Word};

impl<W: Word> View for Rules<W> {
    fn cell(&self, position: &Self::Position, mv: Column) -> Option<CellNumber> {
        self.landing(position, mv).map(|cell| number(self, cell))
    }

    fn move_on(&self, cell: CellNumber) -> Option<Column> {
        Some(Column((cell % CellNumber::from(self.cols())) as u8))
    }

    fn effect(&self, _position: &Self::Position, _mv: Column) -> Effect {
        Effect::default()
    }

    fn prospects(&self, position: &Self::Position) -> (Option<[usize; 2]>, Option<[usize; 2]>) {
        let cells = usize::from(self.rows()) * usize::from(self.cols()) - self.forbidden().len();
        let empty = cells - usize::from(position.plies());
        let mover = self.to_move(position);
        let share = |player: Player| if player == mover { empty.div_ceil(2) } else { empty / 2 };
        (Some(Player::BOTH.map(share)), None)
    }

    fn ending(&self, position: &Self::Position, score: Score) -> (&'static str, Vec<CellNumber>) {
        let line = self.winning_line(position).into_iter().map(|cell| number(self, cell)).collect();
        (if score.winner().is_some() { "four" } else { "full" }, line)
    }
}

fn number<W: Word>(rules: &Rules<W>, cell: Cell) -> CellNumber {
    CellNumber::from(cell.row) * CellNumber::from(rules.cols()) + CellNumber::from(cell.col)
}
