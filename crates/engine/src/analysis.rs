//! What a search found, in words and numbers that leave the program: the same for the command line, the page and files.
//!
//! Values and scores are the side to move's. A proof is never shown as 100 %: it is "win in 7" or "+12 exact".

use crate::evaluators::{Ending, EvaluatorKind, Playable};
use luozi_core::{Bounds, Player};
pub use luozi_games::analysis::{Analysis, MoveAnalysis, Proven, ProvenResult, Remark, percent};
use luozi_search::Report;

/// What bounds prove for `player`, in a game that stands at `position`.
pub fn proven<G: Playable>(game: &G, position: &G::Position, bounds: Bounds, player: Player) -> Option<Proven> {
    let winner = bounds.result()?;
    let ending = bounds.solved().map(|score| (score, game.ending(position, score)));
    if let Some((score, Ending::ByScore)) = ending {
        return Some(Proven::Score { score: score.seen_by(player) });
    }
    let result = match winner {
        None => ProvenResult::Draw,
        Some(winner) if winner == player => ProvenResult::Win,
        Some(_) => ProvenResult::Loss,
    };
    let plies = ending.and_then(|(_, ending)| match ending {
        Ending::InPlies(plies) => Some(plies),
        Ending::ByScore | Ending::ByResult => None,
    });
    Some(Proven::Result { result, plies })
}

/// Turns a report about `position`, made by an engine that judges `by` an evaluator, into text and numbers.
pub fn analysis_of<G: Playable>(
    game: &G,
    position: &G::Position,
    by: EvaluatorKind,
    report: &Report<G::Move>,
) -> Analysis {
    let player = report.to_move;
    let score = |value: Option<f64>, proven: Option<Proven>, plies: u32| match proven {
        Some(Proven::Score { score }) => Some(f64::from(score)),
        _ => value.and_then(|value| game.expected_score(position, by, plies, value)),
    };
    let describe = |candidate: &luozi_search::Candidate<G::Move>| {
        let (value, proven) = (candidate.value.map(|value| value.0), proven(game, position, candidate.bounds, player));
        MoveAnalysis {
            mv: game.move_text(candidate.mv),
            visits: candidate.visits,
            value,
            score: score(value, proven, 1),
            prior: candidate.prior,
            proven,
            pv: candidate.line.iter().map(|&mv| game.move_text(mv)).collect(),
            why: Vec::new(),
        }
    };
    let moves: Vec<MoveAnalysis> = report.candidates.iter().map(describe).collect();
    let (value, proven) = (Some(report.value.0), proven(game, position, report.bounds, player));
    Analysis {
        best: game.move_text(report.best()),
        value,
        score: score(value, proven, 0),
        proven,
        visits: report.visits,
        playouts: report.evaluations,
        nodes: report.nodes,
        seconds: report.elapsed.as_secs_f64(),
        depth: None,
        pv: moves.first().map(|best| best.pv.clone()).unwrap_or_default(),
        engine: None,
        moves,
        stopped: report.stopped,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Recipe};
    use luozi_core::{Notation, Score};
    use luozi_games::{GameKind, connect4, reversi};
    use luozi_search::{Budget, Request};

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
    }

    #[test]
    fn a_value_stands_for_discs_by_what_judged_it() {
        let rules = reversi::Rules::standard();
        let start = luozi_core::Game::initial(&rules);
        let score = |by, value| rules.expected_score(&start, by, 26, value).unwrap();
        let tables = |value| score(EvaluatorKind::PATTERNS, value);
        assert_eq!((tables(0.0), tables(1.0), tables(-1.0)), (0.0, 64.0, -64.0));
        assert!(tables(0.2) > 0.0 && tables(0.4) > tables(0.2) && (tables(-0.4) + tables(0.4)).abs() < 1e-9);
        assert_eq!(score(EvaluatorKind::NET, 1f64.tanh()).round(), 12.0);
        assert_eq!(score(EvaluatorKind::NET, -1.0), -64.0, "no infinity");
        let nogo = luozi_games::nogo::Rules::standard();
        assert_eq!(nogo.expected_score(&luozi_core::Game::initial(&nogo), EvaluatorKind::NET, 0, 0.5), None);
    }

    #[test]
    fn an_analysis_has_the_fields_that_scripts_read() {
        let rules = connect4::Rules::<u64>::classic();
        let position = rules.parse_position(&format!("{}OOO....\nXXX....", ".......\n".repeat(4))).unwrap();
        let mut engine = Engine::new(rules.clone(), &Recipe::flagship(GameKind::CONNECT4)).unwrap();
        let clock = luozi_search::Instant::now();
        let report = engine.think(&position, Request::new(Budget::visits(50), &clock));
        let json = serde_json::to_value(analysis_of(&rules, &position, EvaluatorKind::NET, &report)).unwrap();
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
