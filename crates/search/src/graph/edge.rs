//! A move in the graph, 20 bytes; the edges of a node lie side by side.
//!
//! An edge keeps a copy of its child's value and bounds as they were when the edge was last walked, so selection and
//! backup are one linear pass that touches no child. The copies are refreshed at every walk through the edge and, in
//! a shared graph, for all edges of a node from time to time. Because of the copies an edge makes sense even
//! without its child: when memory is full, or before the child has been carried over from the previous graph.
//!
//! The move, the prior and the first values are written before the node's edges are published and the move and prior
//! never change. `child` goes from none to a node (`Release`, read by `Acquire`). The rest are statistics: `Relaxed`.

use super::node::{NodeId, pack, unpack};
use crate::sync::{AtomicU16, AtomicU32, Ordering};
use luozi_core::{Abs, Bounds};

/// An edge of the graph.
#[derive(Debug)]
#[cfg_attr(not(loom), derive(bytemuck::Zeroable))]
#[cfg_attr(loom, derive(Default))]
pub(crate) struct Edge {
    child: AtomicU32,
    /// Walks through this edge, those under way included: other threads see them and turn elsewhere.
    visits: AtomicU32,
    /// Copy of the child's value, or the mean of evaluations made without a child; not a number: none yet.
    value: AtomicU32,
    bounds: AtomicU32,
    move_index: AtomicU16,
    prior: AtomicU16,
}

#[cfg(not(loom))]
const _: () = assert!(size_of::<Edge>() == 20, "edges are read in bulk");

/// A prior of 1 as stored.
const PRIOR_SCALE: f32 = 65535.0;

/// Means over more samples than this become moving averages, because a single-precision step of 1/n would vanish.
const LARGEST_SAMPLE: u32 = 1 << 20;

/// The mean of `count` samples whose last one is `sample`, in single precision but never frozen.
#[inline]
fn moving_mean(mean: f32, count: u32, sample: f32) -> f32 {
    mean + (sample - mean) / count.clamp(1, LARGEST_SAMPLE) as f32
}

impl Edge {
    /// Writes an edge that no other thread reads yet.
    pub(crate) fn create(&self, move_index: usize, prior: f32, bounds: Bounds) {
        self.child.store(0, Ordering::Relaxed);
        self.visits.store(0, Ordering::Relaxed);
        self.value.store(f32::NAN.to_bits(), Ordering::Relaxed);
        self.bounds.store(pack(bounds), Ordering::Relaxed);
        self.move_index.store(move_index as u16, Ordering::Relaxed);
        self.prior.store((prior.clamp(0.0, 1.0) * PRIOR_SCALE + 0.5) as u16, Ordering::Relaxed);
    }

    /// Writes an edge that no other thread reads yet as the twin of another one, leading to `child`.
    pub(crate) fn create_copy(&self, old: &Edge, child: Option<NodeId>) {
        self.child.store(child.map_or(0, NodeId::number), Ordering::Relaxed);
        for (new, old) in [(&self.visits, &old.visits), (&self.value, &old.value), (&self.bounds, &old.bounds)] {
            new.store(old.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        for (new, old) in [(&self.move_index, &old.move_index), (&self.prior, &old.prior)] {
            new.store(old.load(Ordering::Relaxed), Ordering::Relaxed);
        }
    }

    /// Writes to the edge without changing it.
    pub(crate) fn touch(&self) {
        self.visits.fetch_or(0, Ordering::Relaxed);
    }

    /// The node behind the edge. `Acquire`: pairs with [`Edge::link`], so that the node is complete.
    #[inline(always)]
    pub(crate) fn child(&self) -> Option<NodeId> {
        NodeId::from_number(self.child.load(Ordering::Acquire))
    }

    /// Leads to `child` from now on, unless another thread was first; returns where it leads. `Release`: whoever
    /// reads the handle sees the node.
    pub(crate) fn link(&self, before: Option<NodeId>, child: NodeId) -> NodeId {
        let before = before.map_or(0, NodeId::number);
        match self.child.compare_exchange(before, child.number(), Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => child,
            Err(other) => NodeId::from_number(other).unwrap_or(child),
        }
    }

    /// Walks through the edge.
    #[inline(always)]
    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// Begins a walk; returns the number of walks with this one.
    #[inline(always)]
    pub(crate) fn enter(&self) -> u32 {
        self.visits.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Announces walks that will begin further down.
    pub(crate) fn announce(&self, walks: u32) {
        self.visits.fetch_add(walks, Ordering::Relaxed);
    }

    /// Takes back walks that were announced and not made.
    pub(crate) fn withdraw(&self, walks: u32) {
        self.visits.fetch_sub(walks, Ordering::Relaxed);
    }

    /// The child's value as last seen.
    #[inline(always)]
    pub(crate) fn value(&self) -> Option<Abs> {
        let value = self.value_bits();
        (!value.is_nan()).then(|| Abs(f64::from(value)))
    }

    /// The same in single precision; not a number: none yet.
    #[inline(always)]
    pub(crate) fn value_bits(&self) -> f32 {
        f32::from_bits(self.value.load(Ordering::Relaxed))
    }

    /// Notes the child's value.
    #[inline(always)]
    pub(crate) fn set_value(&self, value: Abs) {
        self.value.store((value.0 as f32).to_bits(), Ordering::Relaxed);
    }

    /// One more evaluation of a child that has no node: the edge keeps their mean.
    pub(crate) fn add_sample(&self, sample: Abs) {
        let mean = match self.value() {
            Some(Abs(mean)) => moving_mean(mean as f32, self.visits(), sample.0 as f32),
            None => sample.0 as f32,
        };
        self.value.store(mean.to_bits(), Ordering::Relaxed);
    }

    /// The child's bounds as last seen.
    #[inline(always)]
    pub(crate) fn bounds(&self) -> Bounds {
        unpack(self.bounds_word())
    }

    /// The same, packed: most edges of a node have equal bounds, and comparing words is cheap.
    #[inline(always)]
    pub(crate) fn bounds_word(&self) -> u32 {
        self.bounds.load(Ordering::Relaxed)
    }

    /// Notes the child's bounds. A thread with older news may overwrite newer ones; the next walk repairs that.
    #[inline(always)]
    pub(crate) fn set_bounds(&self, bounds: Bounds) {
        self.bounds.store(pack(bounds), Ordering::Relaxed);
    }

    /// Dense index of the move.
    #[inline(always)]
    pub(crate) fn move_index(&self) -> usize {
        usize::from(self.move_index.load(Ordering::Relaxed))
    }

    /// Prior probability of the move.
    #[inline(always)]
    pub(crate) fn prior(&self) -> f32 {
        f32::from(self.prior.load(Ordering::Relaxed)) * (1.0 / PRIOR_SCALE)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// Pitfall: single-precision running means freeze after about ten million updates.
    #[test]
    fn means_do_not_freeze_after_ten_million_updates() {
        let mut mean = 0.5f32;
        for count in 10_000_000..14_000_000 {
            mean = moving_mean(mean, count, 0.9);
        }
        assert!(mean > 0.85, "four million equal samples moved the mean only to {mean}");
        let exact = (1..=1000).fold(0.0, |mean, count| moving_mean(mean, count, (count % 2) as f32));
        assert!((exact - 0.5).abs() < 1e-3, "{exact}");
    }
}
