//! PUCT (Rosin 2011) in the form of Silver et al. 2017: priors of an evaluator, uniform ones without.

use super::Situation;
use crate::graph::node::EdgeId;

/// mean + c·prior·sqrt(N) / (1 + n)
///
/// Uniform priors over `k` moves are `1 / k`; the published programs without a network leave the prior out, so
/// their constant is this one divided by the number of moves.
pub(super) fn puct(situation: &Situation<'_>) -> Option<EdgeId> {
    let explore = situation.c() * situation.parent_visits().sqrt() * situation.bonus_sign();
    situation.best(
        |_, edge, visits, value| value.0 + explore * f64::from(edge.prior()) / (1.0 + visits),
        |_, edge, urgency| urgency.0 + explore * f64::from(edge.prior()),
    )
}
