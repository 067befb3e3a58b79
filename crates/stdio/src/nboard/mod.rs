//! The NBoard protocol (version 2), for the NBoard program and other Reversi boards.

mod clock;
mod conversation;

pub use conversation::Conversation;

use crate::background::Event;
use crate::lines::{Line, read_aside};
use crossbeam_channel::{Receiver, never};
use luozi_protocol::nboard::{Order, Report};
use std::io::{self, BufRead, Write};
use std::time::Instant;

/// Longest order that is read, in bytes; a game is one line.
pub(crate) const MAX_LINE_BYTES: usize = 64 << 10;

/// Follows orders until `quit` or the end of the input, which is read on a thread of its own.
pub fn serve(conversation: Conversation, input: impl BufRead + Send + 'static, out: impl Write) -> io::Result<()> {
    serve_lines(conversation, read_aside(input, MAX_LINE_BYTES)?, out)
}

/// Follows the orders of `lines` and reports on `out`.
pub(crate) fn serve_lines(
    mut conversation: Conversation,
    mut lines: Receiver<Line>,
    mut out: impl Write,
) -> io::Result<()> {
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
