//! `luozi perft`: counts positions at a depth.

use crate::options::PositionOptions;
use serde_json::json;
use std::io::Write;
use std::time::Instant;

/// Count the move sequences of a given length
///
/// A pass is a ply. Finished games have no children, unless the published tables of the game count them as one.
/// Example: luozi perft reversi --depth 9
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionOptions,
    /// Number of plies
    #[arg(long, value_name = "D")]
    depth: u32,
    /// Also print the count below each first move
    #[arg(long, conflicts_with = "json")]
    divide: bool,
    /// One JSON object on stdout
    #[arg(long)]
    json: bool,
}

/// Counts and prints.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let session = args.position.session()?;
    let mut out = std::io::stdout().lock();
    let start = Instant::now();
    let nodes = if args.divide && args.depth > 0 {
        let mut total = 0;
        for mv in session.legal_effects() {
            let mut child = session.clone();
            child.play_index(mv.index)?;
            let nodes = child.perft(args.depth - 1);
            writeln!(out, "{:>6} {nodes}", mv.text)?;
            total += nodes;
        }
        total
    } else {
        session.perft(args.depth)
    };
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        writeln!(out, "{}", json!({"depth": args.depth, "nodes": nodes, "seconds": seconds}))?;
    } else {
        let rate = nodes as f64 / seconds.max(1e-9) / 1e6;
        writeln!(out, "depth {}: {nodes} nodes in {seconds:.3} s ({rate:.1} million a second)", args.depth)?;
    }
    Ok(())
}
