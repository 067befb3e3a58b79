//! Evaluations per second of the shipped nets, by kernel body, on one thread.
//!
//! Counts the thread's own CPU time where the kernel tells it (Linux), so that figures hold on a busy machine.

use luozi_core::MoveList;
use luozi_eval::conv::Body;
use luozi_eval::planes::NetGame;
use luozi_eval::{Net, NetEvaluator, Weights, shipped};
use luozi_games::connect4::{self, Wide};
use luozi_games::nogo;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// CPU time a measurement takes.
const MEASURED: Duration = Duration::from_millis(500);
/// Calls between two looks at the clock.
const CALLS_PER_CHECK: u32 = 16;
/// Measurements of which the best counts.
const ROUNDS: usize = 3;

/// Time this thread has run, or the time since `start` where that is unknown.
fn busy(start: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Calls per second of `call`.
fn rate(mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    let round = |call: &mut dyn FnMut()| {
        let (begun, mut calls) = (busy(start), 0);
        loop {
            (0..CALLS_PER_CHECK).for_each(|_| call());
            calls += CALLS_PER_CHECK;
            let spent = busy(start) - begun;
            if spent >= MEASURED {
                return f64::from(calls) / spent.as_secs_f64();
            }
        }
    };
    (0..ROUNDS).map(|_| round(&mut call)).fold(0.0, f64::max)
}

fn measure<G: NetGame>(board: &str, game: &G) {
    let position = game.initial();
    let mut moves = MoveList::new();
    game.legal_moves(&position, &mut moves);
    let mut logits = vec![0.0; moves.len()];
    for shipped in shipped::NETS.iter().filter(|net| net.game == G::KIND) {
        let weights = Weights::read(shipped.data).expect("a shipped net");
        for body in Body::ALL.into_iter().filter(|body| body.runs_here()) {
            let net = Arc::new(Net::with_body(&weights, body));
            let mut evaluator = NetEvaluator::with_cache(net, game, 0).expect("the net fits");
            let rate = rate(|| _ = black_box(evaluator.run(game, black_box(&position), &moves, &mut logits)));
            println!("{board:>5}  {:14} {body:9?} {rate:8.0} evaluations/s", shipped.name);
        }
    }
}

fn main() {
    measure("9x9", &nogo::Rules::standard());
    measure("12x12", &connect4::Rules::<Wide>::new(12, 12, &[]).expect("a board"));
    measure("6x7", &connect4::Rules::classic());
}
