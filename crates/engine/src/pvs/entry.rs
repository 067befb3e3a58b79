//! What the table of the search remembers of a position: bounds in units, how deep and how surely they were found, and the
//! move to try first.
//!
//! A line of the table is one cache line with four entries of two words: the key mixed with the data, and the data.
//! Threads may write without locks: a mixture of two writes has the key of no position. `Relaxed` everywhere, since each
//! entry carries its own check.

use bytemuck::Zeroable;
use luozi_games::reversi::Square;
use luozi_solve::Table;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const ENTRIES: usize = 4;
const SET: u64 = 1 << 63;

/// One cache line of the table.
#[derive(Zeroable)]
#[repr(C, align(64))]
pub(super) struct Line([[AtomicU64; 2]; ENTRIES]);

/// The table of positions of a search, kept from move to move.
pub(super) type Memory = Table<Line>;

/// Bounds for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) lower: i32,
    pub(super) upper: i32,
    pub(super) depth: u32,
    /// How surely; see [`super::probcut`].
    pub(super) surety: u32,
    /// The move to try first.
    pub(super) best: Square,
}

impl Entry {
    fn pack(self, age: u8) -> u64 {
        u64::from(self.lower as i16 as u16)
            | u64::from(self.upper as i16 as u16) << 16
            | u64::from(self.depth) << 32
            | u64::from(self.surety) << 40
            | (self.best.number() as u64) << 44
            | u64::from(age) << 52
            | SET
    }

    fn unpack(data: u64) -> Entry {
        let number = data >> 44 & 127;
        Entry {
            lower: i32::from(data as u16 as i16),
            upper: i32::from((data >> 16) as u16 as i16),
            depth: (data >> 32 & 255) as u32,
            surety: (data >> 40 & 15) as u32,
            best: if number < 64 { Square::lowest(1 << number) } else { Square::PASS },
        }
    }
}

/// The key of a board: the discs of the side to move and the other ones, scattered.
#[inline(always)]
pub(super) fn key(own: u64, opponent: u64) -> u64 {
    let mixed = (own ^ own >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(25);
    let mixed = (mixed ^ opponent ^ opponent >> 31).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    mixed ^ mixed >> 29
}

/// Where a key lies.
#[inline(always)]
pub(super) fn index(key: u64) -> usize {
    (key >> 20) as usize
}

impl Line {
    /// What is known about a key.
    #[inline(always)]
    pub(super) fn find(&self, key: u64) -> Option<Entry> {
        for [check, data] in &self.0 {
            let data = data.load(Relaxed);
            if check.load(Relaxed) ^ data == key && data & SET != 0 {
                return Some(Entry::unpack(data));
            }
        }
        None
    }

    /// Remembers an entry, in place of what is known about the key, or of the shallowest entry, those of other ages first.
    #[inline(always)]
    pub(super) fn keep(&self, key: u64, entry: Entry, age: u8) {
        let mut place = 0;
        let mut least = u64::MAX;
        for (number, [check, data]) in self.0.iter().enumerate() {
            let data = data.load(Relaxed);
            if check.load(Relaxed) ^ data == key {
                place = number;
                break;
            }
            let of_today = u64::from((data >> 52 & 255) as u8 == age && data & SET != 0);
            let worth = of_today << 16 | (data >> 32 & 0xFFF);
            if worth < least {
                (place, least) = (number, worth);
            }
        }
        let data = entry.pack(age);
        self.0[place][0].store(key ^ data, Relaxed);
        self.0[place][1].store(data, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;

    #[test]
    fn an_entry_comes_back_for_its_key_and_no_other() {
        let table = Memory::with_memory(64);
        let mut rng = Rng::seeded(3);
        for round in 0..2000 {
            let (kept, other) = (rng.word(), rng.word());
            let lower = rng.below(8193) as i32 - 4096;
            let best = if round % 9 == 0 { Square::PASS } else { Square::lowest(1 << rng.below(64)) };
            let entry = Entry { lower, upper: 4096, depth: rng.below(61), surety: rng.below(6), best };
            table.line(index(kept)).keep(kept, entry, round as u8);
            assert_eq!(table.line(index(kept)).find(kept), Some(entry));
            assert_eq!(table.line(index(other)).find(other), None);
        }
    }

    #[test]
    fn old_and_shallow_entries_give_way_first() {
        let table = Memory::with_memory(64);
        let entry = |depth| Entry { lower: 0, upper: 0, depth, surety: 0, best: Square::PASS };
        for (key, depth, age) in [(1, 9, 1), (2, 3, 2), (3, 5, 2), (4, 4, 2), (5, 1, 2), (6, 6, 2)] {
            table.line(0).keep(key, entry(depth), age);
        }
        let known = [1, 2, 3, 4, 5, 6].map(|key| table.line(0).find(key).is_some());
        assert_eq!(known, [false, true, true, true, false, true]);
    }
}
