//! What happens in a tournament, as a list that only grows.
//!
//! The arena writes games and moves as they happen; nobody tells this server, so it looks again now and then, as long as
//! somebody watches. Games that had ended before it first looked appear as a start and an end: their moves can be asked
//! for. All watchers of a tournament share one [`Log`].

use super::reader::{GameRow, MoveRow, Reader};
use super::table::standings;
use crate::message::{Board, EventFrame, News, Table};
use crate::problem::Problem;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// Time between two looks.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Everything seen so far of a tournament.
pub struct Log {
    id: String,
    path: PathBuf,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    events: Vec<EventFrame>,
    /// The last game that has begun.
    latest: i64,
    /// Games being played, and how many of their moves were seen.
    open: BTreeMap<i64, i64>,
    looked: Option<Instant>,
}

impl Seen {
    fn push(&mut self, id: &str, news: News) {
        let seq = self.events.len() as u64 + 1;
        self.events.push(EventFrame { event: id.to_string(), seq, news });
    }
}

fn start(game: &GameRow) -> News {
    News::Start {
        game: game.game,
        players: game.players,
        setup: game.setup.clone(),
        opening: game.opening.clone(),
        pairing: game.pairing,
        pair: game.pair,
        swapped: game.swapped,
    }
}

fn played(game: i64, mv: &MoveRow) -> News {
    News::Move { game, ply: mv.ply, m: mv.text.clone(), ms: mv.ms, value: mv.value }
}

fn end(game: &GameRow) -> News {
    News::End { game: game.game, winner: game.winner, why: game.why.clone(), fault: game.fault.clone() }
}

impl Log {
    /// Nothing was seen yet.
    pub fn new(id: &str, path: &Path) -> Log {
        Log { id: id.to_string(), path: path.to_path_buf(), seen: Mutex::default() }
    }

    /// Looks for news, unless somebody just did.
    pub async fn refresh(&self) -> Result<(), Problem> {
        let mut seen = self.seen.lock().await;
        if seen.looked.is_some_and(|looked| looked.elapsed() < LOOK_EVERY) {
            return Ok(());
        }
        let mut reader = Reader::open(&self.path).await?;
        for game in reader.games_after(seen.latest).await? {
            seen.latest = game.game;
            match game.status.as_str() {
                "playing" => {
                    seen.push(&self.id, start(&game));
                    seen.open.insert(game.game, 0);
                }
                "finished" => {
                    seen.push(&self.id, start(&game));
                    seen.push(&self.id, end(&game));
                }
                _ => {}
            }
        }
        for (number, known) in seen.open.clone() {
            // The moves are read after the state of the game: an ended game has all of them.
            let game = reader.game(number).await?;
            let moves = reader.moves(number, known).await?;
            seen.open.insert(number, known + moves.len() as i64);
            for mv in &moves {
                seen.push(&self.id, played(number, mv));
            }
            if game.status != "playing" {
                seen.push(&self.id, end(&game));
                seen.open.remove(&number);
            }
        }
        seen.looked = Some(Instant::now());
        Ok(())
    }

    /// The standings now.
    pub async fn table(&self) -> Result<Table, Problem> {
        let mut reader = Reader::open(&self.path).await?;
        let games = reader.games().await?;
        let mut boards = Vec::new();
        for game in games.iter().filter(|game| game.status == "playing") {
            let moves = reader.moves(game.game, 0).await?;
            let moves = game.opening.iter().cloned().chain(moves.into_iter().map(|mv| mv.text)).collect();
            boards.push(Board { game: game.game, players: game.players, setup: game.setup.clone(), moves });
        }
        Ok(Table {
            id: self.id.clone(),
            name: reader.name().to_string(),
            settings: reader.settings().clone(),
            seq: self.seen.lock().await.events.len() as u64,
            boards,
            ..standings(&reader.players(), &games, reader.anchor())
        })
    }
}

/// One watcher's place in a log.
pub struct Feed {
    log: Arc<Log>,
    /// Events already told.
    told: usize,
    table_due: bool,
}

impl Feed {
    /// After the event with that number.
    pub fn new(log: Arc<Log>, from_seq: u64) -> Feed {
        Feed { log, told: from_seq as usize, table_due: true }
    }

    /// The next event; waits for it. A file that cannot be read right now is tried again.
    pub async fn next(&mut self) -> EventFrame {
        loop {
            // A failed look is no news: the next one may succeed.
            let fresh = self.log.refresh().await.is_ok();
            let event = {
                let seen = self.log.seen.lock().await;
                // A watcher that has seen more than there is comes from before a restart: it begins anew.
                if fresh && self.told > seen.events.len() {
                    self.told = 0;
                }
                seen.events.get(self.told).cloned()
            };
            if let Some(event) = event {
                self.told += 1;
                self.table_due |= matches!(event.news, News::End { .. });
                return event;
            }
            if self.table_due
                && let Ok(table) = self.log.table().await
            {
                self.table_due = false;
                let news = News::Table { table: Box::new(table) };
                return EventFrame { event: self.log.id.clone(), seq: self.told as u64, news };
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }
}
