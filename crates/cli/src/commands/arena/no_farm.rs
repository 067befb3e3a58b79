//! A program without the farm: its words are known, and say how to get it.

use super::options::ArenaOptions;
use crate::farm::without;
use luozi::arena::matches::{Crew, Kind, Settings};
use luozi::arena::process::Host;

/// Play for a farm on this machine; not built into this program
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub struct WorkerArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    arguments: Vec<String>,
}

/// How a farm stands, and what it is to do; not built into this program
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub struct FarmArgs {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    arguments: Vec<String>,
}

/// Never a crew.
pub fn crew(
    _options: &ArenaOptions,
    _address: &str,
    _settings: &Settings,
    _kind: &Kind,
    _host: &Host,
) -> anyhow::Result<Box<dyn Crew>> {
    Err(without())
}

/// Always an error.
pub fn work(WorkerArgs { arguments: _ }: &WorkerArgs) -> anyhow::Result<()> {
    Err(without())
}

/// Always an error.
pub fn tell(FarmArgs { arguments: _ }: &FarmArgs) -> anyhow::Result<()> {
    Err(without())
}
