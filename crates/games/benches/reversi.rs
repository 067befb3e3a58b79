//! Reversi: playouts, move generation and perft with the best body of this machine.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use luozi_core::{Game, Rng};
use luozi_games::reversi::Rules;
use std::hint::black_box;

fn reversi(c: &mut Criterion) {
    let rules = Rules::standard();
    let start = rules.initial();
    let mut rng = Rng::seeded(1);
    let mut group = c.benchmark_group("reversi 8x8");
    group.bench_function("playout", |b| b.iter(|| rules.playout(black_box(&start), &mut rng)));
    group.bench_function("count_moves", |b| b.iter(|| rules.count_moves(black_box(&start))));
    group.throughput(Throughput::Elements(rules.perft(&start, 7)));
    group.bench_function("perft 7", |b| b.iter(|| rules.perft(black_box(&start), 7)));
}

criterion_group!(benches, reversi);
criterion_main!(benches);
