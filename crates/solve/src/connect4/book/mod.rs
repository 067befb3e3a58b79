//! A book of exact scores: the positions of a board's first plies.
//!
//! It stores no positions: which score belongs to which follows from the rules (`positions.rs`) and is counted out when a
//! book is opened. A book may have gaps, which a solver fills (`solver.rs`); whatever it says is exact. Nothing in it
//! solves: its scores come from outside, and those of earlier plies follow from them.

mod file;
mod positions;
mod shipped;
mod solver;

pub use file::BookError;
pub use shipped::shipped;
pub use solver::BookSolver;

use luozi_core::{Game, Score};
use luozi_games::connect4::{Position, Rules};
use positions::{Positions, children, key};
use std::collections::HashMap;

/// The deepest book: a few million positions have to be counted out for more.
pub const MAX_PLIES: u8 = 10;

/// The largest new book: wide boards reach it before [`MAX_PLIES`].
pub const MAX_POSITIONS: usize = 5_000_000;

/// The byte of a position whose score is not known.
const UNKNOWN: i8 = i8::MIN;

/// The name of a position in a book, the same for its mirror image.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BookKey(pub u64);

/// Exact scores of a board's first plies.
///
/// ```
/// use luozi_core::{Game, Score};
/// use luozi_games::connect4::Rules;
/// use luozi_solve::connect4::book::Book;
/// use luozi_solve::{Limits, Solvable};
///
/// let rules = Rules::<u64>::new(4, 4, &[]).unwrap();
/// let mut solver = rules.solver(1 << 20);
/// let mut score = |position| solver.solve(&position, &Limits::none(), &mut |_| {}).bounds.solved().unwrap();
/// let empty = Book::empty(&rules, 2).unwrap();
/// let known = empty.last_ply().into_iter().map(|(key, position)| (key, score(position))).collect();
/// let book = empty.with_scores(&known);
/// assert_eq!(book.score(&rules.initial()), Some(Score::DRAW));
/// ```
pub struct Book {
    positions: Positions,
    /// By ply and number.
    scores: Vec<Vec<i8>>,
}

impl Book {
    /// A book of `plies` plies (at most [`MAX_PLIES`]) that knows nothing yet; an error if it would have more than
    /// [`MAX_POSITIONS`].
    pub fn empty(rules: &Rules<u64>, plies: u8) -> Result<Book, BookError> {
        let too_large = BookError::TooLarge { rows: rules.rows(), cols: rules.cols(), plies };
        Book::within(rules, plies, MAX_POSITIONS).ok_or(too_large)
    }

    /// The same with at most `most` positions, `None` if there are more.
    fn within(rules: &Rules<u64>, plies: u8, most: usize) -> Option<Book> {
        let positions = Positions::new(rules, plies.min(MAX_PLIES), most)?;
        let scores = positions.counts().map(|count| vec![UNKNOWN; count]).collect();
        Some(Book { positions, scores })
    }

    /// The board whose positions it holds.
    pub fn rules(&self) -> &Rules<u64> {
        self.positions.rules()
    }

    /// Stones on the board in its last positions.
    pub fn plies(&self) -> u8 {
        self.positions.plies()
    }

    /// The score of a position, `None` if the book does not know it.
    pub fn score(&self, position: &Position<u64>) -> Option<Score> {
        look_up(&self.positions, &self.scores, position)
    }

    /// How many positions it knows, and how many there are.
    pub fn known(&self) -> (usize, usize) {
        let scores = || self.scores.iter().flatten();
        (scores().filter(|&&score| score != UNKNOWN).count(), scores().count())
    }

    /// The positions of the last ply, each with its name. Neighbours have most of their futures in common: a solver
    /// that takes them in this order finds much of its work done.
    pub fn last_ply(&self) -> Vec<(BookKey, Position<u64>)> {
        let mut found = Vec::new();
        self.positions.walk(&mut |position| {
            if position.plies() == self.positions.plies() {
                found.push((BookKey(key(self.rules(), position)), *position));
            }
        });
        found
    }

    /// This book with these scores and with what follows from them: earlier positions that can win at once, and those
    /// whose moves are all known.
    pub fn with_scores(mut self, known: &HashMap<BookKey, Score>) -> Book {
        let Book { positions, scores } = &mut self;
        positions.walk(&mut |position| {
            let name = BookKey(key(positions.rules(), position));
            let score = known.get(&name).copied().or_else(|| best_score_after(positions, scores, position));
            if let Some((score, number)) = score.zip(positions.number(position)) {
                scores[usize::from(position.plies())][number] = score.0 as i8;
            }
        });
        self
    }
}

/// What the scores say about a position.
fn look_up(positions: &Positions, scores: &[Vec<i8>], position: &Position<u64>) -> Option<Score> {
    let number = positions.number(position)?;
    let score = scores[usize::from(position.plies())][number];
    (score != UNKNOWN).then_some(Score(i16::from(score)))
}

/// The score of a position by those one move later: a win at once, or the best of all if all are known.
fn best_score_after(positions: &Positions, scores: &[Vec<i8>], position: &Position<u64>) -> Option<Score> {
    let rules = positions.rules();
    let mover = rules.to_move(position);
    let mut best = Some(i16::MIN);
    for child in children(rules, position) {
        let outcome = rules.outcome(&child);
        if outcome.is_some_and(|score| score.winner() == Some(mover)) {
            return outcome;
        }
        let score = outcome.or_else(|| look_up(positions, scores, &child));
        best = best.zip(score).map(|(best, score)| best.max(score.seen_by(mover)));
    }
    best.map(|best| Score::for_player(mover, best))
}
