//! How often a player chooses a best move of the classic Connect Four board, as the exact solver scores all moves.
//!
//! `cargo run --release -p luozi-engine --example optimal_moves -- FILE 200 net-connect4,visits=10000`
//!
//! The file has `sequence [score]` lines; the number says how many of them are read. Two shares are printed: moves with the best
//! score (the fastest win, the slowest loss) and moves that keep win, draw or loss.

use luozi_engine::{Ask, Recipe, engine_for, player};
use luozi_games::{GameKind, Session, Setup};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, lines, words] = words.as_slice() else {
        return Err("expected FILE LINES PLAYER, for example Test_L2_R1 200 net-connect4,visits=10000".into());
    };
    let recipe = Recipe::parse(GameKind::CONNECT4, words)?;
    if recipe.limits.visits.is_none() {
        return Err("the player needs its number of simulations: add `,visits=10000`".into());
    }
    let start = Session::new(&Setup::standard(GameKind::CONNECT4))?;
    let mut solver = engine_for(&start)?.solver(256 << 20).ok_or("Connect Four has a solver")?;
    let (mut seen, mut best, mut kept) = (0u32, 0u32, 0u32);
    for line in std::fs::read_to_string(file)?.lines().take(lines.parse()?) {
        let moves = line.split_whitespace().next().ok_or("an empty line")?;
        let mut session = start.clone();
        session.play_moves(moves)?;
        let mover = session.to_move();
        let scored = solver.solve_moves(&session, &luozi_solve::Limits::none());
        let scores: Vec<_> = scored.into_iter().map(|(mv, bounds)| (mv, bounds.lower_for(mover))).collect();
        let chosen = player(&session, &recipe)?.think(&session, Ask::new(recipe.limits))?.best;
        let top = scores.iter().map(|(_, score)| *score).max().ok_or("a finished game")?;
        let score = scores.iter().find(|(mv, _)| *mv == chosen).ok_or("a move that the solver does not know")?.1;
        seen += 1;
        best += u32::from(score == top);
        kept += u32::from(score.signum() == top.signum());
        if score != top {
            println!("{moves}: {} scores {score}, the best {top}", chosen);
        }
    }
    let share = |count: u32| 100.0 * f64::from(count) / f64::from(seen.max(1));
    println!("{file}: {seen} positions, best move {:.1} %, result kept {:.1} %", share(best), share(kept));
    Ok(())
}
