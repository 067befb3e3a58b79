//! RAVE (Gelly and Silver 2007) and GRAVE (Cazenave 2015): a move that was good later in a playout is tried now.
//!
//! The child's mean q over `n` visits is blended with the all-moves-as-first mean s/a over `a` samples by the weight
//! a / (a + n + bias·a·n), to which the UCB1 bonus is added (c = 0 leaves it out). `rave_prior` draws are among the `a`
//! samples from the start; with `rave_share_bonus` the bonus belongs to the child's mean and shrinks with its share.
//! The statistics keep the sum s and not the mean, so the blend is q + (s - a·q) / (a + n + bias·a·n): one division.

use super::{Situation, VIRTUAL_LOSS};
use crate::graph::edge::Edge;
use crate::graph::node::EdgeId;
use crate::graph::{Amaf, Reference};
use crate::{Fpu, Params};
use luozi_core::{Player, Pov};

/// The urgency of an untried move at most: infinite ones must survive a multiplication by 0.
const LARGEST_URGENCY: f32 = 1e9;
/// Added to a weight that is a divisor and may be 0.
const TINY: f32 = 1e-9;

/// The constants of the blend.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Blend {
    bias: f32,
    prior: f32,
}

impl Blend {
    fn new(params: &Params) -> Blend {
        Blend { bias: params.rave_bias as f32, prior: params.rave_prior as f32 }
    }

    /// The blend of a value over visits with samples, the prior included. Without visits it is the samples' mean.
    #[inline(always)]
    fn of(self, visits: f32, value: f32, count: f32, sum: f32) -> f32 {
        value + (sum - count * value) / self.divisor(visits, count)
    }

    #[inline(always)]
    fn divisor(self, visits: f32, count: f32) -> f32 {
        count + visits + self.bias * count * visits + TINY
    }

    /// The share of the value in the blend.
    #[inline(always)]
    fn share(self, visits: f32, count: f32) -> f32 {
        1.0 - count / self.divisor(visits, count)
    }
}

/// +1 or -1, which turns the first player's view into the mover's.
#[inline(always)]
fn sign_of(mover: Player) -> f32 {
    Pov(1.0).owned_by(mover).0 as f32
}

/// The mean of a visited edge; a loss while its first evaluation is under way.
#[inline(always)]
fn visited_value(edge: &Edge, sign: f32) -> f32 {
    let value = edge.value_bits();
    if value.is_nan() { VIRTUAL_LOSS.0 as f32 } else { value * sign }
}

/// With the node's own statistics.
pub(super) fn rave(situation: &Situation<'_>) -> Option<EdgeId> {
    let range = situation.first_edge..situation.first_edge + situation.edges.len() as u32;
    let own = situation.graph.amaf(range);
    scored(situation, |place, _| own[place].load())
}

/// With the statistics of the nearest ancestor that has enough visits.
pub(super) fn grave(situation: &Situation<'_>, reference: &Reference) -> Option<EdgeId> {
    scored(situation, |_, edge| reference.of(edge.move_index()))
}

/// The open edge with the best blend and bonus.
#[inline(always)]
fn scored(situation: &Situation<'_>, statistics: impl Fn(usize, &Edge) -> Amaf) -> Option<EdgeId> {
    let (params, mover) = (situation.params, situation.node.to_move());
    let (blend, sign) = (Blend::new(params), sign_of(mover));
    let bonus = (situation.c() * (2.0 * situation.parent_visits().ln()).sqrt() * situation.bonus_sign()) as f32;
    let parent = situation.node.value().unwrap_or_default().seen_by(mover);
    let urgency = (situation.first_play_urgency(parent).0 as f32).min(LARGEST_URGENCY);
    let mut best = (f32::NEG_INFINITY, None);
    for (place, edge) in situation.open_edges(mover) {
        let (visits, amaf) = (edge.visits() as f32, statistics(place, edge));
        let count = amaf.count() as f32 + blend.prior;
        let value = match edge.value_bits() {
            _ if visits > 0.0 => visited_value(edge, sign),
            _ if count > 0.0 => 0.0,
            own if params.fpu == Fpu::Average && !own.is_nan() => (own * sign + parent.0 as f32) / 2.0,
            _ => urgency,
        };
        let share = if params.rave_share_bonus { blend.share(visits, count) } else { 1.0 };
        let score = blend.of(visits, value, count, amaf.sum() * sign) + share * bonus / visits.max(1.0).sqrt();
        debug_assert!(!score.is_nan(), "a score that compares with nothing");
        if score > best.0 {
            best = (score, Some(place));
        }
    }
    best.1.map(|place| EdgeId(situation.first_edge + place as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blend_is_of_means_by_weight() {
        let plain = Blend { bias: 0.0, prior: 0.0 };
        let near = |score: f32, expected: f32| assert!((score - expected).abs() < 1e-6, "{score}, not {expected}");
        near(plain.of(2.0, -0.5, 0.0, 0.0), -0.5);
        near(plain.of(0.0, 0.3, 0.0, 0.0), 0.3);
        near(plain.of(0.0, 0.0, 4.0, 2.0), 0.5);
        near(plain.of(4.0, 0.0, 4.0, 2.0), 0.25);
        near(plain.of(4.0, 0.6, 4.0 + 4.0, 2.0), (0.6 * 4.0 + 2.0) / 12.0);
        near(Blend { bias: 0.5, ..plain }.of(4.0, 0.0, 4.0, 2.0), 2.0 / 16.0);
        near(plain.share(4.0, 4.0), 0.5);
        assert_eq!(plain.of(0.0, LARGEST_URGENCY, 0.0, 0.0), LARGEST_URGENCY);
    }
}
