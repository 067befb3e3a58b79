//! Read-only access to the searched graph, for those who explain it.
//!
//! Handles stay valid until the next search or reset. Boards are not stored: whoever walks the graph plays the moves.

use crate::Search;
use crate::graph::node::{EdgeId, NodeId};
use luozi_core::{Abs, Bounds, Evaluator, Game, Key, Player};

/// A node as it is now.
#[derive(Clone, PartialEq, Debug)]
pub struct NodeView<M> {
    /// The position's key.
    pub key: Key,
    /// The side to move.
    pub to_move: Player,
    /// The game is over.
    pub terminal: bool,
    /// Evaluations that count for it.
    pub visits: u32,
    /// Its value, first player's view; `None` before any evaluation.
    pub value: Option<Abs>,
    /// Mean of its own evaluations, without those of its children.
    pub own_value: Option<Abs>,
    /// What is proven.
    pub bounds: Bounds,
    /// Its moves; empty for a leaf.
    pub edges: Vec<EdgeView<M>>,
}

/// An edge as it is now.
#[derive(Clone, PartialEq, Debug)]
pub struct EdgeView<M> {
    /// The move that the edge stands for.
    pub mv: M,
    /// The node behind it, if it has one.
    pub child: Option<NodeId>,
    /// Simulations that went through it.
    pub visits: u32,
    /// The child's value as last seen from here, first player's view.
    pub value: Option<Abs>,
    /// The child's bounds as last seen from here.
    pub bounds: Bounds,
    /// What the evaluator's policy gave it before any search.
    pub prior: f32,
}

impl<G: Game, E: Evaluator<G> + Send> Search<G, E> {
    /// The node of the position last searched.
    pub fn root(&self) -> Option<NodeId> {
        self.root_place().map(|root| root.node)
    }

    /// The position last searched.
    pub fn root_position(&self) -> Option<G::Position> {
        self.root_place().map(|root| root.position)
    }

    /// Describes a node.
    pub fn node(&self, id: NodeId) -> NodeView<G::Move> {
        let node = self.shared().graph.node(id);
        let (sum, count) = node.own();
        NodeView {
            key: node.key(),
            to_move: node.to_move(),
            terminal: node.is_terminal(),
            visits: node.visits(),
            value: node.value(),
            own_value: (count > 0).then(|| Abs(sum / f64::from(count))),
            bounds: node.bounds(),
            edges: node.edges().into_iter().flatten().map(|index| self.edge(EdgeId(index))).collect(),
        }
    }

    fn edge(&self, id: EdgeId) -> EdgeView<G::Move> {
        let shared = self.shared();
        let edge = shared.graph.edge(id);
        EdgeView {
            mv: shared.game.move_at(edge.move_index()).expect("an edge holds a move"),
            child: shared.graph.child_at_hand(edge),
            visits: edge.visits(),
            value: edge.value(),
            bounds: edge.bounds(),
            prior: edge.prior(),
        }
    }
}
