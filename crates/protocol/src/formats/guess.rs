//! Reads a text of which nobody has said what game it is.

use super::{Format, ReadError, read};
use luozi_core::{ParseErrorKind, Place};
use luozi_games::record::{Record, RecordError};
use luozi_games::{GameKind, Setup};

/// What a text was understood as.
#[derive(Clone, PartialEq, Debug)]
pub struct Guess {
    /// Its games; at least one.
    pub games: Vec<Record>,
    /// The format that the text looks like, in which all its games were read.
    pub format: Format,
    /// Other games that the same text could be.
    pub also: Vec<GameKind>,
}

/// Why a text could not be understood, by the reading that got furthest.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum GuessError {
    /// It was read up to some place as this game, or as a file that says itself what it is.
    #[error("{}{error}", tried.map(|kind| format!("read as {}: ", kind.title())).unwrap_or_default())]
    Wrong {
        /// The game that was tried.
        tried: Option<GameKind>,
        /// What is wrong.
        error: ReadError,
    },
    /// It is no game at all.
    #[error("this is no game: expected {}", expected())]
    Nothing,
}

/// What would have been a game.
fn expected() -> String {
    let examples: Vec<String> = GameKind::all()
        .into_iter()
        .filter(|kind| !kind.example().is_empty())
        .map(|kind| format!("`{}` ({})", kind.example(), kind.title()))
        .collect();
    format!(
        "JSON, SGF, GGF, a log of Botzone, moves such as {}, or a board drawn with `.`, `X` and `O`",
        examples.join(", ")
    )
}

/// Reads the games of a text in any format, whatever game it is. `open` is the board that the reader looks at: a text that
/// can be a game on it is taken for one.
///
/// ```
/// use luozi_games::{GameKind, Setup};
/// use luozi_protocol::formats::guess;
///
/// let open = Setup::standard(GameKind::CONNECT4);
/// let guessed = guess("1. f5 d6 2. c3", Some(&open)).unwrap();
/// assert_eq!(guessed.games[0].setup().kind(), GameKind::REVERSI);
/// ```
pub fn guess(text: &str, open: Option<&Setup>) -> Result<Guess, GuessError> {
    let standard: Vec<Setup> = GameKind::all().into_iter().map(Setup::standard).collect();
    let hints = open.into_iter().map(Some).chain([None]).chain(standard.iter().map(Some));
    let mut found: Vec<Vec<Record>> = Vec::new();
    let mut furthest: Option<(Place, GuessError)> = None;
    for hint in hints {
        match read(text, hint) {
            Ok(games) => found.push(games),
            Err(error) => {
                let place = place(&error);
                if furthest.as_ref().is_none_or(|(before, _)| place > *before) {
                    let tried = hint.map(Setup::kind).filter(|_| depends_on_hint(text));
                    furthest = Some((place, GuessError::Wrong { tried, error }));
                }
            }
        }
    }
    let format = Format::of(text);
    // A drawing of any size may be a position of some game; on a usual board of another game that is not what was meant.
    let usual = |games: &Vec<Record>| {
        let setup = games[0].setup();
        format != Format::Moves || Some(setup) == open || setup.kind().sizes().offered.contains(&setup.size())
    };
    let impossible = furthest.as_ref().is_some_and(|(place, _)| *place == IMPOSSIBLE);
    if impossible || found.iter().any(usual) {
        found.retain(usual);
    }
    let Some(games) = found.first().cloned() else {
        return Err(match furthest {
            Some((place, error)) if place > BEGINNING || format != Format::Moves => error,
            _ => GuessError::Nothing,
        });
    };
    let mut also: Vec<GameKind> = Vec::new();
    for kind in found.iter().map(|games| games[0].setup().kind()) {
        if kind != games[0].setup().kind() && !also.contains(&kind) {
            also.push(kind);
        }
    }
    Ok(Guess { games, format, also })
}

const BEGINNING: Place = Place { line: 1, column: 1 };
/// A board that was read to its end and cannot be: no other reading got further.
const IMPOSSIBLE: Place = Place { line: usize::MAX, column: 1 };

/// Whether the text does not say by itself which game it is.
fn depends_on_hint(text: &str) -> bool {
    matches!(read(text, None), Err(ReadError::Record(RecordError::UnknownGame)))
}

/// How far reading came.
fn place(error: &ReadError) -> Place {
    match error {
        ReadError::Record(RecordError::Text(error) | RecordError::Start(error)) => match error.kind {
            ParseErrorKind::Impossible(_) => IMPOSSIBLE,
            _ => error.place,
        },
        ReadError::Record(RecordError::Json { place, .. } | RecordError::Board { place, .. }) => *place,
        // It says nothing about the text.
        ReadError::Record(RecordError::UnknownGame) => Place { line: 0, column: 0 },
        _ => BEGINNING,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str, open: GameKind) -> (GameKind, Vec<GameKind>) {
        let guess = guess(text, Some(&Setup::standard(open))).unwrap_or_else(|error| panic!("{text}: {error}"));
        (guess.games[0].setup().kind(), guess.also)
    }

    #[test]
    fn the_game_is_found_whatever_is_open() {
        let (connect4, reversi, nogo) = (GameKind::CONNECT4, GameKind::REVERSI, GameKind::NOGO);
        let texts = [
            ("f5d6c3d3", reversi),
            ("1. f5 d6 2. c3 d3", reversi),
            ("44455", connect4),
            ("1. 4 4 2. 4 5 3. 5", connect4),
            ("E5 D4 C3", nogo),
            ("(;B[f5];W[d6])", reversi),
            ("(;GM[1]SZ[9];B[ee];W[dd])", nogo),
            ("(;GM[connect4]SZ[7:6];B[4];W[4])", connect4),
            (".......\n.......\n.......\n.......\n...O...\n...X...", connect4),
            ("........\n........\n........\n...OX...\n...XO...\n........\n........\n........\nX", reversi),
            (".....\n..X..\n.....\n.O...\n.....", nogo),
        ];
        for (text, kind) in texts {
            for open in GameKind::BUILT_IN {
                let (found, also) = kinds(text, open);
                // What can be a game on the open board is one.
                assert!(found == kind || (found == open && also.contains(&kind)), "{text} with {open} open: {found}");
            }
        }
        assert_eq!(kinds("f5 d6 c3", nogo), (nogo, vec![reversi]));
        assert_eq!(kinds("f5 d6 c3", connect4).0, reversi);
    }

    #[test]
    fn a_board_of_another_size_stays_open() {
        let wide = Setup::board(GameKind::CONNECT4, 10, 11);
        assert_eq!(guess("11 4 4", Some(&wide)).unwrap().games[0].setup(), &wide);
    }

    #[test]
    fn errors_are_those_of_the_best_reading() {
        let error = |text: &str| guess(text, Some(&Setup::standard(GameKind::CONNECT4))).unwrap_err().to_string();
        let moves = error("f5 d6 z9");
        assert!(moves.starts_with("read as Reversi: line 1, character 7: found `z9`"), "{moves}");
        assert!(error("4449").starts_with("read as Connect Four: line 1, character 4"), "{}", error("4449"));
        assert!(error("hello").starts_with("this is no game: expected JSON"), "{}", error("hello"));
        assert!(error("hello").contains("`f5d6` (Reversi)"));
        assert!(error("{\"a\":1}").starts_with("format `` is not a saved game"), "{}", error("{\"a\":1}"));
        let floating = ".......\n...X...\n.......\n.......\n.......\n.......";
        assert!(error(floating).contains("hangs in the air"), "{}", error(floating));
        assert!(error("{").starts_with("line 1, character 1: EOF"), "{}", error("{"));
    }
}
