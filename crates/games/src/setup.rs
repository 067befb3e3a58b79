//! Which game on which board: the description that saved games, command lines and protocols share.
//!
//! A [`Setup`] is plain data and may be impossible; [`AnyRules::new`](crate::AnyRules::new) turns it into rules and is
//! the only judge of that.

use crate::connect4::Cell;
use crate::reversi::Scoring;
use crate::{connect4, nogo, reversi};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One of the three games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameKind {
    /// Gravity Connect Four.
    Connect4,
    /// Reversi, also called Othello.
    Reversi,
    /// NoGo: whoever captures loses.
    NoGo,
}

impl GameKind {
    /// All games in the order in which they are listed.
    pub const ALL: [GameKind; 3] = [GameKind::Connect4, GameKind::Reversi, GameKind::NoGo];

    /// The name in a sentence.
    pub const fn title(self) -> &'static str {
        match self {
            GameKind::Connect4 => "Connect Four",
            GameKind::Reversi => "Reversi",
            GameKind::NoGo => "NoGo",
        }
    }
}

/// The word for the game on command lines and in files.
impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameKind::Connect4 => "connect4",
            GameKind::Reversi => "reversi",
            GameKind::NoGo => "nogo",
        })
    }
}

/// A word that names no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a game; expected connect4, reversi or nogo")]
pub struct UnknownGame(String);

impl FromStr for GameKind {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<GameKind, UnknownGame> {
        let named = |kind: &GameKind| kind.to_string() == text;
        GameKind::ALL.into_iter().find(named).ok_or_else(|| UnknownGame(luozi_core::excerpt(text)))
    }
}

/// A game and its parameters. Made by the constructors or read from a file; nothing is checked yet.
///
/// ```
/// use luozi_games::{GameKind, Setup};
///
/// let setup = Setup::standard(GameKind::Connect4);
/// assert_eq!(setup.to_string(), "Connect Four, 6 rows x 7 columns, no forbidden cell");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "game", rename_all = "lowercase")]
pub enum Setup {
    /// Gravity Connect Four.
    Connect4 {
        /// Rows of the board.
        rows: u8,
        /// Columns of the board.
        cols: u8,
        /// Forbidden cells, in files as `[row, column]` from the top left.
        #[serde(default, skip_serializing_if = "Vec::is_empty", with = "cell_pairs")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<[u8; 2]>>"))]
        forbidden: Vec<Cell>,
    },
    /// Reversi on a square board.
    Reversi {
        /// Rows and columns of the board.
        size: u8,
        /// How a finished game is scored.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Scoring>"))]
        scoring: Scoring,
    },
    /// NoGo on a rectangle.
    NoGo {
        /// Rows of the board.
        rows: u8,
        /// Columns of the board.
        cols: u8,
        /// Whether the first move may not be the centre.
        #[serde(default)]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        centre_opening_forbidden: bool,
    },
}

/// Forbidden cells in files: `[[row, column], ...]`.
mod cell_pairs {
    use super::{Cell, Deserialize, Serialize};
    use serde::{Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(cells: &[Cell], serializer: S) -> Result<S::Ok, S::Error> {
        let pairs: Vec<[u8; 2]> = cells.iter().map(|cell| [cell.row, cell.col]).collect();
        pairs.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Cell>, D::Error> {
        let pairs = Vec::<[u8; 2]>::deserialize(deserializer)?;
        Ok(pairs.into_iter().map(|[row, col]| Cell { row, col }).collect())
    }
}

impl Setup {
    /// The board people mean when they name only the game: 6 rows x 7 columns, 8 x 8 scored by difference, 9 x 9.
    pub fn standard(kind: GameKind) -> Setup {
        match kind {
            GameKind::Connect4 => Setup::board(kind, 6, 7),
            GameKind::Reversi => Setup::board(kind, 8, 8),
            GameKind::NoGo => Setup::board(kind, 9, 9),
        }
    }

    /// A board of that size without further options. Reversi boards are squares: `cols` is ignored.
    pub fn board(kind: GameKind, rows: u8, cols: u8) -> Setup {
        match kind {
            GameKind::Connect4 => Setup::Connect4 { rows, cols, forbidden: Vec::new() },
            GameKind::Reversi => Setup::Reversi { size: rows, scoring: Scoring::Difference },
            GameKind::NoGo => Setup::NoGo { rows, cols, centre_opening_forbidden: false },
        }
    }

    /// Which of the three games it is.
    pub fn kind(&self) -> GameKind {
        match self {
            Setup::Connect4 { .. } => GameKind::Connect4,
            Setup::Reversi { .. } => GameKind::Reversi,
            Setup::NoGo { .. } => GameKind::NoGo,
        }
    }

    /// Rows and columns of the board.
    pub fn size(&self) -> (u8, u8) {
        match *self {
            Setup::Connect4 { rows, cols, .. } | Setup::NoGo { rows, cols, .. } => (rows, cols),
            Setup::Reversi { size, .. } => (size, size),
        }
    }
}

impl Setup {
    /// The words that name this board on a command line: `connect4 --board 9x12 --forbid 4,7`. Scorings and the option
    /// of NoGo's first move have none.
    ///
    /// ```
    /// use luozi_games::{GameKind, Setup};
    ///
    /// assert_eq!(Setup::standard(GameKind::NoGo).arguments(), "nogo");
    /// assert_eq!(Setup::board(GameKind::Reversi, 6, 6).arguments(), "reversi --board 6x6");
    /// ```
    pub fn arguments(&self) -> String {
        let mut words = self.kind().to_string();
        let (rows, cols) = self.size();
        if (rows, cols) != Setup::standard(self.kind()).size() {
            words += &format!(" --board {rows}x{cols}");
        }
        if let Setup::Connect4 { forbidden, .. } = self {
            words.extend(forbidden.iter().map(|cell| format!(" --forbid {},{}", cell.row, cell.col)));
        }
        words
    }
}

/// The setup in words, for people.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rows, cols) = self.size();
        write!(f, "{}, {rows} rows x {cols} columns", self.kind().title())?;
        match self {
            Setup::Connect4 { forbidden, .. } => match forbidden.as_slice() {
                [] => f.write_str(", no forbidden cell"),
                cells => {
                    f.write_str(if cells.len() == 1 { ", forbidden cell" } else { ", forbidden cells" })?;
                    cells.iter().try_for_each(|cell| write!(f, " {},{}", cell.row, cell.col))?;
                    f.write_str(" (row,column from 0 at the top left)")
                }
            },
            Setup::Reversi { scoring, .. } => f.write_str(match scoring {
                Scoring::Difference => ", scored by difference",
                Scoring::EmptiesToWinner => ", empty squares to the winner",
            }),
            Setup::NoGo { centre_opening_forbidden, .. } => {
                f.write_str(if *centre_opening_forbidden { ", centre opening forbidden" } else { "" })
            }
        }
    }
}

/// A setup that no game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// Why Connect Four refuses it.
    #[error(transparent)]
    Connect4(#[from] connect4::SetupError),
    /// Why Reversi refuses it.
    #[error(transparent)]
    Reversi(#[from] reversi::SetupError),
    /// Why NoGo refuses it.
    #[error(transparent)]
    NoGo(#[from] nogo::SetupError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_named_by_their_words() {
        for kind in GameKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(Setup::standard(kind).kind(), kind);
        }
        let error = "chess".parse::<GameKind>().unwrap_err();
        assert_eq!(error.to_string(), "`chess` is not a game; expected connect4, reversi or nogo");
    }

    #[test]
    fn setups_read_in_words() {
        let cells = vec![Cell { row: 0, col: 3 }, Cell { row: 8, col: 1 }];
        let words = |setup: Setup| setup.to_string();
        assert_eq!(
            words(Setup::Connect4 { rows: 9, cols: 12, forbidden: cells }),
            "Connect Four, 9 rows x 12 columns, forbidden cells 0,3 8,1 (row,column from 0 at the top left)"
        );
        assert_eq!(words(Setup::standard(GameKind::Reversi)), "Reversi, 8 rows x 8 columns, scored by difference");
        let nogo = Setup::NoGo { rows: 9, cols: 9, centre_opening_forbidden: true };
        assert_eq!(words(nogo), "NoGo, 9 rows x 9 columns, centre opening forbidden");
    }

    #[test]
    fn setups_are_short_json() {
        let setup = Setup::Connect4 { rows: 9, cols: 12, forbidden: vec![Cell { row: 4, col: 7 }] };
        let json = serde_json::to_string(&setup).unwrap();
        assert_eq!(json, r#"{"game":"connect4","rows":9,"cols":12,"forbidden":[[4,7]]}"#);
        assert_eq!(serde_json::from_str::<Setup>(&json).unwrap(), setup);
        let plain: Setup = serde_json::from_str(r#"{"game":"nogo","rows":9,"cols":9}"#).unwrap();
        assert_eq!(plain, Setup::standard(GameKind::NoGo));
    }
}
