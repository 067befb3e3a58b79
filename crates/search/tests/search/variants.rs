//! Each parameter does what its line in the table says, on graphs small enough to check by hand.

use crate::maze::{Maze, Place, Position, Written};
use Place::{End, Fork};
use luozi_core::{Abs, Evaluation, Evaluator, Game, Score, Task, UniformPlayout};
use luozi_games::connect4;
use luozi_search::{
    Backup, Budget, Expansion, FinalChoice, Fpu, Params, Prove, Report, Request, Reward, Search, Selection,
};
use std::time::Instant;

fn plain() -> Params {
    Params { memory_mb: 1, early_stop: false, prove: Prove::Off, ..Params::default() }
}

fn search<E: Evaluator<Maze> + Send + Clone>(
    maze: &Maze,
    params: Params,
    evaluator: E,
    visits: u64,
) -> (Search<Maze, E>, Report<u8>) {
    let mut search = Search::new(maze.clone(), params, |_| evaluator.clone()).expect("valid");
    let report = search.think(&maze.initial(), Request::new(Budget::visits(visits), &Instant::now()));
    (search, report)
}

/// Visits by move.
fn visits(report: &Report<u8>) -> Vec<u32> {
    let mut by_move: Vec<_> = report.candidates.iter().map(|candidate| (candidate.mv, candidate.visits)).collect();
    by_move.sort();
    by_move.into_iter().map(|(_, visits)| visits).collect()
}

/// A start with two moves whose values are `a` and `b` for ever.
fn two_arms(a: f64, b: f64) -> Maze {
    Maze::new(vec![
        Fork(0.0, vec![1, 2]),
        Fork(a, vec![3]),
        Fork(b, vec![4]),
        Fork(a, vec![5]),
        Fork(b, vec![5]),
        End(0),
    ])
}

#[test]
fn decayed_reward_falls_along_the_path() {
    // 0 - 1 - 2 - the end: with cap 5 the end is worth 5/5, then 4/5, 3/5, 2/5.
    let maze = Maze::new(vec![Fork(0.0, vec![1]), Fork(0.0, vec![2]), Fork(0.0, vec![3]), End(1)]);
    let params = Params { reward: Reward::Decayed, backup: Backup::Path, graph: false, ..plain() };
    let mut search = Search::new(maze.clone(), params, |_| UniformPlayout).expect("valid");
    search.think(&maze.initial(), Request::new(Budget::visits(50), &Instant::now()));
    let mut id = search.root().expect("searched");
    for expected in [0.4, 0.6, 0.8, 1.0] {
        let node = search.node(id);
        assert!((node.value.expect("visited").0 - expected).abs() < 1e-9, "{node:?}");
        assert!(node.visits >= 48, "every walk is counted: {}", node.visits);
        if let Some(edge) = node.edges.first() {
            id = edge.child.expect("visited");
        }
    }
}

#[test]
fn an_evaluator_policy_steers_the_visits() {
    #[derive(Clone)]
    struct Priors;
    impl Evaluator<Maze> for Priors {
        fn gives_policy(&self) -> bool {
            true
        }
        fn evaluate(&mut self, _: &Maze, position: &Position, task: Task<'_, Maze>) -> Evaluation {
            if position.place == 0 {
                task.policy.copy_from_slice(&[0.1, 0.9]);
            }
            Evaluation::of_value(Abs(0.0))
        }
    }
    let (_, report) = search(&two_arms(0.0, 0.0), plain(), Priors, 100);
    let visits = visits(&report);
    assert!(visits[1] > 6 * visits[0] && visits[0] > 5, "{visits:?}");
    assert!((report.candidates[0].prior - 0.9).abs() < 1e-4);
}

#[test]
fn a_proof_by_the_evaluator_still_finds_the_move() {
    #[derive(Clone)]
    struct Knows;
    impl Evaluator<Maze> for Knows {
        fn evaluate(&mut self, game: &Maze, position: &Position, _: Task<'_, Maze>) -> Evaluation {
            Evaluation::of_proof(luozi_core::conformance::minimax(game, position))
        }
    }
    let maze = Maze::new(vec![
        Fork(0.0, vec![1, 2, 3]),
        Fork(0.0, vec![4]),
        Fork(0.0, vec![5]),
        Fork(0.0, vec![4]),
        End(-4),
        End(4),
    ]);
    let (_, report) = search(&maze, Params { prove: Prove::Result, ..plain() }, Knows, 100);
    assert_eq!((report.best(), report.bounds.solved()), (1, Some(Score(4))));
}

#[test]
fn expansion_of_all_children_values_a_node_by_their_mean() {
    let maze = Maze::new(vec![Fork(0.0, vec![1, 2]), Fork(0.6, vec![3]), Fork(-0.2, vec![3]), End(0)]);
    let params = Params { expansion: Expansion::All, fpu: Fpu::Average, ..plain() };
    let written = Written::default();
    let (search, report) = search(&maze, params, written.clone(), 0);
    let root = search.node(search.root().expect("searched"));
    assert_eq!((written.count(0), written.count(1), written.count(2)), (0, 1, 1));
    assert!((root.value.expect("judged").0 - 0.2).abs() < 1e-6);
    assert_eq!((report.nodes, report.edges), (1, 2), "children have values but no nodes yet");
}

#[test]
fn a_winning_child_comes_alone_and_first() {
    let maze = Maze::new(vec![Fork(0.0, vec![1, 2]), Fork(0.9, vec![2]), End(3)]);
    let (_, report) = search(&maze, Params { win_first: true, ..plain() }, Written::default(), 10);
    assert_eq!((report.candidates.len(), report.best()), (1, 1));
}

#[test]
fn forced_replies_are_walked_through_in_one_simulation() {
    let maze = Maze::new(vec![
        Fork(0.0, vec![1, 4]),
        Fork(0.0, vec![2]),
        Fork(0.0, vec![3]),
        Fork(0.7, vec![4, 5]),
        End(1),
        End(-1),
    ]);
    let written = Written::default();
    let params = Params { follow_forced: true, hook: false, ..plain() };
    let (_, report) = search(&maze, params, written.clone(), 1);
    assert_eq!((written.count(1), written.count(2), written.count(3)), (0, 0, 1));
    let value = report.candidates.iter().find(|candidate| candidate.mv == 0).and_then(|candidate| candidate.value);
    assert!((value.expect("walked").0 - 0.7).abs() < 1e-6);
}

#[test]
fn no_node_below_the_depth_limit_has_edges() {
    let game = connect4::Rules::<u64>::classic();
    let params = Params { max_depth: 3, graph: false, memory_mb: 8, ..plain() };
    let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid");
    search.think(&game.initial(), Request::new(Budget::visits(5000), &Instant::now()));
    let mut level = vec![search.root().expect("searched")];
    for depth in 0..4 {
        let nodes: Vec<_> = level.iter().map(|&id| search.node(id)).collect();
        assert_eq!(nodes.iter().any(|node| !node.edges.is_empty()), depth < 3, "depth {depth}");
        level = nodes.iter().flat_map(|node| node.edges.iter().filter_map(|edge| edge.child)).collect();
    }
    assert!(level.is_empty());
}

#[test]
fn exploration_grows_with_c_and_apart_at_the_root() {
    let worse = |params: Params| visits(&search(&two_arms(0.3, -0.3), params, Written::default(), 200).1)[1];
    for selection in [Selection::Ucb1, Selection::Ucb1Inside, Selection::Puct] {
        let base = Params { selection, fpu: Fpu::Infinite, ..plain() };
        let counts = [0.05, 0.5, 3.0].map(|c| worse(Params { c, ..base.clone() }));
        assert!(counts[0] < counts[1] && counts[1] < counts[2], "{selection:?} {counts:?}");
        assert_eq!(worse(Params { c: 0.5, root_c_factor: 6.0, ..base }), counts[2], "{selection:?}");
    }
}

#[test]
fn a_bonus_for_the_means_share_only_concentrates_the_visits() {
    let game = luozi_games::nogo::Rules::new(5, 5).expect("a board");
    let most_visited = |params: Params| {
        let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid");
        let report = search.think(&game.initial(), Request::new(Budget::visits(400), &Instant::now()));
        report.candidates.iter().map(|candidate| candidate.visits).max().expect("moves")
    };
    let base = Params { selection: Selection::Rave, c: 0.5, seed: 4, ..plain() };
    let (plain, shared) = (most_visited(base.clone()), most_visited(Params { rave_share_bonus: true, ..base }));
    assert!(shared > plain, "{shared} against {plain}");
}

/// The mean of several playouts is a position's value: in a tree whose every position was judged by four, the sum over
/// all evaluations is one of quarters, and every simulation asks the evaluator four times.
#[test]
fn several_playouts_of_a_leaf_count_as_one_evaluation() {
    let game = luozi_games::nogo::Rules::new(5, 5).expect("a board");
    for selection in [Selection::Rave, Selection::Ucb1] {
        let search = |playouts: u32| {
            let params = Params { selection, playouts, graph: false, prove: Prove::Off, ..plain() };
            let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid");
            let report = search.think(&game.initial(), Request::new(Budget::visits(40), &Instant::now()));
            let root = search.node(search.root().expect("searched"));
            (report.evaluations, report.visits, root.value.expect("searched").0 * f64::from(root.visits))
        };
        let ((one, visits, whole), (four, same_visits, quarters)) = (search(1), search(4));
        assert_eq!((visits, same_visits, four), (40, 40, 4 * one), "{selection:?}");
        assert!((whole - whole.round()).abs() < 1e-6, "{whole}");
        assert!((4.0 * quarters - (4.0 * quarters).round()).abs() < 1e-6 && quarters.fract() != 0.0, "{quarters}");
        assert_eq!(search(4), search(4), "repeatable");
    }
}

/// Nodes with many edges follow the sum behind their value from visit to visit: it stays the mean it stands for.
#[test]
fn the_value_of_a_wide_node_is_the_mean_of_its_edges() {
    let game = luozi_games::nogo::Rules::new(6, 6).expect("a board");
    let mut search = Search::new(game.clone(), plain(), |_| UniformPlayout).expect("valid");
    for visits in [500, 507, 1001] {
        search.think(&game.initial(), Request::new(Budget::visits(visits), &Instant::now()));
        let root = search.node(search.root().expect("searched"));
        let sums = root.edges.iter().filter_map(|edge| Some((f64::from(edge.visits), edge.value?.0)));
        let (count, sum) = sums.fold((0.0, 0.0), |(count, sum), (n, q)| (count + n, sum + n * q));
        // The root's own evaluation, one result more, is all that is missing.
        let value = root.value.expect("searched").0;
        assert!((value - sum / count).abs() < 2.5 / count, "{value} is not {}", sum / count);
        assert_eq!(f64::from(root.visits), count + 1.0);
    }
}

#[test]
fn first_play_urgency_decides_about_the_untried() {
    // The first arm is good: with a pessimistic urgency the second is left alone for long.
    let tried = |fpu, fpu_value| {
        let params = Params { fpu, fpu_value, c: 0.1, ..plain() };
        visits(&search(&two_arms(0.5, 0.5), params, Written::default(), 10).1)[1] > 0
    };
    assert!(tried(Fpu::Infinite, 0.0));
    assert!(!tried(Fpu::Reduced, 0.9));
    assert!(!tried(Fpu::Fixed, -1.0));
    assert!(tried(Fpu::Fixed, 1.0));
}

#[test]
fn the_published_sign_flaw_starves_the_opponents_replies() {
    // The second player chooses between 2 and 3, both worth the same; the flaw makes the tried one look better.
    let maze = Maze::new(vec![
        Fork(0.0, vec![1]),
        Fork(0.0, vec![2, 3]),
        Fork(0.1, vec![4]),
        Fork(0.1, vec![4]),
        Fork(0.1, vec![5]),
        End(0),
    ]);
    let smaller_share = |root_sign_only| {
        let params = Params { root_sign_only, selection: Selection::Ucb1, fpu: Fpu::Infinite, ..plain() };
        let (search, report) = search(&maze, params, Written::default(), 101);
        let child = search.node(search.root().expect("searched")).edges[0].child.expect("visited");
        let replies = search.node(child).edges;
        assert_eq!(visits(&report), [101]);
        replies.iter().map(|edge| edge.visits).min().expect("two replies")
    };
    assert_eq!(smaller_share(false), 50);
    assert!(smaller_share(true) <= 2);
}

#[test]
fn minimax_mix_pulls_a_value_to_its_best_child() {
    // One visit to each arm: the mean is 0, the best child 0.8.
    let value = |minimax_mix| {
        let params = Params { minimax_mix, fpu: Fpu::Infinite, ..plain() };
        search(&two_arms(0.8, -0.8), params, Written::default(), 2).1.value.0
    };
    for mix in [0.0, 0.5, 1.0] {
        assert!((value(mix) - 0.8 * mix).abs() < 1e-6, "{mix}: {}", value(mix));
    }
}

#[test]
fn final_choices_follow_their_rules() {
    // Two arms: the first is visited more because of its early promise, the second turns out better with few visits.
    let maze = Maze::new(vec![
        Fork(0.0, vec![1, 2]),
        Fork(0.2, vec![3]),
        Fork(0.3, vec![4]),
        Fork(0.2, vec![5]),
        Fork(0.3, vec![5]),
        Fork(0.25, vec![6]),
        End(0),
    ]);
    #[derive(Clone)]
    struct Priors(Written);
    impl Evaluator<Maze> for Priors {
        fn gives_policy(&self) -> bool {
            true
        }
        fn evaluate(&mut self, game: &Maze, position: &Position, mut task: Task<'_, Maze>) -> Evaluation {
            if let [first, second] = &mut task.policy {
                (*first, *second) = (0.97, 0.03);
            }
            self.0.evaluate(game, position, task)
        }
    }
    let choice = |final_choice, visit_floor| {
        let params = Params { final_choice, visit_floor, c: 3.0, catch_up: false, ..plain() };
        search(&maze, params, Priors(Written::default()), 60).1.best()
    };
    assert_eq!(choice(FinalChoice::Visits, 0.0), 0);
    assert_eq!(choice(FinalChoice::Value, 0.0), 1);
    assert_eq!(choice(FinalChoice::ValueFloor, 0.01), 1);
    assert_eq!(choice(FinalChoice::ValueFloor, 0.9), 0);
    assert_eq!(choice(FinalChoice::Lcb, 0.0), 0, "few visits are a risk");
}
