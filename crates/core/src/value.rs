//! Values and who they belong to.
//!
//! A number without an owner has a hidden sign, so there are two kinds of value and two kinds of score:
//! [`Abs`] and [`Score`] are the first player's view and the only kinds that are ever stored;
//! [`Pov`] is the mover's view and the only kind selection compares. The turn happens in one place, `seen_by`.
//! A proof is a pair of bounds on the score; `lower == upper` means solved and nothing else does.

use crate::Player;
use std::fmt;
use std::ops::Neg;

/// Value in [-1, 1] for the first player.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Abs(pub f64);

/// The same value for the player to move.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
pub struct Pov(pub f64);

impl Abs {
    /// The value as `player` sees it.
    #[inline(always)]
    pub fn seen_by(self, player: Player) -> Pov {
        Pov(if player == Player::First { self.0 } else { -self.0 })
    }
}

impl Pov {
    /// Back to the first player's view; `player` is the owner of this value.
    #[inline(always)]
    pub fn owned_by(self, player: Player) -> Abs {
        Abs(if player == Player::First { self.0 } else { -self.0 })
    }
}

/// Final score of a game in the game's own units, for the first player. Positive: the first player wins.
///
/// * Connect Four: stones the winner had left, counting the winning one (see `RULES`): more is faster.
/// * Reversi: disc difference in the scoring the rules name.
/// * NoGo: empty points left when the loser could not move, plus one: more is faster.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(pub i16);

impl Score {
    /// The score of a draw.
    pub const DRAW: Score = Score(0);

    /// The same score as `player` sees it: positive means that `player` wins.
    #[inline(always)]
    pub const fn seen_by(self, player: Player) -> i16 {
        match player {
            Player::First => self.0,
            Player::Second => -self.0,
        }
    }

    /// A score of `points` for `player`.
    #[inline(always)]
    pub const fn for_player(player: Player, points: i16) -> Score {
        match player {
            Player::First => Score(points),
            Player::Second => Score(-points),
        }
    }

    /// The side with the better result, `None` for a draw.
    #[inline(always)]
    pub const fn winner(self) -> Option<Player> {
        match self.0 {
            0 => None,
            1.. => Some(Player::First),
            _ => Some(Player::Second),
        }
    }

    /// +1, 0 or -1 for the first player.
    #[inline(always)]
    pub fn sign(self) -> Abs {
        Abs(f64::from(self.0.signum()))
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.write_str("0") } else { write!(f, "{:+}", self.0) }
    }
}

/// What is proven about a position: its score with best play lies in `lower..=upper` (first player's view).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// Nothing worse for the first player can happen.
    pub lower: Score,
    /// Nothing better for the first player can happen.
    pub upper: Score,
}

impl Bounds {
    /// Bounds of a solved position.
    #[inline(always)]
    pub const fn exact(score: Score) -> Bounds {
        Bounds { lower: score, upper: score }
    }

    /// The exact score, if the bounds have met.
    #[inline(always)]
    pub fn solved(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The least score `player` is sure of.
    #[inline(always)]
    pub fn lower_for(self, player: Player) -> i16 {
        if player == Player::First { self.lower.0 } else { -self.upper.0 }
    }

    /// The largest score `player` may still hope for.
    #[inline(always)]
    pub fn upper_for(self, player: Player) -> i16 {
        if player == Player::First { self.upper.0 } else { -self.lower.0 }
    }

    /// The proven winner (`Some(Some(_))`), a proven draw (`Some(None)`), or `None` while the sign is open.
    #[inline(always)]
    pub fn result(self) -> Option<Option<Player>> {
        match (self.lower.0, self.upper.0) {
            (1.., _) => Some(Some(Player::First)),
            (_, ..=-1) => Some(Some(Player::Second)),
            (0, 0) => Some(None),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_turn_with_the_player() {
        let bounds = Bounds { lower: Score(-2), upper: Score(7) };
        assert_eq!((bounds.lower_for(Player::First), bounds.upper_for(Player::First)), (-2, 7));
        assert_eq!((bounds.lower_for(Player::Second), bounds.upper_for(Player::Second)), (-7, 2));
    }

    #[test]
    fn a_value_turns_with_its_owner_and_back() {
        for player in Player::BOTH {
            assert_eq!(Abs(0.25).seen_by(player).owned_by(player), Abs(0.25));
        }
        assert_eq!(Abs(0.25).seen_by(Player::Second), Pov(-0.25));
        assert_eq!(Score::for_player(Player::Second, 3), Score(-3));
        assert_eq!(Score(-3).seen_by(Player::Second), 3);
    }

    #[test]
    fn bounds_decide_only_when_zero_is_excluded_or_met() {
        let bounds = |lower, upper| Bounds { lower: Score(lower), upper: Score(upper) };
        assert_eq!(bounds(-3, 5).result(), None);
        assert_eq!(bounds(0, 5).result(), None);
        assert_eq!(bounds(1, 5).result(), Some(Some(Player::First)));
        assert_eq!(bounds(-4, -1).result(), Some(Some(Player::Second)));
        assert_eq!(bounds(0, 0).result(), Some(None));
        assert_eq!(bounds(2, 2).solved(), Some(Score(2)));
        assert_eq!(bounds(1, 2).solved(), None);
    }
}
