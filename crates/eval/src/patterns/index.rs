//! From two sets of discs to the numbers of the weights that they select.
//!
//! All places of a shape are read by the same few shifts from four turned boards, so no instruction beyond the baseline
//! is needed: rows are bytes, and a diagonal has one square a column, which a multiplication gathers into the top byte.

use super::shapes::{SHAPES, SQUARES, diagonal};
use crate::sharing::{COUNTS, offsets};
use luozi_games::reversi::bits::Body;

/// Weights that a position selects: one for each place of a shape and each count.
pub const FEATURES: usize = places() + COUNTS.len();

const fn places() -> usize {
    let (mut places, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        places += SHAPES[shape].places;
        shape += 1;
    }
    places
}

/// Where the weights of each table begin when every configuration has its own; the last is the number of all.
pub(super) const OFFSETS: [u32; TABLES + 1] = offsets(&SQUARES);

/// Shapes and counts.
pub(super) const TABLES: usize = SHAPES.len() + COUNTS.len();

/// The squares of a shape, as bits, read as ternary digits instead of binary ones.
static TERNARY: [u16; 1 << 10] = ternary();

const fn ternary() -> [u16; 1 << 10] {
    let mut numbers = [0; 1 << 10];
    let mut bits = 1;
    while bits < numbers.len() {
        numbers[bits] = 3 * numbers[bits / 2] + (bits % 2) as u16;
        bits += 1;
    }
    numbers
}

/// The discs of both sides on the board as it is, turned by a quarter, a half and three quarters.
#[inline(always)]
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
fn turned(own: u64, opponent: u64) -> [[u64; 2]; 4] {
    let both = [own, opponent];
    let quarter = both.map(|board| luozi_games::reversi::transpose(board).swap_bytes());
    [both, quarter, both.map(u64::reverse_bits), quarter.map(u64::reverse_bits)]
}

/// The same where nothing reverses the bits of a word at once: both sides in the two lanes of one.
#[inline(always)]
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
fn turned(own: u64, opponent: u64) -> [[u64; 2]; 4] {
    use luozi_games::reversi::bits::simd128::{both, pair, reversed, transposed, upside_down};
    let sides = pair(own, opponent);
    let quarter = upside_down(transposed(sides));
    [sides, quarter, reversed(sides), reversed(quarter)].map(both)
}

/// The discs on a diagonal of `LENGTH` squares, by column.
#[inline(always)]
fn on_diagonal<const LENGTH: usize>(board: u64) -> u64 {
    (board & const { squares(&diagonal::<LENGTH>()) }).wrapping_mul(0x0101_0101_0101_0101) >> 56
}

const fn squares(places: &[(usize, usize)]) -> u64 {
    let (mut squares, mut next) = (0, 0);
    while next < places.len() {
        squares |= 1 << (8 * places[next].0 + places[next].1);
        next += 1;
    }
    squares
}

/// The discs on the squares of each shape but the last, in the order of [`SHAPES`].
#[inline(always)]
fn on_shapes(board: u64) -> [u64; SHAPES.len() - 1] {
    [
        board & 0x7 | board >> 5 & 0x38 | board >> 10 & 0x1C0,
        board & 0xFF | board >> 1 & 0x100 | board >> 5 & 0x200,
        board & 0xF | board >> 4 & 0x70 | board >> 9 & 0x180 | board >> 15 & 0x200,
        board >> 8 & 0xFF,
        board >> 16 & 0xFF,
        board >> 24 & 0xFF,
        on_diagonal::<4>(board),
        on_diagonal::<5>(board),
        on_diagonal::<6>(board),
        on_diagonal::<7>(board),
    ]
}

/// A configuration as a ternary number; at most ten squares.
#[inline(always)]
fn configuration(own: u64, opponent: u64) -> u32 {
    u32::from(TERNARY[own as usize & 1023]) + 2 * u32::from(TERNARY[opponent as usize & 1023])
}

/// Gives the number of every weight that a position selects to `take`, counted over all tables with every
/// configuration apart.
#[inline(always)]
pub(super) fn for_each_index<const LEVEL: u8>(body: Body<LEVEL>, own: u64, opponent: u64, mut take: impl FnMut(u32)) {
    let turned = turned(own, opponent);
    for [own, opponent] in turned {
        let (own, opponent) = (on_shapes(own), on_shapes(opponent));
        for shape in 0..own.len() {
            take(OFFSETS[shape] + configuration(own[shape], opponent[shape]));
        }
    }
    for &[own, opponent] in &turned[..2] {
        take(OFFSETS[SHAPES.len() - 1] + configuration(on_diagonal::<8>(own), on_diagonal::<8>(opponent)));
    }
    let counts = [body.moves(own, opponent), body.moves(opponent, own), own | opponent];
    for (offset, set) in OFFSETS[SHAPES.len()..].iter().zip(counts) {
        take(offset + set.count_ones());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;
    use luozi_games::reversi::bits::PORTABLE;

    /// The same by walking over squares.
    fn indices_by_walking(own: u64, opponent: u64) -> Vec<u32> {
        let mut indices = Vec::new();
        for (number, shape) in SHAPES.iter().enumerate() {
            for turns in 0..shape.places {
                let mut index = 0;
                for &(row, column) in shape.squares.iter().rev() {
                    // A board turned to the left shows in its top row what was its right column.
                    let (mut row, mut column) = (row, column);
                    for _ in 0..turns {
                        (row, column) = (column, 7 - row);
                    }
                    let bit = 1u64 << (8 * row + column);
                    let digit = u32::from(own & bit != 0) + 2 * u32::from(opponent & bit != 0);
                    index = 3 * index + digit;
                }
                indices.push(OFFSETS[number] + index);
            }
        }
        for (number, set) in
            [PORTABLE.moves(own, opponent), PORTABLE.moves(opponent, own), own | opponent].into_iter().enumerate()
        {
            indices.push(OFFSETS[SHAPES.len() + number] + set.count_ones());
        }
        indices
    }

    #[test]
    fn shifts_find_what_walking_over_the_squares_finds() {
        let mut rng = Rng::seeded(5);
        for _ in 0..2000 {
            let occupied = rng.word() | rng.word();
            let own = occupied & rng.word();
            let mut found = Vec::new();
            for_each_index(PORTABLE, own, occupied & !own, |index| found.push(index));
            let mut expected = indices_by_walking(own, occupied & !own);
            assert_eq!(found.len(), FEATURES);
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{own:x} {occupied:x}");
        }
    }
}
