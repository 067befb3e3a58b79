//! What a position looks like and what each move would do to it, for whoever draws a board or explains a move.
//!
//! Everything here has an answer that follows from [`Notation`] alone, slow but right; a game overrides what it knows better
//! or can say more about.

use crate::diagram::{self, Symbol};
use crate::{Cell, IllegalMove, Notation, Player, Remark, Score};

/// What a move changes beside the cell of its own piece.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// Pieces that change their owner, nearest first; `None` in games where none ever do.
    pub flips: Option<Vec<Cell>>,
    /// Empty places that a side could have played before the move and not after it, where a game is about that.
    pub closes: Option<Closes>,
}

/// Places that a side may not play any more.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Closes {
    /// For the first player.
    pub first: Vec<Cell>,
    /// For the second player.
    pub second: Vec<Cell>,
}

/// A game whose boards can be drawn.
pub trait View: Notation {
    /// What lies on each cell, row by row.
    fn symbols(&self, position: &Self::Position) -> Vec<Symbol> {
        let grid = self.grid();
        let text = self.position_text(position);
        let read = diagram::read(&text, usize::from(grid.rows), usize::from(grid.cols));
        read.map(|diagram| diagram.cells.into_iter().map(|(_, symbol)| symbol).collect()).unwrap_or_default()
    }

    /// Where the piece of a legal move comes to lie; `None` for a pass.
    fn landing_cell(&self, position: &Self::Position, mv: Self::Move) -> Option<Cell> {
        let mut after = *position;
        self.play_unchecked(&mut after, mv);
        let (before, after) = (self.symbols(position), self.symbols(&after));
        let new = before.iter().zip(&after).position(|(b, a)| *b == Symbol::Empty && matches!(a, Symbol::Stone(_)));
        new.map(|cell| cell as Cell)
    }

    /// What a legal move changes beside the cell of its own piece.
    fn effect(&self, _position: &Self::Position, _mv: Self::Move) -> Effect {
        Effect::default()
    }

    /// What speaks for a legal move or against it, as far as the rules alone show it, most important first.
    fn remarks(&self, _position: &Self::Position, _mv: Self::Move) -> Vec<Remark> {
        Vec::new()
    }

    /// The pieces that make an empty place illegal, to point at.
    fn blamed(&self, _position: &Self::Position, _mv: Self::Move, _reason: IllegalMove) -> Vec<Cell> {
        Vec::new()
    }

    /// Who may play where, one character a cell: `*` both, `X` and `O` one side, `-` nobody, a blank for a piece. `None` in
    /// games where that is not the question.
    fn territories(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// Pieces that each side could still place, where that is known.
    fn pieces_left(&self, _position: &Self::Position) -> Option<[usize; 2]> {
        None
    }

    /// Moves that each side would have if it were its turn, where that means something.
    fn mobility(&self, _position: &Self::Position) -> Option<[usize; 2]> {
        None
    }

    /// A word for why a game with that score is over, and the cells to show for it.
    fn finish(&self, _position: &Self::Position, _score: Score) -> (&'static str, Vec<Cell>) {
        ("end", Vec::new())
    }

    /// Pieces of each side on the board.
    fn pieces(&self, position: &Self::Position) -> [usize; 2] {
        let symbols = self.symbols(position);
        Player::BOTH.map(|player| symbols.iter().filter(|&&symbol| symbol == Symbol::Stone(player)).count())
    }
}
