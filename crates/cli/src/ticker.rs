//! One line on stderr that says how far a long command is: rewritten on a terminal, now and then a new one elsewhere.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Time between two lines on a terminal, and anywhere else.
const TERMINAL: Duration = Duration::from_millis(250);
const LOG: Duration = Duration::from_secs(20);

/// Decides when a line is due, and writes it. What ends before the first one is due says nothing.
pub struct Ticker {
    last: Instant,
    terminal: bool,
}

impl Ticker {
    /// The work begins now.
    pub fn new() -> Ticker {
        Ticker { last: Instant::now(), terminal: std::io::stderr().is_terminal() }
    }

    /// Writes the line if it is due.
    pub fn tell(&mut self, text: impl FnOnce() -> String) {
        if self.last.elapsed() < if self.terminal { TERMINAL } else { LOG } {
            return;
        }
        self.last = Instant::now();
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
