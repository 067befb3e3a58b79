//! What a solver remembers: the masks of its board, and the table of what was proven.
//!
//! A search that needs a few thousand entries is twice as fast in one megabyte, which the caches hold, as in hundreds.
//! So all memory is there from the start but only a small part is in use, and that doubles whenever half of it is
//! full: the line index is the top of the mixed key, one more bit of it splits every line in two.

use super::board::Board;
use super::entry::{Entry, Known, REST_BITS};
use super::lines::Lines;
use super::search::Answer;
use super::word::SearchWord;
use crate::Table;
use bytemuck::Zeroable;
use luozi_core::Game;
use luozi_games::connect4::{Column, Masks, Rules};

/// A new table uses two to this power lines.
const FIRST_INDEX_BITS: u32 = 14;

/// What lives as long as a solver: the board and the table.
pub struct Memory<W: SearchWord, E: Entry<W>> {
    /// The board of all positions it is asked about.
    pub masks: Masks<W>,
    /// Bounds and order from lines.
    pub lines: Lines<W>,
    /// Bits of a key that can be set.
    key_bits: u32,
    symmetric: bool,
    table: Table<E::Line>,
    /// Lines in use: two to this power.
    index_bits: u32,
    /// Entries in use.
    used: usize,
}

/// The unique word of a position and its mirror image.
#[derive(Clone, Copy)]
pub struct Key<W> {
    word: W,
    /// Is it the mirror image whose word this is?
    mirrored: bool,
}

impl<W: SearchWord, E: Entry<W>> Memory<W, E> {
    /// Memory for one board, of at most `bytes` bytes.
    pub fn new(rules: &Rules<W>, bytes: usize) -> Memory<W, E> {
        let masks = *rules.masks();
        let key_bits = u32::from(masks.cols) * masks.stride();
        let table = Table::with_memory(bytes);
        Memory {
            lines: Lines::new(&masks),
            key_bits,
            symmetric: rules.symmetries() == 2,
            index_bits: FIRST_INDEX_BITS.max(key_bits.saturating_sub(REST_BITS)).min(table.index_bits()),
            table,
            masks,
            used: 0,
        }
    }

    /// Does an entry of `bits` bits identify a position together with its line?
    pub fn rest_fits(&self, bits: u32) -> bool {
        self.key_bits <= self.index_bits + bits
    }

    /// The key of a board. Mirror images share one.
    #[inline(always)]
    pub fn key(&self, board: &Board<W>) -> Key<W> {
        let word = board.own | board.filled.plus(self.masks.bottom);
        let image = if self.symmetric { word.mirror(&self.masks) } else { word };
        let mirrored = image.lanes() < word.lanes();
        Key { word: if mirrored { image } else { word }, mirrored }
    }

    #[inline(always)]
    fn address(&self, key: &Key<W>) -> (usize, E::Address) {
        E::address(key.word, self.key_bits, self.index_bits)
    }

    #[inline(always)]
    fn turn(&self, column: Column, mirrored: bool) -> Column {
        if mirrored { Column(self.masks.cols - 1 - column.0) } else { column }
    }

    /// Asks for the line of a key before it is needed.
    #[inline(always)]
    pub fn prefetch(&self, key: &Key<W>) {
        self.table.prefetch(self.address(key).0);
    }

    /// What is known about a position.
    #[inline(always)]
    pub fn probe(&self, key: &Key<W>) -> Option<Known> {
        let (line, address) = self.address(key);
        let entry = self.table.line(line).as_ref().iter().find(|entry| entry.is_of(address))?;
        let known = entry.known();
        Some(Known { best: self.turn(known.best, key.mirrored), ..known })
    }

    /// Remembers an answer to `target`, together with what was known before.
    #[inline(always)]
    pub fn store(&mut self, key: &Key<W>, board: &Board<W>, answer: Answer, target: i16, nodes: u64) {
        let best = self.turn(answer.column, key.mirrored);
        let work = (nodes + 1).ilog2().min(15) as u8;
        let (line, address) = self.address(key);
        let entries = self.table.line_mut(line).as_mut();
        let mut slot = 0;
        let mut known = Known { lower: -board.win_in(4), upper: board.win_in(3), best };
        for (i, entry) in entries.iter().enumerate() {
            if entry.is_of(address) {
                (slot, known) = (i, Known { best, ..entry.known() });
                break;
            }
            if entry.work() < entries[slot].work() {
                slot = i;
            }
        }
        if answer.bound >= target {
            known.lower = known.lower.max(answer.bound);
        } else {
            known.upper = known.upper.min(answer.bound);
        }
        self.used += usize::from(entries[slot].work() == 0);
        let half = (entries.len() << self.index_bits) / 2;
        entries[slot] = E::new(address, known, work);
        if self.used > half && self.index_bits < self.table.index_bits() {
            self.double();
        }
    }

    /// Twice as many lines: from the last to the first, each is split into the two lines at twice its index, which
    /// have been emptied before.
    #[cold]
    fn double(&mut self) {
        let lines = 1usize << self.index_bits;
        self.index_bits += 1;
        for line in (0..lines).rev() {
            let old = std::mem::replace(self.table.line_mut(line), E::Line::zeroed());
            for (slot, entry) in old.as_ref().iter().enumerate().filter(|(_, entry)| entry.work() > 0) {
                let (line, entry) = entry.split(line, self.key_bits, self.index_bits);
                self.table.line_mut(line).as_mut()[slot] = entry;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::entry::{Packed, Whole};
    use super::super::word::Bytes;
    use super::*;
    use luozi_core::{MoveList, Rng};
    use std::collections::BTreeMap;

    /// Boards of random games, each with an invented lower bound that its stones imply.
    fn boards<W: SearchWord>(rules: &Rules<W>, games: u32) -> Vec<(Board<W>, Answer)> {
        let mut rng = Rng::seeded(5);
        let mut boards = BTreeMap::new();
        for _ in 0..games {
            let mut position = rules.initial();
            let mut moves = MoveList::new();
            while rules.outcome(&position).is_none() {
                let (own, other) = (rules.own(&position), rules.other(&position));
                let board = Board::new(rules.masks(), own, other, rules.filled(&position));
                let bound = (own.cells().map(|cell| cell % rules.masks().stride()).sum::<u32>() % 7) as i16;
                boards.insert(rules.canonical_key(&position), (board, Answer { bound, column: Column(3) }));
                rules.legal_moves(&position, &mut moves);
                rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
            }
        }
        boards.into_values().collect()
    }

    /// Stores far more than the first lines hold: what is found is right, and most is found: lines overflow now and then.
    fn survives_growth<W: SearchWord, E: Entry<W>>(rules: &Rules<W>, bytes: usize) {
        let mut memory = Memory::<W, E>::new(rules, bytes);
        let first_bits = memory.index_bits;
        let boards = boards(rules, 9_000);
        for (board, answer) in &boards {
            let key = memory.key(board);
            memory.store(&key, board, *answer, -20, 1);
        }
        assert!(memory.index_bits > first_bits, "{} boards made no table grow", boards.len());
        let found = boards.iter().filter_map(|(board, answer)| Some((memory.probe(&memory.key(board))?, *answer)));
        let found: Vec<(Known, Answer)> = found.collect();
        assert!(found.iter().all(|(known, answer)| known.lower == answer.bound));
        assert!(found.len() * 10 >= boards.len() * 9, "{} of {} found", found.len(), boards.len());
    }

    #[test]
    fn entries_survive_the_growth_of_the_table() {
        survives_growth::<Bytes, Packed>(&Rules::new(6, 7, &[]).unwrap(), 1 << 24);
        survives_growth::<u64, Whole<[u64; 1]>>(&Rules::classic(), 1 << 24);
    }
}
