//! Recognises the format of a saved game.

use super::properties::find_tree;
use super::{Record, RecordError, ggf, plain, sgf};
use crate::Setup;
use crate::reversi::Scoring;

/// A way to write a game down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// The project's own JSON.
    Json,
    /// SGF, which most board programs read.
    Sgf,
    /// GGF, the format of Reversi servers.
    Ggf,
    /// Plain text: moves in the game's own notation, numbered or not, after a drawing of the board they begin from, if it is
    /// not the initial one.
    Moves,
}

impl Format {
    /// The format that a text looks like. Nothing is checked: reading it may still fail.
    ///
    /// ```
    /// use luozi_games::record::Format;
    /// assert_eq!(Format::of("(;GM[Othello]PB[Ada]"), Format::Ggf);
    /// assert_eq!(Format::of("f5d6c3"), Format::Moves);
    /// ```
    pub fn of(text: &str) -> Format {
        let trimmed = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        if trimmed.starts_with('{') {
            return Format::Json;
        }
        // Text before the first tree is allowed: servers number their games.
        match find_tree(text) {
            Some(at) if names_othello(&text[at..]) => Format::Ggf,
            Some(_) => Format::Sgf,
            None => Format::Moves,
        }
    }
}

/// Does the first `GM` of this tree say Othello in letters, as only GGF does?
fn names_othello(tree: &str) -> bool {
    let game = tree.split_once("GM[").map_or("", |(_, rest)| rest);
    game.get(..7).is_some_and(|word| word.eq_ignore_ascii_case("othello"))
}

/// Reads the games of a text in any known format. SGF and GGF may hold several; there is always at least one.
///
/// `hint` is the game that the caller expects. Plain text needs it; see [`sgf::read`] for what else it settles.
pub fn read_any(text: &str, hint: Option<&Setup>) -> Result<Vec<Record>, RecordError> {
    match Format::of(text) {
        Format::Json => Ok(vec![Record::from_json(text.trim_start_matches('\u{feff}'))?]),
        Format::Sgf => sgf::read(text, hint),
        Format::Ggf => ggf::read(text, hint.map_or(Scoring::Difference, Scoring::of)),
        Format::Moves => Ok(vec![plain::read(text, hint.ok_or(RecordError::UnknownGame)?)?]),
    }
}
