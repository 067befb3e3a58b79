//! The words a gravity board can be stored in.
//!
//! Cells are numbered column by column from the bottom, each column with one spare bit on top that is never a stone,
//! so that vertical shifts stop there and a carry out of a full column is caught:
//!
//! ```text
//!     row 4   4  9 14 19      spare: always empty
//!     row 3   3  8 13 18
//!     row 2   2  7 12 17
//!     row 1   1  6 11 16
//!     row 0   0  5 10 15      4 rows x 4 columns, 5 bits a column
//! ```
//!
//! `u64` and `u128` pack columns densely (rows + 1 bits each). [`Wide`] gives every column 16 bits, so that a column
//! never crosses a 64-bit lane, additions need no carry between lanes, and all shifts are by constants.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of cells.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// Number of bits.
    const BITS: u32;
    /// The empty set.
    const ZERO: Self;
    /// Bits a column, where that is the same for every board.
    const FIXED_STRIDE: Option<u32>;

    /// The set with only `cell`.
    fn bit(cell: u32) -> Self;
    /// Every cell moved `n` bits up; `n` is below [`Word::BITS`].
    fn shl(self, n: u32) -> Self;
    /// Every cell moved `n` bits down; `n` is below [`Word::BITS`].
    fn shr(self, n: u32) -> Self;
    /// Column-wise addition: the caller sees to it that no column carries into the next one.
    fn plus(self, other: Self) -> Self;
    /// The number of cells.
    fn count(self) -> u32;
    /// The lowest cell. The set must not be empty.
    fn lowest(self) -> u32;
    /// The lowest 64 bits.
    fn low64(self) -> u64;

    /// The lowest 16 bits.
    #[inline(always)]
    fn low16(self) -> u16 {
        self.low64() as u16
    }

    /// The `n`-th lowest cell, from 0. The set must have more than `n` cells.
    #[inline(always)]
    fn nth(mut self, n: u32) -> u32 {
        for _ in 0..n {
            self = self ^ Self::bit(self.lowest());
        }
        self.lowest()
    }

    /// The number of cells of a set that has at most one in a column.
    #[inline(always)]
    fn count_columns(self) -> u32 {
        self.count()
    }

    /// The `n`-th cell from the left of a set that has at most one in a column, and more than `n`.
    #[inline(always)]
    fn nth_column(self, n: u32) -> Self {
        Self::bit(self.nth(n))
    }

    /// Is there no cell?
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::ZERO
    }

    /// Is there exactly one cell?
    #[inline(always)]
    fn is_single(self) -> bool {
        !self.is_empty() && (self ^ Self::bit(self.lowest())).is_empty()
    }

    /// Does the set hold `cell`?
    #[inline(always)]
    fn has(self, cell: u32) -> bool {
        !(self & Self::bit(cell)).is_empty()
    }

    /// The cells in ascending order.
    #[inline(always)]
    fn cells(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            if self.is_empty() {
                return None;
            }
            let cell = self.lowest();
            self = self ^ Self::bit(cell);
            Some(cell)
        })
    }
}

macro_rules! integer_word {
    ($($type:ty),+) => {$(
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            const ZERO: $type = 0;
            const FIXED_STRIDE: Option<u32> = None;

            #[inline(always)]
            fn bit(cell: u32) -> $type {
                1 << cell
            }
            #[inline(always)]
            fn shl(self, n: u32) -> $type {
                self << n
            }
            #[inline(always)]
            fn shr(self, n: u32) -> $type {
                self >> n
            }
            #[inline(always)]
            fn plus(self, other: $type) -> $type {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn low64(self) -> u64 {
                self as u64
            }
        }
    )+};
}

integer_word!(u64, u128);

/// 256 bits as four lanes of four 16-bit columns: up to 15 rows x 16 columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wide([u64; 4]);

impl Wide {
    #[inline(always)]
    fn zip(self, other: Wide, f: impl Fn(u64, u64) -> u64) -> Wide {
        let (a, b) = (self.0, other.0);
        Wide([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])])
    }

    /// The set whose columns have these bits.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn of_columns(bits: impl Fn(u32) -> u16) -> Wide {
        let lane = |i: u32| (0..4).fold(0, |lane, col| lane | u64::from(bits(4 * i + col)) << (16 * col));
        Wide([lane(0), lane(1), lane(2), lane(3)])
    }

    /// The four lanes, lowest columns first.
    #[inline(always)]
    pub fn lanes(self) -> [u64; 4] {
        self.0
    }

    /// The set with these lanes.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn of_lanes(lanes: [u64; 4]) -> Wide {
        Wide(lanes)
    }

    /// Lane `i`, or 0 outside.
    #[inline(always)]
    fn lane(self, i: i32) -> u64 {
        if (0..4).contains(&i) { self.0[i as usize] } else { 0 }
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline(always)]
    fn bitand(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline(always)]
    fn bitor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }
}

impl BitXor for Wide {
    type Output = Wide;
    #[inline(always)]
    fn bitxor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a ^ b)
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline(always)]
    fn not(self) -> Wide {
        self.zip(self, |a, _| !a)
    }
}

impl Word for Wide {
    const BITS: u32 = 256;
    const ZERO: Wide = Wide([0; 4]);
    const FIXED_STRIDE: Option<u32> = Some(16);

    #[inline(always)]
    fn bit(cell: u32) -> Wide {
        let mut lanes = [0; 4];
        lanes[(cell / 64) as usize] = 1 << (cell % 64);
        Wide(lanes)
    }

    #[inline(always)]
    fn shl(self, n: u32) -> Wide {
        let (lanes, bits) = ((n / 64) as i32, n % 64);
        let part = |i: i32| {
            let low = self.lane(i - lanes) << bits;
            if bits == 0 { low } else { low | self.lane(i - lanes - 1) >> (64 - bits) }
        };
        Wide([part(0), part(1), part(2), part(3)])
    }

    #[inline(always)]
    fn shr(self, n: u32) -> Wide {
        let (lanes, bits) = ((n / 64) as i32, n % 64);
        let part = |i: i32| {
            let high = self.lane(i + lanes) >> bits;
            if bits == 0 { high } else { high | self.lane(i + lanes + 1) << (64 - bits) }
        };
        Wide([part(0), part(1), part(2), part(3)])
    }

    #[inline(always)]
    fn plus(self, other: Wide) -> Wide {
        self.zip(other, u64::wrapping_add)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|lane| lane.count_ones()).sum()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    #[inline(always)]
    fn nth(self, mut n: u32) -> u32 {
        let mut lane = 0;
        while lane < 3 && n >= self.0[lane].count_ones() {
            n -= self.0[lane].count_ones();
            lane += 1;
        }
        64 * lane as u32 + self.0[lane].nth(n)
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        let lane = self.0.iter().position(|&lane| lane != 0).unwrap_or(3);
        64 * lane as u32 + self.0[lane].trailing_zeros()
    }

    #[inline(always)]
    fn low64(self) -> u64 {
        self.0[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;

    /// Every operation against sets of numbers.
    fn against_sets<W: Word>() {
        let mut rng = Rng::seeded(3);
        for _ in 0..200 {
            let draw = |rng: &mut Rng| (0..W::BITS).filter(|_| rng.below(4) == 0).collect::<Vec<u32>>();
            let word = |cells: &[u32]| cells.iter().fold(W::ZERO, |w, &c| w | W::bit(c));
            let (a, b) = (draw(&mut rng), draw(&mut rng));
            assert_eq!(word(&a).cells().collect::<Vec<_>>(), a);
            assert_eq!(word(&a).count() as usize, a.len());
            a.iter().enumerate().for_each(|(n, &cell)| assert_eq!(word(&a).nth(n as u32), cell));
            assert_eq!(word(&a).is_empty(), a.is_empty());
            assert_eq!(word(&a).is_single(), a.len() == 1);
            assert_eq!(
                (word(&a) & word(&b)).cells().collect::<Vec<_>>(),
                a.iter().copied().filter(|c| b.contains(c)).collect::<Vec<_>>()
            );
            assert_eq!((word(&a) ^ word(&a)).count(), 0);
            assert_eq!((!word(&a)).count(), W::BITS - a.len() as u32);
            for n in [0, 1, 2, 3, 15, 16, 17, 30, 32, 34, 45, 48, 51, 63] {
                let up: Vec<u32> = a.iter().map(|c| c + n).filter(|&c| c < W::BITS).collect();
                let down: Vec<u32> = a.iter().filter(|&&c| c >= n).map(|c| c - n).collect();
                assert_eq!(word(&a).shl(n).cells().collect::<Vec<_>>(), up, "shl {n}");
                assert_eq!(word(&a).shr(n).cells().collect::<Vec<_>>(), down, "shr {n}");
            }
        }
    }

    #[test]
    fn words_are_sets() {
        against_sets::<u64>();
        against_sets::<u128>();
        against_sets::<Wide>();
    }

    #[test]
    fn a_carry_stays_in_its_column() {
        let column = |c: u32, bits: u32| (0..bits).fold(Wide::ZERO, |w, r| w | Wide::bit(16 * c + r));
        let bottoms = (0..16).fold(Wide::ZERO, |w, c| w | Wide::bit(16 * c));
        let full = (0..16).fold(Wide::ZERO, |w, c| w | column(c, 15));
        assert_eq!(full.plus(bottoms).cells().collect::<Vec<_>>(), (0..16).map(|c| 16 * c + 15).collect::<Vec<_>>());
    }
}
