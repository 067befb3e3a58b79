//! What we learnt of the queue, and what must not be possible: each with a test.

#[path = "../tests/common/postgres.rs"]
mod postgres;

use crate::farm::sql;
use crate::queue::{Handler, Ticket};
use crate::runs::MOST_ATTEMPTS;
use crate::{Address, Farm, FarmError, Games, Pair, RunState, Terms, Token, WorkerOptions, work};
use luozi_arena::process::Host;
use luozi_games::{GameKind, Setup};
use luozi_search::TimeControl;
use postgres::Postgres;
use sqlx::Row;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A time limit that only a hanging test reaches.
const PATIENT: Duration = Duration::from_secs(60);
const RUN: &str = "trap";

fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENT, "{what} did not happen");
        thread::sleep(Duration::from_millis(20));
    }
}

fn file(folder: &tempfile::TempDir) -> Address {
    Address::Sqlite(folder.path().join("farm.db"))
}

fn terms(visits: u64) -> Terms {
    let control = TimeControl::PerMove(Duration::from_secs(3600));
    Terms { control, visits: Some(visits), memory_bytes: 64 << 20, adjudicate: false, seed: 3, reference: None }
}

fn pair(number: usize) -> Pair {
    let players = ["luozi:uct-plain", "random"].map(str::to_string);
    let game: GameKind = "nogo".parse().unwrap();
    Pair { pairing: 0, pair: number, players, setup: Setup::board(game, 5, 5), opening: Vec::new() }
}

fn ticket(unit: i64) -> Ticket {
    Ticket { run: RUN.to_string(), unit, round: 0 }
}

/// A run with so many units of one pair.
fn farm_with(address: &Address, visits: u64, units: usize) -> Farm {
    let farm = Farm::open(address, None).unwrap();
    farm.create_run::<Games>(RUN, "", &terms(visits)).unwrap();
    for number in 0..units {
        farm.push::<Games>(RUN, &[pair(number)], 0).unwrap();
    }
    farm
}

fn options(folder: &Path) -> WorkerOptions {
    WorkerOptions { cache: folder.join("cache"), ..WorkerOptions::new(Host::program("none"), 1) }
}

fn count(farm: &Farm, text: &'static str) -> i64 {
    farm.row(sql(text), |row| row.try_get(0)).unwrap().unwrap()
}

/// A worker in a thread of its own for as long as `body` runs.
fn while_working<T>(farm: &Farm, token: Option<Token>, folder: &Path, body: impl FnOnce() -> T) -> T {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let worker = scope.spawn(|| work(farm.address(), token, &options(folder), &stop).unwrap());
        let given = body();
        stop.store(true, Ordering::SeqCst);
        worker.join().unwrap();
        given
    })
}

/// Serves tickets by a handler that waits until `go` is set.
fn serve(
    farm: &Farm,
    begun: &Arc<AtomicUsize>,
    go: &Arc<AtomicBool>,
    stop: &Arc<AtomicBool>,
) -> thread::JoinHandle<()> {
    let (begun, go, stop) = (Arc::clone(begun), Arc::clone(go), Arc::clone(stop));
    let handler: Handler = Arc::new(move |_| {
        let go = Arc::clone(&go);
        begun.fetch_add(1, Ordering::SeqCst);
        Box::pin(async move {
            while !go.load(Ordering::SeqCst) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        })
    });
    let farm = farm.clone();
    thread::spawn(move || {
        let stopped = move || stop.load(Ordering::SeqCst);
        farm.wait(farm.queue().serve("server", 1, handler, stopped));
    })
}

#[test]
fn trap_1_a_worker_does_not_hoard_tickets() {
    let folder = tempfile::tempdir().unwrap();
    let farm = farm_with(&file(&folder), 10, 8);
    let (begun, go, stop) = (Arc::default(), Arc::default(), Arc::new(AtomicBool::new(false)));
    let server = serve(&farm, &begun, &go, &stop);
    wait_for("the first ticket", || begun.load(Ordering::SeqCst) == 1);
    thread::sleep(Duration::from_secs(1));
    let held = count(&farm, "SELECT count(*) FROM Jobs WHERE status IN ('Queued', 'Running')");
    assert!((1..=2).contains(&held), "one is played, one may be at hand: {held}");
    go.store(true, Ordering::SeqCst);
    wait_for("the rest", || begun.load(Ordering::SeqCst) == 8);
    stop.store(true, Ordering::SeqCst);
    server.join().unwrap();
}

#[test]
fn traps_2_3_and_7_a_worker_hears_again_after_the_data_base_was_away() {
    let Some(mut postgres) = Postgres::start() else { return };
    let farm = farm_with(&postgres.address(), 10, 1);
    let extensions = "SELECT count(*) FROM pg_extension WHERE extname IN ('hstore', 'pgcrypto')";
    assert_eq!(count(&farm, extensions), 2);
    let (begun, go, stop) = (Arc::default(), Arc::new(AtomicBool::new(true)), Arc::new(AtomicBool::new(false)));
    let server = serve(&farm, &begun, &go, &stop);
    wait_for("the first ticket", || begun.load(Ordering::SeqCst) == 1);
    for fall in 1..=2 {
        postgres.kill();
        thread::sleep(Duration::from_millis(500));
        postgres.up();
        let keep_on = AtomicBool::new(false);
        crate::patiently(&keep_on, || farm.push::<Games>(RUN, &[pair(fall)], 0)).unwrap();
        wait_for("a ticket after the fall", || begun.load(Ordering::SeqCst) > fall);
    }
    stop.store(true, Ordering::SeqCst);
    server.join().unwrap();
}

#[test]
fn trap_4_a_worker_that_is_told_to_stop_gives_its_unit_back() {
    let folder = tempfile::tempdir().unwrap();
    // A pair that would take minutes.
    let farm = farm_with(&file(&folder), 20_000_000, 1);
    let begun = while_working(&farm, None, folder.path(), || {
        wait_for("the unit", || count(&farm, "SELECT max(attempts) FROM farm_unit") == 1);
        Instant::now()
    });
    assert!(begun.elapsed() < Duration::from_secs(30), "the game was given up");
    assert_eq!(count(&farm, "SELECT count(*) FROM farm_unit WHERE state = 'open' AND round > 0"), 1);
    assert_eq!(count(&farm, "SELECT count(*) FROM Jobs WHERE status = 'Pending'"), 1, "others will find it");
    assert_eq!(farm.status().unwrap().workers[0].state, "left");
}

#[test]
fn a_worker_ends_in_time_though_its_data_base_is_away() {
    let Some(mut postgres) = Postgres::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let farm = farm_with(&postgres.address(), 20_000_000, 1);
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let worker = scope.spawn(|| work(farm.address(), None, &options(folder.path()), &stop));
        wait_for("the unit", || count(&farm, "SELECT max(attempts) FROM farm_unit") == 1);
        postgres.kill();
        stop.store(true, Ordering::SeqCst);
        let begun = Instant::now();
        let _ = worker.join().unwrap();
        // A quarter of a minute, as the guide says, and what a busy machine adds.
        assert!(begun.elapsed() < Duration::from_secs(18), "{:?}", begun.elapsed());
    });
    postgres.up();
    // Its unit is played by others: they find the ticket, or give the unit a new one.
    let keep_on = AtomicBool::new(false);
    crate::patiently(&keep_on, || farm.execute(sql("UPDATE farm_run SET terms = replace(terms, '20000000', '10')")))
        .unwrap();
    while_working(&farm, None, folder.path(), || {
        wait_for("the pair", || farm.results::<Games>(RUN).is_ok_and(|results| results.len() == 1));
    });
}

#[test]
fn trap_5_a_unit_that_ends_its_workers_is_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let farm = farm_with(&file(&folder), 10, 1);
    for _ in 0..MOST_ATTEMPTS {
        assert!(farm.take(&ticket(1)).unwrap().is_some());
    }
    assert!(farm.take(&ticket(1)).unwrap().is_none());
    let [(unit, why)] = farm.poisoned(RUN).unwrap().try_into().unwrap();
    assert_eq!((unit, why.as_str()), (1, "5 workers began it and none told a result"));
    // A player that cannot be made fails without ending anybody.
    let nobody = Pair { players: ["luozi:nobody".to_string(), "random".to_string()], ..pair(7) };
    farm.push::<Games>(RUN, &[nobody], 0).unwrap();
    while_working(&farm, None, folder.path(), || {
        wait_for("the second to be set aside", || farm.poisoned(RUN).unwrap().len() == 2);
    });
    assert!(farm.poisoned(RUN).unwrap()[1].1.contains("nobody"), "{:?}", farm.poisoned(RUN));
}

#[test]
fn trap_6_a_ticket_comes_once_and_every_round_has_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let farm = farm_with(&file(&folder), 10, 1);
    let jobs = || count(&farm, "SELECT count(*) FROM Jobs");
    farm.push::<Games>(RUN, &[pair(0)], 0).unwrap();
    farm.mend(RUN).unwrap();
    assert_eq!(jobs(), 1, "the pair was given before, and its unit has a ticket");
    farm.hand_back(&ticket(1), Duration::ZERO).unwrap();
    farm.hand_back(&ticket(1), Duration::ZERO).unwrap();
    assert_eq!(jobs(), 2, "a round ends once, whoever says so");
    assert!(farm.take(&ticket(1)).unwrap().is_none(), "the old ticket is worth nothing");
    assert!(farm.take(&Ticket { round: 1, ..ticket(1) }).unwrap().is_some());
    // A ticket that was lost is replaced.
    farm.execute(sql("DELETE FROM Jobs")).unwrap();
    farm.mend(RUN).unwrap();
    assert_eq!(jobs(), 1);
}

#[test]
fn a_paused_run_waits_and_a_cancelled_one_ends() {
    let folder = tempfile::tempdir().unwrap();
    let farm = farm_with(&file(&folder), 10, 2);
    farm.set_state(RUN, RunState::Paused).unwrap();
    while_working(&farm, None, folder.path(), || {
        wait_for("the tickets", || count(&farm, "SELECT count(*) FROM Jobs WHERE status = 'Done'") == 2);
        assert_eq!(farm.results::<Games>(RUN).unwrap().len(), 0);
        farm.set_state(RUN, RunState::Active).unwrap();
        wait_for("both pairs", || farm.results::<Games>(RUN).unwrap().len() == 2);
        farm.set_state(RUN, RunState::Cancelled).unwrap();
        farm.push::<Games>(RUN, &[pair(2)], 0).unwrap();
        wait_for("the last ticket", || count(&farm, "SELECT count(*) FROM Jobs WHERE status <> 'Done'") == 0);
        assert_eq!(farm.results::<Games>(RUN).unwrap().len(), 2);
    });
    let unknown = farm.set_state("nobody", RunState::Paused);
    assert!(matches!(unknown, Err(FarmError::NoRun(_))));
    assert!(matches!(farm.create_run::<Games>(RUN, "", &terms(1)), Err(FarmError::Exists(_))));
    assert!(farm.create_run::<Games>("../x", "", &terms(1)).is_err());
}

#[test]
fn forged_units_and_results_do_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let (address, token) = (file(&folder), Token::new("the owner's secret").unwrap());
    let farm = Farm::open(&address, Some(token.clone())).unwrap();
    farm.create_run::<Games>(RUN, "", &terms(10)).unwrap();
    farm.push::<Games>(RUN, &[pair(0)], 0).unwrap();
    while_working(&farm, Some(token.clone()), folder.path(), || {
        wait_for("the pair", || farm.results::<Games>(RUN).unwrap().len() == 1);
    });
    assert_eq!(farm.news::<Games>(RUN).unwrap().len(), 1);
    farm.acknowledge(RUN, &[(0, 0)]).unwrap();
    assert_eq!(farm.news::<Games>(RUN).unwrap().len(), 0);

    // Somebody with the data base and without the token makes the loser the winner.
    let body = farm.row(sql("SELECT body FROM farm_result"), |row| row.try_get::<String, _>("body")).unwrap().unwrap();
    let forged = body.replace("\"worker\":\"", "\"worker\":\"x");
    farm.execute(sql("UPDATE farm_result SET body = $1").bind(forged)).unwrap();
    assert_eq!(farm.results::<Games>(RUN).unwrap().len(), 0);
    assert_eq!(count(&farm, "SELECT count(*) FROM farm_unit WHERE state = 'open'"), 1, "it is played again");
    // And gives work of their own.
    farm.execute(sql("UPDATE farm_unit SET body = replace(body, 'random', 'luozi:uct-plain')")).unwrap();
    while_working(&farm, Some(token), folder.path(), || {
        wait_for("the forged unit to be set aside", || !farm.poisoned(RUN).unwrap().is_empty());
    });
    assert!(farm.poisoned(RUN).unwrap()[0].1.contains("its seal is wrong"));
    let log = farm.log_lines(Some(RUN), 100).unwrap();
    assert!(
        log.iter().any(|line| line.level == "error" && line.text.contains("refused: its seal is wrong")),
        "{log:?}"
    );
}

#[test]
fn a_result_that_the_rules_do_not_allow_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let farm = farm_with(&file(&folder), 10, 1);
    while_working(&farm, None, folder.path(), || {
        wait_for("the pair", || farm.results::<Games>(RUN).unwrap().len() == 1)
    });
    let body = farm.row(sql("SELECT body FROM farm_result"), |row| row.try_get::<String, _>("body")).unwrap().unwrap();
    let record = farm.results::<Games>(RUN).unwrap().remove(0);
    let tell = |change: &dyn Fn(&mut crate::PairRecord)| {
        let mut wrong = record.clone();
        change(&mut wrong);
        let body = serde_json::to_string(&wrong).unwrap();
        farm.execute(sql("DELETE FROM farm_result")).unwrap();
        assert!(farm.tell::<Games>(&record, 1).unwrap());
        assert!(!farm.tell::<Games>(&record, 1).unwrap(), "a pair counts once");
        farm.execute(sql("UPDATE farm_result SET body = $1").bind(body)).unwrap();
        farm.results::<Games>(RUN).unwrap().len()
    };
    assert_eq!(tell(&|_| {}), 1);
    assert_eq!(tell(&|wrong| wrong.found[0].finished.first_half_points = 1), 0, "nobody draws in NoGo");
    assert_eq!(tell(&|wrong| drop(wrong.found[1].moves.pop())), 0);
    assert_eq!(tell(&|wrong| wrong.found[1].moves[0].text = "A9".to_string()), 0);
    assert_eq!(tell(&|wrong| wrong.found.swap(0, 1)), 0);
    assert_eq!(tell(&|wrong| wrong.found[0].finished.opening.push("A1".to_string())), 0);
    assert_eq!(tell(&|wrong| wrong.pair = 5), 0);
    assert!(!body.is_empty());
}

#[test]
fn a_pair_played_otherwise_elsewhere_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let farm = farm_with(&file(&folder), 10, 2);
    while_working(&farm, None, folder.path(), || {
        wait_for("the pairs", || farm.results::<Games>(RUN).unwrap().len() == 2);
    });
    let records = farm.results::<Games>(RUN).unwrap();
    // One of them lies: what it tells is a game by the rules, but not what was played.
    let mut lie = records[0].clone();
    lie.found = records[1].found.clone();
    lie.worker = "liar".to_string();
    for (record, worker) in [(&lie, records[0].clone()), (&records[1].clone(), records[1].clone())] {
        assert_eq!(worker.pair, record.pair);
        farm.tell_check::<Games>(record).unwrap();
    }
    let verdicts: Vec<(i64, bool)> =
        farm.checks().unwrap().iter().map(|check| (check.pair, check.verdict == "same")).collect();
    assert_eq!(verdicts.len(), 2);
    assert!(verdicts.contains(&(records[0].pair as i64, false)) && verdicts.contains(&(records[1].pair as i64, true)));
    assert_eq!(farm.status().unwrap().differing.len(), 1);

    // A check is for others: its own worker leaves it.
    let (worker, _) = (farm.status().unwrap().workers[0].worker.clone(), ());
    farm.push_check::<Games>(RUN, &pair(0), &worker).unwrap();
    let unit = farm.take(&ticket(3)).unwrap().unwrap().0.read::<Games>().unwrap();
    assert_eq!(unit.not.as_deref(), Some(worker.as_str()));

    // Who is set aside is believed no more.
    assert_eq!(farm.set_worker_aside(&worker).unwrap(), 2);
    assert_eq!(farm.results::<Games>(RUN).unwrap().len(), 0);
    assert_eq!(count(&farm, "SELECT count(*) FROM farm_unit WHERE state = 'open'"), 3);
    assert!(matches!(farm.set_worker_aside("nobody"), Err(FarmError::NoWorker(_))));
}

#[test]
fn another_build_takes_no_work() {
    let folder = tempfile::tempdir().unwrap();
    let farm = farm_with(&file(&folder), 10, 1);
    let try_with = |lenient: bool| {
        let stop = AtomicBool::new(true);
        let options = WorkerOptions { other_build: lenient, ..options(folder.path()) };
        work(farm.address(), None, &options, &stop)
    };
    assert!(try_with(false).is_ok());
    let set = |from: &str, to: &str| {
        let change = sql("UPDATE farm_run SET build = replace(build, $1, $2)");
        farm.execute(change.bind(from.to_string()).bind(to.to_string())).unwrap();
    };
    let build = crate::Build::this();
    set(&build.program, "another");
    let problem = try_with(false).unwrap_err().to_string();
    assert!(problem.contains("takes no work") && problem.contains("--other-build"), "{problem}");
    assert!(try_with(true).is_ok());
    set(&build.signature, "another");
    assert!(try_with(true).unwrap_err().to_string().contains("it would play otherwise"));
    assert!(farm.log_lines(None, 10).unwrap().iter().any(|line| line.text.contains("takes no work")));
}

#[test]
fn the_figures_are_told_to_prometheus() {
    let folder = tempfile::tempdir().unwrap();
    let farm = farm_with(&file(&folder), 10, 2);
    while_working(&farm, None, folder.path(), || {
        wait_for("the pairs", || farm.results::<Games>(RUN).unwrap().len() == 2)
    });
    let text = crate::metrics(&farm.status().unwrap());
    for line in [
        "# TYPE luozi_farm_units gauge",
        "luozi_farm_units 0",
        "luozi_farm_games_per_hour 24",
        "luozi_farm_run_pairs_played{run=\"trap\",state=\"active\"} 2",
        "luozi_farm_workers 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
    }
}
