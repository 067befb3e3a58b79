//! What is certain about the moves of a position, for analysis: the solver with its book, asked about every move.
//!
//! It works in passes. Each gives every move that is still open a few times the nodes of the pass before, so cheap
//! proofs come first, and what the solver's table has kept makes the next pass shorter.

use crate::evaluators::Playable;
use luozi_core::solve::{BoxedSolver, Limits, Stopped};
use luozi_core::{Bounds, Key, MoveList, Player, Pov, Score, sort_few_by_key};
use luozi_search::{Candidate, Report, StopReason};
use std::cmp::Reverse;
use std::time::Duration;

/// Memory of the solver's table.
const TABLE_BYTES: usize = 32 << 20;
/// Nodes of the first pass for a move: enough for wins in a few moves.
const FIRST_NODES: u64 = 512;
/// The next pass has so many times the nodes.
const GROWTH: u64 = 4;
/// Nodes for a move of a position that no solver will reach the end of.
const FAR_NODES: u64 = FIRST_NODES * GROWTH;
/// Plies of best play that are told after a proven move, and nodes for finding each of them.
const LINE_PLIES: usize = 16;
const LINE_NODES: u64 = 2_000;

/// One move and what is certain about it.
#[derive(Clone, Debug)]
struct Known<M> {
    mv: M,
    bounds: Bounds,
    /// The solver has nothing to add.
    done: bool,
    line: Vec<M>,
}

/// What is certain about the moves of a position.
#[derive(Clone, Debug)]
pub(crate) struct Facts<M>(Vec<Known<M>>);

/// How far the values of a search's moves can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    /// All moves were looked into equally deep.
    Even,
    /// As deep as their visits allow.
    ByVisits,
}

impl<M: Copy + PartialEq> Facts<M> {
    /// What a search found, with all moves of the position, what is certain about each, and the order that follows.
    pub(crate) fn completed(&self, mut report: Report<M>, depth: Depth) -> Report<M> {
        let mover = report.to_move;
        for known in &self.0 {
            let place = report.candidates.iter().position(|candidate| candidate.mv == known.mv).unwrap_or_else(|| {
                let line = vec![known.mv];
                let bounds = known.bounds;
                report.candidates.push(Candidate { mv: known.mv, visits: 0, value: None, bounds, prior: 0.0, line });
                report.candidates.len() - 1
            });
            let candidate = &mut report.candidates[place];
            candidate.bounds = Bounds {
                lower: candidate.bounds.lower.max(known.bounds.lower),
                upper: candidate.bounds.upper.min(known.bounds.upper),
            };
            if known.line.len() > candidate.line.len() || known.done && known.line.len() > 1 {
                candidate.line = known.line.clone();
            }
        }
        for candidate in &mut report.candidates {
            if let Some(result) = candidate.bounds.result() {
                candidate.value = Some(certain(result, mover));
            } else if candidate.visits == 0 {
                // A first guess that nobody looked into.
                candidate.value = None;
            }
        }
        order(&mut report.candidates, mover, depth);
        report.bounds = best_bounds(&report.candidates, mover).unwrap_or(report.bounds);
        report.value = match report.bounds.result() {
            Some(result) => certain(result, mover),
            None => report.candidates[0].value.unwrap_or(report.value),
        };
        report
    }
}

/// The solver of an analysis, and what it knows about the moves of one position.
pub(crate) struct Exact<G: Playable> {
    game: G,
    solver: Option<BoxedSolver<G>>,
    key: Option<Key>,
    facts: Facts<G::Move>,
    /// Nodes for each open move in the next pass.
    pass_nodes: u64,
    /// The move at which the next pass begins: after the one at which the last one was broken off.
    first: usize,
    /// Nodes spent on this position.
    nodes: u64,
}

impl<G: Playable> Exact<G> {
    /// With an empty table; without a solver in games that have none.
    pub(crate) fn new(game: &G) -> Exact<G> {
        let solver = game.informed_solver(TABLE_BYTES);
        Exact {
            game: game.clone(),
            solver,
            key: None,
            facts: Facts(Vec::new()),
            pass_nodes: FIRST_NODES,
            first: 0,
            nodes: 0,
        }
    }

    /// Begins a position, unless it is the one it is about.
    pub(crate) fn turn_to(&mut self, position: &G::Position) {
        let key = self.game.key(position);
        if self.key == Some(key) {
            return;
        }
        let limit = Score(self.game.score_limit(position));
        let mut moves = MoveList::new();
        self.game.legal_moves(position, &mut moves);
        let known = |mv: &G::Move| {
            let child = self.after(position, *mv);
            let (bounds, done) = match self.game.outcome(&child) {
                Some(score) => (Bounds::exact(score), true),
                None => (Bounds { lower: -limit, upper: limit }, self.solver.is_none()),
            };
            Known { mv: *mv, bounds, done, line: vec![*mv] }
        };
        self.facts = Facts(moves.iter().map(known).collect());
        (self.key, self.pass_nodes, self.first, self.nodes) = (Some(key), FIRST_NODES, 0, 0);
    }

    fn after(&self, position: &G::Position, mv: G::Move) -> G::Position {
        let mut child = *position;
        self.game.play_unchecked(&mut child, mv);
        child
    }

    /// Works on the open moves of `position` until `limits`, whose nodes are `nodes`, are used up.
    pub(crate) fn work(&mut self, position: &G::Position, limits: &Limits<'_>, nodes: u64) {
        let most = if self.game.within_reach(position) { u64::MAX } else { FAR_NODES };
        let mut left = nodes;
        while self.pass_nodes <= most && left > 0 && !self.is_done() {
            for offset in 0..self.facts.0.len() {
                let index = (self.first + offset) % self.facts.0.len();
                if self.facts.0[index].done || left == 0 {
                    continue;
                }
                let child = self.after(position, self.facts.0[index].mv);
                let granted = self.pass_nodes.min(left);
                let Some(solver) = &mut self.solver else { return };
                let solution = solver.solve(&child, &limits.nodes(granted), &mut |_| {});
                left = left.saturating_sub(solution.nodes.max(1));
                self.nodes += solution.nodes;
                let known = &mut self.facts.0[index];
                known.bounds = Bounds {
                    lower: known.bounds.lower.max(solution.bounds.lower),
                    upper: known.bounds.upper.min(solution.bounds.upper),
                };
                known.done = solution.stopped.is_none();
                if known.done {
                    let line = self.line_from(child, limits);
                    self.facts.0[index].line.extend(line);
                }
                if matches!(solution.stopped, Some(Stopped::Time | Stopped::Flag)) {
                    self.first = index + 1;
                    return;
                }
            }
            self.pass_nodes = self.pass_nodes.saturating_mul(GROWTH);
        }
    }

    /// Best play from a solved position on, as far as it is found in passing.
    fn line_from(&mut self, mut position: G::Position, limits: &Limits<'_>) -> Vec<G::Move> {
        let mut line = Vec::new();
        while line.len() < LINE_PLIES && self.game.outcome(&position).is_none() {
            let Some(solver) = &mut self.solver else { break };
            let Some(best) = solver.solve(&position, &limits.nodes(LINE_NODES), &mut |_| {}).best else { break };
            line.push(best);
            self.game.play_unchecked(&mut position, best);
        }
        line
    }

    /// Whether nothing can be added about any move.
    fn is_done(&self) -> bool {
        self.facts.0.iter().all(|known| known.done)
    }

    /// Whether another turn may find more.
    pub(crate) fn may_find_more(&self, position: &G::Position) -> bool {
        !self.is_done() && self.game.within_reach(position)
    }

    /// Whether the result of every move is certain.
    pub(crate) fn knows_all(&self) -> bool {
        self.facts.0.iter().all(|known| known.bounds.result().is_some())
    }

    /// What is certain, for whoever reports on a search.
    pub(crate) fn facts(&self) -> &Facts<G::Move> {
        &self.facts
    }

    /// What is certain about the moves, first player's view.
    pub(crate) fn known(&self) -> Vec<(G::Move, Bounds)> {
        self.facts.0.iter().map(|known| (known.mv, known.bounds)).collect()
    }

    /// The report of an analysis for which no search was needed.
    pub(crate) fn report(&self, position: &G::Position, elapsed: Duration) -> Report<G::Move> {
        let to_move = self.game.to_move(position);
        let limit = Score(self.game.score_limit(position));
        let nothing_searched = Report {
            to_move,
            candidates: Vec::new(),
            value: Pov::default(),
            bounds: Bounds { lower: -limit, upper: limit },
            visits: 0,
            evaluations: 0,
            nodes: self.nodes,
            edges: 0,
            elapsed,
            stopped: Some(StopReason::Proven),
        };
        self.facts.completed(nothing_searched, Depth::ByVisits)
    }
}

/// The value of a certain result.
fn certain(winner: Option<Player>, mover: Player) -> Pov {
    Pov(winner.map_or(0.0, |winner| if winner == mover { 1.0 } else { -1.0 }))
}

/// What the bounds of all moves prove about the position, first player's view.
fn best_bounds<M>(candidates: &[Candidate<M>], mover: Player) -> Option<Bounds> {
    let bounds = candidates.iter().map(|candidate| candidate.bounds);
    bounds.reduce(|a, b| match mover {
        Player::First => Bounds { lower: a.lower.max(b.lower), upper: a.upper.max(b.upper) },
        Player::Second => Bounds { lower: a.lower.min(b.lower), upper: a.upper.min(b.upper) },
    })
}

/// Certain wins first, the largest score leading, certain losses last; between them what is open, and certain draws before it or
/// behind it, by whether anything open promises more. Of the open moves the one that the search prefers leads; the others follow by
/// value, where all are equally deep, else by their visits and, where those are much the same, since all were given the same, by value.
fn order<M: Copy + PartialEq>(candidates: &mut [Candidate<M>], mover: Player, depth: Depth) {
    let open = || candidates.iter().filter(|candidate| candidate.bounds.result().is_none());
    let hope = open().filter_map(|candidate| candidate.value).map(|value| value.0).fold(f64::NEG_INFINITY, f64::max);
    let preferred = open().next().map(|candidate| candidate.mv);
    sort_few_by_key(candidates, |candidate| {
        let (lower, upper) = (candidate.bounds.lower_for(mover), candidate.bounds.upper_for(mover));
        let class = match candidate.bounds.result() {
            Some(Some(winner)) if winner == mover => 4,
            Some(None) if hope <= 0.0 => 3,
            None => 2,
            Some(None) => 1,
            Some(_) => 0,
        };
        let score = match class {
            4 => (lower, upper),
            // Where scores are searched the surest one leads; where lengths are, the one that may last longest.
            0 if depth == Depth::Even => (lower, upper),
            0 => (upper, lower),
            2 if preferred == Some(candidate.mv) => (i16::MAX, 0),
            2 => {
                let value = candidate.value.map_or(-2.0, |value| value.0);
                let doublings = match depth {
                    Depth::Even => 0,
                    Depth::ByVisits => candidate.visits.checked_ilog2().map_or(-1, |doublings| doublings as i16),
                };
                (doublings, (1e4 * value) as i16)
            }
            _ => (0, 0),
        };
        Reverse((class, score))
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Game;
    use luozi_games::{connect4, nogo, reversi};

    /// On small boards every move is known, as plain minimax knows it, and the order is that of the scores.
    fn agrees_with_minimax<G: Playable>(rules: &G, plies: u32, games: u64) {
        for seed in 0..games {
            let mut rng = luozi_core::Rng::seeded(seed);
            let mut position = rules.initial();
            for _ in 0..plies {
                let mut moves = MoveList::new();
                rules.legal_moves(&position, &mut moves);
                if !moves.is_empty() {
                    rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
                }
            }
            if rules.outcome(&position).is_some() {
                continue;
            }
            let mover = rules.to_move(&position);
            let mut exact = Exact::new(rules);
            exact.turn_to(&position);
            exact.work(&position, &Limits::none(), u64::MAX);
            assert!(exact.knows_all());
            let report = exact.report(&position, Duration::ZERO);
            assert_eq!(report.candidates.len() as u64, rules.count_moves(&position));
            let truth: Vec<Score> = report
                .candidates
                .iter()
                .map(|candidate| luozi_core::conformance::minimax(rules, &exact.after(&position, candidate.mv)))
                .collect();
            for (candidate, score) in report.candidates.iter().zip(&truth) {
                assert!(candidate.bounds.lower <= *score && *score <= candidate.bounds.upper);
                assert_eq!(candidate.bounds.result(), Some(score.winner()));
                assert_eq!(candidate.line[0], candidate.mv);
            }
            let results: Vec<i16> = truth.iter().map(|score| score.seen_by(mover).signum()).collect();
            assert!(results.is_sorted_by(|a, b| a >= b), "{results:?}");
            assert_eq!(report.value.0, f64::from(results[0]));
        }
    }

    #[test]
    fn every_move_of_a_small_board_is_known() {
        agrees_with_minimax(&connect4::Rules::<u64>::new(4, 4, &[]).unwrap(), 5, 12);
        agrees_with_minimax(&reversi::Rules::new(4, reversi::Scoring::Difference).unwrap(), 4, 12);
        agrees_with_minimax(&nogo::Rules::new(3, 3).unwrap(), 2, 12);
    }

    #[test]
    fn open_moves_of_much_the_same_visits_stand_by_their_value() {
        let open = Bounds { lower: Score(-64), upper: Score(64) };
        let candidate = |mv: u8, visits, value, bounds| Candidate {
            mv,
            visits,
            value: Some(Pov(value)),
            bounds,
            prior: 0.0,
            line: vec![mv],
        };
        let mut candidates = vec![
            candidate(0, 900, 0.2, open),
            candidate(1, 40, -0.3, open),
            candidate(2, 41, 0.4, open),
            candidate(3, 5, 0.9, open),
            candidate(4, 0, -1.0, Bounds::exact(Score(-2))),
            candidate(5, 0, 1.0, Bounds::exact(Score(2))),
        ];
        let mut equally_deep = candidates.clone();
        let moves =
            |candidates: Vec<Candidate<u8>>| candidates.iter().map(|candidate| candidate.mv).collect::<Vec<_>>();
        order(&mut candidates, Player::First, Depth::ByVisits);
        assert_eq!(moves(candidates), [5, 0, 2, 1, 3, 4]);
        order(&mut equally_deep, Player::First, Depth::Even);
        assert_eq!(moves(equally_deep), [5, 0, 3, 2, 1, 4]);
    }

    #[test]
    fn the_book_knows_the_classic_board_at_once() {
        let rules = connect4::Rules::<u64>::classic();
        let mut exact = Exact::new(&rules);
        let start = rules.initial();
        exact.turn_to(&start);
        exact.work(&start, &Limits::none(), 1_000);
        assert!(exact.knows_all());
        let best = exact.report(&start, Duration::ZERO).candidates[0].clone();
        assert_eq!((rules.move_index(best.mv), best.value), (3, Some(Pov(1.0))));
    }
}
