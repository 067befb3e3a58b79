//! The move to play, and the order of all moves: certain wins first, certain losses last.
//!
//! A certain win is played at once, the largest score first, which is the shortest in games that score speed. A side
//! that has certainly lost resists: it takes the move against which the opponent's best known win is worth least. A certain draw is taken when
//! everything open looks worse.

use crate::expand::best_of;
use crate::graph::edge::Edge;
use crate::graph::node::{EdgeId, NodeId};
use crate::select::{self, Lanes, Situation};
use crate::worker::{Root, Shared};
use crate::{Candidate, FinalChoice, Params, Prove};
use luozi_core::{Bounds, Game, Player, Rng, sort_few_by};
use std::cmp::Ordering;

/// Visits that a prior of 1 counts for when a move is drawn at random.
const PRIOR_VISITS: f64 = 8.0;

/// Which of the moves, best first, to play at that temperature. A certain win is played, a certain loss only when there
/// is nothing else.
pub(crate) fn draw<M>(candidates: &[Candidate<M>], mover: Player, temperature: f64, rng: &mut Rng) -> usize {
    if temperature == 0.0 || candidates[0].bounds.lower_for(mover) > 0 {
        return 0;
    }
    let weight = |candidate: &Candidate<M>| {
        let visits = f64::from(candidate.visits) + PRIOR_VISITS * f64::from(candidate.prior);
        if candidate.bounds.upper_for(mover) < 0 { 0.0 } else { libm::pow(visits, temperature.recip()) }
    };
    let weights: Vec<f64> = candidates.iter().map(weight).collect();
    let mut left = rng.unit() * weights.iter().sum::<f64>();
    let chosen = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    chosen.unwrap_or(0)
}

/// How certain a move's result is, worst first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Standing {
    /// A proven loss.
    Lost,
    /// Cannot be better than a certain draw that is at hand, or is that draw while something open looks better.
    Behind,
    /// To be judged by its merit.
    Open,
    /// A certain draw while everything open looks worse.
    Drawn,
    /// A proven win.
    Won,
}

/// What decides between moves, most important first; larger is better.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
struct Rank {
    standing: Standing,
    /// Of a win, the score that is certain; of a loss, the one to be hoped for, since the opponent's fast win is known.
    score: i16,
    /// The other end of what is proven.
    other_score: i16,
    /// By the final-choice rule.
    merit: f64,
    /// Breaks ties of the merit.
    tie: f64,
}

/// What the moves of a node prove about it.
pub(crate) fn proven_by_moves<G: Game>(shared: &Shared<G>, id: NodeId) -> Option<Bounds> {
    let node = shared.graph.node(id);
    let edges = shared.graph.edges(node.edges()?);
    best_of(edges.iter().map(|edge| edge.bounds()), node.to_move())
}

/// The edges of a node, best first, by the rule `choice`.
pub(crate) fn ranked<G: Game>(
    shared: &Shared<G>,
    root: &Root<G::Position>,
    id: NodeId,
    choice: FinalChoice,
) -> Vec<EdgeId> {
    let (graph, params) = (&shared.graph, &shared.params);
    let node = graph.node(id);
    let mover = node.to_move();
    let Some(range) = node.edges() else { return Vec::new() };
    let edges = graph.edges(range.clone());
    let favourite = match choice {
        FinalChoice::Ucb => select::choose(
            &Situation {
                params,
                node,
                first_edge: range.start,
                edges,
                root_player: root.player,
                is_root: true,
                statistics: graph.cells(node),
            },
            &mut Lanes::new(),
        ),
        _ => None,
    };
    let most_visits = edges.iter().map(Edge::visits).max().unwrap_or(0);
    let draw_at_hand = edges.iter().any(|edge| proven(edge, mover, params) == (0, 0));
    let hope = edges
        .iter()
        .filter(|edge| matches!(proven(edge, mover, params), (..=-1, upper) | (0, upper @ 1..) if upper > 0 || !draw_at_hand))
        .map(|edge| value_for(edge, mover))
        .max_by(f64::total_cmp)
        .unwrap_or(f64::NEG_INFINITY);
    let rank = |index: u32| {
        let edge = graph.edge(EdgeId(index));
        let merit = match choice {
            FinalChoice::Ucb => f64::from(u8::from(favourite == Some(EdgeId(index)))),
            _ => merit(edge, mover, params, choice, most_visits),
        };
        rank(edge, mover, proven(edge, mover, params), draw_at_hand.then_some(hope), merit)
    };
    let mut order: Vec<(Rank, u32)> = range.map(|index| (rank(index), index)).collect();
    // Stable, and the list is in edge order: the first of equals stays first.
    sort_few_by(&mut order, |(a, _), (b, _)| b.partial_cmp(a).unwrap_or(Ordering::Equal));
    order.into_iter().map(|(_, index)| EdgeId(index)).collect()
}

/// The child's value for the mover; a move nobody tried is worth less than any.
fn value_for(edge: &Edge, mover: Player) -> f64 {
    match edge.value() {
        Some(value) if edge.visits() > 0 => value.seen_by(mover).0,
        _ => f64::NEG_INFINITY,
    }
}

fn merit(edge: &Edge, mover: Player, params: &Params, choice: FinalChoice, most_visits: u32) -> f64 {
    let (visits, value) = (f64::from(edge.visits()), value_for(edge, mover));
    match choice {
        FinalChoice::Visits => visits,
        FinalChoice::Value | FinalChoice::Ucb => value,
        FinalChoice::ValueFloor if visits >= params.visit_floor * f64::from(most_visits) => value,
        FinalChoice::ValueFloor => f64::NEG_INFINITY,
        // Results of ±1 with mean q have the variance 1 - q²; for gentler rewards this is on the safe side.
        FinalChoice::Lcb if visits > 0.0 => {
            value - params.lcb_z * ((1.0 - value * value).max(0.0) / visits).sqrt() - 1.0 / visits
        }
        FinalChoice::Lcb => f64::NEG_INFINITY,
    }
}

/// Least and largest score of a move for the mover, as far as proofs are used.
fn proven(edge: &Edge, mover: Player, params: &Params) -> (i16, i16) {
    match params.prove {
        Prove::Off => (i16::MIN, i16::MAX),
        _ => (edge.bounds().lower_for(mover), edge.bounds().upper_for(mover)),
    }
}

/// `hope` is the best value among moves that may beat a draw, if a certain draw is at hand.
fn rank(edge: &Edge, mover: Player, (lower, upper): (i16, i16), hope: Option<f64>, merit: f64) -> Rank {
    let tie = match value_for(edge, mover) {
        value if value.is_finite() => value,
        _ => f64::from(edge.prior()) - 2.0,
    };
    let standing = match (lower, upper) {
        (1.., _) => Standing::Won,
        (_, ..=-1) => Standing::Lost,
        (0, 0) if hope.is_none_or(|value| value <= 0.0) => Standing::Drawn,
        (_, 0) if hope.is_some() => Standing::Behind,
        _ => Standing::Open,
    };
    let (score, other_score) = match standing {
        Standing::Won => (lower, upper),
        Standing::Lost => (upper, lower),
        _ => (0, 0),
    };
    Rank { standing, score, other_score, merit, tie }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Score;

    fn candidate(visits: u32, prior: f32, (lower, upper): (i16, i16)) -> Candidate<u32> {
        let bounds = Bounds { lower: Score(lower), upper: Score(upper) };
        Candidate { mv: 0, visits, value: None, bounds, prior, line: Vec::new() }
    }

    fn counts(candidates: &[Candidate<u32>], temperature: f64) -> Vec<u32> {
        let mut rng = Rng::seeded(5);
        let mut counts = vec![0; candidates.len()];
        for _ in 0..1000 {
            counts[draw(candidates, Player::First, temperature, &mut rng)] += 1;
        }
        counts
    }

    #[test]
    fn moves_are_drawn_by_their_weights_and_proofs_are_respected() {
        let open = (-9, 9);
        let moves = [candidate(60, 0.0, open), candidate(20, 0.0, open), candidate(5, 0.5, (-9, -1))];
        assert_eq!(counts(&moves, 0.0), [1000, 0, 0]);
        let drawn = counts(&moves, 1.0);
        assert!((700..800).contains(&drawn[0]) && drawn[2] == 0, "three to one, never the lost one: {drawn:?}");
        let flat = counts(&moves, 5.0);
        assert!(flat[1] > drawn[1], "a higher temperature is more even");
        let by_prior = counts(&[candidate(0, 0.75, open), candidate(0, 0.25, open)], 1.0);
        assert!((700..800).contains(&by_prior[0]), "{by_prior:?}");
        assert_eq!(counts(&[candidate(1, 0.1, (1, 9)), candidate(99, 0.9, open)], 5.0), [1000, 0]);
        assert_eq!(counts(&[candidate(1, 0.1, (-9, -1)), candidate(9, 0.9, (-9, -2))], 5.0), [1000, 0]);
    }
}
