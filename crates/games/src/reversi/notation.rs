//! Reversi as text.
//!
//! Moves are `f5` or `pass`, read in either case; `PA`, `PS`, `--` and `@@` also mean a pass. A game is its moves
//! with or without blanks between them (`f5d6c3`), and passes may be left out. A board is written row by row with the
//! side to move; the one-line form of the test suites (OBF) is read too, up to its first `;`.

use super::{Position, Rules, Square};
use crate::grid::{self, Symbol};
use crate::words;
use luozi_core::{Notation, ParseError, Player};

/// The longest word for a pass; the others have two characters like a square.
const PASS: &str = "pass";

impl Notation for Rules {
    fn move_text(&self, mv: Square) -> String {
        mv.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Square, ParseError> {
        if [PASS, "pa", "ps", "--", "@@"].iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return Ok(Square::PASS);
        }
        self.square(text).ok_or_else(|| {
            let last = Square::at(self.size - 1, self.size - 1).unwrap_or(Square::PASS);
            ParseError::unexpected(text, 0, text, format!("a square from `a1` to `{last}` or `pass`"))
        })
    }

    fn position_text(&self, position: &Position) -> String {
        let symbol = |row, column| {
            let bit = 1u64 << (row * 8 + column);
            let owner = Player::BOTH.into_iter().find(|&player| position.discs(player) & bit != 0);
            owner.map_or(Symbol::Empty, Symbol::Stone)
        };
        grid::write(self.size, self.size, symbol, position.to_move)
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let board = text.split(';').next().unwrap_or(text);
        let grid = grid::read(board, self.size, self.size)?;
        let mut discs = [0; 2];
        for (index, &(offset, symbol)) in grid.cells.iter().enumerate() {
            match symbol {
                Symbol::Empty => {}
                Symbol::Stone(player) => discs[player.index()] |= 1 << (index / self.size * 8 + index % self.size),
                Symbol::Forbidden => {
                    return Err(ParseError::unexpected(text, offset, "#", "`.` (empty), `X` or `O`"));
                }
            }
        }
        let Some(side) = grid.side else {
            let found = if board.len() < text.len() { ";" } else { "" };
            return Err(ParseError::unexpected(text, board.len(), found, "the side to move, `X` or `O`"));
        };
        Ok(self.with_discs(discs, side))
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<(usize, &'t str)> {
        let mut parts = Vec::new();
        for (offset, word) in words(text) {
            let mut rest = word;
            while !rest.is_empty() {
                let starts_with_pass = rest.get(..PASS.len()).is_some_and(|start| start.eq_ignore_ascii_case(PASS));
                let characters = if starts_with_pass { PASS.len() } else { 2 };
                let length = rest.char_indices().nth(characters).map_or(rest.len(), |(end, _)| end);
                let (part, tail) = rest.split_at(length);
                parts.push((offset + word.len() - rest.len(), part));
                rest = tail;
            }
        }
        parts
    }

    fn implied_pass(&self, position: &Position, mv: Square) -> Option<Square> {
        let must_pass = self.placements(position) == 0 && self.opponent_can_place(position);
        (mv != Square::PASS && must_pass).then_some(Square::PASS)
    }
}

impl Rules {
    /// Reads a letter and a digit that name a square of this board.
    fn square(&self, text: &str) -> Option<Square> {
        let &[letter, digit] = text.as_bytes() else { return None };
        let column = usize::from(letter.to_ascii_lowercase().checked_sub(b'a')?);
        let row = usize::from(digit.checked_sub(b'1')?);
        if row < self.size && column < self.size { Square::at(row, column) } else { None }
    }
}
