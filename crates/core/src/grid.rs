//! The geometry of a board: its size, which moves name which places, and what people call them.
//!
//! A game describes its board once, as a [`Grid`]. Planes of nets, notation, protocols, the terminal, pictures and the page
//! take sizes, labels and the way from a move to a place and back from it, and compute none of that themselves.
//!
//! Cells are numbered row by row from 0 at the top left. A move of a game is a dense index (see
//! [`Game::move_index`](crate::Game::move_index)); what it names is a [`Spot`]:
//!
//! ```text
//!   moves by column            moves by cell, with a pass
//!   index 0 1 2                index 0 1 2
//!   cells 0 1 2                      3 4 5        pass = 6
//!         3 4 5
//! ```

/// A cell of a board: `row * columns + column`, the top row first.
pub type Cell = u16;

/// Where the pieces of a game lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Places {
    /// In the cells between the lines of the board.
    Cells,
    /// On the points where the lines of the board cross.
    Points,
}

/// What a move names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Naming {
    /// A column, in which the piece falls: as many moves as columns.
    Columns,
    /// A cell, with the cell's number as its index: as many moves as cells.
    Cells,
    /// A cell, or a pass, which has the index after the last cell.
    CellsAndPass,
}

/// What the columns of a board are called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ColumnLabels {
    /// `1`, `2`, ...
    Numbers,
    /// `a`, `b`, ...
    Letters,
    /// `A`, `B`, ... without `I`, which looks like a 1: as in Go.
    GoLetters,
}

/// What the rows of a board are called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RowLabels {
    /// Nothing: moves do not name rows.
    None,
    /// `1` at the top.
    FromTop,
    /// `1` at the bottom.
    FromBottom,
}

/// What a move names on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Spot {
    /// A cell, which the piece is put on.
    Cell(Cell),
    /// A column, counted from 0 on the left.
    Column(u8),
    /// Nothing: the turn passes.
    Pass,
}

/// The word for a pass in every notation of ours.
pub const PASS: &str = "pass";

const GO_LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A rectangular board: its size, and what its rows, columns and moves are called.
///
/// ```
/// use luozi_core::{ColumnLabels, Grid, Naming, Places, RowLabels};
///
/// let board = Grid {
///     rows: 9,
///     cols: 9,
///     places: Places::Points,
///     naming: Naming::Cells,
///     column_labels: ColumnLabels::GoLetters,
///     row_labels: RowLabels::FromBottom,
/// };
/// assert_eq!(board.move_text(8), "J9");
/// assert_eq!(board.parse_move("a1"), Some(72));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    /// Rows, at least 1.
    pub rows: u8,
    /// Columns, at least 1.
    pub cols: u8,
    /// Where pieces lie.
    pub places: Places,
    /// What a move names.
    pub naming: Naming,
    /// What the columns are called.
    pub column_labels: ColumnLabels,
    /// What the rows are called.
    pub row_labels: RowLabels,
}

impl Grid {
    /// Number of cells.
    pub const fn cells(&self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// The cell at a row and a column, both from 0 at the top left; `None` beyond the board.
    pub fn cell(&self, row: usize, col: usize) -> Option<Cell> {
        let inside = row < usize::from(self.rows) && col < usize::from(self.cols);
        inside.then(|| (row * usize::from(self.cols) + col) as Cell)
    }

    /// Row and column of a cell, both from 0 at the top left.
    pub fn row_and_col(&self, cell: Cell) -> (u8, u8) {
        let cols = Cell::from(self.cols);
        ((cell / cols) as u8, (cell % cols) as u8)
    }

    /// One more than the largest index of a move.
    pub const fn move_count(&self) -> usize {
        match self.naming {
            Naming::Columns => self.cols as usize,
            Naming::Cells => self.cells(),
            Naming::CellsAndPass => self.cells() + 1,
        }
    }

    /// Whether turns may pass.
    pub const fn has_pass(&self) -> bool {
        matches!(self.naming, Naming::CellsAndPass)
    }

    /// Whether a move names a column and not a cell.
    pub const fn by_column(&self) -> bool {
        matches!(self.naming, Naming::Columns)
    }

    /// What the move of an index below [`Grid::move_count`] names.
    pub fn spot(&self, index: usize) -> Spot {
        match self.naming {
            Naming::Columns => Spot::Column(index as u8),
            _ if index < self.cells() => Spot::Cell(index as Cell),
            _ => Spot::Pass,
        }
    }

    /// The index of the move that pointing at a cell means.
    pub fn move_on(&self, cell: Cell) -> usize {
        match self.naming {
            Naming::Columns => usize::from(self.row_and_col(cell).1),
            Naming::Cells | Naming::CellsAndPass => usize::from(cell),
        }
    }

    /// The name of a column, counted from 0; empty beyond the alphabet.
    pub fn column_label(&self, col: u8) -> String {
        let letter = match self.column_labels {
            ColumnLabels::Numbers => return (u16::from(col) + 1).to_string(),
            ColumnLabels::Letters => (col < 26).then(|| b'a' + col),
            ColumnLabels::GoLetters => GO_LETTERS.get(usize::from(col)).copied(),
        };
        letter.map(|letter| char::from(letter).to_string()).unwrap_or_default()
    }

    /// The name of a row, counted from 0 at the top; empty where rows have none.
    pub fn row_label(&self, row: u8) -> String {
        match self.row_labels {
            RowLabels::None => String::new(),
            RowLabels::FromTop => (u16::from(row) + 1).to_string(),
            RowLabels::FromBottom => u16::from(self.rows).saturating_sub(u16::from(row)).to_string(),
        }
    }

    /// The name of a cell: that of its column, then that of its row.
    pub fn cell_text(&self, cell: Cell) -> String {
        let (row, col) = self.row_and_col(cell);
        self.column_label(col) + &self.row_label(row)
    }

    /// The name of a move.
    pub fn move_text(&self, index: usize) -> String {
        match self.spot(index) {
            Spot::Cell(cell) => self.cell_text(cell),
            Spot::Column(col) => self.column_label(col),
            Spot::Pass => PASS.to_string(),
        }
    }

    /// The index of the move with that name, in either case; `None` if no move of this board has it.
    pub fn parse_move(&self, text: &str) -> Option<usize> {
        let text = text.trim();
        if self.has_pass() && text.eq_ignore_ascii_case(PASS) {
            return Some(self.cells());
        }
        if self.by_column() {
            return self.parse_column(text).map(usize::from);
        }
        let digits = text.find(|c: char| c.is_ascii_digit())?;
        let (col, row) = text.split_at(digits);
        let (row, col) = (self.parse_row(row)?, self.parse_column(col)?);
        self.cell(usize::from(row), usize::from(col)).map(usize::from)
    }

    fn parse_column(&self, text: &str) -> Option<u8> {
        let col = match self.column_labels {
            ColumnLabels::Numbers => plain_number(text)?.checked_sub(1)?,
            labels => {
                let &[letter] = text.as_bytes() else { return None };
                let letter = letter.to_ascii_uppercase();
                match labels {
                    ColumnLabels::GoLetters => GO_LETTERS.iter().position(|&known| known == letter)? as u8,
                    _ => letter.checked_sub(b'A').filter(|&col| col < 26)?,
                }
            }
        };
        (col < self.cols).then_some(col)
    }

    fn parse_row(&self, text: &str) -> Option<u8> {
        let number = plain_number(text)?;
        let row = match self.row_labels {
            RowLabels::None => return None,
            RowLabels::FromTop => number.checked_sub(1)?,
            RowLabels::FromBottom => self.rows.checked_sub(number)?,
        };
        (row < self.rows).then_some(row)
    }

    /// What a move looks like, for error messages.
    pub fn expected(&self) -> String {
        let last = |count: u8| self.column_label(count - 1);
        match self.naming {
            Naming::Columns => format!("a column from {} to {}", self.column_label(0), last(self.cols)),
            Naming::Cells | Naming::CellsAndPass => {
                let skips = self.column_labels == ColumnLabels::GoLetters && self.cols > 8;
                let place = if self.places == Places::Points { "point" } else { "square" };
                format!(
                    "a {place} such as {}1: a column {} to {}{} and a row 1 to {}{}",
                    self.column_label(0),
                    self.column_label(0),
                    last(self.cols),
                    if skips { " (there is no I)" } else { "" },
                    self.rows,
                    if self.has_pass() { ", or `pass`" } else { "" }
                )
            }
        }
    }
}

/// A number up to 255 without sign or blanks.
fn plain_number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: Grid = Grid {
        rows: 6,
        cols: 12,
        places: Places::Cells,
        naming: Naming::Columns,
        column_labels: ColumnLabels::Numbers,
        row_labels: RowLabels::None,
    };
    const SQUARES: Grid = Grid {
        rows: 8,
        cols: 8,
        places: Places::Cells,
        naming: Naming::CellsAndPass,
        column_labels: ColumnLabels::Letters,
        row_labels: RowLabels::FromTop,
    };
    const POINTS: Grid = Grid {
        rows: 15,
        cols: 15,
        places: Places::Points,
        naming: Naming::Cells,
        column_labels: ColumnLabels::GoLetters,
        row_labels: RowLabels::FromBottom,
    };

    #[test]
    fn every_move_has_a_name_that_leads_back_to_it() {
        for grid in [COLUMNS, SQUARES, POINTS] {
            for index in 0..grid.move_count() {
                let name = grid.move_text(index);
                assert_eq!(grid.parse_move(&name), Some(index), "{name}");
                assert_eq!(grid.parse_move(&name.to_uppercase()), Some(index), "{name}");
                assert_eq!(grid.parse_move(&name.to_lowercase()), Some(index), "{name}");
                if let Spot::Cell(cell) = grid.spot(index) {
                    assert_eq!(grid.move_on(cell), index);
                    let (row, col) = grid.row_and_col(cell);
                    assert_eq!(grid.cell(usize::from(row), usize::from(col)), Some(cell));
                }
            }
        }
        assert_eq!(COLUMNS.move_on(13), 1, "the second cell of the second row lies in the second column");
        assert_eq!((SQUARES.move_text(64).as_str(), POINTS.move_text(8).as_str()), (PASS, "J15"));
    }

    #[test]
    fn names_of_nothing_are_refused() {
        for text in ["", "A", "5", "I5", "A0", "A16", "A+1", "AA1", "é5", "pass", "Q1", "A300"] {
            assert_eq!(POINTS.parse_move(text), None, "{text}");
        }
        for text in ["0", "13", "+1", "a", "pass", "1 2"] {
            assert_eq!(COLUMNS.parse_move(text), None, "{text}");
        }
        assert_eq!(SQUARES.parse_move("i1"), None);
        assert!(SQUARES.cell(8, 0).is_none() && SQUARES.cell(0, 8).is_none());
    }

    #[test]
    fn what_is_expected_is_told_with_an_example() {
        assert_eq!(COLUMNS.expected(), "a column from 1 to 12");
        assert_eq!(SQUARES.expected(), "a square such as a1: a column a to h and a row 1 to 8, or `pass`");
        assert!(POINTS.expected().ends_with("a column A to P (there is no I) and a row 1 to 15"));
    }
}
