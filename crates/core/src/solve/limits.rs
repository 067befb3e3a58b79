//! When a solver must stop.
//!
//! [`Limits`] is what the caller allows; a [`Meter`] is what one run has used of it. The meter looks at the clock and
//! at the stop flag only once in [`NODES_PER_CHECK`] nodes, but never passes the node limit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Nodes between two looks at the clock and the stop flag: well under a millisecond.
const NODES_PER_CHECK: u64 = 1024;

/// Why a solver gave up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stopped {
    /// The node limit was reached.
    Nodes,
    /// The deadline passed.
    Time,
    /// The stop flag was raised.
    Flag,
}

/// What a run may use. Without limits it runs until the answer is exact.
///
/// ```
/// use luozi_core::solve::Limits;
/// use std::time::{Duration, Instant};
///
/// let start = Instant::now();
/// let clock = || start.elapsed();
/// let limits = Limits::none().nodes(1_000_000).deadline(&clock, Duration::from_secs(1));
/// ```
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    nodes: Option<u64>,
    deadline: Option<(&'a (dyn Fn() -> Duration + Sync), Duration)>,
    flag: Option<&'a AtomicBool>,
}

impl<'a> Limits<'a> {
    /// No limit at all.
    pub fn none() -> Limits<'a> {
        Limits::default()
    }

    /// At most so many nodes.
    pub fn nodes(self, nodes: u64) -> Limits<'a> {
        Limits { nodes: Some(nodes), ..self }
    }

    /// The limits of each of `threads` threads that work together: the nodes are divided, the rest holds for all.
    #[must_use]
    pub fn shared_by(self, threads: usize) -> Limits<'a> {
        Limits { nodes: self.nodes.map(|nodes| nodes.div_ceil(threads as u64)), ..self }
    }

    /// Stop soon after `clock` shows `deadline`.
    pub fn deadline(self, clock: &'a (dyn Fn() -> Duration + Sync), deadline: Duration) -> Limits<'a> {
        Limits { deadline: Some((clock, deadline)), ..self }
    }

    /// Stop soon after somebody sets `flag`.
    pub fn stop_flag(self, flag: &'a AtomicBool) -> Limits<'a> {
        Limits { flag: Some(flag), ..self }
    }
}

/// Counts the nodes of one run and notices when it must stop.
pub struct Meter<'a> {
    limits: Limits<'a>,
    nodes: u64,
    next_check: u64,
    stopped: Option<Stopped>,
}

impl<'a> Meter<'a> {
    /// A meter that has counted nothing. Looks at the clock and the flag at once.
    pub fn new(limits: &Limits<'a>) -> Meter<'a> {
        let mut meter = Meter { limits: *limits, nodes: 0, next_check: 0, stopped: None };
        meter.check();
        meter
    }

    /// Counts a node that is about to be visited; `false` if the run must stop before it.
    #[inline(always)]
    pub fn count(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check();
        }
        let go_on = self.stopped.is_none();
        self.nodes += u64::from(go_on);
        go_on
    }

    /// Counts nodes that were visited since the last count; `false` if the run must stop. Looks at once, and notices
    /// a node limit only when it is passed.
    pub fn count_many(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        self.check();
        self.stopped.is_none()
    }

    /// Nodes counted so far.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Why the run must stop, `None` while it may go on. Once stopped, stopped for good.
    #[inline(always)]
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    #[cold]
    fn check(&mut self) {
        let limits = &self.limits;
        // Relaxed: the flag orders nothing else, and seeing it one check later is fine.
        if limits.flag.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            self.stopped = Some(Stopped::Flag);
        } else if limits.deadline.is_some_and(|(clock, deadline)| clock() >= deadline) {
            self.stopped = Some(Stopped::Time);
        } else if limits.nodes.is_some_and(|most| self.nodes >= most) {
            self.stopped = Some(Stopped::Nodes);
        }
        self.next_check = (self.nodes + NODES_PER_CHECK).min(limits.nodes.unwrap_or(u64::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_limit_is_exact() {
        for most in [0, 1, 1023, 1024, 1025, 5000] {
            let mut meter = Meter::new(&Limits::none().nodes(most));
            while meter.count() {}
            assert_eq!((meter.nodes(), meter.stopped()), (most, Some(Stopped::Nodes)));
            assert!(!meter.count(), "stopped for good");
        }
    }

    #[test]
    fn a_raised_flag_or_a_passed_deadline_stops_before_the_first_node() {
        let flag = AtomicBool::new(true);
        let mut meter = Meter::new(&Limits::none().stop_flag(&flag));
        assert!(!meter.count());
        assert_eq!(meter.stopped(), Some(Stopped::Flag));
        let clock = || Duration::from_secs(2);
        let mut meter = Meter::new(&Limits::none().deadline(&clock, Duration::from_secs(2)));
        assert!(!meter.count());
        assert_eq!(meter.stopped(), Some(Stopped::Time));
    }

    #[test]
    fn a_flag_raised_later_is_seen_within_one_check() {
        let flag = AtomicBool::new(false);
        let mut meter = Meter::new(&Limits::none().stop_flag(&flag));
        for _ in 0..10 {
            assert!(meter.count());
        }
        flag.store(true, Ordering::Relaxed);
        while meter.count() {}
        assert!(meter.nodes() <= 10 + NODES_PER_CHECK);
    }
}
