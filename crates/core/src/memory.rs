//! Large tables of plain values: graphs, transposition tables, memories of evaluations.
//!
//! A table is one allocation that arrives zeroed from the system, page by page as it is first written, so a program
//! that creates a large one and uses little of it pays for little. Who is on a clock writes to the pages beforehand.

/// One zeroed allocation of `length` values.
///
/// ```
/// let table: Box<[u64]> = luozi_core::zeroed(1 << 20);
/// assert_eq!((table.len(), table[12345]), (1 << 20, 0));
/// ```
pub fn zeroed<T: bytemuck::Zeroable>(length: usize) -> Box<[T]> {
    bytemuck::allocation::zeroed_slice_box(length)
}

/// The same for loom's atomics, which are not plain memory.
#[cfg(loom)]
pub fn defaults<T: Default>(length: usize) -> Box<[T]> {
    (0..length).map(|_| T::default()).collect()
}
