//! The field of a class on this machine: each pair is dealt by a deck of the arena and played in a room of its own, by threads of
//! this process. What waits and what is over lies in memory only: after a start the umpire gives everything again that is not kept.

use super::held;
use super::rules::Rules;
use super::runner::{Field, FieldNews, FieldPair};
use luozi_arena::matches::openings::{Boards, Book, Source};
use luozi_arena::matches::{Deck, Pairing, PlayedGame, Room, Settings};
use luozi_arena::players::{BuiltIns, EnginePlayers, Entrant};
use luozi_arena::process::Host;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long a thread sleeps when there is nothing to play.
const IDLE: Duration = Duration::from_millis(200);
/// A pair that could not be played so often is told and left alone.
const MOST_TRIES: u32 = 3;

/// What the threads share.
struct Shared {
    host: Host,
    stop: AtomicBool,
    bell: Condvar,
    work: Mutex<Work>,
}

#[derive(Default)]
struct Work {
    rules: Option<Rules>,
    waiting: VecDeque<FieldPair>,
    /// Everything that was given and is not acknowledged.
    known: HashSet<(i64, i64)>,
    over: HashMap<(i64, i64), FieldNews>,
    tries: HashMap<(i64, i64), u32>,
    trouble: Option<String>,
}

/// Threads of this process that play. Dropping it gives up what they play.
pub struct Here {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

impl Here {
    /// Starts so many threads.
    pub fn start(host: Host, games: usize) -> Here {
        let shared = Shared { host, stop: AtomicBool::new(false), bell: Condvar::new(), work: Mutex::default() };
        let shared = Arc::new(shared);
        let play = |_| {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || shared.play())
        };
        let threads = (0..games).map(play).collect();
        Here { shared, threads }
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        self.shared.bell.notify_all();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn play(&self) {
        while !self.stop.load(Ordering::Relaxed) {
            let taken = {
                let mut work = held(&self.work);
                match (work.waiting.pop_front(), work.rules.clone()) {
                    (Some(pair), Some(rules)) => Some((pair, rules)),
                    _ => {
                        let waited = self.bell.wait_timeout(work, IDLE);
                        drop(waited.unwrap_or_else(PoisonError::into_inner));
                        None
                    }
                }
            };
            let Some((pair, rules)) = taken else { continue };
            let key = (pair.stage, pair.pair);
            match self.one(&pair, &rules) {
                Ok(Some(games)) => {
                    let news = FieldNews { stage: pair.stage, pair: pair.pair, worker: "here".to_string(), games };
                    held(&self.work).over.insert(key, news);
                }
                // Given up: the server ends.
                Ok(None) => {}
                Err(reason) => {
                    let mut work = held(&self.work);
                    let tries = work.tries.entry(key).or_default();
                    *tries += 1;
                    if *tries < MOST_TRIES {
                        work.waiting.push_back(pair);
                    } else {
                        work.trouble = Some(format!("{} against {}: {reason}", pair.players[0], pair.players[1]));
                    }
                }
            }
        }
    }

    /// Both games of a pair.
    fn one(&self, pair: &FieldPair, rules: &Rules) -> Result<Option<[PlayedGame; 2]>, String> {
        let told = |error: &dyn std::fmt::Display| error.to_string();
        let read = |text: &String| Entrant::parse(text, EnginePlayers.names()).map_err(|error| told(&error));
        let source = Source::List(vec![pair.opening.moves.clone()]);
        let book = Book::new(Boards::Fixed(pair.opening.setup.clone()), source, 0).map_err(|error| told(&error))?;
        let settings = Settings {
            players: pair.players.iter().map(read).collect::<Result<_, _>>()?,
            pairings: vec![Pairing { a: 0, b: 1 }],
            book,
            pairs: 1,
            control: rules.control(),
            visits: None,
            memory_bytes: rules.memory_bytes(),
            concurrency: 1,
            affinity: false,
            seed: pair.pair as u64,
            adjudicate: false,
            keep_going: true,
            sprt: None,
        };
        let room = Room::new(&settings, &self.host, &EnginePlayers).map_err(|error| told(&error))?;
        let plans = Deck::new(&settings, HashSet::new()).next_pair().ok_or("a pair has two games")?;
        let mut games = Vec::new();
        for plan in &plans {
            match room.play(plan, &self.stop).map_err(|error| told(&error))? {
                Some(game) => games.push(game),
                None => return Ok(None),
            }
        }
        games.try_into().map(Some).map_err(|_| "a pair has two games".to_string())
    }
}

impl Field for Here {
    fn begin(&self, rules: &Rules) -> Result<(), String> {
        held(&self.shared.work).rules = Some(rules.clone());
        Ok(())
    }

    fn push(&self, pair: &FieldPair) -> Result<(), String> {
        let mut work = held(&self.shared.work);
        if work.known.insert((pair.stage, pair.pair)) {
            if pair.urgent {
                work.waiting.push_front(pair.clone());
            } else {
                work.waiting.push_back(pair.clone());
            }
            self.shared.bell.notify_one();
        }
        Ok(())
    }

    fn news(&self) -> Result<Vec<FieldNews>, String> {
        Ok(held(&self.shared.work).over.values().cloned().collect())
    }

    fn acknowledge(&self, pairs: &[(i64, i64)]) -> Result<(), String> {
        let mut work = held(&self.shared.work);
        for pair in pairs {
            work.over.remove(pair);
            work.known.remove(pair);
            work.tries.remove(pair);
        }
        Ok(())
    }

    fn places(&self) -> usize {
        self.threads.len()
    }

    fn trouble(&self) -> Option<String> {
        held(&self.shared.work).trouble.clone()
    }
}
