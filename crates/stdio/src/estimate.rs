//! What an engine thinks of a position, in the numbers that protocols ask for.

use luozi_engine::analysis::{Analysis, MoveAnalysis, Proven, ProvenResult};
use luozi_games::Session;

/// The smallest chance that the dialects can write.
const SMALLEST_CHANCE: f64 = 1e-4;

/// What is thought of a position or of a move in it, by the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Opinion {
    /// Expected result, in [-1, 1].
    value: f64,
    /// Expected score, in games that are about scores.
    score: Option<f64>,
    proven: Option<Proven>,
}

impl Opinion {
    /// About the position.
    pub fn of_position(analysis: &Analysis) -> Opinion {
        Opinion { value: analysis.value_or_even(), score: analysis.score, proven: analysis.proven }
    }

    /// About a move; one that nobody has looked at is worth as much as the position.
    pub fn of_move(analysis: &Analysis, mv: &MoveAnalysis) -> Opinion {
        match mv.value {
            Some(value) => Opinion { value, score: mv.score, proven: mv.proven },
            None => Opinion { proven: mv.proven, ..Opinion::of_position(analysis) },
        }
    }

    /// The expected result, 0 for a loss to 1 for a win. Both ends mean that it is proven: an estimate never reaches them.
    pub fn winrate(self) -> f64 {
        match self.proven {
            Some(proven) => (1.0 + proven.result().value()) / 2.0,
            None => ((1.0 + self.value) / 2.0).clamp(SMALLEST_CHANCE, 1.0 - SMALLEST_CHANCE),
        }
    }

    /// The expected score on the board of a session: exact when it is proven, else an estimate, which has the right sign
    /// where the winner is proven. A game that has no expected score of its own gets a share of the largest score.
    pub fn score(self, session: &Session) -> f64 {
        if let Some(Proven::Score { score }) = self.proven {
            return f64::from(score);
        }
        let share = || self.value * Session::new(session.setup()).map_or(0.0, |start| f64::from(start.score_limit()));
        let estimate = self.score.unwrap_or_else(share);
        match self.proven.map(Proven::result) {
            Some(ProvenResult::Win) => estimate.max(1.0),
            Some(ProvenResult::Draw) => 0.0,
            Some(ProvenResult::Loss) => estimate.min(-1.0),
            None => estimate,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::{GameKind, Setup};

    #[test]
    fn proofs_come_before_estimates() {
        let win = Some(Proven::Result { result: ProvenResult::Win, plies: None });
        let exact = |score| Some(Proven::Score { score });
        let nogo = Session::new(&Setup::board(GameKind::NOGO, 5, 5)).unwrap();
        let told = |value, proven| {
            let opinion = Opinion { value, score: None, proven };
            (opinion.winrate(), opinion.score(&nogo))
        };
        assert_eq!(told(0.5, None), (0.75, 13.0), "26 would be the most");
        assert_eq!(told(-0.5, win), (1.0, 1.0));
        assert_eq!(told(0.5, exact(-6)), (0.0, -6.0));
        assert_eq!(told(0.5, exact(0)), (0.5, 0.0));
        let scored = Opinion { value: 0.5, score: Some(7.5), proven: None };
        assert_eq!(scored.score(&nogo), 7.5, "what the engine expects comes before a share");
        assert_eq!(Opinion { proven: win, score: Some(-2.0), ..scored }.score(&nogo), 1.0);
    }

    #[test]
    fn a_move_that_nobody_looked_at_is_worth_as_much_as_the_position() {
        let analysis = Analysis { value: Some(0.5), score: Some(3.0), ..Analysis::default() };
        let seen = MoveAnalysis { value: Some(-0.5), score: Some(-4.0), ..MoveAnalysis::default() };
        let nogo = Session::new(&Setup::standard(GameKind::NOGO)).unwrap();
        let told = |mv| Opinion::of_move(&analysis, mv).score(&nogo);
        assert_eq!((told(&seen), told(&MoveAnalysis::default())), (-4.0, 3.0));
        assert_eq!(Opinion::of_position(&analysis).winrate(), 0.75);
    }
}
