//! The eight symmetries of the square.
//!
//! A symmetry is three bits, applied in this order: 4 exchanges rows and columns, 2 turns the board upside down,
//! 1 exchanges left and right.

use super::Rules;

const TRANSPOSE: usize = 4;
const UPSIDE_DOWN: usize = 2;
const LEFT_RIGHT: usize = 1;

/// The symmetry that undoes `symmetry`: exchanging rows and columns also exchanges the two mirrors.
pub(super) fn inverse(symmetry: usize) -> usize {
    match symmetry {
        5 => 6,
        6 => 5,
        own_inverse => own_inverse,
    }
}

impl Rules {
    /// The image of a set of squares of this board. Mirrored small boards are moved back into their corner.
    pub(super) fn image(&self, set: u64, symmetry: usize) -> u64 {
        let margin = 8 - self.size;
        let mut set = set;
        if symmetry & TRANSPOSE != 0 {
            set = transpose(set);
        }
        if symmetry & UPSIDE_DOWN != 0 {
            set = set.swap_bytes() >> (8 * margin);
        }
        if symmetry & LEFT_RIGHT != 0 {
            set = set.reverse_bits().swap_bytes() >> margin;
        }
        set
    }
}

/// A set with rows and columns exchanged: cells trade places across the diagonal in blocks of 1, 2 and 4.
#[inline]
pub fn transpose(set: u64) -> u64 {
    let mut set = set;
    for (distance, block) in [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)] {
        let moved = (set ^ (set >> distance)) & block;
        set ^= moved ^ (moved << distance);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::super::{Scoring, Square};
    use super::*;

    #[test]
    fn images_are_those_of_the_coordinates() {
        for size in [4, 6, 8] {
            let rules = Rules::new(size, Scoring::Difference).unwrap();
            for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
                for symmetry in 0..8 {
                    let (mut to_row, mut to_column) = if symmetry & 4 != 0 { (column, row) } else { (row, column) };
                    if symmetry & 2 != 0 {
                        to_row = size - 1 - to_row;
                    }
                    if symmetry & 1 != 0 {
                        to_column = size - 1 - to_column;
                    }
                    let image = rules.image(Square::at(row, column).unwrap().bit(), symmetry);
                    assert_eq!(image, Square::at(to_row, to_column).unwrap().bit(), "{size}: {row} {column}");
                    assert_eq!(rules.image(image, inverse(symmetry)), 1 << (row * 8 + column));
                }
            }
        }
    }
}
