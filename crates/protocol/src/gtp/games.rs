//! The games by the names that `set_game` uses, and their boards as `showboard` draws them.

use crate::Square;
use crate::square::lower_letter;
use luozi_games::{GameKind, Setup};

/// The game's name in `set_game` and `list_games`; Reversi is called Othello there.
pub fn game_name(game: GameKind) -> &'static str {
    match game {
        GameKind::Connect4 => "Connect Four",
        GameKind::Reversi => "Othello",
        GameKind::NoGo => "NoGo",
    }
}

/// The game that a name means: the protocol's, ours, or the word of the command line; in any case.
///
/// ```
/// use luozi_games::GameKind;
/// use luozi_protocol::gtp::game_named;
///
/// assert_eq!(game_named("othello"), Some(GameKind::Reversi));
/// assert_eq!(game_named("Chess"), None);
/// ```
pub fn game_named(text: &str) -> Option<GameKind> {
    let means = |game: &GameKind| {
        [game_name(*game), game.title(), &game.to_string()].iter().any(|name| name.eq_ignore_ascii_case(text))
    };
    GameKind::ALL.into_iter().find(means)
}

/// The board with the coordinates that moves use on all sides. `position` is the board as its game writes it, one
/// character a cell, the side to move on the last line.
pub fn board_text(setup: &Setup, position: &str) -> String {
    let (rows, cols) = setup.size();
    let letters: String = (0..cols).map(|col| format!(" {}", column_label(setup.kind(), col))).collect();
    let mut text = format!("   {letters}");
    for (row, line) in (0..rows).zip(position.lines()) {
        let label = row_label(setup.kind(), row, rows);
        let cells: String = line.chars().flat_map(|cell| [' ', cell]).collect();
        text.push_str(&format!("\n{label:>3}{cells} {label}"));
    }
    text.push_str(&format!("\n   {letters}"));
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// The letter of a column; a blank beyond the alphabet.
fn column_label(game: GameKind, col: u8) -> char {
    let go = |col| Square { row: 0, col }.notation(GameKind::NoGo, 1).and_then(|text| text.chars().next());
    let letter = match game {
        GameKind::NoGo => go(col),
        GameKind::Reversi => lower_letter(col),
        GameKind::Connect4 => lower_letter(col).map(|letter| letter.to_ascii_uppercase()),
    };
    letter.unwrap_or(' ')
}

/// The number of a row; Connect Four's rows have none.
fn row_label(game: GameKind, row: u8, rows: u8) -> String {
    match game {
        GameKind::NoGo => (rows - row).to_string(),
        GameKind::Reversi => (row + 1).to_string(),
        GameKind::Connect4 => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_of_a_game_is_known() {
        for game in GameKind::ALL {
            assert_eq!(game_named(game_name(game)), Some(game));
            assert_eq!(game_named(&game.to_string()), Some(game));
            assert_eq!(game_named(&game.title().to_uppercase()), Some(game));
        }
    }

    #[test]
    fn boards_carry_the_coordinates_of_their_dialect() {
        let draw = |game, rows, cols, text: &str| board_text(&Setup::board(game, rows, cols), text);
        assert_eq!(draw(GameKind::NoGo, 2, 2, ".O\nX.\nX"), "    A B\n  2 . O 2\n  1 X . 1\n    A B");
        let reversi = draw(GameKind::Reversi, 4, 4, "....\n.OX.\n.XO.\n....\nX");
        assert_eq!(reversi, "    a b c d\n  1 . . . . 1\n  2 . O X . 2\n  3 . X O . 3\n  4 . . . . 4\n    a b c d");
        assert_eq!(draw(GameKind::Connect4, 1, 3, "X#O\nX"), "    A B C\n    X # O\n    A B C");
        let go = draw(GameKind::NoGo, 1, 9, ".........\nX");
        assert!(go.contains("G H J"), "{go}");
    }
}
