//! A recorded run, read: its settings, its games in the order they ended, their moves.
//!
//! Reading disturbs nobody: a run that is being played can be looked at, and what is seen of it is whole games.

use super::about::About;
use super::database::{Access, Database, StoreError};
use super::finished::{FaultRecord, FinishedGame};
use super::openings::Opening;
use super::plan::{GameId, Plan};
use super::settings::Conditions;
use crate::judge::{self, PlayedMove};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use std::path::Path;
use std::time::Duration;

/// Games whose moves are in memory at the same time: a long test has millions of moves.
const GAMES_AT_ONCE: i64 = 1000;

/// One run of a file.
#[derive(Debug)]
pub struct Archive {
    pub(super) database: Database,
    pub(super) run: i64,
    pub(super) settings: String,
    pub(super) conditions: Conditions,
    pub(super) about: About,
    pub(super) started_ms: i64,
}

impl Archive {
    /// The last run of a file, to be read only.
    pub fn open(path: &Path) -> Result<Archive, StoreError> {
        if let Err(problem) = std::fs::metadata(path) {
            return Err(StoreError::Io(path.to_path_buf(), problem));
        }
        Archive::last_run(Database::open(path, Access::Read)?, path)
    }

    /// The last run of an open file.
    pub(super) fn last_run(database: Database, path: &Path) -> Result<Archive, StoreError> {
        let row = database.with(async |connection| {
            sqlx::query("SELECT * FROM run ORDER BY id DESC LIMIT 1").fetch_optional(connection).await
        })?;
        let row = row.ok_or_else(|| StoreError::NoRun(path.to_path_buf()))?;
        let about = serde_json::from_str(row.try_get("about")?)?;
        let settings: String = row.try_get("settings")?;
        let conditions = serde_json::from_str(&settings)?;
        Ok(Archive {
            database,
            run: row.try_get("id")?,
            settings,
            conditions,
            about,
            started_ms: row.try_get("started")?,
        })
    }

    /// What must be the same for the run to be resumed, as the file holds it.
    pub fn settings(&self) -> &str {
        &self.settings
    }

    /// The same as values.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// How the run came about.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// When it was started, in milliseconds since 1970.
    pub fn started_ms(&self) -> i64 {
        self.started_ms
    }

    /// All games of the run that have ended, in that order.
    pub fn games(&self) -> Result<Vec<FinishedGame>, StoreError> {
        let rows = self.database.with(async |connection| {
            let query = sqlx::query("SELECT * FROM game WHERE run = ? AND status = 'finished' ORDER BY rank");
            query.bind(self.run).fetch_all(connection).await
        })?;
        rows.iter().map(|row| self.read_game(row)).collect()
    }

    /// The plan by which a game was begun, finished or not.
    pub fn plan(&self, number: i64) -> Result<Plan, StoreError> {
        let row = self.database.with(async |connection| {
            let query = sqlx::query("SELECT * FROM game WHERE id = ? AND run = ?");
            query.bind(number).bind(self.run).fetch_optional(connection).await
        })?;
        match row {
            Some(row) => self.read_plan(&row),
            None => {
                let (first, last) = self.numbers()?;
                Err(StoreError::NoGame(number, first, last))
            }
        }
    }

    /// The first and the last number of a game of the run; zeros without any.
    fn numbers(&self) -> Result<(i64, i64), StoreError> {
        let row = self.database.with(async |connection| {
            let query = sqlx::query("SELECT coalesce(min(id), 0), coalesce(max(id), 0) FROM game WHERE run = ?");
            query.bind(self.run).fetch_one(connection).await
        })?;
        Ok((row.try_get(0)?, row.try_get(1)?))
    }

    /// The moves of a game after its opening.
    pub fn moves(&self, number: i64) -> Result<Vec<PlayedMove>, StoreError> {
        let rows = self.database.with(async |connection| {
            sqlx::query("SELECT * FROM move WHERE game = ? ORDER BY ply").bind(number).fetch_all(connection).await
        })?;
        rows.iter().map(read_move).collect()
    }

    /// What both sides of a game wrote to stderr.
    pub fn stderr(&self, number: i64) -> Result<[String; 2], StoreError> {
        let row = self.database.with(async |connection| {
            sqlx::query("SELECT * FROM game WHERE id = ?").bind(number).fetch_one(connection).await
        })?;
        let text = |name| row.try_get::<Option<String>, _>(name).map(Option::unwrap_or_default);
        Ok([text("stderr_first")?, text("stderr_second")?])
    }

    /// Times of all moves in finished games, in milliseconds, by player.
    pub fn move_times_ms(&self, players: usize) -> Result<Vec<Vec<f64>>, StoreError> {
        let mut times = vec![Vec::new(); players];
        let (first, last) = self.numbers()?;
        for from in (first..=last).step_by(GAMES_AT_ONCE as usize) {
            let rows = self.database.with(async |connection| {
                let query = sqlx::query(
                    "SELECT CASE ply % 2 WHEN 0 THEN first ELSE second END AS player, move.wall_us AS wall_us \
                     FROM game JOIN move ON game = id WHERE id BETWEEN ? AND ? AND run = ? AND status = 'finished'",
                );
                query.bind(from).bind(from + GAMES_AT_ONCE - 1).bind(self.run).fetch_all(connection).await
            })?;
            for row in rows {
                let player: i64 = row.try_get("player")?;
                if let Some(times) = times.get_mut(player as usize) {
                    times.push(row.try_get::<i64, _>("wall_us")? as f64 / 1000.0);
                }
            }
        }
        Ok(times)
    }

    /// Only what can have been played in this run gets out.
    fn read_plan(&self, row: &SqliteRow) -> Result<Plan, StoreError> {
        let opening: String = row.try_get("opening")?;
        let plan = Plan {
            id: GameId {
                pair: number(row, "pair")?,
                pairing: number(row, "pairing")?,
                swapped: number(row, "swapped")?,
            },
            players: [number(row, "first")?, number(row, "second")?],
            opening: Opening {
                setup: serde_json::from_str(row.try_get("setup")?)?,
                moves: opening.split_whitespace().map(str::to_string).collect(),
            },
        };
        let game = row.try_get("id")?;
        let damaged = |what: String| StoreError::Damaged { game, what };
        let pairing = self.conditions.pairings.get(plan.id.pairing).copied();
        let pairing = pairing.ok_or_else(|| damaged(format!("there is no pairing {}", plan.id.pairing)))?;
        if plan.id.players(pairing) != plan.players {
            return Err(damaged("its players are not those of its pairing".to_string()));
        }
        judge::set_up(&plan.opening.setup, &plan.opening.moves).map_err(|problem| damaged(problem.to_string()))?;
        Ok(plan)
    }

    fn read_game(&self, row: &SqliteRow) -> Result<FinishedGame, StoreError> {
        let Plan { id, players, opening } = self.read_plan(row)?;
        let game: i64 = row.try_get("id")?;
        let fault: Option<&str> = row.try_get("fault")?;
        let fault = fault.map(serde_json::from_str::<FaultRecord>).transpose()?;
        let first_half_points = number(row, "first_half_points")?;
        if first_half_points > 2 || fault.as_ref().is_some_and(|fault| !players.contains(&fault.player)) {
            return Err(StoreError::Damaged { game, what: "its result cannot be".to_string() });
        }
        Ok(FinishedGame {
            number: Some(game),
            id,
            players,
            setup: opening.setup,
            opening: opening.moves,
            first_half_points: first_half_points as u8,
            score: row.try_get::<Option<i64>, _>("score")?.map(|score| score as i16),
            ending: row.try_get("ending")?,
            fault,
            plies: number(row, "plies")?,
            wall: duration(row, "wall_us")?,
            overhead: duration(row, "overhead_us")?,
        })
    }
}

fn number(row: &SqliteRow, name: &str) -> Result<usize, sqlx::Error> {
    row.try_get::<i64, _>(name).map(|n| n as usize)
}

fn duration(row: &SqliteRow, name: &str) -> Result<Duration, sqlx::Error> {
    row.try_get::<i64, _>(name).map(|us| Duration::from_micros(us as u64))
}

fn read_move(row: &SqliteRow) -> Result<PlayedMove, StoreError> {
    Ok(PlayedMove {
        ply: number(row, "ply")?,
        text: row.try_get("text")?,
        wall: duration(row, "wall_us")?,
        cpu: duration(row, "cpu_us")?,
        value: row.try_get("value")?,
    })
}
