//! The search as a player: requests become limits, what was found becomes a report.

use super::{Found, Iteration, Pvs, usual_plan};
use crate::PvsSearch;
use luozi_core::{Bounds, Game, Player, Pov, Score};
use luozi_eval::mosaic::Mosaic;
use luozi_eval::patterns::UNITS_PER_DISC;
use luozi_games::reversi::{Position, Rules, Scoring, Square};
use luozi_search::{Candidate, Purpose, Report, Request, StopReason, Watch};
use luozi_solve::{Limits, Stopped};
use std::sync::Arc;
use std::time::Duration;

/// Nodes that count as one simulation: about as long as the graph search of this game takes for one, so that limits in
/// simulations mean the same to both.
pub(super) const NODES_A_SIMULATION: u64 = 100;

/// Where time that is left over serves later moves, no iteration is begun after this share of it: it would hardly end.
const LATEST_BEGINNING: f64 = 0.6;

/// A player of Reversi on 8x8 by principal-variation search.
pub(crate) struct PvsPlayer {
    rules: Rules,
    pvs: Pvs,
    threads: usize,
}

impl PvsPlayer {
    /// A player that uses at most `bytes` bytes for its tables, and so many threads.
    pub(crate) fn new(rules: &Rules, mosaic: Arc<Mosaic>, bytes: usize, threads: usize) -> PvsPlayer {
        let mut pvs = Pvs::new(mosaic, bytes);
        pvs.set_threads(threads);
        PvsPlayer { rules: *rules, pvs, threads: threads.max(1) }
    }
}

impl PvsSearch<Rules> for PvsPlayer {
    fn game(&self) -> &Rules {
        &self.rules
    }

    fn reset(&mut self) {
        self.pvs.reset();
    }

    /// Whoever watches hears at the intervals that were asked for: the search is broken off there and goes on with what
    /// its table has kept, so that it can be watched and stopped even where nothing else runs meanwhile.
    fn think(&mut self, position: &Position, mut request: Request<'_, Square>) -> Report<Square> {
        if self.rules.placements(position) == 0 {
            return self.think_after_pass(position, request);
        }
        let (rules, mosaic) = (self.rules, Arc::clone(self.pvs.mosaic()));
        let clock = || request.clock.elapsed();
        let report = |found: &Found, stopped| report(&rules, &mosaic, position, found, clock(), stopped);
        let in_nodes = request.budget.visits.map(|visits| visits.saturating_mul(NODES_A_SIMULATION));
        let most = in_nodes.into_iter().chain(request.budget.nodes).min();
        let alone = rules.placements(position).count_ones() == 1;
        // A forced move needs no thought, unless somebody wants to know what it is worth.
        let at_once = alone && request.watch.is_none() && request.budget.time_is_kept;
        let latest =
            request.budget.time.filter(|_| request.budget.time_is_kept).map(|time| time.mul_f64(LATEST_BEGINNING));
        let go_on = || !at_once && latest.is_none_or(|latest| clock() < latest);
        let mut watch = request.watch.take();
        let width = request.purpose.width().max(1) as usize;
        let plan: Vec<Iteration> = usual_plan(rules.empties(position).count_ones()).collect();
        let (mut from, mut before): (usize, Option<Found>) = (0, None);
        loop {
            // Step 1. Until the next report, or the end.
            let slice = watch.as_ref().map(|watch| clock() + watch.every);
            let end = slice.into_iter().chain(request.budget.time).min();
            let mut limits = Limits::none();
            if let Some(end) = end {
                limits = limits.deadline(&clock, end);
            }
            if let Some(most) = most {
                let spent = before.as_ref().map_or(0, |found| found.nodes);
                limits = limits.nodes(most.saturating_sub(spent) / self.threads as u64);
            }
            if let Some(stop) = request.stop {
                limits = limits.stop_flag(stop);
            }
            let plan_left = plan[from..].iter().copied();
            let found =
                self.pvs.search(position.own(), position.opponent(), plan_left, &limits, width, &mut |_| go_on());

            // Step 2. What is known now; the next slice begins with the last whole iteration, which its table remembers.
            let found = match before.take() {
                Some(before) => found.after(before),
                None => found,
            };
            from = plan.iter().position(|iteration| *iteration == found.iteration).unwrap_or(from);
            let out_of_time = request.budget.time.is_some_and(|time| clock() >= time);
            let reason = match found.stopped {
                None if found.proven() => StopReason::Proven,
                None if at_once => StopReason::Forced,
                None => StopReason::Settled,
                Some(Stopped::Time) if !out_of_time => {
                    if let Some(watch) = &mut watch {
                        (watch.tell)(&report(&found, None));
                    }
                    before = Some(found);
                    continue;
                }
                Some(Stopped::Time) => StopReason::Time,
                Some(Stopped::Nodes) => StopReason::Visits,
                Some(Stopped::Flag) => StopReason::Asked,
            };
            return report(&found, Some(reason));
        }
    }
}

impl PvsPlayer {
    /// Where nothing but passing is allowed, whoever only wants a move has it at once; for all others the position is
    /// worth what it is worth after the pass.
    fn think_after_pass(&mut self, position: &Position, request: Request<'_, Square>) -> Report<Square> {
        if request.purpose == Purpose::Play && request.watch.is_none() {
            return passing(&self.rules, position, request.clock.elapsed());
        }
        let mut after = *position;
        self.rules.play_unchecked(&mut after, Square::PASS);
        let Request { budget, purpose, clock, stop, mut watch, .. } = request;
        let every = watch.as_ref().map(|watch| watch.every);
        let mut tell = |report: &Report<Square>| {
            if let Some(watch) = &mut watch {
                (watch.tell)(&before_pass(report.clone()));
            }
        };
        let watch = every.map(|every| Watch { every, tell: &mut tell });
        before_pass(self.think(&after, Request { budget, purpose, known: &[], clock, stop, watch }))
    }
}

/// The report of a position in which the only move is a pass, from that of the position after it.
fn before_pass(after: Report<Square>) -> Report<Square> {
    let value = Pov(-after.value.0);
    let mut line = vec![Square::PASS];
    line.extend(&after.candidates[0].line);
    let visits = u32::try_from(after.visits).unwrap_or(u32::MAX);
    let pass = Candidate { mv: Square::PASS, visits, value: Some(value), bounds: after.bounds, prior: 1.0, line };
    Report { to_move: after.to_move.other(), candidates: vec![pass], value, ..after }
}

impl Found {
    /// What this slice of a search and those before it have found together.
    fn after(mut self, before: Found) -> Found {
        // A slice that ended before any iteration did knows less than those before it.
        let mut others = before.moves;
        if self.iteration.depth == 0 {
            std::mem::swap(&mut self.moves, &mut others);
            self.iteration = before.iteration;
        }
        for mv in &mut self.moves {
            mv.nodes += others.iter().find(|other| other.square == mv.square).map_or(0, |other| other.nodes);
        }
        self.nodes += before.nodes;
        self.evaluations += before.evaluations;
        self
    }
}

/// Everything that a score may be.
fn open(rules: &Rules, position: &Position) -> Bounds {
    let limit = rules.score_limit(position);
    Bounds { lower: Score(-limit), upper: Score(limit) }
}

/// What a score with the empty squares counted for the winner proves under the rules' own scoring. Without the empty squares nobody
/// wins or loses by more.
fn proof(rules: &Rules, position: &Position, units: i32) -> Bounds {
    let mover = rules.to_move(position);
    let score = (units / UNITS_PER_DISC) as i16;
    let exact = Score::for_player(mover, score);
    if rules.scoring() == Scoring::EmptiesToWinner || score == 0 {
        return Bounds::exact(exact);
    }
    let first_wins = (score > 0) == (mover == Player::First);
    if first_wins { Bounds { lower: Score(1), upper: exact } } else { Bounds { lower: exact, upper: Score(-1) } }
}

/// What is proven about a move that is worth at most so much.
fn at_most(rules: &Rules, position: &Position, units: i32) -> Bounds {
    let open = open(rules, position);
    let most = units.div_euclid(UNITS_PER_DISC) + i32::from(units.rem_euclid(UNITS_PER_DISC) > 0);
    // A loss may be smaller where the empty squares are nobody's.
    let most = match rules.scoring() {
        Scoring::Difference if most < 0 => -1,
        _ => most as i16,
    };
    match rules.to_move(position) {
        Player::First => Bounds { upper: Score(most), ..open },
        Player::Second => Bounds { lower: Score(-most), ..open },
    }
}

fn report(
    rules: &Rules,
    mosaic: &Mosaic,
    position: &Position,
    found: &Found,
    elapsed: Duration,
    stopped: Option<StopReason>,
) -> Report<Square> {
    let discs = 64 - found.empties;
    let proven = found.proven();
    let value = |units: i32| {
        if proven { Pov(f64::from(units.signum())) } else { Pov(mosaic.value(units, discs)) }
    };
    let prior = 1.0 / found.moves.len() as f32;
    let candidate = |mv: &super::RootMove| Candidate {
        mv: mv.square,
        visits: u32::try_from(mv.nodes.div_ceil(NODES_A_SIMULATION)).unwrap_or(u32::MAX),
        value: mv.exact.then(|| value(mv.units)),
        bounds: match (proven, mv.exact) {
            (true, true) => proof(rules, position, mv.units),
            (true, false) => at_most(rules, position, mv.units),
            (false, _) => open(rules, position),
        },
        prior,
        line: mv.line.clone(),
    };
    Report {
        to_move: rules.to_move(position),
        candidates: found.moves.iter().map(candidate).collect(),
        value: value(found.units()),
        bounds: if proven { proof(rules, position, found.units()) } else { open(rules, position) },
        visits: found.nodes.div_ceil(NODES_A_SIMULATION),
        evaluations: found.evaluations,
        nodes: found.nodes,
        edges: 0,
        elapsed,
        stopped,
    }
}

/// The report of a pass that nobody wants to know more about.
fn passing(rules: &Rules, position: &Position, elapsed: Duration) -> Report<Square> {
    let bounds = open(rules, position);
    let pass = Square::PASS;
    let candidate = Candidate { mv: pass, visits: 0, value: None, bounds, prior: 1.0, line: vec![pass] };
    Report {
        to_move: rules.to_move(position),
        candidates: vec![candidate],
        value: Pov::default(),
        bounds,
        visits: 0,
        evaluations: 0,
        nodes: 0,
        edges: 0,
        elapsed,
        stopped: Some(StopReason::Forced),
    }
}
