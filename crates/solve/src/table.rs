//! One block of memory in lines of a fixed shape: the transposition tables of all solvers.
//!
//! A line is a bucket, chosen by the top bits of a mixed key; what lies in it, how entries are told apart and which
//! one is replaced is the solver's business, since every game packs its entries differently. Solvers with several
//! threads use lines of atomics and [`Table::line`]. Memory is taken once, zeroed by the system only when touched.

use bytemuck::Zeroable;
use luozi_core::zeroed;

/// Lines of type `L`; their number is a power of two.
pub struct Table<L> {
    lines: Box<[L]>,
}

impl<L: Zeroable> Table<L> {
    /// The largest table of at most `bytes` bytes, at least one line.
    pub fn with_memory(bytes: usize) -> Table<L> {
        let most = (bytes / size_of::<L>()).max(1);
        let lines = 1usize << most.ilog2();
        Table { lines: zeroed(lines) }
    }

    /// The number of lines is two to this power.
    pub fn index_bits(&self) -> u32 {
        self.lines.len().ilog2()
    }

    /// Memory in use.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.lines)
    }

    /// The line `index`. Bits past the size of the table are ignored.
    #[inline(always)]
    pub fn line(&self, index: usize) -> &L {
        &self.lines[index & (self.lines.len() - 1)]
    }

    /// The line `index`, to be changed. Bits past the size of the table are ignored.
    #[inline(always)]
    pub fn line_mut(&mut self, index: usize) -> &mut L {
        &mut self.lines[index & (self.lines.len() - 1)]
    }

    /// Asks the machine to bring a line near before it is read. Only a hint.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: prefetching has no effect that a program can see, and every x86-64 machine has it.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.line(index)).cast()) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }

    /// Empties every line: the next search begins like the first.
    pub fn clear(&mut self) {
        self.lines.iter_mut().for_each(|line| *line = L::zeroed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_cap_holds_and_every_line_is_there() {
        for bytes in [0, 63, 64, 100, 128, 1000, 1 << 20] {
            let mut table = Table::<[u64; 8]>::with_memory(bytes);
            assert!(table.bytes() <= bytes.max(64) && 2 * table.bytes() > bytes);
            let lines = 1usize << table.index_bits();
            (0..lines).for_each(|i| table.line_mut(i)[0] = i as u64 + 1);
            (0..lines).for_each(|i| assert_eq!(table.line(i)[0], i as u64 + 1));
            table.prefetch(lines);
            assert_eq!(table.line(lines)[0], 1, "an index is cut to the size of the table");
            table.clear();
            assert_eq!(table.line(lines - 1), &[0; 8]);
        }
    }
}
