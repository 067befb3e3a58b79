//! Reversi as text.
//!
//! Moves are `f5` or `pass`, read in either case; `PA`, `PS`, `--` and `@@` also mean a pass. A game is its moves
//! with or without blanks between them (`f5d6c3`), and passes may be left out. A board is written row by row with the
//! side to move; the one-line form of the test suites (OBF) is read too, up to its first `;`.

use super::{Position, Rules, Square};
use luozi_core::diagram::{self, Symbol};
use luozi_core::{
    ColumnLabels, Flaw, Game, Grid, Naming, Notation, PASS, ParseError, Places, Player, RowLabels, words,
};

impl Notation for Rules {
    fn grid(&self) -> Grid {
        Grid {
            rows: self.size as u8,
            cols: self.size as u8,
            places: Places::Cells,
            naming: Naming::CellsAndPass,
            column_labels: ColumnLabels::Letters,
            row_labels: RowLabels::FromTop,
        }
    }

    fn parse_move(&self, text: &str) -> Result<Square, ParseError> {
        if ["pa", "ps", "--", "@@"].iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return Ok(Square::PASS);
        }
        // Every square has a name of two characters; longer ones with blanks or zeros are no squares of any program.
        let short = text.len() == 2 || text.eq_ignore_ascii_case(PASS);
        let index = self.grid().parse_move(text).filter(|_| short);
        index.and_then(|index| self.move_at(index)).ok_or_else(|| {
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
        diagram::write(self.size, self.size, symbol, position.to_move)
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let board = text.split(';').next().unwrap_or(text);
        let read = diagram::read(board, self.size, self.size)?;
        let mut discs = [0; 2];
        for (index, &(offset, symbol)) in read.cells.iter().enumerate() {
            match symbol {
                Symbol::Empty => {}
                Symbol::Stone(player) => discs[player.index()] |= 1 << (index / self.size * 8 + index % self.size),
                Symbol::Forbidden => {
                    return Err(ParseError::unexpected(text, offset, "#", "`.` (empty), `X` or `O`"));
                }
            }
        }
        let Some(side) = read.side else {
            let found = if board.len() < text.len() { ";" } else { "" };
            return Err(ParseError::unexpected(text, board.len(), found, "the side to move, `X` or `O`"));
        };
        if discs == [0, 0] {
            return Err(ParseError::impossible(text, 0, Flaw::Bare));
        }
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
