//! Matches, tests, ladders and sweeps by the farm are those of the arena.
#![cfg(target_os = "linux")]

mod common;

use common::{InProcess, essences, gather, options, settings, wait_for};
use luozi_arena::matches::{About, Kind, RunResult, Settings, Store, run};
use luozi_arena::players::EnginePlayers;
use luozi_arena::process::Host;
use luozi_arena::stats::{Decision, NormalizedElo, Sprt};
use luozi_farm::{Address, Farm, FarmError, RunState, work};
use std::sync::atomic::AtomicBool;
use std::thread;

fn by_the_arena(settings: &Settings) -> RunResult {
    run(settings, &Host::program("none"), &EnginePlayers, None, &AtomicBool::new(false), |_, _| {}).unwrap()
}

#[test]
fn a_ladder_by_the_farm_is_the_one_that_the_arena_plays() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(&["luozi:level=1", "luozi:level=2", "random"], 8);
    let local = by_the_arena(&settings);
    // The record and the farm are the same file.
    let file = folder.path().join("ladder.db");
    let about = About::here(Kind::Ladder { anchor: None }, String::new(), 1);
    let store = Store::open(&file, &settings.fingerprint(), &about, false).unwrap();
    let address = Address::Sqlite(file);
    let farm = Farm::open(&address, None).unwrap();
    let other = InProcess::start(&address, options(folder.path(), 1));
    let by_farm = gather(&farm, &settings, Some(&store), Some(options(folder.path(), 1)));
    drop(other);
    assert_eq!(essences(&by_farm), essences(&local));
    assert_eq!(by_farm.tallies, local.tallies);
    let recorded = store.archive().games().unwrap();
    assert_eq!(recorded.len(), 24);
    for game in &recorded {
        let moves = store.archive().moves(game.number.unwrap()).unwrap();
        assert_eq!(moves.len() + game.opening.len(), game.plies);
    }
    let status = farm.status().unwrap();
    assert_eq!((status.runs[0].pairs, status.runs[0].played, status.units), (12, 12, 0));
}

#[test]
fn what_a_worker_told_that_is_set_aside_is_played_again_by_others() {
    for with_record in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let settings = settings(&["luozi:level=1", "random"], 60);
        let address = Address::Sqlite(folder.path().join("farm.db"));
        let farm = Farm::open(&address, None).unwrap();
        let about = About::here(Kind::Match, String::new(), 1);
        let record = folder.path().join("record.db");
        let store = with_record.then(|| Store::open(&record, &settings.fingerprint(), &about, false).unwrap());
        let result = thread::scope(|scope| {
            let first = scope.spawn(|| work(&address, None, &options(folder.path(), 1), &AtomicBool::new(false)));
            let played = scope.spawn(|| gather(&farm, &settings, store.as_ref(), None));
            let name =
                || farm.status().unwrap().workers.iter().find(|worker| worker.pairs > 4).map(|w| w.worker.clone());
            wait_for("some pairs", || name().is_some());
            let forgotten = farm.set_worker_aside(&name().unwrap()).unwrap();
            assert!(forgotten > 4);
            assert!(matches!(first.join().unwrap(), Err(FarmError::Unfit(_))), "it is told so");
            let _second = InProcess::start(&address, options(folder.path(), 1));
            played.join().unwrap()
        });
        assert_eq!(essences(&result), essences(&by_the_arena(&settings)), "with a record: {with_record}");
        assert_eq!(result.tallies[0].score.games(), 60);
        let status = farm.status().unwrap();
        let aside = status.workers.iter().find(|worker| worker.state == "aside").unwrap();
        assert_eq!(aside.pairs, 0);
        if let Some(store) = &store {
            assert_eq!(store.archive().games().unwrap().len(), 60);
        }
    }
}

#[test]
fn a_test_ends_when_it_is_decided() {
    let folder = tempfile::tempdir().unwrap();
    let test = Sprt::new(NormalizedElo(0.0), NormalizedElo(200.0), 0.05, 0.05).unwrap();
    let settings = Settings { sprt: Some(test), ..settings(&["luozi:level=2", "random"], 2000) };
    let farm = Farm::open(&Address::Sqlite(folder.path().join("farm.db")), None).unwrap();
    let result = gather(&farm, &settings, None, Some(options(folder.path(), 2)));
    let (_, decision) = result.sprt.unwrap();
    assert_ne!(decision, Decision::Continue);
    assert!(result.games.len() < 1000, "{}", result.games.len());
    let status = farm.status().unwrap();
    assert_eq!(status.runs[0].state, RunState::Ended);
    assert!(status.runs[0].verdict.contains("LLR"), "{}", status.runs[0].verdict);
    assert_eq!(status.units, 0, "nobody plays what is left");
    let course = farm.course(&status.runs[0]).unwrap().unwrap();
    let (games, last) = *course.points.last().unwrap();
    assert!(games >= result.games.len() && (last <= course.lower || last >= course.upper), "{course:?}");
    assert!(course.points.len() <= 201 && course.points.windows(2).all(|two| two[0].0 < two[1].0));
}

/// More games can be added while a run is played: by openings that come after those it has.
#[test]
fn games_are_added_to_a_run_that_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let settings = |games| settings(&["luozi:level=1", "random"], games);
    let farm = Farm::open(&Address::Sqlite(folder.path().join("farm.db")), None).unwrap();
    let result = thread::scope(|scope| {
        let played = scope.spawn(|| gather(&farm, &settings(20), None, None));
        wait_for("the plan", || farm.runs().unwrap().first().is_some_and(|run| run.pairs == 10));
        let run = farm.runs().unwrap()[0].run.clone();
        assert_eq!(farm.add_pairs(&run, 7).unwrap(), 17);
        let _worker = InProcess::start(farm.address(), options(folder.path(), 1));
        played.join().unwrap()
    });
    assert_eq!(essences(&result), essences(&by_the_arena(&settings(34))));
    let run = farm.runs().unwrap()[0].run.clone();
    assert!(matches!(farm.add_pairs(&run, 1), Err(FarmError::Finished(_, RunState::Ended))));
    assert!(matches!(farm.add_pairs("nobody", 1), Err(FarmError::NoRun(_))));
}
