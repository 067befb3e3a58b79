//! The file of a class: people, sessions, links, bots, pairs, games, what was done.
//!
//! ```text
//! fact       name, value                                   the rules (JSON), the key, the phase
//! person     id, name, number, role, password, created, removed
//! session    token (SHA-256), person, created, seen
//! link       token (SHA-256), role, person, uses, expires, created      what lets somebody in
//! bot        id, person, version, file, form, hash, size, state, report (JSON), created, deleted
//! player     id, bot, level, spec, retired                 whoever is on the ladder: bots and levels of the program
//! pair       id, stage, a, b, opening, created, points     two games on one opening; points of `a` when both are over
//! game       id, pair, swapped, first, second, rows, cols, points, plies, record, ending, fault, stderr_first, …
//! standing   player, at, pairs, elo, low, high             a rating as it was: the curve of a bot
//! log        id, at, person, address, what, about          what was done, by whom
//! ```
//!
//! Values go into statements as parameters only, never as text.

use super::rights::{Person, Role};
use super::tokens::{Key, digest, new_token};
use crate::problem::Problem;
use crate::store::{OpenError, failed, now_ms, open_file};
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use std::path::Path;
use tokio::sync::{Mutex, MutexGuard};

const MIGRATIONS: [&str; 1] = ["
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE person (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, number TEXT NOT NULL, role TEXT NOT NULL, password TEXT,
    created INTEGER NOT NULL, removed INTEGER
) STRICT;
CREATE UNIQUE INDEX one_of_a_name ON person (name) WHERE removed IS NULL;
CREATE TABLE session (
    token TEXT PRIMARY KEY, person INTEGER NOT NULL REFERENCES person(id), created INTEGER NOT NULL, seen INTEGER NOT NULL
) STRICT;
CREATE INDEX session_by_person ON session (person);
CREATE TABLE link (
    token TEXT PRIMARY KEY, role TEXT NOT NULL, person INTEGER REFERENCES person(id), uses INTEGER NOT NULL,
    expires INTEGER NOT NULL, created INTEGER NOT NULL
) STRICT;
CREATE TABLE bot (
    id INTEGER PRIMARY KEY, person INTEGER NOT NULL REFERENCES person(id), version INTEGER NOT NULL, file TEXT NOT NULL,
    form TEXT NOT NULL, hash TEXT NOT NULL, size INTEGER NOT NULL, state TEXT NOT NULL, report TEXT NOT NULL,
    created INTEGER NOT NULL, deleted INTEGER
) STRICT;
CREATE INDEX bot_by_person ON bot (person);
CREATE INDEX bot_by_state ON bot (state);
CREATE TABLE player (
    id INTEGER PRIMARY KEY, bot INTEGER UNIQUE REFERENCES bot(id), level INTEGER UNIQUE, spec TEXT NOT NULL, retired INTEGER
) STRICT;
CREATE TABLE pair (
    id INTEGER PRIMARY KEY, stage INTEGER NOT NULL, a INTEGER NOT NULL REFERENCES player(id),
    b INTEGER NOT NULL REFERENCES player(id), opening INTEGER NOT NULL, created INTEGER NOT NULL, points INTEGER
) STRICT;
CREATE UNIQUE INDEX one_final_meeting ON pair (a, b, opening) WHERE stage = 1;
CREATE TABLE game (
    id INTEGER PRIMARY KEY, pair INTEGER NOT NULL REFERENCES pair(id), swapped INTEGER NOT NULL,
    first INTEGER NOT NULL REFERENCES player(id), second INTEGER NOT NULL REFERENCES player(id),
    rows INTEGER NOT NULL, cols INTEGER NOT NULL, points INTEGER NOT NULL, plies INTEGER NOT NULL, record TEXT NOT NULL,
    ending TEXT NOT NULL, at_fault INTEGER, fault TEXT, stderr_first TEXT NOT NULL, stderr_second TEXT NOT NULL,
    worker TEXT NOT NULL, played INTEGER NOT NULL, UNIQUE (pair, swapped)
) STRICT;
CREATE INDEX game_by_first ON game (first, id);
CREATE INDEX game_by_second ON game (second, id);
CREATE INDEX game_by_fault ON game (at_fault, id) WHERE at_fault IS NOT NULL;
CREATE TABLE standing (
    player INTEGER NOT NULL REFERENCES player(id), at INTEGER NOT NULL, pairs INTEGER NOT NULL, elo REAL NOT NULL,
    low REAL, high REAL, PRIMARY KEY (player, at)
) STRICT, WITHOUT ROWID;
CREATE TABLE log (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, person INTEGER, address TEXT NOT NULL, what TEXT NOT NULL, about TEXT NOT NULL
) STRICT;
"];

/// A session that nobody used for so long is none any more.
const SESSION_MS: i64 = 120 * 24 * 3_600_000;
/// How exactly it is kept when a session was last used.
const SEEN_MS: i64 = 3_600_000;

/// The tables of a class.
pub struct ClassStore {
    connection: Mutex<SqliteConnection>,
}

/// What a link promises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// What it is kept under.
    pub token: String,
    /// What whoever comes in by it will be.
    pub role: String,
    /// Whose it is; nobody's in particular if left out.
    pub person: Option<i64>,
    /// How often it may still be used.
    pub uses: i64,
    /// Until when, in milliseconds since 1970.
    pub expires: i64,
}

/// Somebody, as the teacher's list shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonRow {
    /// The person's number here.
    pub id: i64,
    /// As others see it.
    pub name: String,
    /// The number at the university, if the list had one.
    pub number: String,
    /// The word of its role.
    pub role: String,
    /// How many sessions are open.
    pub sessions: i64,
    /// How many bots were sent in.
    pub bots: i64,
    /// When it was last here.
    pub seen: Option<i64>,
}

/// Something that was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogRow {
    /// The number of the entry, which rises.
    pub id: i64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// By whom, if that person had come in.
    pub name: Option<String>,
    /// The address of the machine it came from.
    pub address: String,
    /// What was done, in a word.
    pub what: String,
    /// To what or whom.
    pub about: String,
}

/// Reads structs from rows whose columns have the names of their fields.
macro_rules! rows {
    ($($row:ty { $($field:ident),+ $(,)? })+) => { $(
        impl sqlx::FromRow<'_, sqlx::sqlite::SqliteRow> for $row {
            fn from_row(row: &sqlx::sqlite::SqliteRow) -> sqlx::Result<Self> {
                use sqlx::Row;
                Ok(Self { $($field: row.try_get(stringify!($field))?),+ })
            }
        }
    )+ };
}
pub(super) use rows;

rows! {
    Link { token, role, person, uses, expires }
    PersonRow { id, name, number, role, sessions, bots, seen }
    LogRow { id, at, name, address, what, about }
}

fn person_of((id, name, role): (i64, String, String)) -> Option<Person> {
    Some(Person { id, name, role: Role::of(&role)? })
}

impl ClassStore {
    /// Opens the file, or makes it.
    pub async fn open(path: &Path) -> Result<ClassStore, OpenError> {
        Ok(ClassStore { connection: Mutex::new(open_file(path, &MIGRATIONS).await?) })
    }

    /// The connection, for statements of the parts beside this one.
    pub async fn lock(&self) -> MutexGuard<'_, SqliteConnection> {
        self.connection.lock().await
    }

    /// A fact about the class.
    pub async fn fact(&self, name: &str) -> Result<Option<String>, Problem> {
        let query = sqlx::query_scalar("SELECT value FROM fact WHERE name = ?").bind(name);
        query.fetch_optional(&mut *self.lock().await).await.map_err(failed)
    }

    /// Sets a fact.
    pub async fn set_fact(&self, name: &str, value: &str) -> Result<(), Problem> {
        let text =
            "INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        sqlx::query(text).bind(name).bind(value).execute(&mut *self.lock().await).await.map(drop).map_err(failed)
    }

    /// The key of the class; made at its first start.
    pub async fn key(&self) -> Result<Key, Problem> {
        if let Some(key) = self.fact("key").await?.and_then(|text| Key::read(&text)) {
            return Ok(key);
        }
        let key = Key::draw();
        self.set_fact("key", &key.text()).await?;
        Ok(key)
    }

    /// Writes down what was done.
    pub async fn log(&self, person: Option<i64>, address: &str, what: &str, about: &str) -> Result<(), Problem> {
        let query = sqlx::query("INSERT INTO log (at, person, address, what, about) VALUES (?, ?, ?, ?, ?)");
        let query = query.bind(now_ms()).bind(person).bind(address).bind(what).bind(luozi_core::excerpt(about));
        query.execute(&mut *self.lock().await).await.map(drop).map_err(failed)
    }

    /// What was done last, the latest first.
    pub async fn logged(&self, before: Option<i64>, limit: i64) -> Result<Vec<LogRow>, Problem> {
        let query = sqlx::query_as(
            "SELECT log.id, at, name, address, what, about FROM log LEFT JOIN person ON person.id = log.person
             WHERE log.id < ? ORDER BY log.id DESC LIMIT ?",
        );
        query.bind(before.unwrap_or(i64::MAX)).bind(limit).fetch_all(&mut *self.lock().await).await.map_err(failed)
    }

    /// Whether there is a teacher.
    pub async fn has_teacher(&self) -> Result<bool, Problem> {
        let query =
            sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM person WHERE role = 'teacher' AND removed IS NULL");
        Ok(query.fetch_one(&mut *self.lock().await).await.map_err(failed)? > 0)
    }

    /// Makes a link and gives its secret, which is told once and not kept.
    pub async fn new_link(&self, role: Role, person: Option<i64>, uses: i64, expires: i64) -> Result<String, Problem> {
        let token = new_token();
        let mut connection = self.lock().await;
        if person.is_some() {
            // The latest link of a person is the only one.
            let query = sqlx::query("DELETE FROM link WHERE person = ?").bind(person);
            query.execute(&mut *connection).await.map_err(failed)?;
        }
        let query =
            sqlx::query("INSERT INTO link (token, role, person, uses, expires, created) VALUES (?, ?, ?, ?, ?, ?)");
        let query = query.bind(digest(&token)).bind(role.word()).bind(person).bind(uses).bind(expires).bind(now_ms());
        query.execute(&mut *connection).await.map_err(failed)?;
        Ok(token)
    }

    /// Takes back every link of a role that belongs to nobody in particular.
    pub async fn withdraw_links(&self, role: Role) -> Result<u64, Problem> {
        let query = sqlx::query("DELETE FROM link WHERE person IS NULL AND role = ?").bind(role.word());
        Ok(query.execute(&mut *self.lock().await).await.map_err(failed)?.rows_affected())
    }

    /// The link with a secret, while it holds.
    pub async fn link(&self, token: &str) -> Result<Option<Link>, Problem> {
        let query = sqlx::query_as(
            "SELECT token, role, person, uses, expires FROM link WHERE token = ? AND uses > 0 AND expires > ?",
        );
        query.bind(digest(token)).bind(now_ms()).fetch_optional(&mut *self.lock().await).await.map_err(failed)
    }

    /// Uses a link once; false if somebody else was quicker.
    pub async fn use_link(&self, link: &Link) -> Result<bool, Problem> {
        let query = sqlx::query("UPDATE link SET uses = uses - 1 WHERE token = ? AND uses > 0").bind(&link.token);
        Ok(query.execute(&mut *self.lock().await).await.map_err(failed)?.rows_affected() == 1)
    }

    /// A new person; `None` if the name is taken.
    pub async fn add_person(&self, name: &str, number: &str, role: Role) -> Result<Option<i64>, Problem> {
        let query = sqlx::query_scalar(
            "INSERT INTO person (name, number, role, created) VALUES (?, ?, ?, ?)
             ON CONFLICT (name) WHERE removed IS NULL DO NOTHING RETURNING id",
        );
        let query = query.bind(name).bind(number).bind(role.word()).bind(now_ms());
        query.fetch_optional(&mut *self.lock().await).await.map_err(failed)
    }

    /// Somebody by number.
    pub async fn person(&self, id: i64) -> Result<Option<Person>, Problem> {
        let query = sqlx::query_as("SELECT id, name, role FROM person WHERE id = ? AND removed IS NULL").bind(id);
        Ok(query.fetch_optional(&mut *self.lock().await).await.map_err(failed)?.and_then(person_of))
    }

    /// Everybody, as the teacher's list shows it.
    pub async fn people(&self) -> Result<Vec<PersonRow>, Problem> {
        let query = sqlx::query_as(
            "SELECT id, name, number, role,
                 (SELECT COUNT(*) FROM session WHERE session.person = person.id) AS sessions,
                 (SELECT COUNT(*) FROM bot WHERE bot.person = person.id) AS bots,
                 (SELECT MAX(seen) FROM session WHERE session.person = person.id) AS seen
             FROM person WHERE removed IS NULL ORDER BY role DESC, name",
        );
        query.fetch_all(&mut *self.lock().await).await.map_err(failed)
    }

    /// Takes somebody out: the sessions and links end, the bots leave the ladder.
    pub async fn remove_person(&self, id: i64) -> Result<(), Problem> {
        let mut connection = self.lock().await;
        let mut all = connection.begin().await.map_err(failed)?;
        for text in [
            "DELETE FROM session WHERE person = ?2",
            "DELETE FROM link WHERE person = ?2",
            "UPDATE player SET retired = ?1 WHERE retired IS NULL AND bot IN (SELECT id FROM bot WHERE person = ?2)",
            "UPDATE bot SET deleted = ?1 WHERE deleted IS NULL AND person = ?2",
            "UPDATE person SET removed = ?1 WHERE id = ?2",
        ] {
            sqlx::query(text).bind(now_ms()).bind(id).execute(&mut *all).await.map_err(failed)?;
        }
        all.commit().await.map_err(failed)
    }

    /// Sets a password, or none.
    pub async fn set_password(&self, person: i64, kept: Option<&str>) -> Result<(), Problem> {
        let query = sqlx::query("UPDATE person SET password = ? WHERE id = ?").bind(kept).bind(person);
        query.execute(&mut *self.lock().await).await.map(drop).map_err(failed)
    }

    /// Who has a name, and what is kept of the password.
    pub async fn password(&self, name: &str) -> Result<Option<(i64, Option<String>)>, Problem> {
        let query = sqlx::query_as("SELECT id, password FROM person WHERE name = ? AND removed IS NULL").bind(name);
        query.fetch_optional(&mut *self.lock().await).await.map_err(failed)
    }

    /// Begins a session and gives its secret.
    pub async fn new_session(&self, person: i64) -> Result<String, Problem> {
        let token = new_token();
        let mut connection = self.lock().await;
        let query = sqlx::query("DELETE FROM session WHERE seen < ?").bind(now_ms() - SESSION_MS);
        query.execute(&mut *connection).await.map_err(failed)?;
        let query = sqlx::query("INSERT INTO session (token, person, created, seen) VALUES (?1, ?2, ?3, ?3)");
        let query = query.bind(digest(&token)).bind(person).bind(now_ms());
        query.execute(&mut *connection).await.map_err(failed)?;
        Ok(token)
    }

    /// Whose session it is, while it lasts.
    pub async fn session(&self, token: &str) -> Result<Option<Person>, Problem> {
        let mut connection = self.lock().await;
        let query = sqlx::query_as::<_, (i64, String, String, i64)>(
            "SELECT person.id, name, role, seen FROM session JOIN person ON person.id = session.person
             WHERE token = ? AND removed IS NULL AND seen > ?",
        );
        let (kept, now) = (digest(token), now_ms());
        let found = query.bind(&kept).bind(now - SESSION_MS).fetch_optional(&mut *connection).await.map_err(failed)?;
        let Some((id, name, role, seen)) = found else { return Ok(None) };
        if seen < now - SEEN_MS {
            let query = sqlx::query("UPDATE session SET seen = ? WHERE token = ?").bind(now).bind(&kept);
            query.execute(&mut *connection).await.map_err(failed)?;
        }
        Ok(person_of((id, name, role)))
    }

    /// Ends one session.
    pub async fn end_session(&self, token: &str) -> Result<(), Problem> {
        let query = sqlx::query("DELETE FROM session WHERE token = ?").bind(digest(token));
        query.execute(&mut *self.lock().await).await.map(drop).map_err(failed)
    }

    /// Ends all sessions of somebody.
    pub async fn end_sessions(&self, person: i64) -> Result<(), Problem> {
        let query = sqlx::query("DELETE FROM session WHERE person = ?").bind(person);
        query.execute(&mut *self.lock().await).await.map(drop).map_err(failed)
    }
}
