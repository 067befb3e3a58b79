//! The part of a searched graph that people look at: its most visited nodes, with boards and moves as text.
//!
//! The command `explain` and the page show the same graph. It is a copy: the search may go on while somebody walks in it.
//! Positions that several lines reach are one node, so a walk may come back to where another one was.

use crate::analysis::{Proven, proven};
use crate::{GameSearch, Playable};
use luozi_core::{Bounds, Player, sort_few_by_key};
use luozi_search::NodeId;
use serde::{Serialize, Serializer};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// A graph for people: the root first, then each node after the one that led to it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Graph {
    /// The most visited nodes, at least the root; edges name them by their index here.
    pub nodes: Vec<Node>,
}

/// A position of the graph.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Node {
    /// Rows of the board.
    pub board: Vec<String>,
    /// Who moves, `X` or `O`.
    #[serde(serialize_with = "letter")]
    pub to_move: Player,
    /// Moves from the root, along the way it was first found.
    pub path: Vec<String>,
    /// Evaluations that count for it.
    pub visits: u32,
    /// In [-1, 1], for the side to move.
    pub value: Option<f64>,
    /// What is certain, for the side to move.
    #[serde(serialize_with = "in_words")]
    pub proven: Option<Proven>,
    /// Its moves, most visited first.
    pub edges: Vec<Edge>,
}

/// A move of the graph; all values for the side that plays it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Edge {
    /// The move as the game writes it.
    #[serde(rename = "move")]
    pub mv: String,
    /// Index of the position it leads to, if that is among the nodes.
    pub node: Option<usize>,
    /// Simulations through it.
    pub visits: u32,
    /// In [-1, 1].
    pub value: Option<f64>,
    /// Prior probability, from 0 to 1, among the moves of its node.
    pub prior: f32,
    /// The least score it is proven to have.
    pub lower: i16,
    /// The most score it is proven to have; the same as `lower` where it is exact.
    pub upper: i16,
    /// What is certain.
    #[serde(serialize_with = "in_words")]
    pub proven: Option<Proven>,
}

fn letter<S: Serializer>(player: &Player, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_char(if *player == Player::First { 'X' } else { 'O' })
}

fn in_words<S: Serializer>(proven: &Option<Proven>, serializer: S) -> Result<S::Ok, S::Error> {
    proven.map(|proven| proven.to_string()).serialize(serializer)
}

/// A node still to be visited: the most visited first, then the earliest found.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    visits: u32,
    order: Reverse<usize>,
    id: NodeId,
}

impl Graph {
    /// At most `most` nodes of the graph below the position last searched; `None` before any search.
    pub(crate) fn new<G: Playable>(search: &GameSearch<G>, most: usize) -> Option<Graph> {
        let game = search.game();
        let (root, start) = (search.root()?, search.root_position()?);
        // 1. Walk from the root, always on to the most visited node known.
        let mut found: HashMap<NodeId, (usize, G::Position, Vec<String>)> = HashMap::new();
        found.insert(root, (0, start, Vec::new()));
        let mut order = vec![root];
        let mut waiting = BinaryHeap::from([Waiting { visits: u32::MAX, order: Reverse(0), id: root }]);
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
                waiting.push(Waiting { visits: edge.visits, order: Reverse(order.len()), id: child });
                order.push(child);
            }
        }
        // 2. Describe what was found.
        let index = |child: NodeId| found.get(&child).map(|(index, ..)| *index);
        let nodes = order.iter().map(|id| {
            let (_, position, path) = &found[id];
            describe(search, *id, position, path.clone(), index)
        });
        Some(Graph { nodes: nodes.collect() })
    }
}

/// The rows of a board as text.
pub(crate) fn rows<G: Playable>(game: &G, position: &G::Position) -> Vec<String> {
    let text = game.position_text(position);
    let mut rows: Vec<String> = text.lines().map(str::to_string).collect();
    // The last line names the side to move.
    rows.pop();
    rows
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
    let told = |bounds: Bounds| proven(game, position, bounds, player);
    let board = rows(game, position);
    let mut edges: Vec<Edge> = node
        .edges
        .iter()
        .map(|edge| Edge {
            mv: game.move_text(edge.mv),
            node: edge.child.and_then(&index),
            visits: edge.visits,
            value: edge.value.map(|value| value.seen_by(player).0),
            prior: edge.prior,
            lower: edge.bounds.lower_for(player),
            upper: edge.bounds.upper_for(player),
            proven: told(edge.bounds),
        })
        .collect();
    sort_few_by_key(&mut edges, |edge| Reverse(edge.visits));
    Node {
        board,
        to_move: player,
        path,
        visits: node.visits,
        value: node.value.map(|value| value.seen_by(player).0),
        proven: told(node.bounds),
        edges,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Recipe};
    use luozi_core::Game;
    use luozi_games::{GameKind, connect4};
    use luozi_search::{Budget, Request};

    fn searched(most: usize) -> Graph {
        let rules = connect4::Rules::<u64>::new(4, 4, &[]).unwrap();
        let recipe = Recipe::parse(GameKind::CONNECT4, "mcgs,memory_mb=8,seed=3").unwrap();
        let mut engine = Engine::new(rules.clone(), &recipe).unwrap();
        assert_eq!(engine.explain(most), None, "nothing was searched");
        let clock = luozi_search::Instant::now();
        engine.think(&rules.initial(), Request::new(Budget::visits(2000), &clock));
        engine.explain(most).unwrap()
    }

    #[test]
    fn a_copy_is_cut_at_its_limit_and_parents_come_first() {
        let graph = searched(60);
        assert_eq!(graph.nodes.len(), 60);
        assert!(graph.nodes[0].path.is_empty() && graph.nodes[0].board == ["...."; 4]);
        for (index, node) in graph.nodes.iter().enumerate().skip(1) {
            let (last, before) = node.path.split_last().unwrap();
            let parent = graph.nodes.iter().position(|parent| parent.path == before).unwrap();
            assert!(parent < index, "{index}");
            assert!(graph.nodes[parent].edges.iter().any(|edge| edge.mv == *last && edge.node == Some(index)));
            assert_eq!(node.to_move, [Player::First, Player::Second][node.path.len() % 2]);
            assert!(node.edges.is_sorted_by_key(|edge| Reverse(edge.visits)));
        }
    }

    #[test]
    fn one_position_reached_twice_is_one_node() {
        let graph = searched(400);
        let led_to = |index: usize| {
            graph.nodes.iter().flat_map(|node| &node.edges).filter(|edge| edge.node == Some(index)).count()
        };
        assert!((1..graph.nodes.len()).any(|index| led_to(index) > 1), "1 2 3 and 3 2 1 give the same board");
    }

    #[test]
    fn a_graph_is_written_in_the_words_of_people() {
        let json = serde_json::to_value(searched(2)).unwrap();
        assert_eq!((&json["nodes"][0]["to_move"], &json["nodes"][1]["to_move"]), (&"X".into(), &"O".into()));
        let proven = Some(Proven::Result { result: crate::analysis::ProvenResult::Win, plies: Some(3) });
        assert_eq!(in_words(&proven, serde_json::value::Serializer).unwrap(), "win in 3");
    }
}
