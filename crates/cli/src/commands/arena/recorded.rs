//! Runs that are over: their figures and page from the record alone, and one of their turns replayed.

use super::session::{conclude, tell};
use crate::error::bad_input;
use crate::lang::Lang;
use crate::output::write_file;
use anyhow::Context;
use luozi::arena::matches::{Archive, RunError, RunResult, StoreError, export};
use luozi::arena::players::{EnginePlayers, PlayerSpec};
use luozi::arena::process::Host;
use luozi::arena::replay::{Divergence, Extent, OtherLimits, ReplayError, Replayed, Turn, replay};
use luozi::arena::report::{Figures, page};
use luozi::games::record::Record;
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// Wrong files and numbers are the user's; the rest is not.
pub fn store_error(error: StoreError) -> anyhow::Error {
    match error {
        StoreError::Sql(_) | StoreError::Content(_) | StoreError::DiskFull(_) => error.into(),
        other => bad_input(other),
    }
}

/// Opens the last run of a file. A file that is no data base at all is the user's mistake.
fn open(path: &Path) -> anyhow::Result<Archive> {
    Archive::open(path).map_err(|error| match error {
        StoreError::Sql(problem) => {
            bad_input(format!("{} is no record of a match: {problem}; expected a file of --db", path.display()))
        }
        other => store_error(other),
    })
}

/// The games of a recorded match as saved games; with `number` only that one.
pub fn recorded_games(db: &Path, number: Option<u32>) -> anyhow::Result<Vec<Record>> {
    let archive = open(db)?;
    let number = number.map(i64::from);
    if let Some(number) = number {
        archive.plan(number).map_err(store_error)?;
    }
    let games = export::saved_games(&archive)?.into_iter().filter(|(known, _)| number.is_none_or(|n| n == *known));
    let games: Vec<Record> = games.map(|(_, game)| game).collect();
    if games.is_empty() {
        return Err(bad_input(format!("{}: no such game has ended yet; go on with --resume", db.display())));
    }
    Ok(games)
}

/// Writes `games.csv` and `moves.csv` of a recorded match into a folder.
pub fn write_tables(db: &Path, folder: &Path) -> anyhow::Result<()> {
    let archive = open(db)?;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (name, text) in [("games.csv", export::games_csv(&archive)?), ("moves.csv", export::moves_csv(&archive)?)] {
        let path = folder.join(name);
        write_file(&path, text)?;
        eprintln!("{} written", path.display());
    }
    Ok(())
}

/// An error now rather than after hours of games if the page cannot be written; what is there stays until then, and what
/// was not there is not there afterwards.
pub fn check_writable(file: &Path) -> anyhow::Result<()> {
    let is_new = !file.exists();
    let opened = std::fs::OpenOptions::new().append(true).create(true).open(file);
    opened.map(drop).map_err(|e| bad_input(format!("--report {}: {e}", file.display())))?;
    if is_new {
        let _ = std::fs::remove_file(file);
    }
    Ok(())
}

/// Says so when a file holds a run that was not played to its end and is not to be resumed.
pub fn tell_of_unfinished(db: &Path) {
    // Whatever is wrong with the file is told by whoever opens it to write.
    let Ok(archive) = Archive::open(db) else { return };
    let (conditions, Ok(games)) = (archive.conditions(), archive.games()) else { return };
    let (played, planned) = (games.len(), 2 * conditions.pairs * conditions.pairings.len());
    if RunResult::of_record(conditions, games).interrupted {
        eprintln!(
            "{} holds a run that was not played to its end ({played} of {planned} games); this is a new one beside it, --resume \
             goes on with that one",
            db.display()
        );
    }
}

/// Writes the page about a run.
pub fn write_page(archive: &Archive, record: Option<&Path>, file: &Path, lang: Option<Lang>) -> anyhow::Result<()> {
    let lang = Lang::or_environment(lang).code();
    let text = page(archive, record, lang)?;
    write_file(file, &text)?;
    eprintln!("report written to {} ({} kB)", file.display(), text.len() / 1000);
    Ok(())
}

/// Tells the figures of a recorded run, and writes its page if that is asked for.
pub fn show(db: &Path, report: Option<&Path>, lang: Option<Lang>, json: bool) -> anyhow::Result<()> {
    let archive = open(db)?;
    let conditions = archive.conditions();
    let result = RunResult::of_record(conditions, archive.games().map_err(store_error)?);
    let figures = Figures { kind: &archive.about().kind, conditions, result: &result, record: Some(db) };
    tell(&figures, json)?;
    if let Some(file) = report {
        write_page(&archive, Some(db), file, lang)?;
    }
    conclude(&figures)
}

/// Asks the player of a recorded turn once more and tells everything about it; `input` receives what it is sent.
pub fn replay_turn(
    host: &Host,
    db: &Path,
    turn: Turn,
    extent: Extent,
    limits: OtherLimits,
    input: Option<&Path>,
    json: bool,
) -> anyhow::Result<()> {
    let replayed = replay(&open(db)?, turn, extent, limits, host, &EnginePlayers).map_err(|error| match error {
        ReplayError::Store(error) => store_error(error),
        ReplayError::Run(RunError::Store(error)) => store_error(error),
        other => bad_input(other),
    })?;
    let by_hand = match (input, &replayed.exchange) {
        (Some(file), Some(exchange)) => {
            write_file(file, &exchange.sent)?;
            by_hand(&replayed.player, host, file)
        }
        (Some(_), None) => {
            return Err(bad_input(format!("--input: {} has no process that is sent anything", replayed.player)));
        }
        (None, _) => None,
    };
    let mut out = std::io::stdout();
    if json {
        writeln!(out, "{}", turn_json(&replayed, by_hand))?;
    } else {
        write!(out, "{}", turn_text(&replayed, by_hand))?;
    }
    match &replayed.verdict {
        Ok(_) => Ok(()),
        Err(fault) => Err(anyhow::anyhow!("{} {fault}", replayed.player)),
    }
}

/// The command that feeds the file to the bot without any arena.
fn by_hand(player: &PlayerSpec, host: &Host, file: &Path) -> Option<String> {
    let words: Vec<String> = player.command(host)?.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    Some(format!("{} < {}", shell_words::join(words), shell_words::quote(&file.display().to_string())))
}

fn turn_json(replayed: &Replayed, by_hand: Option<String>) -> serde_json::Value {
    let Replayed {
        player,
        turn,
        side,
        position,
        recorded,
        verdict,
        value,
        limit,
        wall,
        cpu,
        stderr,
        exchange,
        explain,
        ..
    } = replayed;
    let divergence = replayed.divergence.as_ref().map(
        |Divergence { move_number, recorded, now }| json!({"move": move_number, "recorded": recorded, "now": now}),
    );
    let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
    json!({
        "game": turn.game, "move": turn.move_number, "player": player.to_string(), "side": side.to_string(),
        "position": position, "recorded": recorded, "answer": verdict.as_ref().ok(), "value": value,
        "fault": verdict.as_ref().err().map(|fault| json!({"kind": fault.kind(), "reason": fault.to_string()})),
        "limit_ms": limit.as_millis() as u64, "wall_ms": wall.as_secs_f64() * 1e3, "cpu_ms": cpu.as_secs_f64() * 1e3,
        "stderr": stderr, "input": exchange.as_ref().map(|exchange| text(&exchange.sent)),
        "output": exchange.as_ref().map(|exchange| text(&exchange.received)), "command": explain, "by_hand": by_hand,
        "repeated": replayed.repeated, "diverged": divergence,
    })
}

fn turn_text(replayed: &Replayed, by_hand: Option<String>) -> String {
    let Replayed {
        player, turn, side, position, recorded, verdict, limit, wall, cpu, stderr, exchange, explain, ..
    } = replayed;
    let block = |title: &str, text: &str| match text.trim_end() {
        "" => format!("{title}: nothing\n"),
        text => format!("{title}:\n  {}\n", text.replace('\n', "\n  ")),
    };
    let mut text =
        format!("game {}, move {}: {player} as the {side} player\n{position}\n", turn.game, turn.move_number);
    text += &match &replayed.divergence {
        Some(Divergence { move_number, recorded, now }) => format!(
            "the game cannot be repeated: at move {move_number} it plays {now} now, {recorded} in the record; this turn was \
             asked alone\n"
        ),
        None if replayed.repeated > 0 => {
            format!("after its {} turns before, all as in the record\n", replayed.repeated)
        }
        None => String::new(),
    };
    if let Some(exchange) = exchange {
        text += &block("sent", &String::from_utf8_lossy(&exchange.sent));
        text += &block("printed", &visible(&exchange.received));
        text += &block("stderr", stderr);
    }
    let [limit, wall, cpu] = [limit, wall, cpu].map(|time| time.as_secs_f64() * 1e3);
    text += &format!("time: {wall:.1} ms of {limit:.0} ms, {cpu:.1} ms of it on the processor\n");
    text += &format!("in the record: {}\n", recorded.as_deref().unwrap_or("no answer"));
    text += &match verdict {
        Ok(mv) if recorded.as_ref() == Some(mv) => format!("now: {mv}, as in the record\n"),
        Ok(mv) => format!("now: {mv}, legal this time\n"),
        Err(fault) => format!("now: {fault}\n"),
    };
    text += &format!("the position: {explain}\n");
    text + &by_hand.map_or(String::new(), |command| format!("by hand: {command}\n"))
}

/// Output as text in which bytes that do not print can be seen.
fn visible(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| if c == '\n' || !c.is_control() { c.to_string() } else { c.escape_default().to_string() })
        .collect()
}
