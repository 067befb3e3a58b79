//! A position in the graph: 64 bytes.
//!
//! What a simulation reads comes first and the key, which only look-ups compare, last: large allocations of the system
//! begin 16 bytes after a page, so the first 48 bytes of every node share a cache line. (A type aligned to 64 bytes
//! would be cleared by hand when it is allocated, page by page, instead of arriving zeroed from the system.)
//!
//! Who may touch what, and when:
//! * *Constant once published*: key, side to move, terminal flag. Written by the thread that creates the node, before
//!   the `Release` that puts its handle into the table or an edge; read after the matching `Acquire`.
//! * *Goes forward once*: `state` from leaf over claimed to expanded. The edges' handle is written before the
//!   `Release` store of "expanded" and read after an `Acquire` load of it.
//! * *Only tightens*: `bounds`, by compare-and-swap.
//! * *Statistics*: value, visits, own evaluations. `Relaxed`; a reader may see a new count beside an old sum. Values
//!   are recomputed from the children at the next visit, so such a glimpse costs one visit's accuracy and heals.

use crate::sync::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering, add_f64, load_f64, store_f64};
use luozi_core::{Abs, Bounds, Key, Player, Score};
use std::num::NonZeroU32;
use std::ops::Range;

/// Handle of a node: its place in the arena, plus one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The handle of the node at `index`.
    #[inline(always)]
    pub(crate) fn from_index(index: u32) -> NodeId {
        NodeId(NonZeroU32::MIN.saturating_add(index))
    }

    /// The handle with that number, 0 being none.
    #[inline(always)]
    pub(crate) fn from_number(number: u32) -> Option<NodeId> {
        NonZeroU32::new(number).map(NodeId)
    }

    /// A number that names the node as long as the graph lives; never 0.
    #[inline(always)]
    pub fn number(self) -> u32 {
        self.0.get()
    }

    /// Place in the arena.
    #[inline(always)]
    pub(crate) fn index(self) -> u32 {
        self.0.get() - 1
    }
}

/// Handle of an edge: its place in the arena.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EdgeId(pub(crate) u32);

/// No edges yet.
const LEAF: u8 = 0;
/// A thread is writing the edges.
const CLAIMED: u8 = 1;
/// The edges may be read.
const EXPANDED: u8 = 2;

/// Flag: the second player is to move.
const SECOND_TO_MOVE: u8 = 1;
/// Flag: the game is over.
const TERMINAL: u8 = 2;

/// What is known about a new node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Birth {
    pub(crate) key: Key,
    pub(crate) to_move: Player,
    pub(crate) terminal: bool,
    pub(crate) bounds: Bounds,
    /// Its own evaluation; `None` for a node that is walked through at once.
    pub(crate) value: Option<Abs>,
}

/// A node of the graph.
#[derive(Debug)]
#[repr(C)]
#[cfg_attr(not(loom), derive(bytemuck::Zeroable))]
#[cfg_attr(loom, derive(Default))]
pub(crate) struct Node {
    /// The node's value for the first player, as bits of a float.
    value: AtomicU64,
    /// Sum of the node's own evaluations; with path backup, of everything that passed.
    own_sum: AtomicU64,
    /// Number of terms in `own_sum`.
    own_count: AtomicU32,
    visits: AtomicU32,
    bounds: AtomicU32,
    first_edge: AtomicU32,
    edge_count: AtomicU16,
    state: AtomicU8,
    flags: AtomicU8,
    /// Evaluations behind `value`: `visits` less those of proven children.
    weight: AtomicU32,
    /// The first of the node's cells for statistics by move. Written and read with the edges' handle.
    first_cell: AtomicU32,
    _spare: u32,
    key_low: AtomicU64,
    key_high: AtomicU64,
}

#[cfg(not(loom))]
const _: () = assert!(size_of::<Node>() == 64 && std::mem::offset_of!(Node, key_low) == 48, "a node is one cache line");

/// Both bounds in one word, so that a reader never sees the lower one of one proof with the upper one of another.
#[inline(always)]
pub(crate) fn pack(bounds: Bounds) -> u32 {
    u32::from(bounds.lower.0 as u16) << 16 | u32::from(bounds.upper.0 as u16)
}

/// The bounds in a word.
#[inline(always)]
pub(crate) fn unpack(word: u32) -> Bounds {
    Bounds { lower: Score((word >> 16) as i16), upper: Score(word as i16) }
}

/// Both proofs together.
#[inline(always)]
pub(crate) fn intersection(a: Bounds, b: Bounds) -> Bounds {
    let both = Bounds { lower: a.lower.max(b.lower), upper: a.upper.min(b.upper) };
    debug_assert!(both.lower <= both.upper, "two proofs contradict each other: {a:?} and {b:?}");
    both
}

impl Node {
    /// Writes a node that no other thread knows yet.
    pub(crate) fn create(&self, birth: Birth) {
        let Key(key) = birth.key;
        self.key_low.store(key as u64, Ordering::Relaxed);
        self.key_high.store((key >> 64) as u64, Ordering::Relaxed);
        let value = birth.value.unwrap_or_default().0;
        let count = u32::from(birth.value.is_some());
        store_f64(&self.value, value);
        store_f64(&self.own_sum, value);
        self.own_count.store(count, Ordering::Relaxed);
        self.visits.store(count, Ordering::Relaxed);
        self.weight.store(count, Ordering::Relaxed);
        self.bounds.store(pack(birth.bounds), Ordering::Relaxed);
        self.first_edge.store(0, Ordering::Relaxed);
        self.first_cell.store(0, Ordering::Relaxed);
        self.edge_count.store(0, Ordering::Relaxed);
        self.state.store(LEAF, Ordering::Relaxed);
        let second = if birth.to_move == Player::Second { SECOND_TO_MOVE } else { 0 };
        self.flags.store(second | if birth.terminal { TERMINAL } else { 0 }, Ordering::Relaxed);
    }

    /// Writes a node that no other thread knows yet as the twin of another one, with its edges at `first_edge`.
    pub(crate) fn create_copy(&self, old: &Node, first_edge: Option<EdgeId>) {
        for (new, old) in [
            (&self.key_low, &old.key_low),
            (&self.key_high, &old.key_high),
            (&self.value, &old.value),
            (&self.own_sum, &old.own_sum),
        ] {
            new.store(old.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        for (new, old) in [
            (&self.own_count, &old.own_count),
            (&self.visits, &old.visits),
            (&self.bounds, &old.bounds),
            (&self.weight, &old.weight),
        ] {
            new.store(old.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        self.first_edge.store(first_edge.map_or(0, |edge| edge.0), Ordering::Relaxed);
        self.edge_count.store(old.edge_count.load(Ordering::Relaxed), Ordering::Relaxed);
        self.state.store(if first_edge.is_some() { EXPANDED } else { LEAF }, Ordering::Relaxed);
        self.flags.store(old.flags.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    /// Writes to the node without changing it.
    pub(crate) fn touch(&self) {
        self.visits.fetch_or(0, Ordering::Relaxed);
    }

    /// The position's key.
    #[inline(always)]
    pub(crate) fn key(&self) -> Key {
        let (low, high) = (self.key_low.load(Ordering::Relaxed), self.key_high.load(Ordering::Relaxed));
        Key(u128::from(high) << 64 | u128::from(low))
    }

    /// The side to move.
    #[inline(always)]
    pub(crate) fn to_move(&self) -> Player {
        if self.flags.load(Ordering::Relaxed) & SECOND_TO_MOVE != 0 { Player::Second } else { Player::First }
    }

    /// Whether the game is over here.
    #[inline(always)]
    pub(crate) fn is_terminal(&self) -> bool {
        self.flags.load(Ordering::Relaxed) & TERMINAL != 0
    }

    /// The value, `None` while nothing has been evaluated here or below.
    #[inline(always)]
    pub(crate) fn value(&self) -> Option<Abs> {
        (self.visits() > 0).then(|| Abs(load_f64(&self.value)))
    }

    /// Evaluations that count for this node, its own and those that passed its edges.
    #[inline(always)]
    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// Sum and number of the node's own evaluations.
    #[inline(always)]
    pub(crate) fn own(&self) -> (f64, u32) {
        (load_f64(&self.own_sum), self.own_count.load(Ordering::Relaxed))
    }

    /// One more evaluation of the node itself.
    pub(crate) fn add_own(&self, value: Abs) {
        add_f64(&self.own_sum, value.0);
        self.own_count.fetch_add(1, Ordering::Relaxed);
    }

    /// A computed value, the evaluations behind it, and these with those of proven children.
    #[inline(always)]
    pub(crate) fn set_value(&self, value: Abs, weight: u32, visits: u32) {
        store_f64(&self.value, value.0);
        self.weight.store(weight, Ordering::Relaxed);
        self.visits.store(visits, Ordering::Relaxed);
    }

    /// One more visit, which moved the sum behind the value by `change`.
    #[inline(always)]
    pub(crate) fn shift_value(&self, change: f64) {
        let weight = self.weight.load(Ordering::Relaxed);
        let sum = load_f64(&self.value) * f64::from(weight) + change;
        self.set_value(Abs(sum / (f64::from(weight) + 1.0)), weight + 1, self.visits() + 1);
    }

    /// What is proven about its score so far, first player's view.
    #[inline(always)]
    pub(crate) fn bounds(&self) -> Bounds {
        unpack(self.bounds.load(Ordering::Relaxed))
    }

    /// Adds a proof and returns all that is proven. `Relaxed`: the word is complete in itself, bounds only tighten.
    pub(crate) fn tighten(&self, proof: Bounds) -> Bounds {
        let before = self.bounds();
        let after = intersection(before, proof);
        if after == before {
            return after;
        }
        let tighten = |word| Some(pack(intersection(unpack(word), proof)));
        match self.bounds.fetch_update(Ordering::Relaxed, Ordering::Relaxed, tighten) {
            Ok(word) | Err(word) => intersection(unpack(word), proof),
        }
    }

    /// The edges, `None` before expansion. `Acquire`: pairs with [`Node::publish_edges`].
    #[inline(always)]
    pub(crate) fn edges(&self) -> Option<Range<u32>> {
        (self.state.load(Ordering::Acquire) == EXPANDED).then(|| {
            let first = self.first_edge.load(Ordering::Relaxed);
            first..first + u32::from(self.edge_count.load(Ordering::Relaxed))
        })
    }

    /// The first of the cells for statistics by move; meaningful where there are edges.
    #[inline(always)]
    pub(crate) fn first_cell(&self) -> u32 {
        self.first_cell.load(Ordering::Relaxed)
    }

    /// Gives the node its cells, before its edges are published.
    pub(crate) fn set_first_cell(&self, first: u32) {
        self.first_cell.store(first, Ordering::Relaxed);
    }

    /// Reserves the right to write the edges; only one thread gets it. `Relaxed`: the claim guards no data, the
    /// claimer reads only what was published with the node.
    pub(crate) fn claim(&self) -> bool {
        self.state.compare_exchange(LEAF, CLAIMED, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Gives the right back, because there was no room.
    pub(crate) fn unclaim(&self) {
        self.state.store(LEAF, Ordering::Relaxed);
    }

    /// Makes written edges visible. `Release`: whoever sees "expanded" sees the edges.
    pub(crate) fn publish_edges(&self, first: EdgeId, count: u16) {
        self.first_edge.store(first.0, Ordering::Relaxed);
        self.edge_count.store(count, Ordering::Relaxed);
        self.state.store(EXPANDED, Ordering::Release);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn bounds_survive_packing() {
        for (lower, upper) in [(-300, 300), (-1, -1), (0, 0), (i16::MIN, i16::MAX)] {
            let bounds = Bounds { lower: Score(lower), upper: Score(upper) };
            assert_eq!(unpack(pack(bounds)), bounds);
        }
    }
}
