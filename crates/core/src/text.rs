//! Errors of everything that is read from people or other programs.

use crate::Player;
use crate::diagram::Symbol;
use std::fmt;

/// Where in a text something was found, both counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Character in that line, from 1.
    pub column: usize,
}

impl Place {
    /// The place of byte `offset` of `text`. An offset past the end gives the end.
    ///
    /// ```
    /// use luozi_core::Place;
    /// assert_eq!(Place::of("ab\ncd", 4), Place { line: 2, column: 2 });
    /// ```
    pub fn of(text: &str, offset: usize) -> Place {
        let mut end = offset.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &text[..end];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        Place { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, character {}", self.line, self.column)
    }
}

/// A text that could not be read: where, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {kind}")]
pub struct ParseError {
    /// Where the offending part begins.
    pub place: Place,
    /// What is wrong there.
    pub kind: ParseErrorKind,
}

/// What can be wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseErrorKind {
    /// A part that means nothing here.
    #[error("found `{found}`, expected {expected}")]
    Unexpected {
        /// The offending part, cut to a readable length.
        found: String,
        /// What would have been right.
        expected: String,
    },
    /// The text stops too early.
    #[error("the text ends here, expected {expected}")]
    Ended {
        /// What should have followed.
        expected: String,
    },
    /// A well-formed move that the rules refuse.
    #[error("move `{found}` is illegal: {reason}")]
    Illegal {
        /// The move as written.
        found: String,
        /// Why the rules refuse it.
        reason: IllegalMove,
    },
    /// A well-formed board that no game can reach or that contradicts its rules.
    #[error("impossible position: {0}")]
    Impossible(Flaw),
}

/// Why no game can reach a board, and what to do about it. One list for all games, so that every front end can translate it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// Sides that take turns do not place so many pieces each.
    #[error(
        "there are {first} pieces of the first player and {second} of the second; they take turns, and the first begins"
    )]
    Counts {
        /// Pieces of the first player.
        first: usize,
        /// Pieces of the second.
        second: usize,
    },
    /// The numbers of pieces say that the other side is to move.
    #[error("`{}` to move contradicts the number of pieces; leave the side out or correct it", Symbol::Stone(*side).char())]
    Turn {
        /// The side that was written.
        side: Player,
    },
    /// There is no piece under a piece that falls.
    #[error(
        "the piece in row {row} from the top, column {column}, hangs in the air; pieces fall to the lowest free cell"
    )]
    Hanging {
        /// Row from 1 at the top.
        row: usize,
        /// Column from 1 on the left.
        column: usize,
    },
    /// The game ended before the last move.
    #[error("the side to move has won already; the game ends with the winning move")]
    WonBefore,
    /// A group of stones without an empty point beside it.
    #[error("the group of {place} has no liberty; nothing is ever captured: give every group an empty point beside it")]
    Strangled {
        /// A stone of it.
        place: String,
    },
    /// A game that begins with pieces on the board never loses all of them.
    #[error("there is no piece on the board; the game begins with some")]
    Bare,
}

impl Flaw {
    /// The flaw as one word for messages.
    pub const fn word(&self) -> &'static str {
        match self {
            Flaw::Counts { .. } => "counts",
            Flaw::Turn { .. } => "turn",
            Flaw::Hanging { .. } => "hanging",
            Flaw::WonBefore => "won_before",
            Flaw::Strangled { .. } => "strangled",
            Flaw::Bare => "bare",
        }
    }
}

/// Longest excerpt of bad input that an error repeats, in characters.
const EXCERPT: usize = 24;

/// At most 24 characters of `text`, control characters escaped, `...` when cut.
pub fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(EXCERPT).flat_map(char::escape_debug).collect();
    if text.chars().nth(EXCERPT).is_some() {
        short.push_str("...");
    }
    short
}

impl ParseError {
    /// `found` stands at byte `offset` of `text` where `expected` should be.
    pub fn unexpected(text: &str, offset: usize, found: &str, expected: impl Into<String>) -> ParseError {
        let kind = if found.is_empty() {
            ParseErrorKind::Ended { expected: expected.into() }
        } else {
            ParseErrorKind::Unexpected { found: excerpt(found), expected: expected.into() }
        };
        ParseError { place: Place::of(text, offset), kind }
    }

    /// The move `found` at byte `offset` of `text` is refused by the rules.
    pub fn illegal(text: &str, offset: usize, found: &str, reason: IllegalMove) -> ParseError {
        ParseError { place: Place::of(text, offset), kind: ParseErrorKind::Illegal { found: excerpt(found), reason } }
    }

    /// The board of `text` cannot be; what is to blame stands at byte `offset`.
    pub fn impossible(text: &str, offset: usize, flaw: Flaw) -> ParseError {
        ParseError { place: Place::of(text, offset), kind: ParseErrorKind::Impossible(flaw) }
    }
}

/// Why the rules refuse a move. One list for all games, so that every front end can translate it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The move is not on this board.
    #[error("it is not on this board")]
    OffBoard,
    /// Connect Four: no cell is left in the column.
    #[error("the column is full")]
    ColumnFull,
    /// There is a stone already.
    #[error("the place is taken")]
    Occupied,
    /// Reversi: the disc would flip nothing.
    #[error("it flips nothing")]
    FlipsNothing,
    /// Reversi: there are moves, so passing is not allowed.
    #[error("a pass is allowed only when there is no other move")]
    MayNotPass,
    /// Reversi: there is no move, so the side must pass.
    #[error("there is no move, so the side must pass")]
    MustPass,
    /// NoGo: an opponent's group would lose its last liberty.
    #[error("it would capture, and capturing is forbidden")]
    Captures,
    /// NoGo: the mover's own group would have no liberty.
    #[error("it would leave its own group without a liberty, and suicide is forbidden")]
    Suicide,
    /// NoGo with the option: the first move may not be the centre.
    #[error("the first move may not be the centre")]
    CentreOpening,
}

impl IllegalMove {
    /// The reason as one word for messages and files.
    pub const fn word(self) -> &'static str {
        match self {
            IllegalMove::GameOver => "game_over",
            IllegalMove::OffBoard => "off_board",
            IllegalMove::ColumnFull => "column_full",
            IllegalMove::Occupied => "occupied",
            IllegalMove::FlipsNothing => "flips_nothing",
            IllegalMove::MayNotPass => "may_not_pass",
            IllegalMove::MustPass => "must_pass",
            IllegalMove::Captures => "captures",
            IllegalMove::Suicide => "suicide",
            IllegalMove::CentreOpening => "centre_opening",
        }
    }
}

/// The words of a text, separated by blanks or commas, each with its byte offset.
pub fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = text.as_ptr() as usize;
    text.split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .map(move |word| (word.as_ptr() as usize - start, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_survive_any_offset() {
        let text = "落子\nx";
        assert_eq!(Place::of(text, 0), Place { line: 1, column: 1 });
        assert_eq!(Place::of(text, 4), Place { line: 1, column: 2 });
        assert_eq!(Place::of(text, 7), Place { line: 2, column: 1 });
        assert_eq!(Place::of(text, 99), Place { line: 2, column: 2 });
    }

    #[test]
    fn messages_say_where_what_and_what_instead() {
        let error = ParseError::unexpected("..?.", 2, "?", "`.`, `X` or `O`");
        assert_eq!(error.to_string(), "line 1, character 3: found `?`, expected `.`, `X` or `O`");
        let error = ParseError::unexpected("..", 2, "", "2 more cells");
        assert_eq!(error.to_string(), "line 1, character 3: the text ends here, expected 2 more cells");
        let long = "x".repeat(1000);
        assert!(ParseError::unexpected(&long, 0, &long, "y").to_string().len() < 100);
        assert!(excerpt("\0\n").is_ascii());
    }
}
