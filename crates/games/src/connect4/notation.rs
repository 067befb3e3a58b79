//! Text: columns counted from 1, the compact digit form on boards of at most nine columns, boards as grids.

use super::{Position, Rules, Word};
use luozi_core::diagram::{self, Symbol};
use luozi_core::{ColumnLabels, Flaw, Game, Grid, Naming, Notation, ParseError, Places, Player, RowLabels};

impl<W: Word> Notation for Rules<W> {
    fn grid(&self) -> Grid {
        Grid {
            rows: self.rows(),
            cols: self.cols(),
            places: Places::Cells,
            naming: Naming::Columns,
            column_labels: ColumnLabels::Numbers,
            row_labels: RowLabels::None,
        }
    }

    #[inline(never)]
    fn position_text(&self, position: &Position<W>) -> String {
        let symbol = |row: usize, col: usize| {
            let cell = super::Cell { row: row as u8, col: col as u8 };
            match self.at(position, cell) {
                Some(player) => Symbol::Stone(player),
                None if self.masks.holes.has(self.index(cell)) => Symbol::Forbidden,
                None => Symbol::Empty,
            }
        };
        diagram::write(usize::from(self.rows()), usize::from(self.cols()), symbol, self.to_move(position))
    }

    /// A forbidden cell may be written as `#` or as empty; a `#` elsewhere is an error.
    #[inline(never)]
    fn parse_position(&self, text: &str) -> Result<Position<W>, ParseError> {
        let (rows, cols) = (usize::from(self.rows()), usize::from(self.cols()));
        let read = diagram::read(text, rows, cols)?;
        let mut stones = [W::ZERO; 2];
        for (i, &(offset, symbol)) in read.cells.iter().enumerate() {
            let cell = super::Cell { row: (i / cols) as u8, col: (i % cols) as u8 };
            let bit = W::bit(self.index(cell));
            let forbidden = !(self.masks.holes & bit).is_empty();
            match symbol {
                Symbol::Forbidden if !forbidden => {
                    let expected = "a cell that is not forbidden (name forbidden cells when setting up the board)";
                    return Err(ParseError::unexpected(text, offset, "#", expected));
                }
                Symbol::Stone(_) if forbidden => {
                    let expected = "`#`: no stone can lie on this forbidden cell";
                    return Err(ParseError::unexpected(text, offset, &symbol.char().to_string(), expected));
                }
                Symbol::Stone(player) => stones[player.index()] = stones[player.index()] | bit,
                Symbol::Empty | Symbol::Forbidden => {}
            }
        }
        let position = self.position_of(stones[Player::First.index()], stones[Player::Second.index()]);
        let position = position.map_err(|flaw| {
            let blamed = match flaw {
                Flaw::Hanging { row, column } => read.cells[(row - 1) * cols + column - 1].0,
                _ => 0,
            };
            ParseError::impossible(text, blamed, flaw)
        })?;
        match read.side {
            Some(side) if side != self.to_move(&position) => {
                Err(ParseError::impossible(text, text.trim_end().len().saturating_sub(1), Flaw::Turn { side }))
            }
            _ => Ok(position),
        }
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        let compact = self.cols() <= 9;
        let digits = |part: &str| part.len() > 1 && part.bytes().all(|b| b.is_ascii_digit());
        luozi_core::words(text)
            .flat_map(|(offset, part)| {
                let step = if compact && digits(part) { 1 } else { part.len() };
                (0..part.len()).step_by(step).map(move |i| (offset + i, &part[i..i + step]))
            })
            .collect()
    }
}
