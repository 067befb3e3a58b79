//! The body for WebAssembly's 128-bit instructions: a direction and its opposite in the two lanes of a word.
//!
//! All lanes of a word shift the same way there, so the second lane holds the board turned by half a turn, on which every
//! direction is its own opposite. The masks of [`FLANKABLE`] look the same from both sides.

use super::{FLANKABLE, STEPS};
use std::arch::wasm32::*;

/// Two sets in one word.
#[inline(always)]
pub fn pair(first: u64, second: u64) -> v128 {
    u64x2(first, second)
}

/// The sets of a word.
#[inline(always)]
pub fn both(sets: v128) -> [u64; 2] {
    [u64x2_extract_lane::<0>(sets), u64x2_extract_lane::<1>(sets)]
}

/// Both sets with their rows in the opposite order.
#[inline(always)]
pub fn upside_down(sets: v128) -> v128 {
    i8x16_shuffle::<7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8>(sets, sets)
}

/// Both sets turned by half a turn.
#[inline(always)]
pub fn reversed(sets: v128) -> v128 {
    const LOW: v128 =
        u8x16(0x00, 0x80, 0x40, 0xC0, 0x20, 0xA0, 0x60, 0xE0, 0x10, 0x90, 0x50, 0xD0, 0x30, 0xB0, 0x70, 0xF0);
    const HIGH: v128 = u8x16(0x0, 0x8, 0x4, 0xC, 0x2, 0xA, 0x6, 0xE, 0x1, 0x9, 0x5, 0xD, 0x3, 0xB, 0x7, 0xF);
    let (low, high) = (v128_and(sets, u8x16_splat(0x0F)), u8x16_shr(sets, 4));
    upside_down(v128_or(i8x16_swizzle(LOW, low), i8x16_swizzle(HIGH, high)))
}

/// Both sets with rows and columns exchanged.
#[inline(always)]
pub fn transposed(sets: v128) -> v128 {
    #[inline(always)]
    fn swap(sets: v128, distance: u32, block: u64) -> v128 {
        let moved = v128_and(v128_xor(sets, u64x2_shr(sets, distance)), u64x2_splat(block));
        v128_xor(sets, v128_xor(moved, u64x2_shl(moved, distance)))
    }
    let sets = swap(sets, 7, 0x00AA_00AA_00AA_00AA);
    let sets = swap(sets, 14, 0x0000_CCCC_0000_CCCC);
    swap(sets, 28, 0x0000_0000_F0F0_F0F0)
}

/// The empty cells on which a disc flips something.
#[inline(always)]
pub(super) fn moves(own: u64, opponent: u64) -> u64 {
    let ahead = pair(own, opponent);
    let back = reversed(ahead);
    let (owns, opponents) = (u64x2_shuffle::<0, 2>(ahead, back), u64x2_shuffle::<1, 3>(ahead, back));
    let mut ends = u64x2_splat(0);
    for (step, flankable) in STEPS.into_iter().zip(FLANKABLE) {
        let between = v128_and(opponents, u64x2_splat(flankable));
        let pairs = v128_and(between, u64x2_shl(between, step));
        let mut run = v128_and(between, u64x2_shl(owns, step));
        run = v128_or(run, v128_and(between, u64x2_shl(run, step)));
        for _ in 0..2 {
            run = v128_or(run, v128_and(pairs, u64x2_shl(run, 2 * step)));
        }
        ends = v128_or(ends, u64x2_shl(run, step));
    }
    let [ahead, _] = both(ends);
    let [_, back] = both(reversed(ends));
    (ahead | back) & !(own | opponent)
}
