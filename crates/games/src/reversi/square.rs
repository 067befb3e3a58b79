//! A place on the board, or the pass: the move of Reversi.

use std::fmt;

/// A square by its bit number (0 = a1, 63 = h8), or [`Square::PASS`]. Never anything else.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The move of a side that cannot place a disc. Sorts after every square.
    pub const PASS: Square = Square(64);

    /// The square in `row` and `column`, both from 0 at the top-left; `None` beyond 7.
    pub const fn at(row: usize, column: usize) -> Option<Square> {
        if row < 8 && column < 8 { Some(Square((row * 8 + column) as u8)) } else { None }
    }

    /// The lowest square of a set; [`Square::PASS`] of the empty set.
    #[inline(always)]
    pub const fn lowest(set: u64) -> Square {
        Square(set.trailing_zeros() as u8)
    }

    /// Bit number of the square; 64 for the pass.
    #[inline(always)]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Row from 0 at the top. Without meaning for the pass.
    #[inline(always)]
    pub const fn row(self) -> usize {
        self.number() / 8
    }

    /// Column from 0 at the left. Without meaning for the pass.
    #[inline(always)]
    pub const fn column(self) -> usize {
        self.number() % 8
    }

    /// The set of this square alone; empty for the pass.
    #[inline(always)]
    pub const fn bit(self) -> u64 {
        (self.0 < 64) as u64 * (1 << (self.0 & 63))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Square::PASS {
            return f.write_str("pass");
        }
        write!(f, "{}{}", (b'a' + self.column() as u8) as char, self.row() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_numbers_and_sets_agree() {
        assert_eq!(Square::at(4, 5).unwrap().to_string(), "f5");
        assert_eq!(Square::at(0, 8), None);
        assert_eq!(Square::lowest(0), Square::PASS);
        assert_eq!(Square::PASS.bit(), 0);
        for number in 0..64 {
            let square = Square::lowest(1 << number);
            assert_eq!((square.number(), square.bit()), (number, 1 << number));
            assert_eq!(Square::at(square.row(), square.column()), Some(square));
        }
    }
}
