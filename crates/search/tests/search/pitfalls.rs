//! The mistakes that have bitten other programs, each with a test that would notice it here.

use crate::maze::{Maze, Place, Written};
use luozi_core::conformance::minimax;
use luozi_core::{Abs, Bounds, Game, MoveList, Player, Pov, Rng, Score, UniformPlayout};
use luozi_games::{connect4, reversi};
use luozi_search::{
    Budget, Clock, Fpu, NodeId, Params, Prove, Request, Reward, Search, Selection, StopReason, TimeControl,
};
use std::collections::HashMap;
use std::time::{Duration, Instant};

fn small() -> Params {
    Params { memory_mb: 4, early_stop: false, ..Params::default() }
}

/// The moment of asking, for searches that have no time limit.
fn now() -> Instant {
    Instant::now()
}

/// All nodes below the root, each once.
fn nodes<G: Game>(search: &Search<G, UniformPlayout>) -> Vec<NodeId> {
    let mut found = vec![search.root().expect("a searched position")];
    let mut next = 0;
    while next < found.len() {
        for edge in search.node(found[next]).edges {
            found.extend(edge.child.filter(|child| !found.contains(child)));
        }
        next += 1;
    }
    found
}

/// Pitfall: selecting on the child's visits, or crediting all parents, in a shared graph.
#[test]
fn a_shared_child_counts_by_the_walks_of_each_edge() {
    let game = connect4::Rules::<u64>::classic();
    let params = Params { prove: Prove::Off, hook: false, selection: Selection::Ucb1, fpu: Fpu::Infinite, ..small() };
    let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid");
    search.think(&game.initial(), Request::new(Budget::visits(3000), &now()));
    let mut walks_into: HashMap<NodeId, u32> = HashMap::new();
    let mut shared_nodes = 0;
    let all = nodes(&search);
    for &id in &all {
        let node = search.node(id);
        let walks: u32 = node.edges.iter().map(|edge| edge.visits).sum();
        assert!(node.terminal || node.visits == 1 + walks, "one own evaluation and the walks through its edges");
        for edge in node.edges {
            if let Some(child) = edge.child {
                let total = walks_into.entry(child).or_default();
                shared_nodes += u32::from(*total > 0);
                *total += edge.visits;
            }
        }
    }
    assert!(shared_nodes > 50, "the test needs transpositions, found {shared_nodes}");
    for id in all.into_iter().skip(1).filter(|&id| !search.node(id).terminal) {
        assert_eq!(walks_into[&id], search.node(id).visits, "walks by all parents together");
    }
}

/// Pitfall: a value that depends on the order of news. The mean is exactly that of the edges.
#[test]
fn a_node_is_worth_the_mean_of_its_own_evaluation_and_its_edges() {
    use Place::Fork;
    // 1 and 2 share the child 4; nothing ends, so nothing is proven.
    let ends = |value| Fork(value, vec![6, 7]);
    let maze = Maze::new(vec![
        Fork(0.0, vec![1, 2]),
        Fork(0.5, vec![3, 4]),
        Fork(-0.5, vec![4, 5]),
        ends(0.2),
        ends(0.8),
        ends(-0.9),
        Place::End(3),
        Place::End(-3),
    ]);
    let params = Params { prove: Prove::Off, ..small() };
    let mut search = Search::new(maze.clone(), params, |_| Written::default()).expect("valid");
    search.think(&maze.initial(), Request::new(Budget::visits(500), &now()));
    let root = search.node(search.root().expect("searched"));
    for edge in &root.edges {
        let child = search.node(edge.child.expect("visited"));
        let own = child.own_value.expect("evaluated").0;
        let sum: f64 = child.edges.iter().map(|e| f64::from(e.visits) * e.value.map_or(0.0, |v| v.0)).sum();
        let mean = (own + sum) / f64::from(child.visits);
        assert!((child.value.expect("visited").0 - mean).abs() < 1e-6);
    }
}

/// Pitfall: signs after a pass.
#[test]
fn signs_are_right_after_a_reversi_pass() {
    let game = reversi::Rules::new(4, reversi::Scoring::Difference).expect("a board");
    let mut rng = Rng::seeded(6);
    let mut passes = 0;
    let params = Params { prove: Prove::Off, reward: Reward::Score, c: 0.3, ..small() };
    let mut search = Search::new(game, params, |_| UniformPlayout).expect("valid");
    for _ in 0..100 {
        let mut position = game.initial();
        let mut moves = MoveList::new();
        while game.outcome(&position).is_none() {
            game.legal_moves(&position, &mut moves);
            let truth = minimax(&game, &position);
            if moves.as_slice() == [reversi::Square::PASS] && truth != Score::DRAW {
                let report = search.think(&position, Request::new(Budget::visits(3000), &now()));
                let expected = truth.seen_by(game.to_move(&position));
                assert_eq!(report.value.0 > 0.0, expected > 0, "{report:?} against {truth:?}");
                passes += 1;
            }
            let mv = moves[rng.below(moves.len() as u32) as usize];
            game.play_unchecked(&mut position, mv);
        }
    }
    assert!(passes > 5, "the test needs passes, found {passes}");
}

/// Pitfall: proven children still averaged.
#[test]
fn proven_children_leave_the_average() {
    use Place::{End, Fork};
    // Move 0 loses on the spot; below move 1 everything is worth 0.4 and nothing is proven within the visits.
    let mut places = vec![Fork(0.4, vec![1, 2]), End(-5)];
    places.extend((3..=10).map(|next| Fork(0.4, vec![next, next])));
    places.push(Fork(0.4, vec![11, 12]));
    places.extend([End(5), End(-5)]);
    let maze = Maze::new(places);
    let params = Params { fpu: Fpu::Infinite, selection: Selection::Ucb1, graph: false, ..small() };
    let mut search = Search::new(maze.clone(), params, |_| Written::default()).expect("valid");
    let report = search.think(&maze.initial(), Request::new(Budget::visits(40), &now()));
    assert!((report.value.0 - 0.4).abs() < 1e-6, "{:?}", report.value);
    assert_eq!(report.best(), 1);
    let lost = &report.candidates[1];
    assert_eq!((lost.visits, lost.bounds), (1, Bounds::exact(Score(-5))), "a proven loss is not walked into again");
}

/// Pitfall: a proven win not taken.
#[test]
fn a_proven_win_is_taken_shortest_first_whatever_the_visits() {
    use Place::{End, Fork};
    // Move 0 looks good, moves 1 and 2 win by force, 2 with the better score.
    let maze = Maze::new(vec![
        Fork(0.0, vec![1, 2, 3]),
        Fork(0.9, vec![4, 4]),
        Fork(-0.9, vec![5]),
        Fork(-0.9, vec![6]),
        Fork(0.9, vec![7, 7]),
        End(2),
        End(6),
        Fork(0.9, vec![8, 9]),
        End(1),
        End(-1),
    ]);
    let exact = Params { prove: Prove::Score, fpu: Fpu::Infinite, ..small() };
    let mut search = Search::new(maze.clone(), exact, |_| Written::default()).expect("valid");
    let report = search.think(&maze.initial(), Request::new(Budget::visits(1000), &now()));
    assert_eq!((report.best(), report.stopped), (2, Some(StopReason::Proven)));
    assert_eq!(report.bounds, Bounds::exact(Score(6)));
    assert_eq!(report.candidates[0].line, [2, 0]);
    assert_eq!(report.value, Pov(1.0));
}

/// Pitfall: a lost root that stops resisting.
#[test]
fn a_lost_root_resists_longest() {
    use Place::{End, Fork};
    let maze = Maze::new(vec![
        Fork(0.0, vec![1, 2, 3]),
        Fork(0.5, vec![4]),
        Fork(0.0, vec![5]),
        Fork(0.9, vec![6]),
        End(-7),
        End(-2),
        End(-9),
    ]);
    for prove in [Prove::Result, Prove::Score] {
        let mut search = Search::new(maze.clone(), Params { prove, ..small() }, |_| Written::default()).expect("valid");
        let report = search.think(&maze.initial(), Request::new(Budget::visits(1000), &now()));
        assert_eq!((report.best(), report.stopped), (1, Some(StopReason::Proven)), "{report:?}");
        assert_eq!(report.bounds.result(), Some(Some(Player::Second)));
    }
}

/// Pitfall: a certain draw refused for something worse, or taken instead of something better.
#[test]
fn a_certain_draw_is_taken_when_all_else_looks_worse() {
    use Place::{End, Fork};
    for (value, expected) in [(-0.3, 0), (0.3, 1)] {
        let maze = Maze::new(vec![
            Fork(0.0, vec![1, 2]),
            End(0),
            Fork(value, vec![3, 3]),
            Fork(value, vec![4, 5]),
            End(9),
            End(-9),
        ]);
        let mut search = Search::new(maze.clone(), small(), |_| Written::default()).expect("valid");
        let report = search.think(&maze.initial(), Request::new(Budget::visits(3), &now()));
        assert_eq!(report.best(), expected, "{report:?}");
    }
}

/// Pitfall: freeing a million nodes on the clock. A reset that touched this memory could not be repeated so often.
#[test]
fn resetting_costs_nothing_however_large_the_graph() {
    let game = connect4::Rules::<u64>::classic();
    let params = Params { memory_mb: 512, ..Params::default() };
    let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid");
    for _ in 0..30_000 {
        search.reset();
    }
    let report = search.think(&game.initial(), Request::new(Budget::visits(10), &now()));
    assert_eq!(report.visits, 10);
}

/// A clock that was started before the search, and that advances at every look.
struct Late(Duration, std::sync::atomic::AtomicU64);

impl Clock for Late {
    fn elapsed(&self) -> Duration {
        let looks = self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.0 + Duration::from_micros(100) * looks as u32
    }
}

/// Pitfall: timing from the search's start instead of the request's.
#[test]
fn time_counts_from_the_request() {
    let game = connect4::Rules::<u64>::classic();
    let second = Duration::from_secs(1);
    let mut visits = Vec::new();
    for before in [Duration::ZERO, second / 2, second * 2] {
        let mut search = Search::new(game.clone(), small(), |_| UniformPlayout).expect("valid");
        let clock = Late(before, 0.into());
        let budget = TimeControl::PerMove(second).budget(second, 1).time.expect("a clock gives a time");
        let report = search.think(&game.initial(), Request::new(Budget::time(budget), &clock));
        assert_eq!(report.stopped, Some(StopReason::Time));
        assert!(report.elapsed <= before.max(budget) + Duration::from_millis(1), "{:?}", report.elapsed);
        visits.push(report.visits);
    }
    assert!(visits[0] > visits[1] * 3 / 2 && visits[1] > 0 && visits[2] == 0, "{visits:?}");
}

/// Pitfall: 64-bit keys collide in a shared graph. All keys of the maze agree in 64 bits.
#[test]
fn keys_that_agree_in_64_bits_are_told_apart() {
    use Place::{End, Fork};
    let maze =
        Maze::new(vec![Fork(0.0, vec![1, 2]), Fork(0.0, vec![3, 4]), Fork(0.0, vec![4, 5]), End(-1), End(2), End(4)]);
    let params = Params { prove: Prove::Score, ..small() };
    let mut search = Search::new(maze.clone(), params, |_| Written::default()).expect("valid");
    let report = search.think(&maze.initial(), Request::new(Budget::visits(100), &now()));
    assert_eq!(report.bounds, Bounds::exact(minimax(&maze, &maze.initial())));
    assert_eq!(report.nodes, 6);
    assert_eq!(search.node(search.root().expect("searched")).value, Some(Abs(1.0)));
}
