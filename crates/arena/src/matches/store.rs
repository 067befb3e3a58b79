//! The record of a run while it is played: one SQLite file that is true at every moment.
//!
//! Games and moves are written as they happen, in write-ahead mode, so a killed arena loses nothing that was played. On
//! resuming, a game that was being played becomes void and is played again. A lock file keeps a second arena away.

use super::about::About;
use super::archive::Archive;
use super::database::{Access, Database, StoreError};
use super::finished::{FinishedGame, PlayedGame};
use super::plan::GameId;
use super::settings::Conditions;
use crate::judge::PlayedMove;
use luozi_games::Setup;
use sqlx::Row;
use std::fs::{self, File, TryLockError};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// An open record: what can be read from it, and the right to write to it.
#[derive(Debug)]
pub struct Store {
    archive: Archive,
    /// After the archive, so that the file is closed when the next arena comes.
    _lock: Option<Lock>,
}

/// The right to be the only arena on a file: a locked file beside it, which is gone afterwards. The system takes the lock
/// back when the arena dies.
#[derive(Debug)]
struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    fn take(record: &Path) -> Result<Lock, StoreError> {
        let io_error = |e| StoreError::of_io(record, e);
        let path = beside(record, ".lock");
        loop {
            let file = File::create(&path).map_err(io_error)?;
            file.try_lock().map_err(|e| match e {
                TryLockError::WouldBlock => StoreError::InUse(record.to_path_buf()),
                TryLockError::Error(e) => io_error(e),
            })?;
            // Whoever held it may have removed it between our opening and our locking: a lock on a file that nobody else
            // can find is none.
            let ours = file.metadata().map_err(io_error)?;
            if fs::metadata(&path).is_ok_and(|found| (found.dev(), found.ino()) == (ours.dev(), ours.ino())) {
                return Ok(Lock { file, path });
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Before the unlocking, while nobody else can hold it.
        let _ = fs::remove_file(&self.path);
        // Closing is not enough: a bot that another thread is just starting holds a copy until it runs.
        let _ = self.file.unlock();
    }
}

/// A file of the same name with something added.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}

fn micros(duration: Duration) -> i64 {
    duration.as_micros() as i64
}

impl Store {
    /// Opens a record for a run with these settings: a new run, or the last one of the file with `resume`.
    pub fn open(path: &Path, settings: &str, about: &About, resume: bool) -> Result<Store, StoreError> {
        // Step 1. Nobody else.
        let lock = Lock::take(path)?;

        // Step 2. The run. A file in which no run could be begun was not wanted.
        let is_new = !path.exists();
        let archive = Store::open_run(path, settings, about, resume).inspect_err(|_| {
            for ending in ["", "-wal", "-shm"].into_iter().filter(|_| is_new) {
                let _ = fs::remove_file(beside(path, ending));
            }
        })?;
        Ok(Store { archive, _lock: Some(lock) })
    }

    fn open_run(path: &Path, settings: &str, about: &About, resume: bool) -> Result<Archive, StoreError> {
        let database = Database::open(path, Access::Write)?;
        if resume {
            let mut archive = Archive::last_run(database, path)?;
            let asked: Conditions = serde_json::from_str(settings)?;
            let differences = archive.conditions().differences(&asked);
            if !differences.is_empty() {
                return Err(StoreError::OtherSettings { path: path.to_path_buf(), differences });
            }
            // More games than before: the run grows.
            archive.database.with(async |connection| {
                let grown = sqlx::query("UPDATE run SET settings = ? WHERE id = ?");
                grown.bind(settings).bind(archive.run).execute(connection).await
            })?;
            (archive.settings, archive.conditions) = (settings.to_string(), asked);
            archive.database.with(async |connection| {
                let stumps = sqlx::query("UPDATE game SET status = 'void' WHERE run = ? AND status = 'playing'");
                stumps.bind(archive.run).execute(connection).await
            })?;
            Ok(archive)
        } else {
            begin_run(database, settings, about)
        }
    }

    /// A record that nobody keeps, for runs without a file.
    pub fn in_memory(settings: &str, about: &About) -> Result<Store, StoreError> {
        Ok(Store { archive: begin_run(Database::in_memory()?, settings, about)?, _lock: None })
    }

    /// What the record holds.
    pub fn archive(&self) -> &Archive {
        &self.archive
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
        self.archive.database.with(async |connection| {
            let query = sqlx::query(
                "INSERT INTO game (run, pairing, pair, swapped, first, second, setup, opening, status, started) \
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'playing', ?)",
            );
            let query = query.bind(self.archive.run);
            let query = query.bind(id.pairing as i64).bind(id.pair as i64).bind(id.swapped as i64);
            let query = query.bind(players[0] as i64).bind(players[1] as i64).bind(setup).bind(opening.join(" "));
            Ok(query.bind(now_ms()).execute(connection).await?.last_insert_rowid())
        })
    }

    /// A move was played.
    pub fn add_move(&self, game: i64, played: &PlayedMove) -> Result<(), StoreError> {
        self.archive.database.with(async |connection| {
            let query =
                sqlx::query("INSERT INTO move (game, ply, text, wall_us, cpu_us, value) VALUES (?, ?, ?, ?, ?, ?)");
            let query = query.bind(game).bind(played.ply as i64).bind(&played.text);
            query.bind(micros(played.wall)).bind(micros(played.cpu)).bind(played.value).execute(connection).await?;
            Ok(())
        })
    }

    /// A game has ended; it comes after all that have ended before.
    pub fn finish_game(&self, game: i64, finished: &FinishedGame, stderr: &[String; 2]) -> Result<(), StoreError> {
        let fault = finished.fault.as_ref().map(serde_json::to_string).transpose()?;
        self.archive.database.with(async |connection| {
            let query = sqlx::query(
                "UPDATE game SET status = 'finished', first_half_points = ?, score = ?, ending = ?, fault = ?, \
                 plies = ?, wall_us = ?, overhead_us = ?, stderr_first = ?, stderr_second = ?, \
                 rank = (SELECT coalesce(max(rank), 0) + 1 FROM game) WHERE id = ?",
            );
            let query = query.bind(i64::from(finished.first_half_points)).bind(finished.score.map(i64::from));
            let query = query.bind(&finished.ending).bind(fault);
            let query = query.bind(finished.plies as i64).bind(micros(finished.wall)).bind(micros(finished.overhead));
            query.bind(&stderr[0]).bind(&stderr[1]).bind(game).execute(connection).await?;
            Ok(())
        })
    }
}

impl Store {
    /// A whole game that was played elsewhere; gives it with its number in the file.
    pub fn add_game(&self, played: &PlayedGame) -> Result<FinishedGame, StoreError> {
        let game = &played.finished;
        let number = self.begin_game(game.id, game.players, &game.setup, &game.opening)?;
        for mv in &played.moves {
            self.add_move(number, mv)?;
        }
        let finished = FinishedGame { number: Some(number), ..game.clone() };
        self.finish_game(number, &finished, &played.stderr)?;
        Ok(finished)
    }

    /// The result of a game counts no more; it can be played again.
    pub fn void_game(&self, number: i64) -> Result<(), StoreError> {
        self.archive.database.with(async |connection| {
            let query = sqlx::query("UPDATE game SET status = 'void' WHERE id = ? AND run = ?");
            query.bind(number).bind(self.archive.run).execute(connection).await?;
            Ok(())
        })
    }
}

fn begin_run(database: Database, settings: &str, about: &About) -> Result<Archive, StoreError> {
    let (text, started) = (serde_json::to_string(about)?, now_ms());
    let run = database.with(async |connection| {
        let query = sqlx::query("INSERT INTO run (settings, about, started) VALUES (?, ?, ?) RETURNING id");
        query.bind(settings).bind(text).bind(started).fetch_one(connection).await?.try_get(0)
    })?;
    let conditions = serde_json::from_str(settings)?;
    let (settings, about) = (settings.to_string(), about.clone());
    Ok(Archive { database, run, settings, conditions, about, started_ms: started })
}
