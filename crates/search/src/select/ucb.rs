//! UCB1 (Auer, Cesa-Bianchi, Fischer 2002; in trees: Kocsis and Szepesvári 2006), constant outside or inside the root,
//! and the same authors' UCB1-tuned, whose bonus shrinks where the results hardly differ.

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

/// mean + c·sqrt(2·ln N / n · V) with V = min(1, variance + sqrt(2·ln N / n)), the variance of results within [-1, 1]
///
/// Results are wins and losses, so that a mean of q has the variance 1 - q² and no squares need be kept; draws and
/// gentler rewards make it smaller, and this an upper bound.
pub(super) fn tuned(situation: &Situation<'_>) -> Option<EdgeId> {
    let logarithm = 2.0 * situation.parent_visits().ln();
    let c = situation.c() * situation.bonus_sign();
    let bonus = |visits: f64, q: f64| {
        let share = logarithm / visits;
        c * (share * variance_bound(q, share)).sqrt()
    };
    situation.best(|_, _, visits, value| value.0 + bonus(visits, value.0), |_, _, urgency| urgency.0 + bonus(1.0, 0.0))
}

/// What the variance of wins and losses with mean `q` may be, seen with an uncertainty of `share` = 2·ln N / n.
fn variance_bound(q: f64, share: f64) -> f64 {
    (1.0 - q * q + share.sqrt()).clamp(0.0, 1.0)
}

/// mean + bonus / sqrt(n)
fn with_bonus(situation: &Situation<'_>, bonus: f64) -> Option<EdgeId> {
    let bonus = bonus * situation.bonus_sign();
    situation.best(|_, _, visits, value| value.0 + bonus / visits.sqrt(), |_, _, urgency| urgency.0 + bonus)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_that_hardly_differ_have_little_variance_once_they_are_many() {
        assert_eq!(variance_bound(0.0, 0.01), 1.0, "level: plain UCB1");
        assert_eq!(variance_bound(1.0, 4.0), 1.0, "few results");
        assert!((variance_bound(-0.9, 0.01) - 0.29).abs() < 1e-12, "0.19 and the uncertainty 0.1");
    }
}
