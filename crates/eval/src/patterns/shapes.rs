//! Which squares a pattern looks at, and which of its configurations are mirror images of each other.
//!
//! Every shape is drawn in the top-left corner of a board that is then turned four times, so one drawing stands for
//! four places. A configuration of n squares is a number of n ternary digits, the first square the lowest: 0 empty,
//! 1 the mover's disc, 2 the opponent's.
//!
//! ```text
//!          a b c d e f g h
//!      1   C C C E E E E E     Corner    the 3x3 block of C and the six squares around it up to c3
//!      2   . X . . . . X .     Edge      the first row and both X
//!      3   . . . . . . . .     Line2..4  the rows 2, 3 and 4
//!      4   . . . . . . . .     Diagonal4..8   from a4 to d1 ... from a8 to h1
//! ```

use crate::sharing::Squares;

/// A shape: its squares as (row, column), and where each of them lies in the mirror image.
pub(super) struct Shape {
    /// Name for tables and messages.
    pub(super) name: &'static str,
    /// The squares, lowest digit first.
    pub(super) squares: Squares,
    /// How many of the four turned boards have a place of this shape of their own.
    pub(super) places: usize,
}

/// All shapes, in the order of the weights file.
pub(super) const SHAPES: [Shape; 11] = [
    Shape {
        name: "corner",
        squares: &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)],
        places: 4,
    },
    Shape {
        name: "edge",
        squares: &[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (0, 7), (1, 1), (1, 6)],
        places: 4,
    },
    Shape {
        name: "triangle",
        squares: &[(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (3, 0)],
        places: 4,
    },
    Shape { name: "line 2", squares: &row(1), places: 4 },
    Shape { name: "line 3", squares: &row(2), places: 4 },
    Shape { name: "line 4", squares: &row(3), places: 4 },
    Shape { name: "diagonal 4", squares: &diagonal::<4>(), places: 4 },
    Shape { name: "diagonal 5", squares: &diagonal::<5>(), places: 4 },
    Shape { name: "diagonal 6", squares: &diagonal::<6>(), places: 4 },
    Shape { name: "diagonal 7", squares: &diagonal::<7>(), places: 4 },
    Shape { name: "diagonal 8", squares: &diagonal::<8>(), places: 2 },
];

/// The squares of each shape.
pub(super) const SQUARES: [Squares; SHAPES.len()] = squares();

const fn squares() -> [Squares; SHAPES.len()] {
    let mut squares: [Squares; SHAPES.len()] = [&[]; SHAPES.len()];
    let mut shape = 0;
    while shape < SHAPES.len() {
        squares[shape] = SHAPES[shape].squares;
        shape += 1;
    }
    squares
}

/// A row of the board.
pub(crate) const fn row(row: usize) -> [(usize, usize); 8] {
    let mut squares = [(row, 0); 8];
    let mut column = 0;
    while column < 8 {
        squares[column].1 = column;
        column += 1;
    }
    squares
}

/// From the left edge up to the top edge, by column.
pub(crate) const fn diagonal<const LENGTH: usize>() -> [(usize, usize); LENGTH] {
    let mut squares = [(0, 0); LENGTH];
    let mut column = 0;
    while column < LENGTH {
        squares[column] = (LENGTH - 1 - column, column);
        column += 1;
    }
    squares
}
