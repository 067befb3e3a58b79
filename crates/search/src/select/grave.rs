//! RAVE (Gelly and Silver 2007) and GRAVE (Cazenave 2015): a move that was good later in a playout is tried now.
//!
//! The child's mean over `n` visits is blended with the all-moves-as-first mean over `a` samples by the weight
//! a / (a + n + bias·a·n), to which the UCB1 bonus is added (c = 0 leaves it out).

use super::Situation;
use crate::graph::Amaf;
use crate::graph::edge::Edge;
use crate::graph::node::EdgeId;

/// With the node's own statistics.
pub(super) fn rave(situation: &Situation<'_>) -> Option<EdgeId> {
    blended(situation, |_, index| situation.graph.amaf(index))
}

/// With the statistics of the nearest ancestor that has enough visits.
pub(super) fn grave(situation: &Situation<'_>) -> Option<EdgeId> {
    blended(situation, |edge, _| situation.reference[edge.move_index()])
}

#[inline(always)]
fn blended(situation: &Situation<'_>, statistics: impl Fn(&Edge, u32) -> Amaf) -> Option<EdgeId> {
    let mover = situation.node.to_move();
    let bonus = situation.c() * (2.0 * situation.parent_visits().ln()).sqrt() * situation.bonus_sign();
    let bias = situation.params.rave_bias;
    situation.best(|candidate, stand_in| {
        let visits = f64::from(candidate.visits);
        let amaf = statistics(candidate.edge, candidate.index);
        let count = f64::from(amaf.count);
        let explore = bonus / visits.max(1.0).sqrt();
        let amaf_value = amaf.value.seen_by(mover).0;
        match candidate.value {
            _ if amaf.count == 0 => stand_in.0 + explore,
            None => amaf_value + explore,
            Some(value) => {
                let weight = count / (count + visits + bias * count * visits);
                (1.0 - weight) * value.0 + weight * amaf_value + explore
            }
        }
    })
}
