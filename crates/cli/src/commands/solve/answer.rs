//! A solved position as text and as JSON.

use super::problems::Problem;
use luozi::core::{Bounds, Player, Score};
use luozi::engine::Solved;
use serde_json::json;

/// The bounds as a side sees them.
pub fn seen_by(bounds: Bounds, side: Player) -> (i16, i16) {
    let (a, b) = (bounds.lower.seen_by(side), bounds.upper.seen_by(side));
    (a.min(b), a.max(b))
}

/// Everything about one solved position.
pub struct Answer<'a> {
    /// What was asked.
    pub problem: &'a Problem,
    /// What was found.
    pub solution: Solved,
    /// The scores of all moves, where they were asked for.
    pub moves: Vec<(String, Bounds)>,
    /// The exact score for the side to move.
    pub score: Option<i16>,
    /// Is it the expected one?
    pub ok: Option<bool>,
    /// Wall time for all of it, the scores of all moves included.
    pub seconds: f64,
}

impl Answer<'_> {
    /// One JSON object.
    pub fn json(&self) -> String {
        let mover = self.problem.session.to_move();
        let mut line = json!({"line": self.problem.line, "score": self.score, "best": self.solution.best,
            "nodes": self.solution.nodes, "seconds": self.seconds, "ok": self.ok});
        if self.score.is_none() {
            let (lower, upper) = seen_by(self.solution.bounds, mover);
            line["lower"] = lower.into();
            line["upper"] = upper.into();
        }
        if !self.moves.is_empty() {
            let scored = |(mv, bounds): &(String, Bounds)| {
                let (lower, upper) = seen_by(*bounds, mover);
                let score = (lower == upper).then_some(lower);
                json!({"move": mv, "score": score, "lower": lower, "upper": upper})
            };
            line["moves"] = self.moves.iter().map(scored).collect();
        }
        line.to_string()
    }

    /// A line for people, and one for each move.
    pub fn text(&self) -> String {
        let mover = self.problem.session.to_move();
        let mut text = format!("line {}: score {}", self.problem.line, worth(self.solution.bounds, mover));
        if let Some(winner) = self.solution.bounds.result() {
            let result = winner.map_or("a draw".to_string(), |side| format!("the {side} player wins"));
            text.push_str(&format!(" ({result})"));
        }
        if let Some(best) = &self.solution.best {
            text.push_str(&format!(", best {best}"));
        }
        text.push_str(&format!(", {} nodes, {:.3} s", self.solution.nodes, self.seconds));
        if let (Some(false), Some(expected)) = (self.ok, self.problem.expected) {
            text.push_str(&format!(" WRONG: the file says {expected:+}"));
        }
        for (mv, bounds) in &self.moves {
            text.push_str(&format!("\n{mv:>6} {}", worth(*bounds, mover)));
        }
        text
    }
}

/// A score, or what is known of it.
fn worth(bounds: Bounds, mover: Player) -> String {
    let (lower, upper) = seen_by(bounds, mover);
    if lower == upper { Score(lower).to_string() } else { format!("{} to {}", Score(lower), Score(upper)) }
}
