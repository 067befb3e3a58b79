//! Runs of many games: pairs, figures, the record, stopping and resuming.

mod common;

use common::{host, small_match};
use luozi_arena::matches::openings::Boards;
use luozi_arena::matches::{
    About, Archive, FinishedGame, GameId, Kind, Pairing, RunResult, Settings, Store, StoreError, round_robin, run,
};
use luozi_arena::players::NoBuiltIns;
use luozi_arena::stats::{Decision, NormalizedElo, Sprt};
use luozi_games::{GameKind, Setup};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn settings(players: &[&str], pairs: usize, boards: Boards) -> Settings {
    small_match(players, pairs, boards, 2)
}

fn connect4() -> Boards {
    Boards::Fixed(Setup::standard(GameKind::CONNECT4))
}

fn open(path: &Path, settings: &Settings, resume: bool) -> Result<Store, StoreError> {
    let about = About::here(Kind::Match, "a test".to_string(), settings.concurrency);
    Store::open(path, &settings.fingerprint(), &about, resume)
}

fn play(settings: &Settings, store: Option<&Store>) -> RunResult {
    run(settings, &host(), &NoBuiltIns, store, &AtomicBool::new(false), |_, _| {}).unwrap()
}

/// What must be the same in a resumed and in an uninterrupted run.
fn essence(games: &[FinishedGame]) -> Vec<String> {
    let essence =
        |g: &FinishedGame| format!("{:?} {:?} {:?} {} {}", g.id, g.players, g.opening, g.first_half_points, g.plies);
    games.iter().map(essence).collect()
}

#[test]
fn every_pair_shares_its_opening_and_swaps_sides() {
    let result = play(&settings(&["random", "random"], 20, Boards::Saiblo), None);
    assert_eq!(result.games.len(), 40);
    assert!(!result.interrupted && result.games.iter().all(|game| game.fault.is_none()));
    for pair in result.games.chunks(2) {
        assert_eq!((&pair[0].setup, &pair[0].opening), (&pair[1].setup, &pair[1].opening));
        assert_eq!((pair[0].players, pair[1].players), ([0, 1], [1, 0]));
    }
    let tally = &result.tallies[0];
    assert_eq!((tally.score.games(), tally.pairs.count()), (40, 20));
    assert_eq!(tally.moving_first.games(), 20);
}

#[test]
fn a_ladder_rates_everybody() {
    use luozi_arena::stats::{Meeting, pool_ratings};
    let result = play(&settings(&["random", "random", "random"], 5, connect4()), None);
    assert_eq!(result.games.len(), 30);
    let meetings: Vec<Meeting> = round_robin(3)
        .into_iter()
        .zip(&result.tallies)
        .map(|(Pairing { a, b }, tally)| {
            let score = tally.score;
            Meeting { a, b, wins: score.wins, draws: score.draws, losses: score.losses, pairs: tally.pairs }
        })
        .collect();
    assert_eq!(pool_ratings(3, &meetings, None).unwrap().len(), 3);
}

#[test]
fn a_stopped_run_resumes_to_the_same_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.db");
    let settings = settings(&["random", "random"], 15, connect4());
    let whole = play(&settings, None);
    // Stop after every few games, several times.
    for round in 0.. {
        let store = open(&path, &settings, round > 0).unwrap();
        let stop = AtomicBool::new(false);
        let mut seen = 0;
        let result = run(&settings, &host(), &NoBuiltIns, Some(&store), &stop, |_, tally| {
            seen += 1;
            stop.store(tally.score.games() >= 4 * (round + 1), Ordering::Relaxed);
        });
        let result = result.unwrap();
        assert!(seen >= result.games.len());
        if !result.interrupted || result.games.len() == 30 {
            assert_eq!(essence(&result.games), essence(&whole.games));
            assert!(round > 1, "it was stopped on the way");
            break;
        }
    }
}

#[test]
fn a_killed_game_is_void_and_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.db");
    let settings = settings(&["random", "random"], 2, connect4());
    let id = GameId { pair: 0, pairing: 0, swapped: 0 };
    let store = open(&path, &settings, false).unwrap();
    // The stump of a game that was being played when the arena died.
    store.begin_game(id, [0, 1], &Setup::standard(GameKind::CONNECT4), &[]).unwrap();
    assert!(store.begin_game(id, [0, 1], &Setup::standard(GameKind::CONNECT4), &[]).is_err(), "a game is played once");
    drop(store);
    let store = open(&path, &settings, true).unwrap();
    let result = play(&settings, Some(&store));
    assert_eq!(result.games.len(), 4);
    // It can be read while it is open, and says what was played.
    let archive = Archive::open(&path).unwrap();
    assert_eq!(*archive.conditions(), settings.conditions());
    let games = archive.games().unwrap();
    assert_eq!(games.len(), 4);
    for game in &games {
        let number = game.number.unwrap();
        let moves = archive.moves(number).unwrap();
        assert_eq!(game.opening.len() + moves.len(), game.plies);
        assert_eq!(archive.plan(number).unwrap().players, game.players);
    }
    let times = archive.move_times_ms(2).unwrap();
    let played: usize = games.iter().map(|game| game.plies - game.opening.len()).sum();
    assert_eq!(times.iter().map(Vec::len).sum::<usize>(), played);
    assert!(matches!(archive.plan(99), Err(StoreError::NoGame(99, 1, 5))), "the stump is number 1");
}

#[test]
fn records_refuse_a_second_arena_and_other_settings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.db");
    let settings = settings(&["random", "random"], 1, connect4());
    assert!(matches!(open(&path, &settings, true), Err(StoreError::NoRun(_))));
    let store = open(&path, &settings, false).unwrap();
    assert!(matches!(open(&path, &settings, true), Err(StoreError::InUse(_))));
    drop(store);
    let other = Settings { seed: 2, ..settings.clone() };
    assert!(matches!(open(&path, &other, true), Err(StoreError::OtherSettings { .. })));
    drop(open(&path, &settings, true).unwrap());
}

#[test]
fn a_sequential_test_ends_when_it_is_decided() {
    // The sample bot against random needs a handful of pairs.
    let folder = tempfile::tempdir().unwrap();
    let object = common::compile(&common::example("saiblo_bot.c"), folder.path());
    let bot = format!("so:{}", object.display());
    let sprt = Sprt::new(NormalizedElo(0.0), NormalizedElo(100.0), 0.05, 0.05).unwrap();
    let settings = Settings { sprt: Some(sprt), ..settings(&[&bot, "random"], 500, connect4()) };
    let result = play(&settings, None);
    let (ratio, decision) = result.sprt.unwrap();
    assert_eq!(decision, Decision::AcceptH1);
    assert!(ratio > sprt.bounds().1 && result.games.len() < 200, "{ratio} after {} games", result.games.len());
}

#[test]
fn a_broken_bot_loses_its_games_and_the_match_goes_on() {
    let result = play(&settings(&["saiblo:./no-such-bot", "random"], 3, Boards::Saiblo), None);
    assert_eq!(result.games.len(), 6);
    for game in &result.games {
        let fault = game.fault.as_ref().expect("it cannot play");
        assert_eq!((fault.player, fault.kind.as_str()), (0, "not-started"));
        assert!(fault.command.starts_with("luozi explain connect4 --board "));
        assert!(fault.position.lines().count() > 9);
    }
    assert_eq!(result.tallies[0].score.losses, 6);
}

#[test]
fn the_judge_itself_takes_less_than_a_millisecond_a_move() {
    let one = Settings { concurrency: 1, ..settings(&["random", "random"], 10, connect4()) };
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder.path().join("match.db"), &one, false).unwrap();
    let result = play(&one, Some(&store));
    // Long gaps belong to the scheduler of a busy machine; a judge that is too slow is so in every game.
    let best = result.games.iter().map(|game| game.overhead).min().unwrap();
    assert!(best < Duration::from_millis(1), "{best:?}");
}
