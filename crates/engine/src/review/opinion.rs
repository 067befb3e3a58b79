//! What is thought about one position: by the rules, by the exact solver, or by the search.

use super::{Conditions, MOST_SOLVER_NODES};
use crate::analysis::{Analysis, MoveAnalysis, analysis_of, proven};
use crate::evaluators::Playable;
use crate::{Engine, RecipeError};
use luozi_core::solve::{BoxedSolver, Limits};
use luozi_core::{Abs, Bounds, MoveList, Player, Verdict};
use luozi_search::{Instant, Purpose, Report, Request};
use std::sync::atomic::{AtomicBool, Ordering};

/// Positions in a row that the solver may fail to solve before it gets no more than a glance: those further from the end are
/// harder, but an opening book knows the first ones, and a short win may stand anywhere.
pub(super) const SOLVER_MISSES: u32 = 2;
/// Nodes of a glance.
const GLANCE_NODES: u64 = 512;

/// What is thought about one position.
#[derive(Clone, Debug)]
pub(super) struct Opinion<G: Playable> {
    /// What is proven.
    pub(super) bounds: Bounds,
    /// The value of the best move; certain where `bounds` tell the winner.
    pub(super) value: Abs,
    /// The best move; `None` when the game is over.
    pub(super) best: Option<G::Move>,
    /// Its expected continuation, it included.
    pub(super) line: Vec<G::Move>,
    /// Simulations spent; none where the rules or the solver knew the answer.
    pub(super) visits: u64,
    /// The moves that were looked at, best first, as many as were asked for.
    pub(super) moves: Vec<(G::Move, MoveAnalysis)>,
    /// What each legal move is worth to the mover, where that is known.
    pub(super) worths: Vec<(G::Move, Option<f64>)>,
    /// What the solver knows about the moves.
    known: Vec<(G::Move, Bounds)>,
    pub(super) mover: Player,
}

impl<G: Playable> Opinion<G> {
    /// Makes the value agree with the proof.
    pub(super) fn settle(&mut self) {
        if let Some(winner) = self.bounds.result() {
            let sign = |player| if player == Player::First { 1.0 } else { -1.0 };
            self.value = Abs(winner.map_or(0.0, sign));
        }
    }

    fn settled(mut self) -> Opinion<G> {
        self.settle();
        self
    }

    /// Takes in what came of `mv`, which was played here: the position is worth at least that.
    pub(super) fn learn(&mut self, mv: G::Move, after: &Opinion<G>) {
        // Step 1. A proof after the move is a bound here.
        match self.mover {
            Player::First => self.bounds.lower = self.bounds.lower.max(after.bounds.lower),
            Player::Second => self.bounds.upper = self.bounds.upper.min(after.bounds.upper),
        }

        // Step 2. The played move is the best one if nothing better is known: by value, and by score among proofs. An estimate
        // of it says nothing where the result is proven.
        let [own, played] = [&*self, after].map(|opinion| opinion.value.seen_by(self.mover).0);
        let worse_score = match (self.bounds.solved(), after.bounds.solved()) {
            (Some(own), Some(played)) => played.seen_by(self.mover) < own.seen_by(self.mover),
            // That it reaches the same score is not known.
            (Some(_), None) => true,
            (None, _) => false,
        };
        let best = match self.bounds.result() {
            None => played >= own,
            result => after.bounds.result() == result && !worse_score,
        };
        if self.best == Some(mv) || best {
            if self.bounds.result().is_none() {
                self.value = after.value;
            }
            self.best = Some(mv);
            self.line = std::iter::once(mv).chain(after.line.iter().copied()).collect();
        }
        self.settle();
    }

    /// What is certain about `mv`, which was played here and led to `after`. Where the solver knew this position and not the next
    /// one, as at the end of an opening book, the proof of this one says more: no move gets more than the position is worth.
    pub(super) fn certain_of(&self, mv: G::Move, after: &Opinion<G>) -> Bounds {
        let known = self.known.iter().find(|(known, _)| *known == mv).map(|(_, bounds)| *bounds);
        let mut bounds = after.bounds;
        if let Some(known) = known {
            bounds = Bounds { lower: bounds.lower.max(known.lower), upper: bounds.upper.min(known.upper) };
        }
        match self.mover {
            Player::First => bounds.upper = bounds.upper.min(self.bounds.upper),
            Player::Second => bounds.lower = bounds.lower.max(self.bounds.lower),
        }
        bounds
    }

    /// What a move drawn by lot loses here on average, where the best is worth `best` and the played one, `mv`, turned out to be
    /// worth `played`. A move that the search did not look at counts as the worst that it did look at, or as the played one if
    /// nobody had looked at that either.
    pub(super) fn at_stake(&self, mv: G::Move, played: f64, best: f64) -> f64 {
        let known = self.worths.iter().filter_map(|(_, worth)| *worth);
        let lowest = known.min_by(f64::total_cmp).unwrap_or(best);
        let surprise = self.worths.iter().any(|&(other, worth)| other == mv && worth.is_none());
        let unknown = if surprise { played } else { lowest };
        let worth = |&(other, worth): &(G::Move, Option<f64>)| match worth {
            _ if other == mv => played,
            worth => worth.unwrap_or(unknown).min(best),
        };
        let mean = self.worths.iter().map(worth).sum::<f64>() / self.worths.len().max(1) as f64;
        if self.worths.is_empty() { 0.0 } else { (best - mean).max(0.0) }
    }

    /// The opinion as saved games hold it: from the view of the side to move.
    pub(super) fn analysis(&self, rules: &G, position: &G::Position, engine: &str) -> Analysis {
        Analysis {
            value: Some(self.value.seen_by(self.mover).0),
            score: self.bounds.solved().map(|score| f64::from(score.seen_by(self.mover))),
            proven: proven(rules, position, self.bounds, self.mover),
            visits: self.visits,
            pv: self.line.iter().map(|&mv| rules.move_text(mv)).collect(),
            engine: Some(engine.to_string()),
            moves: self.moves.iter().map(|(_, told)| told.clone()).collect(),
            ..Analysis::default()
        }
    }
}

/// Forms an opinion of one position after the other, with one engine and one solver for all of them.
pub(super) struct Critic<'c, G: Playable> {
    pub(super) rules: G,
    pub(super) engine: Engine<G>,
    solver: Option<BoxedSolver<G>>,
    /// Positions in a row that it did not solve.
    pub(super) misses: u32,
    /// Nodes that it may spend on a position.
    solver_nodes: u64,
    conditions: &'c Conditions<'c>,
}

impl<'c, G: Playable> Critic<'c, G> {
    pub(super) fn new(rules: &G, conditions: &'c Conditions<'c>) -> Result<Critic<'c, G>, RecipeError> {
        let engine = Engine::new(rules.clone(), conditions.recipe)?;
        let solver = (conditions.solver_nodes > 0).then(|| rules.informed_solver(conditions.solver_bytes)).flatten();
        let solver_nodes = conditions.solver_nodes;
        Ok(Critic { rules: rules.clone(), engine, solver, misses: 0, solver_nodes, conditions })
    }

    /// The engine as saved games name it.
    pub(super) fn name(&self) -> String {
        self.engine.recipe().signature()
    }

    fn stopped(&self) -> bool {
        let stop: &AtomicBool = self.conditions.stop;
        // Relaxed: the flag carries no data.
        stop.load(Ordering::Relaxed)
    }

    /// Nothing is known about `position` yet.
    fn open(&self, position: &G::Position) -> Opinion<G> {
        let limit = luozi_core::Score(self.rules.score_limit(position));
        Opinion {
            bounds: Bounds { lower: -limit, upper: limit },
            value: Abs(0.0),
            best: None,
            line: Vec::new(),
            visits: 0,
            moves: Vec::new(),
            worths: Vec::new(),
            known: Vec::new(),
            mover: self.rules.to_move(position),
        }
    }

    /// The solver's opinion of a position on which it failed, with as many nodes as a review spends at the most; none where that takes
    /// longer than a moment.
    pub(super) fn solve_harder(&mut self, position: &G::Position) -> Option<Opinion<G>> {
        if !self.rules.solver_is_fast() {
            return None;
        }
        let mut moves = MoveList::new();
        self.rules.legal_moves(position, &mut moves);
        let usual = self.conditions.solver_nodes;
        let misses = std::mem::take(&mut self.misses);
        self.solver_nodes = usual.max(MOST_SOLVER_NODES);
        let solved = self.solve(position, &moves, &self.open(position));
        (self.solver_nodes, self.misses) = (usual, misses);
        solved
    }

    /// An opinion about `position`; `after` is that about the position which followed in the game. `None` if the
    /// review is stopped before there is one.
    pub(super) fn judge(&mut self, position: &G::Position, after: Option<&Opinion<G>>) -> Option<Opinion<G>> {
        let open = self.open(position);
        let mover = open.mover;

        // Step 1. The game is over, or there is no choice.
        if let Some(score) = self.rules.outcome(position) {
            return Some(Opinion { bounds: Bounds::exact(score), ..open }.settled());
        }
        let mut moves = MoveList::new();
        self.rules.legal_moves(position, &mut moves);
        if let (&[only], Some(after)) = (moves.as_slice(), after) {
            let (bounds, value) = (after.bounds, after.value);
            return Some(Opinion { bounds, value, best: Some(only), ..open });
        }

        // Step 2. The solver.
        if self.stopped() {
            return None;
        }
        if let Some(solved) = self.solve(position, &moves, &open) {
            return Some(solved);
        }

        // Step 3. The search.
        let asked = Instant::now();
        let request = Request {
            purpose: Purpose::Study { moves: self.conditions.candidates },
            stop: Some(self.conditions.stop),
            ..Request::new(self.conditions.limits, &asked)
        };
        let report = self.engine.think(position, request);
        if self.stopped() {
            return None;
        }
        let best = &report.candidates[0];
        let value = best.value.unwrap_or(report.value).owned_by(mover);
        let (line, visits) = (best.line.clone(), report.visits);
        let worths = self.worths(position, &moves, &report);
        let told = analysis_of(&self.rules, position, self.engine.evaluator(), &report).moves;
        let mut moves: Vec<_> = report.candidates.iter().map(|candidate| candidate.mv).zip(told).collect();
        moves.retain(|(_, told)| told.visits > 0 || told.proven.is_some());
        moves.truncate(self.conditions.candidates as usize);
        let (bounds, best) = (report.bounds, Some(best.mv));
        Some(Opinion { bounds, value, best, line, visits, moves, worths, ..open }.settled())
    }

    /// What a search says about each of the legal moves. Those that the rules leave out lose, unless the game is won without
    /// them.
    fn worths(
        &self,
        position: &G::Position,
        moves: &[G::Move],
        report: &Report<G::Move>,
    ) -> Vec<(G::Move, Option<f64>)> {
        let mover = report.to_move;
        let verdict = self.rules.candidates(position, &mut MoveList::new());
        let left_out = match verdict {
            Verdict::Decided(score) if score.seen_by(mover) >= 0 => None,
            Verdict::Decided(_) | Verdict::Open => Some(-1.0),
        };
        let worth = |&mv: &G::Move| {
            let Some(found) = report.candidates.iter().find(|candidate| candidate.mv == mv) else {
                return (mv, left_out);
            };
            let searched = found.value.filter(|_| found.visits > 0).map(|value| value.0);
            (mv, result_for(found.bounds, mover).or(searched))
        };
        moves.iter().map(worth).collect()
    }

    /// The solver's opinion, if it knows the result.
    fn solve(&mut self, position: &G::Position, moves: &[G::Move], open: &Opinion<G>) -> Option<Opinion<G>> {
        let solver = self.solver.as_mut()?;
        let asked = Instant::now();
        let clock = || asked.elapsed();
        let most = if self.misses < SOLVER_MISSES { u64::MAX } else { GLANCE_NODES };
        let nodes = self.solver_nodes.min(most);
        let mut limits = Limits::none().nodes(nodes).stop_flag(self.conditions.stop);
        if let Some(time) = self.conditions.limits.time {
            limits = limits.deadline(&clock, time);
        }
        let solution = solver.solve(position, &limits, &mut |_| {});
        if solution.bounds.result().is_none() || solution.best.is_none() {
            self.misses += 1;
            return None;
        }
        self.misses = 0;

        // What it has kept in its table makes the other moves cheap; all of them together may cost as much again.
        let lost = result_for(solution.bounds, open.mover) == Some(-1.0);
        let limits = limits.nodes(self.solver_nodes / moves.len().max(1) as u64);
        let mut bounds_of = |&mv: &G::Move| {
            let mut child = *position;
            self.rules.play_unchecked(&mut child, mv);
            let bounds = match self.rules.outcome(&child) {
                Some(score) => Bounds::exact(score),
                None if solution.best == Some(mv) => solution.bounds,
                // How long each of them resists is not worth the time: nothing is at stake.
                None if lost => match open.mover {
                    Player::First => Bounds { upper: solution.bounds.upper, ..open.bounds },
                    Player::Second => Bounds { lower: solution.bounds.lower, ..open.bounds },
                },
                None => solver.solve(&child, &limits, &mut |_| {}).bounds,
            };
            (mv, bounds)
        };
        let known: Vec<(G::Move, Bounds)> = moves.iter().map(&mut bounds_of).collect();
        let worths = known.iter().map(|&(mv, bounds)| (mv, result_for(bounds, open.mover))).collect();
        let line = solution.best.into_iter().collect();
        Some(Opinion { bounds: solution.bounds, best: solution.best, line, worths, known, ..open.clone() }.settled())
    }
}

/// The value that bounds prove for `player`.
fn result_for(bounds: Bounds, player: Player) -> Option<f64> {
    let winner = bounds.result()?;
    Some(winner.map_or(0.0, |winner| if winner == player { 1.0 } else { -1.0 }))
}
