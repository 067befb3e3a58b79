//! How a command ends: errors, exit codes, and the two normal ends that are none (Ctrl-C, a closed pipe).

use anyhow::anyhow;
use luozi::core::cpu::{self, Level};
use std::fmt::Display;
use std::io::{ErrorKind, Write as _};

/// Something the user gave is wrong: exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BadInput(String);

/// The user pressed Ctrl-C: exit code 130.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// An error about the user's input; `message` says what was found, what was expected and what to do.
pub fn bad_input(message: impl Display) -> anyhow::Error {
    BadInput(message.to_string()).into()
}

/// Prints an error, if it is one, and gives the program's exit code.
pub fn exit_code(result: anyhow::Result<()>) -> u8 {
    let Err(error) = result else { return 0 };
    let closed_pipe = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == ErrorKind::BrokenPipe)
    };
    if error.chain().any(closed_pipe) {
        return 0;
    }
    if error.is::<Interrupted>() {
        return 130;
    }
    // If stderr is gone too there is nobody left to tell.
    let _ = writeln!(std::io::stderr(), "luozi: {error:#}");
    if error.is::<BadInput>() { 2 } else { 1 }
}

/// `LUOZI_CPU=portable|avx2|avx512` lowers the instruction set, to compare bodies and to reproduce a user's machine.
pub fn limit_cpu_from_environment() -> anyhow::Result<()> {
    let Some(wanted) = std::env::var_os("LUOZI_CPU") else { return Ok(()) };
    let level = Level::ALL.into_iter().find(|level| wanted == level.name());
    let level = level.ok_or_else(|| {
        bad_input(anyhow!("LUOZI_CPU is `{}`, expected portable, avx2 or avx512", wanted.to_string_lossy()))
    })?;
    cpu::limit(level);
    Ok(())
}
