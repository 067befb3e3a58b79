//! Simulations per second on large boards, and what a node costs in memory.
//!
//! `cargo bench -p luozi-search` prints times per thousand simulations from an empty graph; the lines before them
//! give bytes per node and the gain of a second thread.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use luozi_core::{Game, UniformPlayout};
use luozi_games::{connect4, nogo};
use luozi_search::{Budget, Expansion, Fpu, Params, Report, Request, Search, Selection};
use std::time::Instant;

const VISITS: u64 = 20_000;

fn think<G: Game>(game: &G, params: &Params, visits: u64) -> (Report<G::Move>, usize) {
    let mut search = Search::new(game.clone(), params.clone(), |_| UniformPlayout).expect("valid parameters");
    let asked = Instant::now();
    let report = search.think(&game.initial(), Request::new(Budget::visits(visits), &asked));
    (report, search.memory_bytes())
}

fn measure<G: Game>(criterion: &mut Criterion, name: &str, game: G, params: Params) {
    let (report, _) = think(&game, &params, VISITS);
    let per_node = |count: u64| count as f64 / report.nodes as f64;
    println!("{name}: {:.1} edges and {:.1} evaluations a node", per_node(report.edges), per_node(report.evaluations));
    let rate = |threads| {
        let (report, _) = think(&game, &Params { threads, ..params.clone() }, 4 * VISITS);
        report.visits as f64 / report.elapsed.as_secs_f64()
    };
    let ratios: Vec<f64> = (0..3).map(|_| rate(2) / rate(1)).collect();
    println!("{name}: 2 threads against 1: {ratios:.2?}");
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(VISITS)).sample_size(10);
    group.bench_function("simulations", |bencher| bencher.iter(|| think(&game, &params, VISITS)));
    group.finish();
}

fn simulations(criterion: &mut Criterion) {
    let base = Params { early_stop: false, ..Params::default() };
    let ucb = Params { selection: Selection::Ucb1, fpu: Fpu::Infinite, ..base.clone() };
    let all = Params { expansion: Expansion::All, fpu: Fpu::Average, ..base.clone() };
    let grave = Params { selection: Selection::Grave, fpu: Fpu::Infinite, ..base };
    let board = connect4::Rules::<connect4::Wide>::new(12, 12, &[]).expect("a board");
    measure(criterion, "connect4 12x12, one child", board.clone(), ucb);
    measure(criterion, "connect4 12x12, all children", board, all);
    measure(criterion, "nogo 9x9, grave", nogo::Rules::standard(), grave);
}

criterion_group!(benches, simulations);
criterion_main!(benches);
