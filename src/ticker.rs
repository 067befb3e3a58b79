//! One line on stderr that says how far a long command is: rewritten on a terminal, now and then a new one elsewhere.

use std::io::{IsTerminal, Write};
use std::time::Duration;

/// Time between two lines on a terminal, and anywhere else.
const TERMINAL: Duration = Duration::from_millis(500);
const LOG: Duration = Duration::from_secs(20);

/// Decides when a line is due, and writes it.
pub struct Ticker {
    next: Duration,
    terminal: bool,
}

impl Ticker {
    /// The first line is due at once.
    pub fn new() -> Ticker {
        Ticker { next: Duration::ZERO, terminal: std::io::stderr().is_terminal() }
    }

    /// Writes the line if it is due, `elapsed` after the start.
    pub fn tell(&mut self, elapsed: Duration, text: impl FnOnce() -> String) {
        if elapsed < self.next {
            return;
        }
        self.next = elapsed + if self.terminal { TERMINAL } else { LOG };
        let (begin, end) = if self.terminal { ("\r\x1b[K", "") } else { ("", "\n") };
        // A terminal that went away is no reason to stop.
        let _ = write!(std::io::stderr(), "{begin}{}{end}", text());
    }

    /// Clears the line of a terminal.
    pub fn clear(&self) {
        if self.terminal {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
