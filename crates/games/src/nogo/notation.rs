//! NoGo as text: GTP coordinates (columns A to Q without I, row 1 at the bottom) and boards.

use super::points::{Point, Points};
use super::{Position, Rules, Stones};
use crate::grid::{self, Symbol};
use luozi_core::{Notation, ParseError, Player};

/// Column letters in the order of the columns, as in Go: I is left out because it looks like a 1.
const LETTERS: &[u8; 16] = b"ABCDEFGHJKLMNOPQ";

impl Rules {
    /// Reads a point without explaining what is wrong.
    fn read_point(&self, text: &str) -> Option<Point> {
        let (&letter, digits) = text.as_bytes().split_first()?;
        let col = LETTERS.iter().position(|&l| l == letter.to_ascii_uppercase())?;
        if !digits.first()?.is_ascii_digit() {
            return None;
        }
        let number: usize = text[1..].parse().ok()?;
        self.point(self.rows().checked_sub(number)?, col)
    }

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
    fn move_text(&self, mv: Point) -> String {
        let (row, col) = self.row_and_col(mv);
        let letter = LETTERS.get(col).map_or('?', |&l| char::from(l));
        format!("{letter}{}", self.rows().saturating_sub(row))
    }

    fn parse_move(&self, text: &str) -> Result<Point, ParseError> {
        let trimmed = text.trim();
        self.read_point(trimmed).ok_or_else(|| {
            let (last, rows) = (char::from(LETTERS[self.cols() - 1]), self.rows());
            let expected = format!("a point such as A1: a column A to {last} (there is no I) and a row 1 to {rows}");
            ParseError::unexpected(text, text.len() - text.trim_start().len(), trimmed, expected)
        })
    }

    fn position_text(&self, position: &Position) -> String {
        let symbol = |row, col| {
            let point = self.point(row, col).expect("the writer stays on the board");
            let owner = Player::BOTH.into_iter().find(|&player| position.stones.of(player).contains(point));
            owner.map_or(Symbol::Empty, Symbol::Stone)
        };
        grid::write(self.rows(), self.cols(), symbol, position.to_move)
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let grid = grid::read(text, self.rows(), self.cols())?;
        let mut sides = [Points::NONE; 2];
        for (index, &(offset, symbol)) in grid.cells.iter().enumerate() {
            match symbol {
                Symbol::Empty => {}
                Symbol::Stone(player) => sides[player.index()] |= Points::of(Point(index as u8)),
                Symbol::Forbidden => {
                    let expected = "`.`, `X` or `O`: NoGo has no forbidden points";
                    return Err(ParseError::unexpected(text, offset, "#", expected));
                }
            }
        }
        let to_move = grid.side.or_else(|| Rules::side_by_count(&sides)).ok_or_else(|| {
            let [black, white] = sides.map(Points::len);
            let expected = format!("the side to move, `X` or `O`: {black} X and {white} O do not tell it");
            ParseError::unexpected(text, text.len(), "", expected)
        })?;
        let stones = Stones::assemble(&self.board, sides).map_err(|stone| {
            let reason = format!("the group of {} has no liberty", self.move_text(stone));
            let advice = "in NoGo nothing is ever captured: give every group an empty point beside it";
            ParseError::impossible(text, grid.cells[stone.index()].0, reason, advice)
        })?;
        Ok(Position::new(self.empty_key, stones, to_move))
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        crate::words(text).collect()
    }
}
