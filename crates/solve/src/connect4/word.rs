//! What the search asks of a word beyond being a set of cells, and the word it likes best.
//!
//! [`Bytes`] gives every column a byte, so that all shifts are by constants and the mirror image of a board is one
//! byte swap. Boards of at most 7 rows x 8 columns are solved in it, whatever word their rules use:
//!
//! ```text
//!     spare   7 15 23 31 39 47 55 63
//!     row 6   6 14 22 30 38 46 54 62
//!       ...
//!     row 0   0  8 16 24 32 40 48 56
//! ```

use super::book::{BookSolver, shipped};
use crate::BoxedSolver;
use bytemuck::Zeroable;
use luozi_games::connect4::{Masks, Rules, Wide, Word};
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A word the search can work in.
pub trait SearchWord: Word {
    /// The word as plain integers.
    type Lanes: Copy + Eq + Ord + Zeroable + AsRef<[u64]> + Send;

    /// The mirror image of a set of cells, spare bits included.
    #[inline(always)]
    fn mirror(self, masks: &Masks<Self>) -> Self {
        let (cols, stride) = (u32::from(masks.cols), masks.stride());
        let column = (0..stride).fold(Self::ZERO, |set, row| set | Self::bit(row));
        (0..cols)
            .fold(Self::ZERO, |image, col| image | (self.shr(col * stride) & column).shl((cols - 1 - col) * stride))
    }

    /// The bits of the word, for keys.
    fn lanes(self) -> Self::Lanes;

    /// A solver of that board that begins with an opening book, if a book for it comes with the program.
    fn book_solver(_rules: &Rules<Self>, _bytes: usize) -> Option<BoxedSolver<Rules<Self>>> {
        None
    }
}

/// Eight columns of eight bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bytes(pub u64);

macro_rules! bytes_operator {
    ($($trait:ident $method:ident $operator:tt),+) => {$(
        impl $trait for Bytes {
            type Output = Bytes;
            #[inline(always)]
            fn $method(self, other: Bytes) -> Bytes {
                Bytes(self.0 $operator other.0)
            }
        }
    )+};
}

bytes_operator!(BitAnd bitand &, BitOr bitor |, BitXor bitxor ^);

impl Not for Bytes {
    type Output = Bytes;
    #[inline(always)]
    fn not(self) -> Bytes {
        Bytes(!self.0)
    }
}

impl Word for Bytes {
    const BITS: u32 = 64;
    const ZERO: Bytes = Bytes(0);
    const FIXED_STRIDE: Option<u32> = Some(8);

    #[inline(always)]
    fn bit(cell: u32) -> Bytes {
        Bytes(1 << cell)
    }
    #[inline(always)]
    fn shl(self, n: u32) -> Bytes {
        Bytes(self.0 << n)
    }
    #[inline(always)]
    fn shr(self, n: u32) -> Bytes {
        Bytes(self.0 >> n)
    }
    #[inline(always)]
    fn plus(self, other: Bytes) -> Bytes {
        Bytes(self.0.wrapping_add(other.0))
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.count_ones()
    }
    #[inline(always)]
    fn lowest(self) -> u32 {
        self.0.trailing_zeros()
    }
    #[inline(always)]
    fn low64(self) -> u64 {
        self.0
    }
}

impl SearchWord for Bytes {
    type Lanes = [u64; 1];
    #[inline(always)]
    fn mirror(self, masks: &Masks<Bytes>) -> Bytes {
        Bytes(self.0.swap_bytes() >> (64 - 8 * u32::from(masks.cols)))
    }
    #[inline(always)]
    fn lanes(self) -> [u64; 1] {
        [self.0]
    }
}

macro_rules! search_word {
    ($($type:ty, $lanes:expr, $word:ident => $value:expr);+) => {$(
        impl SearchWord for $type {
            type Lanes = [u64; $lanes];
            #[inline(always)]
            fn lanes(self) -> [u64; $lanes] {
                let $word = self;
                $value
            }
        }
    )+};
}

impl SearchWord for u64 {
    type Lanes = [u64; 1];
    #[inline(always)]
    fn lanes(self) -> [u64; 1] {
        [self]
    }

    fn book_solver(rules: &Rules<u64>, bytes: usize) -> Option<BoxedSolver<Rules<u64>>> {
        let book = shipped();
        (book.rules() == rules).then(|| Box::new(BookSolver::new(book, bytes)) as _)
    }
}

search_word!(u128, 2, word => [word as u64, (word >> 64) as u64]; Wide, 4, word => word.lanes());
