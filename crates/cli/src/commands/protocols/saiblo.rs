//! `luozi saiblo`: Saiblo's Connect Four in its wire form, on stdin and stdout. The player is the one of the shared object.

use crate::options::EngineOptions;
use luozi::stdio::saiblo::{Player, Settings, serve};

/// Speak Saiblo's wire form of Connect Four on stdin and stdout
///
/// Time counts from the first line of a turn, for the first turn from the start of the process; 2.7 s when nothing is said.
/// Example: luozi match "saiblo:luozi saiblo --time 300ms" random --platform saiblo --games 10
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    engine: EngineOptions,
}

/// Answers turns until the input closes.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let settings = Settings::of_choice(&args.engine.choice()?).map_err(|e| args.engine.told(e))?;
    Ok(serve(Player::new(settings), std::io::stdin().lock(), std::io::stdout(), std::io::stderr())?)
}
