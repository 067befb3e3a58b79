//! `--sandbox`: walls around foreign bots.

use crate::error::bad_input;
use clap::ValueEnum;
use luozi::arena::process::Host;

/// Whether foreign bots are shut in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Walls {
    /// They are; a machine that cannot do it is an error
    On,
    /// They are not
    Off,
}

/// A host without walls.
pub fn plain_host() -> anyhow::Result<Host> {
    Ok(match crate::START.get().map(|start| start.again.as_slice()) {
        Some([program, arguments @ ..]) => Host::program(program).with_arguments(arguments.iter().cloned()),
        _ => Host::current()?,
    })
}

/// The host that runs bots. Without a word from the user walls are built where `wanted` and possible, and a warning says
/// where they are not.
pub fn host(asked: Option<Walls>, wanted: bool) -> anyhow::Result<Host> {
    let host = plain_host()?;
    match (asked, wanted) {
        (Some(Walls::Off), _) | (None, false) => Ok(host),
        (Some(Walls::On), _) => host.shut_in().map_err(|problem| bad_input(format!("--sandbox: {problem}"))),
        (None, true) => Ok(host.clone().shut_in().unwrap_or_else(|problem| {
            eprintln!("warning: the bot runs without walls: {problem}");
            host
        })),
    }
}
