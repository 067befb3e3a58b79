//! How far a book is, for people.

use std::io::{IsTerminal, Write};
use std::time::Duration;

/// Time between two reports to a terminal, and to anything else.
const TERMINAL: Duration = Duration::from_millis(500);
const LOG: Duration = Duration::from_secs(20);

/// Counts solved positions and tells about them on stderr.
pub struct Progress {
    todo: usize,
    /// Positions solved by this run.
    pub solved: usize,
    /// Nodes they took.
    pub nodes: u64,
    next: Duration,
    terminal: bool,
}

impl Progress {
    /// Nothing done of `todo` positions.
    pub fn new(todo: usize) -> Progress {
        Progress { todo, solved: 0, nodes: 0, next: Duration::ZERO, terminal: std::io::stderr().is_terminal() }
    }

    /// One more position is solved.
    pub fn add(&mut self, nodes: u64) {
        self.solved += 1;
        self.nodes += nodes;
    }

    /// Tells where the run is, unless it has just done so.
    pub fn tell(&mut self, elapsed: Duration) {
        if elapsed < self.next {
            return;
        }
        self.next = elapsed + if self.terminal { TERMINAL } else { LOG };
        let (solved, todo, seconds) = (self.solved, self.todo, elapsed.as_secs_f64());
        let left = match solved {
            0 => "unknown".to_string(),
            _ => format!("{:.0} s", seconds / solved as f64 * (todo - solved) as f64),
        };
        let (begin, end) = if self.terminal { ("\r\x1b[K", "") } else { ("", "\n") };
        let text = format!("{solved} of {todo} positions solved, {} nodes, {seconds:.0} s, {left} left", self.nodes);
        // A terminal that went away is no reason to stop.
        let _ = write!(std::io::stderr(), "{begin}{text}{end}");
    }

    /// Clears the line of a terminal.
    pub fn clear(&self) {
        if self.terminal {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
