//! Until when an answer counts, and who may end the wait before.

use luozi_engine::Ask;
use luozi_search::Budget;
use nix::poll::PollTimeout;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Between two looks at the flag that ends a wait.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A moment after which no answer counts, and the limit it came from.
#[derive(Clone, Copy, Debug)]
pub struct Deadline<'a> {
    end: Instant,
    limit: Duration,
    stop: Option<&'a AtomicBool>,
}

/// As good as no limit.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

impl<'a> Deadline<'a> {
    /// Until when the answer to a question counts.
    pub fn of(ask: &Ask<'a>) -> Deadline<'a> {
        let limit = ask.budget.time.unwrap_or(LONGEST);
        Deadline { end: ask.asked + limit, limit, stop: ask.stop }
    }

    /// The question that must be answered by then.
    pub fn ask(self) -> Ask<'a> {
        Ask { stop: self.stop, ..Ask::new(Budget::time(self.remaining())) }
    }

    /// `limit` from now.
    pub fn after(limit: Duration) -> Deadline<'a> {
        Deadline { end: Instant::now() + limit, limit, stop: None }
    }

    /// The same, but nobody waits any longer once `stop` is set.
    pub fn unless(self, stop: &'a AtomicBool) -> Deadline<'a> {
        Deadline { stop: Some(stop), ..self }
    }

    /// The same, but no later than `limit` from now.
    pub fn at_most(self, limit: Duration) -> Deadline<'a> {
        Deadline { end: self.end.min(Instant::now() + limit), ..self }
    }

    /// Time left; zero when it has passed.
    pub fn remaining(self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    /// What it was set to.
    pub(crate) fn limit(self) -> Duration {
        self.limit
    }

    pub(super) fn passed(self) -> bool {
        self.remaining().is_zero()
    }

    pub(super) fn is_stopped(self) -> bool {
        // Relaxed: the flag carries no data.
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Rounded up, so that a wait never ends before the deadline; shorter where a flag is to be looked at.
    pub(super) fn poll_timeout(self) -> PollTimeout {
        let rest = self.remaining() + Duration::from_micros(999);
        let wait = if self.stop.is_some() { rest.min(LOOK_EVERY) } else { rest };
        PollTimeout::try_from(wait).unwrap_or(PollTimeout::MAX)
    }
}
