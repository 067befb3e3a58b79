//! A board as the pages draw it: its shape, its labels, and how its pieces look.
//!
//! The drawing follows from this alone. A page asks nothing about the game: pieces lie in cells or on points, fall down
//! columns or stay where they are put, and are one-sided stones or discs that turn over.

use luozi_core::Places;
use luozi_games::{Look, Session, Setup, SetupError};
use serde::{Deserialize, Serialize};

/// Where pieces lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum GridStyle {
    /// Inside the squares between the lines of the board.
    Cells,
    /// On crossings of lines.
    Points,
}

/// One side of a game: what it is called and how its pieces are coloured.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SideInfo {
    /// Its name in English. Pages that have words for the colour use those of their language instead.
    pub name: String,
    /// `black`, `white`, `red`, `gold`, or a colour as style sheets write it.
    pub colour: String,
}

/// Everything that the drawing of a board follows from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GridInfo {
    /// The game's name in a sentence. Pages that have a name for the game use that of their language instead.
    pub title: String,
    /// Rows of the board.
    pub rows: u8,
    /// Columns of the board.
    pub cols: u8,
    /// Where pieces lie.
    pub style: GridStyle,
    /// Whether pieces fall: a move then names a column, and the board stands upright.
    pub drops: bool,
    /// Whether pieces are discs with two faces, which a move may turn over.
    pub discs: bool,
    /// What stands beside each column, from the left.
    pub column_labels: Vec<String>,
    /// What stands beside each row, from the top.
    pub row_labels: Vec<String>,
    /// What people call each cell, row by row from the top left.
    pub cell_names: Vec<String>,
    /// Points marked with a dot, in `(row, column)`: crossings of lines, which for cells are the cells' upper left corners.
    pub dots: Vec<[u8; 2]>,
    /// Both sides, the one that moves first first.
    pub sides: [SideInfo; 2],
}

impl GridInfo {
    /// The board of a setup, or why there is none.
    pub fn on(setup: &Setup) -> Result<GridInfo, SetupError> {
        Session::new(setup).map(|session| GridInfo::of(&session))
    }

    /// The board of a session.
    pub fn of(session: &Session) -> GridInfo {
        let (grid, game) = (session.grid(), session.kind());
        let column_labels: Vec<String> = (0..grid.cols).map(|col| grid.column_label(col)).collect();
        // People count the rows of a standing board from the ground, though moves do not name them.
        let row_label = |row: u8| if grid.by_column() { (grid.rows - row).to_string() } else { grid.row_label(row) };
        let row_labels: Vec<String> = (0..grid.rows).map(row_label).collect();
        let between = if grid.by_column() { "-" } else { "" };
        let name =
            |row: &String| column_labels.iter().map(|column| format!("{column}{between}{row}")).collect::<Vec<_>>();
        let cell_names = row_labels.iter().flat_map(name).collect();
        GridInfo {
            title: game.title().to_string(),
            rows: grid.rows,
            cols: grid.cols,
            style: if grid.places == Places::Points { GridStyle::Points } else { GridStyle::Cells },
            drops: grid.by_column(),
            discs: game.look() == Look::Discs,
            cell_names,
            dots: match (grid.places, game.look()) {
                (Places::Points, _) => stars(grid.rows, grid.cols),
                (Places::Cells, Look::Discs) if grid.rows == 8 => vec![[2, 2], [2, 6], [6, 2], [6, 6]],
                (Places::Cells, _) => Vec::new(),
            },
            sides: game.sides().map(|side| SideInfo { name: side.name.to_string(), colour: side.paint.to_string() }),
            column_labels,
            row_labels,
        }
    }
}

/// The dots of a Go board: on the third or fourth lines and in the middle; none on small boards.
fn stars(rows: u8, cols: u8) -> Vec<[u8; 2]> {
    if rows < 7 || cols < 7 {
        return Vec::new();
    }
    let lines = |count: u8| {
        let near = if count >= 13 { 3 } else { 2 };
        if count % 2 == 1 { vec![near, count / 2, count - 1 - near] } else { vec![near, count - 1 - near] }
    };
    // Small boards have the four and the middle, not the sides.
    let sides_too = rows >= 13 || cols >= 13;
    let middle = |line: u8, count: u8| 2 * line + 1 == count;
    let crossings = lines(rows).into_iter().flat_map(|row| lines(cols).into_iter().map(move |col| [row, col]));
    crossings.filter(|&[row, col]| sides_too || middle(row, rows) == middle(col, cols)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::GameKind;

    #[test]
    fn labels_are_those_of_the_notation() {
        let grid = GridInfo::on(&Setup::standard(GameKind::NOGO)).unwrap();
        assert_eq!((grid.cell_names[8].as_str(), grid.cell_names[80].as_str()), ("J9", "J1"));
        assert_eq!(grid.dots, [[2, 2], [2, 6], [4, 4], [6, 2], [6, 6]]);
        let grid = GridInfo::on(&Setup::standard(GameKind::CONNECT4)).unwrap();
        assert_eq!((grid.cell_names[3].as_str(), grid.column_labels[6].as_str()), ("4-6", "7"));
        // Every empty cell of these two is named as the rules name the move there.
        for game in [GameKind::REVERSI, GameKind::NOGO] {
            for size in [4, 6, 8] {
                let setup = Setup::board(game, size, size);
                let session = Session::new(&setup).unwrap();
                let grid = GridInfo::of(&session);
                assert_eq!(grid.cell_names.len(), usize::from(size) * usize::from(size));
                assert!(session.legal_moves().iter().all(|mv| grid.cell_names.contains(mv)), "{setup}");
            }
        }
    }

    #[test]
    fn small_boards_have_no_dots_and_large_ones_nine() {
        assert!(GridInfo::on(&Setup::board(GameKind::NOGO, 5, 5)).unwrap().dots.is_empty());
        assert_eq!(stars(13, 13).len(), 9);
        assert_eq!(stars(8, 8).len(), 4);
    }
}
