//! RAVE (Gelly and Silver 2007) and GRAVE (Cazenave 2015): a move that was good later in a playout is tried now.
//!
//! The child's mean over `n` visits is blended with the all-moves-as-first mean over `a` samples by the weight
//! a / (a + n + bias·a·n), to which the UCB1 bonus is added (c = 0 leaves it out).

use super::Situation;
use crate::graph::edge::Edge;
use crate::graph::node::EdgeId;
use crate::graph::{Amaf, Reference};
use luozi_core::Pov;

/// With the node's own statistics.
pub(super) fn rave(situation: &Situation<'_>) -> Option<EdgeId> {
    let own = situation.graph.amaf(situation.first_edge..situation.first_edge + situation.edges.len() as u32);
    blended(situation, |place, _| own[place].load())
}

/// With the statistics of the nearest ancestor that has enough visits.
pub(super) fn grave(situation: &Situation<'_>, reference: &Reference) -> Option<EdgeId> {
    blended(situation, |_, edge| reference.of(edge.move_index()))
}

#[inline(always)]
fn blended(situation: &Situation<'_>, statistics: impl Fn(usize, &Edge) -> Amaf) -> Option<EdgeId> {
    let mover = situation.node.to_move();
    let bonus = situation.c() * (2.0 * situation.parent_visits().ln()).sqrt() * situation.bonus_sign();
    let bias = situation.params.rave_bias;
    let visited = |place, edge: &Edge, visits: f64, value: Pov| {
        let amaf = statistics(place, edge);
        let count = f64::from(amaf.count());
        let weight = count / (count + visits + bias * count * visits);
        let explore = if bonus == 0.0 { 0.0 } else { bonus / visits.sqrt() };
        value.0 + weight * (amaf.value().seen_by(mover).0 - value.0) + explore
    };
    let unvisited = |place, edge: &Edge, urgency: Pov| {
        let amaf = statistics(place, edge);
        bonus + if amaf.count() == 0 { urgency.0 } else { amaf.value().seen_by(mover).0 }
    };
    situation.best(visited, unvisited)
}
