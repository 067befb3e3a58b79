//! Evaluations per second of the shipped nets, by kernel body.

use criterion::{Criterion, criterion_group, criterion_main};
use luozi_core::MoveList;
use luozi_eval::conv::Body;
use luozi_eval::planes::NetGame;
use luozi_eval::{Net, NetEvaluator, Weights, shipped};
use luozi_games::connect4::{self, Wide};
use luozi_games::nogo;
use std::hint::black_box;
use std::sync::Arc;

fn bench_game<G: NetGame>(criterion: &mut Criterion, name: &str, game: &G) {
    let position = game.initial();
    let mut moves = MoveList::new();
    game.legal_moves(&position, &mut moves);
    let mut logits = vec![0.0; moves.len()];
    for shipped in shipped::NETS.iter().filter(|net| net.game == G::KIND) {
        let weights = Weights::read(shipped.data).expect("a shipped net");
        for body in Body::ALL.into_iter().filter(|body| body.runs_here()) {
            let net = Arc::new(Net::with_body(&weights, body));
            let mut evaluator = NetEvaluator::with_cache(net, game, 0).expect("the net fits");
            criterion.bench_function(&format!("{name} {} {body:?}", shipped.name), |bencher| {
                bencher.iter(|| evaluator.run(game, black_box(&position), &moves, &mut logits));
            });
        }
    }
}

fn nets(criterion: &mut Criterion) {
    bench_game(criterion, "9x9", &nogo::Rules::standard());
    bench_game(criterion, "12x12", &connect4::Rules::<Wide>::new(12, 12, &[]).expect("a board"));
    bench_game(criterion, "6x7", &connect4::Rules::classic());
}

criterion_group!(benches, nets);
criterion_main!(benches);
