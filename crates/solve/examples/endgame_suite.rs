//! Solves lines of an OBF file and compares with their scores:
//! `cargo run --release -p luozi-solve --example endgame_suite -- FILE [FIRST [LAST [THREADS [MEGABYTES]]]]`.
//!
//! Lines count from 1. Seconds are those of the clock on the wall; `busy` are those of the first thread on the
//! processor (Linux only), which a machine with other work does not stretch.

use luozi_core::Game;
use luozi_games::reversi::{Rules, Scoring, obf};
use luozi_solve::reversi::ReversiSolver;
use luozi_solve::{Limits, Solver};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: usize| {
        arguments.get(i).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("`{text}` is no number")))
    };
    let file = arguments.first().expect("expected the name of an OBF file");
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("cannot read {file}: {e}"));
    let rules = Rules::new(8, Scoring::EmptiesToWinner).expect("8x8 exists");
    let problems = obf::read(&rules, &text).unwrap_or_else(|e| panic!("{file}: {e}"));
    let (first, last, threads) = (number(1, 1), number(2, usize::MAX), number(3, 1));
    let mut solver = ReversiSolver::new(&rules, number(4, 256) << 20);
    solver.set_threads(threads);
    let (mut nodes, mut seconds, mut busy, mut wrong) = (0, 0.0, 0.0, 0);
    for (line, problem) in (1..).zip(&problems).filter(|(line, _)| (first..=last).contains(line)) {
        let (start, busy_before) = (Instant::now(), busy_seconds());
        let solution = solver.solve(&problem.position, &Limits::none(), &mut |_| {});
        let (wall, on_processor) = (start.elapsed().as_secs_f64(), busy_seconds() - busy_before);
        let score = solution.bounds.solved().expect("no limits").seen_by(rules.to_move(&problem.position));
        let best = problem.scored.iter().find(|scored| Some(scored.square) == solution.best);
        let right =
            problem.scored.first().is_some_and(|top| top.score == score) && best.is_some_and(|b| b.score == score);
        let verdict = if right { "right" } else { "WRONG" };
        let mv = solution.best.map_or(String::from("none"), |mv| mv.to_string());
        println!(
            "{line:3} {score:+3} {mv:4} {:>13} nodes {wall:8.2} s {on_processor:8.2} s busy  {verdict}",
            solution.nodes
        );
        nodes += solution.nodes;
        seconds += wall;
        busy += on_processor;
        wrong += u32::from(!right);
    }
    println!("total {nodes} nodes {seconds:.2} s {busy:.2} s busy, {wrong} wrong, {threads} threads");
}

/// Seconds this thread has spent on a processor; 0 where the system does not say.
fn busy_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|nanoseconds| nanoseconds.parse::<f64>().ok()).map_or(0.0, |ns| ns / 1e9)
}
