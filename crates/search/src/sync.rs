//! Atomics of the standard library, or loom's under `--cfg loom`, where every interleaving of a small model is tried.

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
#[cfg(loom)]
pub(crate) use luozi_core::{defaults as zeroed, defaults as zeroed_arena};
#[cfg(not(loom))]
pub(crate) use luozi_core::{zeroed, zeroed_arena};
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

/// A value that no other one shares a cache line with, so that threads which write it do not slow down those that only
/// read its neighbours. 128 bytes: processors fetch lines in pairs.
#[derive(Debug)]
#[repr(align(128))]
pub(crate) struct Alone<T>(pub(crate) T);

/// Reads a float kept in an atomic. `Relaxed`: a statistic that orders nothing.
#[inline(always)]
pub(crate) fn load_f64(cell: &AtomicU64) -> f64 {
    f64::from_bits(cell.load(Ordering::Relaxed))
}

/// Writes a float kept in an atomic. `Relaxed`: a statistic that orders nothing.
#[inline(always)]
pub(crate) fn store_f64(cell: &AtomicU64, value: f64) {
    cell.store(value.to_bits(), Ordering::Relaxed);
}

/// Adds to a float kept in an atomic, losing no addition. `Relaxed`: a statistic that orders nothing.
#[inline]
pub(crate) fn add_f64(cell: &AtomicU64, value: f64) {
    let add = |bits| Some((f64::from_bits(bits) + value).to_bits());
    // `fetch_update` with a closure that always answers `Some` cannot fail.
    let _ = cell.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
}
