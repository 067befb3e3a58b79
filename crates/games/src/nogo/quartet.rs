//! Four playouts of [`super::contest`] at once, each in a 64-bit lane of AVX2 registers.
//!
//! A set of points is two words, and the four playouts' low words share a register as do their high ones: a step over
//! the board crosses from word to word but never from lane to lane. What is decided by a branch for one playout is a
//! mask for four; the spread of life goes on until every lane has its answer. Each playout has a generator of its own
//! and is move by move the one that [`super::contest::finish`] plays with it, which is the slow twin of this file.
//!
//! Only for kernels compiled with AVX2; see [`Quartet::new`].

use super::board::Board;
use super::contest::Field;
use super::points::{Point, Points};
use luozi_core::Player;
use std::arch::x86_64::*;

/// Playouts at once.
pub(super) const LANES: usize = 4;

/// Calls intrinsics on the strength of an existing [`Quartet`].
macro_rules! avx2 {
    ($($expression:tt)+) => {
        // SAFETY: values of this file exist only where `Quartet::new` was called, whose caller vouches for AVX2.
        unsafe { $($expression)+ }
    };
}

/// A yes or no for every playout: all bits of a lane or none.
#[derive(Clone, Copy)]
pub(super) struct Mask(__m256i);

impl Mask {
    /// A bit for every playout that says yes.
    #[inline(always)]
    pub(super) fn bits(self) -> u32 {
        avx2!(_mm256_movemask_pd(_mm256_castsi256_pd(self.0)) as u32)
    }

    /// Yes for every playout whose bit is set.
    #[inline(always)]
    fn of_bits(bits: u32) -> Mask {
        let lane = |lane: u32| -i64::from(bits >> lane & 1);
        avx2!(Mask(_mm256_set_epi64x(lane(3), lane(2), lane(1), lane(0))))
    }

    #[inline(always)]
    fn and(self, other: Mask) -> Mask {
        avx2!(Mask(_mm256_and_si256(self.0, other.0)))
    }

    /// Where the other says no.
    #[inline(always)]
    fn without(self, other: Mask) -> Mask {
        avx2!(Mask(_mm256_andnot_si256(other.0, self.0)))
    }
}

/// A set of points for every playout.
#[derive(Clone, Copy)]
struct Sets {
    low: __m256i,
    high: __m256i,
}

impl Sets {
    #[inline(always)]
    fn all(set: Points) -> Sets {
        let [low, high] = set.words().map(|word| word as i64);
        avx2!(Sets { low: _mm256_set1_epi64x(low), high: _mm256_set1_epi64x(high) })
    }

    #[inline(always)]
    fn each(sets: [Points; LANES]) -> Sets {
        let words = sets.map(|set| set.words().map(|word| word as i64));
        avx2!(Sets {
            low: _mm256_set_epi64x(words[3][0], words[2][0], words[1][0], words[0][0]),
            high: _mm256_set_epi64x(words[3][1], words[2][1], words[1][1], words[0][1]),
        })
    }

    #[inline(always)]
    fn lanes(self) -> [Points; LANES] {
        let mut words = [[0u64; LANES]; 2];
        // SAFETY: both arrays have 32 writable bytes; AVX2 as in `avx2!`.
        unsafe {
            _mm256_storeu_si256(words[0].as_mut_ptr().cast(), self.low);
            _mm256_storeu_si256(words[1].as_mut_ptr().cast(), self.high);
        }
        std::array::from_fn(|lane| Points(u128::from(words[1][lane]) << 64 | u128::from(words[0][lane])))
    }

    #[inline(always)]
    fn and(self, other: Sets) -> Sets {
        avx2!(Sets { low: _mm256_and_si256(self.low, other.low), high: _mm256_and_si256(self.high, other.high) })
    }

    #[inline(always)]
    fn or(self, other: Sets) -> Sets {
        avx2!(Sets { low: _mm256_or_si256(self.low, other.low), high: _mm256_or_si256(self.high, other.high) })
    }

    #[inline(always)]
    fn xor(self, other: Sets) -> Sets {
        avx2!(Sets { low: _mm256_xor_si256(self.low, other.low), high: _mm256_xor_si256(self.high, other.high) })
    }

    #[inline(always)]
    fn minus(self, other: Sets) -> Sets {
        avx2!(Sets { low: _mm256_andnot_si256(other.low, self.low), high: _mm256_andnot_si256(other.high, self.high) })
    }

    /// The sets where the mask says yes, nothing elsewhere.
    #[inline(always)]
    fn only(self, mask: Mask) -> Sets {
        self.and(Sets { low: mask.0, high: mask.0 })
    }

    #[inline(always)]
    fn is_empty(self) -> Mask {
        avx2!(Mask(_mm256_cmpeq_epi64(_mm256_or_si256(self.low, self.high), _mm256_setzero_si256())))
    }

    /// Every bit `n` places up, `0 < n < 64`.
    #[inline(always)]
    fn up(self, n: u8) -> Sets {
        avx2!({
            let (by, rest) = (_mm_cvtsi32_si128(i32::from(n)), _mm_cvtsi32_si128(64 - i32::from(n)));
            let carried = _mm256_srl_epi64(self.low, rest);
            Sets {
                low: _mm256_sll_epi64(self.low, by),
                high: _mm256_or_si256(_mm256_sll_epi64(self.high, by), carried),
            }
        })
    }

    /// Every bit `n` places down, `0 < n < 64`.
    #[inline(always)]
    fn down(self, n: u8) -> Sets {
        avx2!({
            let (by, rest) = (_mm_cvtsi32_si128(i32::from(n)), _mm_cvtsi32_si128(64 - i32::from(n)));
            let carried = _mm256_sll_epi64(self.high, rest);
            Sets {
                low: _mm256_or_si256(_mm256_srl_epi64(self.low, by), carried),
                high: _mm256_srl_epi64(self.high, by),
            }
        })
    }
}

/// Four fields: see [`Field`].
#[derive(Clone, Copy)]
pub(super) struct Quartet {
    stones: [Sets; 2],
    ones: Sets,
    twos: Sets,
    fours: Sets,
    /// Where the first player is to move.
    first_to_move: Mask,
}

/// The points that the four playouts draw.
#[derive(Clone, Copy)]
pub(super) struct Draw {
    around: Sets,
    points: Sets,
}

impl Quartet {
    /// Four times the same field.
    ///
    /// # Safety
    /// The machine must have AVX2.
    #[inline(always)]
    pub(super) unsafe fn new(field: &Field, mover: Player) -> Quartet {
        Quartet {
            stones: [Sets::all(field.stones[0]), Sets::all(field.stones[1])],
            ones: Sets::all(field.ones),
            twos: Sets::all(field.twos),
            fours: Sets::all(field.fours),
            first_to_move: Mask::of_bits(if mover == Player::First { u32::MAX } else { 0 }),
        }
    }

    /// What the playouts need to know about the points that they draw.
    #[inline(always)]
    pub(super) fn draw(&self, board: &Board, points: [Point; LANES]) -> Draw {
        Draw { around: Sets::each(points.map(|point| board.around(point))), points: Sets::each(points.map(Points::of)) }
    }

    /// A bit for every playout in which the first player is to move.
    #[inline(always)]
    pub(super) fn first_to_move(&self) -> u32 {
        self.first_to_move.bits()
    }

    /// The stones of a side in every playout.
    #[inline(always)]
    pub(super) fn stones(&self, player: Player) -> [Points; LANES] {
        self.stones[player.index()].lanes()
    }

    /// The mover of every playout that `where_to` names by a bit puts a stone on its point and hands over the move.
    #[inline(always)]
    pub(super) fn put(&mut self, draw: Draw, where_to: u32) {
        let placed = Mask::of_bits(where_to);
        let (first, second) = (placed.and(self.first_to_move), placed.without(self.first_to_move));
        self.stones[0] = self.stones[0].or(draw.points.only(first));
        self.stones[1] = self.stones[1].or(draw.points.only(second));
        let around = draw.around.only(placed);
        self.ones = self.ones.xor(around);
        let borrow = around.and(self.ones);
        self.twos = self.twos.xor(borrow);
        self.fours = self.fours.xor(borrow.and(self.twos));
        self.first_to_move = avx2!(Mask(_mm256_xor_si256(self.first_to_move.0, placed.0)));
    }

    /// For each player, a bit for every playout where it may put a stone on the point drawn.
    #[inline(always)]
    pub(super) fn allowed(&self, board: &Board, draw: Draw) -> [u32; 2] {
        const ALL: u32 = (1 << LANES) - 1;
        // Without closures: those would be compiled for machines without AVX2.
        let (first, second) = (draw.around.and(self.stones[0]), draw.around.and(self.stones[1]));
        let two_or_more = self.twos.or(self.fours);
        let no_room = self.ones.or(two_or_more).and(draw.points).is_empty();
        let doubtful = first.or(second).minus(two_or_more);
        if doubtful.is_empty().bits() == ALL {
            return [ALL & !no_room.and(first.is_empty()).bits(), ALL & !no_room.and(second.is_empty()).bits()];
        }
        let airy = two_or_more.or(self.ones.minus(draw.around));
        let taken = self.out_of_reach(board, doubtful, airy);
        let chokes_first = no_room.and(first.minus(taken).is_empty());
        let chokes_second = no_room.and(second.minus(taken).is_empty());
        [
            second.and(taken).is_empty().without(chokes_first).bits(),
            first.and(taken).is_empty().without(chokes_second).bits(),
        ]
    }

    /// [`Field::out_of_reach`] in four games at once.
    #[inline(always)]
    fn out_of_reach(&self, board: &Board, doubtful: Sets, airy: Sets) -> Sets {
        let [first, second] = self.stones;
        let (edge, width) = (Sets::all(board.right_column), board.cols & 31);
        let right = first.minus(edge).up(1).and(first).or(second.minus(edge).up(1).and(second));
        let down = first.up(width).and(first).or(second.up(width).and(second));
        let (left, up) = (right.down(1), down.down(width));
        let mut alive = airy.and(first.or(second));
        loop {
            let across = alive.up(1).and(right).or(alive.down(1).and(left));
            let along = alive.up(width).and(down).or(alive.down(width).and(up));
            let grown = alive.or(across).or(along);
            let missing = doubtful.minus(grown);
            let settled = missing.is_empty().bits() | grown.xor(alive).is_empty().bits();
            if settled == (1 << LANES) - 1 {
                return missing;
            }
            alive = grown;
        }
    }
}
