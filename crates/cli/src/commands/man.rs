//! `luozi man`: the manual pages as files.

use anyhow::Context;
use std::io::Write;
use std::path::PathBuf;

/// Write the manual pages, one a command, into a folder
///
/// Example: luozi man ~/.local/share/man/man1 && man luozi-match
#[derive(clap::Args)]
pub struct Args {
    /// The folder; it is made when it is not there
    folder: PathBuf,
}

/// Writes `luozi.1`, `luozi-analyze.1` and so on.
pub fn run(args: &Args, command: clap::Command) -> anyhow::Result<()> {
    let Args { folder } = args;
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
    written.with_context(|| format!("cannot write the manual pages to {}", folder.display()))?;
    writeln!(std::io::stderr(), "manual pages written to {}", folder.display()).ok();
    Ok(())
}
