//! What a search found, in words and numbers that leave the program: the same for the command line, the page and files.
//!
//! Values and scores are the side to move's. A proof is never shown as 100 %: it is "win in 7" or "+12 exact".

use crate::evaluators::{Ending, Playable, shipped_mosaic, shipped_patterns};
use crate::{EvaluatorKind, Recipe};
use luozi_core::{Bounds, Player};
use luozi_games::Setup;
use luozi_search::{Report, StopReason};
use serde::Serialize;
use std::fmt;

/// A proven result from the side to move's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Proven {
    /// The winner is certain; with the exact length of the game, when that is certain too.
    Result {
        /// What the side to move gets.
        result: GameResult,
        /// Plies to the end of the game with best play.
        plies: Option<u32>,
    },
    /// The final score is certain.
    Score {
        /// It.
        score: i16,
    },
}

/// The result for one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "ProvenResult"))]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |result: &GameResult| match result {
            GameResult::Win => "win",
            GameResult::Loss => "loss",
            GameResult::Draw => "draw",
        };
        match self {
            Proven::Result { result, plies: Some(plies) } if *result != GameResult::Draw => {
                write!(f, "{} in {plies}", word(result))
            }
            Proven::Result { result, .. } => f.write_str(word(result)),
            Proven::Score { score } => write!(f, "{score:+} exact"),
        }
    }
}

/// What bounds prove for `player`, in a game that stands at `position`.
pub fn proven<G: Playable>(game: &G, position: &G::Position, bounds: Bounds, player: Player) -> Option<Proven> {
    let winner = bounds.result()?;
    let ending = bounds.solved().map(|score| (score, game.ending(position, score)));
    if let Some((score, Ending::ByScore)) = ending {
        return Some(Proven::Score { score: score.seen_by(player) });
    }
    let result = match winner {
        None => GameResult::Draw,
        Some(winner) if winner == player => GameResult::Win,
        Some(_) => GameResult::Loss,
    };
    let plies = ending.and_then(|(_, ending)| match ending {
        Ending::InPlies(plies) => Some(plies),
        Ending::ByScore => None,
    });
    Some(Proven::Result { result, plies })
}

/// The final score that a search value in [-1, 1] stands for, side to move's view, where the player's evaluator judges by
/// scores: Reversi with either pattern tables, which value differences of discs. `stones` are on the board now.
pub fn expected_score(recipe: &Recipe, setup: &Setup, stones: u32, value: f64) -> Option<f64> {
    if !matches!(setup, Setup::Reversi { size: 8, .. }) {
        return None;
    }
    match recipe.evaluator? {
        EvaluatorKind::Patterns => Some(shipped_patterns().difference(value, stones)),
        EvaluatorKind::Mosaic => Some(shipped_mosaic().difference(value, stones)),
        _ => None,
    }
}

/// A report with moves as text.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Analysis {
    /// The move to play.
    pub best: String,
    /// Value of the position, in [-1, 1].
    pub value: f64,
    /// What is proven about the position.
    pub proven: Option<Proven>,
    /// Simulations of this search.
    pub visits: u64,
    /// Positions evaluated.
    pub playouts: u64,
    /// Nodes of the graph.
    pub nodes: u64,
    /// Time since the request.
    pub seconds: f64,
    /// The moves, best first.
    pub moves: Vec<MoveAnalysis>,
    /// Why the search ended; `None` while it runs.
    #[serde(skip)]
    pub stopped: Option<StopReason>,
}

/// One move of an analysis.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveAnalysis {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Simulations through it.
    pub visits: u32,
    /// Its value, in [-1, 1]; `None` before any evaluation.
    pub value: Option<f64>,
    /// Its prior probability.
    pub prior: f32,
    /// What is proven after it.
    pub proven: Option<Proven>,
    /// The expected continuation, this move first.
    pub pv: Vec<String>,
}

impl Analysis {
    /// Turns a report about `position` into text and numbers.
    #[inline(never)]
    pub fn new<G: Playable>(game: &G, position: &G::Position, report: &Report<G::Move>) -> Analysis {
        let player = report.to_move;
        let moves = report.candidates.iter().map(|candidate| MoveAnalysis {
            mv: game.move_text(candidate.mv),
            visits: candidate.visits,
            value: candidate.value.map(|value| value.0),
            prior: candidate.prior,
            proven: proven(game, position, candidate.bounds, player),
            pv: candidate.line.iter().map(|&mv| game.move_text(mv)).collect(),
        });
        Analysis {
            best: game.move_text(report.best()),
            value: report.value.0,
            proven: proven(game, position, report.bounds, player),
            visits: report.visits,
            playouts: report.evaluations,
            nodes: report.nodes,
            seconds: report.elapsed.as_secs_f64(),
            moves: moves.collect(),
            stopped: report.stopped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Recipe};
    use luozi_core::{Notation, Score};
    use luozi_games::{GameKind, connect4, reversi};
    use luozi_search::{Limits, Request};

    #[test]
    fn a_proof_is_told_in_the_games_own_terms() {
        let rules = connect4::Rules::<u64>::classic();
        let text = format!("{}OO.....\nXX.X...", ".......\n".repeat(4));
        let position = rules.parse_position(&text.replace("XX.X...", "XXX....")).unwrap();
        let text = |bounds, player| proven(&rules, &position, bounds, player).map(|p| p.to_string());
        assert_eq!(text(Bounds::exact(Score(18)), Player::First).as_deref(), Some("win in 2"));
        assert_eq!(text(Bounds::exact(Score(18)), Player::Second).as_deref(), Some("loss in 2"));
        assert_eq!(text(Bounds { lower: Score(1), upper: Score(9) }, Player::First).as_deref(), Some("win"));
        assert_eq!(text(Bounds { lower: Score(-1), upper: Score(9) }, Player::First), None);
        assert_eq!(text(Bounds::exact(Score(0)), Player::First).as_deref(), Some("draw"));
        let reversi = reversi::Rules::standard();
        let start = luozi_core::Game::initial(&reversi);
        let told = proven(&reversi, &start, Bounds::exact(Score(-12)), Player::Second).unwrap();
        assert_eq!(told.to_string(), "+12 exact");
        assert_eq!(serde_json::to_string(&told).unwrap(), r#"{"score":12}"#);
    }

    #[test]
    fn a_value_over_pattern_tables_stands_for_discs() {
        let recipe = Recipe::flagship(GameKind::Reversi);
        let setup = Setup::standard(GameKind::Reversi);
        let score = |value| expected_score(&recipe, &setup, 30, value).unwrap();
        assert_eq!((score(0.0), score(1.0), score(-1.0)), (0.0, 64.0, -64.0));
        assert!(score(0.2) > 0.0 && score(0.4) > score(0.2) && (score(-0.4) + score(0.4)).abs() < 1e-9);
        assert_eq!(expected_score(&recipe, &Setup::board(GameKind::Reversi, 6, 6), 30, 0.5), None);
        assert_eq!(expected_score(&Recipe::flagship(GameKind::NoGo), &setup, 30, 0.5), None);
    }

    #[test]
    fn an_analysis_has_the_fields_that_scripts_read() {
        let rules = connect4::Rules::<u64>::classic();
        let position = rules.parse_position(&format!("{}OOO....\nXXX....", ".......\n".repeat(4))).unwrap();
        let mut engine = Engine::new(rules.clone(), &Recipe::flagship(GameKind::Connect4)).unwrap();
        let clock = std::time::Instant::now();
        let report = engine.think(&position, Request::new(Limits::visits(50), &clock));
        let json = serde_json::to_value(Analysis::new(&rules, &position, &report)).unwrap();
        assert_eq!(json["best"], "4");
        assert_eq!(json["proven"], serde_json::json!({"result": "win", "plies": 1}));
        for field in ["value", "visits", "playouts", "nodes", "seconds"] {
            assert!(json[field].is_number(), "{field}");
        }
        for field in ["move", "visits", "value", "prior", "proven", "pv"] {
            assert!(json["moves"][0].get(field).is_some(), "{field}");
        }
    }
}
