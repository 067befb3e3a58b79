//! UCB1 (Auer, Cesa-Bianchi, Fischer 2002; in trees: Kocsis and Szepesvári 2006), constant outside or inside the root.

use super::{Bonus, Situation};
use crate::graph::edge::Edge;

/// mean + bonus / sqrt(n)
pub(super) struct Ucb {
    bonus: f64,
}

impl Ucb {
    /// mean + c·sqrt(2·ln N / n)
    #[inline(always)]
    pub(super) fn outside(situation: &Situation<'_>) -> Ucb {
        let bonus = situation.c() * (2.0 * situation.parent_visits().ln()).sqrt();
        Ucb { bonus: bonus * situation.bonus_sign() }
    }

    /// mean + sqrt(c·ln N / n)
    #[inline(always)]
    pub(super) fn inside(situation: &Situation<'_>) -> Ucb {
        let bonus = (situation.c() * situation.parent_visits().ln()).sqrt();
        Ucb { bonus: bonus * situation.bonus_sign() }
    }
}

impl Bonus for Ucb {
    #[inline(always)]
    fn visited(&self, _: &Edge, visits: f64) -> f64 {
        self.bonus / visits.sqrt()
    }

    #[inline(always)]
    fn unvisited(&self, _: &Edge) -> f64 {
        self.bonus
    }
}
