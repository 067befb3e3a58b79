//! NoGo against an array twin that shares no code with it, the published tables, and positions made by hand.

mod array;
mod playouts;
mod text;

use array::Array;
use luozi_core::{Game, IllegalMove, Key, Notation, Score, conformance, perft_table};
use luozi_games::nogo::{Points, Position, Rules, SetupError};
use std::collections::HashMap;

fn board(rows: u8, cols: u8) -> Rules {
    Rules::new(rows, cols).unwrap()
}

conformance!(conformance_1x1, Array, board(1, 1), games: 1, seed: 1);
conformance!(conformance_1x5, Array, board(1, 5), games: 60, seed: 2);
conformance!(conformance_2x3, Array, board(2, 3), games: 60, seed: 3);
conformance!(conformance_5x5, Array, board(5, 5), games: 60, seed: 4);
conformance!(conformance_9x9, Array, Rules::standard(), games: 5, seed: 5);
conformance!(
    conformance_9x9_without_centre,
    Array,
    Rules::standard().with_centre_opening_forbidden().unwrap(),
    games: 3,
    seed: 6
);
conformance!(conformance_7x9, Array, board(7, 9), games: 6, seed: 7);
conformance!(conformance_16x3, Array, board(16, 3), games: 6, seed: 8);
conformance!(conformance_11x11, Array, board(11, 11), games: 2, seed: 9);
conformance!(conformance_8x16_fills_the_word, Array, board(8, 16), games: 1, seed: 10);

perft_table!(perft_2x2, board(2, 2), [4, 12, 16, 0]);
perft_table!(perft_3x3, board(3, 3), [9, 72, 496, 2832]);
perft_table!(perft_4x4, board(4, 4), [16, 240, 3352, 43264]);
perft_table!(perft_5x5, board(5, 5), [25, 600, 13792, 302896, 6339312, 126000720]);
perft_table!(perft_9x9, Rules::standard(), [81, 6480, 511912, 39927264]);

/// Whether the side to move wins: every move is tried, those that leave the fewest replies first.
fn wins(rules: &Rules, position: &Position, known: &mut HashMap<Key, bool>) -> bool {
    let key = rules.canonical_key(position);
    if let Some(&result) = known.get(&key) {
        return result;
    }
    let children = rules.legal_points(position).into_iter().map(|mv| {
        let mut child = *position;
        rules.play_unchecked(&mut child, mv);
        child
    });
    let mut children: Vec<Position> = children.collect();
    children.sort_by_key(|child| rules.count_moves(child));
    let result = children.iter().any(|child| !wins(rules, child, known));
    known.insert(key, result);
    result
}

#[test]
fn first_player_outcomes_on_small_boards() {
    #[rustfmt::skip]
    let winning_first_moves = [
        (1, 1, 0), (1, 2, 2), (1, 3, 1), (1, 4, 0), (1, 5, 5), (1, 6, 2), (1, 7, 1), (1, 8, 4), (1, 9, 3), (1, 10, 4),
        (1, 11, 7), (1, 12, 4), (2, 2, 4), (2, 3, 0), (2, 4, 0), (2, 5, 4), (2, 6, 12), (2, 7, 12), (2, 8, 16),
        (2, 9, 0), (3, 3, 9), (3, 4, 0), (3, 5, 11), (3, 6, 16), (4, 4, 0),
    ];
    for (rows, cols, expected) in winning_first_moves {
        let rules = board(rows, cols);
        let mut known = HashMap::new();
        let winning = rules.legal_points(&rules.initial()).into_iter().filter(|&mv| {
            let mut child = rules.initial();
            rules.play_unchecked(&mut child, mv);
            !wins(&rules, &child, &mut known)
        });
        assert_eq!(winning.count(), expected, "{rows} x {cols}");
    }
}

/// Points by their names.
fn points(rules: &Rules, names: &str) -> Points {
    rules.split_moves(names).into_iter().map(|(_, name)| rules.parse_move(name).unwrap()).collect()
}

/// Why `side` may not play at `name` on a board.
fn refusal(rules: &Rules, rows: &str, side: char, name: &str) -> Option<IllegalMove> {
    let position = rules.parse_position(&format!("{rows} {side}")).unwrap();
    rules.check(&position, rules.parse_move(name).unwrap()).err()
}

#[test]
fn suicide_is_refused_where_every_neighbour_is_an_enemy_with_liberties() {
    let (rules, rows) = (board(3, 5), ".O.../O..../.....");
    assert_eq!(refusal(&rules, rows, 'X', "A3"), Some(IllegalMove::Suicide));
    assert_eq!(refusal(&rules, rows, 'O', "A3"), None);
    let kinds = rules.kinds(rules.parse_position(&format!("{rows} X")).unwrap().stones());
    assert_eq!(kinds.white_only, points(&rules, "A3"));
    assert_eq!(kinds.both.len(), 12);
    assert!(kinds.black_only.is_empty() && kinds.nobody.is_empty());
}

#[test]
fn joining_two_groups_that_share_their_last_liberty_is_suicide() {
    let (rules, rows) = (board(3, 5), "X.XO./OOO../.....");
    assert_eq!(refusal(&rules, rows, 'X', "B3"), Some(IllegalMove::Suicide));
    assert_eq!(refusal(&rules, rows, 'O', "B3"), Some(IllegalMove::Captures));
    // With a third liberty beside them the join is sound; one stone later no group is weak any more.
    let mut position = rules.parse_position("X.X../OOO../..... X").unwrap();
    assert_eq!(position.stones().weak(), points(&rules, "A3"));
    rules.play(&mut position, rules.parse_move("B3").unwrap()).unwrap();
    assert_eq!(position.stones().weak(), points(&rules, "A3 B3 C3"));
    rules.play(&mut position, rules.parse_move("E1").unwrap()).unwrap();
    rules.play(&mut position, rules.parse_move("D3").unwrap()).unwrap();
    assert_eq!(position.stones().weak(), Points::NONE);
}

#[test]
fn taking_the_last_liberty_of_a_group_is_refused() {
    let (rules, rows) = (board(3, 5), "XO.../...../.....");
    assert_eq!(refusal(&rules, rows, 'O', "A2"), Some(IllegalMove::Captures));
    assert_eq!(refusal(&rules, rows, 'X', "A2"), None);
}

#[test]
fn a_liberty_that_is_the_last_of_both_sides_belongs_to_nobody() {
    let (rules, rows) = (board(3, 5), "X.OX./O.X../.....");
    for side in ['X', 'O'] {
        assert_eq!(refusal(&rules, rows, side, "B3"), Some(IllegalMove::Captures));
    }
    let kinds = rules.kinds(rules.parse_position(&format!("{rows} X")).unwrap().stones());
    assert_eq!(kinds.nobody, points(&rules, "B3"));
}

#[test]
fn a_move_that_is_both_capture_and_suicide_is_called_a_capture() {
    assert_eq!(refusal(&board(3, 5), "X.OX./OOX../.....", 'X', "B3"), Some(IllegalMove::Captures));
}

#[test]
fn the_other_refusals() {
    let rules = Rules::standard().with_centre_opening_forbidden().unwrap();
    let mut position = rules.initial();
    let centre = rules.parse_move("E5").unwrap();
    assert_eq!(rules.play(&mut position, centre), Err(IllegalMove::CentreOpening));
    rules.play(&mut position, rules.parse_move("a1").unwrap()).unwrap();
    assert_eq!(rules.check(&position, rules.parse_move("A1").unwrap()), Err(IllegalMove::Occupied));
    rules.play(&mut position, centre).unwrap();

    let small = board(2, 2);
    assert_eq!(small.check(&small.initial(), centre), Err(IllegalMove::OffBoard));
    assert_eq!(refusal(&board(1, 3), "X.O", 'X', "B1"), Some(IllegalMove::GameOver));
    assert_eq!(board(1, 3).outcome(&board(1, 3).parse_position("X.O").unwrap()), Some(Score(-2)));
}

#[test]
fn rules_that_cannot_be() {
    for (rows, cols) in [(0, 5), (5, 0), (17, 1), (1, 17), (12, 11), (16, 9), (255, 255)] {
        assert_eq!(Rules::new(rows, cols).err(), Some(SetupError::Size { rows, cols }));
    }
    let error = board(4, 5).with_centre_opening_forbidden().unwrap_err();
    assert_eq!(error, SetupError::NoCentre { rows: 4, cols: 5 });
    assert_eq!(error.to_string(), "a board of 4 x 5 has no centre to forbid; use odd numbers of rows and columns");
}

#[test]
fn keys_tell_sides_and_rules_apart() {
    let rules = board(3, 3);
    let [black, white] = ["X.. ... ... X", "X.. ... ... O"].map(|text| rules.parse_position(text).unwrap());
    assert_ne!(rules.key(&black), rules.key(&white));
    let without_centre = rules.clone().with_centre_opening_forbidden().unwrap();
    assert_ne!(rules.key(&rules.initial()), without_centre.key(&without_centre.initial()));
    assert_ne!(board(2, 6).key(&board(2, 6).initial()), board(6, 2).key(&board(6, 2).initial()));
}
