//! What the supervisor tells the arena when a bot's process tree is gone: one JSON object on the control socket.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exit {
    /// It returned this code.
    Code(i32),
    /// It was ended by this signal.
    Signal(i32),
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Exit::Code(code) => write!(f, "exit code {code}"),
            Exit::Signal(number) => match nix::sys::signal::Signal::try_from(number) {
                Ok(signal) => write!(f, "signal {}", signal.as_str()),
                Err(_) => write!(f, "signal {number}"),
            },
        }
    }
}

/// The end of a supervised bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Ending {
    /// The bot could not be started; why.
    NotStarted(String),
    /// The bot ended by itself.
    Exited(Exit),
    /// Its tree used this many bytes, more than allowed, and was killed.
    OutOfMemory(u64),
    /// Its tree grew to so many processes, more than allowed, and was killed.
    TooManyProcesses(usize),
    /// The kernel refused it more processes and threads, and it was killed.
    TooManyTasks,
    /// The supervisor was told to end it.
    Stopped,
}

/// The supervisor's last words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    /// How the bot ended: by itself, by a limit, or because it was told to.
    pub(crate) ending: Ending,
    /// Processor time of the whole tree.
    pub(crate) cpu_us: u64,
    /// Largest memory of the whole tree that was seen.
    pub(crate) peak_bytes: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_read_well_and_travel() {
        assert_eq!(Exit::Signal(11).to_string(), "signal SIGSEGV");
        assert_eq!(Exit::Code(3).to_string(), "exit code 3");
        let report = Report { ending: Ending::Exited(Exit::Code(0)), cpu_us: 5, peak_bytes: 7 };
        let text = serde_json::to_string(&report).unwrap();
        assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
    }
}
