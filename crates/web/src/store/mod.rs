//! What is kept between two visits: saved games, results, settings. One SQLite file.
//!
//! ```text
//! game     id, visitor, name, record and meta (JSON), summary (JSON), finished, created, updated, deleted
//! result   visitor, game, at, facts (JSON), reset      one row a finished game, kept when the game is deleted
//! setting  visitor, value (JSON)
//! note     visitor, at, note (JSON)                   what was learned: puzzles, lessons
//! friend   id, at, state (JSON)                       tables of two people, with the secrets of their seats
//! ```
//!
//! The file is in write-ahead mode and every change is one transaction, so whatever was answered survives a killed
//! process. A file that cannot be read is set aside under another name and never deleted. When no file can be written at
//! all, everything is kept in memory and the page says so.

mod games;
mod notes;
mod results;
mod tables;

pub use games::{Filter, read_cursor};

use crate::problem::{Code, Problem};
use luozi_wire::info::Notice;
use serde_json::{Value, json};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::sync::Mutex;

/// What brings a file from each version to the next; the version is SQLite's `user_version`.
const MIGRATIONS: [&str; 3] = [
    "
CREATE TABLE game (
    id TEXT PRIMARY KEY, visitor TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL, words TEXT NOT NULL,
    record TEXT NOT NULL, meta TEXT NOT NULL, summary TEXT NOT NULL, finished INTEGER NOT NULL,
    created INTEGER NOT NULL, updated INTEGER NOT NULL, deleted INTEGER
) STRICT;
CREATE INDEX game_by_change ON game (visitor, updated, id);
CREATE TABLE result (
    game TEXT PRIMARY KEY, visitor TEXT NOT NULL, at INTEGER NOT NULL, facts TEXT NOT NULL, reset TEXT
) STRICT;
CREATE INDEX result_by_visitor ON result (visitor, at);
CREATE TABLE setting (visitor TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
",
    "
CREATE TABLE note (visitor TEXT NOT NULL, at INTEGER NOT NULL, note TEXT NOT NULL) STRICT;
CREATE INDEX note_by_visitor ON note (visitor, at);
",
    "
CREATE TABLE friend (id TEXT PRIMARY KEY, at INTEGER NOT NULL, state TEXT NOT NULL) STRICT;
",
];

/// How long a deleted game can be brought back.
const TRASH: Duration = Duration::from_secs(30 * 24 * 3600);
/// Longest settings, in bytes.
const MOST_SETTINGS: usize = 16 * 1024;
/// How long to wait for another process that writes to the same file.
const PATIENCE: Duration = Duration::from_secs(5);

/// Milliseconds since 1970.
pub fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}

/// A random id of 16 hexadecimal digits.
pub fn new_id() -> String {
    format!("{:016x}", getrandom::u64().expect("the system has random numbers"))
}

/// Is it an id that [`new_id`] could have made?
pub fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// What visitors may keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quota {
    /// Saved games of one visitor.
    pub games: i64,
    /// Bytes of all saved games of one visitor.
    pub bytes: i64,
}

/// Everything that is kept.
pub struct Store {
    connection: Mutex<SqliteConnection>,
    quota: Quota,
    /// Why nothing is kept, or what was set aside; for the page.
    notice: Option<Notice>,
    saved: bool,
}

/// A file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A program of another time wrote it.
    #[error("it was written by a newer version of this program (format {found}, this one knows {known}); update it")]
    Newer {
        /// The version of its tables.
        found: i64,
        /// The newest version that this program knows.
        known: usize,
    },
    /// Not what was once written.
    #[error("it is damaged: {0}")]
    Damaged(String),
    /// SQLite refuses it.
    #[error(transparent)]
    Sql(#[from] sqlx::Error),
}

impl OpenError {
    /// Does the file hold something that is no data base of ours?
    fn is_damage(&self) -> bool {
        // 11 and 26 are SQLite's "malformed" and "not a database".
        let code = |e: &sqlx::Error| e.as_database_error().and_then(|e| e.code()).map(|code| code.into_owned());
        match self {
            OpenError::Damaged(_) => true,
            OpenError::Sql(e) => matches!(code(e).as_deref(), Some("11" | "26")),
            OpenError::Newer { .. } => false,
        }
    }
}

impl Store {
    /// Opens the file in a folder, which is made when it is missing. A file that cannot be used is no error: see
    /// [`Store::notice`].
    pub async fn open(folder: Option<&Path>, quota: Quota) -> Result<Store, sqlx::Error> {
        let mut notice = None;
        let path = folder.map(|folder| folder.join("luozi.db"));
        let opened = match &path {
            None => Err("there is no folder for data; choose one with --data-dir".to_string()),
            Some(path) => open_or_set_aside(path, &mut notice).await,
        };
        let (connection, saved) = match opened {
            Ok(connection) => (connection, true),
            Err(reason) => {
                notice = Some(Notice { text_key: "data.unavailable", args: BTreeMap::from([("reason", reason)]) });
                let mut connection = SqliteConnection::connect("sqlite::memory:").await?;
                for migration in MIGRATIONS {
                    sqlx::raw_sql(migration).execute(&mut connection).await?;
                }
                (connection, false)
            }
        };
        let store = Store { connection: Mutex::new(connection), quota, notice, saved };
        store.empty_trash().await?;
        Ok(store)
    }

    /// Whether anything survives the end of the program.
    pub fn saved(&self) -> bool {
        self.saved
    }

    /// What the user should know about the file.
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    async fn empty_trash(&self) -> Result<(), sqlx::Error> {
        let before = now_ms() - TRASH.as_millis() as i64;
        let query = sqlx::query("DELETE FROM game WHERE deleted < ?").bind(before);
        query.execute(&mut *self.connection.lock().await).await.map(drop)
    }

    /// The settings of a visitor's page.
    pub async fn settings(&self, visitor: &str) -> Result<Value, Problem> {
        let query = sqlx::query_scalar::<_, String>("SELECT value FROM setting WHERE visitor = ?").bind(visitor);
        let found = query.fetch_optional(&mut *self.connection.lock().await).await.map_err(failed)?;
        Ok(found.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_else(|| json!({})))
    }

    /// Replaces the settings of a visitor's page.
    pub async fn set_settings(&self, visitor: &str, value: &Value) -> Result<(), Problem> {
        let text = value.to_string();
        if !value.is_object() || text.len() > MOST_SETTINGS {
            let reason = format!("settings are one JSON object of at most {MOST_SETTINGS} bytes");
            return Err(Problem::with_reason(Code::BadMessage, reason));
        }
        let query = sqlx::query(
            "INSERT INTO setting (visitor, value) VALUES (?, ?) ON CONFLICT (visitor) DO UPDATE SET value = excluded.value",
        );
        query.bind(visitor).bind(text).execute(&mut *self.connection.lock().await).await.map_err(failed)?;
        Ok(())
    }
}

/// A statement that failed although its text is right: a full disk, a locked file.
pub fn failed(error: sqlx::Error) -> Problem {
    Problem::with_reason(Code::Internal, format!("saving failed: {error}"))
}

/// Opens a file; one that is damaged is set aside first. The error is a sentence for the user.
async fn open_or_set_aside(path: &Path, notice: &mut Option<Notice>) -> Result<SqliteConnection, String> {
    let told = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|e| told(&e))?;
    }
    match open_file(path, &MIGRATIONS).await {
        Ok(connection) => Ok(connection),
        Err(e) if e.is_damage() => {
            let aside = set_aside(path).map_err(|e| told(&e))?;
            let args = BTreeMap::from([("path", aside.display().to_string()), ("reason", e.to_string())]);
            *notice = Some(Notice { text_key: "data.corrupt", args });
            open_file(path, &MIGRATIONS).await.map_err(|e| told(&e))
        }
        Err(e) => Err(told(&e)),
    }
}

/// Renames a damaged file, and what SQLite keeps beside it, to a name that is free.
fn set_aside(path: &Path) -> std::io::Result<PathBuf> {
    let with_ending = |path: &Path, ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let aside = with_ending(path, &format!(".damaged-{}", now_ms()));
    std::fs::rename(path, &aside)?;
    for ending in ["-wal", "-shm"] {
        let beside = with_ending(path, ending);
        if beside.exists() {
            std::fs::rename(&beside, with_ending(&aside, ending))?;
        }
    }
    Ok(aside)
}

/// Opens a file and brings it to its latest version; `migrations` lead from each version to the next.
pub async fn open_file(path: &Path, migrations: &[&'static str]) -> Result<SqliteConnection, OpenError> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(PATIENCE);
    let mut connection = SqliteConnection::connect_with(&options).await?;
    let check: String = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut connection).await?;
    if check != "ok" {
        return Err(OpenError::Damaged(check));
    }
    migrate(&mut connection, migrations).await?;
    Ok(connection)
}

/// Brings a file to the latest version, all in one transaction.
async fn migrate(connection: &mut SqliteConnection, migrations: &[&'static str]) -> Result<(), OpenError> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let found: i64 = sqlx::query_scalar("PRAGMA user_version").fetch_one(&mut *transaction).await?;
    let known = migrations.len();
    let Some(missing) = usize::try_from(found).ok().and_then(|found| migrations.get(found..)) else {
        return Err(OpenError::Newer { found, known });
    };
    for migration in missing {
        sqlx::raw_sql(*migration).execute(&mut *transaction).await?;
    }
    // A version is a number of ours, so it may stand in the text: pragmas take no parameters.
    let set = sqlx::AssertSqlSafe(format!("PRAGMA user_version = {known}"));
    sqlx::raw_sql(set).execute(&mut *transaction).await?;
    Ok(transaction.commit().await?)
}
