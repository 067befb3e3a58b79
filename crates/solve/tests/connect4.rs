//! The Connect Four solver against plain minimax, the public test sets where they are at hand, and its own promises:
//! bounds that hold when it is stopped, a memory cap, the same answer twice.

use luozi_core::conformance::Minimax;
use luozi_core::{Bounds, Game, MoveList, Notation, Rng, Score};
use luozi_games::connect4::{Cell, Column, Position, Rules, Wide, Word};
use luozi_solve::connect4::{Connect4Solver, SearchWord};
use luozi_solve::{Limits, Solver, Stopped};
use proptest::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const SMALL_TABLE: usize = 1 << 16;

fn board<W: Word>(rows: u8, cols: u8, forbidden: &[(u8, u8)]) -> Rules<W> {
    let inside = forbidden.iter().filter(|&&(row, col)| row < rows && col < cols);
    let cells: Vec<Cell> = inside.map(|&(row, col)| Cell { row, col }).collect();
    Rules::new(rows, cols, &cells).unwrap()
}

fn position_after<W: Word>(rules: &Rules<W>, moves: &str) -> Position<W> {
    let mut position = rules.initial();
    for mv in rules.parse_moves(&position, moves).unwrap() {
        rules.play(&mut position, mv).unwrap();
    }
    position
}

/// Minimax is asked only when so many cells are left: it sees a few thousand positions then.
const ORACLE_CELLS: usize = 12;

/// Scores, best moves and all moves' scores in the last part of random games equal minimax's.
fn agrees_with_minimax<W: SearchWord>(rules: &Rules<W>, games: u32, seed: u64, table: usize) {
    let mut oracle = Minimax::new(rules);
    let mut solver = Connect4Solver::new(rules, table);
    let mut rng = Rng::seeded(seed);
    for _ in 0..games {
        let mut position = rules.initial();
        loop {
            let mut moves = MoveList::new();
            rules.legal_moves(&position, &mut moves);
            let mut random_move = || moves[rng.below(moves.len() as u32) as usize];
            if (rules.masks().playable.count() as usize) > ORACLE_CELLS + usize::from(position.plies())
                && !moves.is_empty()
            {
                rules.play(&mut position, random_move()).unwrap();
                continue;
            }
            let text = rules.position_text(&position);
            let solution = solver.solve(&position, &Limits::none(), &mut |_| {});
            let score = oracle.score(&position);
            assert_eq!(solution.bounds, Bounds::exact(score), "score of\n{text}");
            assert_eq!(solution.stopped, None);
            if rules.outcome(&position).is_some() {
                assert_eq!(solution.best, None, "a finished game has no best move\n{text}");
                break;
            }
            let best = solution.best.expect("a solved position has a best move");
            assert_eq!(oracle.score_after(&position, best), score, "best move {best:?} of\n{text}");
            for scored in solver.solve_moves(&position, &Limits::none()) {
                let expected = Bounds::exact(oracle.score_after(&position, scored.mv));
                assert_eq!(scored.bounds, expected, "move {:?} of\n{text}", scored.mv);
            }
            rules.play(&mut position, random_move()).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Boards of every shape with random forbidden cells, in all words, with tables from one line up.
    #[test]
    fn boards_of_all_shapes_agree_with_minimax(
        rows in 1u8..=8, cols in 1u8..=9, holes in prop::collection::vec((0u8..8, 0u8..9), 0..7), seed: u64,
        table in prop::sample::select(vec![0, 4096, SMALL_TABLE, 1 << 20]),
    ) {
        if Rules::<u64>::fits(rows, cols) {
            agrees_with_minimax(&board::<u64>(rows, cols, &holes), 2, seed, table);
        }
        agrees_with_minimax(&board::<u128>(rows, cols, &holes), 1, seed, table);
        agrees_with_minimax(&board::<Wide>(rows, cols, &holes), 1, seed, table);
    }
}

#[test]
fn the_classic_board_agrees_with_minimax() {
    agrees_with_minimax(&Rules::<u64>::classic(), 40, 1, SMALL_TABLE);
    agrees_with_minimax(&board::<u64>(6, 7, &[(3, 3), (5, 1)]), 20, 2, SMALL_TABLE);
    agrees_with_minimax(&board::<Wide>(12, 12, &[(6, 5)]), 5, 3, SMALL_TABLE);
}

/// Results known from the literature: Tromp's table of small boards.
#[test]
fn empty_boards_have_their_published_results() {
    for (rows, cols, result) in
        [(4, 4, 0), (4, 5, 0), (5, 4, 0), (5, 5, 0), (4, 6, -1), (4, 7, 0), (6, 5, 0), (5, 6, 0)]
    {
        let rules = board::<u64>(rows, cols, &[]);
        let mut solver = Connect4Solver::new(&rules, 1 << 24);
        let solution = solver.solve_window(&rules.initial(), (-1, 1), &Limits::none(), &mut |_| {});
        let sign = solution.bounds.result().map(|winner| winner.map_or(0, |player| 1 - 2 * player.index() as i16));
        assert_eq!(sign, Some(result), "{rows} rows x {cols} columns: {:?}", solution.bounds);
    }
}

/// Our own suite: boards of many shapes, scores proven by the solver and by minimax when it was written (see
/// `examples/columns.rs`).
#[test]
fn the_generated_suite_is_solved_right() {
    let suite = include_str!("data/columns.txt");
    for line in suite.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [size, holes, moves, score] = words[..] else { panic!("four words: {line}") };
        let pair = |text: &str, by: char| text.split_once(by).map(|(a, b)| (a.parse().unwrap(), b.parse().unwrap()));
        let (rows, cols) = pair(size, 'x').unwrap();
        let holes: Vec<(u8, u8)> = holes.split(';').filter_map(|hole| pair(hole, ',')).collect();
        let rules = board::<Wide>(rows, cols, &holes);
        let position = position_after(&rules, moves);
        let solution = Connect4Solver::new(&rules, SMALL_TABLE).solve(&position, &Limits::none(), &mut |_| {});
        let score = Score::for_player(rules.to_move(&position), score.parse().unwrap());
        assert_eq!(solution.bounds, Bounds::exact(score), "{line}");
    }
    assert!(suite.lines().count() >= 80);
}

/// The first lines of the public sets (`sequence score`), when they lie next to the workspace.
#[test]
fn public_sets_are_solved_right() {
    let rules = Rules::<u64>::classic();
    let mut solver = Connect4Solver::new(&rules, 1 << 26);
    for set in ["L3_R1", "L2_R1", "L2_R2", "L1_R1", "L1_R2"] {
        let path = format!("{}/../../../shared/data/connect4/Test_{set}", env!("CARGO_MANIFEST_DIR"));
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        for line in text.lines().take(20) {
            let (moves, score) = line.split_once(' ').expect("sequence and score");
            let position = position_after(&rules, moves);
            let solution = solver.solve(&position, &Limits::none(), &mut |_| {});
            let score = Score::for_player(rules.to_move(&position), score.trim().parse().unwrap());
            assert_eq!(solution.bounds, Bounds::exact(score), "{set}: {line}");
        }
    }
}

/// A position that takes a few thousand nodes, with its score for the first player.
const MIDDLE_GAME: (&str, Score) = ("274552224131661", Score(0));

#[test]
fn a_stopped_solve_has_valid_bounds_and_goes_on_where_it_was() {
    let rules = Rules::<u64>::classic();
    let position = position_after(&rules, MIDDLE_GAME.0);
    let mut stopped = 0;
    for nodes in [0, 1, 10, 100, 1000, 10_000] {
        let mut solver = Connect4Solver::new(&rules, 1 << 20);
        let solution = solver.solve(&position, &Limits::none().nodes(nodes), &mut |_| {});
        assert!(solution.nodes <= nodes);
        let Bounds { lower, upper } = solution.bounds;
        assert!(lower <= MIDDLE_GAME.1 && MIDDLE_GAME.1 <= upper, "{:?} after {nodes} nodes", solution.bounds);
        assert_eq!(solution.stopped.is_some(), lower < upper);
        stopped += u32::from(solution.stopped == Some(Stopped::Nodes));
        let rest = solver.solve(&position, &Limits::none(), &mut |_| {});
        assert_eq!(rest.bounds, Bounds::exact(MIDDLE_GAME.1), "resumed after {nodes} nodes");
    }
    assert!(stopped >= 3, "the position is too easy for this test");
}

#[test]
fn a_raised_flag_and_a_passed_deadline_stop_the_solver() {
    let rules = Rules::<u64>::classic();
    let position = rules.initial();
    let mut solver = Connect4Solver::new(&rules, 1 << 20);
    let flag = AtomicBool::new(false);
    flag.store(true, Ordering::Relaxed);
    let solution = solver.solve(&position, &Limits::none().stop_flag(&flag), &mut |_| {});
    assert_eq!((solution.stopped, solution.nodes), (Some(Stopped::Flag), 0));
    let ticks = std::sync::atomic::AtomicU64::new(0);
    let clock = || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed));
    let limits = Limits::none().deadline(&clock, Duration::from_millis(20));
    let solution = solver.solve(&position, &limits, &mut |_| {});
    assert_eq!(solution.stopped, Some(Stopped::Time));
    assert!(solution.nodes > 0 && solution.bounds.lower <= Score(1) && Score(1) <= solution.bounds.upper);
}

#[test]
fn progress_closes_in_and_ends_at_the_answer() {
    let rules = Rules::<u64>::classic();
    let position = position_after(&rules, MIDDLE_GAME.0);
    let mut solver = Connect4Solver::new(&rules, 1 << 20);
    let mut seen = Vec::new();
    let solution = solver.solve(&position, &Limits::none(), &mut |progress| seen.push(progress));
    assert!(seen.len() >= 2, "{seen:?}");
    for pair in seen.windows(2) {
        assert!(pair[0].bounds.lower <= pair[1].bounds.lower && pair[1].bounds.upper <= pair[0].bounds.upper);
        assert!(pair[0].nodes <= pair[1].nodes);
    }
    assert_eq!(seen.last().unwrap().bounds, solution.bounds);
}

#[test]
fn the_same_calls_give_the_same_answers_and_node_counts() {
    let rules = Rules::<u64>::classic();
    let run = || {
        let mut solver = Connect4Solver::new(&rules, 1 << 20);
        ["274552224131661", "5455174361263362", "52753311433677442422121"]
            .map(|moves| solver.solve(&position_after(&rules, moves), &Limits::none(), &mut |_| {}))
    };
    assert_eq!(run(), run());
}

/// A window asks only for what it covers: here, whether the mover wins.
#[test]
fn a_window_stops_as_soon_as_the_score_is_outside() {
    let rules = Rules::<u64>::classic();
    let position = position_after(&rules, "6146");
    let mut solver = Connect4Solver::new(&rules, 1 << 22);
    let won = solver.solve_window(&position, (-1, 1), &Limits::none(), &mut |_| {});
    assert!(won.bounds.lower >= Score(1), "{:?}", won.bounds);
    assert!(won.best.is_some(), "a proven win comes with its move");
}

/// Forced replies at the root: the block is the move, whatever follows.
#[test]
fn the_only_move_is_found() {
    let rules = Rules::<u64>::classic();
    let position = position_after(&rules, "4 1 4 1 4");
    let mut solver = Connect4Solver::new(&rules, 1 << 22);
    let solution = solver.solve_window(&position, (-1, 1), &Limits::none().nodes(100_000), &mut |_| {});
    assert_eq!(solution.best, Some(Column(3)));
}

#[test]
#[should_panic(expected = "an empty window: (1, 1)")]
fn an_empty_window_is_refused() {
    let rules = Rules::<u64>::classic();
    let mut solver = Connect4Solver::new(&rules, 1 << 16);
    solver.solve_window(&rules.initial(), (1, 1), &Limits::none(), &mut |_| {});
}
