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

/// The same for values that are written one after the other, in large pages where the system has them: fewer of them
/// arrive. (What is written here and there had better take small ones: of a large page all is zeroed for one value.)
pub fn zeroed_arena<T: bytemuck::Zeroable>(length: usize) -> Box<[T]> {
    let arena = zeroed(length);
    ask_for_large_pages(&arena);
    arena
}

/// Only a wish: whether the system grants it makes no difference but to speed.
#[cfg(all(target_os = "linux", not(miri)))]
fn ask_for_large_pages<T>(arena: &[T]) {
    const PAGE: usize = 4096;
    let inside = arena.as_ptr_range();
    let (start, end) = (inside.start.addr().next_multiple_of(PAGE), inside.end.addr() / PAGE * PAGE);
    if start < end {
        let first_page = inside.start.wrapping_byte_add(start - inside.start.addr()).cast_mut();
        // SAFETY: whole pages inside the arena, and the advice changes neither their contents nor who may use them.
        unsafe { libc::madvise(first_page.cast(), end - start, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn ask_for_large_pages<T>(_arena: &[T]) {}

/// What [`zeroed`] is for loom's atomics, which are not plain memory.
#[cfg(loom)]
pub fn defaults<T: Default>(length: usize) -> Box<[T]> {
    (0..length).map(|_| T::default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arenas_of_any_length_are_zeroed() {
        for length in [0, 1, 511, 513, 3 << 18] {
            let mut arena: Box<[u64]> = zeroed_arena(length);
            assert!(arena.len() == length && arena.iter().all(|&word| word == 0));
            arena.fill(7);
            assert!(arena.iter().all(|&word| word == 7));
        }
    }
}
