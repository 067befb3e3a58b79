//! Positions with one right move, which a person can check: every flagship finds it within few simulations.
//!
//! `tactics.txt` was found by `cargo run -p luozi-engine --example find_tactics`. Here the exact solver proves again
//! that the move named is the only one that wins (or, for `defence`, the only one that does not lose).

use luozi_engine::{Engine, Playable, Recipe};
use luozi_games::connect4::Cell;
use luozi_games::{GameKind, Session, Setup, with_built_in};
use luozi_search::{Budget, Request};
use luozi_solve::{MoveBounds, Solvable};
use std::time::Instant;

/// Simulations within which the move must be found, where the line names no other number.
const VISITS: u64 = 1_000;
/// More than any position of the file needs for its proof.
const SOLVER_NODES: u64 = 2_000_000;

/// One line of the file: `theme | game ROWSxCOLUMNS[#ROW,COLUMN] | moves | the right one [| simulations]`.
struct Problem<'t> {
    theme: &'t str,
    setup: Setup,
    moves: &'t str,
    right: &'t str,
    visits: u64,
}

fn problem(line: &str) -> Problem<'_> {
    let [theme, board, moves, right, ref visits @ ..] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
        panic!("four or five fields expected: {line}")
    };
    let visits = visits.first().map_or(VISITS, |number| number.parse().expect("a number"));
    let (game, size) = board.split_once(' ').expect("game and size");
    let (size, forbidden) = size.split_once('#').map_or((size, None), |(size, cell)| (size, Some(cell)));
    let pair = |text: &str, between: char| {
        let (a, b) = text.split_once(between).expect("two numbers");
        (a.parse::<u8>().expect("a number"), b.parse::<u8>().expect("a number"))
    };
    let (rows, cols) = pair(size, 'x');
    let mut setup = Setup::board(game.parse::<GameKind>().expect("a game"), rows, cols);
    if let Some(cell) = forbidden {
        let (row, col) = pair(cell, ',');
        setup.forbidden.push(Cell { row, col });
    }
    Problem { theme, setup, moves, right, visits }
}

/// The moves that win, or that do not lose when the theme is defence.
fn right_moves<G: Playable + Solvable>(rules: &G, position: &G::Position, theme: &str) -> Vec<String> {
    let mover = rules.to_move(position);
    let least = if theme == "defence" { 0 } else { 1 };
    let limits = luozi_solve::Limits::none().nodes(SOLVER_NODES);
    let moves = rules.solver(16 << 20).solve_moves(position, &limits);
    let good = |of: &&MoveBounds<G::Move>| {
        let (lower, upper) = (of.bounds.lower_for(mover), of.bounds.upper_for(mover));
        assert!(lower >= least || upper < least, "not proven: {:?}", of.bounds);
        lower >= least
    };
    moves.iter().filter(good).map(|of| rules.move_text(of.mv)).collect()
}

fn check<G: Playable + Solvable>(rules: &G, problem: &Problem<'_>) {
    let mut position = rules.initial();
    for mv in rules.parse_moves(&position, problem.moves).unwrap() {
        rules.play(&mut position, mv).unwrap();
    }
    assert_eq!(
        right_moves(rules, &position, problem.theme),
        [problem.right],
        "{} after {}",
        problem.theme,
        problem.moves
    );
    let mut engine = Engine::new(rules.clone(), &Recipe::flagship(problem.setup.kind())).unwrap();
    let asked = Instant::now();
    let report = engine.think(&position, Request::new(Budget::visits(problem.visits), &asked));
    assert_eq!(rules.move_text(report.best()), problem.right, "{} after {}", problem.theme, problem.moves);
}

#[test]
fn every_flagship_finds_the_one_right_move() {
    let problems: Vec<Problem<'_>> =
        include_str!("tactics.txt").lines().filter(|line| !line.starts_with('#')).map(problem).collect();
    for game in GameKind::BUILT_IN {
        assert!(problems.iter().filter(|problem| problem.setup.kind() == game).count() >= 5, "{game}");
    }
    for problem in problems {
        let session = Session::new(&problem.setup).unwrap();
        with_built_in!(&session, rules, _start => check(rules, &problem));
    }
}
