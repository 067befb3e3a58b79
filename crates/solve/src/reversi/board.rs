//! A Reversi board as the endgame search sees it: no sides, no key, only the mover's discs and the other ones.
//!
//! The board is cut into four quadrants of 4x4 squares. The side that plays last in a region gains by it, so a move
//! into a quadrant with an odd number of empty squares is more often right; [`Parity`] carries which ones are odd.

use luozi_games::reversi::Square;

/// Discs of the side to move and of the other one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Board {
    /// The side to move.
    pub own: u64,
    /// The other side.
    pub opponent: u64,
}

impl Board {
    /// The board after the mover put a disc on `square` and turned `flips`; the other side is to move.
    #[inline(always)]
    pub fn place(self, square: Square, flips: u64) -> Board {
        Board { own: self.opponent ^ flips, opponent: self.own ^ flips ^ square.bit() }
    }

    /// The same board with the other side to move.
    #[inline(always)]
    pub fn pass(self) -> Board {
        Board { own: self.opponent, opponent: self.own }
    }

    /// Squares with a disc.
    #[inline(always)]
    pub fn occupied(self) -> u64 {
        self.own | self.opponent
    }
}

/// The cells next to each square, diagonals included: without an opponent's disc there, a move flips nothing.
pub(super) static NEIGHBOURS: [u64; 64] = neighbours();

const fn neighbours() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let row = 1u64 << square;
        let sides = (row << 1 & 0xFEFE_FEFE_FEFE_FEFE) | (row >> 1 & 0x7F7F_7F7F_7F7F_7F7F);
        let wide = row | sides;
        table[square] = sides | wide << 8 | wide >> 8;
        square += 1;
    }
    table
}

/// Which quadrants have an odd number of empty squares: bit 0 north-west, 1 north-east, 2 south-west, 3 south-east.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parity(u8);

const QUADRANTS: [u64; 4] =
    [0x0000_0000_0F0F_0F0F, 0x0000_0000_F0F0_F0F0, 0x0F0F_0F0F_0000_0000, 0xF0F0_F0F0_0000_0000];

/// The squares of every set of quadrants.
static UNIONS: [u64; 16] = unions();

const fn unions() -> [u64; 16] {
    let mut table = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut quadrant = 0;
        while quadrant < 4 {
            if set >> quadrant & 1 == 1 {
                table[set] |= QUADRANTS[quadrant];
            }
            quadrant += 1;
        }
        set += 1;
    }
    table
}

impl Parity {
    /// The parity of these empty squares.
    pub(super) fn of(empties: u64) -> Parity {
        let odd = |i: usize| ((empties & QUADRANTS[i]).count_ones() as u8 & 1) << i;
        Parity(odd(0) | odd(1) | odd(2) | odd(3))
    }

    /// The parity after a disc on `square`.
    #[inline(always)]
    pub(super) fn after(self, square: Square) -> Parity {
        let quadrant = (square.number() >> 4 & 2) | (square.number() >> 2 & 1);
        Parity(self.0 ^ 1 << quadrant)
    }

    /// The squares of the odd quadrants.
    #[inline(always)]
    pub(super) fn odd_squares(self) -> u64 {
        UNIONS[self.0 as usize & 15]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;

    #[test]
    fn neighbours_are_the_squares_one_step_away() {
        for (a, set) in NEIGHBOURS.iter().enumerate() {
            for b in 0..64 {
                let near = (a / 8).abs_diff(b / 8) <= 1 && (a % 8).abs_diff(b % 8) <= 1 && a != b;
                assert_eq!(set >> b & 1 == 1, near, "{a} {b}");
            }
        }
    }

    #[test]
    fn parity_after_a_disc_is_the_parity_without_its_square() {
        let mut rng = Rng::seeded(5);
        for _ in 0..200 {
            let empties = rng.word();
            let parity = Parity::of(empties);
            for square in (0..64).map(|i| Square::lowest(1 << i)).filter(|square| square.bit() & empties != 0) {
                assert_eq!(parity.after(square), Parity::of(empties & !square.bit()));
            }
            let odd = QUADRANTS.iter().filter(|&&quadrant| (empties & quadrant).count_ones() % 2 == 1);
            assert_eq!(parity.odd_squares(), odd.sum::<u64>());
        }
    }
}
