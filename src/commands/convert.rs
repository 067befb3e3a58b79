//! `luozi convert`: a saved game in another format.

use crate::error::bad_input;
use crate::options::RecordOptions;
use anyhow::Context;
use luozi::games::record::Record;
use luozi::protocol::formats::{Format, Part, losses, write};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Write a saved game in another format
///
/// Reads and writes our JSON, SGF, GGF (Reversi), Botzone logs (Reversi, NoGo), Saiblo conversations (Connect Four) and
/// lists of moves. What the new format has no place for is named on stderr.
/// Example: luozi convert game.sgf --to json --out game.json
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    record: RecordOptions,
    /// json, sgf, ggf, botzone, saiblo or moves; the ending of --out or json when left out
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// Write to this file; stdout when left out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Converts.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let games = args.record.read()?;
    let format = args.to.or_else(|| args.out.as_deref().and_then(format_of)).unwrap_or(Format::Json);
    if format == Format::Saiblo && games.len() > 1 {
        let count = games.len();
        return Err(bad_input(format!("a Saiblo replay holds one game, found {count}; choose one with --number")));
    }
    let texts: Result<Vec<String>, _> = games.iter().map(|game| write(game, format)).collect();
    let text = texts.map_err(bad_input)?.join("\n") + "\n";
    tell_losses(&games, format);
    match &args.out {
        Some(path) => std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display())),
        None => Ok(std::io::stdout().write_all(text.as_bytes())?),
    }
}

/// The format that a file's ending names.
fn format_of(path: &Path) -> Option<Format> {
    path.extension()?.to_str()?.parse().ok()
}

/// Says on stderr what the format has no place for.
fn tell_losses(games: &[Record], format: Format) {
    let lost: Vec<Vec<Part>> = games.iter().map(|game| losses(game, format)).collect();
    let parts = Part::ALL.into_iter().filter(|part| lost.iter().any(|lost| lost.contains(part)));
    let parts: Vec<String> = parts.map(|part| part.to_string()).collect();
    if !parts.is_empty() {
        // If stderr is gone there is nobody to tell.
        let _ = writeln!(std::io::stderr(), "{format} has no place for these, they are lost: {}", parts.join(", "));
    }
}
