//! Foreign bots as processes that cannot hurt the arena.
//!
//! Every bot runs below a small supervisor process of ours:
//!
//! ```text
//! arena ──┬─ stdin, stdout, stderr ─────────────────────── bot ── whatever the bot starts
//!         └─ control socket ── supervisor (subreaper) ──────┘
//! ```
//!
//! The bot holds the arena's pipes directly, so nothing stands between a request and its answer. The supervisor
//! watches the memory of the whole tree and kills the tree when the bot ends, when the limit is passed, or when the
//! arena's end of the control socket closes: on purpose, or because the arena was killed. No process outlives its game.
//! A bot starts as in a shell: no signal blocked or ignored, a session of its own, the three standard streams and no other
//! descriptor, the arena's environment and working folder.
//! What a bot prints beyond [`OUTPUT_LIMIT_BYTES`] a turn is a fault; of its stderr the beginning and the end are kept.

mod affinity;
mod bot;
mod deadline;
mod group;
mod log;
mod report;
mod sandbox;
mod so_host;
pub mod supervisor;
mod tree;

pub use affinity::{AffinityError, Share};
pub use bot::{BotProcess, Exchange, Host, Limits, OUTPUT_LIMIT_BYTES, ProcessFault, StartError};
pub use deadline::Deadline;
pub use report::Exit;
pub(crate) use sandbox::find_program;
pub use sandbox::{PRIVATE_BYTES, Sandbox, SandboxError};
pub(crate) use so_host::PRINTED;

/// Joins what hidden subcommands share: a problem in one sentence on stderr, exit code 2.
fn fail(what: &str, problem: impl std::fmt::Display) -> std::process::ExitCode {
    eprintln!("luozi {what}: {problem}");
    std::process::ExitCode::from(2)
}
