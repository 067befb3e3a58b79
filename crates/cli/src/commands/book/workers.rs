//! The threads that solve the positions of a book.
//!
//! Each thread has a solver and takes a run of neighbouring positions at a time, long ones first, so that its table
//! serves it well and all threads end together. Solved positions are reported one by one to the thread that called.

use crate::interrupt;
use crate::threads::{Bench, deal};
use luozi::core::Score;
use luozi::games::connect4::{Position, Rules};
use luozi::solve::connect4::Connect4Solver;
use luozi::solve::connect4::book::BookKey;
use luozi::solve::{Limits, Solver};
use std::ops::Range;
use std::time::{Duration, Instant};

/// No thread takes more than this part of what is left, divided by the number of threads.
const SHARE: usize = 3;

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
    pub fn run(&self, mut tell: impl FnMut(Option<Solved>) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let solver = || Connect4Solver::new(self.rules, self.table_bytes);
        let work = |solver: &mut _, range, at: &Bench<'_, _>| {
            self.work(solver, range, at);
            Ok(())
        };
        deal(self.threads, self.ranges(), interrupt::flag(), solver, work, |solved| {
            tell(solved)?;
            Ok(false)
        })
    }

    /// One range. When the time is over or it must stop, so must all.
    fn work(&self, solver: &mut Connect4Solver<u64>, range: Range<usize>, at: &Bench<'_, Solved>) {
        let clock = || self.start.elapsed();
        let mut limits = Limits::none().stop_flag(at.over);
        if let Some(time) = self.time {
            limits = limits.deadline(&clock, time);
        }
        for (key, position) in &self.positions[range] {
            let solution = solver.solve(position, &limits, &mut |_| {});
            let Some(score) = solution.bounds.solved() else {
                at.end();
                break;
            };
            at.tell(Solved { key: *key, score, nodes: solution.nodes });
        }
    }

    /// Runs of positions, each of which is a share of what is left.
    fn ranges(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let (all, shares) = (self.positions.len(), SHARE * self.threads);
        let mut from = 0;
        std::iter::from_fn(move || {
            let left = Some(all - from).filter(|left| *left > 0)?;
            let range = from..from + (left / shares).max(1);
            from = range.end;
            Some(range)
        })
    }
}
