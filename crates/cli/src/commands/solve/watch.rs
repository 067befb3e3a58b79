//! Tells on stderr what is being solved, from a thread of its own: a solver only speaks when its bounds change.

use super::answer::seen_by;
use crate::ticker::Ticker;
use luozi::core::Player;
use luozi::solve::Progress;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Between two looks.
const LOOK: Duration = Duration::from_millis(250);

/// What is being solved.
struct Shown {
    line: usize,
    mover: Player,
    begun: Instant,
    latest: Option<Progress>,
}

/// Shared by the thread that solves and the one that tells.
pub struct Watch(Mutex<(Ticker, Option<Shown>)>);

impl Default for Watch {
    fn default() -> Watch {
        Watch(Mutex::new((Ticker::new(), None)))
    }
}

impl Watch {
    /// Tells until the other end of `done` is gone.
    pub fn tell_until(&self, done: &Receiver<()>) {
        while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(LOOK) {
            self.with(|ticker, shown| {
                if let Some(shown) = shown {
                    ticker.tell(|| shown.text());
                }
            });
        }
    }

    /// The position of that line is next.
    pub fn begin(&self, line: usize, mover: Player) {
        self.with(|_, shown| *shown = Some(Shown { line, mover, begun: Instant::now(), latest: None }));
    }

    /// The solver knows more about it.
    pub fn learn(&self, progress: Progress) {
        self.with(|_, shown| {
            if let Some(shown) = shown {
                shown.latest = Some(progress);
            }
        });
    }

    /// Nothing is being solved; what was told is taken back.
    pub fn end(&self) {
        self.with(|ticker, shown| {
            *shown = None;
            ticker.clear();
        });
    }

    fn with(&self, act: impl FnOnce(&mut Ticker, &mut Option<Shown>)) {
        // A thread that panicked while telling has left nothing half done that matters here.
        let mut guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (ticker, shown) = &mut *guard;
        act(ticker, shown);
    }
}

impl Shown {
    fn text(&self) -> String {
        let (line, seconds) = (self.line, self.begun.elapsed().as_secs_f64());
        match &self.latest {
            None => format!("line {line}: nothing known yet, {seconds:.0} s"),
            Some(progress) => {
                let (lower, upper) = seen_by(progress.bounds, self.mover);
                format!("line {line}: {lower:+} to {upper:+} after {} nodes, {seconds:.0} s", progress.nodes)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi::core::{Bounds, Score};

    #[test]
    fn the_latest_bounds_are_told_as_the_mover_sees_them() {
        let mut shown = Shown { line: 7, mover: Player::Second, begun: Instant::now(), latest: None };
        assert!(shown.text().starts_with("line 7: nothing known yet, "));
        let bounds = Bounds { lower: Score(-4), upper: Score(10) };
        shown.latest = Some(Progress { bounds, nodes: 12 });
        assert!(shown.text().starts_with("line 7: -10 to +4 after 12 nodes, "), "{}", shown.text());
    }
}
