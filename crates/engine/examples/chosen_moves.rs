//! What a player of Reversi loses by the moves that it chooses, on positions whose moves all have a score.
//!
//! `cargo run --release -p luozi-engine --example chosen_moves -- hard-30.obf pvs-reversi,time=100ms`
//!
//! The file is in OBF. Printed are the discs lost on average with a 95 % interval, the share of best moves and that of moves which
//! keep win, draw or loss. Every position is searched by a player that knows nothing of the others.

use luozi_engine::{Engine, Recipe};
use luozi_games::GameKind;
use luozi_games::reversi::{Rules, Scoring, obf};
use luozi_search::Request;
use std::time::Instant;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, words] = words.as_slice() else {
        return Err("expected FILE PLAYER, for example hard-30.obf pvs-reversi,time=100ms".into());
    };
    let recipe = Recipe::parse(GameKind::REVERSI, words)?;
    if recipe.limits.time.is_none() && recipe.limits.visits.is_none() {
        return Err("the player needs a limit: add `,time=100ms` or `,visits=1000`".into());
    }
    let rules = Rules::new(8, Scoring::EmptiesToWinner)?;
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    let problems = obf::read(&rules, &text).map_err(|e| format!("{file}: {e}"))?;
    let mut engine = Engine::new(rules, &recipe)?;
    let (mut lost, mut best, mut kept, start) = (Vec::new(), 0u32, 0u32, Instant::now());
    for (number, problem) in (1..).zip(&problems) {
        engine.reset();
        let clock = Instant::now();
        let chosen = engine.think(&problem.position, Request::new(recipe.limits, &clock)).best();
        let score = problem.scored.iter().find(|scored| scored.square == chosen);
        let (Some(top), Some(score)) = (problem.scored.first(), score) else {
            return Err(format!("{file}: position {number} has no score for {chosen}; give every move one").into());
        };
        lost.push(f64::from(top.score - score.score));
        best += u32::from(score.score == top.score);
        kept += u32::from(score.score.signum() == top.score.signum());
    }
    if lost.is_empty() {
        return Err(format!("{file} has no position").into());
    }
    let count = lost.len() as f64;
    let mean = lost.iter().sum::<f64>() / count;
    let error = (lost.iter().map(|lost| (lost - mean).powi(2)).sum::<f64>() / count / count).sqrt();
    let share = |of: u32| 100.0 * f64::from(of) / count;
    println!(
        "{file}: {} positions, {mean:.2} ± {:.2} discs lost a move, best move {:.1} %, result kept {:.1} %, {:.3} s a move",
        lost.len(),
        1.96 * error,
        share(best),
        share(kept),
        start.elapsed().as_secs_f64() / count
    );
    Ok(())
}
