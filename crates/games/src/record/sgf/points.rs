//! Points of SGF: two letters, column then row, `aa` at the top left, and their translation into each game's moves.

use crate::Setup;
use luozi_core::ParseError;

/// A cell by row and column from 0 at the top left.
pub(super) type RowCol = (u8, u8);

/// The letters of a cell. Boards have at most 16 rows and columns.
pub(super) fn letters((row, col): RowCol) -> String {
    [b'a' + col, b'a' + row].map(char::from).iter().collect()
}

/// The cell with these letters, `None` if the text is no pair of small letters.
fn cell(letters: &str) -> Option<RowCol> {
    match letters.as_bytes() {
        [col @ b'a'..=b'z', row @ b'a'..=b'z'] => Some((row - b'a', col - b'a')),
        _ => None,
    }
}

fn on_board(setup: &Setup, (row, col): RowCol) -> bool {
    let (rows, cols) = setup.size();
    row < rows && col < cols
}

/// The cells of a point or a range `aa:cc` of points that stands at byte `offset` of `text`.
pub(super) fn cells(setup: &Setup, text: &str, offset: usize, written: &str) -> Result<Vec<RowCol>, ParseError> {
    let (from, to) = written.split_once(':').unwrap_or((written, written));
    match (cell(from.trim()), cell(to.trim())) {
        (Some(from), Some(to)) if on_board(setup, from) && on_board(setup, to) => {
            Ok((from.0..=to.0).flat_map(|row| (from.1..=to.1).map(move |col| (row, col))).collect())
        }
        _ => Err(ParseError::unexpected(text, offset, written, point_expected(setup))),
    }
}

/// What a point should look like, for error messages.
pub(super) fn point_expected(setup: &Setup) -> String {
    let (rows, cols) = setup.size();
    format!("a point from `aa` to `{}`", letters((rows.saturating_sub(1), cols.saturating_sub(1))))
}

/// Column letters of NoGo's own notation skip I.
fn go_letter(col: u8) -> char {
    char::from(b'A' + col + u8::from(col >= 8))
}

/// The value of `B` or `W` for a move in the game's own notation.
pub(super) fn value_of_move(setup: &Setup, mv: &str) -> String {
    let (rows, cols) = setup.size();
    let name = mv.chars().next().unwrap_or_default();
    let number: Option<u8> = mv.get(1..).and_then(|digits| digits.parse().ok());
    match (setup, number) {
        (Setup::Connect4 { .. }, _) => mv.to_string(),
        (Setup::Reversi { .. }, Some(number)) => letters((number - 1, name as u8 - b'a')),
        (Setup::NoGo { .. }, Some(number)) => {
            let col = (0..cols).find(|&col| go_letter(col) == name).unwrap_or_default();
            letters((rows - number, col))
        }
        // A pass.
        (_, None) => String::new(),
    }
}

/// The move in the game's own notation for a value of `B` or `W`; `None` for letters outside the board. Values that are
/// no points are returned as they are, since many files use the game's own notation.
pub(super) fn move_of_value(setup: &Setup, value: &str) -> Option<String> {
    let value = value.trim();
    match setup {
        Setup::Connect4 { .. } => Some(value.to_string()),
        Setup::Reversi { .. } if matches!(value, "" | "tt") || value.eq_ignore_ascii_case("pa") => {
            Some("pass".to_string())
        }
        Setup::Reversi { .. } | Setup::NoGo { .. } => match cell(value) {
            None => Some(value.to_string()),
            Some(cell) if !on_board(setup, cell) => None,
            Some((row, col)) => Some(match setup {
                Setup::NoGo { rows, .. } => format!("{}{}", go_letter(col), rows - row),
                _ => format!("{}{}", char::from(b'a' + col), row + 1),
            }),
        },
    }
}
