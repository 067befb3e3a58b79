//! What the table remembers of a position: bounds of its score and the two moves that did best.
//!
//! A line of the table is one cache line with three entries:
//!
//! ```text
//!     boards   two words an entry: own ^ mix(opponent, data), opponent ^ mix(data)
//!     data     bits 0-7 lower + 128, 8-15 upper + 128, 16-21 best move, 22-27 second move (the same if there is none),
//!              28 set
//!     worth    six bits an entry: logarithm of the nodes spent on it; bits 18-31: the run that wrote last
//! ```
//!
//! Both boards are kept whole, so an entry never answers for another position. Threads write without locks; since both
//! words depend on the data, a mixture of two writes is a board that nobody asks for. `Relaxed` everywhere: each
//! entry carries its own check, and nothing else depends on it.

use super::board::Board;
use super::search::Ranked;
use crate::Table;
use bytemuck::Zeroable;
use luozi_games::reversi::Square;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

const ENTRIES: usize = 3;
const SET: u32 = 1 << 28;
const WORTH_BITS: u32 = 6;
const RUN_SHIFT: u32 = 18;

/// One cache line of the table.
#[derive(Zeroable)]
#[repr(C, align(64))]
pub(super) struct Line {
    boards: [[AtomicU64; 2]; ENTRIES],
    data: [AtomicU32; ENTRIES],
    worth: AtomicU32,
}

const _: () = assert!(size_of::<Line>() == 64, "a line is one cache line");

/// Bounds for the side to move and the moves to try first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The best move first; the second is the same where none is known.
    pub(super) moves: [Square; 2],
}

impl Entry {
    /// Puts the known moves before all others.
    #[inline(always)]
    pub(super) fn prefer(&self, moves: &mut [Ranked]) {
        for ranked in moves {
            if ranked.square == self.moves[0] {
                ranked.rank += 1 << 21;
            } else if ranked.square == self.moves[1] {
                ranked.rank += 1 << 20;
            }
        }
    }

    fn pack(self) -> u32 {
        let [best, second] = self.moves.map(|square| square.number() as u32);
        (self.lower + 128) as u32 | ((self.upper + 128) as u32) << 8 | best << 16 | second << 22 | SET
    }

    fn unpack(data: u32) -> Entry {
        let square = |shift: u32| Square::lowest(1 << (data >> shift & 63));
        Entry {
            lower: (data & 255) as i32 - 128,
            upper: (data >> 8 & 255) as i32 - 128,
            moves: [square(16), square(22)],
        }
    }
}

/// Scatters a word so that every bit of it changes the upper half of the result, then the lower one.
#[inline(always)]
fn mix(word: u64) -> u64 {
    let product = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ product >> 32
}

/// The two words under which a board with this data is kept.
#[inline(always)]
fn words(board: Board, data: u32) -> [u64; 2] {
    let data = u64::from(data);
    [board.own ^ mix(board.opponent ^ data), board.opponent ^ mix(data)]
}

/// The line on which a board lies.
#[inline(always)]
pub(super) fn index(board: Board) -> usize {
    (mix(mix(board.own).wrapping_add(board.opponent).wrapping_mul(0xD6E8_FEB8_6659_FD93)) >> 20) as usize
}

impl Line {
    /// What is known about a board.
    #[inline(always)]
    pub(super) fn find(&self, board: Board) -> Option<Entry> {
        for i in 0..ENTRIES {
            let data = self.data[i].load(Relaxed);
            let [own, opponent] = words(board, data);
            let kept = &self.boards[i];
            if kept[1].load(Relaxed) == opponent && kept[0].load(Relaxed) == own && data & SET != 0 {
                return Some(Entry::unpack(data));
            }
        }
        None
    }

    /// Remembers an entry, in place of what is known about the board or of the entry of the least worth. Entries of
    /// earlier runs have no worth left.
    pub(super) fn keep(&self, board: Board, entry: Entry, nodes: u64, run: u32) {
        let run = run & ((1 << (32 - RUN_SHIFT)) - 1);
        let mut worth = self.worth.load(Relaxed);
        if worth >> RUN_SHIFT != run {
            worth = run << RUN_SHIFT;
        }
        let worth_of = |i: usize| worth >> (WORTH_BITS * i as u32) & ((1 << WORTH_BITS) - 1);
        let held = (0..ENTRIES).find(|&i| {
            let words = words(board, self.data[i].load(Relaxed));
            self.boards[i][1].load(Relaxed) == words[1] && self.boards[i][0].load(Relaxed) == words[0]
        });
        let least = (0..ENTRIES).min_by_key(|&i| worth_of(i)).unwrap_or(0);
        let i = held.unwrap_or(least);
        let data = entry.pack();
        let [own, opponent] = words(board, data);
        self.boards[i][0].store(own, Relaxed);
        self.boards[i][1].store(opponent, Relaxed);
        self.data[i].store(data, Relaxed);
        let shift = WORTH_BITS * i as u32;
        let cleared = worth & !(((1 << WORTH_BITS) - 1) << shift);
        self.worth.store(cleared | (nodes | 1).ilog2() << shift, Relaxed);
    }
}

/// The table of the endgame search.
pub(super) type Memory = Table<Line>;

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;

    #[test]
    fn an_entry_comes_back_for_its_board_and_no_other() {
        let table = Memory::with_memory(64);
        let mut rng = Rng::seeded(9);
        let board = |rng: &mut Rng| {
            let own = rng.word();
            Board { own, opponent: rng.word() & !own }
        };
        for round in 0..2000 {
            let (kept, other) = (board(&mut rng), board(&mut rng));
            let lower = rng.below(129) as i32 - 64;
            let moves = [Square::lowest(rng.word()), Square::lowest(rng.word())];
            let entry = Entry { lower, upper: 64, moves };
            table.line(index(kept)).keep(kept, entry, round, 1);
            assert_eq!(table.line(index(kept)).find(kept), Some(entry));
            assert_eq!(table.line(index(other)).find(other), None);
            let better = Entry { upper: lower, ..entry };
            table.line(index(kept)).keep(kept, better, round, 1);
            assert_eq!(table.line(index(kept)).find(kept), Some(better));
        }
    }

    #[test]
    fn the_cheapest_entry_gives_way_and_old_runs_count_for_nothing() {
        let table = Memory::with_memory(64);
        let entry = Entry { lower: 0, upper: 0, moves: [Square::lowest(1); 2] };
        let board = |own| Board { own, opponent: 0 };
        for (own, nodes) in [(1, 1000), (2, 10), (4, 1000), (8, 500)] {
            table.line(0).keep(board(own), entry, nodes, 1);
        }
        let known = |own| table.line(0).find(board(own)).is_some();
        assert_eq!([1, 2, 4, 8].map(known), [true, false, true, true]);
        for own in [16, 32, 64] {
            table.line(0).keep(board(own), entry, 2, 2);
        }
        assert_eq!([1, 4, 8, 16, 32, 64].map(known), [false, false, false, true, true, true]);
    }

    #[test]
    fn an_empty_table_knows_nothing() {
        let table = Memory::with_memory(64);
        assert_eq!(table.line(0).find(Board { own: 0, opponent: 0 }), None);
    }
}
