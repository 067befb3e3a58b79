//! Names of regions that forget everything but how their points hang together.
//!
//! A region is a graph: empty points, which of them touch, and groups that touch some of them. Shifted, turned and
//! reflected regions are the same graph, and so are most regions that differ only in the shapes of their groups. A key
//! is a hash of the whole graph with its points in an order that does not depend on where they lie:
//!
//! 1. Every point gets a number from what it is, then again and again from the numbers of its neighbours and groups,
//!    until no more points are told apart (colour refinement).
//! 2. While two points have the same number, one of the first such class is marked and the refinement goes on. Points
//!    of a class are nearly always images of each other, and then it does not matter which one is marked.
//! 3. The points are sorted by their numbers, and the graph is hashed in that order.
//!
//! Where step 2 guesses wrong, equal graphs may get two keys; different graphs have different keys always, up to a
//! collision of 128-bit hashes.

use super::region::Region;
use luozi_core::Player;
use luozi_games::nogo::{Points, Rules};

/// No region has more points.
const MOST: usize = 128;

/// A step of a hash: mixes the bits of a word so that each depends on all.
#[inline(always)]
fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    z ^ (z >> 32)
}

/// Mixes a word into a 128-bit hash.
#[inline(always)]
fn absorb(hash: u128, word: u128) -> u128 {
    let (low, high) = ((hash ^ word) as u64, ((hash ^ word) >> 64) as u64);
    let a = mix(low.wrapping_add(high.rotate_left(23)).wrapping_add(0x2545_F491_4F6C_DD1D));
    let b = mix(high ^ a.rotate_left(31));
    u128::from(a.wrapping_add(b)) | u128::from(b) << 64
}

/// A region with its points numbered from 0.
struct Graph {
    /// The points that each point touches, as bits.
    touching: [u128; MOST],
    /// What each point is to both sides.
    kinds: [u8; MOST],
    /// The points that each group touches, and whether it is the viewer's.
    groups: Vec<(u128, bool)>,
    count: usize,
}

/// The indices of the bits of a set.
#[inline(always)]
fn bits(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bit)
    })
}

/// The key of a region as `viewer` sees it: equal only for regions that are the same game for that side.
pub(super) fn key(rules: &Rules, region: &Region, viewer: Player) -> u128 {
    let graph = Graph::new(rules, region, viewer);
    let numbers = graph.numbers();

    let mut order = [0u8; MOST];
    let order = &mut order[..graph.count];
    order.iter_mut().zip(0..).for_each(|(slot, i)| *slot = i);
    order.sort_unstable_by_key(|&i| numbers[usize::from(i)]);
    let mut rank = [0u8; MOST];
    order.iter().zip(0..).for_each(|(&i, r)| rank[usize::from(i)] = r);

    let renamed = |set: u128| bits(set).fold(0u128, |image, i| image | 1 << rank[i]);
    let mut hash = graph.count as u128;
    for &i in order.iter() {
        let i = usize::from(i);
        hash = absorb(absorb(hash, renamed(graph.touching[i])), u128::from(graph.kinds[i]));
    }
    let groups = graph.groups.iter().map(|&(set, own)| absorb(absorb(3, renamed(set)), u128::from(own)));
    absorb(hash, groups.fold(0, u128::wrapping_add))
}

impl Graph {
    fn new(rules: &Rules, region: &Region, viewer: Player) -> Graph {
        let mut place = [0u8; MOST];
        region.empty.into_iter().zip(0..).for_each(|(point, i)| place[point.index()] = i);
        let renamed = |set: Points| set.into_iter().fold(0u128, |image, point| image | 1 << place[point.index()]);
        let mut graph = Graph {
            touching: [0; MOST],
            kinds: [0; MOST],
            groups: region.groups.iter().map(|group| (renamed(group.liberties), group.owner == viewer)).collect(),
            count: region.empty.len() as usize,
        };
        let (own, other) = (viewer.index(), viewer.other().index());
        let dependent = region.dependent();
        for (i, point) in region.empty.into_iter().enumerate() {
            let partners = if dependent.contains(point) { region.empty } else { dependent };
            graph.touching[i] = renamed(rules.neighbours(Points::of(point)) & partners);
            let sets = [region.safe[own], region.safe[other], region.playable[own], region.playable[other]];
            graph.kinds[i] = sets.iter().fold(0, |kind, set| 2 * kind + u8::from(set.contains(point)));
        }
        graph
    }

    /// A different number for every point, by the structure around it.
    fn numbers(&self) -> [u64; MOST] {
        let mut numbers = [0u64; MOST];
        for (number, &kind) in numbers.iter_mut().zip(&self.kinds[..self.count]) {
            *number = mix(u64::from(kind) + 1);
        }
        let mut classes = 0;
        loop {
            self.refine(&mut numbers);
            let mut sorted = numbers;
            let sorted = &mut sorted[..self.count];
            sorted.sort_unstable();
            let distinct = 1 + sorted.windows(2).filter(|pair| pair[0] != pair[1]).count();
            if distinct == self.count {
                return numbers;
            }
            if distinct == classes {
                let tied = sorted.windows(2).find(|pair| pair[0] == pair[1]).expect("fewer classes than points")[0];
                let marked = numbers[..self.count].iter_mut().find(|number| **number == tied);
                *marked.expect("a number of the list") = mix(!tied);
            }
            classes = distinct;
        }
    }

    /// One round: each number takes in those of its neighbours and groups.
    fn refine(&self, numbers: &mut [u64; MOST]) {
        let sum = |set: u128| bits(set).fold(0u64, |sum, i| sum.wrapping_add(mix(numbers[i])));
        let mut next = *numbers;
        for (i, number) in next.iter_mut().enumerate().take(self.count) {
            *number = number.wrapping_mul(5).wrapping_add(sum(self.touching[i]));
        }
        for &(set, own) in &self.groups {
            let group = mix(sum(set) ^ (1 + u64::from(own)));
            bits(set).for_each(|i| next[i] = next[i].wrapping_add(group));
        }
        next[..self.count].iter_mut().for_each(|number| *number = mix(*number));
        *numbers = next;
    }
}
