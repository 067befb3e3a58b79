//! The graph: arenas of nodes and edges, the table that shares nodes, and what survives a move.
//!
//! All memory is one allocation per array, made once. Resetting is O(1). When an array is full, nothing more is
//! created and the search goes on with what there is.
//!
//! After a move nothing is copied at once. If there is room, the graph stays as it is and only the root moves on.
//! Otherwise the arrays flip (see [`region`]): the search begins an empty graph at the other end, and a node of the
//! previous graph is carried over, with its edges and statistics, when a simulation first steps on it or when a
//! transposition leads to it from wherever. Reuse is thus spread over the search and costs no visible time, and it
//! reaches nodes that only the discarded branches had linked.

mod amaf;
pub(crate) mod edge;
pub(crate) mod node;
#[cfg(all(test, loom))]
mod races;
mod region;
mod table;

use crate::sync::zeroed_arena;
pub(crate) use amaf::{Amaf, AmafCell};
use edge::Edge;
use luozi_core::Key;
use node::{Birth, EdgeId, Node, NodeId};
use region::Region;
use std::ops::Range;
use table::{Found, Table};

/// Table places per node, at most: three halves, rounded up to a power of two.
const LARGEST_SLOTS_PER_NODE: usize = 3;
/// The arrays flip at a move when the graph fills more than one part in this many.
const CROWDED_PART: u32 = 4;

/// Lengths of the arrays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sizes {
    pub(crate) nodes: u32,
    pub(crate) edges: u32,
    /// Of statistics by move.
    pub(crate) cells: u32,
}

/// What a graph is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    /// Transpositions share a node.
    pub(crate) shared: bool,
    /// Cells for all-moves-as-first statistics of a node with edges: one for every move of the game, or none.
    pub(crate) cells: u32,
}

impl Sizes {
    /// The largest arrays within `bytes` and for at most `max_nodes` nodes, about a share of `expanded` of which have
    /// edges, `edges_per_node` for each node of all.
    pub(crate) fn within(bytes: u64, edges_per_node: f64, expanded: f64, max_nodes: u64, kind: Kind) -> Sizes {
        let table = if kind.shared { LARGEST_SLOTS_PER_NODE * Table::SLOT_BYTES } else { 0 };
        let cells_per_node = expanded * f64::from(kind.cells);
        let per_node = (size_of::<Node>() + table) as f64
            + edges_per_node * size_of::<Edge>() as f64
            + cells_per_node * size_of::<AmafCell>() as f64;
        let nodes = (bytes as f64 / per_node).min(max_nodes as f64).min(f64::from(u32::MAX - 1));
        let [edges, cells] = [edges_per_node, cells_per_node].map(|each| (nodes * each).min(f64::from(u32::MAX - 1)));
        Sizes { nodes: nodes as u32, edges: edges as u32, cells: cells as u32 }
    }
}

/// Nodes and edges.
#[derive(Debug)]
pub(crate) struct Graph {
    nodes: Box<[Node]>,
    edges: Box<[Edge]>,
    cells: Box<[AmafCell]>,
    /// How many of them a node has.
    cells_of_node: u32,
    node_region: Region,
    edge_region: Region,
    cell_region: Region,
    table: Option<Table>,
}

impl Graph {
    /// An empty graph of that size.
    pub(crate) fn new(sizes: Sizes, kind: Kind) -> Graph {
        let slots = (sizes.nodes as usize * 3 / 2).next_power_of_two();
        Graph {
            nodes: zeroed_arena(sizes.nodes as usize),
            edges: zeroed_arena(sizes.edges as usize),
            cells: zeroed_arena(sizes.cells as usize),
            cells_of_node: kind.cells,
            node_region: Region::new(sizes.nodes),
            edge_region: Region::new(sizes.edges),
            cell_region: Region::new(sizes.cells),
            table: kind.shared.then(|| Table::new(slots)),
        }
    }

    /// The node with that handle.
    #[inline(always)]
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index() as usize]
    }

    /// The edge with that handle.
    #[inline(always)]
    pub(crate) fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id.0 as usize]
    }

    /// The edges from `range.start` to before `range.end`.
    #[inline(always)]
    pub(crate) fn edges(&self, range: Range<u32>) -> &[Edge] {
        &self.edges[range.start as usize..range.end as usize]
    }

    /// What is in use.
    pub(crate) fn used(&self) -> Sizes {
        let [nodes, edges, cells] = self.regions().map(Region::used);
        Sizes { nodes, edges, cells }
    }

    fn regions(&self) -> [&Region; 3] {
        [&self.node_region, &self.edge_region, &self.cell_region]
    }

    /// Bytes of all arrays.
    pub(crate) fn bytes(&self) -> usize {
        let table = self.table.as_ref().map_or(0, Table::bytes);
        size_of_val(&*self.nodes) + size_of_val(&*self.edges) + size_of_val(&*self.cells) + table
    }

    /// Writes to every page, so that the system provides them now and not on the clock.
    pub(crate) fn touch(&self) {
        const PAGE: usize = 4096;
        self.nodes.iter().step_by(PAGE / size_of::<Node>()).for_each(Node::touch);
        self.edges.iter().step_by(PAGE / size_of::<Edge>()).for_each(Edge::touch);
        self.cells.iter().step_by(PAGE / size_of::<AmafCell>()).for_each(AmafCell::touch);
        self.table.iter().for_each(Table::touch);
    }

    /// Forgets everything, in O(1).
    pub(crate) fn clear(&mut self) {
        self.node_region.clear();
        self.edge_region.clear();
        self.cell_region.clear();
        self.table.iter_mut().for_each(Table::clear);
    }

    /// Begins an empty graph that carries nodes over from the present one.
    pub(crate) fn flip(&mut self) {
        self.node_region.flip();
        self.edge_region.flip();
        self.cell_region.flip();
        self.table.iter_mut().for_each(Table::age);
    }

    /// Whether so much is used that the next move should flip.
    pub(crate) fn is_crowded(&self) -> bool {
        self.regions().iter().any(|region| region.used() > region.capacity() / CROWDED_PART)
    }

    /// A new node with no edges, known to nobody yet; `None` when full.
    pub(crate) fn create(&self, birth: Birth) -> Option<NodeId> {
        let id = NodeId::from_index(self.node_region.take(1)?);
        self.node(id).create(birth);
        Some(id)
    }

    /// Room for `count` edges; `None` when full.
    pub(crate) fn take_edges(&self, count: usize) -> Option<EdgeId> {
        self.edge_region.take(count as u32).map(EdgeId)
    }

    /// Gives a node that is about to get edges its statistics by move, empty ones; `false` when full.
    #[must_use]
    pub(crate) fn give_cells(&self, node: &Node) -> bool {
        let Some(first) = self.cell_region.take(self.cells_of_node) else { return false };
        node.set_first_cell(first);
        self.cells(node).iter().for_each(|cell| cell.store(Amaf::default()));
        true
    }

    /// The statistics by move of a node with edges, by dense index; none if the graph keeps none.
    #[inline(always)]
    pub(crate) fn cells(&self, node: &Node) -> &[AmafCell] {
        let first = node.first_cell() as usize;
        &self.cells[first..first + self.cells_of_node as usize]
    }

    /// Shares a complete node. Another thread may have been first with the same position: use the node returned. The
    /// loser's memory stays unused until the next flip, which is rare enough not to matter.
    pub(crate) fn publish(&self, id: NodeId) -> NodeId {
        match &self.table {
            Some(table) => table.insert(self.node(id).key(), id, |node| self.node(node).key()),
            None => id,
        }
    }

    /// The node of a position, wherever it was found; carried over if need be. Always `None` in a tree.
    pub(crate) fn find(&self, key: Key) -> Option<NodeId> {
        match self.table.as_ref()?.find(key, |node| self.node(node).key()) {
            Found::Current(id) => Some(id),
            Found::Previous(old) => self.carry(old),
            Found::Absent => None,
        }
    }

    /// Says which positions will be looked for next.
    pub(crate) fn anticipate(&self, keys: impl Iterator<Item = Key>) {
        if let Some(table) = &self.table {
            table.anticipate(keys);
        }
    }

    /// The node behind an edge, carried over if need be. `None`: there is none, or no room to carry it over.
    pub(crate) fn child(&self, edge: &Edge) -> Option<NodeId> {
        let child = edge.child()?;
        if self.node_region.is_current(child.index()) {
            return Some(child);
        }
        Some(edge.link(Some(child), self.carry(child)?))
    }

    /// The node behind an edge if it is at hand: no carrying over.
    pub(crate) fn child_at_hand(&self, edge: &Edge) -> Option<NodeId> {
        edge.child().filter(|child| self.node_region.is_current(child.index()))
    }

    /// The present twin of a node that may belong to the previous graph; `None` when there is no room for it.
    pub(crate) fn present(&self, id: NodeId) -> Option<NodeId> {
        if self.node_region.is_current(id.index()) { Some(id) } else { self.carry(id) }
    }

    /// Copies a node of the previous graph with its edges into the current one, unless that has it already.
    fn carry(&self, old_id: NodeId) -> Option<NodeId> {
        let old = self.node(old_id);
        if let Some(table) = &self.table
            && let Found::Current(id) = table.find(old.key(), |node| self.node(node).key())
        {
            return Some(id);
        }
        let first_edge = match old.edges() {
            Some(range) => Some(self.copy_edges(range)?),
            None => None,
        };
        let id = NodeId::from_index(self.node_region.take(1)?);
        self.node(id).create_copy(old, first_edge);
        if first_edge.is_some() {
            if !self.give_cells(self.node(id)) {
                return None;
            }
            self.cells(self.node(id)).iter().zip(self.cells(old)).for_each(|(new, old)| new.store(old.load()));
        }
        Some(self.publish(id))
    }

    fn copy_edges(&self, range: Range<u32>) -> Option<EdgeId> {
        let first = self.take_edges(range.len())?;
        for (old_index, new_index) in range.zip(first.0..) {
            let old = self.edge(EdgeId(old_index));
            // A handle outside the previous graph leads to one that is gone.
            let child = old.child().filter(|child| !self.node_region.is_current(child.index()));
            self.edge(EdgeId(new_index)).create_copy(old, child);
        }
        Some(first)
    }
}
