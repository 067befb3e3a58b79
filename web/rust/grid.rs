//! A board as the pages draw it: its shape, its labels, and how its pieces look.
//!
//! The drawing follows from this alone. A page asks nothing about the game: pieces lie in cells or on points, fall down
//! columns or stay where they are put, and are one-sided stones or discs that turn over.

use luozi_games::{GameKind, Setup};
use serde::{Deserialize, Serialize};

/// Where pieces lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum GridStyle {
    /// Inside squares.
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

/// Letters of columns on boards that leave out I, as Go does.
const GO_LETTERS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

fn letters(alphabet: &str, count: u8) -> Vec<String> {
    alphabet.chars().take(usize::from(count)).map(String::from).collect()
}

fn side(name: &str, colour: &str) -> SideInfo {
    SideInfo { name: name.to_string(), colour: colour.to_string() }
}

impl GridInfo {
    /// The grid of a game on its board.
    pub fn of(setup: &Setup) -> GridInfo {
        let (rows, cols) = setup.size();
        let game = setup.kind();
        let numbers = |count: u8| (1..=count).map(|number| number.to_string()).collect::<Vec<_>>();
        let falling = |count: u8| (1..=count).rev().map(|number| number.to_string()).collect::<Vec<_>>();
        let (style, column_labels, row_labels, between) = match game {
            GameKind::Connect4 => (GridStyle::Cells, numbers(cols), falling(rows), "-"),
            GameKind::Reversi => (GridStyle::Cells, letters(LETTERS, cols), numbers(rows), ""),
            GameKind::NoGo => (GridStyle::Points, letters(GO_LETTERS, cols), falling(rows), ""),
        };
        let name =
            |row: &String| column_labels.iter().map(|column| format!("{column}{between}{row}")).collect::<Vec<_>>();
        let cell_names = row_labels.iter().flat_map(name).collect();
        let black_and_white = [side("Black", "black"), side("White", "white")];
        GridInfo {
            title: game.title().to_string(),
            rows,
            cols,
            style,
            drops: game == GameKind::Connect4,
            discs: game == GameKind::Reversi,
            cell_names,
            dots: match game {
                GameKind::Connect4 => Vec::new(),
                GameKind::Reversi if rows == 8 => vec![[2, 2], [2, 6], [6, 2], [6, 6]],
                GameKind::Reversi => Vec::new(),
                GameKind::NoGo => stars(rows, cols),
            },
            sides: if game == GameKind::Connect4 {
                [side("Red", "red"), side("Gold", "gold")]
            } else {
                black_and_white
            },
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
    use luozi_games::Table;

    #[test]
    fn labels_are_those_of_the_notation() {
        let grid = GridInfo::of(&Setup::standard(GameKind::NoGo));
        assert_eq!((grid.cell_names[8].as_str(), grid.cell_names[80].as_str()), ("J9", "J1"));
        assert_eq!(grid.dots, [[2, 2], [2, 6], [4, 4], [6, 2], [6, 6]]);
        let grid = GridInfo::of(&Setup::standard(GameKind::Connect4));
        assert_eq!((grid.cell_names[3].as_str(), grid.column_labels[6].as_str()), ("4-6", "7"));
        // Every empty cell of these two is named as the rules name the move there.
        for game in [GameKind::Reversi, GameKind::NoGo] {
            for size in [4, 6, 8] {
                let setup = Setup::board(game, size, size);
                let (grid, table) = (GridInfo::of(&setup), Table::new(&setup).unwrap());
                assert_eq!(grid.cell_names.len(), usize::from(size) * usize::from(size));
                assert!(table.legal_moves().iter().all(|mv| grid.cell_names.contains(mv)), "{setup}");
            }
        }
    }

    #[test]
    fn small_boards_have_no_dots_and_large_ones_nine() {
        assert!(GridInfo::of(&Setup::board(GameKind::NoGo, 5, 5)).dots.is_empty());
        assert_eq!(stars(13, 13).len(), 9);
        assert_eq!(stars(8, 8).len(), 4);
    }
}
