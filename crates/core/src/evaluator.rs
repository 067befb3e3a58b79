//! What an evaluator is: one position in; a value, and perhaps a policy, a proof and a trace out.
//!
//! Playouts, counts of mobility, pattern tables, networks and solvers are all evaluators. A search owns one instance
//! per thread, so an evaluator may keep scratch memory in `&mut self`; it draws random numbers only from the
//! generator in the [`Task`], so that a seeded search is repeatable.

use crate::game::random_game;
use crate::{Abs, Bounds, Game, MAX_CELLS, Player, Playout, Rng, Score};

/// What an evaluator says about a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evaluation {
    /// Expected result in [-1, 1], first player's view.
    pub value: Abs,
    /// How the playout ended, when the value is the result of one. The search then shapes the reward itself
    /// (plain, decayed with distance, scaled by score) and does not look at `value`.
    pub ending: Option<Playout>,
    /// What is certain about the score: a playout proves it for the opponent of a side that never had a choice.
    pub bounds: Option<Bounds>,
}

impl Evaluation {
    /// A value and nothing else.
    #[inline]
    pub fn of_value(value: Abs) -> Evaluation {
        Evaluation { value, ending: None, bounds: None }
    }

    /// The result of a playout.
    #[inline]
    pub fn of_playout(playout: Playout) -> Evaluation {
        Evaluation { value: playout.score.sign(), ending: Some(playout), bounds: None }
    }

    /// A certain result.
    #[inline]
    pub fn of_proof(score: Score) -> Evaluation {
        Evaluation { value: score.sign(), ending: None, bounds: Some(Bounds::exact(score)) }
    }
}

/// A set of moves by dense index: bit `i` of word `w` is the move `64 * w + i`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveSet(pub [u64; MAX_CELLS / 64]);

impl MoveSet {
    /// Puts a move in. The index must be below [`MAX_CELLS`].
    #[inline(always)]
    pub fn insert(&mut self, index: usize) {
        self.0[index / 64 % self.0.len()] |= 1 << (index % 64);
    }

    /// Whether a move is in. The index must be below [`MAX_CELLS`].
    #[inline(always)]
    pub fn contains(&self, index: usize) -> bool {
        self.0[index / 64 % self.0.len()] >> (index % 64) & 1 != 0
    }

    /// The indices of the moves, ascending.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().zip((0..).step_by(64));
        words.flat_map(|(word, base)| {
            let rest = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
            rest.take_while(|&word| word != 0).map(move |word| base + word.trailing_zeros() as usize)
        })
    }
}

/// The moves each side played in a playout: what "all moves as first" statistics need.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    played: [MoveSet; 2],
}

impl Trace {
    /// Notes that `player` played the move with dense index `index`.
    #[inline(always)]
    pub fn record(&mut self, player: Player, index: usize) {
        self.played[player.index()].insert(index);
    }

    /// Notes a whole set of moves of `player`.
    #[inline(always)]
    pub fn record_set(&mut self, player: Player, moves: MoveSet) {
        for (mine, new) in self.played[player.index()].0.iter_mut().zip(moves.0) {
            *mine |= new;
        }
    }

    /// Whether `player` played that move.
    #[inline(always)]
    pub fn contains(&self, player: Player, index: usize) -> bool {
        self.of(player).contains(index)
    }

    /// The moves `player` played.
    #[inline(always)]
    pub fn of(&self, player: Player) -> &MoveSet {
        &self.played[player.index()]
    }
}

/// What the search lends to an evaluator for one evaluation.
pub struct Task<'a, G: Game> {
    /// The moves the search will consider; empty when it asks for no policy.
    pub moves: &'a [G::Move],
    /// Parallel to `moves`, uniform on entry: an evaluator with a policy writes its priors here, summing to about 1.
    pub policy: &'a mut [f32],
    /// Where to note the moves of a playout, when the search wants to know them.
    pub trace: Option<&'a mut Trace>,
    /// The only source of randomness.
    pub rng: &'a mut Rng,
}

/// What an evaluator says when it is asked several times about one position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Answer {
    /// How good the position is, as [`Evaluator::evaluate`] would have said it.
    pub evaluation: Evaluation,
    /// The moves of the playout behind it.
    pub trace: Trace,
}

/// Judges positions. The game must not be over.
pub trait Evaluator<G: Game> {
    /// Whether [`Evaluator::evaluate`] writes priors. If so, the search asks for the policy of every new position.
    fn gives_policy(&self) -> bool {
        false
    }

    /// Judges one position.
    fn evaluate(&mut self, game: &G, position: &G::Position, task: Task<'_, G>) -> Evaluation;

    /// Judges one position once for every place in `answers`. One after the other by default; random games may be
    /// played together.
    fn evaluate_each(&mut self, game: &G, position: &G::Position, rng: &mut Rng, answers: &mut [Answer]) {
        for answer in answers {
            let mut trace = Trace::default();
            let task = Task { moves: &[], policy: &mut [], trace: Some(&mut trace), rng };
            *answer = Answer { evaluation: self.evaluate(game, position, task), trace };
        }
    }

    /// Plays the game behind an evaluation once more, slowly, and tells its moves. The generator is as the evaluation found
    /// it; `traced` says whether that had a trace. Nothing is told by evaluators that play no game.
    fn replay(&self, _game: &G, _position: &G::Position, _replay: Replay<'_, G>) {}

    /// The same for the `count` evaluations of [`Evaluator::evaluate_each`], numbered from 0.
    fn replay_each(
        &self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
        count: usize,
        tell: &mut dyn FnMut(usize, G::Move),
    ) {
        for number in 0..count {
            self.replay(game, position, Replay { traced: true, rng, tell: &mut |mv| tell(number, mv) });
        }
    }

    /// Forgets whatever could make a later answer differ from that of a new evaluator. Nothing by default.
    fn reset(&mut self) {}
}

/// What is needed to play the game behind an evaluation once more.
pub struct Replay<'a, G: Game> {
    /// The evaluation was asked for a trace.
    pub traced: bool,
    /// As the evaluation found it.
    pub rng: &'a mut Rng,
    /// Hears every move.
    pub tell: &'a mut dyn FnMut(G::Move),
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Box<E> {
    fn gives_policy(&self) -> bool {
        (**self).gives_policy()
    }

    fn evaluate(&mut self, game: &G, position: &G::Position, task: Task<'_, G>) -> Evaluation {
        (**self).evaluate(game, position, task)
    }

    fn evaluate_each(&mut self, game: &G, position: &G::Position, rng: &mut Rng, answers: &mut [Answer]) {
        (**self).evaluate_each(game, position, rng, answers);
    }

    fn replay(&self, game: &G, position: &G::Position, replay: Replay<'_, G>) {
        (**self).replay(game, position, replay);
    }

    fn replay_each(
        &self,
        game: &G,
        position: &G::Position,
        rng: &mut Rng,
        count: usize,
        tell: &mut dyn FnMut(usize, G::Move),
    ) {
        (**self).replay_each(game, position, rng, count, tell);
    }

    fn reset(&mut self) {
        (**self).reset();
    }
}

/// The simplest evaluator: plays random legal moves to the end, every move equally likely.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformPlayout;

impl<G: Game> Evaluator<G> for UniformPlayout {
    #[inline]
    fn evaluate(&mut self, game: &G, position: &G::Position, task: Task<'_, G>) -> Evaluation {
        let Some(trace) = task.trace else {
            return Evaluation::of_playout(game.playout(position, task.rng));
        };
        let told = |player, mv| trace.record(player, game.move_index(mv));
        Evaluation::of_playout(random_game(game, position, task.rng, told))
    }

    fn replay(&self, game: &G, position: &G::Position, replay: Replay<'_, G>) {
        let Replay { traced, rng, tell } = replay;
        if traced {
            random_game(game, position, rng, |_, mv| tell(mv));
        } else {
            game.playout_aloud(position, rng, tell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_remembers_who_played_what() {
        let mut trace = Trace::default();
        trace.record(Player::First, 0);
        trace.record(Player::Second, 200);
        trace.record_set(Player::First, MoveSet([0, 2, 0, 0]));
        let first: Vec<usize> = (0..MAX_CELLS).filter(|&i| trace.contains(Player::First, i)).collect();
        let second: Vec<usize> = (0..MAX_CELLS).filter(|&i| trace.contains(Player::Second, i)).collect();
        assert_eq!((first, second), (vec![0, 65], vec![200]));
        let listed = Player::BOTH.map(|player| trace.of(player).iter().collect::<Vec<_>>());
        assert_eq!(listed, [vec![0, 65], vec![200]]);
    }

    #[test]
    fn a_proof_is_exact_and_a_playout_keeps_its_ending() {
        assert_eq!(Evaluation::of_proof(Score(-4)).bounds, Some(Bounds::exact(Score(-4))));
        let playout = Playout { score: Score(3), plies: 9 };
        let evaluation = Evaluation::of_playout(playout);
        assert_eq!((evaluation.value, evaluation.ending), (Abs(1.0), Some(playout)));
    }
}
