//! RAVE (Gelly and Silver 2007) and GRAVE (Cazenave 2015): a move that was good later in a playout is tried now.
//!
//! The child's mean over `n` visits is blended with the all-moves-as-first mean over `a` samples by the weight
//! a / (a + n + bias·a·n), to which the UCB1 bonus is added (c = 0 leaves it out). `rave_prior` draws are among the `a`
//! samples from the start; with `rave_share_bonus` the bonus belongs to the child's mean and shrinks with its share.

use super::Situation;
use crate::Params;
use crate::graph::edge::Edge;
use crate::graph::node::EdgeId;
use crate::graph::{Amaf, Reference};
use luozi_core::{Player, Pov};

/// With the node's own statistics.
pub(super) fn rave(situation: &Situation<'_>) -> Option<EdgeId> {
    let own = situation.graph.amaf(situation.first_edge..situation.first_edge + situation.edges.len() as u32);
    blended(situation, |place, _| own[place].load())
}

/// With the statistics of the nearest ancestor that has enough visits.
pub(super) fn grave(situation: &Situation<'_>, reference: &Reference) -> Option<EdgeId> {
    blended(situation, |_, edge| reference.of(edge.move_index()))
}

/// Number and mean of the samples, for the mover, after `prior` draws.
#[inline(always)]
fn with_prior(amaf: Amaf, mover: Player, prior: f64) -> (f64, f64) {
    let (count, mean) = (f64::from(amaf.count()), amaf.value().seen_by(mover).0);
    if prior == 0.0 { (count, mean) } else { (count + prior, mean * count / (count + prior)) }
}

#[inline(always)]
fn blended(situation: &Situation<'_>, statistics: impl Fn(usize, &Edge) -> Amaf) -> Option<EdgeId> {
    let mover = situation.node.to_move();
    let bonus = situation.c() * (2.0 * situation.parent_visits().ln()).sqrt() * situation.bonus_sign();
    let Params { rave_bias: bias, rave_prior: prior, rave_share_bonus: share_bonus, .. } = *situation.params;
    let visited = |place, edge: &Edge, visits: f64, value: Pov| {
        let (count, all_moves) = with_prior(statistics(place, edge), mover, prior);
        let weight = count / (count + visits + bias * count * visits);
        let explore = if bonus == 0.0 { 0.0 } else { bonus / visits.sqrt() };
        let share = if share_bonus { 1.0 - weight } else { 1.0 };
        value.0 + weight * (all_moves - value.0) + share * explore
    };
    let unvisited = |place, edge: &Edge, urgency: Pov| {
        let (count, all_moves) = with_prior(statistics(place, edge), mover, prior);
        let explore = if share_bonus { 0.0 } else { bonus };
        explore + if count == 0.0 { urgency.0 } else { all_moves }
    };
    situation.best(visited, unvisited)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn statistics_begin_with_draws() {
        let won = Amaf::default().with(1.0).with(1.0);
        assert_eq!(with_prior(won, Player::Second, 0.0), (2.0, -1.0));
        assert_eq!(with_prior(won, Player::First, 6.0), (8.0, 0.25));
        assert_eq!(with_prior(Amaf::default(), Player::First, 6.0), (6.0, 0.0));
    }
}
