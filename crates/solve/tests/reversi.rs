//! The endgame solver against plain minimax, against its own limits, and against scored endings.

use luozi_core::conformance::Minimax;
use luozi_core::cpu::{self, Level};
use luozi_core::{Bounds, Game, MoveList, Notation, Player, Rng, Score};
use luozi_games::reversi::bits::Body;
use luozi_games::reversi::{Position, Rules, Scoring, obf};
use luozi_solve::reversi::{Board, Evaluator, ReversiSolver};
use luozi_solve::{Limits, Solver, Stopped};
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

const SCORINGS: [Scoring; 2] = [Scoring::Difference, Scoring::EmptiesToWinner];

fn rules(size: usize, scoring: Scoring) -> Rules {
    Rules::new(size, scoring).expect("a size that exists")
}

/// A position of a random game with at most `empties` empty squares, possibly finished.
fn random_ending(rules: &Rules, rng: &mut Rng, empties: u32) -> Position {
    let mut position = rules.initial();
    let mut moves = MoveList::new();
    while rules.empties(&position).count_ones() > empties && rules.outcome(&position).is_none() {
        rules.legal_moves(&position, &mut moves);
        rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
    }
    position
}

/// Random discs with `empties` empty squares: passes, wipe-outs and ends with empty squares are frequent. One side
/// has more discs the larger `tilt` is.
fn random_board(rules: &Rules, rng: &mut Rng, empties: u32, tilt: u32) -> Position {
    let mut discs = [0u64; 2];
    let mut free = rules.board();
    while free.count_ones() > empties {
        let bit = 1u64 << rng.below(64);
        if free & bit != 0 {
            free &= !bit;
            discs[usize::from(rng.below(tilt + 2) == 0)] |= bit;
        }
    }
    let player = Player::BOTH[rng.below(2) as usize];
    rules.position(discs, player).expect("discs on the board")
}

/// Both modes of one solver against the oracle; the best move must reach the score.
fn check(solver: &mut ReversiSolver, oracle: &mut Minimax<'_, Rules>, position: &Position) {
    let rules = *solver.game();
    let text = rules.position_text(position);
    let expected = oracle.score(position);
    let solution = solver.solve_window(position, (-1, 1), &Limits::none(), &mut |_| {});
    assert!(solution.bounds.lower <= expected && expected <= solution.bounds.upper, "{solution:?} {expected}\n{text}");
    assert_eq!(solution.bounds.result(), Some(expected.winner()), "win, draw, loss\n{text}");
    let solution = solver.solve(position, &Limits::none(), &mut |_| {});
    assert_eq!(solution.bounds, Bounds::exact(expected), "exact\n{text}");
    assert_eq!(solution.stopped, None);
    match solution.best {
        Some(mv) => assert_eq!(oracle.score_after(position, mv), expected, "best move {mv}\n{text}"),
        None => assert!(rules.outcome(position).is_some(), "an unfinished game has a best move\n{text}"),
    }
}

#[test]
fn small_boards_are_solved_as_by_minimax() {
    for scoring in SCORINGS {
        let rules = rules(4, scoring);
        let (mut solver, mut oracle) = (ReversiSolver::new(&rules, 1 << 16), Minimax::new(&rules));
        let mut rng = Rng::seeded(1);
        for round in 0..300 {
            check(&mut solver, &mut oracle, &random_ending(&rules, &mut rng, round % 13));
            check(&mut solver, &mut oracle, &random_board(&rules, &mut rng, 1 + round % 10, round % 7));
        }
    }
}

#[test]
fn endings_of_random_games_are_solved_as_by_minimax() {
    for scoring in SCORINGS {
        let rules = rules(8, scoring);
        let mut solver = ReversiSolver::new(&rules, 1 << 16);
        let mut rng = Rng::seeded(2);
        for round in 0..400 {
            let position = random_ending(&rules, &mut rng, round % 10);
            check(&mut solver, &mut Minimax::new(&rules), &position);
        }
    }
}

#[test]
fn boards_that_no_game_reaches_are_solved_as_by_minimax() {
    for (size, scoring) in [(8, SCORINGS[0]), (8, SCORINGS[1]), (6, SCORINGS[0]), (6, SCORINGS[1])] {
        let rules = rules(size, scoring);
        let mut solver = ReversiSolver::new(&rules, 1 << 16);
        let mut rng = Rng::seeded(3);
        for round in 0..400 {
            let position = random_board(&rules, &mut rng, round % 10, round % 50);
            check(&mut solver, &mut Minimax::new(&rules), &position);
        }
    }
}

#[test]
fn every_instruction_set_searches_the_same_nodes() {
    let rules = rules(8, Scoring::EmptiesToWinner);
    let mut rng = Rng::seeded(4);
    let position = random_ending(&rules, &mut rng, 14);
    let solutions = Level::ALL.map(|level| {
        cpu::limit(level);
        ReversiSolver::new(&rules, 1 << 20).solve(&position, &Limits::none(), &mut |_| {})
    });
    assert!(solutions.iter().all(|solution| *solution == solutions[0]), "{solutions:?}");
}

#[test]
fn a_solver_answers_the_same_after_other_positions() {
    let rules = rules(8, Scoring::EmptiesToWinner);
    let mut rng = Rng::seeded(5);
    let positions: Vec<Position> = (0..20).map(|_| random_ending(&rules, &mut rng, 12)).collect();
    let mut solver = ReversiSolver::new(&rules, 1 << 12);
    let first: Vec<_> = positions.iter().map(|p| solver.solve(p, &Limits::none(), &mut |_| {}).bounds).collect();
    let again: Vec<_> = positions.iter().map(|p| solver.solve(p, &Limits::none(), &mut |_| {}).bounds).collect();
    assert_eq!(first, again);
}

#[test]
fn progress_closes_in_on_the_answer() {
    let rules = rules(8, Scoring::Difference);
    let position = random_ending(&rules, &mut Rng::seeded(6), 13);
    let mut seen = vec![Bounds { lower: Score(-64), upper: Score(64) }];
    let solution = ReversiSolver::new(&rules, 1 << 20).solve(&position, &Limits::none(), &mut |p| seen.push(p.bounds));
    assert!(seen.is_sorted_by(|a, b| a.lower <= b.lower && a.upper >= b.upper), "{seen:?}");
    assert_eq!(seen.last(), Some(&solution.bounds));
}

#[test]
fn an_interrupted_solver_tells_the_truth() {
    let rules = rules(8, Scoring::EmptiesToWinner);
    let mut rng = Rng::seeded(7);
    let mut cut_short = 0;
    for _ in 0..10 {
        let position = random_ending(&rules, &mut rng, 14);
        let exact = ReversiSolver::new(&rules, 1 << 20).solve(&position, &Limits::none(), &mut |_| {});
        let score = exact.bounds.solved().expect("no limits");
        for nodes in [0, 1, 500, 3_000, 20_000, 100_000] {
            let limits = Limits::none().nodes(nodes);
            let cut = ReversiSolver::new(&rules, 1 << 20).solve(&position, &limits, &mut |_| {});
            assert!(cut.bounds.lower <= score && score <= cut.bounds.upper, "{cut:?} {score}");
            assert!(cut.nodes <= nodes + 5_000, "{cut:?} with a limit of {nodes}");
            assert_eq!(cut.stopped.is_none(), cut.bounds.solved().is_some());
            cut_short += u32::from(cut.stopped == Some(Stopped::Nodes));
        }
    }
    assert!(cut_short > 20, "the limits are too high to test anything: {cut_short}");
    let position = random_ending(&rules, &mut rng, 30);
    let (flag, clock) = (AtomicBool::new(true), || Duration::from_secs(9));
    let stopped = Limits::none().stop_flag(&flag);
    let late = Limits::none().deadline(&clock, Duration::from_secs(9));
    for (limits, reason) in [(stopped, Stopped::Flag), (late, Stopped::Time)] {
        let solution = ReversiSolver::new(&rules, 1 << 20).solve(&position, &limits, &mut |_| {});
        assert_eq!(solution.stopped, Some(reason));
        assert_eq!(solution.bounds, Bounds { lower: Score(-64), upper: Score(64) });
    }
}

#[test]
fn several_threads_find_the_same_scores() {
    let rules = rules(8, Scoring::Difference);
    let mut rng = Rng::seeded(8);
    let (mut alone, mut together) = (ReversiSolver::new(&rules, 1 << 20), ReversiSolver::new(&rules, 1 << 20));
    together.set_threads(4);
    for round in 0..24 {
        let position = random_ending(&rules, &mut rng, 14 + round % 4);
        let expected = alone.solve(&position, &Limits::none(), &mut |_| {});
        let limits = Limits::none().nodes(expected.nodes / 4);
        let cut = together.solve(&position, &limits, &mut |_| {});
        assert!(cut.bounds.lower <= expected.bounds.lower && expected.bounds.upper <= cut.bounds.upper, "{cut:?}");
        assert!(cut.nodes <= limits_with_slack(expected.nodes / 4), "{cut:?} {expected:?}");
        let solution = together.solve(&position, &Limits::none(), &mut |_| {});
        assert_eq!(solution.bounds, expected.bounds, "{}", rules.position_text(&position));
        if let Some(mv) = solution.best {
            let mut child = position;
            rules.play_unchecked(&mut child, mv);
            let after = alone.solve(&child, &Limits::none(), &mut |_| {});
            assert_eq!(after.bounds, expected.bounds, "best move {mv}");
        }
    }
}

/// Guesses on one thread and panics on every other. Until that has happened the owner takes a moment for each guess: a
/// busy machine must not let it finish before a helper was ever scheduled.
struct PanicsElsewhere {
    owner: ThreadId,
    panicked: AtomicBool,
    since: Instant,
}

impl PanicsElsewhere {
    /// What the owner takes for one guess, and for all of them together.
    const MOMENT: Duration = Duration::from_millis(1);
    const PATIENCE: Duration = Duration::from_secs(60);
}

impl Evaluator for PanicsElsewhere {
    fn evaluate<const LEVEL: u8>(&self, _: Body<LEVEL>, _: Board) -> i32 {
        if std::thread::current().id() != self.owner {
            self.panicked.store(true, Ordering::SeqCst);
            panic!("a guess on a helper's thread: {:?}", std::thread::current().id());
        }
        let asked = Instant::now();
        let waits = || asked.elapsed() < Self::MOMENT && self.since.elapsed() < Self::PATIENCE;
        while !self.panicked.load(Ordering::SeqCst) && waits() {
            std::thread::yield_now();
        }
        0
    }
}

/// The owner of a position neither waits for a helper that is gone nor takes its silence for an answer.
#[test]
fn a_panic_on_a_helpers_thread_reaches_the_caller() {
    let rules = rules(8, Scoring::EmptiesToWinner);
    let position = random_ending(&rules, &mut Rng::seeded(3), 20);
    let owner = std::thread::current().id();
    let evaluator = PanicsElsewhere { owner, panicked: AtomicBool::new(false), since: Instant::now() };
    let mut solver = ReversiSolver::with_evaluator(&rules, 1 << 22, evaluator);
    solver.set_threads(4);
    let solve = AssertUnwindSafe(|| solver.solve(&position, &Limits::none(), &mut |_| {}));
    let panic = std::panic::catch_unwind(solve).expect_err("no helper was asked for a guess");
    let message = panic.downcast_ref::<String>().expect("the message of an assertion");
    assert!(message.contains("a guess on a helper's thread"), "{message}");
}

/// What four threads may visit under a limit: each looks at it once in about a thousand nodes.
fn limits_with_slack(nodes: u64) -> u64 {
    nodes + 4 * 5_000
}

/// Solves the problems of an OBF text and compares score and best move.
fn check_suite(text: &str, skip: usize, take: usize) {
    let rules = rules(8, Scoring::EmptiesToWinner);
    let problems = obf::read(&rules, text).expect("a suite in OBF");
    let mut solver = ReversiSolver::new(&rules, 64 << 20);
    for (line, problem) in (1..).zip(&problems).skip(skip).take(take) {
        let solution = solver.solve(&problem.position, &Limits::none(), &mut |_| {});
        let best = problem.scored.first().expect("a scored move");
        let expected = Score::for_player(rules.to_move(&problem.position), best.score);
        assert_eq!(solution.bounds, Bounds::exact(expected), "line {line}");
        let scored = problem.scored.iter().find(|scored| Some(scored.square) == solution.best);
        assert_eq!(scored.map(|scored| scored.score), Some(best.score), "line {line}: best move");
    }
}

#[test]
fn the_committed_endings_are_solved() {
    check_suite(include_str!("data/endings.obf"), 0, usize::MAX);
}

/// The published suites are read where they are and not missed elsewhere.
#[test]
fn published_endings_are_solved() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/reversi");
    for (file, skip, take) in [("fforum-40-59.obf", 0, 1), ("hard-20.obf", 0, 5)] {
        if let Ok(text) = std::fs::read_to_string(format!("{folder}/{file}")) {
            check_suite(&text, skip, take);
        }
    }
}
