//! The part of a searched graph that people look at: the most visited nodes, with boards.

use luozi::core::{Bounds, Player};
use luozi::engine::analysis::proven;
use luozi::engine::{GameSearch, Playable};
use luozi::games::Setup;
use luozi::search::{NodeId, Report};
use serde::Serialize;
use std::collections::{BinaryHeap, HashMap};

/// A graph for people.
#[derive(Serialize)]
pub struct Graph {
    pub setup: Setup,
    pub title: String,
    pub engine: String,
    pub version: &'static str,
    pub visits: u64,
    pub seconds: f64,
    /// Nodes of the whole graph, of which `nodes` holds the most visited.
    pub searched_nodes: u64,
    /// The root is the first.
    pub nodes: Vec<Node>,
}

/// A position of the graph.
#[derive(Serialize)]
pub struct Node {
    /// Rows of the board.
    pub board: Vec<String>,
    /// `X` or `O`.
    pub to_move: char,
    /// Moves from the root, along the way it was first found.
    pub path: Vec<String>,
    pub visits: u32,
    /// In [-1, 1], for the side to move.
    pub value: Option<f64>,
    pub proven: Option<String>,
    /// Its moves, most visited first.
    pub edges: Vec<Edge>,
}

/// A move of the graph; all values for the side that plays it.
#[derive(Serialize)]
pub struct Edge {
    #[serde(rename = "move")]
    pub mv: String,
    /// Index of the position it leads to, if that is among the nodes.
    pub node: Option<usize>,
    pub visits: u32,
    pub value: Option<f64>,
    pub prior: f32,
    pub lower: i16,
    pub upper: i16,
    pub proven: Option<String>,
}

/// A node still to be visited: the most visited first, then the earliest found.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    visits: u32,
    order: std::cmp::Reverse<usize>,
    id: NodeId,
}

impl Graph {
    /// At most `most` nodes of the graph, the root first.
    pub fn new<G: Playable>(
        search: &GameSearch<G>,
        setup: &Setup,
        engine: &str,
        report: &Report<G::Move>,
        most: usize,
    ) -> Graph {
        let game = search.game();
        let (Some(root), Some(start)) = (search.root(), search.root_position()) else {
            unreachable!("the search has just thought about a position");
        };
        // 1. Walk from the root, always on to the most visited node known.
        let mut found: HashMap<NodeId, (usize, G::Position, Vec<String>)> = HashMap::new();
        found.insert(root, (0, start, Vec::new()));
        let mut order = vec![root];
        let mut waiting = BinaryHeap::from([Waiting { visits: u32::MAX, order: std::cmp::Reverse(0), id: root }]);
        while let Some(next) = waiting.pop() {
            let (_, position, path) = found[&next.id].clone();
            for edge in search.node(next.id).edges {
                let Some(child) = edge.child else { continue };
                if found.contains_key(&child) || order.len() >= most.max(1) {
                    continue;
                }
                let mut after = position;
                game.play_unchecked(&mut after, edge.mv);
                let mut path = path.clone();
                path.push(game.move_text(edge.mv));
                found.insert(child, (order.len(), after, path));
                waiting.push(Waiting { visits: edge.visits, order: std::cmp::Reverse(order.len()), id: child });
                order.push(child);
            }
        }
        // 2. Describe what was found.
        let nodes = order.iter().map(|id| {
            let (_, position, path) = &found[id];
            describe(search, *id, position, path.clone(), |child| found.get(&child).map(|(index, ..)| *index))
        });
        Graph {
            setup: setup.clone(),
            title: setup.to_string(),
            engine: engine.to_string(),
            version: env!("CARGO_PKG_VERSION"),
            visits: report.visits,
            seconds: report.elapsed.as_secs_f64(),
            searched_nodes: report.nodes,
            nodes: nodes.collect(),
        }
    }
}

fn describe<G: Playable>(
    search: &GameSearch<G>,
    id: NodeId,
    position: &G::Position,
    path: Vec<String>,
    index: impl Fn(NodeId) -> Option<usize>,
) -> Node {
    let game = search.game();
    let node = search.node(id);
    let player = node.to_move;
    let told = |bounds: Bounds| proven(game, position, bounds, player).map(|proven| proven.to_string());
    let text = game.position_text(position);
    let mut board: Vec<String> = text.lines().map(str::to_string).collect();
    board.pop();
    let mut edges: Vec<Edge> = node
        .edges
        .iter()
        .map(|edge| {
            let (a, b) = (edge.bounds.lower.seen_by(player), edge.bounds.upper.seen_by(player));
            Edge {
                mv: game.move_text(edge.mv),
                node: edge.child.and_then(&index),
                visits: edge.visits,
                value: edge.value.map(|value| value.seen_by(player).0),
                prior: edge.prior,
                lower: a.min(b),
                upper: a.max(b),
                proven: told(edge.bounds),
            }
        })
        .collect();
    edges.sort_by_key(|edge| std::cmp::Reverse(edge.visits));
    Node {
        board,
        to_move: if player == Player::First { 'X' } else { 'O' },
        path,
        visits: node.visits,
        value: node.value.map(|value| value.seen_by(player).0),
        proven: told(node.bounds),
        edges,
    }
}
