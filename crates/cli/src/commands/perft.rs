//! `luozi perft`: counts positions at a depth.

use crate::options::BoardOptions;
use luozi::core::{Game, MoveList, Notation};
use luozi::games::{GameKind, with_rules};
use serde_json::json;
use std::io::Write;
use std::time::Instant;

/// Count the move sequences of a given length
///
/// A pass is a ply. Finished games have no children, except in Reversi, whose published tables count them as one.
/// Example: luozi perft reversi --depth 9
#[derive(clap::Args)]
pub struct Args {
    /// connect4, reversi or nogo
    game: GameKind,
    #[command(flatten)]
    board: BoardOptions,
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
    let (_, rules) = args.board.rules(args.game)?;
    with_rules!(&rules, rules => count(args, rules))
}

fn count<G: Game + Notation>(args: &Args, rules: &G) -> anyhow::Result<()> {
    let position = args.board.current(rules)?;
    let mut out = std::io::stdout().lock();
    let start = Instant::now();
    let nodes = if args.divide && args.depth > 0 {
        let mut moves = MoveList::new();
        rules.legal_moves(&position, &mut moves);
        let mut total = 0;
        for &mv in &moves {
            let mut child = position;
            rules.play_unchecked(&mut child, mv);
            let nodes = rules.perft(&child, args.depth - 1);
            writeln!(out, "{:>6} {nodes}", rules.move_text(mv))?;
            total += nodes;
        }
        total
    } else {
        rules.perft(&position, args.depth)
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
