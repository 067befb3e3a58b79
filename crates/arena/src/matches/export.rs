//! A recorded run in other formats: saved games, and tables for spreadsheets.

use super::archive::Archive;
use super::database::StoreError;
use super::finished::{ADJUDICATED, FinishedGame};
use crate::judge::PlayedMove;
use luozi_games::analysis::Analysis;
use luozi_games::record::{GameResult, NodeId, Record, RecordError, Winner};
use luozi_search::TimeControl;
use std::time::Duration;

/// A run that cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The record cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game in the record is none.
    #[error("game {number} of the record is no game: {problem}")]
    Game {
        /// Its number in the record's file.
        number: i64,
        /// What is wrong with it.
        problem: RecordError,
    },
    /// The table cannot be written.
    #[error(transparent)]
    Table(#[from] csv::Error),
}

/// Every finished game with its number: players, result, moves with their times and evaluations.
pub fn saved_games(archive: &Archive) -> Result<Vec<(i64, Record)>, ExportError> {
    let conditions = archive.conditions();
    let time_control = match conditions.control {
        TimeControl::PerMove(limit) => format!("{} a move", seconds(limit)),
        TimeControl::Clock { base, increment } => format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64()),
    };
    let mut list = Vec::new();
    for game in archive.games()? {
        let Some(number) = game.number else { continue };
        let moves = archive.moves(number)?;
        let saved = record_of(&game, &moves, &conditions.players, &time_control);
        list.push((number, saved.map_err(|problem| ExportError::Game { number, problem })?));
    }
    Ok(list)
}

fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

/// A finished game with its moves, their times and evaluations, who played and how it ended; `players` by their index.
pub fn record_of(
    game: &FinishedGame,
    moves: &[PlayedMove],
    players: &[String],
    time_control: &str,
) -> Result<Record, RecordError> {
    Ok(named(saved_game(game, moves)?, game, players, time_control))
}

fn saved_game(game: &FinishedGame, moves: &[PlayedMove]) -> Result<Record, RecordError> {
    let mut record = Record::new(game.setup.clone())?;
    let mut node = NodeId::ROOT;
    for mv in &game.opening {
        node = record.add_move(node, mv)?;
    }
    for mv in moves {
        let before = node;
        node = record.add_move(node, &mv.text)?;
        let tree = record.tree_mut();
        tree.notes_mut(node).used_ms = Some(mv.wall.as_millis() as u64);
        // A player tells what it thinks of the position in which it moves.
        if mv.value.is_some() {
            tree.notes_mut(before).analysis = Some(Analysis { value: mv.value, ..Analysis::default() });
        }
    }
    Ok(record)
}

/// Fills in who played and how it ended.
fn named(mut record: Record, game: &FinishedGame, players: &[String], time_control: &str) -> Record {
    for (info, player) in record.header.players.iter_mut().zip(game.players) {
        info.name = players[player].clone();
    }
    record.header.event = format!("game {}, pair {}", game.number.unwrap_or_default(), game.id.pair + 1);
    record.header.time_control = time_control.to_string();
    let winner = [Winner::Second, Winner::Draw, Winner::First][usize::from(game.first_half_points.min(2))];
    let reason = match (&game.fault, game.score) {
        (Some(fault), _) if fault.kind == "time-out" => "time",
        (Some(_), _) => "forfeit",
        (None, None) if game.ending.starts_with(ADJUDICATED) => ADJUDICATED,
        (None, None) => "resign",
        (None, Some(_)) => "",
    };
    record.header.result = Some(GameResult { winner, score: game.score, reason: reason.to_string() });
    record
}

/// One line a game, as CSV.
pub fn games_csv(archive: &Archive) -> Result<String, ExportError> {
    let players = &archive.conditions().players;
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record([
        "game", "pair", "pairing", "swapped", "first", "second", "setup", "opening", "result", "score", "ending",
        "fault", "move", "plies", "seconds",
    ])?;
    for game in archive.games()? {
        let result = ["0-1", "1/2-1/2", "1-0"][usize::from(game.first_half_points.min(2))];
        let fault = game.fault.as_ref();
        table.write_record([
            game.number.unwrap_or_default().to_string(),
            game.id.pair.to_string(),
            game.id.pairing.to_string(),
            game.id.swapped.to_string(),
            players[game.players[0]].clone(),
            players[game.players[1]].clone(),
            game.setup.to_string(),
            game.opening.join(" "),
            result.to_string(),
            game.score.map_or(String::new(), |score| score.to_string()),
            game.ending.clone(),
            fault.map_or(String::new(), |fault| fault.kind.clone()),
            fault.map_or(String::new(), |fault| fault.move_number.to_string()),
            game.plies.to_string(),
            format!("{:.6}", game.wall.as_secs_f64()),
        ])?;
    }
    Ok(text(table))
}

/// One line a move after the opening, as CSV.
pub fn moves_csv(archive: &Archive) -> Result<String, ExportError> {
    let players = &archive.conditions().players;
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["game", "move_number", "player", "move", "wall_ms", "cpu_ms", "value"])?;
    let milliseconds = |time: Duration| format!("{:.3}", time.as_secs_f64() * 1e3);
    for game in archive.games()? {
        let number = game.number.unwrap_or_default();
        for mv in archive.moves(number)? {
            table.write_record([
                number.to_string(),
                (mv.ply + 1).to_string(),
                players[game.players[mv.ply % 2]].clone(),
                mv.text,
                milliseconds(mv.wall),
                milliseconds(mv.cpu),
                mv.value.map_or(String::new(), |value| value.to_string()),
            ])?;
        }
    }
    Ok(text(table))
}

fn text(table: csv::Writer<Vec<u8>>) -> String {
    let bytes = table.into_inner().expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("texts were written")
}
