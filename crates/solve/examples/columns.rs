//! Writes the suite of Connect Four positions that the tests solve:
//! `cargo run --release -p luozi-solve --example columns > crates/solve/tests/data/columns.txt`.
//!
//! A line is `ROWSxCOLUMNS forbidden moves score`: forbidden cells as `row,column` from the top left joined by `;` (`-`
//! for none), moves joined by `,`, the score for the side to move. Positions come from random games on boards of many
//! shapes; every score is proven twice, by the solver and by plain minimax, and the two must agree.

use luozi_core::conformance::Minimax;
use luozi_core::{Game, MoveList, Notation, Rng};
use luozi_games::connect4::{Cell, Rules, Wide};
use luozi_solve::connect4::Connect4Solver;
use luozi_solve::{Limits, Solver};

/// Rows, columns, forbidden cells, positions.
const SUITE: [(u8, u8, u32, u32); 9] = [
    (6, 7, 0, 20),
    (6, 7, 1, 12),
    (6, 7, 3, 8),
    (7, 7, 0, 8),
    (7, 8, 2, 8),
    (5, 9, 0, 8),
    (9, 9, 1, 8),
    (9, 12, 1, 6),
    (12, 12, 1, 6),
];
/// Cells left in each position.
const CELLS_LEFT: u32 = 14;

fn main() {
    let mut rng = Rng::seeded(2026);
    for (rows, cols, holes, count) in SUITE {
        let mut written = 0;
        while written < count {
            let hole = |_| Cell { row: rng.below(u32::from(rows)) as u8, col: rng.below(u32::from(cols)) as u8 };
            let forbidden: Vec<Cell> = (0..holes).map(hole).collect();
            let rules = Rules::<Wide>::new(rows, cols, &forbidden).expect("a board that fits");
            let Some(line) = random_line(&rules, &forbidden, &mut rng) else { continue };
            println!("{line}");
            written += 1;
        }
    }
}

/// A line with an open position, `None` if the random game ended before.
fn random_line(rules: &Rules<Wide>, forbidden: &[Cell], rng: &mut Rng) -> Option<String> {
    let cells = u32::from(rules.rows()) * u32::from(rules.cols()) - rules.forbidden().len() as u32;
    let mut position = rules.initial();
    let mut played = Vec::new();
    while u32::from(position.plies()) + CELLS_LEFT < cells {
        let mut moves = MoveList::new();
        rules.candidates(&position, &mut moves);
        let mv = moves[rng.below(moves.len() as u32) as usize];
        rules.play_unchecked(&mut position, mv);
        played.push(rules.move_text(mv));
        rules.outcome(&position).is_none().then_some(())?;
    }
    let mover = rules.to_move(&position);
    let solved = Connect4Solver::new(rules, 1 << 20).solve(&position, &Limits::none(), &mut |_| {}).bounds.solved()?;
    assert_eq!(Minimax::new(rules).score(&position), solved, "the two methods disagree on {played:?}");
    let holes: Vec<String> = forbidden.iter().map(|cell| format!("{},{}", cell.row, cell.col)).collect();
    let holes = if holes.is_empty() { "-".to_string() } else { holes.join(";") };
    let score = solved.seen_by(mover);
    Some(format!("{}x{} {holes} {} {score}", rules.rows(), rules.cols(), played.join(",")))
}
