//! The search: does the side to move win a sum of regions?
//!
//! Depth first, with one yes or no a node. All sums on the way lie on one stack of regions. A node looks at all its
//! children before it enters one, since many are decided by counts or by the table, and one of them may be the answer.

use super::entry::Memory;
use super::region::{Counts, Loose, Region, split};
use crate::Meter;
use luozi_core::{MAX_MOVES, Player, sort_few_by_key};
use luozi_games::nogo::{Point, Rules};
use std::cmp::Reverse;
use std::ops::Range;

/// A sum of regions on the stack, with the spare moves of the first player less those of the second.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    regions: Range<usize>,
    spare: i16,
}

/// A sum after a move, not decided yet. `None` is a spare move.
struct Child {
    sum: Sum,
    point: Option<Point>,
}

/// One question to the solver, from its root to its answer or its limits.
pub(super) struct Search<'m, 'l> {
    rules: &'m Rules,
    memory: &'m mut Memory,
    pub(super) meter: Meter<'l>,
    stack: Vec<Region>,
    /// How often a move of a side to a point has won: what refutes one reply often refutes the next.
    successes: [[u32; MAX_MOVES]; 2],
}

impl<'m, 'l> Search<'m, 'l> {
    pub(super) fn new(rules: &'m Rules, memory: &'m mut Memory, meter: Meter<'l>) -> Search<'m, 'l> {
        Search { rules, memory, meter, stack: Vec::new(), successes: [[0; MAX_MOVES]; 2] }
    }

    /// Whether `mover` wins a board. `None` when the meter stopped the search.
    pub(super) fn wins_board(&mut self, board: Loose, mover: Player) -> Option<bool> {
        let start = self.stack.len();
        let spare = split(self.rules, board, &mut self.stack);
        let sum = self.close(start, spare, mover);
        let answer = self.known(&sum, mover).or_else(|| self.wins(&sum, mover));
        self.stack.truncate(start);
        answer
    }

    /// The sum of the regions from `start` to the top of the stack, less the pairs that cancel, with the names that
    /// are needed when it is `mover`'s turn: naming a region is most of the work.
    fn close(&mut self, start: usize, spare: i16, mover: Player) -> Sum {
        if let [region] = &mut self.stack[start..] {
            region.name(self.rules, mover);
            return Sum { regions: start..start + 1, spare };
        }
        for region in &mut self.stack[start..] {
            Player::BOTH.iter().for_each(|&viewer| region.name(self.rules, viewer));
        }
        let mut i = start;
        while i < self.stack.len() {
            let opposite = self.stack[i].keys[1];
            match self.stack[i + 1..].iter().position(|other| other.keys[0] == opposite) {
                Some(offset) => {
                    self.stack.swap_remove(i + 1 + offset);
                    self.stack.swap_remove(i);
                }
                None => i += 1,
            }
        }
        Sum { regions: start..self.stack.len(), spare }
    }

    fn key(&self, sum: &Sum, mover: Player) -> u128 {
        let keys = self.stack[sum.regions.clone()].iter().map(|region| region.keys[mover.index()]);
        keys.fold(0, u128::wrapping_add)
    }

    /// Whether `mover` wins, if that is clear without a search.
    fn known(&self, sum: &Sum, mover: Player) -> Option<bool> {
        let [own, other] = self.counts(sum, mover);
        verdict(own, other).or_else(|| self.memory.probe(self.key(sum, mover), spare_of(sum, mover)))
    }

    /// What both sides, `mover` first, can do at least and at most.
    fn counts(&self, sum: &Sum, mover: Player) -> [Counts; 2] {
        total(&self.stack[sum.regions.clone()], spare_of(sum, mover), mover)
    }

    /// Whether `mover` wins an undecided sum.
    fn wins(&mut self, sum: &Sum, mover: Player) -> Option<bool> {
        if !self.meter.count() {
            return None;
        }
        let nodes_before = self.meter.nodes();
        let top = self.stack.len();
        let answer = self.search_moves(sum, mover);
        self.stack.truncate(top);
        if let Some(wins) = answer {
            let key = self.key(sum, mover);
            self.memory.store(key, spare_of(sum, mover), wins, self.meter.nodes() - nodes_before);
        }
        answer
    }

    fn search_moves(&mut self, sum: &Sum, mover: Player) -> Option<bool> {
        let mut children = Vec::new();

        // Step 1. Every move: many are decided at once.
        for i in sum.regions.clone() {
            let region = self.stack[i].clone();
            if self.stack[sum.regions.start..i].iter().any(|twin| twin.keys == region.keys) {
                continue;
            }
            for point in region.playable[mover.index()] {
                let start = self.stack.len();
                let spare = split(self.rules, region.after(self.rules, mover, point), &mut self.stack);
                for other in sum.regions.clone().filter(|&other| other != i) {
                    self.stack.push(self.stack[other].clone());
                }
                let child = self.close(start, sum.spare + spare, mover.other());
                match self.known(&child, mover.other()) {
                    Some(false) => return Some(true),
                    Some(true) => self.stack.truncate(start),
                    None => {
                        let successes = self.successes[mover.index()][point.index()];
                        let order = (Reverse(successes), self.counts(&child, mover.other())[0].most);
                        children.push((order, Child { sum: child, point: Some(point) }));
                    }
                }
            }
        }

        // Step 2. The move that has won most often comes first, then the one that leaves the other side least; a spare
        // move is the last resort.
        sort_few_by_key(&mut children, |(order, _)| *order);
        let mut children: Vec<Child> = children.into_iter().map(|(_, child)| child).collect();
        if spare_of(sum, mover) > 0 {
            for region in &mut self.stack[sum.regions.clone()] {
                region.name(self.rules, mover.other());
            }
            let step = if mover == Player::First { -1 } else { 1 };
            children.push(Child { sum: Sum { spare: sum.spare + step, ..sum.clone() }, point: None });
        }

        // Step 3. One after the other; an earlier one may have put a later one into the table.
        for child in children {
            let other_wins = self.known(&child.sum, mover.other()).or_else(|| self.wins(&child.sum, mover.other()))?;
            if !other_wins {
                if let Some(point) = child.point {
                    self.successes[mover.index()][point.index()] += 1;
                }
                return Some(true);
            }
        }
        Some(false)
    }
}

/// The counts of a sum, `mover` first, who has `spare` more spare moves than the other side.
fn total(regions: &[Region], spare: i16, mover: Player) -> [Counts; 2] {
    let mut counts = [Counts::default(); 2];
    for (count, moves) in counts.iter_mut().zip([spare.max(0), (-spare).max(0)]) {
        (count.most, count.certain) = (moves, moves);
    }
    for region in regions {
        for (count, player) in counts.iter_mut().zip([mover, mover.other()]) {
            let here = region.counts[player.index()];
            count.most += here.most;
            count.certain += here.certain;
            count.shared += here.shared;
        }
    }
    counts
}

/// Spare moves of the first player less those of the second, as `mover` sees them.
fn spare_for(spare: i16, mover: Player) -> i16 {
    if mover == Player::First { spare } else { -spare }
}

fn spare_of(sum: &Sum, mover: Player) -> i16 {
    spare_for(sum.spare, mover)
}

/// Whether the side to move wins, if the counts decide it.
///
/// A side that plays on its shared points first takes half of them, rounded up if it begins, and every one it takes is
/// one that the other cannot play; then it plays its certain points. It wins if it still has a move when the other,
/// who plays on every point that is left to it, has none.
fn verdict(own: Counts, other: Counts) -> Option<bool> {
    if own.certain + 2 * ((own.shared + 1) / 2) > other.most {
        Some(true)
    } else if other.certain + 2 * (other.shared / 2) >= own.most {
        Some(false)
    } else {
        None
    }
}
