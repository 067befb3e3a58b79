//! What the table remembers of a position, without false hits.
//!
//! A position's [key](Entry::Key) is unique: the stones of the side to move, with one bit above each stack. An entry
//! holds the whole key ([`Whole`]), or, in [`Packed`], the part of it that its place in the table does not say
//! already: the key is mixed by a bijection, the top bits choose the line and the rest is stored. Nothing is lost, so
//! equal entries mean equal positions.
//!
//! ```text
//!     Packed   63 ............ 20 19 .. 16 15 .. 12 11 ..... 6 5 ..... 0
//!              rest of the key    work     column   upper + 32 lower + 32      0 = nothing here
//! ```

use super::word::{Bytes, SearchWord};
use bytemuck::Zeroable;
use luozi_games::connect4::Column;

/// What is known about a position, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The score is not below this.
    pub lower: i16,
    /// The score is not above this.
    pub upper: i16,
    /// The move that proved the lower bound, or the one that came closest.
    pub best: Column,
}

/// An entry of the table, for positions in words of type `W`.
pub trait Entry<W>: Copy + Zeroable {
    /// A line of entries.
    type Line: Zeroable + AsRef<[Self]> + AsMut<[Self]>;
    /// Where a position is looked for, and by what it is recognised.
    type Address: Copy;

    /// The line index and mark of the position with this unique word, in a table of two to `index_bits` lines.
    fn address(key: W, key_bits: u32, index_bits: u32) -> (usize, Self::Address);

    /// This entry of line `line` as it is in a table of one more index bit, now of two to `index_bits` lines, and the
    /// line where it belongs then: `2 line` or `2 line + 1`.
    fn split(self, line: usize, key_bits: u32, index_bits: u32) -> (usize, Self);

    /// Does this entry belong to that position?
    fn is_of(&self, address: Self::Address) -> bool;

    /// What it says.
    fn known(&self) -> Known;

    /// The logarithm of the nodes it took, cut to 15; 0 for an empty entry and for no other.
    fn work(&self) -> u8;

    /// An entry for that position.
    fn new(address: Self::Address, known: Known, work: u8) -> Self;
}

/// An entry of eight bytes, for boards whose mixed key has at most [`REST_BITS`] bits beside the line index.
#[derive(Clone, Copy, Zeroable)]
#[repr(transparent)]
pub struct Packed(u64);

/// Bits of the key that a [`Packed`] entry can hold.
pub const REST_BITS: u32 = 44;

/// Eight entries: one cache line.
#[derive(Clone, Copy, Zeroable)]
#[repr(C, align(64))]
pub struct PackedLine([Packed; 8]);

impl AsRef<[Packed]> for PackedLine {
    #[inline(always)]
    fn as_ref(&self) -> &[Packed] {
        &self.0
    }
}

impl AsMut<[Packed]> for PackedLine {
    #[inline(always)]
    fn as_mut(&mut self) -> &mut [Packed] {
        &mut self.0
    }
}

const SCORE_OFFSET: i16 = 32;

/// A bijection of the numbers below two to `bits`.
#[inline(always)]
fn mix_within(key: u64, bits: u32) -> u64 {
    let mask = u64::MAX >> (64 - bits);
    let mut mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & mask;
    mixed ^= mixed >> (bits / 2);
    mixed.wrapping_mul(0xD6E8_FEB8_6659_FD93) & mask
}

impl Entry<Bytes> for Packed {
    type Line = PackedLine;
    type Address = u64;

    #[inline(always)]
    fn address(key: Bytes, key_bits: u32, index_bits: u32) -> (usize, u64) {
        let mixed = mix_within(key.0, key_bits);
        let rest_bits = key_bits - index_bits;
        ((mixed >> rest_bits) as usize, mixed & (u64::MAX >> (64 - rest_bits)))
    }
    fn split(self, line: usize, key_bits: u32, index_bits: u32) -> (usize, Packed) {
        let rest_bits = key_bits - index_bits;
        let rest = self.0 >> 20;
        let upper_half = (rest >> rest_bits & 1) as usize;
        let rest = rest & (u64::MAX >> (64 - rest_bits));
        (2 * line + upper_half, Packed(rest << 20 | self.0 & 0xF_FFFF))
    }
    #[inline(always)]
    fn is_of(&self, address: u64) -> bool {
        self.0 >> 20 == address && self.0 & 63 != 0
    }
    #[inline(always)]
    fn known(&self) -> Known {
        let score = |shift: u32| (self.0 >> shift & 63) as i16 - SCORE_OFFSET;
        Known { lower: score(0), upper: score(6), best: Column((self.0 >> 12 & 15) as u8) }
    }
    #[inline(always)]
    fn work(&self) -> u8 {
        (self.0 >> 16 & 15) as u8
    }
    #[inline(always)]
    fn new(address: u64, known: Known, work: u8) -> Packed {
        let score = |score: i16| (score + SCORE_OFFSET) as u64;
        let small =
            u64::from(work) << 16 | u64::from(known.best.0) << 12 | score(known.upper) << 6 | score(known.lower);
        Packed(address << 20 | small)
    }
}

/// An entry with the whole key, for any board.
#[derive(Clone, Copy, Zeroable)]
#[repr(C)]
pub struct Whole<L> {
    key: L,
    lower: i16,
    upper: i16,
    best: u8,
    work: u8,
    used: u16,
}

/// The line of a whole key.
#[inline(always)]
fn line_of(lanes: &[u64], index_bits: u32) -> usize {
    let mixed = lanes.iter().fold(0, |hash, &lane| mix_within(hash ^ lane, 64));
    mixed.checked_shr(64 - index_bits).unwrap_or(0) as usize
}

impl<W: SearchWord> Entry<W> for Whole<W::Lanes> {
    type Line = [Self; 4];
    type Address = W::Lanes;

    #[inline(always)]
    fn address(key: W, _key_bits: u32, index_bits: u32) -> (usize, W::Lanes) {
        let lanes = key.lanes();
        (line_of(lanes.as_ref(), index_bits), lanes)
    }
    fn split(self, _line: usize, _key_bits: u32, index_bits: u32) -> (usize, Self) {
        (line_of(self.key.as_ref(), index_bits), self)
    }
    #[inline(always)]
    fn is_of(&self, address: W::Lanes) -> bool {
        self.used != 0 && self.key == address
    }
    #[inline(always)]
    fn known(&self) -> Known {
        Known { lower: self.lower, upper: self.upper, best: Column(self.best) }
    }
    #[inline(always)]
    fn work(&self) -> u8 {
        self.work
    }
    #[inline(always)]
    fn new(address: W::Lanes, known: Known, work: u8) -> Self {
        Whole { key: address, lower: known.lower, upper: known.upper, best: known.best.0, work, used: 1 }
    }
}
