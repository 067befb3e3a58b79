//! Games are registered, not enumerated.
//!
//! A [`GameType`] describes a game to everything above the rules: its names, the boards it has, how it looks, and how a
//! game of it begins. A [`GameKind`] is a handle on one that is registered. The three games of this crate always are; a
//! program adds its own with [`GameKind::register`] before it does anything else, and nothing above this crate can tell the
//! difference.

use crate::{OptionValue, Session, Setup, SetupError, connect4, nogo, reversi};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::str::FromStr;
use std::sync::{PoisonError, RwLock};

/// The boards a game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// Rows and columns of the board people mean when they name only the game.
    pub standard: (u8, u8),
    /// The fewest rows and columns that make sense to offer.
    pub smallest: (u8, u8),
    /// The most rows and columns.
    pub largest: (u8, u8),
    /// Whether boards have as many columns as rows.
    pub square: bool,
    /// Rows and columns of the boards to choose from where people choose from a list.
    pub offered: &'static [(u8, u8)],
}

/// One player of a game, as people see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side {
    /// Its name in English.
    pub name: &'static str,
    /// Its name in Chinese.
    pub name_zh: &'static str,
    /// The paint of its pieces: `black`, `white`, `red`, `gold`, which front ends know how to draw, or a colour as style
    /// sheets write it.
    pub paint: &'static str,
}

/// What pieces and board look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// Flat discs in the holes of a standing board.
    Holes,
    /// Discs with two sides on squares.
    Discs,
    /// Stones that keep their colour, on the points or in the cells of a flat board.
    Stones,
}

/// What the score of a game counts, for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// Who wins, and how soon.
    Results,
    /// Pieces: the score itself is what players fight for.
    Pieces,
}

/// A choice that a game offers beside the size of its board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOption {
    /// Its name in files.
    pub name: &'static str,
    /// The words it may have, the usual one first; empty for a yes or no that is usually no.
    pub words: &'static [&'static str],
}

impl GameOption {
    /// The value it has when nobody says anything.
    pub fn usual(&self) -> OptionValue {
        self.words.first().map_or(OptionValue::Flag(false), |word| OptionValue::Word((*word).to_string()))
    }
}

/// How SGF writes a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SgfDialect {
    /// The value of `GM` that is written.
    pub number: &'static str,
    /// Further values of `GM` that mean the game, in small letters.
    pub also: &'static [&'static str],
    /// A word that `RU` must hold, for games that share their number with a better known one.
    pub rules: Option<&'static str>,
    /// What `RU` says when an option has another value than usual: option, the words to write, the word to look for.
    pub options: &'static [(&'static str, &'static str, &'static str)],
}

/// A game, described to everything above its rules.
///
/// Only the first three methods and [`GameType::open`] must be written; the others have answers that any game can live with.
pub trait GameType: Send + Sync + 'static {
    /// The word for it on command lines and in files: small letters and digits.
    fn word(&self) -> &'static str;

    /// Its name in an English sentence.
    fn title(&self) -> &'static str;

    /// The boards it has.
    fn sizes(&self) -> Sizes;

    /// A game on that board from its initial position, or why there is no such board.
    fn open(&self, setup: &Setup) -> Result<Session, SetupError>;

    /// Its name in Chinese.
    fn title_zh(&self) -> &'static str {
        self.title()
    }

    /// The players, the one who opens the game first.
    fn sides(&self) -> [Side; 2] {
        [Side { name: "Black", name_zh: "黑", paint: "black" }, Side { name: "White", name_zh: "白", paint: "white" }]
    }

    /// What pieces and board look like.
    fn look(&self) -> Look {
        Look::Stones
    }

    /// What its score counts.
    fn counting(&self) -> Counting {
        Counting::Results
    }

    /// Choices beside the size of the board.
    fn options(&self) -> &'static [GameOption] {
        &[]
    }

    /// Whether a board may have forbidden cells.
    fn forbids_cells(&self) -> bool {
        false
    }

    /// What a setup says beside the size of the board, for people; begins with a comma unless it is empty.
    fn describe_options(&self, _setup: &Setup) -> String {
        String::new()
    }

    /// Moves from the start, as an example for people.
    fn example(&self) -> &'static str {
        ""
    }

    /// Names under which other programs know it.
    fn other_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// How SGF writes it; `None` if it cannot.
    fn sgf(&self) -> Option<SgfDialect> {
        None
    }
}

/// A registered game. Two are equal when they have the same word.
///
/// ```
/// use luozi_games::GameKind;
///
/// let kind: GameKind = "reversi".parse().unwrap();
/// assert_eq!((kind, kind.title()), (GameKind::REVERSI, "Reversi"));
/// ```
#[derive(Clone, Copy)]
pub struct GameKind(&'static dyn GameType);

/// Games that a program has added to those of this crate.
static ADDED: RwLock<Vec<GameKind>> = RwLock::new(Vec::new());

impl GameKind {
    /// Gravity Connect Four.
    pub const CONNECT4: GameKind = GameKind(&connect4::Connect4);
    /// Reversi, on boards of 4, 6 or 8 squares a side.
    pub const REVERSI: GameKind = GameKind(&reversi::Reversi);
    /// NoGo, in which nothing may be captured and whoever has no move loses.
    pub const NOGO: GameKind = GameKind(&nogo::NoGo);
    /// The games of this crate.
    pub const BUILT_IN: [GameKind; 3] = [GameKind::CONNECT4, GameKind::REVERSI, GameKind::NOGO];

    /// Every registered game, those of this crate first.
    pub fn all() -> Vec<GameKind> {
        let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
        GameKind::BUILT_IN.into_iter().chain(added.iter().copied()).collect()
    }

    /// Adds a game. A word that another game has is refused; adding the same game again changes nothing.
    pub fn register(game: &'static dyn GameType) -> Result<GameKind, RegisterError> {
        let word = game.word();
        if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
            return Err(RegisterError::Word(word));
        }
        let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
        let known = GameKind::BUILT_IN.iter().chain(added.iter()).find(|kind| kind.word() == word);
        match known {
            Some(known) if known.title() == game.title() => Ok(*known),
            Some(_) => Err(RegisterError::Taken(word)),
            None => {
                added.push(GameKind(game));
                Ok(GameKind(game))
            }
        }
    }

    /// The words of all registered games in a sentence: `connect4, reversi or nogo`.
    pub fn words() -> String {
        let words: Vec<&str> = GameKind::all().iter().map(|kind| kind.0.word()).collect();
        match words.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => words.concat(),
        }
    }
}

impl Deref for GameKind {
    type Target = dyn GameType;

    fn deref(&self) -> &(dyn GameType + 'static) {
        self.0
    }
}

impl PartialEq for GameKind {
    fn eq(&self, other: &GameKind) -> bool {
        self.0.word() == other.0.word()
    }
}

impl Eq for GameKind {}

impl Hash for GameKind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.word().hash(state);
    }
}

impl fmt::Debug for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameKind({})", self.0.word())
    }
}

/// The word for the game on command lines and in files.
impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.word())
    }
}

/// A word that names no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{found}` is not a game; expected {}", GameKind::words())]
pub struct UnknownGame {
    found: String,
}

impl FromStr for GameKind {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<GameKind, UnknownGame> {
        let named = |kind: &GameKind| kind.word() == text;
        GameKind::all().into_iter().find(named).ok_or_else(|| UnknownGame { found: luozi_core::excerpt(text) })
    }
}

/// A game that cannot be added.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RegisterError {
    /// Its word cannot be typed as one.
    #[error("`{0}` cannot be the word for a game; expected small letters and digits")]
    Word(&'static str),
    /// Another game has its word.
    #[error("there is another game `{0}` already; choose another word")]
    Taken(&'static str),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_named_by_their_words() {
        for kind in GameKind::BUILT_IN {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(Setup::standard(kind).kind(), kind);
        }
        let error = "chess".parse::<GameKind>().unwrap_err().to_string();
        assert!(error.starts_with("`chess` is not a game; expected connect4, reversi"), "{error}");
    }

    struct Named(&'static str, &'static str);

    impl GameType for Named {
        fn word(&self) -> &'static str {
            self.0
        }
        fn title(&self) -> &'static str {
            self.1
        }
        fn sizes(&self) -> Sizes {
            reversi::Reversi.sizes()
        }
        fn open(&self, setup: &Setup) -> Result<Session, SetupError> {
            reversi::Reversi.open(setup)
        }
    }

    #[test]
    fn a_game_is_added_once_and_then_known_by_its_word() {
        let kind = GameKind::register(&Named("dots", "Dots")).unwrap();
        assert_eq!("dots".parse(), Ok(kind));
        assert_eq!(GameKind::register(&Named("dots", "Dots")), Ok(kind));
        assert_eq!(GameKind::all().iter().filter(|known| **known == kind).count(), 1);
        assert_eq!(GameKind::register(&Named("nogo", "Another")), Err(RegisterError::Taken("nogo")));
        assert_eq!(GameKind::register(&Named("No Go", "Another")), Err(RegisterError::Word("No Go")));
        let setup: Setup = serde_json::from_str(r#"{"game":"dots","size":8}"#).unwrap();
        assert_eq!(Session::new(&setup).unwrap().legal_moves().len(), 4);
    }
}
