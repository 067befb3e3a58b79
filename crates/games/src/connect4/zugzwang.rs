//! Zugzwang: who must at last play below a threat of the other side.
//!
//! A threat that cannot be reached yet closes its column: whoever plays below it gives the cell away. When all else is
//! full, the side to move has to do just that, so the parity of the free cells decides the game. Books say it with odd and
//! even rows, which is right only on boards of even height without forbidden cells; here the cells are counted as
//! stacks meet them, so every board and every forbidden cell is right by itself.
//!
//! It is a guess and no proof: new lines are not looked for while the board is filled.

use super::{Position, Rules, Word};
use luozi_core::{Game, Player};

impl<W: Word> Rules<W> {
    /// Who wins by the present threats if both sides fill the board as slowly as these let them; `None`: nobody. The
    /// game must not be over.
    ///
    /// ```
    /// use luozi_core::{Notation, Player};
    /// use luozi_games::connect4::{Cell, Rules};
    ///
    /// // The first player threatens the second cell of the last column. Four cells are free, so the first player itself
    /// // is the first who has to play below; with one of them forbidden it is the second player.
    /// let winner = |top: &str, forbidden: &[Cell]| {
    ///     let rules = Rules::<u64>::new(4, 4, forbidden).unwrap();
    ///     let position = rules.parse_position(&format!("{top}\nOO..\nXXX.\nOOX.")).unwrap();
    ///     rules.zugzwang(&position)
    /// };
    /// assert_eq!(winner("....", &[]), None);
    /// assert_eq!(winner("#...", &[Cell { row: 0, col: 0 }]), Some(Player::First));
    /// ```
    pub fn zugzwang(&self, position: &Position<W>) -> Option<Player> {
        let threats = self.threats(position);
        let (mut own, mut other) = (threats.own, threats.other);
        let mut mover = self.to_move(position);
        let mut filled = position.filled;
        let masks = &self.masks;
        loop {
            // 1. A full board is a draw, a threat within reach a win.
            let next = masks.next_after(filled);
            if next.is_empty() {
                return None;
            }
            if !(next & own).is_empty() {
                return Some(mover);
            }

            // 2. Block; else fill a layer of all columns that give nothing away; else give a threat of one's own away.
            let must = next & other;
            let second = masks.next_after(masks.filled_one_more(filled));
            let free = next & !masks.under(next, second & (own | other));
            let spare = next & !masks.under(next, second & other);
            let played = match (must.is_empty(), free.is_empty(), spare.is_empty()) {
                (false, ..) => W::bit(must.lowest()),
                (true, false, _) => free,
                (true, true, false) => W::bit(spare.lowest()),
                // 3. Whatever is left opens a threat of the other side.
                (true, true, true) => return Some(mover.other()),
            };
            filled = masks.fill(filled, played);
            if played.count() % 2 == 1 {
                mover = mover.other();
                (own, other) = (other, own);
            }
        }
    }
}
