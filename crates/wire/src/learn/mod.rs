//! What somebody has learned: puzzles tried, lessons walked, and ratings, counted from notes and from finished games. Nothing is
//! stored but the notes, wherever they are kept: in a server's file or in the browser.

pub mod glicko;

use crate::awards::Facts;
use crate::order::opened;
use crate::problem::{Code, Problem};
use glicko::{Met, Rating};
use luozi_core::solve::Limits;
use luozi_engine::engine_for;
use luozi_engine::level::{self, Level};
use luozi_engine::puzzle::{NoPuzzle, Puzzle, find};
use luozi_games::{GameKind, Setup};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A newcomer's rating among puzzles: that of the mean level.
const NEW_PUZZLER: f64 = 1500.0;
/// How sure the rating of a puzzle is, which ten levels have tried, and that of a level, measured by many games.
const PUZZLE_DEVIATION: f64 = 80.0;
const LEVEL_DEVIATION: f64 = 30.0;
/// Longest id of a puzzle or lesson, in bytes.
const ID_BYTES: usize = 64;
/// Ratings that a puzzle may have.
const PUZZLE_RATINGS: std::ops::RangeInclusive<i16> = 0..=4000;
/// Nodes for the proof of each move of one's own puzzle, and memory of the solver's table.
const OWN_NODES: u64 = 150_000;
const OWN_BYTES: usize = 8 << 20;

/// Something that was done, as it is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "LearnNote"))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Note {
    /// A puzzle was tried.
    Puzzle {
        /// The word of its game.
        game: String,
        /// The puzzle's id in its set.
        id: String,
        /// Its rating; 0 if it has none, as one's own.
        rating: i16,
        /// Solved without help, at once.
        solved: bool,
    },
    /// A lesson was walked to its end.
    Lesson {
        /// The word of its game.
        game: String,
        /// The lesson's id.
        id: String,
    },
    /// A mistake of one's own became a puzzle.
    Own(Box<OwnPuzzle>),
}

/// A puzzle from a game of one's own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OwnPuzzle {
    /// Game and board.
    pub setup: Setup,
    /// The position before the mistake, and what was right there.
    pub puzzle: Puzzle,
}

/// A note with its time, in milliseconds since 1970.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Noted {
    /// When it was done.
    pub at: i64,
    /// What was done.
    pub note: Note,
}

impl Note {
    /// Whether the page may send such a note; one's own puzzles are made here.
    pub fn check(&self) -> Result<(), Problem> {
        let (game, id, rating) = match self {
            Note::Puzzle { game, id, rating, .. } => (game, id, *rating),
            Note::Lesson { game, id } => (game, id, 0),
            Note::Own(_) => return Err(Problem::with_reason(Code::BadMessage, "own puzzles are found, not sent")),
        };
        game.parse::<GameKind>().map_err(|e| Problem::with_reason(Code::BadMessage, e))?;
        if id.is_empty() || id.len() > ID_BYTES || !PUZZLE_RATINGS.contains(&rating) {
            let reason = format!("an id has 1 to {ID_BYTES} bytes, a rating is within {PUZZLE_RATINGS:?}");
            return Err(Problem::with_reason(Code::BadMessage, reason));
        }
        Ok(())
    }
}

/// A position of a game that was reviewed: where a better move was there.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OwnRequest {
    /// Game and board.
    pub setup: Setup,
    /// Where the game began; nothing for the initial position.
    #[serde(default)]
    pub start: Option<String>,
    /// The moves before the mistake.
    pub moves: Vec<String>,
}

impl OwnRequest {
    /// The puzzle of that position, if the exact solver finds one right move; else why it is none.
    pub fn find(&self) -> Result<Result<Note, NoPuzzle>, Problem> {
        let mut session = opened(&self.setup, self.start.as_deref())?;
        for mv in &self.moves {
            session.play(mv).map_err(|e| Problem::with_reason(Code::BadMessage, e))?;
        }
        let solver = engine_for(&session).ok().and_then(|engine| engine.informed_solver(OWN_BYTES));
        let Some(mut solver) = solver else { return Ok(Err(NoPuzzle::Unsolved)) };
        let found = find(&session, &mut *solver, &Limits::none().nodes(OWN_NODES));
        let own = |puzzle| Note::Own(Box::new(OwnPuzzle { setup: self.setup.clone(), puzzle }));
        Ok(found.map(own))
    }
}

/// What became of a mistake that was to be a puzzle.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OwnAnswer {
    /// It is one, and is kept.
    pub kept: bool,
    /// Why it is none, in English.
    pub reason: Option<String>,
}

impl OwnAnswer {
    /// The answer to what was found.
    pub fn of(found: &Result<Note, NoPuzzle>) -> OwnAnswer {
        OwnAnswer { kept: found.is_ok(), reason: found.as_ref().err().map(NoPuzzle::to_string) }
    }
}

/// How a puzzle went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "PuzzleMark"))]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Solved the first time.
    Solved,
    /// Not solved yet.
    Failed,
    /// Solved when it came again.
    Repeated,
}

/// A rating at some time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "RatingPoint"))]
pub struct Point {
    /// In milliseconds since 1970.
    at: i64,
    /// By Glicko-2, rounded.
    rating: i16,
    /// One standard deviation of it.
    deviation: i16,
}

impl Point {
    fn of(at: i64, rating: Rating) -> Point {
        Point { at, rating: rating.rating.round() as i16, deviation: rating.deviation.round() as i16 }
    }
}

/// A rating against the levels, and who to play next.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayRating {
    /// After every game, the oldest first.
    curve: Vec<Point>,
    /// The level whose rating is nearest.
    like: u8,
    /// The level to play next: the weakest that is expected to win at least as often as not.
    next: u8,
    /// The score to expect against that level, from 0 to 1.
    expected: f64,
}

/// What was learned about one game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LearnedGame {
    /// The word of the game.
    game: String,
    /// How each puzzle that was tried went, by its id.
    marks: BTreeMap<String, Mark>,
    /// The rating among puzzles after every one that counted, the oldest first: each counts once, the first time.
    puzzles: Vec<Point>,
    /// The rating of somebody who has solved nothing yet, or the latest.
    puzzle_rating: i16,
    /// The lessons that were walked to their end.
    lessons: BTreeSet<String>,
    /// Puzzles from one's own games, the newest first.
    own: Vec<OwnPuzzle>,
    /// The rating against the levels; nothing before the first game, and for games whose levels nobody has measured.
    play: Option<PlayRating>,
}

/// The page of what was learned: a part for each game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Learned {
    games: Vec<LearnedGame>,
}

impl Learned {
    /// Everything that these notes and games amount to, the oldest of each first.
    pub fn of(notes: &[Noted], games: &[Facts]) -> Learned {
        Learned { games: GameKind::all().into_iter().map(|kind| learned(kind, notes, games)).collect() }
    }
}

fn learned(kind: GameKind, notes: &[Noted], games: &[Facts]) -> LearnedGame {
    let word = kind.to_string();
    let mut rating = Rating::new(NEW_PUZZLER);
    let (mut marks, mut puzzles) = (BTreeMap::new(), Vec::new());
    let (mut lessons, mut own) = (BTreeSet::new(), Vec::<OwnPuzzle>::new());
    for Noted { at, note } in notes {
        match note {
            Note::Puzzle { game, id, rating: hardness, solved } if *game == word => {
                let before = marks.get(id).copied();
                let mark = match (before, solved) {
                    (None | Some(Mark::Solved), true) => Mark::Solved,
                    (Some(Mark::Failed | Mark::Repeated), true) => Mark::Repeated,
                    (_, false) => Mark::Failed,
                };
                marks.insert(id.clone(), mark);
                if before.is_none() && *hardness > 0 {
                    let score = f64::from(u8::from(*solved));
                    let met = Met { rating: f64::from(*hardness), deviation: PUZZLE_DEVIATION, score };
                    rating = rating.after(&[met]);
                    puzzles.push(Point::of(*at, rating));
                }
            }
            Note::Lesson { game, id } if *game == word => drop(lessons.insert(id.clone())),
            Note::Own(found) if found.setup.kind() == kind => {
                own.retain(|known| known.puzzle.id != found.puzzle.id);
                own.insert(0, (**found).clone());
            }
            _ => {}
        }
    }
    let puzzle_rating = Point::of(0, rating).rating;
    LearnedGame { game: word, marks, puzzles, puzzle_rating, lessons, own, play: play_rating(kind, games) }
}

/// The rating against the levels of a game. The first opponent's rating is where a newcomer begins.
fn play_rating(kind: GameKind, games: &[Facts]) -> Option<PlayRating> {
    let elo = |number: u8| level::of(number).and_then(|level| level.elo(kind)).map(f64::from);
    let mut rating: Option<Rating> = None;
    let mut curve = Vec::new();
    for facts in games.iter().filter(|facts| facts.setup.kind() == kind) {
        let other = elo(facts.level)?;
        let score = f64::from(facts.result + 1) / 2.0;
        let before = rating.unwrap_or(Rating::new(other));
        let after = before.after(&[Met { rating: other, deviation: LEVEL_DEVIATION, score }]);
        curve.push(Point::of(facts.at, after));
        rating = Some(after);
    }
    let own = rating?;
    let levels: Vec<(u8, f64)> =
        Level::all().filter_map(|level| Some((level.number(), f64::from(level.elo(kind)?)))).collect();
    let distance = |elo: f64| (elo - own.rating).abs();
    let like = levels.iter().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)))?.0;
    let &(next, other) = levels.iter().find(|(_, elo)| *elo >= own.rating).or(levels.last())?;
    let expected = (100.0 * own.expected(other, LEVEL_DEVIATION)).round() / 100.0;
    Some(PlayRating { curve, like, next, expected })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(id: &str, rating: i16, solved: bool) -> Noted {
        Noted { at: 5, note: Note::Puzzle { game: "nogo".into(), id: id.into(), rating, solved } }
    }

    fn of_nogo(notes: &[Noted], games: &[Facts]) -> LearnedGame {
        Learned::of(notes, games).games.into_iter().find(|game| game.game == "nogo").unwrap()
    }

    #[test]
    fn a_puzzle_counts_once_and_is_remembered_as_it_went() {
        let notes = [tried("a", 1500, true), tried("b", 1500, false), tried("b", 1500, true), tried("c", 0, true)];
        let learned = of_nogo(&notes, &[]);
        let marks: Vec<(&str, Mark)> = learned.marks.iter().map(|(id, mark)| (id.as_str(), *mark)).collect();
        assert_eq!(marks, [("a", Mark::Solved), ("b", Mark::Repeated), ("c", Mark::Solved)]);
        assert_eq!(learned.puzzles.len(), 2, "what is repeated or has no rating changes no rating");
        assert!(learned.puzzles[0].rating > 1500 && learned.puzzles[1].rating < learned.puzzles[0].rating);
        assert_eq!(Learned::of(&notes, &[]).games[0].marks.len(), 0, "each game has its own");
    }

    #[test]
    fn games_against_levels_make_a_rating_and_name_the_next_level() {
        let facts = |level, result| Facts {
            at: 7,
            setup: Setup::standard(GameKind::NOGO),
            level,
            first: true,
            result,
            plies: 30,
            pieces: 15,
            empty: 12,
            score: None,
            help: 0,
            clock: false,
        };
        assert_eq!(of_nogo(&[], &[]).play, None);
        let play = of_nogo(&[], &[facts(2, 1), facts(2, 1), facts(3, -1)]).play.unwrap();
        assert_eq!((play.curve.len(), play.next), (3, 3), "{play:?}");
        assert!(play.curve[1].rating > play.curve[0].rating && play.expected < 0.5, "{play:?}");
        let champion: Vec<Facts> = (0..60).map(|_| facts(10, 1)).collect();
        assert_eq!(of_nogo(&[], &champion).play.unwrap().next, 10);
    }

    #[test]
    fn notes_are_checked_and_mistakes_become_puzzles_only_when_they_are_proven() {
        assert!(tried("a", 1500, true).note.check().is_ok());
        for note in [tried("", 1500, true).note, tried("a", -1, true).note] {
            assert_eq!(note.check().unwrap_err().code, Code::BadMessage);
        }
        let setup = Setup::standard(GameKind::CONNECT4);
        let ask = |moves: &str| OwnRequest {
            setup: setup.clone(),
            start: None,
            moves: moves.chars().map(String::from).collect(),
        };
        // Zugzwang: the last place of column 7 leaves the other side without a good move.
        let found = ask("413273652322443616614442233677677").find().unwrap();
        assert!(matches!(&found, Ok(Note::Own(own)) if own.puzzle.answer == "7"), "{found:?}");
        let first = ask("").find().unwrap();
        assert!(matches!(&first, Ok(Note::Own(own)) if own.puzzle.answer == "4"), "the book knows: {first:?}");
        assert_eq!(ask("4141414").find().unwrap(), Err(NoPuzzle::Over));
        assert!(ask("9").find().is_err());
    }
}
