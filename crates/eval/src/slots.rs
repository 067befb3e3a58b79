//! A table of short records that all threads read and write without locks.
//!
//! Every record has a version: 0 when nothing was ever written, odd while a thread writes, even otherwise. A reader
//! looks at the version, at the words, and at the version again; if it was odd or has changed, the reader saw a mixture
//! and takes nothing. A writer that finds another one at work lets it. So nobody ever waits, and what is lost is one
//! record that can be computed again: this is a memory, not a store.
//!
//! ```text
//!     record k:  | version | word 0 | word 1 | ... |      `stride` words of 32 bits
//! ```

use crate::sync::{AtomicU32, Ordering, fence, zeroed};

/// Records of `stride` words that threads read and write without a lock.
#[derive(Debug)]
pub(crate) struct Slots {
    words: Box<[AtomicU32]>,
    stride: usize,
}

impl Slots {
    /// `slots` records of `width` words, with nothing in them. Their pages come from the system when they are first
    /// written, one or two for an evaluation that takes a hundred times as long: nothing is touched beforehand.
    pub(crate) fn new(slots: usize, width: usize) -> Slots {
        let stride = width + 1;
        Slots { words: zeroed(slots * stride), stride }
    }

    /// Number of records.
    pub(crate) fn len(&self) -> usize {
        self.words.len() / self.stride
    }

    fn record(&self, slot: usize) -> (&AtomicU32, &[AtomicU32]) {
        let record = &self.words[slot * self.stride..(slot + 1) * self.stride];
        (&record[0], &record[1..])
    }

    /// What `get` makes of a record; `None` if it wants nothing of it, or if the record was being written meanwhile.
    /// `get` may see a mixture of two records and must survive that; its answer is then thrown away.
    ///
    /// The `Acquire` load pairs with the `Release` store of the writer whose words are wanted. The fence keeps the
    /// second look behind the words: whoever saw a word of a later writer sees its odd version, or a later one, too.
    #[inline]
    pub(crate) fn read<T>(&self, slot: usize, get: impl FnOnce(Words<'_>) -> Option<T>) -> Option<T> {
        let (version, words) = self.record(slot);
        let before = version.load(Ordering::Acquire);
        if before == 0 || before % 2 == 1 {
            return None;
        }
        let answer = get(Words(words))?;
        fence(Ordering::Acquire);
        (version.load(Ordering::Relaxed) == before).then_some(answer)
    }

    /// Replaces a record by what `put` writes, unless another thread is just doing so.
    ///
    /// `Acquire` on the way to the odd version keeps the words behind the writer before. The fence keeps them behind
    /// the odd version, for readers of a word. The last store publishes them.
    #[inline]
    pub(crate) fn write(&self, slot: usize, put: impl FnOnce(Words<'_>)) {
        let (version, words) = self.record(slot);
        let before = version.load(Ordering::Relaxed);
        let writing = before.wrapping_add(1);
        if before % 2 == 1 || version.compare_exchange(before, writing, Ordering::Acquire, Ordering::Relaxed).is_err() {
            return;
        }
        fence(Ordering::Release);
        put(Words(words));
        version.store(writing.wrapping_add(1), Ordering::Release);
    }
}

/// The words of one record. `Relaxed`: the version orders them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words<'a>(&'a [AtomicU32]);

impl Words<'_> {
    /// The word at `index`.
    #[inline(always)]
    pub(crate) fn get(self, index: usize) -> u32 {
        self.0[index].load(Ordering::Relaxed)
    }

    /// Writes the word at `index`.
    #[inline(always)]
    pub(crate) fn set(self, index: usize, word: u32) {
        self.0[index].store(word, Ordering::Relaxed);
    }

    /// The 128 bits in the four words from `index`.
    pub(crate) fn wide(self, index: usize) -> u128 {
        (0..4).fold(0, |wide, part| wide | u128::from(self.get(index + part)) << (32 * part))
    }

    /// Writes 128 bits into the four words from `index`.
    pub(crate) fn set_wide(self, index: usize, wide: u128) {
        (0..4).for_each(|part| self.set(index + part, (wide >> (32 * part)) as u32));
    }

    /// Fills all words from `index` with one value.
    pub(crate) fn fill_from(self, index: usize, word: u32) {
        self.0[index..].iter().for_each(|cell| cell.store(word, Ordering::Relaxed));
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_as_written_and_empty_ones_not_at_all() {
        let slots = Slots::new(4, 5);
        assert_eq!((slots.len(), slots.read(2, |words| Some(words.get(0)))), (4, None));
        let wide = 0x0123_4567_89ab_cdef_0011_2233_4455_6677;
        slots.write(2, |words| {
            words.fill_from(0, 7);
            words.set_wide(1, wide);
        });
        assert_eq!(slots.read(2, |words| Some((words.get(0), words.wide(1)))), Some((7, wide)));
        assert_eq!(slots.read(1, |words| Some(words.get(0))), None, "the neighbour is still empty");
        assert_eq!(slots.read(2, |_| None::<()>), None);
    }

    /// Threads that write records of equal words never let a reader see two different ones.
    #[test]
    fn no_reader_sees_a_mixture() {
        let slots = Slots::new(1, 64);
        std::thread::scope(|scope| {
            for seed in 1..=2u32 {
                let slots = &slots;
                scope.spawn(move || {
                    for round in 0..20_000u32 {
                        slots.write(0, |words| words.fill_from(0, round.wrapping_mul(seed)));
                        let all_equal = |words: Words<'_>| Some((1..64).all(|i| words.get(i) == words.get(0)));
                        assert_ne!(slots.read(0, all_equal), Some(false), "round {round}");
                    }
                });
            }
        });
        assert!(slots.read(0, |words| Some(words.get(0))).is_some());
    }
}

/// Every interleaving of small races, tried by loom:
/// `RUSTFLAGS="--cfg loom" cargo test -p luozi-eval --lib --release races`.
#[cfg(all(test, loom))]
mod races {
    use super::*;
    use loom::sync::Arc;
    use loom::thread;

    fn put(value: u32) -> impl Fn(Words<'_>) {
        move |words| words.fill_from(0, value)
    }

    fn both(words: Words<'_>) -> Option<(u32, u32)> {
        Some((words.get(0), words.get(1)))
    }

    /// A reader beside a writer sees the record before or after it, or none.
    #[test]
    fn a_reader_sees_whole_records() {
        loom::model(|| {
            let slots = Arc::new(Slots::new(1, 2));
            slots.write(0, put(1));
            let writer = {
                let slots = Arc::clone(&slots);
                thread::spawn(move || slots.write(0, put(2)))
            };
            let seen = slots.read(0, both);
            assert!([None, Some((1, 1)), Some((2, 2))].contains(&seen), "{seen:?}");
            writer.join().expect("no panic");
            assert_eq!(slots.read(0, both), Some((2, 2)));
        });
    }

    /// Whoever sees the version of a first record sees its words, not what was there before.
    #[test]
    fn a_first_record_is_seen_whole_or_not_at_all() {
        loom::model(|| {
            let slots = Arc::new(Slots::new(1, 2));
            let reader = {
                let slots = Arc::clone(&slots);
                thread::spawn(move || slots.read(0, both))
            };
            slots.write(0, put(1));
            let seen = reader.join().expect("no panic");
            assert!([None, Some((1, 1))].contains(&seen), "{seen:?}");
        });
    }

    /// Of two writers one may give way, but the record is one of theirs, whole.
    #[test]
    fn two_writers_leave_one_whole_record() {
        loom::model(|| {
            let slots = Arc::new(Slots::new(1, 2));
            let other = {
                let slots = Arc::clone(&slots);
                thread::spawn(move || slots.write(0, put(1)))
            };
            slots.write(0, put(2));
            other.join().expect("no panic");
            let seen = slots.read(0, both);
            assert!([Some((1, 1)), Some((2, 2))].contains(&seen), "{seen:?}");
        });
    }
}
