//! Tournaments of the arena, finished or still being played: its SQLite files, opened for reading only.
//!
//! A file is shown when it was named at the start or lies in the folder `events` beside the saved games. What happens in a
//! run is a list that only grows ([`feed`]), so that a page which comes back goes on where it was.

mod feed;
mod reader;
mod runs;
mod table;

pub use feed::Feed;
pub use reader::GameRow;
pub use runs::{NewEvent, RunState};
pub use table::csv;

use crate::message::Table;
use crate::problem::{Code, Problem};
use feed::Log;
use reader::Reader;
use runs::Runs;
use serde::Serialize;
use serde_json::json;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// All tournaments that can be shown.
pub struct Events {
    named: Vec<PathBuf>,
    folder: Option<PathBuf>,
    logs: Mutex<HashMap<String, Arc<Log>>>,
    runs: Arc<Runs>,
}

/// What a list shows of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "EventSummary"))]
pub struct Summary {
    id: String,
    name: String,
    game: String,
    players: usize,
    games: usize,
    finished: usize,
    running: usize,
    updated: i64,
}

/// The id of a file: its name, and something that tells files of the same name apart.
fn id_of(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().to_lowercase()).unwrap_or_default();
    let safe: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(40).collect();
    // FNV-1a, the same in every run and build.
    let bytes = path.as_os_str().as_encoded_bytes();
    let hash = bytes.iter().fold(0x811c_9dc5_u32, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{safe}-{:04x}", hash & 0xffff)
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

impl Events {
    /// The files named at the start and those beside the saved games.
    pub fn new(named: Vec<PathBuf>, data_folder: Option<&Path>) -> Events {
        Events {
            named,
            folder: data_folder.map(|folder| folder.join("events")),
            logs: Mutex::default(),
            runs: Arc::default(),
        }
    }

    /// The folder whose files are shown by themselves.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// All files there are now.
    fn files(&self) -> Vec<PathBuf> {
        let listed = self.folder.as_ref().and_then(|folder| std::fs::read_dir(folder).ok());
        let found = listed.into_iter().flatten().filter_map(|entry| entry.ok().map(|entry| entry.path()));
        let mut found: Vec<PathBuf> = found.filter(|path| path.extension().is_some_and(|e| e == "db")).collect();
        found.sort();
        self.named.iter().cloned().chain(found).collect()
    }

    fn find(&self, id: &str) -> Result<PathBuf, Problem> {
        let found = self.files().into_iter().find(|path| id_of(path) == id);
        found.ok_or_else(|| {
            let id = luozi_core::excerpt(id);
            Problem::new(Code::UnknownEvent, format!("there is no tournament `{id}`"), json!({ "event": id }))
        })
    }

    /// All tournaments; files that cannot be read are left out.
    pub async fn list(&self) -> Vec<Summary> {
        let mut list = Vec::new();
        for path in self.files() {
            if let Ok(summary) = summary(&path).await {
                list.push(summary);
            }
        }
        list
    }

    /// Plays a new tournament; gives its id.
    pub async fn start(&self, event: NewEvent) -> Result<String, Problem> {
        let folder =
            self.folder.clone().ok_or_else(|| Problem::with_reason(Code::Internal, "there is no folder for it"))?;
        let runs = Arc::clone(&self.runs);
        let path = waited(move || runs.start(&event, &folder)).await??;
        Ok(id_of(&path))
    }

    /// How a tournament that this server plays stands.
    pub fn state(&self, id: &str) -> Result<RunState, Problem> {
        Ok(self.runs.state(&self.find(id)?))
    }

    /// Goes on with a tournament.
    pub async fn resume(&self, id: &str) -> Result<RunState, Problem> {
        let (runs, path) = (Arc::clone(&self.runs), self.find(id)?);
        waited(move || runs.resume(&path)).await??;
        self.state(id)
    }

    /// Pauses a tournament, or ends it for good.
    pub async fn pause(&self, id: &str, for_good: bool) -> Result<RunState, Problem> {
        let (runs, path) = (Arc::clone(&self.runs), self.find(id)?);
        waited(move || runs.pause(&path, for_good)).await?;
        self.state(id)
    }

    /// Opens a tournament for reading.
    pub async fn open(&self, id: &str) -> Result<Reader, Problem> {
        Reader::open(&self.find(id)?).await
    }

    /// The standings of a tournament.
    pub async fn table(&self, id: &str) -> Result<Table, Problem> {
        let path = self.find(id)?;
        let log = self.log(id, &path);
        log.refresh().await?;
        log.table().await
    }

    /// What happens in a tournament, after the event with that number.
    pub fn feed(&self, id: &str, from_seq: u64) -> Result<Feed, Problem> {
        let path = self.find(id)?;
        Ok(Feed::new(self.log(id, &path), from_seq))
    }

    fn log(&self, id: &str, path: &Path) -> Arc<Log> {
        let mut logs = self.logs.lock().unwrap_or_else(PoisonError::into_inner);
        let log = logs.entry(id.to_string()).or_insert_with(|| Arc::new(Log::new(id, path)));
        Arc::clone(log)
    }
}

/// Does something that has to wait for files and players.
async fn waited<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|e| Problem::with_reason(Code::Internal, e))
}

async fn summary(path: &Path) -> Result<Summary, Problem> {
    let mut reader = Reader::open(path).await?;
    let games = reader.games().await?;
    let count = |status: &str| games.iter().filter(|game| game.status == status).count();
    Ok(Summary {
        id: id_of(path),
        name: name_of(path),
        game: games.first().map(|game| game.setup.kind().to_string()).unwrap_or_default(),
        players: reader.players().len(),
        games: games.len(),
        finished: count("finished"),
        running: count("playing"),
        updated: games.iter().map(|game| game.started).max().unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests;
