//! The SQLite file behind a record: its tables, its connection, and what can be wrong with it.
//!
//! ```text
//! run    id, settings (JSON), about (JSON), started
//! game   id, run, pairing, pair, swapped, first, second, setup, opening, status, ...   playing -> finished | void
//! move   game, ply, text, wall_us, cpu_us, value
//! ```
//!
//! [`Store`](super::Store) writes to it, [`Archive`](super::Archive) reads; nobody else names a table.

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{Connection, Row};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tokio::runtime::Runtime;

/// Number of the tables' form, kept in the file; a change of the form needs a new number.
const VERSION: i64 = 1;

const SCHEMA: &str = "
CREATE TABLE run (
    id INTEGER PRIMARY KEY, settings TEXT NOT NULL, about TEXT NOT NULL, started INTEGER NOT NULL
) STRICT;
CREATE TABLE game (
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run(id),
    pairing INTEGER NOT NULL, pair INTEGER NOT NULL, swapped INTEGER NOT NULL,
    first INTEGER NOT NULL, second INTEGER NOT NULL, setup TEXT NOT NULL, opening TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('playing', 'finished', 'void')),
    first_half_points INTEGER, score INTEGER, ending TEXT, fault TEXT, plies INTEGER,
    wall_us INTEGER, overhead_us INTEGER, stderr_first TEXT, stderr_second TEXT,
    started INTEGER NOT NULL, rank INTEGER
) STRICT;
CREATE UNIQUE INDEX one_game_each ON game (run, pairing, pair, swapped) WHERE status <> 'void';
CREATE INDEX by_rank ON game (rank);
CREATE TABLE move (
    game INTEGER NOT NULL REFERENCES game(id), ply INTEGER NOT NULL, text TEXT NOT NULL,
    wall_us INTEGER NOT NULL, cpu_us INTEGER NOT NULL, value REAL, PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
PRAGMA user_version = 1;
";

/// A record that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another arena writes to it.
    #[error("{0} is in use by another arena; wait for it, or choose another file")]
    InUse(PathBuf),
    /// There is no run in it.
    #[error("{0} holds no run; start one with --db and without --resume")]
    NoRun(PathBuf),
    /// The run in it was started with other settings.
    #[error("the run in {path} was started with other settings and cannot be resumed with these: {}", .differences.join("; "))]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// In what they differ, in words.
        differences: Vec<String>,
    },
    /// The tables are those of another version of this program.
    #[error("{path} was written by another version of luozi (form {found}, expected {VERSION}); choose another file")]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The number in it.
        found: i64,
    },
    /// There is no such game in it.
    #[error("the record holds no game {0}; the games of its last run are {1} to {2}")]
    NoGame(i64, i64, i64),
    /// The file cannot be opened or written.
    #[error("{0}: {1}")]
    Io(PathBuf, #[source] io::Error),
    /// The data base says no.
    #[error("the record of the match failed: {0}")]
    Sql(#[from] sqlx::Error),
    /// A game in the file cannot have been played in its run.
    #[error("game {game} of the record is damaged: {what}")]
    Damaged {
        /// The game's number.
        game: i64,
        /// What is wrong with it.
        what: String,
    },
    /// Something in the file is not what this program writes.
    #[error("the record of the match holds something unexpected: {0}")]
    Content(#[from] serde_json::Error),
}

/// Who may do what with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    Read,
    Write,
}

/// An open file. Safe to share between threads; they take turns.
#[derive(Debug)]
pub(super) struct Database {
    runtime: Runtime,
    /// `None` only while it is being dropped.
    connection: Mutex<Option<SqliteConnection>>,
}

impl Database {
    /// Opens a file; for writing it is made when it is not there.
    pub(super) fn open(path: &Path, access: Access) -> Result<Database, StoreError> {
        let options = match access {
            // Readers leave the file alone, also its journal.
            Access::Read => SqliteConnectOptions::new().filename(path).read_only(true),
            Access::Write => SqliteConnectOptions::new()
                .filename(path)
                .create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Normal),
        };
        Database::connect(&options, path, access)
    }

    /// A data base that lives as long as this value.
    pub(super) fn in_memory() -> Result<Database, StoreError> {
        Database::connect(&SqliteConnectOptions::new().in_memory(true), Path::new(":memory:"), Access::Write)
    }

    fn connect(options: &SqliteConnectOptions, path: &Path, access: Access) -> Result<Database, StoreError> {
        let runtime =
            tokio::runtime::Builder::new_current_thread().build().map_err(|e| StoreError::Io(path.to_path_buf(), e))?;
        let connection = runtime.block_on(SqliteConnection::connect_with(options))?;
        let database = Database { runtime, connection: Mutex::new(Some(connection)) };
        let (found, tables) = database.with(async |connection| {
            let row = sqlx::query(
                "SELECT user_version, (SELECT count(*) FROM sqlite_schema) AS tables FROM pragma_user_version",
            );
            let row = row.fetch_one(connection).await?;
            Ok((row.try_get::<i64, _>(0)?, row.try_get::<i64, _>(1)?))
        })?;
        match (found, tables, access) {
            (VERSION, ..) => {}
            (0, 0, Access::Write) => {
                database.with(async |connection| sqlx::raw_sql(SCHEMA).execute(connection).await)?;
            }
            (0, 0, Access::Read) => return Err(StoreError::NoRun(path.to_path_buf())),
            (found, ..) => return Err(StoreError::OtherVersion { path: path.to_path_buf(), found }),
        }
        Ok(database)
    }

    /// Runs a piece of work on the connection.
    pub(super) fn with<T>(
        &self,
        work: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let connection = connection.as_mut().expect("it is open until it is dropped");
        Ok(self.runtime.block_on(work(connection))?)
    }
}

/// Closing moves everything from the journal into the file, so that the file alone can be copied and sent.
impl Drop for Database {
    fn drop(&mut self) {
        let connection = self.connection.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(connection) = connection {
            // What cannot be moved now stays in the journal and is read from there.
            let _ = self.runtime.block_on(connection.close());
        }
    }
}
