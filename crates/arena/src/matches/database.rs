//! The SQLite file behind a record: its tables, its connection, and what can be wrong with it.
//!
//! ```text
//! run    id, settings (JSON), about (JSON), started
//! game   id, run, pairing, pair, swapped, first, second, setup, opening, status, ...   playing -> finished | void
//! move   game, ply, text, wall_us, cpu_us, value
//! ```
//!
//! Tables with other names may stand beside these: a farm's.
//!
//! [`Store`](super::Store) writes to it, [`Archive`](super::Archive) reads; nobody else names a table.

use nix::sys::statvfs::{FsFlags, statvfs};
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
        /// The record's file, as its path was given.
        path: PathBuf,
        /// In what they differ, in words.
        differences: Vec<String>,
    },
    /// The tables are those of another version of this program.
    #[error("{path} was written by another version of luozi (form {found}, expected {VERSION}); choose another file")]
    OtherVersion {
        /// The record's file, as its path was given.
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
    /// There is no room for what is to be written.
    #[error("{0}: the disk is full; make room, then give the same command again, with --resume if games were played")]
    DiskFull(PathBuf),
    /// The file lies where nothing can be written.
    #[error("{0} lies on a read-only disk; choose another place")]
    ReadOnlyDisk(PathBuf),
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

/// A disk with less room than this is full: a page of the journal and the file that goes with it do not fit.
const LEAST_ROOM_BYTES: u64 = 64 << 10;

impl StoreError {
    /// What the system says about a file.
    pub(super) fn of_io(path: &Path, problem: io::Error) -> StoreError {
        match problem.kind() {
            io::ErrorKind::StorageFull => StoreError::DiskFull(path.to_path_buf()),
            io::ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnlyDisk(path.to_path_buf()),
            _ => StoreError::Io(path.to_path_buf(), problem),
        }
    }

    /// What the data base says about a file. It calls many things an input or output error, so the disk is asked.
    fn of_sql(path: &Path, problem: sqlx::Error) -> StoreError {
        let code = problem.as_database_error().and_then(|e| e.code()?.parse::<u32>().ok());
        // The lowest byte is the kind, the rest its details.
        match (code.map(|code| code & 0xff), statvfs(folder(path))) {
            (Some(SQLITE_FULL), _) => StoreError::DiskFull(path.to_path_buf()),
            (Some(SQLITE_IOERR | SQLITE_CANTOPEN), Ok(disk))
                if disk.blocks_available() * disk.fragment_size() < LEAST_ROOM_BYTES =>
            {
                StoreError::DiskFull(path.to_path_buf())
            }
            (Some(SQLITE_READONLY | SQLITE_IOERR | SQLITE_CANTOPEN), Ok(disk))
                if disk.flags().contains(FsFlags::ST_RDONLY) =>
            {
                StoreError::ReadOnlyDisk(path.to_path_buf())
            }
            _ => StoreError::Sql(problem),
        }
    }
}

/// The folder in which a file lies.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The data base's own numbers for what can be wrong with a disk.
const SQLITE_READONLY: u32 = 8;
const SQLITE_IOERR: u32 = 10;
const SQLITE_FULL: u32 = 13;
const SQLITE_CANTOPEN: u32 = 14;

/// Who may do what with a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    Read,
    Write,
}

/// An open file. Safe to share between threads; they take turns.
#[derive(Debug)]
pub(super) struct Database {
    path: PathBuf,
    runtime: Runtime,
    /// `None` only while it is being dropped.
    connection: Mutex<Option<SqliteConnection>>,
}

impl Database {
    /// Opens a file; for writing it is made when it is not there.
    pub(super) fn open(path: &Path, access: Access) -> Result<Database, StoreError> {
        let options = match access {
            // Readers leave the file alone, also its journal. Where nothing can be written nobody changes the file either,
            // and the data base must know, since it cannot make what readers and writers share.
            Access::Read => {
                let frozen = statvfs(folder(path)).is_ok_and(|disk| disk.flags().contains(FsFlags::ST_RDONLY));
                SqliteConnectOptions::new().filename(path).read_only(true).immutable(frozen)
            }
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
        let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(|e| StoreError::of_io(path, e))?;
        let connection = runtime.block_on(SqliteConnection::connect_with(options));
        let connection = connection.map_err(|problem| StoreError::of_sql(path, problem))?;
        let database = Database { path: path.to_path_buf(), runtime, connection: Mutex::new(Some(connection)) };
        let (found, tables) = database.with(async |connection| {
            let row = sqlx::query(
                "SELECT user_version, (SELECT count(*) FROM sqlite_schema WHERE name IN ('run', 'game', 'move')) AS tables \
                 FROM pragma_user_version",
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
        self.runtime.block_on(work(connection)).map_err(|problem| StoreError::of_sql(&self.path, problem))
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
