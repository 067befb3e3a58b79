//! What survives a move: everything reachable, through flips of the arrays, in graphs and in trees.

use crate::maze::{Maze, Place, Written};
use luozi_core::{Game, UniformPlayout};
use luozi_games::connect4;
use luozi_search::{Budget, EdgeView, NodeView, Params, Prove, Request, Search};
use std::time::Instant;

fn think<G: Game>(search: &mut Search<G, UniformPlayout>, position: &G::Position, visits: u64) {
    search.think(position, Request::new(Budget::visits(visits), &Instant::now()));
}

/// A node without the handles in it, which a flip changes.
fn content<M: Copy>(mut node: NodeView<M>) -> NodeView<M> {
    node.edges = node.edges.into_iter().map(|edge| EdgeView { child: None, ..edge }).collect();
    node
}

#[test]
fn two_plies_later_everything_is_still_known() {
    let game = connect4::Rules::<u64>::classic();
    for graph in [true, false] {
        // The larger graph stays where it is, the smaller one is crowded and flips.
        for max_nodes in [100_000, 4_000] {
            let params = Params { graph, max_nodes, memory_mb: 64, early_stop: false, ..Params::default() };
            let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid");
            let mut position = game.initial();
            for step in 0..6 {
                think(&mut search, &position, 2500);
                let root = search.node(search.root().expect("searched"));
                let most_visited = |node: &NodeView<connect4::Column>| {
                    node.edges.iter().max_by_key(|edge| edge.visits).map(|edge| (edge.mv, edge.child)).expect("edges")
                };
                let (first, child) = most_visited(&root);
                let Some(child) = child else { break };
                let (second, grandchild) = most_visited(&search.node(child));
                let Some(grandchild) = grandchild else { break };
                let before = content(search.node(grandchild));
                assert!(before.visits > 30, "worth keeping");
                game.play_unchecked(&mut position, first);
                game.play_unchecked(&mut position, second);
                think(&mut search, &position, 0);
                let after = content(search.node(search.root().expect("searched")));
                assert_eq!(after, before, "step {step}, graph {graph}, at most {max_nodes} nodes");
            }
        }
    }
}

#[test]
fn without_reuse_nothing_is_kept() {
    let game = connect4::Rules::<u64>::classic();
    let params = Params { reuse: false, memory_mb: 8, ..Params::default() };
    let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid");
    think(&mut search, &game.initial(), 500);
    think(&mut search, &game.initial(), 0);
    assert_eq!(search.node(search.root().expect("searched")).visits, 1);
}

/// A position that only a discarded branch had reached is found again by transposition, before and after a flip.
#[test]
fn a_transposition_from_a_discarded_branch_is_reused() {
    use Place::{End, Fork};
    // 5 is below both 3 and 4; 3 belongs to the branch of 1, 4 to that of 2. Only move 1, to 2, is searched at first.
    let maze = Maze::new(vec![
        Fork(0.0, vec![1, 2]),
        Fork(0.9, vec![3]),
        Fork(-0.9, vec![4]),
        Fork(0.9, vec![5]),
        Fork(-0.9, vec![5]),
        Fork(-0.9, vec![6, 7]),
        End(3),
        End(-3),
    ]);
    for max_nodes in [1000, 16] {
        let params = Params { memory_mb: 1, max_nodes, prove: Prove::Off, early_stop: false, ..Params::default() };
        let written = Written::default();
        let mut search = Search::new(maze.clone(), params, |_| written.clone()).expect("valid");
        let mut other = maze.initial();
        maze.play_unchecked(&mut other, 1);
        search.think(&other, Request::new(Budget::visits(20), &Instant::now()));
        assert_eq!((written.count(5), written.count(3)), (1, 0));
        let mut kept = maze.initial();
        maze.play_unchecked(&mut kept, 0);
        search.think(&kept, Request::new(Budget::visits(20), &Instant::now()));
        assert_eq!((written.count(5), written.count(3)), (1, 1), "5 was known although only 4 had led there");
    }
}

#[test]
fn proofs_survive_flips_under_a_tight_cap() {
    let game = connect4::Rules::<u64>::new(4, 4, &[]).expect("a board");
    let params = Params { max_nodes: 600, memory_mb: 4, prove: Prove::Score, early_stop: false, ..Params::default() };
    let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid");
    let mut position = game.initial();
    let mut solved = 0;
    while game.outcome(&position).is_none() {
        let report = search.think(&position, Request::new(Budget::visits(3000), &Instant::now()));
        let truth = luozi_core::conformance::minimax(&game, &position);
        assert!(report.bounds.lower <= truth && truth <= report.bounds.upper, "{report:?}, truth {truth:?}");
        assert!(report.nodes <= 600);
        solved += u32::from(report.bounds.solved().is_some());
        game.play(&mut position, report.best()).expect("legal");
    }
    assert!(solved > 4, "{solved}");
}
