//! What the tests of the farm share: small matches that are over soon.
#![allow(dead_code, reason = "every test program uses its own part")]

#[cfg(target_os = "linux")]
pub mod postgres;

use luozi_arena::matches::openings::{Boards, Book, Source};
use luozi_arena::matches::{FinishedGame, RunResult, Settings, Store, round_robin, run_by};
use luozi_arena::players::{EnginePlayers, Entrant};
use luozi_arena::process::Host;
use luozi_farm::{Address, Crew, Farm, WorkerOptions, work};
use luozi_games::{GameKind, Setup};
use luozi_search::TimeControl;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// A time limit that only a hanging test reaches.
pub const PATIENT: Duration = Duration::from_secs(60);

/// So many games of NoGo on 5x5 between each two of these players, by simulations.
pub fn settings(players: &[&str], games: usize) -> Settings {
    let read = |text: &&str| Entrant::parse(text, luozi_arena::players::BuiltIns::names(&EnginePlayers)).unwrap();
    let setup = Setup::board(GameKind::NOGO, 5, 5);
    Settings {
        players: players.iter().map(read).collect(),
        pairings: round_robin(players.len()),
        book: Book::new(Boards::Fixed(setup), Source::RandomPlies(2), 7).unwrap(),
        pairs: games / 2,
        control: TimeControl::PerMove(Duration::from_secs(3600)),
        visits: Some(10),
        memory_bytes: 64 << 20,
        concurrency: 1,
        affinity: false,
        seed: 7,
        adjudicate: false,
        keep_going: false,
        sprt: None,
    }
}

/// Options of a worker that needs no programs beside it.
pub fn options(folder: &Path, threads: usize) -> WorkerOptions {
    let host = Host::program("luozi-arena-host");
    WorkerOptions { cache: folder.join("cache"), ..WorkerOptions::new(host, threads) }
}

/// A worker in this process, until it is dropped.
pub struct InProcess(Arc<AtomicBool>, Option<JoinHandle<()>>);

impl InProcess {
    pub fn start(address: &Address, options: WorkerOptions) -> InProcess {
        let stop = Arc::new(AtomicBool::new(false));
        let (flag, address) = (Arc::clone(&stop), address.clone());
        let thread = thread::spawn(move || work(&address, None, &options, &flag).unwrap());
        InProcess(stop, Some(thread))
    }
}

impl Drop for InProcess {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
        if let Some(thread) = self.1.take() {
            thread.join().unwrap();
        }
    }
}

/// What a game is, whoever played it and however long it took.
pub fn essence(game: &FinishedGame) -> String {
    let FinishedGame { id, players, setup, opening, first_half_points, score, ending, plies, .. } = game;
    format!("{id:?} {players:?} {setup:?} {opening:?} {first_half_points} {score:?} {ending} {plies}")
}

/// All games of a result.
pub fn essences(result: &RunResult) -> Vec<String> {
    result.games.iter().map(essence).collect()
}

/// Plays a run by the farm.
pub fn gather(farm: &Farm, settings: &Settings, store: Option<&Store>, own: Option<WorkerOptions>) -> RunResult {
    let stop = AtomicBool::new(false);
    let mut crew = Crew::new(farm, settings, &luozi_arena::matches::Kind::Match, false, own).unwrap();
    run_by(&mut crew, settings, store, &stop, |_, _| {}).unwrap()
}

/// Waits for something.
pub fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENT, "{what} did not happen");
        thread::sleep(Duration::from_millis(20));
    }
}
