//! 128-bit position keys.
//!
//! A shared graph holds tens of millions of positions, enough for 64-bit keys to collide; 128 bits do not.
//! The random words come from one table computed by the compiler, so keys are the same in every build and run.

use std::ops::{BitXor, BitXorAssign};

/// Key of a position: equal positions of the same rules have equal keys.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Key(pub u128);

impl BitXor for Key {
    type Output = Key;
    #[inline(always)]
    fn bitxor(self, other: Key) -> Key {
        Key(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}

/// Number of cells for which there are random words: no board of ours is larger.
pub const MAX_CELLS: usize = 256;

/// splitmix64 (Steele, Lea and Flood 2014): the step and the output function.
const fn splitmix64(state: u64) -> (u64, u64) {
    let next = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = next;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (next, z ^ (z >> 31))
}

const fn table() -> [[u128; MAX_CELLS]; 2] {
    let mut words = [[0u128; MAX_CELLS]; 2];
    let mut state = 0x4C75_6F7A_6921_u64;
    let mut i = 0;
    while i < 2 * MAX_CELLS {
        let (s1, high) = splitmix64(state);
        let (s2, low) = splitmix64(s1);
        state = s2;
        words[i / MAX_CELLS][i % MAX_CELLS] = ((high as u128) << 64) | low as u128;
        i += 1;
    }
    words
}

static STONES: [[u128; MAX_CELLS]; 2] = table();

impl Key {
    /// Exclusive-or this in when the second player is to move, in games whose side to move is not implied by the stones.
    pub const SECOND_TO_MOVE: Key = Key(0x9B05_688C_2B3E_6C1F_1F83_D9AB_FB41_BD6B);

    /// The random word of a stone of side `player` (0 or 1) on `cell`.
    #[inline(always)]
    pub fn stone(player: usize, cell: usize) -> Key {
        Key(STONES[player][cell])
    }

    /// A word that tells rules apart: mixes any number of small parameters (size, forbidden cells, options).
    pub fn of_rules(parameters: impl IntoIterator<Item = u64>) -> Key {
        let (mut high, mut low) = (0x243F_6A88_85A3_08D3_u64, 0x1319_8A2E_0370_7344_u64);
        for parameter in parameters {
            high = splitmix64(high ^ parameter).1;
            low = splitmix64(low.wrapping_add(high) ^ parameter.rotate_left(32)).1;
        }
        Key((u128::from(high) << 64) | u128::from(low))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn stone_words_are_distinct_in_each_half() {
        let words: Vec<u128> = STONES.iter().flatten().copied().collect();
        assert_eq!(words.iter().map(|w| *w as u64).collect::<HashSet<_>>().len(), words.len());
        assert_eq!(words.iter().map(|w| (*w >> 64) as u64).collect::<HashSet<_>>().len(), words.len());
    }

    #[test]
    fn rules_words_depend_on_order_and_value() {
        assert_ne!(Key::of_rules([6, 7]), Key::of_rules([7, 6]));
        assert_ne!(Key::of_rules([6, 7]), Key::of_rules([6, 7, 0]));
        assert_eq!(Key::of_rules([6, 7]), Key::of_rules([6, 7]));
    }
}
