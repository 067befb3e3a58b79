//! Moves and boards as text, good and bad.

use crate::array::{self, Array};
use crate::board;
use luozi_core::{Game, Notation, Player};
use proptest::prelude::*;

#[test]
fn moves_are_gtp_coordinates() {
    let rules = board(9, 11);
    assert_eq!(rules.parse_move("a9"), Ok(rules.point(0, 0).unwrap()));
    assert_eq!(rules.parse_move(" L1"), Ok(rules.point(8, 10).unwrap()));
    assert_eq!(rules.move_text(rules.point(1, 8).unwrap()), "J8");
    assert_eq!(rules.row_and_col(rules.parse_move("J8").unwrap()), (1, 8));
    for text in ["", "I5", "A0", "A10", "M1", "A", "5", "A+5", "A5x", "落5", "A99999999999999999999"] {
        let message = rules.parse_move(text).unwrap_err().to_string();
        let expected = "expected a point such as A1: a column A to L (there is no I) and a row 1 to 9";
        assert!(message.ends_with(expected), "{message}");
    }
    let moves = rules.parse_moves(&rules.initial(), "E5,e4\n  D4 , ,").unwrap();
    assert_eq!(moves.iter().map(|&mv| rules.move_text(mv)).collect::<Vec<_>>(), ["E5", "E4", "D4"]);
}

#[test]
fn errors_name_the_place() {
    let rules = board(3, 3);
    let sequence = |text| rules.parse_moves(&rules.initial(), text).unwrap_err().to_string();
    assert!(sequence("A1 B2\nC3 D4").starts_with("line 2, character 4: found `D4`, expected a point"));
    assert_eq!(sequence("A1, B2, A1"), "line 1, character 9: move `A1` is illegal: the place is taken");

    let position = |text| rules.parse_position(text).unwrap_err().to_string();
    assert_eq!(
        position("...\n.#.\n..."),
        "line 2, character 2: found `#`, expected `.`, `X` or `O`: NoGo has no forbidden points"
    );
    assert_eq!(
        position("...\nXX.\nOXX\nX"),
        "line 3, character 1: impossible position: the group of A1 has no liberty; \
         nothing is ever captured: give every group an empty point beside it"
    );
    assert_eq!(
        position("XX. ... ..."),
        "line 1, character 12: the text ends here, expected the side to move, `X` or `O`: 2 X and 0 O do not tell it"
    );
    assert!(position("O.. ... ...").contains("0 X and 1 O do not tell it"));
    let side = |text| rules.to_move(&rules.parse_position(text).unwrap());
    assert_eq!(side("XO. ... ..."), Player::First);
    assert_eq!(side("X.. ... ..."), Player::Second);
    assert_eq!(side("XX. ... ... O"), Player::Second);
}

proptest! {
    /// Any arrangement of stones: read exactly when every group breathes, and then seen as the twin sees it.
    #[test]
    fn boards_from_text(cells in proptest::collection::vec(0..4usize, 42), tall: bool) {
        let rules = if tall { board(7, 6) } else { board(6, 7) };
        let text: String = cells.iter().map(|&cell| ['.', '.', 'X', 'O'][cell]).chain(['X']).collect();
        let players = cells.iter().map(|&cell| [None, None, Some(Player::First), Some(Player::Second)][cell]);
        let twin = Array { rows: rules.rows(), cols: rules.cols(), cells: players.collect(), mover: Player::First };
        let read = rules.parse_position(&text);
        prop_assert_eq!(read.is_ok(), twin.every_group_breathes());
        if let Ok(position) = read {
            for player in Player::BOTH {
                prop_assert_eq!(array::cells(rules.playable(position.stones(), player)), twin.playable(player));
            }
            let weak = (0..42).filter(|&cell| twin.cells[cell].is_some() && twin.liberties(cell) == 1);
            prop_assert_eq!(array::cells(position.stones().weak()), weak.collect::<Vec<_>>());
        }
    }

    /// Nothing that is read panics, and what is accepted prints and reads back as itself.
    #[test]
    fn any_text(text in "[.XO#/ \nAIJa0-9,落-]{0,14}") {
        let rules = board(2, 3);
        let _ = rules.parse_moves(&rules.initial(), &text);
        if let Ok(mv) = rules.parse_move(&text) {
            prop_assert_eq!(rules.parse_move(&rules.move_text(mv)), Ok(mv));
        }
        if let Ok(position) = rules.parse_position(&text) {
            prop_assert_eq!(rules.parse_position(&rules.position_text(&position)), Ok(position));
        }
    }
}
