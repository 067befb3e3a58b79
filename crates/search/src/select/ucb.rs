//! UCB1 (Auer, Cesa-Bianchi, Fischer 2002; in trees: Kocsis and Szepesvári 2006), constant outside or inside the root.

use super::Situation;
use crate::graph::node::EdgeId;

/// mean + c·sqrt(2·ln N / n)
pub(super) fn outside(situation: &Situation<'_>) -> Option<EdgeId> {
    let bonus = situation.c() * (2.0 * situation.parent_visits().ln()).sqrt();
    with_bonus(situation, bonus)
}

/// mean + sqrt(c·ln N / n)
pub(super) fn inside(situation: &Situation<'_>) -> Option<EdgeId> {
    let bonus = (situation.c() * situation.parent_visits().ln()).sqrt();
    with_bonus(situation, bonus)
}

/// mean + bonus / sqrt(n)
fn with_bonus(situation: &Situation<'_>, bonus: f64) -> Option<EdgeId> {
    let bonus = bonus * situation.bonus_sign();
    situation.best(|_, _, visits, value| value.0 + bonus / visits.sqrt(), |_, _, urgency| urgency.0 + bonus)
}
