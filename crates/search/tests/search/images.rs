//! Positions that are images of each other share a node with `symmetry=on`; whoever asks never sees the board turned.

use luozi_core::{Game, Key, MoveList, Rng, UniformPlayout};
use luozi_games::{connect4, nogo, reversi};
use luozi_search::{Expansion, Fpu, Limits, NodeView, Params, Prove, Report, Request, Search, Selection};
use std::collections::{HashMap, HashSet};
use std::time::Instant;

fn on() -> Params {
    Params { symmetry: true, memory_mb: 16, early_stop: false, ..Params::default() }
}

fn searching<G: Game>(game: &G, params: Params) -> Search<G, UniformPlayout> {
    Search::new(game.clone(), params, |_| UniformPlayout).expect("valid")
}

fn think<G: Game>(search: &mut Search<G, UniformPlayout>, position: &G::Position, visits: u64) -> Report<G::Move> {
    search.think(position, Request::new(Limits::visits(visits), &Instant::now()))
}

fn connect_four(rows: u8, cols: u8, forbidden: &[(u8, u8)]) -> connect4::Rules<u64> {
    let cells: Vec<_> = forbidden.iter().map(|&(row, col)| connect4::Cell { row, col }).collect();
    connect4::Rules::new(rows, cols, &cells).expect("a board")
}

fn legal_moves<G: Game>(game: &G, position: &G::Position) -> MoveList<G::Move> {
    let mut moves = MoveList::new();
    game.legal_moves(position, &mut moves);
    moves
}

fn after<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> G::Position {
    let mut after = *position;
    game.play(&mut after, mv).expect("a legal move");
    after
}

/// The unfinished positions of a few random games.
fn unfinished<G: Game>(game: &G, games: u32, seed: u64) -> Vec<G::Position> {
    let mut rng = Rng::seeded(seed);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = game.initial();
        while game.outcome(&position).is_none() {
            positions.push(position);
            let moves = legal_moves(game, &position);
            game.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
        }
    }
    positions
}

/// A position and all that can follow it.
fn reachable<G: Game>(game: &G, from: &G::Position) -> HashMap<Key, G::Position> {
    let mut found = HashMap::from([(game.key(from), *from)]);
    let mut waiting = vec![*from];
    while let Some(position) = waiting.pop() {
        for mv in legal_moves(game, &position) {
            let next = after(game, &position, mv);
            if found.insert(game.key(&next), next).is_none() {
                waiting.push(next);
            }
        }
    }
    found
}

/// The slow twin: a graph searched to its end has a node for every canonical position and no more.
#[test]
fn an_exhausted_graph_has_one_node_for_all_images() {
    fn check<G: Game>(game: G) {
        let all = reachable(&game, &game.initial());
        let canonical: HashSet<Key> = all.values().map(|position| game.canonical_key(position)).collect();
        assert_eq!(canonical.len() < all.len(), game.symmetries() > 1);
        for (symmetry, expected) in [(true, canonical.len()), (false, all.len())] {
            let (selection, fpu) = (Selection::Ucb1, Fpu::Infinite);
            let params = Params { symmetry, selection, fpu, c: 20.0, prove: Prove::Off, hook: false, ..on() };
            let mut search = searching(&game, params);
            let nodes =
                (0..60).map(|_| think(&mut search, &game.initial(), 2000).nodes).find(|&n| n >= expected as u64);
            let more = think(&mut search, &game.initial(), 2000).nodes;
            assert_eq!((nodes, more), (Some(expected as u64), expected as u64), "{game:?}, symmetry {symmetry}");
        }
    }
    check(connect_four(3, 3, &[]));
    check(connect_four(3, 4, &[(1, 0), (1, 3), (2, 1), (2, 2)]));
    check(connect_four(3, 3, &[(1, 0)]));
    check(nogo::Rules::new(2, 3).expect("a board"));
    check(nogo::Rules::new(3, 3).expect("a board"));
}

/// A search of an image is the image of the search: candidates, their numbers and their lines.
#[test]
fn the_search_of_an_image_says_the_image_of_everything() {
    fn check<G: Game>(game: G, expansion: Expansion, seed: u64) {
        let fpu = if expansion == Expansion::All { Fpu::Average } else { Fpu::Parent };
        let params = Params { expansion, fpu, seed, ..on() };
        for position in unfinished(&game, 2, seed).into_iter().step_by(3) {
            let images: Vec<_> = (0..game.symmetries()).map(|symmetry| game.transform(&position, symmetry)).collect();
            if images[1..].contains(&position) {
                continue; // Its own image: which of two images of a line is told is a matter of taste.
            }
            let report = think(&mut searching(&game, params.clone()), &position, 300);
            for candidate in &report.candidates {
                assert_eq!(candidate.line.first(), Some(&candidate.mv));
                candidate.line.iter().fold(position, |position, &mv| after(&game, &position, mv));
            }
            for (symmetry, image) in images.iter().enumerate() {
                let told = think(&mut searching(&game, params.clone()), image, 300);
                assert_eq!((told.value, told.bounds, told.nodes), (report.value, report.bounds, report.nodes));
                for (told, candidate) in told.candidates.iter().zip(&report.candidates) {
                    let line: Vec<_> = candidate.line.iter().map(|&mv| game.transform_move(mv, symmetry)).collect();
                    assert_eq!(
                        (told.visits, &told.line),
                        (candidate.visits, &line),
                        "symmetry {symmetry}, {position:?}"
                    );
                    assert_eq!((told.mv, told.bounds), (line[0], candidate.bounds));
                }
            }
        }
    }
    for expansion in [Expansion::One, Expansion::All] {
        check(connect_four(6, 7, &[]), expansion, 1);
        check(connect_four(5, 5, &[(2, 1), (2, 3)]), expansion, 2);
        check(nogo::Rules::new(4, 4).expect("a board"), expansion, 3);
        check(nogo::Rules::new(3, 4).expect("a board"), expansion, 4);
        check(reversi::Rules::standard(), expansion, 5);
    }
}

/// The content of a node without the handles in it, which a flip changes, and without links that carrying over cut.
fn content<M: Copy + Ord>(node: &NodeView<M>) -> (Key, u32, Option<luozi_core::Abs>, Vec<(M, u32)>) {
    (node.key, node.visits, node.value, node.edges.iter().map(|edge| (edge.mv, edge.visits)).collect())
}

/// Whole games: two plies later the root is the node that was seen there, through flips, and past the point from
/// which images cannot meet any more.
#[test]
fn what_is_known_two_plies_later_is_found_in_any_image() {
    fn check<G: Game>(game: G, max_nodes: u64) -> u32 {
        let mut search = searching(&game, Params { max_nodes, prove: Prove::Off, memory_mb: 64, ..on() });
        let mut position = game.initial();
        let (mut turned, mut kept) = (0, [0, 0]);
        loop {
            think(&mut search, &position, 800);
            let mut symmetry = search.root_symmetry().expect("searched");
            let mut id = search.root().expect("searched");
            for _ in 0..2 {
                let best = search.node(id).edges.into_iter().max_by_key(|edge| edge.visits).expect("a move");
                position = after(&game, &position, game.turned_back(best.mv, symmetry));
                let Some(child) = best.child.filter(|&child| !search.node(child).terminal) else {
                    assert!(kept[0] > 0 && kept[1] > 0, "a game of both kinds of positions: {kept:?}");
                    return turned;
                };
                id = child;
                symmetry = game.compose_symmetries(symmetry, best.symmetry);
                turned += u32::from(best.symmetry != 0);
            }
            kept[usize::from(game.can_reach_images(&position))] += 1;
            let before = content(&search.node(id));
            think(&mut search, &position, 0);
            let found = search.node(search.root().expect("searched"));
            assert_eq!(content(&found), before, "at most {max_nodes} nodes, {position:?}");
            assert_eq!(search.root_position(), Some(position));
        }
    }
    for max_nodes in [100_000, 2_000] {
        let turned =
            check(connect_four(6, 7, &[]), max_nodes) + check(nogo::Rules::new(5, 5).expect("a board"), max_nodes);
        assert!(turned > 0, "the test needs nodes that see the board turned");
    }
}

/// Where a game says that images cannot meet, none of them do.
#[test]
fn images_out_of_reach_never_meet() {
    fn check<G: Game>(game: G, games: u32, seed: u64, [fewest, most]: [usize; 2]) {
        let mut out_of_reach = 0;
        for position in unfinished(&game, games, seed).iter().filter(|position| !game.can_reach_images(position)) {
            let all = reachable(&game, position);
            let canonical: HashSet<Key> = all.values().map(|position| game.canonical_key(position)).collect();
            assert_eq!(canonical.len(), all.len(), "{position:?}");
            out_of_reach += 1;
        }
        assert!((fewest..=most).contains(&out_of_reach), "{out_of_reach} positions out of reach");
    }
    check(connect_four(3, 4, &[]), 20, 1, [20, 220]);
    check(connect_four(4, 4, &[(2, 1), (2, 2)]), 4, 2, [8, 50]);
    check(nogo::Rules::new(4, 4).expect("a board"), 4, 3, [4, 40]);
    check(nogo::Rules::new(2, 5).expect("a board"), 40, 4, [20, 300]);
}

/// From the empty board every line has an image: half the nodes are saved, and both images of a move lead to one node.
#[test]
fn images_of_a_move_lead_to_one_node() {
    let game = connect_four(6, 7, &[]);
    let mut search = searching(&game, on());
    think(&mut search, &game.initial(), 3000);
    let root = search.node(search.root().expect("searched"));
    for (left, right) in [(0, 6), (1, 5), (2, 4)] {
        assert!(root.edges[left].child.is_some() && root.edges[left].child == root.edges[right].child);
    }
}

#[test]
fn a_board_without_symmetry_is_searched_as_without_the_parameter() {
    let game = connect_four(6, 7, &[(2, 1)]);
    let report = |symmetry| Report {
        elapsed: std::time::Duration::ZERO,
        ..think(&mut searching(&game, Params { symmetry, ..on() }), &game.initial(), 2000)
    };
    assert_eq!(report(true), report(false));
}
