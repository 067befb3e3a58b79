//! All-moves-as-first statistics: how often a move was played later in a playout, and how that ended.
//!
//! A node with edges has a cell for every move of the game, by dense index: what a playout played is a set of indices,
//! and no edge is looked at to note it. Count and sum share one word, so that two threads can lose an update to each
//! other but never tear one. Adding to a sum needs no division, and the blend of selection needs the sum, not the mean.
//!
//! ```text
//!     63          32 31                       0
//!     |   count     | sum, single precision   |
//! ```

use crate::sync::{AtomicU64, Ordering};

/// When there are so many samples, both numbers are halved: single precision could not add another one for long.
const LARGEST_COUNT: u32 = 1 << 20;

/// The statistics of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Amaf(u64);

impl Amaf {
    /// Number of samples.
    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        (self.0 >> 32) as u32
    }

    /// Their sum, for the first player.
    #[inline(always)]
    pub(crate) fn sum(self) -> f32 {
        f32::from_bits(self.0 as u32)
    }

    /// With one more sample.
    #[inline(always)]
    pub(crate) fn with(self, sample: f32) -> Amaf {
        let (mut count, mut sum) = (self.count() + 1, self.sum() + sample);
        if count >= LARGEST_COUNT {
            (count, sum) = (count / 2, sum / 2.0);
        }
        Amaf(u64::from(count) << 32 | u64::from(sum.to_bits()))
    }
}

/// The statistics of one move at one node, shared between threads. `Relaxed`: nothing is published through them.
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

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn samples_are_counted_and_averaged() {
        let cell = AmafCell(AtomicU64::new(0));
        for sample in [1.0, -1.0, 1.0, 1.0] {
            cell.add(sample);
        }
        assert_eq!((cell.load().count(), cell.load().sum()), (4, 2.0));
    }

    #[test]
    fn statistics_of_millions_of_samples_still_learn() {
        let mut amaf = Amaf::default();
        (0..3_000_000).for_each(|_| amaf = amaf.with(-1.0));
        assert!(amaf.count() < LARGEST_COUNT && amaf.sum() == -(amaf.count() as f32));
        (0..3_000_000).for_each(|_| amaf = amaf.with(0.9));
        assert!(amaf.sum() / amaf.count() as f32 > 0.7, "{amaf:?}");
    }
}
