//! The judge's bookkeeping and what it shows to each side.

use super::Point;
use super::wire::Start;
use luozi_core::Player;

/// What a side sees when it is its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The opponent's last stone, [`Point::NONE`] before the first move.
    pub last: Point,
    /// Top of every column.
    pub top: Vec<i32>,
    /// All cells by row: 0 empty, 1 the opponent's, 2 own.
    pub board: Vec<i32>,
}

/// A turn that is no position of Connect Four.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TableError {
    /// The board has the wrong number of cells.
    #[error("the board has {found} cells, expected {rows} x {cols}")]
    Size {
        /// Cells that the turn lists; it must be rows times columns.
        found: usize,
        /// Rows of the board.
        rows: i32,
        /// Columns of the board.
        cols: i32,
    },
    /// A cell is neither empty nor a side's.
    #[error("cell ({x}, {y}) holds {found}, expected 0 (empty), 1 (opponent) or 2 (own)")]
    Cell {
        /// Row of the cell, from 0 at the top.
        x: i32,
        /// Column of the cell, from 0 on the left.
        y: i32,
        /// What stands there.
        found: i32,
    },
    /// The numbers of stones allow nobody to be on the move.
    #[error("{own} own and {opponent} opponent's stones: it cannot be our turn")]
    Count {
        /// Stones of the side that is asked to move.
        own: usize,
        /// The opponent's stones.
        opponent: usize,
    },
}

/// Stones of both sides on a Saiblo board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    start: Start,
    /// By cell, row by row.
    stones: Vec<Option<Player>>,
    top: Vec<i32>,
    last: Point,
}

impl Table {
    /// An empty board.
    pub fn new(start: Start) -> Table {
        let cells = (start.rows * start.cols) as usize;
        let mut table =
            Table { start, stones: vec![None; cells], top: vec![start.rows; start.cols as usize], last: Point::NONE };
        for column in 0..start.cols {
            table.skip_forbidden(column);
        }
        table
    }

    /// If the next cell of the column is the forbidden one, the top moves above it.
    fn skip_forbidden(&mut self, column: i32) {
        let top = &mut self.top[column as usize];
        if (*top - 1, column) == (self.start.forbidden.x, self.start.forbidden.y) {
            *top -= 1;
        }
    }

    /// Where a stone in `column` would land; `None` off the board and in a full column.
    pub fn landing(&self, column: i32) -> Option<Point> {
        let top = *self.top.get(usize::try_from(column).ok()?)?;
        (top > 0).then_some(Point { x: top - 1, y: column })
    }

    /// Drops a stone and gives its place; `None`, with nothing changed, where none can land.
    pub fn drop(&mut self, column: i32, player: Player) -> Option<Point> {
        let point = self.landing(column)?;
        self.stones[(point.x * self.start.cols + point.y) as usize] = Some(player);
        self.top[column as usize] = point.x;
        self.skip_forbidden(column);
        self.last = point;
        Some(point)
    }

    /// What `callee` is shown.
    pub fn turn(&self, callee: Player) -> Turn {
        let cell = |stone: &Option<Player>| match stone {
            None => 0,
            Some(player) if *player == callee => 2,
            Some(_) => 1,
        };
        Turn { last: self.last, top: self.top.clone(), board: self.stones.iter().map(cell).collect() }
    }
}

impl Turn {
    /// The board as the text that Connect Four's notation reads: `X` moved first, `#` is forbidden, the callee is to move.
    pub fn position_text(&self, start: &Start) -> Result<String, TableError> {
        let (rows, cols) = (start.rows, start.cols);
        if self.board.len() != rows.max(0) as usize * cols.max(0) as usize {
            return Err(TableError::Size { found: self.board.len(), rows, cols });
        }
        let count = |side| self.board.iter().filter(|&&cell| cell == side).count();
        let (own, opponent) = (count(2), count(1));
        let callee = match opponent.checked_sub(own) {
            Some(0) => Player::First,
            Some(1) => Player::Second,
            _ => return Err(TableError::Count { own, opponent }),
        };
        let symbol = |player| if player == Player::First { 'X' } else { 'O' };
        let mut text = String::with_capacity(self.board.len() + rows as usize + 1);
        for (index, &found) in self.board.iter().enumerate() {
            let (x, y) = (index as i32 / cols, index as i32 % cols);
            text.push(match found {
                0 if (Point { x, y }) == start.forbidden => '#',
                0 => '.',
                1 => symbol(callee.other()),
                2 => symbol(callee),
                _ => return Err(TableError::Cell { x, y, found }),
            });
            if y == cols - 1 {
                text.push('\n');
            }
        }
        text.push(symbol(callee));
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(rows: i32, cols: i32, x: i32, y: i32) -> Start {
        Start { rows, cols, forbidden: Point { x, y } }
    }

    #[test]
    fn tops_skip_the_forbidden_cell_as_the_judge_does() {
        // Landing just below it drops the top by two.
        let mut table = Table::new(start(4, 3, 1, 1));
        assert_eq!(table.turn(Player::First).top, [4, 4, 4]);
        assert_eq!(table.drop(1, Player::First), Some(Point { x: 3, y: 1 }));
        assert_eq!(table.drop(1, Player::Second), Some(Point { x: 2, y: 1 }));
        assert_eq!(table.turn(Player::First).top, [4, 1, 4]);
        assert_eq!(table.drop(1, Player::First), Some(Point { x: 0, y: 1 }));
        assert_eq!(table.drop(1, Player::Second), None);
        // In the bottom row the column starts above it.
        assert_eq!(Table::new(start(4, 3, 3, 0)).turn(Player::First).top, [3, 4, 4]);
        // In the top row, row 1 fills the column.
        let mut table = Table::new(start(2, 3, 0, 2));
        assert_eq!(table.drop(2, Player::First), Some(Point { x: 1, y: 2 }));
        assert_eq!(table.turn(Player::Second).top, [2, 2, 0]);
        assert_eq!(table.landing(2), None);
        assert_eq!(table.landing(-1), None);
        assert_eq!(table.landing(3), None);
    }

    #[test]
    fn each_side_sees_itself_as_two() {
        let board = start(4, 3, 1, 1);
        let mut table = Table::new(board);
        table.drop(0, Player::First);
        table.drop(2, Player::Second);
        let turn = table.turn(Player::First);
        assert_eq!(turn.last, Point { x: 3, y: 2 });
        assert_eq!(turn.board[9..], [2, 0, 1]);
        assert_eq!(turn.position_text(&board).unwrap(), "...\n.#.\n...\nX.O\nX");
        table.drop(0, Player::First);
        let turn = table.turn(Player::Second);
        assert_eq!(turn.board[9..], [1, 0, 2]);
        assert_eq!(turn.position_text(&board).unwrap(), "...\n.#.\nX..\nX.O\nO");
    }

    #[test]
    fn impossible_turns_are_named() {
        let board = start(1, 2, -1, -1);
        let text =
            |cells: &[i32]| Turn { last: Point::NONE, top: vec![1, 1], board: cells.to_vec() }.position_text(&board);
        assert_eq!(text(&[0]), Err(TableError::Size { found: 1, rows: 1, cols: 2 }));
        assert_eq!(text(&[0, 7]), Err(TableError::Cell { x: 0, y: 1, found: 7 }));
        assert_eq!(text(&[2, 0]), Err(TableError::Count { own: 1, opponent: 0 }));
    }
}
