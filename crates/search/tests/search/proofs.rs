//! Proofs of the search against plain minimax, on boards small enough for it.

use luozi_core::conformance::minimax;
use luozi_core::{Game, MoveList, Rng, UniformPlayout};
use luozi_games::{connect4, nogo, reversi};
use luozi_search::{Budget, Expansion, Fpu, Params, Prove, Request, Search, Selection, StopReason};
use std::time::Instant;

/// Ways of searching that must all prove the same.
fn variants() -> Vec<(&'static str, Params)> {
    let base = Params { memory_mb: 64, prove: Prove::Score, early_stop: false, ..Params::default() };
    let ucb = Params { selection: Selection::Ucb1, fpu: Fpu::Infinite, ..base.clone() };
    let all = Params { expansion: Expansion::All, fpu: Fpu::Average, ..base.clone() };
    vec![
        ("ucb tree", Params { graph: false, ..ucb.clone() }),
        ("ucb graph without hook", Params { hook: false, ..ucb }),
        ("all children", all.clone()),
        ("all children, result only", Params { prove: Prove::Result, ..all }),
        ("catching up", Params { catch_up: true, ..base.clone() }),
        ("grave", Params { selection: Selection::Grave, fpu: Fpu::Infinite, ..base.clone() }),
        ("grave, four playouts", Params { selection: Selection::Grave, playouts: 4, ..base.clone() }),
        ("forced followed", Params { follow_forced: true, shuffle: true, ..base.clone() }),
        ("three threads", Params { threads: 3, ..base.clone() }),
        ("puct", base),
    ]
}

/// Searches positions of random games until they are proven and compares with minimax.
fn check<G: Game>(game: G, seed: u64, games: usize, least_plies: u32) {
    for (name, params) in variants() {
        let exact = params.prove == Prove::Score;
        let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid parameters");
        let mut rng = Rng::seeded(seed);
        for _ in 0..games {
            let mut position = game.initial();
            let mut moves = MoveList::new();
            for ply in 0.. {
                if game.outcome(&position).is_some() {
                    break;
                }
                if ply >= least_plies {
                    let truth = minimax(&game, &position);
                    let asked = Instant::now();
                    let report = search.think(&position, Request::new(Budget::visits(100_000), &asked));
                    let bounds = report.bounds;
                    assert!(
                        bounds.lower <= truth && truth <= bounds.upper,
                        "{name}: {bounds:?}, truth {truth:?}, {position:?}"
                    );
                    if report.stopped != Some(StopReason::Proven) {
                        // Only a tree, which sees every transposition anew, may fail to finish.
                        assert!(name.ends_with("tree"), "{name}: {:?} at {position:?}", report.stopped);
                        break;
                    }
                    match exact {
                        true => assert_eq!(bounds.solved(), Some(truth), "{name}: {position:?}"),
                        false => assert_eq!(bounds.result(), Some(truth.winner()), "{name}: {position:?}"),
                    }
                    let mut after = position;
                    game.play(&mut after, report.best()).expect("the best move is legal");
                    let kept = minimax(&game, &after);
                    match exact {
                        true => assert_eq!(kept, truth, "{name}: {:?} at {position:?}", report.best()),
                        false => {
                            assert_eq!(kept.winner(), truth.winner(), "{name}: {:?} at {position:?}", report.best())
                        }
                    }
                }
                game.legal_moves(&position, &mut moves);
                let mv = moves[rng.below(moves.len() as u32) as usize];
                game.play_unchecked(&mut position, mv);
            }
        }
    }
}

#[test]
fn connect_four_4x4() {
    check(connect4::Rules::<u64>::new(4, 4, &[]).expect("a board"), 1, 6, 4);
}

#[test]
fn connect_four_4x5_with_a_forbidden_cell() {
    let hole = connect4::Cell { row: 2, col: 1 };
    check(connect4::Rules::<u64>::new(4, 5, &[hole]).expect("a board"), 2, 4, 5);
}

#[test]
fn nogo_3x3() {
    check(nogo::Rules::new(3, 3).expect("a board"), 3, 4, 0);
}

#[test]
fn nogo_2x5() {
    check(nogo::Rules::new(2, 5).expect("a board"), 4, 4, 0);
}

#[test]
fn reversi_4x4() {
    check(reversi::Rules::new(4, reversi::Scoring::Difference).expect("a board"), 5, 4, 2);
}
