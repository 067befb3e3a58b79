//! Winning cells, and what they force.
//!
//! A *threat* of a side is an empty cell that would complete four of its stones, reachable now or not. Together with
//! the next, second and third cell of every column they decide most of the play near an end; [`Rules::tactics`] turns
//! them into the forced-move hook. The order of its rules is that of the published `mcgs` program.

use super::masks::Masks;
use super::{Position, Rules, Word};

/// The threats of both sides in one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threats<W> {
    /// Empty cells that complete four of the side to move.
    pub own: W,
    /// Empty cells that complete four of the opponent.
    pub other: W,
}

/// What the threats force in a position that is not over. Cells are next cells, at most one a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tactics<W> {
    /// Any of these cells wins at once.
    Win(W),
    /// Whatever is played, the opponent wins with its next stone. The cells are all next cells.
    Lost(W),
    /// Any of these cells wins with the stone after it, whatever the reply; nothing wins sooner.
    WinByTwoStep(W),
    /// Nothing is decided; every next cell outside this set loses to the opponent's next stone. Never empty.
    Safe(W),
}

impl<W: Word> Rules<W> {
    /// Empty cells (reachable or not) that would complete four of `stones`. `taken` are all stones on the board.
    #[inline(always)]
    pub fn winning_cells(&self, stones: W, taken: W) -> W {
        self.masks.winning_cells(stones, taken)
    }

    /// Threats of both sides.
    #[inline(always)]
    pub fn threats(&self, position: &Position<W>) -> Threats<W> {
        let taken = position.filled & !self.masks.holes;
        Threats { own: self.winning_cells(position.own, taken), other: self.winning_cells(taken ^ position.own, taken) }
    }

    /// The second cell of every column: where a stone lands after the next cell is taken.
    #[inline(always)]
    pub fn second_cells(&self, position: &Position<W>) -> W {
        self.masks.next_after(self.masks.filled_one_more(position.filled))
    }

    /// The third cell of every column.
    #[inline(always)]
    pub fn third_cells(&self, position: &Position<W>) -> W {
        self.masks.next_after(self.masks.filled_one_more(self.masks.filled_one_more(position.filled)))
    }

    /// The forced-move hook on cells. The game must not be over.
    #[inline(always)]
    pub fn tactics(&self, position: &Position<W>) -> Tactics<W> {
        self.tactics_given(position, &self.threats(position))
    }

    /// The same for whoever knows the position's threats already.
    #[inline(always)]
    pub fn tactics_given(&self, position: &Position<W>, threats: &Threats<W>) -> Tactics<W> {
        self.masks.tactics(position.filled, self.next_cells(position), threats)
    }
}

impl<W: Word> Masks<W> {
    /// [`Rules::tactics`] from its parts, for playouts that keep them.
    #[inline(always)]
    pub(super) fn tactics(&self, filled: W, next: W, threats: &Threats<W>) -> Tactics<W> {
        // 1. Win now.
        let wins = next & threats.own;
        if !wins.is_empty() {
            return Tactics::Win(wins);
        }

        // 2.-4. The opponent can win now: two ways are too many, and so is one whose reply opens another.
        let filled_two = self.filled_one_more(filled);
        let second = self.next_after(filled_two);
        let poisoned = self.under(next, second & threats.other);
        let must = next & threats.other;
        if !must.is_empty() {
            let only = must.is_single() && (must & poisoned).is_empty();
            return if only { Tactics::Safe(must) } else { Tactics::Lost(next) };
        }

        // 5. Never play under an opponent's threat.
        let safe = next & !poisoned;
        if safe.is_empty() {
            return Tactics::Lost(next);
        }

        // 6. Own second and third cell both threats: play below, the reply is forced, the third wins.
        let third = self.next_after(self.filled_one_more(filled_two));
        let seconds = second & threats.own;
        if !seconds.is_empty() {
            let two_step = self.under(safe, self.under(seconds, third & threats.own));
            if !two_step.is_empty() {
                return Tactics::WinByTwoStep(two_step);
            }
        }
        Tactics::Safe(safe)
    }
}
