//! Speed of NoGo on 9 x 9, one thread: both playout policies in plies per second, from the empty board and from
//! mid-game, legal moves of a position, a move with its bookkeeping.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use luozi_core::{Game, Rng};
use luozi_games::nogo::playout::{self, BothFirst, Policy, Uniform};
use luozi_games::nogo::{Point, Position, Rules};
use std::hint::black_box;

/// Playouts whose average length turns playouts per second into plies per second.
const SAMPLE: u32 = 20_000;

fn playouts<P: Policy>(criterion: &mut Criterion, name: &str, rules: &Rules, policy: P, from: &Position) {
    let rng = &mut Rng::seeded(1);
    let plies: u32 = (0..SAMPLE).map(|_| playout::finish(rules, &policy, from, rng).playout.plies).sum();
    let mut group = criterion.benchmark_group("nogo 9x9");
    group.throughput(Throughput::Elements(u64::from((plies + SAMPLE / 2) / SAMPLE)));
    group.bench_function(format!("{name} (elements are plies)"), |bencher| {
        bencher.iter(|| playout::finish(rules, &policy, black_box(from), rng));
    });
}

/// A random game: every position with the move played there.
fn random_game(rules: &Rules, seed: u64) -> Vec<(Position, Point)> {
    let (rng, mut position) = (&mut Rng::seeded(seed), rules.initial());
    let mut turns = Vec::new();
    while rules.outcome(&position).is_none() {
        let legal = rules.legal_points(&position);
        let mv = legal.into_iter().nth(rng.below(legal.len()) as usize).expect("the draw is below the length");
        turns.push((position, mv));
        rules.play_unchecked(&mut position, mv);
    }
    turns
}

fn nogo(criterion: &mut Criterion) {
    let rules = Rules::standard();
    let turns = random_game(&rules, 2);
    let (empty_board, middle) = (turns[0].0, turns[turns.len() / 2].0);
    playouts(criterion, "uniform playout", &rules, Uniform, &empty_board);
    playouts(criterion, "both-first playout", &rules, BothFirst, &empty_board);
    playouts(criterion, "uniform playout from mid-game", &rules, Uniform, &middle);

    let mut group = criterion.benchmark_group("nogo 9x9");
    group.throughput(Throughput::Elements(turns.len() as u64));
    group.bench_function("legal points of every position of a game", |bencher| {
        bencher.iter(|| turns.iter().map(|(position, _)| rules.legal_points(black_box(position)).len()).sum::<u32>());
    });
    group.bench_function("every move of a game", |bencher| {
        bencher.iter(|| {
            for (position, mv) in &turns {
                let mut position = *position;
                rules.play_unchecked(&mut position, *mv);
                black_box(position);
            }
        });
    });
}

criterion_group!(benches, nogo);
criterion_main!(benches);
