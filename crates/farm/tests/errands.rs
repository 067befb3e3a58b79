//! Work that is no match: what comes back by the farm is what one machine would have found.
#![cfg(target_os = "linux")]

mod common;

use common::{InProcess, options, wait_for};
use luozi_core::Score;
use luozi_engine::puzzle::Maker;
use luozi_engine::pvs::judged;
use luozi_engine::review::Order;
use luozi_engine::{Choice, Who};
use luozi_eval::mosaic::{Mosaic, MosaicWeights};
use luozi_farm::{
    Address, BookRange, BookScores, BookTerms, Books, Errand, Farm, FarmError, Findings, GameRange, Job, Progress,
    PuzzleGame, PuzzleTerms, Puzzles, ReviewTerms, Reviewed, Reviews, RunState, Training, TrainingTerms, work,
};
use luozi_games::record::Record;
use luozi_games::{GameKind, Session, Setup};
use luozi_solve::connect4::book::Book;
use luozi_solve::{Limits, Solvable};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

fn farm_in(folder: &Path) -> Farm {
    Farm::open(&Address::Sqlite(folder.join("farm.db")), None).unwrap()
}

/// Until so many are there.
fn until(wanted: usize) -> impl Fn(usize) -> Progress {
    move |there| Progress { left: wanted.saturating_sub(there), told: format!("{there} of {wanted}") }
}

fn errand<'a, J: Job>(farm: &'a Farm, terms: J::Terms, stop: &'a AtomicBool) -> Errand<'a, J> {
    Errand { farm, about: "a test".to_string(), terms, own: None, stop }
}

fn puzzle_terms() -> PuzzleTerms {
    PuzzleTerms { setup: Setup::board(GameKind::NOGO, 4, 4), seed: 7, tries: 1, easy: true }
}

#[test]
fn puzzles_by_two_workers_are_those_of_one_machine() {
    let folder = tempfile::tempdir().unwrap();
    let (farm, stop) = (farm_in(folder.path()), AtomicBool::new(false));
    let _workers = [0, 1].map(|_| InProcess::start(farm.address(), options(folder.path(), 1)));
    let look = until(8);
    let found = errand::<Puzzles>(&farm, puzzle_terms(), &stop)
        .run_by((0..).map(PuzzleGame), |run| assert_eq!(run, "puzzles-1"), |found| look(found.len()))
        .unwrap();
    let maker = Maker::new(&puzzle_terms().setup, 7).unwrap().tries(1).easy(true);
    let mut puzzles = 0;
    for (&number, graded) in &found {
        assert_eq!(*graded, maker.game(number as u64, &AtomicBool::new(false)).unwrap(), "game {number}");
        puzzles += usize::from(graded.is_some());
    }
    assert!(puzzles > 0, "there is something to compare");
    let status = farm.status().unwrap();
    assert_eq!((status.runs[0].work.as_str(), status.runs[0].state), ("puzzles", RunState::Ended));
    assert_eq!((status.games_an_hour, status.residuals.len()), (0, 0), "nothing was played for a result");
}

/// What was stopped, or whose worker and owner died, goes on with what the farm holds.
#[test]
fn an_errand_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let farm = farm_in(folder.path());
    let stop = AtomicBool::new(false);
    let worker = InProcess::start(farm.address(), options(folder.path(), 1));
    let first = errand::<Puzzles>(&farm, puzzle_terms(), &stop)
        .run_by(
            (0..).map(PuzzleGame),
            |_| {},
            |found| {
                if found.len() >= 2 {
                    stop.store(true, Ordering::SeqCst);
                }
                until(50)(found.len())
            },
        )
        .unwrap();
    assert!((2..50).contains(&first.len()));
    assert_eq!(farm.runs().unwrap()[0].state, RunState::Paused);
    drop(worker);
    let stop = AtomicBool::new(false);
    let there = first.len();
    let again = errand::<Puzzles>(&farm, puzzle_terms(), &stop)
        .run_by((0..).map(PuzzleGame), |run| assert_eq!(run, "puzzles-1"), |found| until(there)(found.len()))
        .unwrap();
    assert!(again.len() >= there, "nobody works, and everything is there");
    assert!(first.iter().all(|(number, graded)| again[number] == *graded));
}

#[test]
fn what_a_worker_found_that_is_set_aside_is_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let (farm, stop) = (farm_in(folder.path()), AtomicBool::new(false));
    let found = thread::scope(|scope| {
        let first = scope.spawn(|| work(farm.address(), None, &options(folder.path(), 1), &AtomicBool::new(false)));
        let errand = errand::<Puzzles>(&farm, puzzle_terms(), &stop);
        let asked = scope
            .spawn(move || errand.run_by((0..12).map(PuzzleGame), |_| {}, |found| until(12)(found.len())).unwrap());
        let worker = || farm.status().unwrap().workers.iter().find(|worker| worker.pairs > 2).map(|w| w.worker.clone());
        wait_for("some games", || worker().is_some());
        assert!(farm.set_worker_aside(&worker().unwrap()).unwrap() > 2);
        assert!(matches!(first.join().unwrap(), Err(FarmError::Unfit(_))));
        let _second = InProcess::start(farm.address(), options(folder.path(), 1));
        asked.join().unwrap()
    });
    assert_eq!(found.keys().copied().collect::<Vec<_>>(), (0..12).collect::<Vec<_>>());
    let status = farm.status().unwrap();
    assert!(status.workers.iter().all(|worker| (worker.state == "aside") == (worker.pairs == 0)), "{status:?}");
}

/// SQLite refuses a transaction at once that has read and then wants to write where others write: work is given out all the same.
#[test]
fn work_is_given_out_while_others_write() {
    let folder = tempfile::tempdir().unwrap();
    let (farm, others) = (farm_in(folder.path()), [0, 1].map(|_| farm_in(folder.path())));
    farm.create_run::<Puzzles>("busy", "", &puzzle_terms()).unwrap();
    let done = AtomicBool::new(false);
    let refused: Vec<FarmError> = thread::scope(|scope| {
        for other in &others {
            scope.spawn(|| {
                while !done.load(Ordering::SeqCst) {
                    other.set_state("busy", RunState::Active).unwrap();
                    thread::sleep(Duration::from_millis(1));
                }
            });
        }
        let pushed: Vec<_> = (0..200).map(|number| farm.push::<Puzzles>("busy", &[PuzzleGame(number)], 0)).collect();
        done.store(true, Ordering::SeqCst);
        pushed.into_iter().filter_map(Result::err).collect()
    });
    assert!(refused.is_empty(), "{} of 200: {}", refused.len(), refused[0]);
}

fn game(moves: &[&str]) -> Record {
    let mut session = Session::new(&Setup::standard(GameKind::CONNECT4)).unwrap();
    for mv in moves {
        session.play(mv).unwrap();
    }
    let mut record = Record::of(&session);
    record.settle();
    record
}

#[test]
fn reviews_by_a_worker_are_those_of_this_machine() {
    let folder = tempfile::tempdir().unwrap();
    let (farm, stop) = (farm_in(folder.path()), AtomicBool::new(false));
    let games = [game(&["1", "2", "1", "2", "1", "2", "1"]), game(&["4", "4", "3", "5", "2", "1"])];
    let choice = Choice { who: Who::Preset("mcgs".to_string()), ..Choice::default() };
    let order = Order { choice, time: None, visits: Some(40), usual_time: Duration::from_secs(1), candidates: 3 };
    let terms = ReviewTerms { order: order.clone(), weights: None };
    let items = games.iter().enumerate().map(|(number, game)| Reviewed { number, game: game.to_json() });
    let _worker = InProcess::start(farm.address(), options(folder.path(), 1));
    let found: Findings<Reviews> =
        errand::<Reviews>(&farm, terms, &stop).run_by(items, |_| {}, |found| until(2)(found.len())).unwrap();
    for (number, review) in found {
        let local = order.review(&games[number], &AtomicBool::new(false), &mut |_| {}).unwrap();
        assert_eq!(local.moves, review.moves);
        // What was found on another machine can be written into the game.
        let mut annotated = games[number].clone();
        review.annotate(&mut annotated);
        let mut ours = games[number].clone();
        local.annotate(&mut ours);
        assert!(
            !annotated.to_json().is_empty() && annotated.tree().main_line().count() == ours.tree().main_line().count()
        );
    }
}

#[test]
fn reviews_that_cannot_be_of_their_game_are_refused() {
    let record = game(&["1", "2", "1", "2", "1", "2", "1"]);
    let order = Order {
        choice: Choice { who: Who::Preset("mcgs".to_string()), ..Choice::default() },
        time: None,
        visits: Some(10),
        usual_time: Duration::from_secs(1),
        candidates: 0,
    };
    let review = order.review(&record, &AtomicBool::new(false), &mut |_| {}).unwrap();
    let (terms, item) = (ReviewTerms { order, weights: None }, Reviewed { number: 0, game: record.to_json() });
    assert_eq!(Reviews::check(&terms, &item, &review), Ok(()));
    let wrong = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut value = serde_json::to_value(&review).unwrap();
        change(&mut value);
        serde_json::from_value(value)
            .map_err(|e| e.to_string())
            .and_then(|review| Reviews::check(&terms, &item, &review))
    };
    assert_eq!(wrong(&|_| {}), Ok(()));
    assert!(wrong(&|value| drop(value["moves"].as_array_mut().unwrap().pop())).is_err());
    assert!(wrong(&|value| value["moves"][2]["ply"] = 900.into()).is_err());
    assert!(wrong(&|value| value["moves"][2]["played"]["mv"] = "7".into()).is_err());
    assert!(wrong(&|value| value["moves"][2]["best"]["value"] = 7.into()).is_err());
    assert!(wrong(&|value| value["moves"][2]["side"] = 2.into()).is_err());
    assert!(wrong(&|value| value["notes"][0][0] = 900.into()).is_err());
    assert!(wrong(&|value| value["interrupted"] = true.into()).is_err());
}

#[test]
fn a_book_by_workers_has_the_scores_of_the_solver() {
    let folder = tempfile::tempdir().unwrap();
    let (farm, stop) = (farm_in(folder.path()), AtomicBool::new(false));
    let terms = BookTerms { rows: 4, cols: 4, plies: 4, table_bytes: 1 << 20 };
    let rules = luozi_games::connect4::Rules::<u64>::new(4, 4, &[]).unwrap();
    let positions = Book::empty(&rules, 4).unwrap().last_ply();
    let ranges: Vec<BookRange> =
        (0..positions.len()).step_by(10).map(|from| BookRange { from, to: positions.len().min(from + 10) }).collect();
    let _workers = [0, 1].map(|_| InProcess::start(farm.address(), options(folder.path(), 1)));
    let wanted = ranges.len();
    let found = errand::<Books>(&farm, terms.clone(), &stop)
        .run_by(ranges, |_| {}, |found| until(wanted)(found.len()))
        .unwrap();
    let scores: Vec<i16> = found.into_values().flat_map(|told| told.scores).collect();
    let mut solver = rules.solver(1 << 20);
    let known: HashMap<_, Score> =
        positions.iter().map(|(key, _)| *key).zip(scores.iter().copied().map(Score)).collect();
    assert_eq!(known.len(), positions.len());
    for (key, position) in &positions {
        assert_eq!(Some(known[key]), solver.solve(position, &Limits::none(), &mut |_| {}).bounds.solved());
    }
    let range = BookRange { from: 0, to: 2 };
    let check = |scores: &[i16]| Books::check(&terms, &range, &BookScores { scores: scores.to_vec(), nodes: 1 });
    assert!(check(&[1]).unwrap_err().contains("1 scores were told, 2"));
    assert!(check(&[1, 17]).is_err() && check(&[1, 16]).is_ok());
}

#[test]
fn games_to_learn_from_are_those_of_one_judge_and_what_cannot_be_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (farm, stop) = (farm_in(folder.path()), AtomicBool::new(false));
    let tables = luozi_eval::shipped::REVERSI_MOSAIC.data().unwrap();
    let games = judged::Terms { depth: 2, surety: 4, solve: 6, seed: 11 };
    let terms = TrainingTerms { tables: farm.add_file("tables.mosaic", tables).unwrap(), games };
    let shares = (0..6).map(|number| GameRange { from: 3 * number, to: 3 * number + 3 });
    let _workers = [0, 1].map(|_| InProcess::start(farm.address(), options(folder.path(), 1)));
    let found =
        errand::<Training>(&farm, terms.clone(), &stop).run_by(shares, |_| {}, |found| until(6)(found.len())).unwrap();
    let mosaic = Arc::new(Mosaic::new(&MosaicWeights::read(tables).unwrap()));
    let (mut judge, go_on) = (judged::Judge::new(mosaic, games), AtomicBool::new(false));
    let said: Vec<_> = found.into_values().flatten().collect();
    assert_eq!(said.len(), 18);
    for (number, said) in (0..).zip(&said) {
        assert_eq!(judge.game(number, &go_on).as_ref(), Some(said), "game {number}");
    }

    let range = GameRange { from: 1, to: 3 };
    let check = |games: &[Vec<judged::Judgement>]| Training::check(&terms, &range, &games.to_vec());
    assert_eq!(check(&said[1..3]), Ok(()));
    assert!(check(&said[1..2]).unwrap_err().contains("1 games were told, 2"));
    assert!(check(&said[2..4]).unwrap_err().starts_with("game 1: "), "other games than those that were asked for");
}
