//! The games by the names that `set_game` uses, and their boards as `showboard` draws them.

use super::vertex::column_label;
use luozi_core::Grid;
use luozi_games::GameKind;

/// The game's name in `set_game` and `list_games`: the one that other programs know it by, if they have one of their own.
///
/// ```
/// use luozi_games::GameKind;
/// use luozi_protocol::gtp::game_name;
///
/// assert_eq!(game_name(GameKind::REVERSI), "Othello");
/// assert_eq!(game_name(GameKind::NOGO), "NoGo");
/// ```
pub fn game_name(game: GameKind) -> &'static str {
    game.other_names().first().copied().unwrap_or_else(|| game.title())
}

/// The registered game that a name means: the protocol's, ours, or the word of the command line; in any case.
///
/// ```
/// use luozi_games::GameKind;
/// use luozi_protocol::gtp::game_named;
///
/// assert_eq!(game_named("othello"), Some(GameKind::REVERSI));
/// assert_eq!(game_named("Chess"), None);
/// ```
pub fn game_named(text: &str) -> Option<GameKind> {
    let means = |game: &GameKind| {
        let names = [game.title(), game.word()];
        game.other_names().iter().chain(&names).any(|name| name.eq_ignore_ascii_case(text))
    };
    GameKind::all().into_iter().find(means)
}

/// The board with the coordinates that moves use on all sides. `position` is the board as its game writes it, one
/// character a cell, the side to move on the last line.
pub fn board_text(grid: &Grid, position: &str) -> String {
    let letters: String = (0..grid.cols).map(|col| format!(" {:1}", column_label(grid, col))).collect();
    let mut text = format!("   {letters}");
    for (row, line) in (0..grid.rows).zip(position.lines()) {
        let label = grid.row_label(row);
        let cells: String = line.chars().flat_map(|cell| [' ', cell]).collect();
        text.push_str(&format!("\n{label:>3}{cells} {label}"));
    }
    text.push_str(&format!("\n   {letters}"));
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::{Session, Setup};

    #[test]
    fn every_name_of_a_game_is_known() {
        for game in GameKind::BUILT_IN {
            assert_eq!(game_named(game_name(game)), Some(game));
            assert_eq!(game_named(&game.to_string()), Some(game));
            assert_eq!(game_named(&game.title().to_uppercase()), Some(game));
        }
    }

    #[test]
    fn boards_carry_the_coordinates_of_their_dialect() {
        let draw = |game, rows, cols, text: &str| {
            board_text(&Session::new(&Setup::board(game, rows, cols)).unwrap().grid(), text)
        };
        assert_eq!(draw(GameKind::NOGO, 2, 2, ".O\nX.\nX"), "    A B\n  2 . O 2\n  1 X . 1\n    A B");
        let reversi = draw(GameKind::REVERSI, 4, 4, "....\n.OX.\n.XO.\n....\nX");
        assert_eq!(reversi, "    a b c d\n  1 . . . . 1\n  2 . O X . 2\n  3 . X O . 3\n  4 . . . . 4\n    a b c d");
        assert_eq!(draw(GameKind::CONNECT4, 1, 3, "X#O\nX"), "    A B C\n    X # O\n    A B C");
        let go = draw(GameKind::NOGO, 1, 9, ".........\nX");
        assert!(go.contains("G H J"), "{go}");
    }
}
