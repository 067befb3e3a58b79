//! The threads that solve the positions of a book.
//!
//! Each thread has a solver and takes a run of neighbouring positions at a time, long ones first, so that its table
//! serves it well and all threads end together. Solved positions are reported one by one to the thread that called.

use crate::interrupt;
use luozi::core::Score;
use luozi::games::connect4::{Position, Rules};
use luozi::solve::connect4::Connect4Solver;
use luozi::solve::connect4::book::BookKey;
use luozi::solve::{Limits, Solver};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// No thread takes more than this part of what is left, divided by the number of threads.
const SHARE: usize = 3;
/// How often the caller hears that nothing has happened.
const QUIET: Duration = Duration::from_millis(500);

/// What is to be done, and with what.
pub struct Workers<'a> {
    pub rules: &'a Rules<u64>,
    /// Neighbours lie side by side.
    pub positions: &'a [(BookKey, Position<u64>)],
    pub threads: usize,
    /// Memory of each thread's table.
    pub table_bytes: usize,
    /// When to stop, on a clock that began with `start`.
    pub time: Option<Duration>,
    pub start: Instant,
}

/// A solved position.
pub struct Solved {
    pub key: BookKey,
    pub score: Score,
    pub nodes: u64,
}

impl Workers<'_> {
    /// Solves until everything is done, the time is over or Ctrl-C was pressed. `tell` gets every solved position, and
    /// `None` now and then while there is none; an error of its ends the work.
    pub fn run(&self, tell: &mut dyn FnMut(Option<Solved>) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let taken = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                let (sender, taken) = (sender.clone(), &taken);
                scope.spawn(move || self.work(taken, &sender));
            }
            drop(sender);
            loop {
                match receiver.recv_timeout(QUIET) {
                    Ok(solved) => tell(Some(solved))?,
                    Err(RecvTimeoutError::Timeout) => tell(None)?,
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            }
        })
    }

    /// One thread. Ends early when it must stop or nobody listens any more.
    fn work(&self, taken: &AtomicUsize, sender: &Sender<Solved>) {
        let clock = || self.start.elapsed();
        let mut limits = Limits::none().stop_flag(interrupt::flag());
        if let Some(time) = self.time {
            limits = limits.deadline(&clock, time);
        }
        let mut solver = Connect4Solver::new(self.rules, self.table_bytes);
        while let Some(range) = self.take(taken) {
            for (key, position) in &self.positions[range] {
                let solution = solver.solve(position, &limits, &mut |_| {});
                let Some(score) = solution.bounds.solved() else { return };
                if sender.send(Solved { key: *key, score, nodes: solution.nodes }).is_err() {
                    return;
                }
            }
        }
    }

    /// The next run of positions, `None` when there is none left.
    fn take(&self, taken: &AtomicUsize) -> Option<Range<usize>> {
        let all = self.positions.len();
        let end_of = |from: usize| from + ((all - from) / (SHARE * self.threads)).max(1);
        // Relaxed: the number is all that is shared.
        let take = |from: usize| (from < all).then(|| end_of(from));
        let from = taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).ok()?;
        Some(from..end_of(from))
    }
}
