//! One tournament file, read: the last run in it, its games, their moves.

use crate::problem::{Code, Problem};
use luozi_arena::matches::{About, Kind};
use luozi_games::Setup;
use luozi_games::analysis::Analysis;
use luozi_games::record::{GameResult, NodeId, PlayerInfo, Record, Winner};
use serde::Serialize;
use serde_json::Value;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{Connection, Row};
use std::path::Path;
use std::time::Duration;

/// How long to wait for an arena that writes.
const PATIENCE: Duration = Duration::from_secs(2);

/// A tournament file, open for reading.
pub struct Reader {
    connection: SqliteConnection,
    run: i64,
    settings: Value,
    /// Files of earlier versions do not say it.
    about: Option<About>,
    name: String,
}

/// A game of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "EventGame"))]
pub struct GameRow {
    /// Its number in the file, unique over all runs in it.
    pub game: i64,
    /// Players by side.
    pub players: [usize; 2],
    /// `playing`, `finished` or `void`.
    pub status: String,
    /// The side that won, or a draw; `None` while it is played and when it does not count.
    pub winner: Option<Winner>,
    /// How it ended, in words.
    pub why: Option<String>,
    /// The score of a game that was played to its end, first player's view.
    pub score: Option<i64>,
    /// Moves, the opening's included.
    pub plies: Option<i64>,
    /// Moves before the players took over.
    pub opening: Vec<String>,
    /// What was done wrong, if that decided it.
    pub fault: Option<String>,
    /// When it began, in milliseconds since 1970.
    pub started: i64,
    /// Index of its pairing, from 0 in the order in which the arena stored them.
    #[serde(skip)]
    pub pairing: i64,
    /// Its pair of games.
    #[serde(skip)]
    pub pair: i64,
    /// Whether sides are swapped.
    #[serde(skip)]
    pub swapped: bool,
    /// Game and board.
    #[serde(skip)]
    pub setup: Setup,
}

/// A move of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveRow {
    /// Number of the move, from 1; the opening's count.
    pub ply: i64,
    /// The move as the game writes it, taken from the file unchecked.
    pub text: String,
    /// Time it took, in milliseconds.
    pub ms: i64,
    /// What its player thought of the position, mover's view.
    pub value: Option<f64>,
}

fn unreadable(error: impl std::fmt::Display) -> Problem {
    Problem::with_reason(Code::UnknownEvent, format!("the tournament file cannot be read: {error}"))
}

impl Reader {
    /// Opens a file and finds its last run.
    pub async fn open(path: &Path) -> Result<Reader, Problem> {
        let options = SqliteConnectOptions::new().filename(path).read_only(true).busy_timeout(PATIENCE);
        let mut connection = SqliteConnection::connect_with(&options).await.map_err(unreadable)?;
        let query = sqlx::query("SELECT * FROM run ORDER BY id DESC LIMIT 1");
        let row = query.fetch_optional(&mut connection).await.map_err(unreadable)?;
        let row = row.ok_or_else(|| unreadable("it holds no run"))?;
        let settings = serde_json::from_str(row.try_get("settings").map_err(unreadable)?).map_err(unreadable)?;
        let about = row.try_get("about").ok().and_then(|about| serde_json::from_str(about).ok());
        let run = row.try_get("id").map_err(unreadable)?;
        Ok(Reader { connection, run, settings, about, name: super::name_of(path) })
    }

    /// How the run was set up.
    pub fn settings(&self) -> &Value {
        &self.settings
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of the players.
    pub fn players(&self) -> Vec<String> {
        let names = self.settings["players"].as_array().into_iter().flatten();
        names.map(|name| name.as_str().unwrap_or("?").to_string()).collect()
    }

    /// The player whose rating is 0 by agreement, if there is one.
    pub fn anchor(&self) -> Option<usize> {
        match self.about.as_ref()?.kind {
            Kind::Ladder { anchor } => anchor,
            Kind::Match | Kind::Sprt | Kind::Sweep { .. } => None,
        }
    }

    /// All games of the run that count.
    pub async fn games(&mut self) -> Result<Vec<GameRow>, Problem> {
        let query = sqlx::query("SELECT * FROM game WHERE run = ? AND status <> 'void' ORDER BY id");
        let rows = query.bind(self.run).fetch_all(&mut self.connection).await.map_err(unreadable)?;
        rows.iter().map(game_row).collect()
    }

    /// Games that began after the one with that number.
    pub async fn games_after(&mut self, number: i64) -> Result<Vec<GameRow>, Problem> {
        let query = sqlx::query("SELECT * FROM game WHERE run = ? AND id > ? ORDER BY id");
        let rows = query.bind(self.run).bind(number).fetch_all(&mut self.connection).await.map_err(unreadable)?;
        rows.iter().map(game_row).collect()
    }

    /// The game with that number, of whichever run and status.
    pub async fn game(&mut self, number: i64) -> Result<GameRow, Problem> {
        let query = sqlx::query("SELECT * FROM game WHERE id = ?").bind(number);
        let row = query.fetch_optional(&mut self.connection).await.map_err(unreadable)?;
        game_row(&row.ok_or_else(|| Problem::not_found("game"))?)
    }

    /// The moves of a game after its opening, beyond the first `seen`.
    pub async fn moves(&mut self, number: i64, seen: i64) -> Result<Vec<MoveRow>, Problem> {
        let query = sqlx::query(
            "SELECT ply, text, wall_us / 1000 AS ms, value FROM move WHERE game = ? ORDER BY ply LIMIT -1 OFFSET ?",
        );
        let rows = query.bind(number).bind(seen).fetch_all(&mut self.connection).await.map_err(unreadable)?;
        let opening = self.game(number).await?.opening.len() as i64;
        let read = |(index, row): (usize, &SqliteRow)| {
            Ok(MoveRow {
                ply: opening + seen + index as i64 + 1,
                text: row.try_get("text")?,
                ms: row.try_get("ms")?,
                value: row.try_get("value")?,
            })
        };
        rows.iter().enumerate().map(read).collect::<Result<_, sqlx::Error>>().map_err(unreadable)
    }

    /// What both sides of a game wrote to stderr.
    pub async fn log(&mut self, number: i64) -> Result<[String; 2], Problem> {
        let query = sqlx::query("SELECT stderr_first, stderr_second FROM game WHERE id = ?").bind(number);
        let row = query.fetch_optional(&mut self.connection).await.map_err(unreadable)?;
        let row = row.ok_or_else(|| Problem::not_found("game"))?;
        let text = |name: &str| row.try_get::<Option<String>, _>(name).map(Option::unwrap_or_default);
        Ok([text("stderr_first").map_err(unreadable)?, text("stderr_second").map_err(unreadable)?])
    }

    /// A game as a record.
    pub async fn record(&mut self, number: i64) -> Result<Record, Problem> {
        let game = self.game(number).await?;
        let moves = self.moves(number, 0).await?;
        let names = self.players();
        let mut record = Record::new(game.setup.clone()).map_err(unreadable)?;
        record.header.event = self.name.clone();
        record.header.players = game
            .players
            .map(|player| PlayerInfo { name: names.get(player).cloned().unwrap_or_default(), ..PlayerInfo::default() });
        let mut node = NodeId::ROOT;
        for mv in &game.opening {
            node = record.add_move(node, mv).map_err(unreadable)?;
        }
        for mv in &moves {
            node = record.add_move(node, &mv.text).map_err(unreadable)?;
            let notes = record.tree_mut().notes_mut(node);
            notes.used_ms = Some(mv.ms as u64);
            // Players judge the position before their move; a note is about the one after it.
            notes.analysis = mv.value.map(|value| Analysis { value: Some(-value), ..Analysis::default() });
        }
        record.settle();
        if let (None, Some(winner)) = (&record.header.result, game.winner) {
            let reason = game.why.unwrap_or_default();
            record.header.result = Some(GameResult { winner, score: None, reason });
        }
        Ok(record)
    }
}

fn game_row(row: &SqliteRow) -> Result<GameRow, Problem> {
    let number = |name: &str| row.try_get::<i64, _>(name).map_err(unreadable);
    let text = |name: &str| row.try_get::<Option<String>, _>(name).map_err(unreadable);
    let setup = text("setup")?.unwrap_or_default();
    let half_points: Option<i64> = row.try_get("first_half_points").map_err(unreadable)?;
    let fault: Option<Value> = text("fault")?.and_then(|fault| serde_json::from_str(&fault).ok());
    Ok(GameRow {
        game: number("id")?,
        players: [number("first")? as usize, number("second")? as usize],
        status: text("status")?.unwrap_or_default(),
        winner: half_points.map(|points| match points {
            2 => Winner::First,
            1 => Winner::Draw,
            _ => Winner::Second,
        }),
        why: text("ending")?,
        score: row.try_get("score").map_err(unreadable)?,
        plies: row.try_get("plies").map_err(unreadable)?,
        opening: text("opening")?.unwrap_or_default().split_whitespace().map(str::to_string).collect(),
        fault: fault.and_then(|fault| fault["reason"].as_str().map(str::to_string)),
        started: number("started")?,
        pairing: number("pairing")?,
        pair: number("pair")?,
        swapped: number("swapped")? != 0,
        setup: serde_json::from_str(&setup).map_err(unreadable)?,
    })
}
