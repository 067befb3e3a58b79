//! What the solvers of single games have beside those of all: the opening book of Connect Four, the threads and the learned
//! order of Reversi, and its format for endings.

use super::Args;
use super::problems::{self, Problem};
use crate::error::bad_input;
use luozi::core::{Notation, ParseError};
use luozi::engine::pvs::EndingSolver;
use luozi::engine::{AnySolver, any_solver, engine_for};
use luozi::games::reversi::Scoring;
use luozi::games::{GameKind, Session, Setup, connect4, reversi};
use luozi::solve::connect4::book::{self, Book, BookSolver};
use luozi::solve::reversi::ReversiSolver;
use std::path::Path;

/// The board that a file of positions of a game is about when nothing is said: in suites of Reversi endings the empty
/// squares go to the winner.
pub fn board_of_files(game: GameKind) -> Option<Setup> {
    (game == GameKind::REVERSI).then(|| Scoring::EmptiesToWinner.on_board(8))
}

/// The positions of a file.
pub fn read_problems(start: &Session, text: &str) -> Result<Vec<Problem>, ParseError> {
    let Some((rules, _)) = start.at::<reversi::Rules>() else { return problems::sequences(start, text) };
    problems::lines_of(text, |number, line| {
        let problem = reversi::obf::read_line(rules, line)?;
        let session = start.beginning_at(&rules.position_text(&problem.position))?;
        Ok(Problem { line: number, session, expected: problem.scored.first().map(|item| item.score) })
    })
}

/// The opening book of `--book`, which must be of the board of a session.
pub fn own_book(path: &Path, start: &Session) -> anyhow::Result<Book> {
    let shown = path.display();
    let data = std::fs::read(path).map_err(|e| bad_input(format!("--book {shown}: {e}")))?;
    let book = Book::read(&data).map_err(|e| bad_input(format!("--book {shown}: {e}")))?;
    if is_board_of(&book, start) {
        return Ok(book);
    }
    let (rows, cols) = (book.rules().rows(), book.rules().cols());
    Err(bad_input(format!(
        "--book {shown}: the book is for Connect Four, {rows} rows x {cols} columns without forbidden cells; leave it out"
    )))
}

/// Is the book about this board?
fn is_board_of(book: &Book, session: &Session) -> bool {
    let (rows, cols) = (book.rules().rows(), book.rules().cols());
    *session.setup() == Setup::board(GameKind::CONNECT4, rows, cols)
}

/// The solver of the options for the board of a session.
pub fn solver<'a>(args: &Args, start: &Session, own_book: Option<&'a Book>) -> anyhow::Result<Box<dyn AnySolver + 'a>> {
    let bytes = usize::try_from(args.memory << 20).map_err(bad_input)?;
    let shipped = || Some(book::shipped()).filter(|book| !args.no_book && is_board_of(book, start));
    if start.at::<connect4::Rules<u64>>().is_some()
        && let Some(book) = own_book.or_else(shipped)
    {
        return Ok(any_solver(Box::new(BookSolver::new(book, bytes))));
    }
    if let Some((rules, _)) = start.at::<reversi::Rules>() {
        // What is learned knows 8x8 alone.
        let threads = args.threads as usize;
        return Ok(match EndingSolver::new(rules, bytes) {
            Some(mut solver) => {
                solver.set_threads(threads);
                any_solver(Box::new(solver))
            }
            None => {
                let mut solver = ReversiSolver::new(rules, bytes);
                solver.set_threads(threads);
                any_solver(Box::new(solver))
            }
        });
    }
    let solver = engine_for(start).map_err(bad_input)?.solver(bytes);
    solver.ok_or_else(|| {
        bad_input(format!("there is no exact solver of {}; see `luozi analyze`", args.position.game.title()))
    })
}
