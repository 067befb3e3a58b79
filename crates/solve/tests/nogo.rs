//! The NoGo solver against plain minimax, against the table of small boards, and its own promises: bounds that hold
//! when it is stopped, a memory cap, the same answer twice.

use luozi_core::conformance::Minimax;
use luozi_core::{Game, MoveList, Notation, Player, Rng};
use luozi_games::nogo::{Position, Rules};
use luozi_solve::nogo::NoGoSolver;
use luozi_solve::{Limits, Solver, Stopped};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const SMALL_TABLE: usize = 1 << 16;

fn board(rows: u8, cols: u8) -> Rules {
    Rules::new(rows, cols).expect("a size that exists")
}

/// A position of a random game with at most `empties` empty points, or the end of the game.
fn random_position(rules: &Rules, rng: &mut Rng, empties: u32) -> Position {
    let mut position = rules.initial();
    let mut moves = MoveList::new();
    while rules.empty(position.stones()).len() > empties && rules.outcome(&position).is_none() {
        rules.legal_moves(&position, &mut moves);
        rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
    }
    position
}

/// The winner is the oracle's, and the named move keeps a won game won.
fn check(solver: &mut NoGoSolver, oracle: &mut Minimax<'_, Rules>, position: &Position) {
    let rules = solver.game().clone();
    let text = rules.position_text(position);
    let expected = oracle.score(position);
    let solution = solver.solve(position, &Limits::none(), &mut |_| {});
    assert!(solution.bounds.lower <= expected && expected <= solution.bounds.upper, "{solution:?} {expected}\n{text}");
    assert_eq!(solution.bounds.result(), Some(expected.winner()), "winner of\n{text}");
    assert_eq!(solution.stopped, None);
    match solution.best {
        Some(mv) => assert_eq!(oracle.score_after(position, mv).winner(), expected.winner(), "{mv:?} in\n{text}"),
        None => assert!(rules.outcome(position).is_some(), "an unfinished game has a move to name\n{text}"),
    }
}

/// Every size up to 16 points from a random point on; minimax is asked with few empty points only.
#[test]
fn random_positions_of_small_boards_have_the_winner_of_minimax() {
    let mut positions = 0;
    for (rows, cols) in [(1, 9), (1, 16), (2, 4), (2, 6), (2, 8), (3, 3), (3, 4), (3, 5), (4, 4)] {
        let rules = board(rows, cols);
        let (mut solver, mut oracle) = (NoGoSolver::new(&rules, SMALL_TABLE), Minimax::new(&rules));
        let mut rng = Rng::seeded(u64::from(rows) * 100 + u64::from(cols));
        for round in 0..2500 {
            check(&mut solver, &mut oracle, &random_position(&rules, &mut rng, 1 + round % 10));
            positions += 1;
        }
    }
    assert_eq!(positions, 22_500);
}

/// On wider boards the last points lie apart: here sums of regions are the rule.
#[test]
fn sums_of_regions_have_the_winner_of_minimax() {
    for (rows, cols, empties) in [(5, 5, 8), (2, 14, 9), (3, 9, 9), (9, 9, 15), (4, 9, 9)] {
        let rules = board(rows, cols);
        let mut rng = Rng::seeded(3);
        let mut solver = NoGoSolver::new(&rules, SMALL_TABLE);
        for _ in 0..30 {
            let position = random_position(&rules, &mut rng, empties);
            check(&mut solver, &mut Minimax::new(&rules), &position);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// Boards of every small shape, with tables from one line up.
    #[test]
    fn boards_of_all_shapes_have_the_winner_of_minimax(
        rows in 1u8..=4, cols in 1u8..=4, seed: u64, empties in 0u32..=11,
        table in prop::sample::select(vec![0, 1024, SMALL_TABLE]),
    ) {
        let rules = board(rows, cols);
        let position = random_position(&rules, &mut Rng::seeded(seed), empties);
        check(&mut NoGoSolver::new(&rules, table), &mut Minimax::new(&rules), &position);
    }
}

/// Number of winning first moves; 0 is a loss of the first player.
#[test]
fn the_table_of_small_boards_is_right() {
    let table = [
        (1, &[0, 2, 1, 0, 5, 2, 1, 4, 3, 4, 7, 4][..], 1),
        (2, &[4, 0, 0, 4, 12, 12, 16], 2),
        (3, &[9, 0, 11], 3),
        (4, &[0], 4),
    ];
    for (rows, winning, first_cols) in table {
        for (cols, &expected) in (first_cols..).zip(winning) {
            let rules = board(rows, cols);
            let mut solver = NoGoSolver::new(&rules, 1 << 22);
            let start = rules.initial();
            let moves = solver.solve_moves(&start, &Limits::none());
            let wins = moves.iter().filter(|scored| scored.bounds.result() == Some(Some(Player::First))).count();
            assert_eq!(wins, expected, "winning first moves on {rows} x {cols}");
            let solution = solver.solve(&start, &Limits::none(), &mut |_| {});
            let winner = if expected == 0 { Player::Second } else { Player::First };
            assert_eq!(solution.bounds.result(), Some(Some(winner)), "{rows} x {cols}");
        }
    }
}

#[test]
fn a_forbidden_centre_is_not_played() {
    let rules = board(1, 3);
    assert_eq!(NoGoSolver::new(&rules, 0).solve(&rules.initial(), &Limits::none(), &mut |_| {}).best, rules.move_at(1));
    let rules = rules.with_centre_opening_forbidden().unwrap();
    let solution = NoGoSolver::new(&rules, 0).solve(&rules.initial(), &Limits::none(), &mut |_| {});
    assert_eq!(solution.bounds.result(), Some(Some(Player::Second)));
}

#[test]
fn a_stopped_run_claims_nothing_and_can_go_on() {
    let rules = board(3, 5);
    let start = rules.initial();
    let mut solver = NoGoSolver::new(&rules, SMALL_TABLE);
    let limit = i32::from(rules.score_limit(&start));
    for nodes in [0, 1, 10, 100, 1000] {
        let mut calls = 0;
        let solution = solver.solve(&start, &Limits::none().nodes(nodes), &mut |_| calls += 1);
        assert_eq!((solution.stopped, solution.nodes, solution.best), (Some(Stopped::Nodes), nodes, None));
        let bounds = (i32::from(solution.bounds.lower.0), i32::from(solution.bounds.upper.0));
        assert_eq!((bounds, calls), ((-limit, limit), 0));
    }
    let solution = solver.solve(&start, &Limits::none(), &mut |_| {});
    assert_eq!(solution.bounds.result(), Some(Some(Player::First)));

    let flag = AtomicBool::new(true);
    let fresh = || NoGoSolver::new(&rules, SMALL_TABLE);
    let flagged = fresh().solve(&start, &Limits::none().stop_flag(&flag), &mut |_| {});
    assert_eq!(flagged.stopped, Some(Stopped::Flag));
    let clock = || Duration::from_secs(1);
    let late = fresh().solve(&start, &Limits::none().deadline(&clock, Duration::from_millis(1)), &mut |_| {});
    assert_eq!(late.stopped, Some(Stopped::Time));
}

#[test]
fn the_same_question_twice_takes_the_same_nodes() {
    let rules = board(2, 7);
    let solve = || NoGoSolver::new(&rules, SMALL_TABLE).solve(&rules.initial(), &Limits::none(), &mut |_| {});
    assert_eq!(solve(), solve());
}

/// What the search asks near the end of a game: sixteen moves left, some ten thousand nodes.
#[test]
fn endings_of_the_standard_board_are_solved_within_a_node_budget() {
    let rules = Rules::standard();
    let mut solver = NoGoSolver::new(&rules, 1 << 20);
    let mut rng = Rng::seeded(4);
    let mut solved = 0;
    for _ in 0..20 {
        let mut position = rules.initial();
        let mut moves = MoveList::new();
        rules.legal_moves(&position, &mut moves);
        while moves.len() > 16 {
            rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
            rules.legal_moves(&position, &mut moves);
        }
        let solution = solver.solve(&position, &Limits::none().nodes(50_000), &mut |_| {});
        solved += u32::from(solution.stopped.is_none());
    }
    assert!(solved >= 15, "{solved} of 20 solved");
}
