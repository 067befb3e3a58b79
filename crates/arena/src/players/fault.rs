//! What a player did wrong, in one sentence and in one word.

use crate::process::ProcessFault;
use luozi_core::{ParseError, ParseErrorKind, excerpt};
use luozi_protocol::botzone::Verdict;
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// A fault that loses the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// Its process gave no answer.
    #[error(transparent)]
    Process(#[from] ProcessFault),
    /// Its process gave no answer to one command of many.
    #[error("{fault}, asked `{request}`")]
    Unanswered {
        /// The whole line of the command that was not answered.
        request: String,
        /// What the process did instead of answering.
        fault: ProcessFault,
    },
    /// Its answer came after its time.
    #[error("answered after {} ms, later than the {} ms it had", took.as_millis(), limit.as_millis())]
    Late {
        /// Time it took.
        took: Duration,
        /// Time it had.
        limit: Duration,
    },
    /// Something came, but not all that makes it an answer; what is missing, in a sentence.
    #[error("{0}")]
    Incomplete(String),
    /// Its answer cannot be read; what was found and what was expected, in a sentence.
    #[error("{0}")]
    Garbage(String),
    /// Its move is against the rules.
    #[error("played `{found}`: {reason}")]
    Illegal {
        /// What it played, cut short where it is long.
        found: String,
        /// Why it is illegal.
        reason: String,
    },
}

/// The kinds of faults, as reports count them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The program could not be started.
    NotStarted,
    /// No answer in time.
    TimeOut,
    /// Error code, signal or exception.
    Crash,
    /// Ended in mid-game without an error, or closed its pipes.
    EarlyExit,
    /// Too much memory, or too many processes.
    Memory,
    /// Too much output.
    Output,
    /// An answer that is no move.
    Garbage,
    /// A move against the rules.
    Illegal,
}

impl Fault {
    /// An answer in the place of what was expected.
    pub fn garbage(found: &str, expected: impl fmt::Display) -> Fault {
        Fault::Garbage(format!("answered `{}`, expected {expected}", excerpt(found)))
    }

    /// An answer that the protocol's reader refuses.
    pub fn unreadable(problem: impl fmt::Display) -> Fault {
        Fault::Garbage(format!("gave an answer that cannot be read: {problem}"))
    }

    /// What the rules said about a move.
    pub fn of_move(found: &str, error: &ParseError) -> Fault {
        match &error.kind {
            ParseErrorKind::Illegal { reason, .. } => {
                Fault::Illegal { found: excerpt(found), reason: reason.to_string() }
            }
            ParseErrorKind::Unexpected { expected, .. } | ParseErrorKind::Ended { expected } => {
                Fault::garbage(found, expected)
            }
            ParseErrorKind::Impossible(flaw) => Fault::Illegal { found: excerpt(found), reason: flaw.to_string() },
        }
    }

    /// The kind that reports count it under.
    pub fn kind(&self) -> FaultKind {
        match self {
            Fault::Garbage(_) => FaultKind::Garbage,
            Fault::Illegal { .. } => FaultKind::Illegal,
            Fault::Incomplete(_) | Fault::Late { .. } => FaultKind::TimeOut,
            Fault::Process(process) | Fault::Unanswered { fault: process, .. } => match process {
                ProcessFault::NotStarted(_) => FaultKind::NotStarted,
                ProcessFault::TimeOut(_) => FaultKind::TimeOut,
                ProcessFault::Crashed(_) => FaultKind::Crash,
                ProcessFault::ExitedEarly
                | ProcessFault::ClosedInput
                | ProcessFault::ClosedOutput
                | ProcessFault::Interrupted => FaultKind::EarlyExit,
                ProcessFault::OutOfMemory { .. }
                | ProcessFault::TooManyProcesses { .. }
                | ProcessFault::TooManyTasks { .. } => FaultKind::Memory,
                ProcessFault::Flood => FaultKind::Output,
            },
        }
    }
}

impl FaultKind {
    /// What Botzone calls it.
    pub fn botzone_verdict(self) -> Verdict {
        match self {
            FaultKind::NotStarted | FaultKind::Crash | FaultKind::EarlyExit => Verdict::Re,
            FaultKind::TimeOut => Verdict::Tle,
            FaultKind::Memory => Verdict::Mle,
            FaultKind::Output => Verdict::Ole,
            FaultKind::Garbage => Verdict::Nj,
            FaultKind::Illegal => Verdict::Illegal,
        }
    }
}

/// The word in reports; the same as in JSON.
impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultKind::NotStarted => "not-started",
            FaultKind::TimeOut => "time-out",
            FaultKind::Crash => "crash",
            FaultKind::EarlyExit => "early-exit",
            FaultKind::Memory => "memory",
            FaultKind::Output => "output",
            FaultKind::Garbage => "garbage",
            FaultKind::Illegal => "illegal",
        })
    }
}

impl From<crate::process::StartError> for Fault {
    fn from(error: crate::process::StartError) -> Fault {
        Fault::Process(ProcessFault::NotStarted(error.to_string()))
    }
}
