//! The search as a player: requests become limits, what was found becomes a report.

use super::{Found, Pvs, usual_plan};
use crate::PvsSearch;
use luozi_core::{Bounds, Game, Player, Pov, Score};
use luozi_eval::mosaic::Mosaic;
use luozi_eval::patterns::UNITS_PER_DISC;
use luozi_games::reversi::{Position, Rules, Scoring, Square};
use luozi_search::{Candidate, Report, Request, StopReason};
use luozi_solve::{Limits, Stopped};
use std::sync::Arc;
use std::time::Duration;

/// A player of Reversi on 8x8 by principal-variation search.
pub(crate) struct PvsPlayer {
    rules: Rules,
    pvs: Pvs,
}

impl PvsPlayer {
    /// A player that uses at most `bytes` bytes for its tables.
    pub(crate) fn new(rules: &Rules, mosaic: Arc<Mosaic>, bytes: usize) -> PvsPlayer {
        PvsPlayer { rules: *rules, pvs: Pvs::new(mosaic, bytes) }
    }
}

impl PvsSearch<Rules> for PvsPlayer {
    fn game(&self) -> &Rules {
        &self.rules
    }

    fn reset(&mut self) {
        self.pvs.reset();
    }

    /// A simulation of the limits is a node of this search.
    fn think(&mut self, position: &Position, mut request: Request<'_, Square>) -> Report<Square> {
        let (rules, mosaic) = (self.rules, Arc::clone(self.pvs.mosaic()));
        let clock = || request.clock.elapsed();
        let report = |found: &Found, stopped| report(&rules, &mosaic, position, found, clock(), stopped);
        if rules.placements(position) == 0 {
            return passing(&rules, position, clock());
        }
        let mut limits = Limits::none();
        if let Some(time) = request.budget.time {
            limits = limits.deadline(&clock, time);
        }
        if let Some(visits) = request.budget.visits.into_iter().chain(request.budget.nodes).min() {
            limits = limits.nodes(visits);
        }
        if let Some(stop) = request.stop {
            limits = limits.stop_flag(stop);
        }
        let alone = rules.placements(position).count_ones() == 1;
        // A forced move needs no thought, unless somebody wants to know what it is worth.
        let at_once = alone && request.watch.is_none() && request.budget.time_is_kept;
        let mut told = Duration::ZERO;
        let mut watch = request.watch.take();
        let mut tell = |found: &Found| {
            if let Some(watch) = &mut watch
                && clock() >= told + watch.every
            {
                told = clock();
                (watch.tell)(&report(found, None));
            }
            !at_once
        };
        let width = request.purpose.width().max(1) as usize;
        let plan = usual_plan(rules.empties(position).count_ones());
        let found = self.pvs.search(position.own(), position.opponent(), plan, &limits, width, &mut tell);
        let reason = match found.stopped {
            None if found.proven() => StopReason::Proven,
            None => StopReason::Forced,
            Some(Stopped::Time) => StopReason::Time,
            Some(Stopped::Nodes) => StopReason::Visits,
            Some(Stopped::Flag) => StopReason::Asked,
        };
        report(&found, Some(reason))
    }
}

/// Everything that a score may be.
fn open(rules: &Rules, position: &Position) -> Bounds {
    let limit = rules.score_limit(position);
    Bounds { lower: Score(-limit), upper: Score(limit) }
}

/// What a score with the empty squares counted for the winner proves under the rules' own scoring.
fn proof(rules: &Rules, position: &Position, units: i32) -> Bounds {
    let mover = rules.to_move(position);
    let score = (units / UNITS_PER_DISC) as i16;
    if rules.scoring() == Scoring::EmptiesToWinner || score == 0 {
        return Bounds::exact(Score::for_player(mover, score));
    }
    let open = open(rules, position);
    let first_wins = (score > 0) == (mover == Player::First);
    if first_wins { Bounds { lower: Score(1), ..open } } else { Bounds { upper: Score(-1), ..open } }
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
        visits: u32::try_from(mv.nodes).unwrap_or(u32::MAX),
        value: mv.exact.then(|| value(mv.units)),
        bounds: if proven && mv.exact { proof(rules, position, mv.units) } else { open(rules, position) },
        prior,
        line: mv.line.clone(),
    };
    Report {
        to_move: rules.to_move(position),
        candidates: found.moves.iter().map(candidate).collect(),
        value: value(found.units()),
        bounds: if proven { proof(rules, position, found.units()) } else { open(rules, position) },
        visits: found.nodes,
        evaluations: found.evaluations,
        nodes: found.nodes,
        edges: 0,
        elapsed,
        stopped,
    }
}

/// The report where nothing but passing is allowed.
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
