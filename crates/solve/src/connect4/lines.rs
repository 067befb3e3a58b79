//! Bounds from the lines that can still be completed, and the order of moves.

use super::board::Board;
use super::word::SearchWord;
use luozi_games::connect4::Masks;

/// Masks of one board.
pub struct Lines<W> {
    playable: W,
    /// How good each cell is before anything is known: the middle first.
    centre: Vec<i32>,
}

impl<W: SearchWord> Lines<W> {
    /// The masks of a board.
    pub fn new(masks: &Masks<W>) -> Lines<W> {
        let middle = i32::from(masks.cols) - 1;
        let centre = (0..W::BITS)
            .map(|bit| {
                let column = (bit / masks.stride()) as i32;
                middle - (2 * column - middle).abs()
            })
            .collect();
        Lines { playable: masks.playable, centre }
    }

    /// Answers `target` for the mover of `board` when one side has no line left.
    #[inline(always)]
    pub fn bound(&self, masks: &Masks<W>, board: &Board<W>, target: i16) -> Option<i16> {
        let empty = self.playable & !board.filled;
        let hopeful = if target > 0 { board.own } else { board.other(masks) };
        (!masks.has_four(hopeful | empty)).then_some(0)
    }

    /// How promising the move to `cell` was that led to `after`: threats made, then the centre.
    #[inline(always)]
    pub fn order(&self, after: &Board<W>, cell: u32) -> i32 {
        let threats = after.other_threats & !after.filled;
        64 * threats.count() as i32 + self.centre[cell as usize]
    }
}
