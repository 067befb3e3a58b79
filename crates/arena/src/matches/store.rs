//! The record of a run: one SQLite file that is true at every moment.
//!
//! ```text
//! run    id, settings (JSON), started
//! game   id, run, pairing, pair, swapped, first, second, setup, opening, status, ...   playing -> finished | void
//! move   game, ply, text, wall_us, cpu_us, value
//! ```
//!
//! Games and moves are written as they happen, in write-ahead mode, so a killed arena loses nothing that was played. On
//! resuming, a game that was being played becomes void and is played again. A lock file keeps a second arena away.

use super::plan::GameId;
use super::run::{FaultRecord, FinishedGame};
use crate::judge::PlayedMove;
use luozi_games::Setup;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteRow, SqliteSynchronous};
use sqlx::{Connection, Row};
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::runtime::Runtime;

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS run (
    id INTEGER PRIMARY KEY, settings TEXT NOT NULL, started INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS game (
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run(id),
    pairing INTEGER NOT NULL, pair INTEGER NOT NULL, swapped INTEGER NOT NULL,
    first INTEGER NOT NULL, second INTEGER NOT NULL, setup TEXT NOT NULL, opening TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('playing', 'finished', 'void')),
    first_half_points INTEGER, ending TEXT, fault TEXT, plies INTEGER, wall_us INTEGER, overhead_us INTEGER,
    stderr_first TEXT, stderr_second TEXT, started INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS one_game_each ON game (run, pairing, pair, swapped) WHERE status <> 'void';
CREATE TABLE IF NOT EXISTS move (
    game INTEGER NOT NULL REFERENCES game(id), ply INTEGER NOT NULL, text TEXT NOT NULL,
    wall_us INTEGER NOT NULL, cpu_us INTEGER NOT NULL, value REAL, PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
";

/// A record that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another arena writes to it.
    #[error("{0} is in use by another arena; wait for it, or choose another file")]
    InUse(PathBuf),
    /// There is nothing to resume.
    #[error("{0} holds no run to resume; start one without --resume")]
    NothingToResume(PathBuf),
    /// The run in it was started with other settings.
    #[error("the run in {path} was started with other settings and cannot be resumed with these: {found}")]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// The settings it was started with.
        found: String,
    },
    /// The file cannot be opened or written.
    #[error("{0}: {1}")]
    Io(PathBuf, #[source] io::Error),
    /// The data base says no.
    #[error("the record of the match failed: {0}")]
    Sql(#[from] sqlx::Error),
    /// Something in the file is not what this program writes.
    #[error("the record of the match holds something unexpected: {0}")]
    Content(#[from] serde_json::Error),
}

/// An open record. Safe to share between threads; they take turns.
#[derive(Debug)]
pub struct Store {
    runtime: Runtime,
    connection: Mutex<SqliteConnection>,
    run: i64,
    /// Held until the store is dropped; the system releases it when the arena dies.
    _lock: Lock,
}

/// The lock file of a record.
///
/// Given back by name, not by closing the file: a process that another thread is just starting holds a copy of the file
/// between its fork and its exec, and with the copy the lock.
#[derive(Debug)]
struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Nothing to be done about an error: the lock ends with the process.
        let _ = self.0.unlock();
    }
}

fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}

fn micros(duration: Duration) -> i64 {
    duration.as_micros() as i64
}

impl Store {
    /// Opens a record for a run with these settings: a new run, or the last one of the file with `resume`.
    pub fn open(path: &Path, settings: &str, resume: bool) -> Result<Store, StoreError> {
        // Step 1. Nobody else.
        let io_error = |e| StoreError::Io(path.to_path_buf(), e);
        let mut lock_path = path.as_os_str().to_owned();
        lock_path.push(".lock");
        let lock = File::create(&lock_path).map_err(io_error)?;
        lock.try_lock().map_err(|e| match e {
            TryLockError::WouldBlock => StoreError::InUse(path.to_path_buf()),
            TryLockError::Error(e) => io_error(e),
        })?;
        let lock = Lock(lock);

        // Step 2. The data base.
        let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(io_error)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal);
        let mut connection = runtime.block_on(SqliteConnection::connect_with(&options))?;
        runtime.block_on(sqlx::raw_sql(SCHEMA).execute(&mut connection))?;

        // Step 3. The run.
        let run = if resume {
            let query = sqlx::query("SELECT id, settings FROM run ORDER BY id DESC LIMIT 1");
            let row = runtime.block_on(query.fetch_optional(&mut connection))?;
            let row = row.ok_or_else(|| StoreError::NothingToResume(path.to_path_buf()))?;
            let found: String = row.try_get("settings")?;
            if found != settings {
                return Err(StoreError::OtherSettings { path: path.to_path_buf(), found });
            }
            let run: i64 = row.try_get("id")?;
            let stumps = sqlx::query("UPDATE game SET status = 'void' WHERE run = ? AND status = 'playing'").bind(run);
            runtime.block_on(stumps.execute(&mut connection))?;
            run
        } else {
            let query = sqlx::query("INSERT INTO run (settings, started) VALUES (?, ?)").bind(settings).bind(now_ms());
            runtime.block_on(query.execute(&mut connection))?.last_insert_rowid()
        };
        Ok(Store { runtime, connection: Mutex::new(connection), run, _lock: lock })
    }

    fn with<T>(
        &self,
        work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(self.runtime.block_on(work(&mut connection))?)
    }

    /// A game begins; gives its number in the file.
    pub fn begin_game(
        &self,
        id: GameId,
        players: [usize; 2],
        setup: &Setup,
        opening: &[String],
    ) -> Result<i64, StoreError> {
        let setup = serde_json::to_string(setup)?;
        self.with(async |connection| {
            let query = sqlx::query(
                "INSERT INTO game (run, pairing, pair, swapped, first, second, setup, opening, status, started) \
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'playing', ?)",
            );
            let query = query.bind(self.run).bind(id.pairing as i64).bind(id.pair as i64).bind(id.swapped as i64);
            let query = query.bind(players[0] as i64).bind(players[1] as i64).bind(setup).bind(opening.join(" "));
            Ok(query.bind(now_ms()).execute(connection).await?.last_insert_rowid())
        })
    }

    /// A move was played.
    pub fn add_move(&self, game: i64, played: &PlayedMove) -> Result<(), StoreError> {
        self.with(async |connection| {
            let query =
                sqlx::query("INSERT INTO move (game, ply, text, wall_us, cpu_us, value) VALUES (?, ?, ?, ?, ?, ?)");
            let query = query.bind(game).bind(played.ply as i64).bind(&played.text);
            query.bind(micros(played.wall)).bind(micros(played.cpu)).bind(played.value).execute(connection).await?;
            Ok(())
        })
    }

    /// A game has ended.
    pub fn finish_game(&self, game: i64, finished: &FinishedGame, stderr: &[String; 2]) -> Result<(), StoreError> {
        let fault = finished.fault.as_ref().map(serde_json::to_string).transpose()?;
        self.with(async |connection| {
            let query = sqlx::query(
                "UPDATE game SET status = 'finished', first_half_points = ?, ending = ?, fault = ?, plies = ?, \
                 wall_us = ?, overhead_us = ?, stderr_first = ?, stderr_second = ? WHERE id = ?",
            );
            let query = query.bind(i64::from(finished.first_half_points)).bind(&finished.ending).bind(fault);
            let query = query.bind(finished.plies as i64).bind(micros(finished.wall)).bind(micros(finished.overhead));
            query.bind(&stderr[0]).bind(&stderr[1]).bind(game).execute(connection).await?;
            Ok(())
        })
    }

    /// All games of this run that have ended.
    pub fn finished_games(&self) -> Result<Vec<FinishedGame>, StoreError> {
        let rows = self.with(async |connection| {
            let query =
                sqlx::query("SELECT * FROM game WHERE run = ? AND status = 'finished' ORDER BY pair, pairing, swapped");
            query.bind(self.run).fetch_all(connection).await
        })?;
        rows.iter().map(read_game).collect()
    }
}

fn read_game(row: &SqliteRow) -> Result<FinishedGame, StoreError> {
    let number = |name: &str| row.try_get::<i64, _>(name).map(|n| n as usize);
    let duration = |name: &str| row.try_get::<i64, _>(name).map(|us| Duration::from_micros(us as u64));
    let fault: Option<String> = row.try_get("fault")?;
    let fault = fault.map(|text| serde_json::from_str::<FaultRecord>(&text)).transpose()?;
    let opening: String = row.try_get("opening")?;
    Ok(FinishedGame {
        id: GameId { pair: number("pair")?, pairing: number("pairing")?, swapped: number("swapped")? },
        players: [number("first")?, number("second")?],
        setup: serde_json::from_str(&row.try_get::<String, _>("setup")?)?,
        opening: opening.split_whitespace().map(str::to_string).collect(),
        first_half_points: number("first_half_points")? as u8,
        ending: row.try_get("ending")?,
        fault,
        plies: number("plies")?,
        wall: duration("wall_us")?,
        overhead: duration("overhead_us")?,
    })
}
