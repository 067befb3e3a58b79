//! A solver that looks into a book first.

use super::Book;
use crate::connect4::Connect4Solver;
use crate::{Limits, Progress, Solution, Solver};
use luozi_core::{Bounds, Game, MoveList};
use luozi_games::connect4::{Column, Position, Rules};

/// Answers from a book where it can, and by search beyond it.
pub struct BookSolver<'b> {
    book: &'b Book,
    solver: Connect4Solver<u64>,
}

impl<'b> BookSolver<'b> {
    /// A solver of the book's board that uses at most `bytes` bytes for its table.
    pub fn new(book: &'b Book, bytes: usize) -> BookSolver<'b> {
        BookSolver { book, solver: Connect4Solver::new(book.rules(), bytes) }
    }
}

impl Solver<Rules<u64>> for BookSolver<'_> {
    fn game(&self) -> &Rules<u64> {
        self.book.rules()
    }

    /// Where the book knows the score but not the moves, one question to the search finds a best move.
    fn solve(
        &mut self,
        position: &Position<u64>,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Solution<Column> {
        let Some(score) = self.book.score(position) else { return self.solver.solve(position, limits, progress) };
        let rules = self.book.rules();
        let bounds = Bounds::exact(score);
        progress(Progress { bounds, nodes: 0 });
        let reaches = |column: &Column| {
            let mut child = *position;
            rules.play_unchecked(&mut child, *column);
            rules.outcome(&child).or_else(|| self.book.score(&child)) == Some(score)
        };
        let mut moves = MoveList::new();
        rules.legal_moves(position, &mut moves);
        if let Some(best) = moves.into_iter().find(reaches) {
            return Solution { bounds, best: Some(best), nodes: 0, stopped: None };
        }
        let reached = score.seen_by(rules.to_move(position));
        let found = self.solver.solve_window(position, (reached - 1, reached), limits, &mut |_| {});
        // A forced move needs no answer.
        Solution { bounds, stopped: found.stopped.filter(|_| found.best.is_none()), ..found }
    }
}
