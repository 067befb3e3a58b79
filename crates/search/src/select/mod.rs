//! Which edge a simulation follows out of a node.
//!
//! One linear pass over the node's edges: closed ones are skipped, unvisited ones get the first-play urgency, and the
//! rule of the parameter table scores the rest. Values turn to the mover's view here and nowhere else in the search.

mod grave;
mod puct;
mod ucb;

use crate::graph::edge::Edge;
use crate::graph::node::{EdgeId, Node, unpack};
use crate::graph::{Graph, Reference};
use crate::{Fpu, Params, Prove, Selection};
use luozi_core::{Bounds, Player, Pov};

/// Value of a child whose first evaluation is still under way in another thread: a loss, so that others turn away.
const VIRTUAL_LOSS: Pov = Pov(-1.0);

/// Standard deviation of the values below a node at which `spread_scale` changes nothing.
const USUAL_SPREAD: f64 = 0.4;

/// A node from which a child is to be chosen, and what the rule needs to know about it.
pub(crate) struct Situation<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) params: &'a Params,
    pub(crate) node: &'a Node,
    /// The edges of `node`.
    pub(crate) first_edge: u32,
    pub(crate) edges: &'a [Edge],
    /// The side to move at the root.
    pub(crate) root_player: Player,
    pub(crate) is_root: bool,
    /// For selection=grave: statistics of the nearest ancestor with enough visits; `None`: this node's own.
    pub(crate) reference: Option<&'a Reference>,
}

/// Whether bounds close a position, so that it is never searched again.
#[inline(always)]
pub(crate) fn is_closed(prove: Prove, bounds: Bounds) -> bool {
    match prove {
        Prove::Off => false,
        Prove::Result => bounds.result().is_some(),
        Prove::Score => bounds.solved().is_some(),
    }
}

/// The edge to follow; `None` when every child is closed or cannot improve on what is proven.
#[inline]
pub(crate) fn choose(situation: &Situation<'_>) -> Option<EdgeId> {
    match situation.params.selection {
        Selection::Ucb1 => ucb::outside(situation),
        Selection::Ucb1Inside => ucb::inside(situation),
        Selection::Ucb1Tuned => ucb::tuned(situation),
        Selection::Puct => puct::puct(situation),
        Selection::Rave | Selection::Grave => match situation.reference {
            None => grave::rave(situation),
            Some(reference) => grave::grave(situation, reference),
        },
    }
}

impl Situation<'_> {
    /// Exploration constant at this node.
    fn c(&self) -> f64 {
        let c = self.params.c * if self.is_root { self.params.root_c_factor } else { 1.0 };
        let scale = self.params.spread_scale;
        if scale == 0.0 { c } else { c * (1.0 + scale * (self.node.spread() / USUAL_SPREAD - 1.0)) }
    }

    /// +1, or -1 where the published flaw turns the bonus into a malus.
    fn bonus_sign(&self) -> f64 {
        if self.params.root_sign_only && self.node.to_move() != self.root_player { -1.0 } else { 1.0 }
    }

    /// The node's visits, at least one, for formulas that divide or take logarithms.
    fn parent_visits(&self) -> f64 {
        f64::from(self.node.visits().max(1))
    }

    /// Value of a child nobody has visited, unless it depends on the child.
    fn first_play_urgency(&self, parent: Pov) -> Pov {
        match self.params.fpu {
            Fpu::Infinite => Pov(f64::INFINITY),
            Fpu::Parent | Fpu::Average => parent,
            Fpu::Reduced => Pov(parent.0 - self.params.fpu_value),
            Fpu::Fixed => Pov(self.params.fpu_value),
        }
    }

    /// The score the mover is sure of: what cannot exceed it needs no search. At the root only moves count, not what
    /// is known about the position as a whole, because a move has to be found.
    #[inline(always)]
    fn guaranteed(&self, mover: Player) -> i16 {
        if self.is_root {
            self.edges.iter().map(|edge| edge.bounds().lower_for(mover)).max().unwrap_or(i16::MIN)
        } else {
            self.node.bounds().lower_for(mover)
        }
    }

    /// Whether an edge with these bounds is not worth a walk.
    #[inline(never)]
    fn is_settled(&self, bounds: Bounds, mover: Player, guaranteed: i16) -> bool {
        let prove = self.params.prove;
        prove != Prove::Off && (is_closed(prove, bounds) || bounds.upper_for(mover) <= guaranteed)
    }

    /// The edges that are worth a walk, with their places.
    #[inline(always)]
    fn open_edges(&self, mover: Player) -> impl Iterator<Item = (usize, &Edge)> {
        let guaranteed = self.guaranteed(mover);
        // Most edges of a node have equal bounds: the answer is kept as long as the word stays the same.
        let mut word = !self.edges.first().map_or(0, Edge::bounds_word);
        let mut settled = false;
        self.edges.iter().enumerate().filter(move |(_, edge)| {
            let bounds_word = edge.bounds_word();
            if bounds_word != word {
                word = bounds_word;
                let bounds = unpack(word);
                // The common case first: either side may win, the mover more than it is sure of.
                let open = bounds.lower.0 < 0 && bounds.upper.0 > 0 && bounds.upper_for(mover) > guaranteed;
                settled = !open && self.is_settled(bounds, mover, guaranteed);
            }
            !settled
        })
    }

    /// The open edge with the largest score, the first of equals. `visited` scores an edge by its place, visits and
    /// the child's value for the mover; `unvisited` by its place and first-play urgency.
    #[inline(always)]
    fn best(
        &self,
        visited: impl Fn(usize, &Edge, f64, Pov) -> f64,
        unvisited: impl Fn(usize, &Edge, Pov) -> f64,
    ) -> Option<EdgeId> {
        let mover = self.node.to_move();
        let parent = self.node.value().unwrap_or_default().seen_by(mover);
        let urgency = self.first_play_urgency(parent);
        let average = self.params.fpu == Fpu::Average;
        let mut best = (f64::NEG_INFINITY, None);
        for (place, edge) in self.open_edges(mover) {
            let visits = edge.visits();
            let score = if visits > 0 {
                let value = edge.value().map_or(VIRTUAL_LOSS, |value| value.seen_by(mover));
                visited(place, edge, f64::from(visits), value)
            } else if average && let Some(own) = edge.value() {
                unvisited(place, edge, Pov((own.seen_by(mover).0 + parent.0) / 2.0))
            } else {
                unvisited(place, edge, urgency)
            };
            debug_assert!(!score.is_nan(), "a score that compares with nothing");
            if score > best.0 {
                best = (score, Some(place));
                if score == f64::INFINITY {
                    break;
                }
            }
        }
        best.1.map(|place| EdgeId(self.first_edge + place as u32))
    }
}
