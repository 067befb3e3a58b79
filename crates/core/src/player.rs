//! The two sides of a game.

use std::fmt;

/// One of the two sides. `First` is the side that makes the first move of a game:
/// Black in Reversi and NoGo, the first dropper in Connect Four.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// The side that opens the game.
    First,
    /// The side that answers.
    Second,
}

impl Player {
    /// Both sides, in the order they move.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The other side.
    ///
    /// ```
    /// use luozi_core::Player;
    /// assert_eq!(Player::First.other(), Player::Second);
    /// ```
    #[inline(always)]
    pub const fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 for the first side, 1 for the second: an index into two-element arrays.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::First => "first",
            Player::Second => "second",
        })
    }
}
