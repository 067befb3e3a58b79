//! Exact scores of the last positions of an opening book, a run of neighbours at a time.

use super::{Bench, Job, Place};
use luozi_core::Score;
use luozi_games::connect4::{Position, Rules};
use luozi_solve::connect4::Connect4Solver;
use luozi_solve::connect4::book::{Book, BookKey};
use luozi_solve::{Limits, Solver};
use serde::{Deserialize, Serialize};

/// Scores of an opening book of Connect Four.
#[derive(Clone, Copy, Debug)]
pub enum Books {}

/// Which opening book is made, and what its solvers may use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BookTerms {
    /// Rows of the board.
    pub rows: u8,
    /// Columns of the board.
    pub cols: u8,
    /// Stones on the board in its last positions.
    pub plies: u8,
    /// Memory of each solver's table.
    pub table_bytes: u64,
}

/// A position under the book's key.
type Keyed = (BookKey, Position<u64>);

impl BookTerms {
    /// The last positions in their order.
    fn positions(&self) -> Result<(Rules<u64>, Vec<Keyed>), String> {
        let rules = Rules::<u64>::new(self.rows, self.cols, &[]).map_err(|problem| problem.to_string())?;
        let positions = Book::empty(&rules, self.plies).map_err(|problem| problem.to_string())?.last_ply();
        Ok((rules, positions))
    }
}

/// Positions that are neighbours in the order of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BookRange {
    /// The first one.
    pub from: usize,
    /// The one after the last.
    pub to: usize,
}

/// What was found of a range.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BookScores {
    /// Scores in the order of the positions.
    pub scores: Vec<i16>,
    /// Nodes of the solver.
    pub nodes: u64,
}

/// A solver and what it has to solve.
pub struct Solving {
    positions: Vec<Keyed>,
    solver: Connect4Solver<u64>,
}

impl Job for Books {
    const WORD: &'static str = "book";
    type Terms = BookTerms;
    type Item = BookRange;
    type Found = BookScores;
    type Desk = Solving;

    fn place(range: &BookRange) -> Place {
        (0, range.from)
    }

    fn sit_down(terms: &BookTerms, _: &Bench<'_>) -> Result<Solving, String> {
        let (rules, positions) = terms.positions()?;
        let bytes = usize::try_from(terms.table_bytes).map_err(|problem| problem.to_string())?;
        Ok(Solving { positions, solver: Connect4Solver::new(&rules, bytes) })
    }

    fn work(desk: &mut Solving, range: &BookRange, at: &Bench<'_>) -> Result<Option<BookScores>, String> {
        let Solving { positions, solver } = desk;
        let (found, all) = (range.from..range.to, positions.len());
        let wanted = positions.get(found).ok_or_else(|| format!("positions {range:?} of a book that has {all}"))?;
        let limits = Limits::none().stop_flag(at.give_up);
        let mut told = BookScores { scores: Vec::new(), nodes: 0 };
        for (_, position) in wanted {
            let solution = solver.solve(position, &limits, &mut |_| {});
            told.nodes += solution.nodes;
            let Some(Score(score)) = solution.bounds.solved() else { return Ok(None) };
            told.scores.push(score);
        }
        Ok(Some(told))
    }

    fn check(terms: &BookTerms, range: &BookRange, BookScores { scores, .. }: &BookScores) -> Result<(), String> {
        if scores.len() != range.to - range.from {
            return Err(format!("{} scores were told, {} were asked for", scores.len(), range.to - range.from));
        }
        let most = i16::from(terms.rows) * i16::from(terms.cols);
        match scores.iter().find(|score| score.abs() > most) {
            Some(score) => Err(format!("no game ends with {score}")),
            None => Ok(()),
        }
    }

    fn repeats(_: &BookTerms, _: &BookRange) -> bool {
        true
    }

    fn essence(BookScores { scores, .. }: &BookScores) -> String {
        format!("{scores:?}")
    }
}
