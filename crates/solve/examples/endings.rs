//! Writes the suite of endings that the tests solve: `cargo run --release -p luozi-solve --example endings`.
//!
//! Positions come from random games; every move is scored twice, by the solver and by an alpha-beta on the game's own
//! rules that shares nothing with it (no table, no order, no stable discs), and the two must agree.

use luozi_core::{Game, MoveList, Rng};
use luozi_games::reversi::{Position, Rules, Scoring, obf};
use luozi_solve::reversi::ReversiSolver;
use luozi_solve::{Limits, Solver};

/// Empty squares and how many positions have so many.
const SUITE: [(u32, usize); 3] = [(8, 20), (10, 20), (12, 12)];

fn main() {
    let rules = Rules::new(8, Scoring::EmptiesToWinner).expect("8x8 exists");
    let mut rng = Rng::seeded(2026);
    let mut solver = ReversiSolver::new(&rules, 1 << 24);
    for (empties, count) in SUITE {
        let mut written = 0;
        while written < count {
            let position = random_position(&rules, &mut rng, empties);
            let mut moves = MoveList::new();
            rules.legal_moves(&position, &mut moves);
            if moves.len() < 3 {
                continue;
            }
            let mover = rules.to_move(&position);
            let mut scored = Vec::new();
            for bounds in solver.solve_moves(&position, &Limits::none()) {
                let score = bounds.bounds.solved().expect("no limits").seen_by(mover);
                let mut child = position;
                rules.play_unchecked(&mut child, bounds.mv);
                assert_eq!(-alpha_beta(&rules, &child, -64, 64), score, "the two methods disagree: {position:?}");
                scored.push(obf::Scored { square: bounds.mv, score });
            }
            scored.sort_by_key(|item| -item.score);
            println!("{}", obf::write_line(&rules, &obf::Problem { position, scored }));
            written += 1;
        }
    }
}

/// A position of a random game with so many empty squares, finished only if no game gets there.
fn random_position(rules: &Rules, rng: &mut Rng, empties: u32) -> Position {
    let mut position = rules.initial();
    let mut moves = MoveList::new();
    while rules.empties(&position).count_ones() > empties {
        rules.legal_moves(&position, &mut moves);
        if moves.is_empty() {
            position = rules.initial();
            continue;
        }
        rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
    }
    position
}

/// The score for the side to move, exact inside the window.
fn alpha_beta(rules: &Rules, position: &Position, alpha: i16, beta: i16) -> i16 {
    let mover = rules.to_move(position);
    if let Some(score) = rules.outcome(position) {
        return score.seen_by(mover);
    }
    let mut moves = MoveList::new();
    rules.legal_moves(position, &mut moves);
    let mut best = alpha;
    for &mv in &moves {
        let mut child = *position;
        rules.play_unchecked(&mut child, mv);
        best = best.max(-alpha_beta(rules, &child, -beta, -best));
        if best >= beta {
            break;
        }
    }
    best
}
