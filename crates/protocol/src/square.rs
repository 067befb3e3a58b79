//! Cells by row and column, and the texts that games write for them.

use luozi_core::{Grid, Spot};

/// A cell by row and column, both from 0 at the top-left corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    /// Row from the top.
    pub row: u8,
    /// Column from the left.
    pub col: u8,
}

impl Square {
    /// The move that pointing at the cell means, as the board's own notation writes it. `None` beyond the board.
    ///
    /// ```
    /// use luozi_games::{GameKind, Session, Setup};
    /// use luozi_protocol::Square;
    ///
    /// let corner = Square { row: 0, col: 8 };
    /// let grid = |kind| Session::new(&Setup::board(kind, 9, 9)).unwrap().grid();
    /// assert_eq!(corner.notation(&grid(GameKind::NOGO)).as_deref(), Some("J9"));
    /// assert_eq!(corner.notation(&grid(GameKind::CONNECT4)).as_deref(), Some("9"));
    /// ```
    pub fn notation(self, grid: &Grid) -> Option<String> {
        let cell = grid.cell(self.row.into(), self.col.into())?;
        Some(grid.move_text(grid.move_on(cell)))
    }

    /// The inverse of [`Square::notation`] for boards whose moves name a cell; passes and columns are none.
    pub fn of_notation(text: &str, grid: &Grid) -> Option<Square> {
        let Spot::Cell(cell) = grid.spot(grid.parse_move(text)?) else { return None };
        let (row, col) = grid.row_and_col(cell);
        Some(Square { row, col })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::{GameKind, Session, Setup};

    #[test]
    fn names_go_there_and_back() {
        let standard = |kind| Session::new(&Setup::standard(kind)).unwrap().grid();
        for kind in GameKind::BUILT_IN {
            let grid = standard(kind);
            for (row, col) in (0..grid.rows).flat_map(|row| (0..grid.cols).map(move |col| (row, col))) {
                let square = Square { row, col };
                let text = square.notation(&grid).unwrap();
                let back = (!grid.by_column()).then_some(square);
                assert_eq!(Square::of_notation(&text, &grid), back, "{text}");
                assert_eq!(Square::of_notation(&text.to_lowercase(), &grid), back);
            }
            assert_eq!(Square { row: grid.rows, col: 0 }.notation(&grid), None);
            assert_eq!(Square { row: 0, col: grid.cols }.notation(&grid), None);
            assert_eq!(Square::of_notation("pass", &grid), None);
        }
        let (nogo, reversi) = (standard(GameKind::NOGO), standard(GameKind::REVERSI));
        assert_eq!(Square { row: 8, col: 0 }.notation(&nogo).as_deref(), Some("A1"));
        assert_eq!(Square { row: 0, col: 5 }.notation(&reversi).as_deref(), Some("f1"));
        for bad in ["", "A", "I5", "A0", "A10", "é5", "5", "A+1", "A300"] {
            assert_eq!(Square::of_notation(bad, &nogo), None, "{bad}");
        }
    }
}
