//! Cells by row and column, and the texts that games and protocols write for them.

use luozi_games::GameKind;

/// A cell by row and column, both from 0 at the top-left corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    /// Row from the top.
    pub row: u8,
    /// Column from the left.
    pub col: u8,
}

/// Go's column letters: I is left out because it looks like a 1.
const GO_LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

impl Square {
    /// The move as the game's own notation writes it on a board of `rows` rows: NoGo `E5` from the bottom without I,
    /// Reversi `f5` from the top, Connect Four the column from 1. `None` beyond the alphabet.
    ///
    /// ```
    /// use luozi_games::GameKind;
    /// use luozi_protocol::Square;
    ///
    /// let corner = Square { row: 0, col: 8 };
    /// assert_eq!(corner.notation(GameKind::NoGo, 9).as_deref(), Some("J9"));
    /// assert_eq!(corner.notation(GameKind::Connect4, 9).as_deref(), Some("9"));
    /// ```
    pub fn notation(self, game: GameKind, rows: u8) -> Option<String> {
        let Square { row, col } = self;
        match game {
            GameKind::NoGo => {
                let letter = char::from(*GO_LETTERS.get(usize::from(col))?);
                Some(format!("{letter}{}", rows.checked_sub(row).filter(|&n| n > 0)?))
            }
            GameKind::Reversi => Some(format!("{}{}", lower_letter(col)?, u16::from(row) + 1)),
            GameKind::Connect4 => Some(format!("{}", u16::from(col) + 1)),
        }
    }

    /// The inverse of [`Square::notation`] for the games whose moves name a cell; passes and columns are none.
    pub fn of_notation(text: &str, game: GameKind, rows: u8) -> Option<Square> {
        let letter = text.bytes().next()?.to_ascii_uppercase();
        let number: u8 = text.get(1..).filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?.parse().ok()?;
        match game {
            GameKind::NoGo => {
                let col = GO_LETTERS.iter().position(|&l| l == letter)?;
                (number > 0).then_some(Square { row: rows.checked_sub(number)?, col: col as u8 })
            }
            GameKind::Reversi => {
                let col = letter.checked_sub(b'A').filter(|&col| col < 26)?;
                Some(Square { row: number.checked_sub(1)?, col })
            }
            GameKind::Connect4 => None,
        }
    }
}

/// `a` for 0 up to `z`.
pub(crate) fn lower_letter(index: u8) -> Option<char> {
    (index < 26).then(|| char::from(b'a' + index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_there_and_back() {
        for game in [GameKind::NoGo, GameKind::Reversi] {
            for (row, col) in (0..9).flat_map(|row| (0..9).map(move |col| (row, col))) {
                let square = Square { row, col };
                let text = square.notation(game, 9).unwrap();
                assert_eq!(Square::of_notation(&text, game, 9), Some(square), "{text}");
                assert_eq!(Square::of_notation(&text.to_lowercase(), game, 9), Some(square));
            }
        }
        assert_eq!(Square { row: 8, col: 0 }.notation(GameKind::NoGo, 9).as_deref(), Some("A1"));
        assert_eq!(Square { row: 0, col: 5 }.notation(GameKind::Reversi, 8).as_deref(), Some("f1"));
        for bad in ["", "A", "I5", "A0", "A10", "é5", "5", "A+1", "A300"] {
            assert_eq!(Square::of_notation(bad, GameKind::NoGo, 9), None, "{bad}");
        }
    }
}
