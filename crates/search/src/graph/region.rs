//! Who owns which part of an array: two graphs, one growing from each end.
//!
//! ```text
//!     0            used                        capacity - previous      capacity
//!     |== current ==>|          free                    |<== previous ===|
//! ```
//!
//! The graph being searched grows from one end, the one it replaced still lies at the other and is read from. A
//! [`Region::flip`] turns the current graph into the previous one and frees what the previous one held; the array is
//! never cleared. A single search may fill the whole array; after a flip the new graph has what the old one left.

use crate::sync::{Alone, AtomicU32, Ordering};

/// The split of one array.
#[derive(Debug)]
pub(crate) struct Region {
    capacity: u32,
    upward: bool,
    previous: u32,
    /// Every new node writes it, and every access to the graph reads its neighbours.
    used: Alone<AtomicU32>,
}

impl Region {
    /// An array of `capacity` elements with nothing in it.
    pub(crate) fn new(capacity: u32) -> Region {
        Region { capacity, upward: true, previous: 0, used: Alone(AtomicU32::new(0)) }
    }

    /// Takes `count` elements for the current graph: the index of the first, or `None` when they do not fit.
    /// `Relaxed`: the counter only hands out disjoint ranges; their contents are published by their owner.
    pub(crate) fn take(&self, count: u32) -> Option<u32> {
        let free = self.capacity - self.previous;
        let grow = |used: u32| used.checked_add(count).filter(|&sum| sum <= free);
        let before = self.used.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, grow).ok()?;
        Some(if self.upward { before } else { self.capacity - before - count })
    }

    /// Whether an index handed out earlier belongs to the current graph, not to the previous one.
    #[inline(always)]
    pub(crate) fn is_current(&self, index: u32) -> bool {
        if self.upward { index < self.capacity - self.previous } else { index >= self.previous }
    }

    /// Elements of the current graph.
    pub(crate) fn used(&self) -> u32 {
        self.used.0.load(Ordering::Relaxed)
    }

    /// The array's length.
    pub(crate) fn capacity(&self) -> u32 {
        self.capacity
    }

    /// The current graph becomes the previous one; what was previous is free.
    pub(crate) fn flip(&mut self) {
        self.previous = self.used();
        self.used = Alone(AtomicU32::new(0));
        self.upward = !self.upward;
    }

    /// Everything is free.
    pub(crate) fn clear(&mut self) {
        *self = Region::new(self.capacity);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn two_graphs_never_overlap() {
        let mut region = Region::new(100);
        assert_eq!(region.take(60), Some(0));
        region.flip();
        let second: Vec<u32> = std::iter::from_fn(|| region.take(15)).collect();
        assert_eq!(second, [85, 70], "15 more would run into the previous graph");
        assert!(second.iter().all(|&index| region.is_current(index)) && !region.is_current(59));
        region.flip();
        assert_eq!((region.take(70), region.take(1)), (Some(0), None));
        assert!(region.is_current(69) && !region.is_current(70));
        region.clear();
        assert_eq!(region.take(100), Some(0));
        assert_eq!(region.take(u32::MAX), None, "a sum beyond 32 bits does not wrap");
    }
}
