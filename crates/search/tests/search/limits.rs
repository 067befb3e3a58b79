//! Limits, repeatability, memory.

use luozi_core::{Evaluation, Evaluator, Game, Task, UniformPlayout};
use luozi_games::{connect4, nogo};
use luozi_search::{Budget, Clock, Expansion, Fpu, Params, Request, Search, Selection, StopReason, Watch};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A clock that advances by a fixed step at every look.
struct Ticking(AtomicU64, Duration);

impl Clock for Ticking {
    fn elapsed(&self) -> Duration {
        self.1 * self.0.fetch_add(1, Ordering::Relaxed) as u32
    }
}

/// A clock that stands still, so that reports can be compared as a whole.
struct Still;

impl Clock for Still {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

fn variants() -> [Params; 3] {
    let base = Params { memory_mb: 8, ..Params::default() };
    [
        Params { selection: Selection::Ucb1, fpu: Fpu::Infinite, shuffle: true, ..base.clone() },
        Params { expansion: Expansion::All, fpu: Fpu::Average, ..base.clone() },
        Params { selection: Selection::Grave, fpu: Fpu::Infinite, graph: false, ..base },
    ]
}

#[test]
fn one_thread_a_seed_and_visits_repeat_bit_for_bit_and_so_does_a_reset() {
    let game = nogo::Rules::new(5, 5).expect("a board");
    for params in variants() {
        let run = |search: &mut Search<nogo::Rules, UniformPlayout>| {
            search.think(&game.initial(), Request::new(Budget::visits(2000), &Still))
        };
        let new = |params: &Params| Search::new(game.clone(), params.clone(), |_| UniformPlayout).expect("valid");
        let mut search = new(&params);
        let first = run(&mut search);
        assert_eq!(run(&mut new(&params)), first);
        search.reset();
        assert_eq!(run(&mut search), first, "after a reset");
        let other = run(&mut new(&Params { seed: 2, ..params.clone() }));
        assert_ne!(other, first, "the seed matters");
    }
}

#[test]
fn a_kept_lead_leaves_time_for_the_next_search() {
    let game = connect4::Rules::<u64>::classic();
    let params = Params { memory_mb: 8, ..Params::default() };
    let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid");
    search.think(&game.initial(), Request::new(Budget::visits(5000), &Still));
    let lost = Budget::time(Duration::from_millis(200));
    let kept = Budget { time_is_kept: true, ..lost };
    let mut stopped = |limits| {
        let clock = Ticking(AtomicU64::new(0), Duration::from_micros(200));
        let report = search.think(&game.initial(), Request::new(limits, &clock));
        assert!(report.visits >= 100, "{} visits, {:?}", report.visits, report.stopped);
        report.stopped
    };
    assert_eq!(stopped(kept), Some(StopReason::Settled));
    assert_eq!(stopped(lost), Some(StopReason::Time), "nobody could use what is left over");
}

#[test]
fn the_time_limit_is_obeyed_to_the_tick() {
    let game = connect4::Rules::<u64>::classic();
    let (limit, tick) = (Duration::from_millis(50), Duration::from_micros(200));
    for threads in [1, 2] {
        let params = Params { threads, memory_mb: 8, early_stop: false, ..Params::default() };
        let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid");
        let clock = Ticking(0.into(), tick);
        let report = search.think(&game.initial(), Request::new(Budget::time(limit), &clock));
        assert_eq!(report.stopped, Some(StopReason::Time));
        assert!(report.elapsed <= limit + tick * 3, "{:?}", report.elapsed);
        assert!(report.visits > 100, "{}", report.visits);
    }
}

#[test]
fn visits_are_exact_with_any_number_of_threads() {
    let game = connect4::Rules::<u64>::classic();
    // So many that several threads make them in batches, with and without statistics by move.
    const VISITS: u64 = 34_567;
    for (threads, selection) in [(1, Selection::Puct), (3, Selection::Puct), (2, Selection::Rave)] {
        let params = Params { threads, selection, memory_mb: 8, early_stop: false, ..Params::default() };
        let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid");
        let report = search.think(&game.initial(), Request::new(Budget::visits(VISITS), &Still));
        assert_eq!((report.visits, report.stopped), (VISITS, Some(StopReason::Visits)));
        let total: u64 = report.candidates.iter().map(|candidate| u64::from(candidate.visits)).sum();
        assert_eq!(total, VISITS);
    }
}

/// Counts evaluations. The second thread waits in its first one until the first thread has made another.
struct Meeting<'t> {
    thread: usize,
    made: &'t [AtomicU64; 2],
    met: &'t AtomicBool,
}

impl<G: Game> Evaluator<G> for Meeting<'_> {
    fn evaluate(&mut self, game: &G, position: &G::Position, task: Task<'_, G>) -> Evaluation {
        let before = self.made[0].load(Ordering::SeqCst);
        if self.made[self.thread].fetch_add(1, Ordering::SeqCst) == 0 && self.thread == 1 {
            let came = || self.made[0].load(Ordering::SeqCst) > before;
            self.met.store(wait_until(came), Ordering::SeqCst);
        }
        UniformPlayout.evaluate(game, position, task)
    }
}

/// Waits for something that happens at once unless it never does.
fn wait_until(happened: impl Fn() -> bool) -> bool {
    let patience = Instant::now();
    while !happened() && patience.elapsed() < Duration::from_secs(30) {
        std::thread::yield_now();
    }
    happened()
}

#[test]
fn with_a_time_limit_no_thread_is_granted_more_than_it_makes_in_a_moment() {
    let game = connect4::Rules::<u64>::classic();
    let (made, met) = ([AtomicU64::new(0), AtomicU64::new(0)], AtomicBool::new(false));
    let params = Params { threads: 2, memory_mb: 8, early_stop: false, ..Params::default() };
    let mut search =
        Search::new(game.clone(), params, |thread| Meeting { thread, made: &made, met: &met }).expect("valid");
    // Simulations seem to take 2 ms. The first thread begins when the second has its grant, which must not be all.
    let clock = Ticking(0.into(), Duration::from_millis(2));
    let limits = Budget { time: Some(Duration::from_secs(3600)), ..Budget::visits(40) };
    let mut tell = |_: &luozi_search::Report<connect4::Column>| {
        wait_until(|| made[1].load(Ordering::SeqCst) > 0);
    };
    let watch = Some(Watch { every: Duration::ZERO, tell: &mut tell });
    let report = search.think(&game.initial(), Request { watch, ..Request::new(limits, &clock) });
    assert_eq!((report.visits, report.stopped), (40, Some(StopReason::Visits)));
    assert!(met.into_inner(), "the second thread was granted everything: {made:?}");
}

#[test]
fn a_full_graph_searches_on_within_its_memory() {
    let game = connect4::Rules::<u64>::classic();
    for graph in [true, false] {
        let params = Params { graph, memory_mb: 1, early_stop: false, ..Params::default() };
        let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid");
        assert!(search.memory_bytes() <= 1 << 20, "{}", search.memory_bytes());
        let nodes = |search: &mut Search<_, _>, visits| {
            search.think(&game.initial(), Request::new(Budget::visits(visits), &Still)).nodes
        };
        let full = nodes(&mut search, 30_000);
        assert_eq!(nodes(&mut search, 10_000), full, "no new nodes");
        let report = search.report().expect("searched");
        let total: u64 = report.candidates.iter().map(|candidate| u64::from(candidate.visits)).sum();
        assert_eq!(total, 40_000, "the visits go on");
        assert_eq!(report.best(), connect4::Column(3), "and still find the centre: {report:?}");
    }
}

#[test]
fn a_node_limit_stops() {
    let game = connect4::Rules::<u64>::classic();
    let params = Params { memory_mb: 8, early_stop: false, ..Params::default() };
    let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid");
    let limits = Budget { nodes: Some(500), ..Budget::default() };
    let report = search.think(&game.initial(), Request::new(limits, &Still));
    assert_eq!(report.stopped, Some(StopReason::Nodes));
    assert!((500..550).contains(&report.nodes), "{}", report.nodes);
}

#[test]
fn a_forced_move_is_instant_unless_somebody_watches() {
    // The first player has three stones on top of each other in the first column.
    let game = connect4::Rules::<u64>::classic();
    let mut position = game.initial();
    for column in [0, 6, 0, 6, 0] {
        game.play(&mut position, connect4::Column(column)).expect("legal");
    }
    let params = Params { memory_mb: 8, ..Params::default() };
    let mut search = Search::new(game, params, |_| UniformPlayout).expect("valid");
    let report = search.think(&position, Request::new(Budget::time(Duration::from_secs(3600)), &Still));
    assert_eq!((report.best(), report.stopped), (connect4::Column(0), Some(StopReason::Forced)));
    let stop = AtomicBool::new(false);
    let mut seen = 0;
    let mut tell = |report: &luozi_search::Report<connect4::Column>| {
        seen += 1;
        assert_eq!(report.stopped, None);
        stop.store(seen == 3, Ordering::Relaxed);
    };
    let clock = Ticking(0.into(), Duration::from_millis(1));
    let request = Request {
        stop: Some(&stop),
        watch: Some(Watch { every: Duration::from_millis(5), tell: &mut tell }),
        ..Request::new(Budget::default(), &clock)
    };
    let report = search.think(&position, request);
    assert_eq!(report.stopped, Some(StopReason::Asked));
    assert!(report.visits > 0);
    assert_eq!(seen, 3);
}
