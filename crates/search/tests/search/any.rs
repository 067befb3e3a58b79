//! Any parameters that are not refused, on any small board: no panic, no wrong proof, no illegal move.

use luozi_core::conformance::minimax;
use luozi_core::{Game, MoveList, Rng, UniformPlayout};
use luozi_games::{connect4, nogo, reversi};
use luozi_search::{Backup, Budget, Expansion, FinalChoice, Fpu, Params, Prove, Request, Reward, Search, Selection};
use proptest::prelude::*;
use proptest::sample::select;
use std::time::Instant;

/// Parameters drawn at random, some of which contradict each other.
fn params() -> impl Strategy<Value = Params> {
    let rules = (select(Selection::ALL), select(Fpu::ALL), select(Expansion::ALL), select(Reward::ALL));
    let more = (select(Backup::ALL), select(Prove::ALL), select(FinalChoice::ALL), 0.0..2.0f64, -0.5..0.5f64);
    let switches = any::<[bool; 10]>();
    let numbers = (0.0..0.5f64, 1..12u32, 1..4u32, 16..3000u64, any::<u64>());
    (rules, more, switches, numbers).prop_map(|(rules, more, switches, numbers)| {
        let (selection, fpu, expansion, reward) = rules;
        let (backup, prove, final_choice, c, fpu_value) = more;
        let [root_sign_only, win_first, follow_forced, hook, shuffle, graph, catch_up, reuse, early_stop, more] =
            switches;
        let (minimax_mix, max_depth, threads, max_nodes, seed) = numbers;
        Params {
            selection,
            fpu,
            expansion,
            reward,
            backup,
            prove,
            final_choice,
            c,
            fpu_value,
            root_sign_only,
            win_first,
            follow_forced,
            hook,
            rave_prior: if more { 20.0 } else { 0.0 },
            rave_share_bonus: more,
            playouts: if more && backup != Backup::Path { 3 } else { 1 },
            shuffle,
            graph,
            catch_up: catch_up && graph,
            reuse,
            early_stop,
            minimax_mix: if backup == Backup::Path { 0.0 } else { minimax_mix },
            max_depth: if max_depth > 9 { 1000 } else { max_depth },
            threads,
            max_nodes,
            seed,
            memory_mb: 4,
            ..Params::default()
        }
    })
}

/// Plays a game in which the search chooses every second move, and checks all it says.
fn check<G: Game>(game: G, params: Params) {
    let mut rng = Rng::seeded(params.seed);
    let prove = params.prove;
    let Ok(mut search) = Search::new(game.clone(), params, |_| UniformPlayout) else { return };
    let mut position = game.initial();
    let mut moves = MoveList::new();
    let mut thinks = false;
    while game.outcome(&position).is_none() {
        thinks = !thinks;
        game.legal_moves(&position, &mut moves);
        let mut mv = moves[rng.below(moves.len() as u32) as usize];
        if thinks {
            let report = search.think(&position, Request::new(Budget::visits(400), &Instant::now()));
            assert!(report.value.0.abs() <= 1.0);
            mv = report.best();
            assert!(moves.contains(&mv), "illegal move {mv:?}");
            let truth = minimax(&game, &position);
            assert!(
                report.bounds.lower <= truth && truth <= report.bounds.upper,
                "{:?}, truth {truth:?}",
                report.bounds
            );
            let mut after = position;
            game.play_unchecked(&mut after, mv);
            let reached = minimax(&game, &after);
            for candidate in &report.candidates {
                let mut child = position;
                game.play(&mut child, candidate.mv).expect("candidates are legal");
                let score = minimax(&game, &child);
                assert!(
                    candidate.bounds.lower <= score && score <= candidate.bounds.upper,
                    "{candidate:?}, truth {score:?}"
                );
            }
            if prove != Prove::Off && report.bounds.result().is_some() {
                assert_eq!(reached.winner(), truth.winner(), "a certain result was given away by {mv:?}");
            }
        }
        game.play_unchecked(&mut position, mv);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn connect_four(params in params(), rows in 3..=4u8, cols in 3..=4u8, holes in proptest::collection::vec((0..4u8, 0..4u8), 0..3)) {
        let holes: Vec<_> = holes.into_iter().map(|(row, col)| connect4::Cell { row: row % rows, col: col % cols }).collect();
        if let Ok(game) = connect4::Rules::<u64>::new(rows, cols, &holes) {
            check(game, params);
        }
    }

    #[test]
    fn nogo(params in params(), (rows, cols) in select(vec![(1, 5), (2, 2), (2, 4), (3, 3), (1, 8)])) {
        check(nogo::Rules::new(rows, cols).expect("a board"), params);
    }

    #[test]
    fn reversi(params in params()) {
        check(reversi::Rules::new(4, reversi::Scoring::EmptiesToWinner).expect("a board"), params);
    }
}
