//! Boards as text, the same for every game: one symbol a cell, top row first, then the side to move.
//!
//! ```text
//! . . . . .
//! . X O . .        X  the first player (also x * B b)        .  empty (also - _)
//! . . # . .        O  the second player (also o W w)         #  forbidden
//! X                the side to move, on a line of its own
//! ```
//!
//! Blanks between symbols are ignored; rows end at a line break or `/`; without any, the rows simply follow each other.

use crate::{ParseError, Player};

/// What stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// No piece, but one may come to lie here.
    Empty,
    /// A piece of that side.
    Stone(Player),
    /// Nothing can ever lie here.
    Forbidden,
}

impl Symbol {
    /// Its character in a drawing: `.`, `X`, `O` or `#`.
    pub const fn char(self) -> char {
        match self {
            Symbol::Empty => '.',
            Symbol::Stone(Player::First) => 'X',
            Symbol::Stone(Player::Second) => 'O',
            Symbol::Forbidden => '#',
        }
    }

    /// The symbol that a character means.
    pub const fn read(c: char) -> Option<Symbol> {
        match c {
            '.' | '-' | '_' => Some(Symbol::Empty),
            'X' | 'x' | '*' | 'B' | 'b' => Some(Symbol::Stone(Player::First)),
            'O' | 'o' | 'W' | 'w' => Some(Symbol::Stone(Player::Second)),
            '#' => Some(Symbol::Forbidden),
            _ => None,
        }
    }
}

/// A board that was read.
pub struct Diagram {
    /// The symbols row by row, each with its byte offset in the text.
    pub cells: Vec<(usize, Symbol)>,
    /// The side to move, if one was written.
    pub side: Option<Player>,
}

/// The text of a board.
pub fn write(rows: usize, cols: usize, symbol: impl Fn(usize, usize) -> Symbol, side: Player) -> String {
    let mut text = String::with_capacity(rows * (cols + 1) + 1);
    for row in 0..rows {
        text.extend((0..cols).map(|col| symbol(row, col).char()));
        text.push('\n');
    }
    text.push(Symbol::Stone(side).char());
    text
}

/// Reads a board of `rows` x `cols` symbols and the optional side to move after it. Nothing else may follow.
pub fn read(text: &str, rows: usize, cols: usize) -> Result<Diagram, ParseError> {
    let symbols = "`.` (empty), `X`, `O` or `#` (forbidden)";
    let total = rows * cols;
    let mut cells = Vec::with_capacity(total);
    let mut side = None;
    let mut row_start = 0;
    for (offset, c) in text.char_indices() {
        if matches!(c, '\n' | '/') {
            let length = cells.len() - row_start;
            if cells.len() < total && length != 0 && length % cols != 0 {
                let row = row_start / cols + 1;
                return Err(ParseError::unexpected(
                    text,
                    offset,
                    if c == '/' { "/" } else { "end of row" },
                    format!("{cols} cells in row {row}, not {length} (the board is {rows} rows x {cols} columns)"),
                ));
            }
            row_start = cells.len();
        } else if c.is_whitespace() {
            continue;
        } else if cells.len() < total {
            match Symbol::read(c) {
                Some(symbol) => cells.push((offset, symbol)),
                None => return Err(ParseError::unexpected(text, offset, &c.to_string(), symbols)),
            }
        } else {
            match Symbol::read(c) {
                Some(Symbol::Stone(player)) if side.is_none() => side = Some(player),
                _ => {
                    let expected = if side.is_none() {
                        format!("the side to move, `X` or `O`, after {rows} rows of {cols} cells")
                    } else {
                        "the end of the text after the side to move".to_string()
                    };
                    return Err(ParseError::unexpected(text, offset, &text[offset..], expected));
                }
            }
        }
    }
    if cells.len() < total {
        let missing = total - cells.len();
        let expected = format!("{missing} more cells of a board of {rows} rows x {cols} columns");
        return Err(ParseError::unexpected(text, text.len(), "", expected));
    }
    Ok(Diagram { cells, side })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes_and_the_one_line_form() {
        let text = write(2, 3, |r, c| if (r, c) == (1, 2) { Symbol::Forbidden } else { Symbol::Empty }, Player::Second);
        assert_eq!(text, "...\n..#\nO");
        for form in [text.as_str(), "... / ..# O", "-----# w", ". . .\n. . #\no\n"] {
            let grid = read(form, 2, 3).unwrap();
            assert_eq!(grid.cells[5].1, Symbol::Forbidden);
            assert_eq!(grid.side, Some(Player::Second));
        }
        assert_eq!(read("......", 2, 3).unwrap().side, None);
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text| read(text, 2, 3).err().unwrap().to_string();
        assert!(
            error("..\n...").starts_with("line 1, character 3: found `end of row`, expected 3 cells in row 1, not 2")
        );
        assert_eq!(
            error("...\n.?."),
            "line 2, character 2: found `?`, expected `.` (empty), `X`, `O` or `#` (forbidden)"
        );
        assert!(error("...\n..").contains("expected 1 more cells"));
        assert!(error("......Z").contains("expected the side to move"));
        assert!(error("......XO").contains("expected the end of the text"));
    }
}
