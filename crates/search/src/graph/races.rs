//! Every interleaving of the small races that threads run on the graph, tried by loom.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p luozi-search --lib --release races`

use super::node::{Birth, EdgeId, NodeId};
use super::{Graph, Kind, Sizes};
use loom::sync::Arc;
use loom::thread;
use luozi_core::{Abs, Bounds, Key, Player, Score};

const ANYTHING: Bounds = Bounds { lower: Score(-9), upper: Score(9) };

fn birth(key: u128, value: f64) -> Birth {
    Birth { key: Key(key), to_move: Player::Second, terminal: false, bounds: ANYTHING, value: Some(Abs(value)) }
}

fn graph(shared: bool) -> Graph {
    Graph::new(Sizes { nodes: 4, edges: 4, cells: 0 }, Kind { shared, cells: 0 })
}

/// Two threads create the node of one position: both go on with the same one, and whoever sees it sees it complete.
#[test]
fn one_position_gets_one_node() {
    loom::model(|| {
        let graph = Arc::new(graph(true));
        let create = |graph: &Graph| {
            let mine = graph.create(birth(5, 0.25)).expect("room");
            let used = graph.publish(mine);
            assert_eq!(graph.node(used).key(), Key(5));
            assert_eq!(graph.node(used).value(), Some(Abs(0.25)), "seen before it was complete");
            used
        };
        let other = {
            let graph = Arc::clone(&graph);
            thread::spawn(move || create(&graph))
        };
        let mine = create(&graph);
        assert_eq!(mine, other.join().expect("no panic"));
        assert_eq!(graph.find(Key(5)), Some(mine));
    });
}

/// Two different positions whose probe sequences collide both find a place.
#[test]
fn two_positions_with_one_home_are_both_found() {
    loom::model(|| {
        let graph = Arc::new(graph(true));
        let create = |graph: &Graph, key: u128| graph.publish(graph.create(birth(key, 0.5)).expect("room"));
        let other = {
            let graph = Arc::clone(&graph);
            thread::spawn(move || create(&graph, 3))
        };
        let mine = create(&graph, 3 | 1 << 100);
        let other = other.join().expect("no panic");
        assert_ne!(mine, other);
        assert_eq!((graph.find(Key(3)), graph.find(Key(3 | 1 << 100))), (Some(other), Some(mine)));
    });
}

/// Two threads want to expand a leaf: one does, and nobody reads an edge before it is written.
#[test]
fn a_leaf_is_expanded_once_and_its_edges_are_complete() {
    loom::model(|| {
        let graph = Arc::new(graph(false));
        let id = graph.create(birth(1, 0.0)).expect("room");
        let visit = move |graph: &Graph| {
            let node = graph.node(id);
            let expanded = node.claim();
            if expanded {
                let first = graph.take_edges(2).expect("room");
                for index in [0, 1] {
                    graph.edge(EdgeId(first.0 + index)).create(7, 0.5, ANYTHING);
                }
                node.publish_edges(first, 2);
            }
            for edge in node.edges().into_iter().flatten() {
                let edge = graph.edge(EdgeId(edge));
                assert_eq!((edge.move_index(), edge.bounds(), edge.value()), (7, ANYTHING, None), "seen too early");
            }
            expanded
        };
        let other = {
            let graph = Arc::clone(&graph);
            thread::spawn(move || visit(&graph))
        };
        let mine = visit(&graph);
        assert!(mine ^ other.join().expect("no panic"), "exactly one thread expands");
        assert_eq!(graph.used().edges, 2);
    });
}

/// In a tree two threads create a child of one edge: both go on with the same one, complete.
#[test]
fn an_edge_gets_one_child() {
    loom::model(|| {
        let graph = Arc::new(graph(false));
        let first = graph.take_edges(1).expect("room");
        graph.edge(first).create(0, 1.0, ANYTHING);
        let link = move |graph: &Graph| -> NodeId {
            let child = graph.create(birth(2, -0.5)).expect("room");
            let used = graph.edge(first).link(None, child);
            assert_eq!(graph.node(used).value(), Some(Abs(-0.5)), "seen before it was complete");
            used
        };
        let other = {
            let graph = Arc::clone(&graph);
            thread::spawn(move || link(&graph))
        };
        let mine = link(&graph);
        assert_eq!(mine, other.join().expect("no panic"));
    });
}

/// Two proofs that arrive together are both kept.
#[test]
fn bounds_only_tighten() {
    loom::model(|| {
        let graph = Arc::new(graph(false));
        let id = graph.create(birth(1, 0.0)).expect("room");
        let other = {
            let graph = Arc::clone(&graph);
            thread::spawn(move || graph.node(id).tighten(Bounds { lower: Score(2), ..ANYTHING }))
        };
        graph.node(id).tighten(Bounds { upper: Score(4), ..ANYTHING });
        let seen = other.join().expect("no panic");
        assert!(seen.lower == Score(2) && seen.upper >= Score(4));
        assert_eq!(graph.node(id).bounds(), Bounds { lower: Score(2), upper: Score(4) });
    });
}

/// Two threads carry one node over from the previous graph: the new graph has it once.
#[test]
fn a_node_is_carried_over_once() {
    loom::model(|| {
        let mut graph = graph(true);
        graph.publish(graph.create(birth(5, 0.75)).expect("room"));
        graph.flip();
        let graph = Arc::new(graph);
        let find = |graph: &Graph| {
            let id = graph.find(Key(5)).expect("known");
            assert_eq!(graph.node(id).value(), Some(Abs(0.75)), "seen before it was complete");
            id
        };
        let other = {
            let graph = Arc::clone(&graph);
            thread::spawn(move || find(&graph))
        };
        let mine = find(&graph);
        assert_eq!(mine, other.join().expect("no panic"));
    });
}
