//! The searched graph as a frame: the engine's copy of it in the words of the wire.
//!
//! A frame stays small by holding only the most visited nodes and, of each, only the moves about which something is known.

use super::report::{share, win_rate};
use super::{Halt, Search};
use crate::message::{Explained, GraphMove, GraphNode, ToTab};
use crate::problem::{Code, Problem};
use luozi_engine::analysis::Analysis;
use luozi_engine::explain::{Edge, Node};

/// Nodes in a frame.
const MOST_NODES: usize = 400;

impl Search {
    /// Sends the graph of the search that has just ended.
    pub(super) async fn explain(&mut self, analysis: &Analysis) -> Result<(), Halt> {
        let graph = self.desk()?.explain(MOST_NODES).await?;
        let graph = graph.ok_or_else(|| Problem::with_reason(Code::Internal, "the engine has no graph"))?;
        let frame = Explained {
            generation: self.order.board.generation,
            id: self.order.id,
            searched: analysis.nodes,
            nodes: graph.nodes.into_iter().map(GraphNode::from).collect(),
        };
        self.send(ToTab::Explained(frame)).await
    }
}

impl From<Node> for GraphNode {
    fn from(node: Node) -> GraphNode {
        let moves = node.edges.len();
        let known = |edge: &Edge| edge.visits > 0 || edge.node.is_some() || edge.proven.is_some();
        let tried: Vec<GraphMove> = node.edges.into_iter().filter(known).map(GraphMove::from).collect();
        GraphNode {
            cells: node.board.concat(),
            to_move: node.to_move.into(),
            n: node.visits,
            wr: node.value.map(win_rate),
            proven: node.proven,
            untried: moves - tried.len(),
            moves: tried,
        }
    }
}

impl From<Edge> for GraphMove {
    fn from(edge: Edge) -> GraphMove {
        GraphMove {
            m: edge.mv,
            node: edge.node,
            n: edge.visits,
            wr: edge.value.map(win_rate),
            p: share(edge.prior),
            bounds: [edge.lower, edge.upper],
            proven: edge.proven,
        }
    }
}
