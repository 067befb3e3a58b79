//! The table for pipes and scripts: a board as text, one command a line.

use super::table::Table;
use luozi::engine::Playable;
use luozi::games::GameKind;
use luozi_page::words::fill;
use std::io::{BufRead, Write};

/// Longest line that is read; more is refused, not stored.
const MAX_LINE: u64 = 4096;

/// Plays until `quit`, the end of input, or the end of the game with nothing left to read.
pub fn run<G: Playable>(mut table: Table<G>) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    let mut input = std::io::stdin().lock();
    writeln!(out, "{}", table.words().plain_help)?;
    show(&table, &mut out)?;
    loop {
        answer(&mut table, &mut out)?;
        write!(out, "> ")?;
        out.flush()?;
        let mut line = Vec::new();
        let read = std::io::Read::take(&mut input, MAX_LINE).read_until(b'\n', &mut line)?;
        if read == 0 {
            writeln!(out)?;
            return Ok(());
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim() {
            "" => {}
            "quit" | "q" | "exit" => return Ok(()),
            "help" | "?" => writeln!(out, "{}", table.words().plain_help)?,
            "board" => show(&table, &mut out)?,
            "moves" => writeln!(out, "{}", table.move_line())?,
            "undo" | "u" => {
                if table.undo() {
                    show(&table, &mut out)?;
                } else {
                    writeln!(out, "{}", table.words().nothing_to_undo)?;
                }
            }
            "hint" | "h" if !table.is_over() => {
                let mv = table.opponent().hint(table.position());
                writeln!(out, "{}", fill(&table.words().hint, &[("move", &table.rules.move_text(mv))]))?;
            }
            text => match table.play_text(text) {
                Ok(()) => show(&table, &mut out)?,
                Err(sentence) => writeln!(out, "{sentence}")?,
            },
        }
    }
}

/// The engine's moves, and passes nobody has a choice about.
fn answer<G: Playable>(table: &mut Table<G>, out: &mut impl Write) -> anyhow::Result<()> {
    loop {
        if let Some(pass) = table.forced_pass() {
            let mover = table.name(table.rules.to_move(table.position()));
            writeln!(out, "{}", fill(&table.words().passes, &[("side", &mover)]))?;
            table.play(pass).map_err(|e| anyhow::anyhow!("a forced pass was refused: {e}"))?;
        } else if table.engine_to_move() {
            let mv = table.opponent().choose(table.position());
            writeln!(out, "{}", table.announcement(mv))?;
            table.play(mv).map_err(|e| anyhow::anyhow!("the engine's move was refused: {e}"))?;
            show(table, out)?;
        } else {
            table.ponder();
            return Ok(());
        }
    }
}

/// The board with coordinates, and the status.
fn show<G: Playable>(table: &Table<G>, out: &mut impl Write) -> anyhow::Result<()> {
    let text = table.rules.position_text(table.position());
    let rows: Vec<&str> = text.lines().collect();
    let (_, rows) = rows.split_last().expect("a position text ends with the side to move");
    let spaced = |row: &str| row.chars().flat_map(|c| [' ', ' ', c]).collect::<String>();
    for (i, row) in rows.iter().enumerate() {
        writeln!(out, "{:>3}{}", row_label(table.kind, i, rows.len()), spaced(row))?;
    }
    let cols = rows.first().map_or(0, |row| row.chars().count());
    let labels: String = (0..cols).map(|col| format!("{:>3}", column_label(table.kind, col))).collect();
    writeln!(out, "   {labels}")?;
    writeln!(out, "{}", table.status())?;
    Ok(())
}

/// The name of a row as moves use it; Connect Four's rows have none.
pub fn row_label(kind: GameKind, row: usize, rows: usize) -> String {
    match kind {
        GameKind::Connect4 => String::new(),
        GameKind::Reversi => (row + 1).to_string(),
        GameKind::NoGo => (rows - row).to_string(),
    }
}

/// The name of a column as moves use it.
pub fn column_label(kind: GameKind, col: usize) -> String {
    let letter = |i: usize| char::from(b'A' + i as u8);
    match kind {
        GameKind::Connect4 => (col + 1).to_string(),
        GameKind::Reversi => letter(col).to_ascii_lowercase().to_string(),
        GameKind::NoGo => letter(if col >= 8 { col + 1 } else { col }).to_string(),
    }
}
