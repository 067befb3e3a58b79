//! Points of SGF: two letters, column then row, `aa` at the top left, and their translation into each game's moves.

use crate::Setup;
use luozi_core::{Grid, PASS, ParseError, Spot};

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

/// The value of `B` or `W` for a move in the game's own notation.
pub(super) fn value_of_move(grid: &Grid, mv: &str) -> String {
    match grid.parse_move(mv).map(|index| grid.spot(index)) {
        Some(Spot::Cell(cell)) => letters(grid.row_and_col(cell)),
        Some(Spot::Column(_)) | None => mv.to_string(),
        Some(Spot::Pass) => String::new(),
    }
}

/// The move in the game's own notation for a value of `B` or `W`; `None` for letters outside the board. Values that are
/// no points are returned as they are, since many files use the game's own notation.
pub(super) fn move_of_value(grid: &Grid, value: &str) -> Option<String> {
    let value = value.trim();
    if grid.by_column() {
        return Some(value.to_string());
    }
    if grid.has_pass() && (matches!(value, "" | "tt") || value.eq_ignore_ascii_case("pa")) {
        return Some(PASS.to_string());
    }
    match cell(value) {
        None => Some(value.to_string()),
        Some((row, col)) => grid.cell(usize::from(row), usize::from(col)).map(|cell| grid.cell_text(cell)),
    }
}
