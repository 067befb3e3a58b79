//! Key to node: an open-addressing table with linear probing, shared by all threads without locks.
//!
//! A slot is one word, and the full key is checked in the node it names:
//!
//! ```text
//!     63      48 47      32 31                0
//!     |generation| key part |   node number   |
//! ```
//!
//! Only the two latest generations are alive: the current graph and the previous one, from which nodes are carried
//! over when they are met. A new generation therefore empties the table of the one before the previous without
//! touching it. Its slots still bridge probe sequences that were laid over them, so a search for a key goes on past
//! them and stops at older ones; a new key may take their place. Within a search a free slot only ever becomes
//! taken, so two threads that insert one key meet in the same slot and the loser finds the winner's node.

use super::node::NodeId;
use crate::sync::{AtomicU64, Ordering, zeroed};
use luozi_core::Key;

/// The first generation; zeroed slots must be older than everything that is looked through.
const FIRST_GENERATION: u16 = 4;
/// A table with this generation is cleared for real before it begins anew.
const LAST_GENERATION: u16 = u16::MAX - 4;

/// Nodes by key. Slots carry a generation, so that starting anew costs nothing.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Box<[AtomicU64]>,
    generation: u16,
}

/// What a table says about a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Found {
    /// A node of the current graph.
    Current(NodeId),
    /// A node of the previous graph that has not been carried over.
    Previous(NodeId),
    /// No node has that key.
    Absent,
}

/// Where a probe ended.
struct Probe {
    found: Found,
    /// The slot of the key, or the one to put it in; `None`: the table is full.
    slot: Option<usize>,
    /// What that slot held.
    word: u64,
}

impl Table {
    /// A table with `slots` places, a power of two.
    pub(crate) fn new(slots: usize) -> Table {
        assert!(slots.is_power_of_two(), "the mask needs a power of two");
        Table { slots: zeroed(slots), generation: FIRST_GENERATION }
    }

    /// Bytes per place.
    pub(crate) const SLOT_BYTES: usize = 8;

    /// The current graph becomes the previous one, the previous one is forgotten.
    pub(crate) fn age(&mut self) {
        self.skip(1);
    }

    /// Everything is forgotten.
    pub(crate) fn clear(&mut self) {
        self.skip(3);
    }

    fn skip(&mut self, generations: u16) {
        if self.generation >= LAST_GENERATION {
            // Once in 65,000 games: forgetting too much is harmless here, the nodes are found again by search.
            self.slots.iter().for_each(|slot| slot.store(0, Ordering::Relaxed));
            self.generation = FIRST_GENERATION;
        } else {
            self.generation += generations;
        }
    }

    fn word(&self, key: Key, node: NodeId) -> u64 {
        u64::from(self.generation) << 48 | Self::part(key) << 32 | u64::from(node.number())
    }

    /// The part of a key that slots keep; other bits than those that choose the slot.
    fn part(Key(key): Key) -> u64 {
        (key >> 112) as u64
    }

    /// Walks from the key's home to its slot or to the end of the probe sequence. `Acquire`: a node found here is
    /// complete.
    fn probe(&self, key: Key, key_of: impl Fn(NodeId) -> Key) -> Probe {
        let mask = self.slots.len() - 1;
        let home = key.0 as usize & mask;
        let mut free = None;
        for step in 0..self.slots.len() {
            let slot = (home + step) & mask;
            let word = self.slots[slot].load(Ordering::Acquire);
            let age = self.generation - (word >> 48) as u16;
            if age >= 2 {
                let (slot, word) = *free.get_or_insert((slot, word));
                if age > 2 {
                    return Probe { found: Found::Absent, slot: Some(slot), word };
                }
            } else if (word >> 32) as u16 == Self::part(key) as u16
                && let Some(node) = NodeId::from_number(word as u32)
                && key_of(node) == key
            {
                let found = if age == 0 { Found::Current(node) } else { Found::Previous(node) };
                return Probe { found, slot: Some(slot), word };
            }
        }
        Probe { found: Found::Absent, slot: free.map(|(slot, _)| slot), word: free.map_or(0, |(_, word)| word) }
    }

    /// Reads where searches for these keys will begin. The table is larger than any cache, and misses that do not wait for
    /// each other take the time of one. `Relaxed`: what was read is not used.
    pub(crate) fn anticipate(&self, keys: impl Iterator<Item = Key>) {
        let mask = self.slots.len() - 1;
        for Key(key) in keys {
            std::hint::black_box(self.slots[key as usize & mask].load(Ordering::Relaxed));
        }
    }

    /// Looks a key up. `key_of` reads the full key of a node.
    pub(crate) fn find(&self, key: Key, key_of: impl Fn(NodeId) -> Key) -> Found {
        self.probe(key, key_of).found
    }

    /// Puts a complete node in, unless the current graph has the key already; returns the node to use. `Release`:
    /// whoever finds the node sees it complete. A full table leaves the node unshared, which is correct and only
    /// loses transpositions.
    pub(crate) fn insert(&self, key: Key, node: NodeId, key_of: impl Fn(NodeId) -> Key) -> NodeId {
        loop {
            let probe = self.probe(key, &key_of);
            if let Found::Current(winner) = probe.found {
                return winner;
            }
            let Some(slot) = probe.slot else { return node };
            let new = self.word(key, node);
            let swap = self.slots[slot].compare_exchange(probe.word, new, Ordering::AcqRel, Ordering::Relaxed);
            if swap.is_ok() {
                return node;
            }
            // Another thread took the slot, perhaps for this key: look again.
        }
    }

    /// Bytes of all places.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * Table::SLOT_BYTES
    }

    /// Writes to every page, so that the system provides them now.
    pub(crate) fn touch(&self) {
        const PAGE: usize = 4096 / Table::SLOT_BYTES;
        self.slots.iter().step_by(PAGE).for_each(|slot| _ = slot.fetch_or(0, Ordering::Relaxed));
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// Nodes are numbered by their keys here: node `n` has key `n << 8`, so many keys share a home in a small table.
    fn key_of(node: NodeId) -> Key {
        Key(u128::from(node.number()) << 8)
    }

    fn node(number: u32) -> NodeId {
        NodeId::from_number(number).expect("not 0")
    }

    #[test]
    fn colliding_keys_are_told_apart_and_a_full_table_stays_correct() {
        let table = Table::new(8);
        for number in 1..=8 {
            assert_eq!(table.insert(key_of(node(number)), node(number), key_of), node(number));
        }
        for number in 1..=8 {
            assert_eq!(table.find(key_of(node(number)), key_of), Found::Current(node(number)));
        }
        assert_eq!(table.find(key_of(node(9)), key_of), Found::Absent);
        assert_eq!(table.insert(key_of(node(9)), node(9), key_of), node(9), "unshared, not lost");
    }

    #[test]
    fn the_previous_generation_is_found_across_slots_of_the_one_before() {
        let mut table = Table::new(16);
        let find = |table: &Table, number| table.find(key_of(node(number)), key_of);
        table.insert(key_of(node(1)), node(1), key_of);
        table.insert(key_of(node(2)), node(2), key_of);
        table.age();
        assert_eq!(find(&table, 1), Found::Previous(node(1)));
        table.insert(key_of(node(3)), node(3), key_of); // lies behind 1 and 2
        table.age();
        assert_eq!(find(&table, 1), Found::Absent, "two generations old");
        assert_eq!(find(&table, 3), Found::Previous(node(3)), "reached across the slots of 1 and 2");
        table.insert(key_of(node(4)), node(4), key_of); // takes the place of 1
        table.insert(key_of(node(3)), node(3), key_of); // carried over in its own place
        assert_eq!((find(&table, 3), find(&table, 4)), (Found::Current(node(3)), Found::Current(node(4))));
        table.clear();
        assert!((1..=4).all(|number| find(&table, number) == Found::Absent));
    }

    #[test]
    fn generations_wrap_without_old_slots_coming_back() {
        let mut table = Table::new(8);
        for round in 0..70_000u32 {
            assert_eq!(table.find(key_of(node(5)), key_of), Found::Absent, "round {round}");
            table.insert(key_of(node(5)), node(5), key_of);
            table.clear();
        }
    }
}
