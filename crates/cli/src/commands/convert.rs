//! `luozi convert`: a saved game in another format.

use crate::error::bad_input;
use crate::options::RecordOptions;
use crate::output::write_file;
use anyhow::Context;
use luozi::games::record::Record;
use luozi::protocol::formats::{Format, Part, UnknownFormat, losses, write};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Write a saved game in another format
///
/// Reads and writes our JSON, SGF, GGF (Reversi), Botzone logs (Reversi, NoGo), Saiblo conversations (Connect Four) and
/// lists of moves; a match recorded with --db also as tables, games.csv and moves.csv. What the new format has no place
/// for is named on stderr.
/// Example: luozi convert game.sgf --to json --out game.json
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    record: RecordOptions,
    /// json, sgf, ggf, botzone, saiblo, moves or csv; the ending of --out or json when left out
    #[arg(long, value_name = "FORMAT")]
    to: Option<Target>,
    /// Write to this file, or with a file for each game into this folder (it exists, or its name ends with /); stdout
    /// when left out
    #[arg(long, value_name = "FILE|DIR/")]
    out: Option<PathBuf>,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    Games(Format),
    /// Tables of a recorded match.
    Csv,
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        match text {
            "csv" => Ok(Target::Csv),
            other => {
                other.parse().map(Target::Games).map_err(|e: UnknownFormat| format!("{e}, or csv for a recorded match"))
            }
        }
    }
}

/// Reads the games, writes them in the other format, and says on stderr what that could not hold.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let named = || args.out.as_deref().and_then(format_of).unwrap_or(Format::Json);
    let format = match args.to {
        Some(Target::Csv) => return tables(args),
        Some(Target::Games(format)) => format,
        None => named(),
    };
    let games = args.record.read()?;
    match &args.out {
        Some(path) => write_games(&games, format, path),
        None => Ok(std::io::stdout().write_all(text_of(&games, format)?.as_bytes())?),
    }
}

/// Writes games into one file, or into a folder with a file for each.
pub fn write_games(games: &[Record], format: Format, path: &Path) -> anyhow::Result<()> {
    match is_folder(path) {
        true => write_folder(games, format, path),
        false => write_file(path, text_of(games, format)?),
    }
}

/// The games as the text of one file.
fn text_of(games: &[Record], format: Format) -> anyhow::Result<String> {
    if format == Format::Saiblo && games.len() > 1 {
        let count = games.len();
        return Err(bad_input(format!("a Saiblo replay holds one game, found {count}; choose one with --number")));
    }
    let texts: Result<Vec<String>, _> = games.iter().map(|game| write(game, format)).collect();
    let text = texts.map_err(bad_input)?.join("\n") + "\n";
    tell_losses(games, format);
    Ok(text)
}

/// A folder that exists, or a name that can only be one.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// A file for each game, numbered from 1 in their order.
fn write_folder(games: &[Record], format: Format, folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (index, game) in games.iter().enumerate() {
        let text = write(game, format).map_err(|e| bad_input(format!("game {}: {e}", index + 1)))?;
        let path = folder.join(format!("game-{:05}.{format}", index + 1));
        write_file(&path, text + "\n")?;
    }
    tell_losses(games, format);
    // If stderr is gone there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "{} games written to {}", games.len(), folder.display());
    Ok(())
}

/// The tables of a recorded match, which only the arena's systems have.
#[cfg_attr(not(target_os = "linux"), expect(unused_variables, reason = "no match is recorded there"))]
fn tables(args: &Args) -> anyhow::Result<()> {
    #[cfg(target_os = "linux")]
    if let Some(path) = args.record.recorded_match() {
        let folder = args.out.as_deref().ok_or_else(|| bad_input("--to csv writes two files; add --out DIR"))?;
        return super::arena::write_tables(path, folder);
    }
    Err(bad_input("--to csv is for a match recorded with --db; choose json, sgf, ggf, botzone, saiblo or moves"))
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
