//! Which squares the patterns look at, and the numbers of the configurations that stand there.
//!
//! Every shape is drawn once and stands on all places that the symmetries of the board give it. A configuration of n
//! squares is a number of n ternary digits, the first square the lowest: 0 a disc of the opponent, 1 empty, 2 an own disc,
//! so that exchanging the sides takes the number from the largest one, 3^n - 1. The number of every place is a lane of
//! [`Indices`], and a disc that is put or turned moves all lanes by one vector of steps: a move costs a few vector additions
//! instead of a walk over the board, and one table serves both sides, which halves what the caches must hold.

use crate::patterns::{diagonal, row};
use crate::sharing::Squares;
use luozi_games::reversi::Square;

/// A shape: its squares as (row, column), lowest digit first, and the places that it takes.
pub(super) struct Shape {
    /// Name for tables and messages.
    pub(super) name: &'static str,
    pub(super) squares: Squares,
    /// How many of the four turned boards have a place of their own.
    turns: usize,
    /// Its mirror image stands elsewhere and takes as many places again.
    mirrored: bool,
}

const fn shape(name: &'static str, squares: &'static [(usize, usize)]) -> Shape {
    Shape { name, squares, turns: 4, mirrored: false }
}

/// All shapes, in the order of the weights file.
pub(super) const SHAPES: [Shape; 13] = [
    shape("corner", &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]),
    shape("edge", &[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (0, 7), (1, 1), (1, 6)]),
    shape("triangle", &[(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (3, 0)]),
    shape("edge block", &[(0, 0), (0, 2), (0, 3), (0, 4), (0, 5), (0, 7), (1, 2), (1, 3), (1, 4), (1, 5)]),
    Shape {
        name: "corner 2x5",
        squares: &[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4)],
        turns: 4,
        mirrored: true,
    },
    shape("line 2", &row(1)),
    shape("line 3", &row(2)),
    shape("line 4", &row(3)),
    shape("diagonal 4", &diagonal::<4>()),
    shape("diagonal 5", &diagonal::<5>()),
    shape("diagonal 6", &diagonal::<6>()),
    shape("diagonal 7", &diagonal::<7>()),
    Shape { name: "diagonal 8", squares: &diagonal::<8>(), turns: 2, mirrored: false },
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

/// Places of all shapes.
pub(super) const PLACES: usize = 54;
/// Lanes of a vector of indices: the places, and zeros up to whole registers.
const LANES: usize = 64;

/// Where a place lies: its shape, and how the drawing is laid on the board.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) shape: usize,
    turns: usize,
    mirrored: bool,
}

/// Every place, by shape.
pub(super) const LAID: [Place; PLACES] = lay();

const fn lay() -> [Place; PLACES] {
    let mut places = [Place { shape: 0, turns: 0, mirrored: false }; PLACES];
    let (mut next, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let all = if SHAPES[shape].mirrored { 2 * SHAPES[shape].turns } else { SHAPES[shape].turns };
        let mut number = 0;
        while number < all {
            places[next] = Place { shape, turns: number % 4, mirrored: number >= 4 };
            next += 1;
            number += 1;
        }
        shape += 1;
    }
    assert!(next == PLACES, "every place is counted");
    places
}

impl Place {
    /// The number of the square on which a digit of this place stands.
    pub(super) const fn square(self, digit: usize) -> usize {
        let (mut row, mut column) = SHAPES[self.shape].squares[digit];
        if self.mirrored {
            column = 7 - column;
        }
        let mut turns = 0;
        while turns < self.turns {
            (row, column) = (column, 7 - row);
            turns += 1;
        }
        8 * row + column
    }
}

/// By square, what an own disc instead of an empty square adds to every index.
static STEPS: [Lanes; 64] = steps();

/// The largest index of every place: all discs own.
static LARGEST: Lanes = largest();

#[repr(align(64))]
#[derive(Clone, Copy)]
struct Lanes([u16; LANES]);

const fn steps() -> [Lanes; 64] {
    let mut steps = [Lanes([0; LANES]); 64];
    let mut place = 0;
    while place < PLACES {
        let (mut digit, mut step) = (0, 1);
        while digit < SHAPES[LAID[place].shape].squares.len() {
            steps[LAID[place].square(digit)].0[place] += step;
            step = step.wrapping_mul(3);
            digit += 1;
        }
        place += 1;
    }
    steps
}

const fn largest() -> Lanes {
    let mut largest = Lanes([0; LANES]);
    let mut place = 0;
    while place < PLACES {
        largest.0[place] = (3u32.pow(SHAPES[LAID[place].shape].squares.len() as u32) - 1) as u16;
        place += 1;
    }
    largest
}

/// The configuration of every place of a board as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Indices([u16; LANES]);

impl Indices {
    /// The indices of a board, from nothing.
    pub fn of(own: u64, opponent: u64) -> Indices {
        let mut indices = Indices([0; LANES]);
        for (squares, digit) in [(own, 2), (!(own | opponent), 1)] {
            for square in luozi_games::reversi::squares(squares) {
                for (lane, step) in indices.0.iter_mut().zip(&STEPS[square.number() & 63].0) {
                    *lane += digit * step;
                }
            }
        }
        indices
    }

    /// The indices for the other side after the side to move has put a disc on `square` and turned `flips`.
    #[inline(always)]
    pub fn after(&self, square: Square, flips: u64) -> Indices {
        let mut turned = [0u16; LANES];
        let mut rest = flips;
        while rest != 0 {
            let steps = &STEPS[rest.trailing_zeros() as usize & 63].0;
            rest &= rest - 1;
            for lane in 0..LANES {
                turned[lane] = turned[lane].wrapping_add(steps[lane]);
            }
        }
        let put = &STEPS[square.number() & 63].0;
        let mut lanes = self.0;
        for lane in 0..LANES {
            let own = lanes[lane].wrapping_add(put[lane]).wrapping_add(turned[lane] << 1);
            lanes[lane] = LARGEST.0[lane].wrapping_sub(own);
        }
        Indices(lanes)
    }

    /// The indices of the same board for the other side.
    #[inline(always)]
    pub fn exchanged(&self) -> Indices {
        let mut lanes = self.0;
        for (lane, largest) in lanes.iter_mut().zip(&LARGEST.0) {
            *lane = largest.wrapping_sub(*lane);
        }
        Indices(lanes)
    }

    /// The configuration of each place.
    #[inline(always)]
    pub(super) fn places(&self) -> &[u16; PLACES] {
        self.0.first_chunk().expect("there are more lanes than places")
    }
}
