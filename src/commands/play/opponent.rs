//! Who answers at the table.

use clap::ValueEnum;
use luozi::core::{Game, MoveList, Rng, Verdict};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The kinds of opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Opponent {
    /// Any legal move
    Random,
    /// One ply: wins at once, avoids what loses at once, else the move after which it has done best in a few random games
    Greedy,
}

/// Random games played after each move by the greedy opponent.
const PLAYOUTS_PER_MOVE: u32 = 64;

/// Chooses a move in a position that is not over. Shared between the table and the thread that thinks.
pub type Chooser<G> = Arc<dyn Fn(&<G as Game>::Position) -> <G as Game>::Move + Send + Sync>;

impl Opponent {
    /// The opponent's way to choose.
    pub fn chooser<G: Game>(self, rules: G, seed: Option<u64>) -> Chooser<G> {
        let from_clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64);
        let seed = AtomicU64::new(seed.unwrap_or_else(from_clock));
        Arc::new(move |position| {
            // Relaxed: only uniqueness counts, every choice gets a seed of its own.
            let mut rng = Rng::seeded(seed.fetch_add(1, Ordering::Relaxed));
            match self {
                Opponent::Random => random(&rules, position, &mut rng),
                Opponent::Greedy => greedy(&rules, position, &mut rng),
            }
        })
    }
}

fn random<G: Game>(rules: &G, position: &G::Position, rng: &mut Rng) -> G::Move {
    let mut moves = MoveList::new();
    rules.legal_moves(position, &mut moves);
    moves[rng.below(moves.len() as u32) as usize]
}

fn greedy<G: Game>(rules: &G, position: &G::Position, rng: &mut Rng) -> G::Move {
    let mut moves = MoveList::new();
    if rules.candidates(position, &mut moves) != Verdict::Open || moves.len() == 1 {
        return moves[0];
    }
    let mover = rules.to_move(position);
    let worth = |mv: G::Move, rng: &mut Rng| {
        let mut child = *position;
        rules.play_unchecked(&mut child, mv);
        (0..PLAYOUTS_PER_MOVE).map(|_| i32::from(rules.playout(&child, rng).score.seen_by(mover).signum())).sum::<i32>()
    };
    let mut best = (i32::MIN, moves[0]);
    for &mv in &moves {
        let value = worth(mv, rng);
        if value > best.0 {
            best = (value, mv);
        }
    }
    best.1
}
