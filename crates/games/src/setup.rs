//! Which game on which board: the description that saved games, command lines and protocols share.
//!
//! A [`Setup`] is plain data and may be impossible; [`Session::new`](crate::Session::new) turns it into a game and is the
//! only judge of that.

use crate::connect4::Cell;
use crate::kind::GameKind;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// A cell on which no piece may be placed, by row and column from 0 at the top left.
pub type ForbiddenCell = Cell;

/// The value of an option of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// Yes or no.
    Flag(bool),
    /// One of a few words.
    Word(String),
}

/// A game and its parameters. Made by the constructors or read from a file; nothing is checked yet.
///
/// ```
/// use luozi_games::{GameKind, Setup};
///
/// let setup = Setup::standard(GameKind::CONNECT4);
/// assert_eq!(setup.to_string(), "Connect Four, 6 rows x 7 columns, no forbidden cell");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(as = "SetupForm"))]
pub struct Setup {
    kind: GameKind,
    /// Rows of the board.
    pub rows: u8,
    /// Columns of the board.
    pub cols: u8,
    /// Forbidden cells, in files as `[row, column]` from the top left.
    pub forbidden: Vec<Cell>,
    /// Options with another value than usual.
    options: BTreeMap<&'static str, OptionValue>,
}

impl Setup {
    /// The board people mean when they name only the game.
    pub fn standard(kind: GameKind) -> Setup {
        let (rows, cols) = kind.sizes().standard;
        Setup::board(kind, rows, cols)
    }

    /// A board of that size without further options.
    pub fn board(kind: GameKind, rows: u8, cols: u8) -> Setup {
        Setup { kind, rows, cols, forbidden: Vec::new(), options: BTreeMap::new() }
    }

    /// The same board with these cells forbidden.
    pub fn forbidding(mut self, cells: impl IntoIterator<Item = Cell>) -> Setup {
        self.forbidden.extend(cells);
        self
    }

    /// The same board with an option set. An option that the game does not have is ignored.
    pub fn with_option(mut self, name: &str, value: OptionValue) -> Setup {
        if let Some(option) = self.kind.options().iter().find(|option| option.name == name) {
            if value == option.usual() {
                self.options.remove(option.name);
            } else {
                self.options.insert(option.name, value);
            }
        }
        self
    }

    /// Which game it is.
    pub fn kind(&self) -> GameKind {
        self.kind
    }

    /// Rows and columns of the board.
    pub fn size(&self) -> (u8, u8) {
        (self.rows, self.cols)
    }

    /// The word that an option has; empty if the game has no such option.
    pub fn word_of(&self, name: &str) -> &str {
        let usual = || self.kind.options().iter().find(|option| option.name == name)?.words.first().copied();
        match self.options.get(name) {
            Some(OptionValue::Word(word)) => word,
            _ => usual().unwrap_or_default(),
        }
    }

    /// Whether a yes-or-no option is set.
    pub fn flag(&self, name: &str) -> bool {
        self.options.get(name) == Some(&OptionValue::Flag(true))
    }

    /// The words that name this board on a command line: `connect4 --board 9x12 --forbid 4,7`. Options have none.
    ///
    /// ```
    /// use luozi_games::{GameKind, Setup};
    ///
    /// assert_eq!(Setup::standard(GameKind::NOGO).arguments(), "nogo");
    /// assert_eq!(Setup::board(GameKind::REVERSI, 6, 6).arguments(), "reversi --board 6x6");
    /// ```
    pub fn arguments(&self) -> String {
        let mut words = self.kind.to_string();
        if self.size() != self.kind.sizes().standard {
            words += &format!(" --board {}x{}", self.rows, self.cols);
        }
        words.extend(self.forbidden.iter().map(|cell| format!(" --forbid {},{}", cell.row, cell.col)));
        words
    }
}

/// The setup in words, for people.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Setup { kind, rows, cols, .. } = self;
        let plural = |count: u8| if count == 1 { "" } else { "s" };
        write!(f, "{}, {rows} row{} x {cols} column{}", kind.title(), plural(*rows), plural(*cols))?;
        if kind.forbids_cells() {
            match self.forbidden.len() {
                0 => f.write_str(", no forbidden cell")?,
                1 => f.write_str(", forbidden cell")?,
                _ => f.write_str(", forbidden cells")?,
            }
            self.forbidden.iter().try_for_each(|cell| write!(f, " {},{}", cell.row, cell.col))?;
            if !self.forbidden.is_empty() {
                f.write_str(" (row,column from 0 at the top left)")?;
            }
        }
        f.write_str(&kind.describe_options(self))
    }
}

/// The setups of the games of this crate as a front end sees them; other games have rows and columns, or a size.
#[cfg(feature = "ts")]
#[derive(Serialize, ts_rs::TS)]
#[ts(rename = "Setup")]
#[serde(tag = "game", rename_all = "lowercase")]
#[expect(dead_code, reason = "declares a form and holds nothing")]
enum SetupForm {
    Connect4 {
        rows: u8,
        cols: u8,
        #[ts(optional)]
        forbidden: Option<Vec<[u8; 2]>>,
    },
    Reversi {
        size: u8,
        #[ts(optional, type = "\"difference\" | \"empties-to-winner\"")]
        scoring: Option<String>,
    },
    NoGo {
        rows: u8,
        cols: u8,
        #[ts(optional)]
        centre_opening_forbidden: Option<bool>,
    },
}

/// One flat object: `{"game":"connect4","rows":9,"cols":12,"forbidden":[[4,7]]}`; games with square boards have a `size`.
impl Serialize for Setup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("game", self.kind.word())?;
        if self.kind.sizes().square {
            map.serialize_entry("size", &self.rows)?;
        } else {
            map.serialize_entry("rows", &self.rows)?;
            map.serialize_entry("cols", &self.cols)?;
        }
        if !self.forbidden.is_empty() {
            let pairs: Vec<[u8; 2]> = self.forbidden.iter().map(|cell| [cell.row, cell.col]).collect();
            map.serialize_entry("forbidden", &pairs)?;
        }
        for option in self.kind.options() {
            map.serialize_entry(
                option.name,
                &self.options.get(option.name).cloned().unwrap_or_else(|| option.usual()),
            )?;
        }
        map.end()
    }
}

#[derive(Deserialize)]
struct Saved {
    game: String,
    rows: Option<u8>,
    cols: Option<u8>,
    size: Option<u8>,
    #[serde(default)]
    forbidden: Vec<[u8; 2]>,
    #[serde(flatten)]
    rest: BTreeMap<String, serde_json::Value>,
}

impl<'de> Deserialize<'de> for Setup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Setup, D::Error> {
        let saved = Saved::deserialize(deserializer)?;
        let kind: GameKind = saved.game.parse().map_err(D::Error::custom)?;
        let side = |name: &'static str, given: Option<u8>| {
            given.or(saved.size).ok_or_else(|| D::Error::missing_field(if kind.sizes().square { "size" } else { name }))
        };
        let mut setup = Setup::board(kind, side("rows", saved.rows)?, side("cols", saved.cols)?);
        setup.forbidden = saved.forbidden.into_iter().map(|[row, col]| Cell { row, col }).collect();
        for option in kind.options() {
            let Some(value) = saved.rest.get(option.name) else { continue };
            let wrong = || {
                let expected =
                    if option.words.is_empty() { "true, false".to_string() } else { option.words.join(", ") };
                D::Error::custom(format!("{}: found {value}, expected one of {expected}", option.name))
            };
            let value = OptionValue::deserialize(value).map_err(|_| wrong())?;
            let known = match &value {
                OptionValue::Flag(_) => option.words.is_empty(),
                OptionValue::Word(word) => option.words.contains(&word.as_str()),
            };
            setup = if known { setup.with_option(option.name, value) } else { return Err(wrong()) };
        }
        Ok(setup)
    }
}

/// A setup that no game has, in words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SetupError(pub String);

impl SetupError {
    /// What the rules of a game say about it.
    pub fn new(reason: impl fmt::Display) -> SetupError {
        SetupError(reason.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setups_read_in_words() {
        let cells = [Cell { row: 0, col: 3 }, Cell { row: 8, col: 1 }];
        assert_eq!(
            Setup::board(GameKind::CONNECT4, 9, 12).forbidding(cells).to_string(),
            "Connect Four, 9 rows x 12 columns, forbidden cells 0,3 8,1 (row,column from 0 at the top left)"
        );
        let reversi = Setup::standard(GameKind::REVERSI);
        assert_eq!(reversi.to_string(), "Reversi, 8 rows x 8 columns, scored by difference");
        let nogo = crate::nogo::NoGo::centre_forbidden(9, 9);
        assert_eq!(nogo.to_string(), "NoGo, 9 rows x 9 columns, centre opening forbidden");
    }

    #[test]
    fn setups_are_short_json() {
        let setup = Setup::board(GameKind::CONNECT4, 9, 12).forbidding([Cell { row: 4, col: 7 }]);
        let json = serde_json::to_string(&setup).unwrap();
        assert_eq!(json, r#"{"game":"connect4","rows":9,"cols":12,"forbidden":[[4,7]]}"#);
        assert_eq!(serde_json::from_str::<Setup>(&json).unwrap(), setup);
        let plain: Setup = serde_json::from_str(r#"{"game":"nogo","rows":9,"cols":9}"#).unwrap();
        assert_eq!(plain, Setup::standard(GameKind::NOGO));
        let reversi = serde_json::to_string(&Setup::standard(GameKind::REVERSI)).unwrap();
        assert_eq!(reversi, r#"{"game":"reversi","size":8,"scoring":"difference"}"#);
        assert_eq!(serde_json::from_str::<Setup>(&reversi).unwrap(), Setup::standard(GameKind::REVERSI));
    }

    #[test]
    fn wrong_setups_say_what_was_expected() {
        let error = |json: &str| serde_json::from_str::<Setup>(json).unwrap_err().to_string();
        assert!(error(r#"{"game":"go","rows":9,"cols":9}"#).contains("`go` is not a game"));
        assert!(error(r#"{"game":"reversi"}"#).contains("missing field `size`"));
        assert!(error(r#"{"game":"nogo","rows":9}"#).contains("missing field `cols`"));
        let scoring = error(r#"{"game":"reversi","size":8,"scoring":"best"}"#);
        assert!(scoring.contains("expected one of difference, empties-to-winner"), "{scoring}");
    }
}
