//! Two opinions in one value.
//!
//! A playout is right on average and wrong alone; a count is the same every time and knows little. The mixture is the
//! first evaluator's value moved towards the second's. Where the first has a proof, the second is not asked.

use super::BoxedEvaluator;
use luozi_core::{Abs, Answer, Evaluation, Evaluator, Game, Replay, Rng, Task};

/// An evaluator with a second opinion.
pub(crate) struct Mixed<G: Game> {
    main: BoxedEvaluator<G>,
    second: BoxedEvaluator<G>,
    /// Weight of the second opinion, from 0 to 1.
    share: f64,
}

impl<G: Game> Mixed<G> {
    pub(crate) fn new(main: BoxedEvaluator<G>, second: BoxedEvaluator<G>, share: f64) -> Mixed<G> {
        Mixed { main, second, share }
    }

    /// The first opinion moved towards the second, unless it is a proof.
    fn mixture(&self, main: Evaluation, other: Abs) -> Evaluation {
        if is_proof(main) {
            return main;
        }
        let value = main.value.0 + self.share * (other.0 - main.value.0);
        Evaluation { value: Abs(value), ending: None, bounds: main.bounds }
    }
}

fn is_proof(evaluation: Evaluation) -> bool {
    evaluation.bounds.is_some_and(|bounds| bounds.result().is_some())
}

impl<G: Game> Evaluator<G> for Mixed<G> {
    fn gives_policy(&self) -> bool {
        self.main.gives_policy()
    }

    fn reset(&mut self) {
        self.main.reset();
        self.second.reset();
    }

    fn evaluate(&mut self, game: &G, position: &G::Position, task: Task<'_, G>) -> Evaluation {
        let Task { moves, policy, trace, rng } = task;
        let main = self.main.evaluate(game, position, Task { moves, policy, trace, rng: &mut *rng });
        if is_proof(main) {
            return main;
        }
        let other = self.second.evaluate(game, position, Task { moves: &[], policy: &mut [], trace: None, rng });
        self.mixture(main, other.value)
    }

    /// The games of the first; the second only moves their value.
    fn replay(&self, game: &G, position: &G::Position, replay: Replay<'_, G>) {
        self.main.replay(game, position, replay);
    }

    fn replay_each(
        &self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
        count: usize,
        tell: &mut dyn FnMut(usize, G::Move),
    ) {
        self.main.replay_each(game, position, rng, count, tell);
    }

    /// The second is asked once for all of them.
    fn evaluate_each(&mut self, game: &G, position: &G::Position, rng: &mut Rng, answers: &mut [Answer]) {
        self.main.evaluate_each(game, position, rng, answers);
        let other = self.second.evaluate(game, position, Task { moves: &[], policy: &mut [], trace: None, rng });
        for answer in answers {
            answer.evaluation = self.mixture(answer.evaluation, other.value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::{MoveList, Score};
    use luozi_games::nogo::{Position, Rules};

    struct Says(Evaluation);
    impl Evaluator<Rules> for Says {
        fn evaluate(&mut self, _: &Rules, _: &Position, _: Task<'_, Rules>) -> Evaluation {
            self.0
        }
    }

    #[test]
    fn the_second_opinion_has_its_share_but_not_against_a_proof() {
        let rules = Rules::standard();
        let mut moves = MoveList::new();
        rules.legal_moves(&rules.initial(), &mut moves);
        let judged = |main: Evaluation| {
            let second = Box::new(Says(Evaluation::of_value(Abs(-1.0))));
            let task = Task { moves: &moves, policy: &mut [0.0; 81], trace: None, rng: &mut Rng::seeded(1) };
            Mixed::new(Box::new(Says(main)), second, 0.25).evaluate(&rules, &rules.initial(), task)
        };
        assert_eq!(judged(Evaluation::of_value(Abs(0.5))).value, Abs(0.125));
        assert_eq!(judged(Evaluation::of_proof(Score(3))), Evaluation::of_proof(Score(3)));
    }
}
