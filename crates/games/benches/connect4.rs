//! Connect Four: playouts, the forced-move hook and perft on the boards people play.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use luozi_core::{Game, MoveList, Rng};
use luozi_games::connect4::{Cell, Policy, Rules, Wide, Word};
use std::hint::black_box;

/// Average plies of a uniform playout, so that criterion reports plies per second.
fn mean_plies<W: Word>(rules: &Rules<W>) -> u64 {
    let mut rng = Rng::seeded(1);
    (0..10_000).map(|_| u64::from(rules.playout(&rules.initial(), &mut rng).plies)).sum::<u64>() / 10_000
}

fn board<W: Word>(c: &mut Criterion, name: &str, rules: Rules<W>) {
    let mut group = c.benchmark_group(name);
    let start = rules.initial();
    let mut rng = Rng::seeded(1);
    group.throughput(Throughput::Elements(mean_plies(&rules)));
    group.bench_function("playout", |b| b.iter(|| rules.playout(black_box(&start), &mut rng)));
    group.throughput(Throughput::Elements(1));
    for policy in [Policy::WinBlock, Policy::WinBlockCentre, Policy::SevenRules] {
        group.bench_function(format!("{policy:?}"), |b| {
            b.iter(|| rules.playout_by(policy, black_box(&start), &mut rng))
        });
    }
    let mut middle = start;
    for _ in 0..16 {
        let mut moves = MoveList::new();
        rules.candidates(&middle, &mut moves);
        rules.play_unchecked(&mut middle, moves[rng.below(moves.len() as u32) as usize]);
    }
    let mut moves = MoveList::new();
    group.bench_function("candidates", |b| b.iter(|| rules.candidates(black_box(&middle), &mut moves)));
    group.throughput(Throughput::Elements(rules.perft(&start, 4)));
    group.bench_function("perft 4", |b| b.iter(|| rules.perft(black_box(&start), 4)));
}

fn boards(c: &mut Criterion) {
    board(c, "connect4 6x7", Rules::<u64>::classic());
    board(c, "connect4 9x9", Rules::<u128>::new(9, 9, &[Cell { row: 4, col: 4 }]).unwrap());
    board(c, "connect4 12x12", Rules::<Wide>::new(12, 12, &[Cell { row: 6, col: 5 }]).unwrap());
}

criterion_group!(benches, boards);
criterion_main!(benches);
