//! All-moves-as-first statistics: how often a move was played later in a playout, and how that ended.
//!
//! Count and mean share one word, so that two threads can lose an update to each other but never tear one.
//!
//! ```text
//!     63          32 31                       0
//!     |   count     | mean, single precision  |
//! ```

use super::edge::moving_mean;
use crate::sync::{AtomicU64, Ordering};
use luozi_core::{Abs, MAX_CELLS};

/// The statistics of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Amaf(u64);

impl Amaf {
    /// Number of samples.
    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Their mean.
    #[inline(always)]
    pub(crate) fn value(self) -> Abs {
        Abs(f64::from(f32::from_bits(self.0 as u32)))
    }

    /// With one more sample.
    #[inline(always)]
    pub(crate) fn with(self, sample: f32) -> Amaf {
        let count = self.count().saturating_add(1);
        let mean = moving_mean(f32::from_bits(self.0 as u32), count, sample);
        Amaf(u64::from(count) << 32 | u64::from(mean.to_bits()))
    }
}

/// The statistics of one edge, shared between threads. `Relaxed`: nothing is published through them.
#[derive(Debug)]
#[cfg_attr(not(loom), derive(bytemuck::Zeroable))]
#[cfg_attr(loom, derive(Default))]
#[repr(transparent)]
pub(crate) struct AmafCell(AtomicU64);

impl AmafCell {
    /// The present statistics.
    #[inline(always)]
    pub(crate) fn load(&self) -> Amaf {
        Amaf(self.0.load(Ordering::Relaxed))
    }

    /// Replaces the statistics.
    #[inline(always)]
    pub(crate) fn store(&self, amaf: Amaf) {
        self.0.store(amaf.0, Ordering::Relaxed);
    }

    /// Adds a sample.
    #[inline(always)]
    pub(crate) fn add(&self, sample: f32) {
        self.store(self.load().with(sample));
    }

    /// Writes to the cell without changing it.
    pub(crate) fn touch(&self) {
        self.0.fetch_or(0, Ordering::Relaxed);
    }
}

/// The statistics of all moves of one node, by dense move index.
#[derive(Clone, Debug)]
pub(crate) struct Reference(Box<[Amaf; MAX_CELLS]>);

impl Reference {
    /// No statistics.
    pub(crate) fn new() -> Reference {
        Reference(Box::new([Amaf::default(); MAX_CELLS]))
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.0.fill(Amaf::default());
    }

    /// Sets the statistics of a move.
    #[inline(always)]
    pub(crate) fn set(&mut self, move_index: usize, amaf: Amaf) {
        self.0[move_index % MAX_CELLS] = amaf;
    }

    /// The statistics of a move. Indices are below [`MAX_CELLS`] wherever statistics are kept.
    #[inline(always)]
    pub(crate) fn of(&self, move_index: usize) -> Amaf {
        self.0[move_index % MAX_CELLS]
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn samples_are_counted_and_averaged() {
        let cell = AmafCell(AtomicU64::new(0));
        for sample in [1.0, -1.0, 1.0, 1.0] {
            cell.add(sample);
        }
        assert_eq!((cell.load().count(), cell.load().value()), (4, Abs(0.5)));
        let mut reference = Reference::new();
        reference.set(80, cell.load());
        assert_eq!(reference.of(80), cell.load());
        reference.clear();
        assert_eq!(reference.of(80).count(), 0);
    }
}
