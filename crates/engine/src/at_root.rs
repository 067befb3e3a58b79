//! The solver asked about the position itself, before the search.
//!
//! It may use a part of the move's time or simulations, and has the last word when it finds a move that does not lose
//! or knows the score of a loss exactly, and so the move that resists longest: then there is nothing left to search. A
//! loss of unknown length is searched all the same, for the move that asks most of the opponent.

use crate::evaluators::{Playable, SOLVER_TABLE_BYTES};
use crate::{NODES_A_SIMULATION, SOLVER_PARTS};
use luozi_core::solve::{BoxedSolver, Limits, Solution};
use luozi_core::{Bounds, Game, MoveList, Pov, Score, sort_few_by_key};
use luozi_search::{Candidate, Report, Request, StopReason};
use std::time::Duration;

/// Nodes it may use when neither time nor simulations are limited: a moment before the search begins.
const UNLIMITED_NODES: u64 = 200_000;

/// A solver that is asked before a search.
pub(crate) struct AtRoot<G: Playable> {
    solver: BoxedSolver<G>,
    /// Positions with more undecided are not tried.
    within: u32,
}

impl<G: Playable> AtRoot<G> {
    /// The solver, if the recipe wants one.
    pub(crate) fn new(game: &G, within: u32) -> Option<AtRoot<G>> {
        let solver = game.exact_solver(SOLVER_TABLE_BYTES).filter(|_| within > 0)?;
        Some(AtRoot { solver, within })
    }

    /// Forgets what the solver's table holds.
    pub(crate) fn reset(&mut self) {
        if let Some(solver) = self.solver.game().exact_solver(SOLVER_TABLE_BYTES) {
            self.solver = solver;
        }
    }

    /// A move that is proven to be good enough, if it is found in time.
    pub(crate) fn answer(&mut self, position: &G::Position, request: &Request<'_, G::Move>) -> Option<Report<G::Move>> {
        let game = self.solver.game().clone();
        if game.undecided(position) > self.within {
            return None;
        }
        let clock = || request.clock.elapsed();
        let mut limits = Limits::none();
        match (request.budget.visits, request.budget.time) {
            (Some(visits), _) => limits = limits.nodes(visits.saturating_mul(NODES_A_SIMULATION)),
            (None, None) => limits = limits.nodes(UNLIMITED_NODES),
            (None, Some(_)) => {}
        }
        if let Some(stop) = request.stop {
            limits = limits.stop_flag(stop);
        }
        if let Some(time) = request.budget.time {
            let left = time.saturating_sub(clock());
            limits = limits.deadline(&clock, clock() + left / SOLVER_PARTS);
        }
        let solution = self.solver.solve(position, &limits, &mut |_| {});
        let lost = Some(game.to_move(position).other());
        let (best, winner) = solution.best.zip(solution.bounds.result())?;
        let settled = winner != lost || solution.bounds.solved().is_some();
        settled.then(|| report(&game, position, best, &solution, clock()))
    }
}

/// The report of a search that ended before it began. Nothing is known about the other moves.
fn report<G: Game>(
    game: &G,
    position: &G::Position,
    best: G::Move,
    solution: &Solution<G::Move>,
    elapsed: Duration,
) -> Report<G::Move> {
    let to_move = game.to_move(position);
    let limit = game.score_limit(position);
    let open = Bounds { lower: Score(-limit), upper: Score(limit) };
    let value = match solution.bounds.result().flatten() {
        None => Pov(0.0),
        Some(winner) if winner == to_move => Pov(1.0),
        Some(_) => Pov(-1.0),
    };
    let mut moves = MoveList::new();
    game.legal_moves(position, &mut moves);
    let prior = 1.0 / moves.len() as f32;
    let candidate = |mv: G::Move| {
        let (value, bounds) = if mv == best { (Some(value), solution.bounds) } else { (None, open) };
        Candidate { mv, visits: 0, value, bounds, prior, line: vec![mv] }
    };
    let mut candidates: Vec<Candidate<G::Move>> = moves.iter().map(|&mv| candidate(mv)).collect();
    sort_few_by_key(&mut candidates, |candidate| candidate.mv != best);
    Report {
        to_move,
        candidates,
        value,
        bounds: solution.bounds,
        visits: 0,
        evaluations: 0,
        nodes: solution.nodes,
        edges: 0,
        elapsed,
        stopped: Some(StopReason::Proven),
    }
}
