//! `luozi completions`: shell completions on stdout.

use clap_complete::Shell;
use std::io::Write;

/// Print completions for a shell
///
/// Example: luozi completions bash > ~/.local/share/bash-completion/completions/luozi
#[derive(clap::Args)]
pub struct Args {
    /// The shell to write completions for
    shell: Shell,
}

/// Writes the completion script.
pub fn run(args: &Args, command: &mut clap::Command) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "luozi", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(())
}
