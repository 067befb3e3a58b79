//! The graph search with an evaluator of one's own: `cargo run --release --example own_evaluator`.

use luozi::core::{Evaluation, Evaluator, Game, Notation, Pov, Task};
use luozi::games::nogo::{Position, Rules};
use luozi::search::{Budget, Params, Request, Search};
use std::error::Error;
use std::time::Instant;

/// Who has more points to play on is ahead.
struct MorePoints;

impl Evaluator<Rules> for MorePoints {
    fn evaluate(&mut self, rules: &Rules, position: &Position, _task: Task<'_, Rules>) -> Evaluation {
        let mover = rules.to_move(position);
        let points = |player| f64::from(rules.playable(position.stones(), player).len());
        let (own, other) = (points(mover), points(mover.other()));
        Evaluation::of_value(Pov((own - other) / (own + other).max(1.0)).owned_by(mover))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::new(5, 5)?;
    let params = Params { memory_mb: 16, ..Params::default() };
    let mut search = Search::new(rules.clone(), params, |_thread| MorePoints)?;
    let asked = Instant::now();
    let report = search.think(&rules.initial(), Request::new(Budget::visits(2000), &asked));
    println!("{} after {} simulations", rules.move_text(report.best()), report.visits);
    Ok(())
}
