//! Alpha-beta to a fixed depth over any evaluator: the yardstick that is not a Monte-Carlo search.

use crate::evaluators::{BoxedEvaluator, Playable};
use luozi_core::{Bounds, MoveList, Player, Pov, Rng, Score, StopReason, Task, sort_few_by};
use luozi_search::{Budget, Candidate, Clock, Report, Request};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

/// A finished game is worth more than any evaluation, and sooner is better.
const DECIDED: f64 = 2.0;
/// What a ply of delay takes off a decided game.
const PLY: f64 = 1e-3;

/// A player that searches to a fixed depth over an evaluator of its game.
pub(crate) struct AlphaBeta<G: Playable> {
    game: G,
    depth: u32,
    evaluator: BoxedEvaluator<G>,
    rng: Rng,
    seed: u64,
    nodes: u64,
}

/// Nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 256;

/// Whether a search must end, and why once it must.
struct Halt<'r> {
    budget: Budget,
    clock: &'r dyn Clock,
    stop: Option<&'r AtomicBool>,
    reason: Cell<Option<StopReason>>,
}

impl Halt<'_> {
    /// Asked at every inner node.
    fn now(&self, nodes: u64) -> bool {
        if self.reason.get().is_none() {
            let Halt { budget, clock, stop, .. } = self;
            // Relaxed: the flag carries no data.
            let asked = stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
            let late =
                || nodes.is_multiple_of(NODES_PER_LOOK) && budget.time.is_some_and(|time| clock.elapsed() >= time);
            self.reason.set(match () {
                () if asked => Some(StopReason::Asked),
                () if budget.visits.is_some_and(|visits| nodes >= visits) => Some(StopReason::Visits),
                () if late() => Some(StopReason::Time),
                () => None,
            });
        }
        self.reason.get().is_some()
    }
}

impl<G: Playable> AlphaBeta<G> {
    pub(crate) fn new(game: G, depth: u32, evaluator: BoxedEvaluator<G>, seed: u64) -> AlphaBeta<G> {
        AlphaBeta { game, depth, evaluator, rng: Rng::seeded(seed), seed, nodes: 0 }
    }

    /// The rules it plays by.
    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    /// Forgets everything: the next game begins like the first.
    pub(crate) fn reset(&mut self) {
        self.rng = Rng::seeded(self.seed);
        self.evaluator.reset();
    }

    /// Searches all moves to the depth. The game must not be over. With a limit of time or nodes it looks ever deeper up to
    /// that depth, and the last depth that was finished counts. Moves that were not searched at all have no value and come
    /// last.
    pub(crate) fn think(&mut self, position: &G::Position, request: &Request<'_, G::Move>) -> Report<G::Move> {
        let budget = request.budget;
        self.nodes = 0;
        let halt = Halt { budget, clock: request.clock, stop: request.stop, reason: Cell::new(None) };
        let limited = budget.time.is_some() || budget.visits.is_some();
        let mut finished = None;
        let first = if limited { 1 } else { self.depth };
        for depth in first..=self.depth {
            let ranked = self.rank(position, depth, &halt);
            if halt.reason.get().is_some() && finished.is_some() {
                break;
            }
            finished = Some(ranked);
            if halt.reason.get().is_some() {
                break;
            }
        }
        let limit = self.game.score_limit(position);
        let candidates = finished.expect("at least one depth was begun");
        Report {
            to_move: self.game.to_move(position),
            value: candidates[0].value.unwrap_or_default(),
            candidates,
            bounds: Bounds { lower: Score(-limit), upper: Score(limit) },
            visits: self.nodes,
            evaluations: self.nodes,
            nodes: self.nodes,
            edges: 0,
            elapsed: request.clock.elapsed(),
            stopped: halt.reason.get(),
        }
    }

    /// All moves by their values at a depth, best first.
    fn rank(&mut self, position: &G::Position, depth: u32, halt: &Halt<'_>) -> Vec<Candidate<G::Move>> {
        let limit = self.game.score_limit(position);
        let bounds = Bounds { lower: Score(-limit), upper: Score(limit) };
        let mut moves = MoveList::new();
        self.game.legal_moves(position, &mut moves);
        let mut ranked: Vec<(f64, Candidate<G::Move>)> = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let mut child = *position;
            self.game.play_unchecked(&mut child, mv);
            let before = self.nodes;
            let value = -self.walk(&child, depth - 1, -f64::INFINITY, f64::INFINITY, halt);
            let value = halt.reason.get().is_none().then_some(value);
            let visits = (self.nodes - before) as u32;
            let prior = 1.0 / moves.len() as f32;
            let shown = value.map(|value| Pov(value.clamp(-1.0, 1.0)));
            let rank = value.unwrap_or(f64::NEG_INFINITY);
            ranked.push((rank, Candidate { mv, visits, value: shown, bounds, prior, line: vec![mv] }));
        }
        // A stable sort: equal moves keep the game's order.
        sort_few_by(&mut ranked, |a, b| b.0.total_cmp(&a.0));
        ranked.into_iter().map(|(_, candidate)| candidate).collect()
    }

    /// Value for the side to move, within the window or a bound on it; of no use once the search was halted.
    fn walk(&mut self, position: &G::Position, depth: u32, mut alpha: f64, beta: f64, halt: &Halt<'_>) -> f64 {
        self.nodes += 1;
        let mover = self.game.to_move(position);
        if let Some(score) = self.game.outcome(position) {
            return f64::from(score.seen_by(mover).signum()) * (DECIDED + PLY * f64::from(depth));
        }
        if depth == 0 || halt.now(self.nodes) {
            return self.evaluate(position, mover);
        }
        let mut moves = MoveList::new();
        self.game.legal_moves(position, &mut moves);
        let mut best = f64::NEG_INFINITY;
        for mv in moves {
            let mut child = *position;
            self.game.play_unchecked(&mut child, mv);
            let value = -self.walk(&child, depth - 1, -beta, -alpha, halt);
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn evaluate(&mut self, position: &G::Position, mover: Player) -> f64 {
        let task = Task { moves: &[], policy: &mut [], trace: None, rng: &mut self.rng };
        self.evaluator.evaluate(&self.game, position, task).value.seen_by(mover).0
    }
}
