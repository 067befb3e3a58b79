//! Work that is no match, dealt among threads of this program: puzzles, books, games to learn from, duels of tables.
//!
//! All of it goes through [`deal`]. Matches are dealt by the arena, and what a farm does by the farm.

use anyhow::Result;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How often the flag of Ctrl-C is looked at, and `take` hears that there is nothing.
const LOOK: Duration = Duration::from_millis(100);
/// Results that may wait to be taken, by thread.
const WAITING: usize = 16;

/// Where a thread works.
pub struct Bench<'t, F> {
    /// Nothing more is wanted: what is being done is to be given up.
    pub over: &'t AtomicBool,
    results: &'t SyncSender<Result<F>>,
}

impl<F> Bench<'_, F> {
    /// Whether nothing more is wanted.
    pub fn is_over(&self) -> bool {
        // Relaxed here and below: the flags carry no data.
        self.over.load(Ordering::Relaxed)
    }

    /// Nothing more is wanted from now on.
    pub fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Hands over what was found.
    pub fn tell(&self, found: F) {
        if self.results.send(Ok(found)).is_err() {
            self.end();
        }
    }
}

/// Has threads do item after item, each at a desk of its own, until there are none, `take` says that it has enough, or `stop` is
/// set: what is being done is then given up. `take` gets everything that is told, and `None` now and then while there is nothing; an
/// error of its or of `work` ends all.
pub fn deal<I, D, F: Send>(
    threads: usize,
    items: impl Iterator<Item = I> + Send,
    stop: &AtomicBool,
    desk: impl Fn() -> D + Sync,
    work: impl Fn(&mut D, I, &Bench<'_, F>) -> Result<()> + Sync,
    mut take: impl FnMut(Option<F>) -> Result<bool>,
) -> Result<()> {
    let (items, over) = (Mutex::new(items), AtomicBool::new(false));
    let (sender, receiver) = mpsc::sync_channel(WAITING * threads);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (results, items, over, desk, work) = (sender.clone(), &items, &over, &desk, &work);
            scope.spawn(move || {
                let (mut desk, bench) = (desk(), Bench { over, results: &results });
                while !bench.is_over() {
                    let item = items.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(item) = item else { return };
                    if let Err(problem) = work(&mut desk, item, &bench) {
                        // Nobody listens any more when another thread has failed before.
                        let _ = results.send(Err(problem));
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut done = || {
            loop {
                let found = match receiver.recv_timeout(LOOK) {
                    Ok(found) => Some(found?),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                };
                // What the threads still tell after Ctrl-C is taken, too.
                over.fetch_or(stop.load(Ordering::Relaxed), Ordering::Relaxed);
                if take(found)? {
                    return Ok(());
                }
            }
        };
        let result = done();
        over.store(true, Ordering::Relaxed);
        // Whoever waits to tell something hears that nobody listens.
        drop(receiver);
        result
    })
}

/// Puts what comes in any order into that of its numbers.
pub struct ByNumber<F> {
    due: u64,
    waiting: BTreeMap<u64, F>,
}

impl<F> ByNumber<F> {
    /// Nothing is there before this number.
    pub fn new(first: u64) -> ByNumber<F> {
        ByNumber { due: first, waiting: BTreeMap::new() }
    }

    /// This is there.
    pub fn put(&mut self, number: u64, found: F) {
        self.waiting.insert(number, found);
    }

    /// What follows, if it is there, with its number.
    pub fn next(&mut self) -> Option<(u64, F)> {
        let found = self.waiting.remove(&self.due)?;
        self.due += 1;
        Some((self.due - 1, found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;

    fn squares(stop: &AtomicBool, too_large: u64, take: impl FnMut(Option<(u64, u64)>) -> Result<bool>) -> Result<()> {
        let work = |_: &mut (), number: u64, at: &Bench<'_, (u64, u64)>| {
            if number >= too_large {
                return Err(anyhow!("too large"));
            }
            at.tell((number, number * number));
            Ok(())
        };
        deal(3, 5.., stop, || (), work, take)
    }

    #[test]
    fn everything_is_handed_over_in_order_until_it_is_enough() {
        let (mut by_number, mut taken, go_on) = (ByNumber::new(5), Vec::new(), AtomicBool::new(false));
        // Nothing is too large: while the thread that has the next number waits for a processor, the others go on, however far.
        squares(&go_on, u64::MAX, |found| {
            if let Some((number, square)) = found {
                by_number.put(number, square);
            }
            while let Some(one) = by_number.next() {
                taken.push(one);
            }
            Ok(taken.len() >= 100)
        })
        .unwrap();
        assert!(taken.len() >= 100);
        assert!(taken.iter().zip(5..).all(|(&one, number)| one == (number, number * number)), "{taken:?}");
    }

    #[test]
    fn errors_and_a_stop_end_it() {
        let go_on = AtomicBool::new(false);
        assert_eq!(squares(&go_on, 1000, |_| Ok(false)).unwrap_err().to_string(), "too large");
        assert_eq!(squares(&go_on, 1000, |_| Err(anyhow!("full"))).unwrap_err().to_string(), "full");
        let mut taken = 0;
        squares(&AtomicBool::new(true), 1000, |found| {
            taken += usize::from(found.is_some());
            Ok(false)
        })
        .unwrap();
        assert!((1..200).contains(&taken), "{taken}");
    }
}
