//! RAVE (Gelly and Silver 2007) and GRAVE (Cazenave 2015): a move that was good later in a playout is tried now.
//!
//! The child's mean q over `n` visits is blended with the all-moves-as-first mean s/a over `a` samples by the weight
//! a / (a + n + bias·a·n), to which the UCB1 bonus is added (c = 0 leaves it out). `rave_prior` draws are among the `a`
//! samples from the start; with `rave_share_bonus` the bonus belongs to the child's mean and shrinks with its share.
//! The statistics keep the sum s and not the mean, so the blend is q + (s - a·q) / (a + n + bias·a·n): one division.
//!
//! A NoGo node has 80 moves, and a score costs three divisions and a root. So the numbers of the open edges are first
//! copied side by side ([`Lanes`]: atomics are read one at a time), and then scored and compared sixteen at once.

use super::{Blended, Settled, Situation, Term, VIRTUAL_LOSS};
use crate::graph::AmafCell;
use crate::graph::edge::Edge;
use crate::graph::node::EdgeId;
use crate::{Fpu, Params};
use luozi_core::cpu::{Kernel, dispatch};
use luozi_core::{MAX_MOVES, Pov};

/// The urgency of an untried move at most: infinite ones must survive a multiplication by 0.
const LARGEST_URGENCY: f32 = 1e9;
/// Added to a weight that is a divisor and may be 0.
const TINY: f32 = 1e-9;
/// Edges scored at once: the lanes of the widest vectors.
const WIDTH: usize = 16;
const _: () = assert!(MAX_MOVES.is_multiple_of(WIDTH), "the last edges are scored with as many lanes as the others");

/// The open edge with the best score, the first of equals.
pub(super) fn best(situation: &Situation<'_>, lanes: &mut Lanes) -> Option<EdgeId> {
    lanes.lay_out(situation.edges, situation.statistics);
    let best = dispatch(Best {
        lanes,
        count: situation.edges.len() as u32,
        score: Score::at(situation),
        settled: situation.settled(situation.node.to_move()),
    })?;
    Some(EdgeId(situation.first_edge + best))
}

/// The numbers of every edge, one after the other.
pub(super) fn terms(situation: &Situation<'_>) -> Vec<Term> {
    let (score, settled) = (Score::at(situation), situation.settled(situation.node.to_move()));
    let term = |edge: &Edge| {
        let amaf = situation.statistics[edge.move_index()].load();
        let (visits, own) = (edge.visits(), edge.value_bits());
        let (value, samples) = score.value_and_samples(visits as f32, own, amaf.count());
        let share = score.blend.share(visits as f32, samples);
        let mean = if samples > 0.0 { amaf.sum() * score.sign / samples } else { 0.0 };
        Term {
            value: f64::from(value),
            bonus: f64::from(score.bonus_of(visits as f32, samples)),
            score: f64::from(score.of(visits, own, amaf.count(), amaf.sum())),
            settled: settled.covers(edge.bounds_word()),
            blend: Some(Blended { samples: samples.into(), mean: mean.into(), share: share.into() }),
        }
    };
    situation.edges.iter().map(term).collect()
}

/// Numbers of the edges of a node, a lane for each.
pub(crate) struct Lanes {
    visits: [u32; MAX_MOVES],
    values: [f32; MAX_MOVES],
    counts: [u32; MAX_MOVES],
    sums: [f32; MAX_MOVES],
    bounds: [u32; MAX_MOVES],
}

impl Lanes {
    /// With no edge in any lane.
    pub(crate) fn new() -> Lanes {
        Lanes {
            visits: [0; MAX_MOVES],
            values: [0.0; MAX_MOVES],
            counts: [0; MAX_MOVES],
            sums: [0.0; MAX_MOVES],
            bounds: [0; MAX_MOVES],
        }
    }

    /// Copies the numbers of all edges, with the statistics of their moves. Later lanes keep what they hold.
    #[inline(always)]
    fn lay_out(&mut self, edges: &[Edge], statistics: &[AmafCell]) {
        let counts = self.counts.iter_mut().zip(&mut self.sums);
        let own = self.visits.iter_mut().zip(&mut self.values).zip(counts).zip(&mut self.bounds);
        for (edge, (((visits, value), (count, sum)), bounds)) in edges.iter().zip(own) {
            let amaf = statistics[edge.move_index()].load();
            *visits = edge.visits();
            *value = edge.value_bits();
            *count = amaf.count();
            *sum = amaf.sum();
            *bounds = edge.bounds_word();
        }
    }
}

/// How the edges of one node are scored: everything that does not depend on the edge.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Score {
    blend: Blend,
    /// +1 or -1, which turns the first player's view into the mover's.
    sign: f32,
    bonus: f32,
    /// The bonus shrinks with the mean's share.
    shared_bonus: bool,
    urgency: f32,
    /// The node's value, if an untried move with a value of its own gets the mean of both.
    average_with: Option<f32>,
}

impl Score {
    fn at(situation: &Situation<'_>) -> Score {
        let (params, mover) = (situation.params, situation.node.to_move());
        let bonus = situation.c() * (2.0 * situation.parent_visits().ln()).sqrt() * situation.bonus_sign();
        let parent = situation.node.value().unwrap_or_default().seen_by(mover);
        Score {
            blend: Blend::new(params),
            sign: Pov(1.0).owned_by(mover).0 as f32,
            bonus: bonus as f32,
            shared_bonus: params.rave_share_bonus,
            urgency: (situation.first_play_urgency(parent).0 as f32).min(LARGEST_URGENCY),
            average_with: (params.fpu == Fpu::Average).then_some(parent.0 as f32),
        }
    }

    /// The score of an edge with these visits, value (not a number: none) and statistics. Written without a branch.
    #[inline(always)]
    fn of(&self, visits: u32, value: f32, count: u32, sum: f32) -> f32 {
        // By way of signed numbers, which all vectors can convert.
        let visits = visits.min(i32::MAX as u32) as i32 as f32;
        let (value, count) = self.value_and_samples(visits, value, count);
        self.blend.of(visits, value, count, sum * self.sign) + self.bonus_of(visits, count)
    }

    /// The value of an edge that is blended with its statistics, and their samples with the prior.
    #[inline(always)]
    fn value_and_samples(&self, visits: f32, value: f32, count: u32) -> (f32, f32) {
        let count = count as i32 as f32 + self.blend.prior;
        let own = value * self.sign;
        // A child whose first evaluation is under way counts as a loss.
        let visited = if own.is_nan() { VIRTUAL_LOSS.0 as f32 } else { own };
        let untried = match self.average_with {
            Some(parent) if !own.is_nan() => (own + parent) / 2.0,
            _ => self.urgency,
        };
        let unvisited = if count > 0.0 { 0.0 } else { untried };
        (if visits > 0.0 { visited } else { unvisited }, count)
    }

    #[inline(always)]
    fn bonus_of(&self, visits: f32, count: f32) -> f32 {
        let share = if self.shared_bonus { self.blend.share(visits, count) } else { 1.0 };
        share * self.bonus / visits.max(1.0).sqrt()
    }
}

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

/// The lane with the largest score among the first `count` that are not settled, the first of equals.
struct Best<'a> {
    lanes: &'a Lanes,
    count: u32,
    score: Score,
    settled: Settled,
}

impl Kernel for Best<'_> {
    type Output = Option<u32>;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> Option<u32> {
        let Best { lanes, count, score, settled } = self;
        let mut best = [f32::NEG_INFINITY; WIDTH];
        let mut at = [u32::MAX; WIDTH];
        for first in (0..count.min(MAX_MOVES as u32)).step_by(WIDTH) {
            let visits = chunk(&lanes.visits, first);
            let values = chunk(&lanes.values, first);
            let counts = chunk(&lanes.counts, first);
            let sums = chunk(&lanes.sums, first);
            let bounds = chunk(&lanes.bounds, first);
            for lane in 0..WIDTH {
                let place = first + lane as u32;
                let new = score.of(visits[lane], values[lane], counts[lane], sums[lane]);
                let better = (place < count) & !settled.covers(bounds[lane]) & (new > best[lane]);
                best[lane] = if better { new } else { best[lane] };
                at[lane] = if better { place } else { at[lane] };
            }
        }
        // The upper half of the lanes against the lower one, until one is left.
        for half in [WIDTH / 2, WIDTH / 4, WIDTH / 8, WIDTH / 16] {
            for (lane, other) in (0..half).zip(half..) {
                let better = (best[other] > best[lane]) | ((best[other] == best[lane]) & (at[other] < at[lane]));
                best[lane] = if better { best[other] } else { best[lane] };
                at[lane] = if better { at[other] } else { at[lane] };
            }
        }
        (at[0] < count).then_some(at[0])
    }
}

/// The lanes of one step of [`Best`].
#[inline(always)]
fn chunk<T>(lanes: &[T; MAX_MOVES], first: u32) -> &[T; WIDTH] {
    &lanes.as_chunks().0[first as usize / WIDTH]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Prove;
    use crate::graph::node::pack;
    use luozi_core::cpu::{Level, dispatch_at};
    use luozi_core::{Bounds, Player, Rng};

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

    /// The slow twin: one edge after the other, with branches.
    fn slow_best(lanes: &Lanes, count: u32, score: Score, settled: Settled) -> Option<u32> {
        let mut best = (f32::NEG_INFINITY, None);
        for place in (0..count as usize).filter(|&place| !settled.covers(lanes.bounds[place])) {
            let (visits, samples) = (lanes.visits[place] as f32, lanes.counts[place] as f32 + score.blend.prior);
            let value = match lanes.values[place] {
                own if visits > 0.0 => {
                    if own.is_nan() {
                        -1.0
                    } else {
                        own * score.sign
                    }
                }
                _ if samples > 0.0 => 0.0,
                own => match score.average_with {
                    Some(parent) if !own.is_nan() => (own * score.sign + parent) / 2.0,
                    _ => score.urgency,
                },
            };
            let blended = score.blend.of(visits, value, samples, lanes.sums[place] * score.sign);
            let share = if score.shared_bonus { score.blend.share(visits, samples) } else { 1.0 };
            let new = blended + share * score.bonus / visits.max(1.0).sqrt();
            if new > best.0 {
                best = (new, Some(place as u32));
            }
        }
        best.1
    }

    #[test]
    fn all_bodies_choose_as_the_slow_twin_does() {
        let rng = &mut Rng::seeded(8);
        let mut undecided = 0;
        for round in 0..2000 {
            let mut lanes = Lanes::new();
            let small = |rng: &mut Rng, n| if rng.below(2) == 0 { 0 } else { rng.below(n) };
            for place in 0..MAX_MOVES {
                lanes.visits[place] = small(rng, 9);
                lanes.values[place] = if rng.below(3) == 0 { f32::NAN } else { rng.below(5) as f32 / 2.0 - 1.0 };
                lanes.counts[place] = small(rng, 5);
                lanes.sums[place] = lanes.counts[place] as f32 * (rng.below(3) as f32 - 1.0);
                let (lower, upper) = (rng.below(4) as i16 - 2, rng.below(4) as i16);
                let bounds = Bounds { lower: luozi_core::Score(lower), upper: luozi_core::Score(upper.max(lower)) };
                lanes.bounds[place] = pack(bounds);
            }
            let score = Score {
                blend: Blend { bias: rng.below(2) as f32 / 8.0, prior: rng.below(2) as f32 },
                sign: if rng.below(2) == 0 { 1.0 } else { -1.0 },
                bonus: rng.below(3) as f32 / 3.0,
                shared_bonus: rng.below(2) == 0,
                urgency: [0.25, LARGEST_URGENCY][rng.below(2) as usize],
                average_with: (rng.below(2) == 0).then_some(-0.5),
            };
            let prove = [Prove::Off, Prove::Result, Prove::Score][round % 3];
            let settled = Settled::new(prove, Player::BOTH[rng.below(2) as usize], rng.below(6) as i16 - 3);
            // Few edges and many: with none at all, and with all of them settled, there is nothing to choose.
            let count = if round % 2 == 0 { rng.below(6) } else { rng.below(MAX_MOVES as u32 + 1) };
            let slow = slow_best(&lanes, count, score, settled);
            undecided += u32::from(slow.is_none());
            for level in Level::ALL {
                let fast = dispatch_at(level, Best { lanes: &lanes, count, score, settled });
                assert_eq!(fast, slow, "round {round}, {level:?}, {count} edges, {score:?}, {settled:?}");
            }
        }
        assert!((100..1500).contains(&undecided), "{undecided}");
    }
}
