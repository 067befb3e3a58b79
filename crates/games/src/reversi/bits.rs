//! Moves and flips on bitboards, with a body for each instruction set.
//!
//! Everything here is stateless and knows neither sides nor turns: `own` belongs to the side that places a disc and
//! `opponent` to the other. The two sets must not overlap. Cells off a smaller board are empty, and callers mask them
//! out of the moves. [`Body`] picks the instructions; all bodies give the same answers.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub mod simd128;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::Square;
use luozi_core::cpu::Level;

/// The four steps towards higher bits: east, south-west, south, south-east. The other directions are their negatives.
const STEPS: [u32; 4] = [1, 7, 8, 9];

/// Where an opponent's disc can be flanked along each step: not on the two edges that the line would leave.
const FLANKABLE: [u64; 4] =
    [0x7E7E_7E7E_7E7E_7E7E, 0x007E_7E7E_7E7E_7E00, 0x00FF_FFFF_FFFF_FF00, 0x007E_7E7E_7E7E_7E00];

/// The cells that a queen on a square would reach, one set a direction: first along [`STEPS`], then against them.
static RAYS: [[u64; 8]; 64] = rays();

const fn rays() -> [[u64; 8]; 64] {
    const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, -1), (1, 0), (1, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];
    let mut rays = [[0; 8]; 64];
    let mut i = 0;
    while i < 64 * 8 {
        let (square, direction) = (i / 8, i % 8);
        let (down, right) = DIRECTIONS[direction];
        let (mut row, mut column) = ((square / 8) as i32 + down, (square % 8) as i32 + right);
        while row >= 0 && row < 8 && column >= 0 && column < 8 {
            rays[square][direction] |= 1 << (row * 8 + column);
            row += down;
            column += right;
        }
        i += 1;
    }
    rays
}

/// The board operations in the instructions of one [`Level`], given as `u8` as in a `Kernel`.
///
/// A value of this type is the proof that the machine has the instructions, so its methods are safe. In a kernel they
/// are inlined together with the instructions they use; elsewhere take [`PORTABLE`].
#[derive(Clone, Copy, Debug)]
pub struct Body<const LEVEL: u8>(());

/// The body that every machine runs.
pub const PORTABLE: Body<{ Level::Portable as u8 }> = Body(());

impl<const LEVEL: u8> Body<LEVEL> {
    /// The body for the kernel in which this is called.
    ///
    /// # Safety
    /// The machine must have the instructions of `LEVEL`. `luozi_core::cpu::dispatch` sees to that for the `LEVEL` of
    /// the kernel it runs.
    #[inline(always)]
    pub const unsafe fn in_kernel() -> Body<LEVEL> {
        Body(())
    }

    /// The empty cells on which a disc flips something.
    #[inline(always)]
    pub fn moves(self, own: u64, opponent: u64) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if LEVEL >= Level::Avx2 as u8 {
            // SAFETY: a `Body` of this level exists only where the machine has its instructions.
            return unsafe { x86::moves_avx2(own, opponent) };
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        return simd128::moves(own, opponent);
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        moves(own, opponent)
    }

    /// The opponent's discs that a disc on the empty cell `square` turns over; none for the pass.
    #[inline(always)]
    pub fn flips(self, square: Square, own: u64, opponent: u64) -> u64 {
        if square == Square::PASS {
            return 0;
        }
        let rays = &RAYS[square.number() & 63];
        #[cfg(target_arch = "x86_64")]
        if LEVEL == Level::Avx512 as u8 {
            // SAFETY: a `Body` of this level exists only where the machine has its instructions.
            return unsafe { x86::flips_avx512(rays, own, opponent) };
        } else if LEVEL == Level::Avx2 as u8 {
            // SAFETY: as above.
            return unsafe { x86::flips_avx2(rays, own, opponent) };
        }
        flips(rays, own, opponent)
    }

    /// The `index`-th lowest square of a set, counted from 0. `index` must be below the size of the set.
    #[inline(always)]
    pub fn nth_square(self, set: u64, index: u32) -> Square {
        debug_assert!(index < set.count_ones(), "the set is smaller");
        #[cfg(target_arch = "x86_64")]
        if LEVEL >= Level::Avx2 as u8 {
            // SAFETY: BMI2 belongs to AVX2 and every higher level, which the machine has.
            return Square::lowest(unsafe { core::arch::x86_64::_pdep_u64(1 << index, set) });
        }
        let mut rest = set;
        for _ in 0..index {
            rest &= rest - 1;
        }
        Square::lowest(rest)
    }
}

/// Moves by parallel prefix: each direction's runs of opponent's discs grow by 1, 2, 4 and 6 cells.
#[inline(always)]
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
fn moves(own: u64, opponent: u64) -> u64 {
    let mut ends = 0;
    for (step, flankable) in STEPS.into_iter().zip(FLANKABLE) {
        let between = opponent & flankable;
        let (pairs_up, pairs_down) = (between & (between << step), between & (between >> step));
        let mut up = between & (own << step);
        let mut down = between & (own >> step);
        up |= between & (up << step);
        down |= between & (down >> step);
        for _ in 0..2 {
            up |= pairs_up & (up << (2 * step));
            down |= pairs_down & (down >> (2 * step));
        }
        ends |= (up << step) | (down >> step);
    }
    ends & !(own | opponent)
}

/// Flips by rays: the first cell that is not the opponent's ends the run, and an own disc there flips it.
#[inline(always)]
fn flips(rays: &[u64; 8], own: u64, opponent: u64) -> u64 {
    let mut flipped = 0;
    for &ray in &rays[..4] {
        let others = ray & !opponent;
        let end = others & others.wrapping_neg();
        let run = ray & !others & others.wrapping_sub(1);
        flipped |= if end & own != 0 { run } else { 0 };
    }
    for &ray in &rays[4..] {
        let others = ray & !opponent;
        let end = (1 << 63) >> (others | 1).leading_zeros();
        let run = ray & !(end | (end - 1));
        flipped |= if end & others & own != 0 { run } else { 0 };
    }
    flipped
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;
    use luozi_core::cpu::{Kernel, dispatch_at};

    /// The flips of a disc by walking along the eight lines, cell by cell.
    fn flips_by_walking(square: usize, own: u64, opponent: u64) -> u64 {
        let mut flipped = 0;
        for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let mut run = 0;
            let (mut row, mut column) = (square as i32 / 8 + down, square as i32 % 8 + right);
            while (0..8).contains(&row) && (0..8).contains(&column) {
                let bit = 1u64 << (row * 8 + column);
                if own & bit != 0 {
                    flipped |= run;
                }
                if opponent & bit == 0 {
                    break;
                }
                run |= bit;
                row += down;
                column += right;
            }
        }
        flipped
    }

    /// Compares one body with the walk on random boards of every density, legal or not.
    struct Compare {
        boards: u32,
    }

    impl Kernel for Compare {
        type Output = ();
        #[inline(always)]
        fn run<const LEVEL: u8>(self) {
            // SAFETY: the level is the kernel's.
            let body = unsafe { Body::<LEVEL>::in_kernel() };
            let mut rng = Rng::seeded(41);
            for round in 0..self.boards {
                let occupied = match round % 4 {
                    0 => rng.word() & rng.word(),
                    1 => rng.word(),
                    2 => rng.word() | rng.word(),
                    _ => rng.word() | rng.word() | rng.word(),
                };
                let own = occupied & if round % 3 == 0 { rng.word() & rng.word() } else { rng.word() };
                let opponent = occupied & !own;
                let mut expected_moves = 0;
                for number in (0..64).filter(|number| occupied >> number & 1 == 0) {
                    let expected = flips_by_walking(number, own, opponent);
                    let square = Square::lowest(1 << number);
                    assert_eq!(body.flips(square, own, opponent), expected, "{LEVEL}: {square} {own:x} {opponent:x}");
                    expected_moves |= u64::from(expected != 0) << number;
                }
                assert_eq!(body.moves(own, opponent), expected_moves, "{LEVEL}: {own:x} {opponent:x}");
                assert_eq!(body.flips(Square::PASS, own, opponent), 0);
                let mut rest = occupied;
                for index in 0..occupied.count_ones() {
                    assert_eq!(body.nth_square(occupied, index), Square::lowest(rest), "{LEVEL}: {occupied:x}");
                    rest &= rest - 1;
                }
            }
        }
    }

    #[test]
    fn every_body_this_machine_has_agrees_with_walking_the_lines() {
        for level in Level::ALL {
            dispatch_at(level, Compare { boards: 20_000 });
        }
    }
}
