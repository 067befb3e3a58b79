//! Alpha-beta to a fixed depth over any evaluator: the yardstick that is not a Monte-Carlo search.

use crate::evaluators::{BoxedEvaluator, Playable};
use luozi_core::{Bounds, MoveList, Player, Pov, Rng, Score, Task};
use luozi_search::{Candidate, Report, Request, StopReason};
use std::sync::atomic::Ordering;

/// A finished game is worth more than any evaluation, and sooner is better.
const DECIDED: f64 = 2.0;
/// What a ply of delay takes off a decided game.
const PLY: f64 = 1e-3;

/// The player.
pub(crate) struct AlphaBeta<G: Playable> {
    game: G,
    depth: u32,
    evaluator: BoxedEvaluator<G>,
    rng: Rng,
    nodes: u64,
}

impl<G: Playable> AlphaBeta<G> {
    pub(crate) fn new(game: G, depth: u32, evaluator: BoxedEvaluator<G>, seed: u64) -> AlphaBeta<G> {
        AlphaBeta { game, depth, evaluator, rng: Rng::seeded(seed), nodes: 0 }
    }

    /// Searches all moves to the depth. The game must not be over. Moves that were not searched because somebody asked to
    /// stop have no value and come last.
    pub(crate) fn think(&mut self, position: &G::Position, request: &Request<'_, G::Move>) -> Report<G::Move> {
        // Relaxed: the flag carries no data.
        let asked = || request.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        self.nodes = 0;
        let mover = self.game.to_move(position);
        let limit = self.game.score_limit(position);
        let bounds = Bounds { lower: Score(-limit), upper: Score(limit) };
        let mut moves = MoveList::new();
        self.game.legal_moves(position, &mut moves);
        let mut ranked: Vec<(f64, Candidate<G::Move>)> = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let mut child = *position;
            self.game.play_unchecked(&mut child, mv);
            let before = self.nodes;
            let value = -self.walk(&child, self.depth - 1, -f64::INFINITY, f64::INFINITY, &asked);
            let value = (!asked()).then_some(value);
            let visits = (self.nodes - before) as u32;
            let prior = 1.0 / moves.len() as f32;
            let shown = value.map(|value| Pov(value.clamp(-1.0, 1.0)));
            let rank = value.unwrap_or(f64::NEG_INFINITY);
            ranked.push((rank, Candidate { mv, visits, value: shown, bounds, prior, line: vec![mv] }));
        }
        // A stable sort: equal moves keep the game's order.
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let candidates: Vec<Candidate<G::Move>> = ranked.into_iter().map(|(_, candidate)| candidate).collect();
        Report {
            to_move: mover,
            value: candidates[0].value.unwrap_or_default(),
            candidates,
            bounds,
            visits: self.nodes,
            evaluations: self.nodes,
            nodes: self.nodes,
            edges: 0,
            elapsed: request.clock.elapsed(),
            stopped: asked().then_some(StopReason::Asked),
        }
    }

    /// Value for the side to move, within the window or a bound on it; of no use once somebody `asked` to stop.
    fn walk(
        &mut self,
        position: &G::Position,
        depth: u32,
        mut alpha: f64,
        beta: f64,
        asked: &impl Fn() -> bool,
    ) -> f64 {
        self.nodes += 1;
        let mover = self.game.to_move(position);
        if let Some(score) = self.game.outcome(position) {
            return f64::from(score.seen_by(mover).signum()) * (DECIDED + PLY * f64::from(depth));
        }
        if depth == 0 || asked() {
            return self.evaluate(position, mover);
        }
        let mut moves = MoveList::new();
        self.game.legal_moves(position, &mut moves);
        let mut best = f64::NEG_INFINITY;
        for mv in moves {
            let mut child = *position;
            self.game.play_unchecked(&mut child, mv);
            let value = -self.walk(&child, depth - 1, -beta, -alpha, asked);
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
