//! Evaluations per second of the shipped nets and of the small ones of the tests, by kernel body, on one thread.

mod rate;

use luozi_core::MoveList;
use luozi_eval::conv::Body;
use luozi_eval::planes::NetGame;
use luozi_eval::shipped::NETS;
use luozi_eval::{Net, NetEvaluator, Weights};
use luozi_games::GameKind;
use luozi_games::connect4::{self, Wide};
use luozi_games::nogo;
use rate::rate;
use std::hint::black_box;
use std::sync::Arc;

/// Of 32 channels: not shipped, but the kernels have a body for them.
const SMALL: [(&str, GameKind, &[u8]); 2] = [
    ("connect4-4x32.net", GameKind::CONNECT4, include_bytes!("../tests/data/connect4-4x32.net")),
    ("nogo-4x32.net", GameKind::NOGO, include_bytes!("../tests/data/nogo-4x32.net")),
];

fn measure<G: NetGame>(board: &str, game: &G) {
    let position = game.initial();
    let mut moves = MoveList::new();
    game.legal_moves(&position, &mut moves);
    let mut logits = vec![0.0; moves.len()];
    let shipped = NETS.iter().map(|net| (net.file, net.game, net.data().expect("inside the program")));
    for (name, _, data) in shipped.chain(SMALL).filter(|&(_, game, _)| game == G::KIND) {
        let weights = Weights::read(data).expect("a net");
        for body in Body::ALL.into_iter().filter(|body| body.runs_here()) {
            let net = Arc::new(Net::with_body(&weights, body));
            let mut evaluator = NetEvaluator::with_cache(net, game, 0).expect("the net fits");
            let rate = rate(|| _ = black_box(evaluator.run(game, black_box(&position), &moves, &mut logits)));
            println!("{board:>5}  {name:18} {body:9?} {rate:8.0} evaluations/s");
        }
    }
}

fn main() {
    measure("9x9", &nogo::Rules::standard());
    measure("12x12", &connect4::Rules::<Wide>::new(12, 12, &[]).expect("a board"));
    measure("6x7", &connect4::Rules::classic());
}
