//! What GoGui asks whoever knows the rules (`gogui-rules_...`), so that it can show and play any game.
//!
//! GoGui's points are Go's: letters without I, row 1 at the bottom. A game whose rows are numbered from the top is shown upside
//! down there, so that the names of its points are the names of its moves.

use super::RulesQuestion;
use super::games::game_name;
use super::vertex::{Vertex, color_name};
use luozi_core::{Cell, ColumnLabels, Grid, Naming, PASS, RowLabels};
use luozi_games::Session;

/// The point on which the piece of a move comes to lie, where moves name no points; `None` where they do.
pub fn point(grid: &Grid, cell: Cell) -> Option<String> {
    let named = Grid { column_labels: ColumnLabels::GoLetters, ..*grid };
    let (row, col) = grid.row_and_col(cell);
    (grid.naming == Naming::Columns).then(|| format!("{}{}", named.column_label(col), grid.rows - row))
}

/// The answer to a question about a game.
pub fn answer(question: RulesQuestion, game: &Session) -> String {
    let grid = game.grid();
    match question {
        // One word, of which only the first letter is large.
        RulesQuestion::GameId => {
            let mut letters = game_name(game.kind()).chars().filter(char::is_ascii_alphabetic);
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            first.into_iter().chain(letters.map(|letter| letter.to_ascii_lowercase())).collect()
        }
        RulesQuestion::Board => {
            let position = game.position_text();
            let mut rows: Vec<String> = position.lines().take(usize::from(grid.rows)).map(row).collect();
            if grid.row_labels == RowLabels::FromTop {
                rows.reverse();
            }
            // The first line follows the sign of the answer.
            format!("\n{}", rows.join("\n"))
        }
        RulesQuestion::BoardSize if grid.rows == grid.cols => grid.rows.to_string(),
        RulesQuestion::BoardSize => format!("{} {} rect", grid.cols, grid.rows),
        RulesQuestion::LegalMoves if game.outcome().is_some() => String::new(),
        RulesQuestion::LegalMoves => {
            let text = |legal: luozi_games::LegalMove| match legal.cell {
                None => PASS.to_string(),
                Some(cell) => {
                    point(&grid, cell).unwrap_or_else(|| Vertex::of_move(&legal.text).text(&grid).to_ascii_uppercase())
                }
            };
            game.legal_effects().into_iter().map(text).collect::<Vec<_>>().join(" ")
        }
        RulesQuestion::SideToMove => color_name(game.to_move()).to_string(),
        RulesQuestion::FinalResult => match game.outcome() {
            None => "The game is not over".to_string(),
            Some(score) => match score.winner() {
                None => "Draw".to_string(),
                Some(winner) => format!("{} wins", capital(color_name(winner))),
            },
        },
    }
}

/// The cells of a row with blanks between them; a forbidden one is no point of the board.
fn row(line: &str) -> String {
    let cells: Vec<String> = line.chars().map(|cell| if cell == '#' { '?' } else { cell }.to_string()).collect();
    cells.join(" ")
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_ascii_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::{ForbiddenCell, GameKind, Setup};

    fn asked(question: RulesQuestion, setup: &Setup, moves: &str) -> String {
        let mut game = Session::new(setup).unwrap();
        game.play_moves(moves).unwrap();
        answer(question, &game)
    }

    #[test]
    fn every_game_is_shown_in_the_points_of_gogui() {
        let reversi = Setup::standard(GameKind::REVERSI);
        assert_eq!(asked(RulesQuestion::GameId, &reversi, ""), "Othello");
        assert_eq!(asked(RulesQuestion::BoardSize, &reversi, ""), "8");
        // Row 1 is the last line: the disc on f5 lies where GoGui has F5.
        let board = asked(RulesQuestion::Board, &reversi, "f5");
        let rows: Vec<&str> = board.lines().skip(1).collect();
        assert_eq!((rows.len(), rows[3]), (8, ". . . X X X . ."), "{board}");
        assert_eq!(asked(RulesQuestion::LegalMoves, &reversi, "f5"), "F4 D6 F6");
        assert_eq!(asked(RulesQuestion::SideToMove, &reversi, "f5"), "white");

        let nogo = Setup::board(GameKind::NOGO, 2, 2);
        assert_eq!(asked(RulesQuestion::GameId, &nogo, ""), "Nogo");
        assert_eq!(asked(RulesQuestion::Board, &nogo, "A2"), "\nX .\n. .");
        let connect4 = Setup::board(GameKind::CONNECT4, 6, 9).forbidding([ForbiddenCell { row: 5, col: 0 }]);
        assert_eq!(asked(RulesQuestion::GameId, &connect4, ""), "Connectfour");
        assert_eq!(asked(RulesQuestion::BoardSize, &connect4, ""), "9 6 rect");
        assert_eq!(asked(RulesQuestion::LegalMoves, &connect4, "9"), "A2 B1 C1 D1 E1 F1 G1 H1 J2");
        let board = asked(RulesQuestion::Board, &connect4, "9");
        assert_eq!(board.lines().last(), Some("? . . . . . . . X"));
        let classic = Setup::standard(GameKind::CONNECT4);
        assert_eq!(asked(RulesQuestion::LegalMoves, &classic, "4141414"), "", "the game is over");
        assert_eq!(asked(RulesQuestion::FinalResult, &classic, "4141414"), "Black wins");
        assert_eq!(asked(RulesQuestion::FinalResult, &classic, "4"), "The game is not over");
    }
}
