//! PUCT (Rosin 2011) in the form of Silver et al. 2017: priors of an evaluator, uniform ones without.

use super::{Bonus, Situation};
use crate::graph::edge::Edge;

/// mean + c·prior·sqrt(N) / (1 + n)
///
/// Uniform priors over `k` moves are `1 / k`; the published programs without a network leave the prior out, so
/// their constant is this one divided by the number of moves.
pub(super) struct Puct {
    explore: f64,
}

impl Puct {
    #[inline(always)]
    pub(super) fn at(situation: &Situation<'_>) -> Puct {
        Puct { explore: situation.c() * situation.parent_visits().sqrt() * situation.bonus_sign() }
    }
}

impl Bonus for Puct {
    #[inline(always)]
    fn visited(&self, edge: &Edge, visits: f64) -> f64 {
        self.explore * f64::from(edge.prior()) / (1.0 + visits)
    }

    #[inline(always)]
    fn unvisited(&self, edge: &Edge) -> f64 {
        self.explore * f64::from(edge.prior())
    }
}
