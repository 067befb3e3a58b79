//! A position as the search sees it: stones, threats, and forced play without search.
//!
//! A *threat* is an empty cell that completes four. A board on the search's path is one where the side to move has no
//! threat on a next cell: whoever could win at once has done so. [`Board::settle`] plays forced moves until the game
//! is decided or the mover has a choice; such a board is *quiet*.

use super::word::SearchWord;
use luozi_games::connect4::Masks;

/// Stones and threats, from the view of the side to move.
#[derive(Clone, Copy)]
pub struct Board<W> {
    /// Stones of the side to move.
    pub own: W,
    /// All stones and the forbidden cells that stacks have reached.
    pub filled: W,
    /// Winning cells of the side to move; may include cells filled since.
    pub own_threats: W,
    /// Winning cells of the side that moved last.
    pub other_threats: W,
    /// Cells still to be filled.
    pub left: i16,
}

/// Where forced play leads.
pub enum Settled<W> {
    /// The game is decided; score for the side to move at the start.
    Decided(i16),
    /// The mover has at least two moves that do not lose at once.
    Quiet(Quiet<W>),
}

/// A board with a choice.
#[derive(Clone, Copy)]
pub struct Quiet<W> {
    /// The board after the forced moves.
    pub board: Board<W>,
    /// The moves that do not lose at once: at least two next cells.
    pub safe: W,
    /// Has the turn changed an odd number of times since the start?
    pub turned: bool,
}

impl<W: SearchWord> Board<W> {
    /// The board of a position. The game must not be over.
    pub fn new(masks: &Masks<W>, own: W, other: W, filled: W) -> Board<W> {
        let stones = own | other;
        Board {
            own,
            filled,
            own_threats: masks.winning_cells(own, stones),
            other_threats: masks.winning_cells(other, stones),
            left: (masks.playable & !stones).count() as i16,
        }
    }

    /// Stones of the side that moved last.
    #[inline(always)]
    pub fn other(&self, masks: &Masks<W>) -> W {
        (self.filled & masks.playable) ^ self.own
    }

    /// The board after a stone on the next cell `cell`.
    #[inline(always)]
    pub fn after(&self, masks: &Masks<W>, cell: W) -> Board<W> {
        let filled = masks.fill(self.filled, cell);
        Board {
            own: self.other(masks),
            filled,
            own_threats: self.other_threats,
            other_threats: masks.winning_cells(self.own | cell, filled),
            left: self.left - 1,
        }
    }

    /// The score of a win `plies` from now (1 is this move, 2 the opponent's next), 0 if the board is full before.
    #[inline(always)]
    pub fn win_in(&self, plies: i16) -> i16 {
        (((self.left - plies) >> 1) + 1).max(0)
    }

    /// The next cells, and among them those that do not let the opponent win on the cell above.
    #[inline(always)]
    fn moves(&self, masks: &Masks<W>) -> (W, W) {
        let next = masks.next_after(self.filled);
        let poisoned = masks.under(next, self.other_threats);
        (next, next & !poisoned)
    }

    /// The moves that the rules of [`Board::settle`] leave when they leave no choice; empty on a quiet board.
    pub fn forced(&self, masks: &Masks<W>) -> W {
        let (next, safe) = self.moves(masks);
        let blocks = next & self.other_threats;
        match (blocks.is_empty(), safe.is_empty()) {
            (false, _) => blocks,
            (true, true) => next,
            (true, false) if safe.is_single() => safe,
            (true, false) => W::ZERO,
        }
    }

    /// Plays forced moves: blocks of a single threat, and the last move that does not lose at once. The side to move
    /// must not have a winning move.
    #[inline(always)]
    pub fn settle(mut self, masks: &Masks<W>) -> Settled<W> {
        let mut turned = false;
        loop {
            let signed = |score: i16| Settled::Decided(if turned { -score } else { score });
            if self.left == 0 {
                return signed(0);
            }
            let (next, safe) = self.moves(masks);
            debug_assert!((next & self.own_threats).is_empty(), "the side to move could win");
            let blocks = next & self.other_threats;
            let forced = if blocks.is_empty() { safe } else { blocks };
            if (forced & safe).is_empty() {
                return signed(-self.win_in(2));
            }
            if !forced.is_single() {
                if blocks.is_empty() {
                    return Settled::Quiet(Quiet { board: self, safe, turned });
                }
                return signed(-self.win_in(2));
            }
            self = self.after(masks, forced);
            turned = !turned;
        }
    }
}
