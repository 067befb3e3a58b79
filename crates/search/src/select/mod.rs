//! Which edge a simulation follows out of a node.
//!
//! One linear pass over the node's edges: closed ones are skipped, unvisited ones get the first-play urgency, and the
//! rule of the parameter table scores the rest. Values turn to the mover's view here and nowhere else in the search.

mod grave;
mod puct;
mod ucb;

use crate::graph::edge::Edge;
use crate::graph::node::{EdgeId, Node};
use crate::graph::{Amaf, Graph};
use crate::{Fpu, Params, Prove, Selection};
use luozi_core::{Bounds, Player, Pov};

/// Value of a child whose first evaluation is still under way in another thread: a loss, so that others turn away.
const VIRTUAL_LOSS: Pov = Pov(-1.0);

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
    /// By dense move index, for selection=grave: statistics of the nearest ancestor with enough visits.
    pub(crate) reference: &'a [Amaf],
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
        Selection::Puct => puct::puct(situation),
        Selection::Rave => grave::rave(situation),
        Selection::Grave => grave::grave(situation),
    }
}

/// An open edge as the rules see it.
#[derive(Clone, Copy)]
struct Candidate<'a> {
    edge: &'a Edge,
    index: u32,
    visits: u32,
    /// The child's value for the mover, `None` before the first visit.
    value: Option<Pov>,
}

impl Situation<'_> {
    /// Exploration constant at this node.
    fn c(&self) -> f64 {
        self.params.c * if self.is_root { self.params.root_c_factor } else { 1.0 }
    }

    /// +1, or -1 where the published flaw turns the bonus into a malus.
    fn bonus_sign(&self) -> f64 {
        if self.params.root_sign_only && self.node.to_move() != self.root_player { -1.0 } else { 1.0 }
    }

    /// The node's visits, at least one, for formulas that divide or take logarithms.
    fn parent_visits(&self) -> f64 {
        f64::from(self.node.visits().max(1))
    }

    /// Value of a child nobody has visited.
    #[inline(always)]
    fn first_play_urgency(&self, edge: &Edge, parent: Pov) -> Pov {
        match self.params.fpu {
            Fpu::Infinite => Pov(f64::INFINITY),
            Fpu::Parent => parent,
            Fpu::Reduced => Pov(parent.0 - self.params.fpu_value),
            Fpu::Fixed => Pov(self.params.fpu_value),
            Fpu::Average => match edge.value() {
                Some(own) => Pov((own.seen_by(self.node.to_move()).0 + parent.0) / 2.0),
                None => parent,
            },
        }
    }

    /// The score the mover is sure of: what cannot exceed it needs no search. At the root only moves count, not what
    /// is known about the position as a whole, because a move has to be found.
    #[inline(always)]
    fn guaranteed(&self, mover: Player) -> i16 {
        if self.is_root {
            self.edges.iter().map(|edge| lower_for(edge.bounds(), mover)).max().unwrap_or(i16::MIN)
        } else {
            lower_for(self.node.bounds(), mover)
        }
    }

    /// The open edge with the largest score, the first of equals. `score` gets the candidate and the value that
    /// stands in for a child without one.
    #[inline(always)]
    fn best(&self, score: impl Fn(Candidate<'_>, Pov) -> f64) -> Option<EdgeId> {
        let mover = self.node.to_move();
        let parent = self.node.value().unwrap_or_default().seen_by(mover);
        let prove = self.params.prove;
        let guaranteed = self.guaranteed(mover);
        let mut best: Option<(f64, u32)> = None;
        for (edge, index) in self.edges.iter().zip(self.first_edge..) {
            if prove != Prove::Off {
                let bounds = edge.bounds();
                if is_closed(prove, bounds) || upper_for(bounds, mover) <= guaranteed {
                    continue;
                }
            }
            let visits = edge.visits();
            let value = if visits == 0 { None } else { Some(edge.value().map_or(VIRTUAL_LOSS, |v| v.seen_by(mover))) };
            let stand_in = value.unwrap_or_else(|| self.first_play_urgency(edge, parent));
            let score = score(Candidate { edge, index, visits, value }, stand_in);
            if best.is_none_or(|(top, _)| score > top) {
                best = Some((score, index));
            }
        }
        best.map(|(_, index)| EdgeId(index))
    }
}

/// The least score `player` is sure of.
#[inline(always)]
pub(crate) fn lower_for(bounds: Bounds, player: Player) -> i16 {
    if player == Player::First { bounds.lower.0 } else { -bounds.upper.0 }
}

/// The largest score `player` may still hope for.
#[inline(always)]
pub(crate) fn upper_for(bounds: Bounds, player: Player) -> i16 {
    if player == Player::First { bounds.upper.0 } else { -bounds.lower.0 }
}
