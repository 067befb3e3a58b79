//! Every effect that a state announces must be what the next state shows.

use super::*;
use luozi_core::Rng;
use luozi_games::connect4::Cell;
use luozi_games::{GameKind, Setup};
use std::collections::BTreeSet;

fn setups() -> Vec<Setup> {
    let forbidden = vec![Cell { row: 8, col: 3 }, Cell { row: 4, col: 7 }, Cell { row: 0, col: 0 }];
    vec![
        Setup::standard(GameKind::CONNECT4),
        Setup::board(GameKind::CONNECT4, 9, 12).forbidding(forbidden),
        Setup::board(GameKind::CONNECT4, 13, 16),
        Setup::standard(GameKind::REVERSI),
        Setup::board(GameKind::REVERSI, 4, 4),
        Setup::standard(GameKind::NOGO),
        luozi_games::nogo::NoGo::centre_forbidden(5, 7),
    ]
}

/// The points that a side may play, by the page's own marks.
fn playable(state: &State, side: char) -> BTreeSet<CellNumber> {
    let kinds = state.kinds.as_deref().unwrap_or_default().chars().enumerate();
    kinds.filter(|&(_, kind)| kind == '*' || kind == side).map(|(cell, _)| cell as CellNumber).collect()
}

/// Draws a move on the board before it, by its announced effect alone.
fn drawn(state: &State, legal: &LegalMove) -> String {
    let mover = if state.to_move == Side::First { b'X' } else { b'O' };
    let mut cells = state.cells.clone().into_bytes();
    let flips = legal.effect.flips.iter().flatten();
    for &cell in legal.cell.iter().chain(flips) {
        cells[usize::from(cell)] = mover;
    }
    String::from_utf8(cells).unwrap()
}

fn check_step(before: &State, legal: &LegalMove, after: &State) {
    assert_eq!(drawn(before, legal), after.cells, "{legal:?}");
    let last = after.last.as_ref().unwrap();
    assert_eq!((&last.m, last.cell), (&legal.m, legal.cell));
    assert_eq!(last.changed, legal.effect.flips.clone().unwrap_or_default());
    if let Some(closes) = &legal.effect.closes {
        for (side, closed) in [('X', &closes.first), ('O', &closes.second)] {
            let mut expected = playable(before, side);
            expected.remove(&legal.cell.unwrap());
            assert!(closed.iter().all(|cell| expected.remove(cell)), "closed points were open: {legal:?}");
            assert_eq!(expected, playable(after, side), "{legal:?}");
        }
    }
}

/// Every place is legal, illegal with a reason, or taken; and nothing is two of these.
fn check_places(state: &State) {
    let refused: BTreeSet<&String> = state.illegal.values().flatten().collect();
    let legal: BTreeSet<&String> = state.legal.iter().map(|legal| &legal.m).collect();
    assert!(legal.is_disjoint(&refused));
    for (name, symbol) in state.names.iter().zip(state.cells.chars()) {
        assert!(symbol != '.' || legal.contains(name) || refused.contains(name), "{name} is unexplained");
    }
    for (name, group) in &state.groups {
        assert!(refused.contains(name) && !group.is_empty());
        assert!(group.iter().all(|&cell| "XO".contains(state.cells.as_bytes()[usize::from(cell)] as char)));
    }
    let deadly = ["captures", "suicide"].iter().filter_map(|reason| state.illegal.get(reason)).flatten();
    // A lone stone without a liberty has no group to blame.
    let lonely = |name: &&String| !state.groups.contains_key(*name);
    assert!(deadly.filter(lonely).all(|name| !state.illegal.get("captures").is_some_and(|all| all.contains(name))));
}

#[test]
fn announced_effects_are_what_happens_in_random_games() {
    let mut rng = Rng::seeded(11);
    for setup in setups() {
        for _ in 0..6 {
            let mut session = Session::new(&setup).unwrap();
            let mut state = State::new(&session);
            while state.over.is_none() {
                check_places(&state);
                let legal = state.legal[rng.below(state.legal.len() as u32) as usize].clone();
                session.play(&legal.m).unwrap();
                let after = State::new(&session);
                check_step(&state, &legal, &after);
                state = after;
            }
            assert!(state.legal.is_empty() && session.outcome().is_some());
            assert_eq!(state.moves, session.moves());
        }
    }
}

fn state_after(setup: &Setup, moves: &str) -> State {
    let mut session = Session::new(setup).unwrap();
    for mv in session.read_moves(moves).unwrap() {
        session.play(&mv).unwrap();
    }
    State::new(&session)
}

#[test]
fn a_stack_skips_the_forbidden_cell_and_a_full_column_says_so() {
    let setup = Setup::board(GameKind::CONNECT4, 4, 4).forbidding([Cell { row: 2, col: 1 }]);
    let landing = |state: &State, column: &str| state.legal.iter().find(|legal| legal.m == column).unwrap().cell;
    assert_eq!(landing(&state_after(&setup, ""), "2"), Some(13), "the bottom row");
    let state = state_after(&setup, "2");
    assert_eq!(landing(&state, "2"), Some(5), "over the forbidden cell");
    assert_eq!(state.counts.left, Some([7, 7]));
    let state = state_after(&setup, "2 2 2");
    assert_eq!(state.illegal["column_full"], ["2"]);
    assert_eq!(state.cells, ".X...O...#...X..");
}

#[test]
fn endings_are_told_in_the_games_own_terms() {
    let won = state_after(&Setup::standard(GameKind::CONNECT4), "4141414").over.unwrap();
    assert_eq!((won.winner, won.why, won.score), (Winner::First, "four", 18));
    assert_eq!(won.line.iter().copied().collect::<BTreeSet<_>>(), BTreeSet::from([17, 24, 31, 38]));
    let stuck = state_after(&Setup::board(GameKind::NOGO, 1, 2), "A1").over.unwrap();
    assert_eq!((stuck.winner, stuck.why), (Winner::First, "no_moves"));
}

#[test]
fn a_point_that_would_capture_names_the_group_that_would_die() {
    // White on A1 has one liberty left, A2: Black may not take it.
    let state = state_after(&Setup::board(GameKind::NOGO, 3, 3), "B1 A1");
    assert_eq!(state.illegal["captures"], ["A2"]);
    assert_eq!(state.groups["A2"], [6]);
    assert_eq!(&state.kinds.as_ref().unwrap()[3..4], "O", "only White may play there");
}

#[test]
fn a_forced_pass_is_the_only_move_and_everything_else_is_refused_for_it() {
    let setup = Setup::board(GameKind::REVERSI, 4, 4);
    let mut rng = Rng::seeded(5);
    let passing = (0..500).find_map(|_| {
        let mut session = Session::new(&setup).unwrap();
        while session.outcome().is_none() {
            let legal = session.legal_moves();
            if legal == ["pass"] {
                return Some(State::new(&session));
            }
            session.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
        }
        None
    });
    let state = passing.expect("passes are common on the smallest board");
    assert_eq!(state.legal.len(), 1);
    assert_eq!((state.legal[0].cell, &state.legal[0].effect.flips), (None, &Some(Vec::new())));
    assert_eq!(state.illegal.keys().collect::<Vec<_>>(), [&"must_pass"]);
}
