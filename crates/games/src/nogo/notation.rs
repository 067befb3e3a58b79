//! NoGo as text: GTP coordinates (columns A to Q without I, row 1 at the bottom) and boards.

use super::points::{Point, Points};
use super::{Position, Rules, Stones};
use luozi_core::diagram::{self, Symbol};
use luozi_core::{ColumnLabels, Flaw, Grid, Naming, Notation, ParseError, Places, Player, RowLabels};

impl Rules {
    /// The side to move of a board on which nobody wrote it, if the numbers of stones tell.
    fn side_by_count(sides: &[Points; 2]) -> Option<Player> {
        match sides[0].len().checked_sub(sides[1].len())? {
            0 => Some(Player::First),
            1 => Some(Player::Second),
            _ => None,
        }
    }
}

impl Notation for Rules {
    fn grid(&self) -> Grid {
        Grid {
            rows: self.rows() as u8,
            cols: self.cols() as u8,
            places: Places::Points,
            naming: Naming::Cells,
            column_labels: ColumnLabels::GoLetters,
            row_labels: RowLabels::FromBottom,
        }
    }

    fn position_text(&self, position: &Position) -> String {
        let symbol = |row, col| {
            let point = self.point(row, col).expect("the writer stays on the board");
            let owner = Player::BOTH.into_iter().find(|&player| position.stones.of(player).contains(point));
            owner.map_or(Symbol::Empty, Symbol::Stone)
        };
        diagram::write(self.rows(), self.cols(), symbol, position.to_move)
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let read = diagram::read(text, self.rows(), self.cols())?;
        let mut sides = [Points::NONE; 2];
        for (index, &(offset, symbol)) in read.cells.iter().enumerate() {
            match symbol {
                Symbol::Empty => {}
                Symbol::Stone(player) => sides[player.index()] |= Points::of(Point(index as u8)),
                Symbol::Forbidden => {
                    let expected = "`.`, `X` or `O`: NoGo has no forbidden points";
                    return Err(ParseError::unexpected(text, offset, "#", expected));
                }
            }
        }
        let to_move = read.side.or_else(|| Rules::side_by_count(&sides)).ok_or_else(|| {
            let [black, white] = sides.map(Points::len);
            let expected = format!("the side to move, `X` or `O`: {black} X and {white} O do not tell it");
            ParseError::unexpected(text, text.len(), "", expected)
        })?;
        let stones = Stones::assemble(&self.board, sides).map_err(|stone| {
            let flaw = Flaw::Strangled { place: self.move_text(stone) };
            ParseError::impossible(text, read.cells[stone.index()].0, flaw)
        })?;
        Ok(Position::new(self.empty_key, stones, to_move))
    }
}
