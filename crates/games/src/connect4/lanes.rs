//! [`Wide`] in one 256-bit register: every column is a 16-bit lane, so a vertical shift is one instruction and a
//! shift by columns two, whatever lies between them.
//!
//! Only for kernels compiled with AVX2; see [`Lanes::new`].

use super::word::{Wide, Word};
use std::arch::x86_64::*;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of cells in a register. Having one is the proof that the machine has AVX2.
#[derive(Clone, Copy)]
pub(super) struct Lanes(__m256i);

/// All bits of each column.
const COLUMNS: [[u16; 16]; 16] = {
    let mut columns = [[0; 16]; 16];
    let mut column = 0;
    while column < 16 {
        columns[column][column] = u16::MAX;
        column += 1;
    }
    columns
};

/// Calls intrinsics on the strength of an existing [`Lanes`].
macro_rules! avx2 {
    ($($expression:tt)+) => {
        // SAFETY: a `Lanes` exists only where `Lanes::new` was called, whose caller vouches for AVX2 and BMI2.
        Lanes(unsafe { $($expression)+ })
    };
}

impl Lanes {
    /// Loads a set.
    ///
    /// # Safety
    /// The machine must have AVX2 and BMI2.
    #[inline(always)]
    pub(super) unsafe fn new(set: Wide) -> Lanes {
        let lanes = set.lanes();
        // SAFETY: the array has 32 readable bytes; the caller vouches for AVX2 and BMI2.
        Lanes(unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) })
    }

    /// Two bits for every column, set if it has a cell.
    #[inline(always)]
    fn columns(self) -> u32 {
        // SAFETY: as in `avx2!`.
        unsafe { !_mm256_movemask_epi8(_mm256_cmpeq_epi16(self.0, _mm256_setzero_si256())) as u32 }
    }

    #[inline(always)]
    fn wide(self) -> Wide {
        let mut lanes = [0u64; 4];
        // SAFETY: the array has 32 writable bytes; AVX2 as above.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0) };
        Wide::of_lanes(lanes)
    }
}

impl PartialEq for Lanes {
    #[inline(always)]
    fn eq(&self, other: &Lanes) -> bool {
        (*self ^ *other).is_empty()
    }
}

impl Eq for Lanes {}

impl Hash for Lanes {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.wide().hash(state);
    }
}

impl std::fmt::Debug for Lanes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.wide().fmt(f)
    }
}

impl BitAnd for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn bitand(self, other: Lanes) -> Lanes {
        avx2!(_mm256_and_si256(self.0, other.0))
    }
}

impl BitOr for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn bitor(self, other: Lanes) -> Lanes {
        avx2!(_mm256_or_si256(self.0, other.0))
    }
}

impl BitXor for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn bitxor(self, other: Lanes) -> Lanes {
        avx2!(_mm256_xor_si256(self.0, other.0))
    }
}

impl Not for Lanes {
    type Output = Lanes;
    #[inline(always)]
    fn not(self) -> Lanes {
        avx2!(_mm256_xor_si256(self.0, _mm256_set1_epi8(-1)))
    }
}

impl Word for Lanes {
    const BITS: u32 = 256;
    /// All bits zero is a valid register value; it is only ever used in kernels that already hold a `Lanes`.
    // SAFETY: every bit pattern is a valid `__m256i`.
    const ZERO: Lanes = Lanes(unsafe { std::mem::zeroed() });
    const FIXED_STRIDE: Option<u32> = Some(16);

    #[inline(always)]
    fn bit(cell: u32) -> Lanes {
        let set = Wide::bit(cell).lanes();
        avx2!(_mm256_loadu_si256(set.as_ptr().cast()))
    }

    /// Shifts below 16 are vertical: what leaves its column is lost, which is what every caller wants. The others are
    /// whole columns.
    #[inline(always)]
    fn shl(self, n: u32) -> Lanes {
        let x = self.0;
        match n {
            0 => self,
            1..16 => avx2!(_mm256_sll_epi16(x, _mm_cvtsi32_si128(n as i32))),
            16 => avx2!(_mm256_alignr_epi8::<14>(x, _mm256_permute2x128_si256::<0x08>(x, x))),
            32 => avx2!(_mm256_alignr_epi8::<12>(x, _mm256_permute2x128_si256::<0x08>(x, x))),
            48 => avx2!(_mm256_alignr_epi8::<10>(x, _mm256_permute2x128_si256::<0x08>(x, x))),
            _ => {
                let set = self.wide().shl(n).lanes();
                avx2!(_mm256_loadu_si256(set.as_ptr().cast()))
            }
        }
    }

    /// As [`Word::shl`] here: below 16 vertical, else whole columns.
    #[inline(always)]
    fn shr(self, n: u32) -> Lanes {
        let x = self.0;
        match n {
            0 => self,
            1..16 => avx2!(_mm256_srl_epi16(x, _mm_cvtsi32_si128(n as i32))),
            16 => avx2!(_mm256_alignr_epi8::<2>(_mm256_permute2x128_si256::<0x81>(x, x), x)),
            32 => avx2!(_mm256_alignr_epi8::<4>(_mm256_permute2x128_si256::<0x81>(x, x), x)),
            48 => avx2!(_mm256_alignr_epi8::<6>(_mm256_permute2x128_si256::<0x81>(x, x), x)),
            _ => {
                let set = self.wide().shr(n).lanes();
                avx2!(_mm256_loadu_si256(set.as_ptr().cast()))
            }
        }
    }

    #[inline(always)]
    fn plus(self, other: Lanes) -> Lanes {
        avx2!(_mm256_add_epi16(self.0, other.0))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: as in `avx2!`.
        unsafe { _mm256_testz_si256(self.0, self.0) == 1 }
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.wide().count()
    }

    #[inline(always)]
    fn lowest(self) -> u32 {
        self.wide().lowest()
    }

    #[inline(always)]
    fn nth(self, n: u32) -> u32 {
        self.wide().nth(n)
    }

    #[inline(always)]
    fn low64(self) -> u64 {
        self.wide().low64()
    }

    #[inline(always)]
    fn count_columns(self) -> u32 {
        self.columns().count_ones() / 2
    }

    #[inline(always)]
    fn nth_column(self, n: u32) -> Lanes {
        // SAFETY: BMI2 comes with AVX2 wherever a `Lanes` exists.
        let bits = unsafe { _pdep_u32(3 << (2 * n), self.columns()) };
        let column = &COLUMNS[(bits.trailing_zeros() / 2) as usize % COLUMNS.len()];
        avx2!(_mm256_and_si256(self.0, _mm256_loadu_si256(column.as_ptr().cast())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::{Rng, cpu};

    /// The register against the array, on sets that keep their spare bits clear as boards do.
    #[test]
    fn lanes_are_wide_words() {
        if cpu::detected() < cpu::Level::Avx2 {
            return;
        }
        let mut rng = Rng::seeded(8);
        // SAFETY: AVX2 was just detected.
        let lanes = |set: Wide| unsafe { Lanes::new(set) };
        for _ in 0..500 {
            let a = Wide::of_lanes([rng.word(), rng.word(), rng.word(), rng.word()]);
            let b = Wide::of_columns(|_| 0x0FFF) & Wide::of_lanes([rng.word(), rng.word(), rng.word(), rng.word()]);
            assert_eq!((lanes(a) & lanes(b)).wide(), a & b);
            assert_eq!((lanes(a) | lanes(b)).wide(), a | b);
            assert_eq!((lanes(a) ^ lanes(b)).wide(), a ^ b);
            assert_eq!((!lanes(a)).wide(), !a);
            assert_eq!(lanes(b).count(), b.count());
            assert_eq!(lanes(b).lowest(), b.lowest());
            assert_eq!(lanes(b).nth(5), b.nth(5));
            let chosen = rng.word();
            let thin = Wide::of_columns(|col| if chosen >> col & 1 == 1 { 1 << (col * 7 % 12) } else { 0 });
            assert_eq!(lanes(thin).count_columns(), thin.count());
            for n in 0..thin.count() {
                assert_eq!(lanes(thin).nth_column(n).wide(), Wide::bit(thin.nth(n)), "{n} of {thin:?}");
            }
            for n in [16, 32, 48, 64, 80, 160] {
                assert_eq!(lanes(a).shl(n).wide(), a.shl(n), "columns right {n}");
                assert_eq!(lanes(a).shr(n).wide(), a.shr(n), "columns left {n}");
            }
            let in_columns = Wide::of_columns(|_| 0x0FFF);
            for n in [1, 2, 3] {
                assert_eq!(lanes(b).shl(n).wide(), b.shl(n), "up {n}");
                assert_eq!(lanes(b).shr(n).wide() & in_columns, b.shr(n) & in_columns, "down {n}");
            }
            let bottom = Wide::of_columns(|_| 1);
            assert_eq!(lanes(b).plus(lanes(bottom)).wide(), b.plus(bottom));
        }
        assert!(lanes(Wide::ZERO).is_empty() && Lanes::ZERO.is_empty());
    }
}
