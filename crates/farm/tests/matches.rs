//! Matches, tests, ladders and sweeps by the farm are those of the arena.
#![cfg(target_os = "linux")]

mod common;

use common::{InProcess, essences, gather, options, settings};
use luozi_arena::matches::{About, Kind, Store, run};
use luozi_arena::players::EnginePlayers;
use luozi_arena::process::Host;
use luozi_farm::{Address, Farm};
use std::sync::atomic::AtomicBool;

#[test]
fn a_ladder_by_the_farm_is_the_one_that_the_arena_plays() {
    let folder = tempfile::tempdir().unwrap();
    let settings = settings(&["luozi:level=1", "luozi:level=2", "random"], 8);
    let local =
        run(&settings, &Host::program("none"), &EnginePlayers, None, &AtomicBool::new(false), |_, _| {}).unwrap();
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
