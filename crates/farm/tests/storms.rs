//! Two hundred games while workers and the data base are killed at random moments: the record is that of an undisturbed run.
//!
//! Workers are processes: this program started again with the one test that works when it is told where.
#![cfg(target_os = "linux")]

mod common;

use common::postgres::Postgres;
use common::{essences, options, settings, wait_for};
use luozi_arena::matches::{About, Kind, RunResult, Settings, Store, run, run_by};
use luozi_arena::players::EnginePlayers;
use luozi_arena::process::Host;
use luozi_core::Rng;
use luozi_farm::{Address, Crew, Farm, Games, WorkerOptions, work};
use std::collections::HashSet;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

const FARM: &str = "LUOZI_TEST_FARM";
const FOLDER: &str = "LUOZI_TEST_FOLDER";

/// Works when it was started by one of the others; nothing otherwise.
#[test]
fn a_worker_of_the_others() {
    let (Ok(farm), Ok(folder)) = (std::env::var(FARM), std::env::var(FOLDER)) else { return };
    let options = WorkerOptions { name: Some("storm".to_string()), ..options(Path::new(&folder), 1) };
    work(&farm.parse().unwrap(), None, &options, &AtomicBool::new(false)).unwrap();
}

/// A worker's process, killed when it is dropped.
struct Process(Child);

impl Process {
    fn start(farm: &str, folder: &Path) -> Process {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "a_worker_of_the_others", "--nocapture"]).env(FARM, farm).env(FOLDER, folder);
        Process(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    fn signal(&self, signal: &str) {
        Command::new("kill").args([signal, &self.0.id().to_string()]).status().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The address with what is no secret in a test.
fn url(address: &Address) -> String {
    address.to_string()
}

fn undisturbed(settings: &Settings) -> RunResult {
    run(settings, &Host::program("none"), &EnginePlayers, None, &AtomicBool::new(false), |_, _| {}).unwrap()
}

/// Plays the run by three processes while `strike` does its worst; it gets the number of the stroke and the workers.
fn play_in_a_storm(
    address: &Address,
    folder: &Path,
    settings: &Settings,
    mut strike: impl FnMut(&mut Rng, &mut Vec<Process>),
) -> RunResult {
    let record = folder.join("record.db");
    let about = About::here(Kind::Match, String::new(), 1);
    let store = Store::open(&record, &settings.fingerprint(), &about, false).unwrap();
    let farm = Farm::open(address, None).unwrap();
    let mut workers: Vec<Process> = (0..3).map(|_| Process::start(&url(address), folder)).collect();
    let mut rng = Rng::seeded(20);
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let played = scope.spawn(|| {
            let mut crew = Crew::new(&farm, settings, &Kind::Match, false, None).unwrap().check_one_in(8);
            let result = run_by(&mut crew, settings, Some(&store), &AtomicBool::new(false), |_, _| {});
            over.store(true, Ordering::SeqCst);
            result.unwrap()
        });
        while !over.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(u64::from(300 + rng.below(700))));
            strike(&mut rng, &mut workers);
        }
        played.join().unwrap()
    })
}

/// Every pair once in the farm, every game once in the record, and both as they would have been.
fn assert_whole(address: &Address, folder: &Path, settings: &Settings, result: &RunResult) {
    assert_eq!(essences(result), essences(&undisturbed(settings)));
    let farm = Farm::open(address, None).unwrap();
    let run = &farm.runs().unwrap()[0].run;
    let results = farm.results::<Games>(run).unwrap();
    let pairs: HashSet<_> = results.iter().map(|record| (record.pairing, record.pair)).collect();
    assert_eq!((results.len(), pairs.len()), (settings.games() / 2, settings.games() / 2));
    let openings: HashSet<_> = results.iter().map(|record| record.found[0].finished.opening.clone()).collect();
    assert_eq!(openings.len(), settings.pairs, "no opening is used twice");
    let differing = farm.checks().unwrap().into_iter().filter(|check| check.verdict != "same").count();
    assert_eq!(differing, 0, "games by simulations repeat on every worker");
    let archive = luozi_arena::matches::Archive::open(&folder.join("record.db")).unwrap();
    assert_eq!(archive.games().unwrap().len(), settings.games());
}

/// One of the workers is killed and another comes in its place.
fn kill_one(rng: &mut Rng, farm: &str, folder: &Path, workers: &mut [Process]) {
    let unlucky = rng.below(workers.len() as u32) as usize;
    workers[unlucky] = Process::start(farm, folder);
}

#[test]
fn workers_killed_on_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let address = Address::Sqlite(folder.path().join("farm.db"));
    let settings = settings(&["luozi:level=1", "random"], 200);
    let mut strokes = 0;
    let result = play_in_a_storm(&address, folder.path(), &settings, |rng, workers| {
        strokes += 1;
        if strokes <= 6 {
            kill_one(rng, &url(&address), folder.path(), workers);
        }
    });
    assert!(strokes > 1, "it was over before anything happened");
    assert_whole(&address, folder.path(), &settings, &result);
}

#[test]
fn workers_and_the_data_base_killed_on_postgresql() {
    let Some(mut postgres) = Postgres::start() else { return };
    let (address, folder) = (postgres.address(), tempfile::tempdir().unwrap());
    let settings = settings(&["luozi:level=1", "random"], 200);
    let (mut strokes, mut falls) = (0, 0);
    let result = play_in_a_storm(&address, folder.path(), &settings, |rng, workers| {
        strokes += 1;
        match (strokes, rng.below(3)) {
            (..=8, 0 | 1) => kill_one(rng, &url(&address), folder.path(), workers),
            (..=8, _) => {
                falls += 1;
                postgres.kill();
                thread::sleep(Duration::from_millis(300));
                postgres.up();
            }
            _ => {}
        }
    });
    assert!(falls > 0, "the data base never fell");
    assert_whole(&address, folder.path(), &settings, &result);
}

/// A worker that sleeps for longer than its lease finds its unit played by others: the pair counts once.
#[test]
fn a_worker_that_was_stopped_does_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let address = Address::Sqlite(folder.path().join("farm.db"));
    let settings = settings(&["luozi:level=1", "random"], 60);
    let mut frozen = false;
    let result = play_in_a_storm(&address, folder.path(), &settings, |_, workers| {
        if !frozen {
            frozen = true;
            workers[0].signal("-STOP");
        }
    });
    assert_whole(&address, folder.path(), &settings, &result);
    wait_for("something", || frozen);
}
