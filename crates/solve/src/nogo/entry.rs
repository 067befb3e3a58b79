//! What the table remembers of a sum of regions.
//!
//! Spare moves are not part of the key: whoever wins with `n` of them wins with more. An entry therefore holds the
//! smallest number known to win and the largest known to lose for the side to move.
//!
//! ```text
//!     63 ................. 16 15 .. 12 11 ........ 6 5 ......... 0
//!     check: key bits 64-111  work     32 - wins     32 + loses       0 = nothing known
//!     the line is chosen by key bits 0-63
//! ```
//!
//! Two sums are confused when both the line and the 48 check bits agree. With a thousand million look-ups in lines of
//! eight entries that is expected 0.00003 times.

use crate::Table;
use bytemuck::Zeroable;

/// Numbers of spare moves beyond this are not remembered.
const MOST_SPARE: i16 = 31;

const CHECK_SHIFT: u32 = 16;

#[derive(Clone, Copy, Zeroable)]
#[repr(transparent)]
struct Entry(u64);

/// Eight entries: one cache line.
#[derive(Clone, Copy, Zeroable)]
#[repr(C, align(64))]
struct Line([Entry; 8]);

/// What is known of sums of regions, by key.
pub(super) struct Memory {
    table: Table<Line>,
}

impl Entry {
    fn check(self) -> u64 {
        self.0 >> CHECK_SHIFT
    }
    fn work(self) -> u64 {
        self.0 >> 12 & 15
    }
    fn verdict(self, spare: i16) -> Option<bool> {
        let (wins, loses) = ((self.0 >> 6 & 63) as i16, (self.0 & 63) as i16);
        if wins != 0 && spare >= 32 - wins {
            Some(true)
        } else if loses != 0 && spare <= loses - 32 {
            Some(false)
        } else {
            None
        }
    }
}

#[inline(always)]
fn check_of(key: u128) -> u64 {
    (key >> 64) as u64 >> CHECK_SHIFT
}

impl Memory {
    pub(super) fn with_memory(bytes: usize) -> Memory {
        Memory { table: Table::with_memory(bytes) }
    }

    /// Whether the side to move, whose view the key is, wins the sum with so many spare moves more than the other.
    #[inline(always)]
    pub(super) fn probe(&self, key: u128, spare: i16) -> Option<bool> {
        let entries = &self.table.line(key as usize).0;
        let entry = entries.iter().find(|entry| entry.check() == check_of(key))?;
        entry.verdict(spare)
    }

    /// Remembers a verdict that took `nodes` nodes.
    pub(super) fn store(&mut self, key: u128, spare: i16, wins: bool, nodes: u64) {
        if spare.abs() > MOST_SPARE {
            return;
        }
        let check = check_of(key);
        let entries = &mut self.table.line_mut(key as usize).0;
        let known = entries.iter_mut().find(|entry| entry.check() == check);
        let (slot, old) = match known {
            Some(entry) => (entry, true),
            None => (entries.iter_mut().min_by_key(|entry| entry.work()).expect("a line has entries"), false),
        };
        let facts = if old { slot.0 & 0xFFF } else { 0 };
        let (mut won, mut lost) = (facts >> 6, facts & 63);
        if wins {
            won = won.max((32 - spare) as u64);
        } else {
            lost = lost.max((32 + spare) as u64);
        }
        let work = u64::from((nodes + 1).ilog2().min(15));
        *slot = Entry(check << CHECK_SHIFT | work << 12 | won << 6 | lost);
    }
}
