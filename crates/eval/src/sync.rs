//! Atomics of the standard library, or loom's under `--cfg loom`, where every interleaving of a small model is tried.

#[cfg(loom)]
pub(crate) use loom::sync::atomic::{AtomicU32, Ordering, fence};
#[cfg(loom)]
pub(crate) use luozi_core::defaults as zeroed;
#[cfg(not(loom))]
pub(crate) use luozi_core::zeroed;
#[cfg(not(loom))]
pub(crate) use std::sync::atomic::{AtomicU32, Ordering, fence};
