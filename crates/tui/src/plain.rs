//! The round for pipes and scripts: a board as text, one command a line.

use crate::round::Round;
use std::io::{self, BufRead, Write};

/// Longest line that is read; more is refused, not stored.
const MAX_LINE: u64 = 4096;

/// Plays until `quit`, the end of input, or the end of the game with nothing left to read.
pub fn play_in_lines(mut round: Round, mut input: impl BufRead, mut out: impl Write) -> io::Result<()> {
    writeln!(out, "{}", round.words().plain_help)?;
    show(&round, &mut out)?;
    loop {
        answer(&mut round, &mut out)?;
        write!(out, "> ")?;
        out.flush()?;
        let mut line = Vec::new();
        let read = io::Read::take(&mut input, MAX_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            writeln!(out)?;
            return Ok(());
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim() {
            "" => {}
            "quit" | "q" | "exit" => return Ok(()),
            "help" | "?" => writeln!(out, "{}", round.words().plain_help)?,
            "board" => show(&round, &mut out)?,
            "moves" => writeln!(out, "{}", round.move_line())?,
            "undo" | "u" => {
                if round.undo() {
                    show(&round, &mut out)?;
                } else {
                    writeln!(out, "{}", round.words().nothing_to_undo)?;
                }
            }
            "hint" | "h" if !round.is_over() => {
                let analysis = round.opponent().hint(round.session()).map_err(io::Error::other)?;
                writeln!(out, "{}", round.hint(&analysis))?;
            }
            text => match round.play(text) {
                Ok(()) => show(&round, &mut out)?,
                Err(sentence) => writeln!(out, "{sentence}")?,
            },
        }
    }
}

/// The engine's moves, and passes nobody has a choice about.
fn answer(round: &mut Round, out: &mut impl Write) -> io::Result<()> {
    loop {
        if let Some(sentence) = round.forced_pass() {
            writeln!(out, "{sentence}")?;
        } else if round.engine_to_move() {
            let mv = round.opponent().choose(round.session()).map_err(io::Error::other)?;
            writeln!(out, "{}", round.announcement(&mv))?;
            round.play(&mv).map_err(|e| io::Error::other(format!("the engine's move was refused: {e}")))?;
            show(round, out)?;
        } else {
            round.ponder();
            return Ok(());
        }
    }
}

/// The board with coordinates, and the status.
fn show(round: &Round, out: &mut impl Write) -> io::Result<()> {
    let grid = round.session().grid();
    let symbols = round.session().symbols();
    for (row, cells) in (0..grid.rows).zip(symbols.chunks(grid.cols.into())) {
        let cells: String = cells.iter().flat_map(|symbol| [' ', ' ', symbol.char()]).collect();
        writeln!(out, "{:>3}{cells}", grid.row_label(row))?;
    }
    let labels: String = (0..grid.cols).map(|col| format!("{:>3}", grid.column_label(col))).collect();
    writeln!(out, "   {labels}")?;
    writeln!(out, "{}", round.status())?;
    Ok(())
}
