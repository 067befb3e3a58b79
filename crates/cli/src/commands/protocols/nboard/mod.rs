//! `luozi nboard`: the NBoard protocol on stdin and stdout, for the NBoard program and other Reversi boards.

mod clock;
pub(super) mod conversation;

use super::background::Event;
use super::lines::{Line, read_stdin};
use crate::options::EngineOptions;
use conversation::Conversation;
use crossbeam_channel::{Receiver, never};
use luozi::protocol::nboard::{Order, Report};
use std::io::Write;
use std::time::Instant;

/// Longest order that is read, in bytes; a game is one line.
pub(super) const MAX_LINE_BYTES: usize = 64 << 10;

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
    serve(Conversation::new(args.engine.clone())?, read_stdin(MAX_LINE_BYTES)?, std::io::stdout().lock())
}

/// Follows the orders of `lines` and reports on `out`.
pub(super) fn serve(
    mut conversation: Conversation,
    mut lines: Receiver<Line>,
    mut out: impl Write,
) -> anyhow::Result<()> {
    let mut open = true;
    while open || conversation.is_busy() {
        let reports = match conversation.engine.next(&lines) {
            Event::Thought(update) => conversation.thought(update),
            // What was asked before the input closed is still answered.
            Event::Closed => {
                (open, lines) = (false, never());
                Vec::new()
            }
            Event::Line(line) => match order(line) {
                Ok(Order::Quit) => return Ok(()),
                Ok(order) => conversation.order(order, Instant::now()),
                Err(sentence) => vec![Report::Status(sentence)],
            },
        };
        for report in &reports {
            writeln!(out, "{report}")?;
        }
        out.flush()?;
    }
    Ok(())
}

/// The order of a line, or a sentence about it.
fn order(line: Line) -> Result<Order, String> {
    let line = line.map_err(|error| error.to_string())?;
    Order::parse(&String::from_utf8_lossy(&line)).map_err(|error| error.kind.to_string())
}
