//! Connect Four: playouts by policy, and a count of threats.

use super::learned::net_evaluators;
use super::{BoxedEvaluator, Ending, EvaluatorError, EvaluatorKind, OwnNet, Playable};
use luozi_core::{Evaluation, Evaluator, Game, Player, Pov, Replay, Score, Task};
use luozi_games::connect4::{Cell, Policy, Rules, Word};

#[cfg(not(feature = "solvers"))]
pub(crate) use luozi_games::connect4::Word as BoardWord;
/// A word that boards of this game are kept in.
#[cfg(feature = "solvers")]
pub(crate) use luozi_solve::connect4::SearchWord as BoardWord;

/// One playout by a policy. A playout in which one side never had a choice proves that it cannot do better.
struct PolicyPlayout(Policy);

impl<W: Word> Evaluator<Rules<W>> for PolicyPlayout {
    fn evaluate(
        &mut self,
        rules: &Rules<W>,
        position: &<Rules<W> as Game>::Position,
        task: Task<'_, Rules<W>>,
    ) -> Evaluation {
        let end = rules.playout_by(self.0, position, task.rng);
        Evaluation { bounds: end.proof(rules.score_limit(position)), ..Evaluation::of_playout(end.playout) }
    }

    fn replay(&self, rules: &Rules<W>, position: &<Rules<W> as Game>::Position, replay: Replay<'_, Rules<W>>) {
        rules.playout_by_aloud(self.0, position, replay.rng, replay.tell);
    }
}

/// Threats weigh more than stones near the centre; the sum is squashed into (-1, 1).
struct Threats;

/// What a threat is worth, before squashing.
const THREAT: f64 = 0.25;
/// What a stone in a centre column is worth more than one at the edge.
const CENTRE: f64 = 0.03;

impl<W: Word> Evaluator<Rules<W>> for Threats {
    fn evaluate(
        &mut self,
        rules: &Rules<W>,
        position: &<Rules<W> as Game>::Position,
        _: Task<'_, Rules<W>>,
    ) -> Evaluation {
        let threats = rules.threats(position);
        let centre = |stones: W| {
            let half = f64::from(rules.cols() - 1) / 2.0;
            let nearness = |cell: Cell| 1.0 - (f64::from(cell.col) - half).abs() / half.max(1.0);
            stones.cells().map(|cell| nearness(rules.cell(cell))).sum::<f64>()
        };
        let material = THREAT * (f64::from(threats.own.count()) - f64::from(threats.other.count()))
            + CENTRE * (centre(rules.own(position)) - centre(rules.other(position)));
        Evaluation::of_value(Pov(libm::tanh(material)).owned_by(rules.to_move(position)))
    }
}

impl<W: BoardWord> Playable for Rules<W> {
    const STATIC: EvaluatorKind = EvaluatorKind::THREATS;

    fn own_evaluator(&self, kind: EvaluatorKind) -> Option<Result<BoxedEvaluator<Self>, EvaluatorError>> {
        let policy = match kind {
            EvaluatorKind::WIN_BLOCK => Policy::WinBlock,
            EvaluatorKind::WIN_BLOCK_CENTRE => Policy::WinBlockCentre,
            EvaluatorKind::SEVEN_RULES => Policy::SevenRules,
            EvaluatorKind::THREATS => return Some(Ok(Box::new(Threats))),
            _ => return None,
        };
        Some(Ok(Box::new(PolicyPlayout(policy))))
    }

    fn nets(&self, own_net: Option<&OwnNet>, threads: usize) -> Result<Vec<BoxedEvaluator<Self>>, EvaluatorError> {
        net_evaluators(self, own_net, threads)
    }

    #[cfg(feature = "solvers")]
    fn exact_solver(&self, bytes: usize) -> Option<luozi_solve::BoxedSolver<Self>> {
        Some(luozi_solve::Solvable::solver(self, bytes))
    }

    #[cfg(feature = "solvers")]
    fn informed_solver(&self, bytes: usize) -> Option<luozi_solve::BoxedSolver<Self>> {
        W::book_solver(self, bytes).or_else(|| self.exact_solver(bytes))
    }

    /// The classic board where its opening book ends; larger ones as far from their end.
    fn within_reach(&self, position: &Self::Position) -> bool {
        self.undecided(position) <= 36
    }

    fn solver_is_fast(&self) -> bool {
        true
    }

    fn own_moves_left(&self, position: &Self::Position) -> u32 {
        // Games between good players rarely fill the board.
        self.undecided(position).div_ceil(3).max(1)
    }

    fn undecided(&self, position: &Self::Position) -> u32 {
        let cells = u32::from(self.rows()) * u32::from(self.cols()) - self.forbidden().len() as u32;
        cells - u32::from(position.plies())
    }

    fn ending(&self, position: &Self::Position, score: Score) -> Ending {
        let stones = u32::from(self.rows()) * u32::from(self.cols()) - self.forbidden().len() as u32;
        let end = match score.winner() {
            None => stones,
            Some(Player::First) => 2 * (stones.div_ceil(2) + 1 - u32::from(score.0.unsigned_abs())) - 1,
            Some(Player::Second) => 2 * (stones / 2 + 1 - u32::from(score.0.unsigned_abs())),
        };
        Ending::InPlies(end.saturating_sub(u32::from(position.plies())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::{Abs, Notation, Rng};

    fn value(text: &str) -> Abs {
        let rules = Rules::<u64>::classic();
        let position = rules.parse_position(text).unwrap();
        let mut evaluator = rules.own_evaluator(EvaluatorKind::THREATS).unwrap().unwrap();
        let task = Task { moves: &[], policy: &mut [], trace: None, rng: &mut Rng::seeded(1) };
        evaluator.evaluate(&rules, &position, task).value
    }

    #[test]
    fn threats_count_for_their_owner() {
        let rows = ".......\n".repeat(4);
        assert!(value(&format!("{rows}OO.....\nXXX....")).0 > 0.0);
        assert!(value(&format!("{rows}X.O....\nXXOOOX.")).0 < 0.3);
        assert_eq!(value(&format!("{rows}.......\n.......")).0, 0.0);
    }

    #[test]
    fn a_certain_score_is_told_in_plies() {
        let rules = Rules::<u64>::classic();
        let start = rules.initial();
        assert_eq!(rules.ending(&start, Score(18)), Ending::InPlies(7), "four stones of the first player");
        assert_eq!(rules.ending(&start, Score(-18)), Ending::InPlies(8));
        assert_eq!(rules.ending(&start, Score(0)), Ending::InPlies(42));
        assert_eq!(rules.ending(&start, Score(1)), Ending::InPlies(41));
    }
}
