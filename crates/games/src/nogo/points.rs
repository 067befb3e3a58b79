//! Points of a board and sets of them: the two words every other file here speaks in.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Sub, SubAssign};

/// A point of a board, by its dense index `row * cols + col`, row 0 at the top. Also a move: a stone is put there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(pub(super) u8);

impl Point {
    /// The dense index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of points: bit `i` is the point with index `i`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Points(pub(super) u128);

impl Points {
    /// The empty set.
    pub const NONE: Points = Points(0);

    /// The set of one point.
    #[inline(always)]
    pub const fn of(point: Point) -> Points {
        Points(1 << (point.0 & 127))
    }

    /// Whether the point is in the set.
    #[inline(always)]
    pub const fn contains(self, point: Point) -> bool {
        self.0 & Points::of(point).0 != 0
    }

    /// Number of points.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The set as a word for every 64 points.
    #[inline(always)]
    pub const fn words(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    /// Whether there is no point.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is at most one point.
    #[inline(always)]
    pub const fn at_most_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) == 0
    }

    /// Whether the sets share a point.
    #[inline(always)]
    pub const fn meets(self, other: Points) -> bool {
        self.0 & other.0 != 0
    }

    /// The point with the smallest index.
    #[inline(always)]
    pub fn first(self) -> Option<Point> {
        (self.0 != 0).then(|| Point(self.0.trailing_zeros() as u8))
    }

    /// The point with exactly `n` smaller ones in the set, which must have more than `n`. `LEVEL` is a
    /// [`Level`](luozi_core::cpu::Level).
    #[inline(always)]
    pub(super) fn nth<const LEVEL: u8>(self, n: u32) -> Point {
        debug_assert!(n < self.len(), "the set has only {} points", self.len());
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let in_low = low.count_ones();
        // Written without a branch: the half is as random as the draw.
        let in_high_half = n >= in_low;
        let (word, n, base) = if in_high_half { (high, n - in_low, 64) } else { (low, n, 0) };
        Point((base + nth_bit::<LEVEL>(word, n)) as u8)
    }
}

/// Index of the set bit of `word` that has `n` set bits below it.
#[inline(always)]
fn nth_bit<const LEVEL: u8>(word: u64, n: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if LEVEL >= luozi_core::cpu::Level::Avx2 as u8 {
        // SAFETY: bodies above the portable one run only on machines with BMI2 (`luozi_core::cpu`).
        return unsafe { std::arch::x86_64::_pdep_u64(1 << n, word) }.trailing_zeros();
    }
    // Halve the window that holds the bit: compare with the number of set bits in its lower half, step over if needed.
    let (mut n, mut shift) = (n, 0);
    for width in [32, 16, 8, 4, 2, 1] {
        let below = ((word >> shift) & ((1 << width) - 1)).count_ones();
        if n >= below {
            n -= below;
            shift += width;
        }
    }
    shift
}

impl BitAnd for Points {
    type Output = Points;
    #[inline(always)]
    fn bitand(self, other: Points) -> Points {
        Points(self.0 & other.0)
    }
}

impl BitOr for Points {
    type Output = Points;
    #[inline(always)]
    fn bitor(self, other: Points) -> Points {
        Points(self.0 | other.0)
    }
}

impl BitXor for Points {
    type Output = Points;
    /// The points in exactly one of the two sets.
    #[inline(always)]
    fn bitxor(self, other: Points) -> Points {
        Points(self.0 ^ other.0)
    }
}

impl BitOrAssign for Points {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Points) {
        self.0 |= other.0;
    }
}

impl Sub for Points {
    type Output = Points;
    /// The points of `self` that are not in `other`.
    #[inline(always)]
    fn sub(self, other: Points) -> Points {
        Points(self.0 & !other.0)
    }
}

impl SubAssign for Points {
    #[inline(always)]
    fn sub_assign(&mut self, other: Points) {
        self.0 &= !other.0;
    }
}

/// The points of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Iter(u128);

impl Iterator for Iter {
    type Item = Point;
    #[inline(always)]
    fn next(&mut self) -> Option<Point> {
        let point = Points(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(point)
    }
}

impl IntoIterator for Points {
    type Item = Point;
    type IntoIter = Iter;
    #[inline(always)]
    fn into_iter(self) -> Iter {
        Iter(self.0)
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Points {
        points.into_iter().fold(Points::NONE, |set, point| set | Points::of(point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;
    use luozi_core::cpu::{Kernel, Level, dispatch_at};

    struct Nth(Points, u32);
    impl Kernel for Nth {
        type Output = Point;
        #[inline(always)]
        fn run<const LEVEL: u8>(self) -> Point {
            self.0.nth::<LEVEL>(self.1)
        }
    }

    #[test]
    fn every_body_finds_the_nth_point() {
        let mut rng = Rng::seeded(5);
        for round in 0..300 {
            let mut word = || u128::from(rng.word()) << 64 | u128::from(rng.word());
            let set = Points(match round % 3 {
                0 => word(),
                1 => word() & word() & word(),
                _ => word() | word() | word(),
            });
            for (n, point) in set.into_iter().enumerate() {
                for level in Level::ALL {
                    assert_eq!(dispatch_at(level, Nth(set, n as u32)), point, "{n} of {set:?} at {level:?}");
                }
            }
        }
    }
}
