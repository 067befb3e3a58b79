//! What engines give back goes back to the system.
//!
//! An engine is a few blocks of megabytes. The GNU C library asks the system for such blocks one by one, but whenever one is
//! freed it raises the size from which it does so, up to 32 MiB; from then on it cuts them from its heaps and keeps those. A
//! server that had 60 tabs stayed at 570 MB for ever; with the size fixed it falls to 40 MB when they go.

/// Blocks of at least this size go straight back when they are freed, in bytes: the C library's own first choice.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const RETURNED_BYTES: i32 = 128 * 1024;

/// Makes large blocks go back to the system as soon as they are freed; whether that could be arranged. Other C libraries
/// than GNU's do as they like.
pub fn return_large_blocks() -> bool {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// The parameter's number in `malloc.h`.
        const M_MMAP_THRESHOLD: i32 = -3;
        unsafe extern "C" {
            /// Part of every GNU C library.
            fn mallopt(parameter: i32, value: i32) -> i32;
        }
        // SAFETY: the signature is the one of `malloc.h`; the call takes the allocator's own lock, so other threads may
        // allocate meanwhile, and it changes no block that exists.
        unsafe { mallopt(M_MMAP_THRESHOLD, RETURNED_BYTES) == 1 }
    }
    #[cfg(not(all(target_os = "linux", target_env = "gnu")))]
    false
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_gnu_library_agrees() {
        assert_eq!(super::return_large_blocks(), cfg!(all(target_os = "linux", target_env = "gnu")));
    }
}
