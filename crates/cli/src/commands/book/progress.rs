//! How far a book is, for people.

use crate::ticker::Ticker;
use std::time::Duration;

/// Counts solved positions and tells about them on stderr.
pub struct Progress {
    /// Positions that were not solved before.
    pub todo: usize,
    /// Positions solved by this run.
    pub solved: usize,
    /// Nodes they took.
    pub nodes: u64,
    ticker: Ticker,
}

impl Progress {
    /// Nothing done of `todo` positions.
    pub fn new(todo: usize) -> Progress {
        Progress { todo, solved: 0, nodes: 0, ticker: Ticker::new() }
    }

    /// One more position is solved.
    pub fn add(&mut self, nodes: u64) {
        self.solved += 1;
        self.nodes += nodes;
    }

    /// Tells where the run is, unless it has just done so.
    pub fn tell(&mut self, elapsed: Duration) {
        let (solved, todo, nodes, seconds) = (self.solved, self.todo, self.nodes, elapsed.as_secs_f64());
        self.ticker.tell(|| {
            let left = match solved {
                0 => "unknown".to_string(),
                _ => format!("{:.0} s", seconds / solved as f64 * (todo - solved) as f64),
            };
            format!("{solved} of {todo} positions solved, {nodes} nodes, {seconds:.0} s, {left} left")
        });
    }

    /// Clears the line of a terminal.
    pub fn clear(&self) {
        self.ticker.clear();
    }
}
