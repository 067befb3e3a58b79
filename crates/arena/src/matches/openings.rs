//! Boards and openings: what both games of a pair start from.
//!
//! Every opening follows from the seed and its number alone. None is used twice before all are used: a list is shuffled
//! anew for every round, and random openings that lead to a known position are drawn again while there are others.

use super::balance::most_level;
use crate::judge::{self, OpeningError};
use luozi_core::{ParseError, Rng};
use luozi_games::connect4::Cell;
use luozi_games::{GameKind, Session, Setup, SetupError};
use std::collections::HashSet;

/// What a pair starts from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Game and board.
    pub setup: Setup,
    /// Moves already played, as the game writes them.
    pub moves: Vec<String>,
}

/// Which boards are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Boards {
    /// Always the same.
    Fixed(Setup),
    /// As Saiblo draws them: 9 to 12 rows and columns, one forbidden cell anywhere.
    Saiblo,
}

/// Which moves come before the players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// None: the players begin at the initial position.
    Start,
    /// That many random legal moves.
    RandomPlies(usize),
    /// That many random legal moves that a short search calls level.
    BalancedPlies(usize),
    /// One of these, each read for the fixed board.
    List(Vec<Vec<String>>),
}

/// An openings file that cannot be used.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum BookError {
    /// A line is no legal sequence of moves.
    #[error("line {line} of the openings: {problem}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: ParseError,
    },
    /// A line leaves nothing to play.
    #[error("line {0} of the openings ends the game; take out moves or the line")]
    Over(usize),
    /// There is no opening in it.
    #[error("there are no openings in the file; expected a sequence of moves on each line, such as `f5d6c3`")]
    Empty,
    /// The board is impossible.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Reads openings: a sequence of moves on each line; empty lines and lines that begin with `#` are skipped.
pub fn read_list(text: &str, setup: &Setup) -> Result<Vec<Vec<String>>, BookError> {
    let start = Session::new(setup)?;
    let mut list = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let line_number = index + 1;
        let moves = start.read_moves(line.trim()).map_err(|problem| BookError::Line { line: line_number, problem })?;
        match judge::set_up(setup, &moves) {
            Ok(_) => list.push(moves),
            Err(OpeningError::Over) => return Err(BookError::Over(line_number)),
            Err(OpeningError::Setup(problem)) => return Err(problem.into()),
            Err(OpeningError::Move { problem, .. }) => return Err(BookError::Line { line: line_number, problem }),
        }
    }
    if list.is_empty() { Err(BookError::Empty) } else { Ok(list) }
}

/// How often a random opening that is known already is drawn again.
const REDRAWS: u32 = 64;

/// Gives the opening of every pair.
#[derive(Clone, Debug)]
pub struct Book {
    boards: Boards,
    source: Source,
    seed: u64,
    /// Openings drawn so far, by pair.
    drawn: Vec<Opening>,
    /// Positions after random openings.
    known: HashSet<String>,
}

impl Book {
    /// A book whose every draw follows from `seed`.
    pub fn new(boards: Boards, source: Source, seed: u64) -> Result<Book, BookError> {
        if let Boards::Fixed(setup) = &boards {
            Session::new(setup)?;
        }
        Ok(Book { boards, source, seed, drawn: Vec::new(), known: HashSet::new() })
    }

    /// What the book draws from, for people and for comparing runs.
    pub fn description(&self) -> String {
        let boards = match &self.boards {
            Boards::Fixed(setup) => setup.to_string(),
            Boards::Saiblo => "boards as Saiblo draws them".to_string(),
        };
        match &self.source {
            Source::Start => format!("{boards}, from the start"),
            Source::RandomPlies(plies) => format!("{boards}, after {plies} random plies"),
            Source::BalancedPlies(plies) => format!("{boards}, after {plies} random plies that are level"),
            Source::List(list) => {
                format!("{boards}, from a list of {} openings ({:016x})", list.len(), digest(list))
            }
        }
    }

    /// What pair number `pair` starts from.
    pub fn opening(&mut self, pair: usize) -> &Opening {
        while self.drawn.len() <= pair {
            let opening = self.draw(self.drawn.len());
            self.drawn.push(opening);
        }
        &self.drawn[pair]
    }

    fn draw(&mut self, pair: usize) -> Opening {
        // A generator for each pair, far from its neighbours'.
        let mut rng = Rng::seeded(Rng::seeded(self.seed).word() ^ pair as u64);
        let setup = self.draw_board(&mut rng);
        let moves = match &self.source {
            Source::Start => Vec::new(),
            Source::List(list) => {
                let mut order: Vec<usize> = (0..list.len()).collect();
                let round = pair / list.len();
                shuffle(&mut order, &mut Rng::seeded(self.seed.wrapping_add(round as u64)));
                list[order[pair % list.len()]].clone()
            }
            &Source::RandomPlies(plies) => self.fresh_game(&setup, plies, &mut rng).moves().to_vec(),
            &Source::BalancedPlies(plies) => {
                most_level(&setup, || self.fresh_game(&setup, plies, &mut rng)).moves().to_vec()
            }
        };
        Opening { setup, moves }
    }

    /// A random game to a position that was not drawn before, while there are others.
    fn fresh_game(&mut self, setup: &Setup, plies: usize, rng: &mut Rng) -> Session {
        let mut session = random_game(setup, plies, rng);
        for _ in 0..REDRAWS {
            if self.known.insert(format!("{setup:?} {}", session.position_text())) {
                break;
            }
            session = random_game(setup, plies, rng);
        }
        session
    }

    fn draw_board(&self, rng: &mut Rng) -> Setup {
        match &self.boards {
            Boards::Fixed(setup) => setup.clone(),
            Boards::Saiblo => {
                let (rows, cols) = (9 + rng.below(4) as u8, 9 + rng.below(4) as u8);
                let cell = rng.below(u32::from(rows) * u32::from(cols)) as u8;
                let forbidden = Cell { row: cell / cols, col: cell % cols };
                Setup::board(GameKind::CONNECT4, rows, cols).forbidding([forbidden])
            }
        }
    }
}

/// A number that tells lists apart.
fn digest(list: &[Vec<String>]) -> u64 {
    let texts = list.iter().map(|moves| moves.join(" ") + "\n");
    let bytes: Vec<u8> = texts.flat_map(String::into_bytes).collect();
    bytes.into_iter().fold(0, |digest, byte| Rng::seeded(digest ^ u64::from(byte)).word())
}

/// Fisher and Yates.
fn shuffle(order: &mut [usize], rng: &mut Rng) {
    for last in (1..order.len()).rev() {
        order.swap(last, rng.below(last as u32 + 1) as usize);
    }
}

/// At most `plies` random moves that leave the game unfinished.
pub(crate) fn random_game(setup: &Setup, plies: usize, rng: &mut Rng) -> Session {
    let mut session = Session::new(setup).expect("boards of a book are possible");
    while session.moves().len() < plies {
        let mut moves = session.legal_moves();
        let mut next = session.clone();
        next.play(&moves.swap_remove(rng.below(moves.len() as u32) as usize)).expect("a listed move is legal");
        if next.outcome().is_some() {
            break;
        }
        session = next;
    }
    session
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::GameKind;

    #[test]
    fn no_opening_comes_twice_before_all_have_come() {
        let setup = Setup::standard(GameKind::REVERSI);
        let list = read_list("f5d6\n# comment\n\nf5f6\nf5f4\n", &setup).unwrap();
        assert_eq!(list[1], ["f5", "f6"]);
        let mut book = Book::new(Boards::Fixed(setup.clone()), Source::List(list), 3).unwrap();
        for round in 0..5 {
            let used: HashSet<Vec<String>> = (0..3).map(|i| book.opening(3 * round + i).moves.clone()).collect();
            assert_eq!(used.len(), 3);
        }
        // Three plies of Connect Four on 7 columns reach 7 + 7*6*... positions; 50 draws must all differ.
        let connect4 = Setup::standard(GameKind::CONNECT4);
        let mut book = Book::new(Boards::Fixed(connect4.clone()), Source::RandomPlies(3), 3).unwrap();
        let used: HashSet<String> =
            (0..50).map(|pair| judge::set_up(&connect4, &book.opening(pair).moves).unwrap().position_text()).collect();
        assert_eq!(used.len(), 50);
    }

    #[test]
    fn lists_count_by_their_content() {
        let setup = Setup::standard(GameKind::REVERSI);
        let describe = |text| {
            let list = read_list(text, &setup).unwrap();
            Book::new(Boards::Fixed(setup.clone()), Source::List(list), 1).unwrap().description()
        };
        assert_eq!(describe("f5d6\nf5f6\n"), describe("# the same\nf5 d6\nf5f6"));
        assert_ne!(describe("f5d6\nf5f6\n"), describe("f5d6\nf5f4\n"));
    }

    #[test]
    fn draws_repeat_and_saiblo_boards_fill_their_range() {
        let book = || Book::new(Boards::Saiblo, Source::RandomPlies(2), 9).unwrap();
        let (mut a, mut b) = (book(), book());
        b.opening(400);
        let mut sizes = HashSet::new();
        let (mut bottom, mut top) = (0, 0);
        for pair in 0..400 {
            assert_eq!(a.opening(pair), b.opening(pair));
            let Setup { rows, cols, forbidden, .. } = &a.opening(pair).setup;
            assert_eq!(forbidden.len(), 1);
            assert!(forbidden[0].row < *rows && forbidden[0].col < *cols);
            bottom += u32::from(forbidden[0].row == rows - 1);
            top += u32::from(forbidden[0].row == 0);
            sizes.insert((*rows, *cols));
        }
        assert_eq!(sizes.len(), 16);
        assert!(bottom > 15 && top > 15, "bottom and top row are drawn too");
    }

    #[test]
    fn wrong_files_name_the_line() {
        let setup = Setup::standard(GameKind::REVERSI);
        let error = read_list("f5d6\nf5f5\n", &setup).unwrap_err().to_string();
        assert!(error.starts_with("line 2 of the openings: line 1, character 3"), "{error}");
        assert_eq!(read_list("# nothing\n", &setup), Err(BookError::Empty));
        let connect4 = Setup::standard(GameKind::CONNECT4);
        assert_eq!(read_list("4\n1212121\n", &connect4), Err(BookError::Over(2)));
    }
}
