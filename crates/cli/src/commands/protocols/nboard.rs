//! `luozi nboard`: the NBoard protocol on stdin and stdout, for the NBoard program and other Reversi boards.

use super::told;
use crate::options::EngineOptions;
use luozi::stdio::nboard::{Conversation, serve};
use std::io::BufReader;

/// Speak the NBoard protocol (version 2) on stdin and stdout
///
/// For the NBoard program and other boards for Reversi. `--time`, `--visits` or `--level` limit every move; otherwise
/// `set depth` does, two plies doubling the simulations. Scores count empty squares for the winner.
/// Example: luozi nboard --time 2s
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    engine: EngineOptions,
}

/// Follows orders until `quit` or the end of the input.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let conversation = Conversation::new(&args.engine.choice()?).map_err(|e| told(&args.engine, e))?;
    Ok(serve(conversation, BufReader::new(std::io::stdin()), std::io::stdout().lock())?)
}
