//! Random games to the end.
//!
//! A [`Policy`] names the points from which the next move is drawn; [`finish`] draws exactly uniformly among them until
//! the side to move has none. It plays on the [`Stones`] of the position, without keys. A separate board with tables of
//! groups and their liberties was tried: 5 % faster from an empty 9 x 9, but it must be built from every position.
//!
//! Stones never leave, so the moves of a playout are the stones that the final board has more than the first one:
//! that is all that all-moves-as-first statistics need.

use super::points::Points;
use super::{Position, Rules, Stones};
use luozi_core::cpu::{Kernel, dispatch};
use luozi_core::{Player, Playout, Rng};

/// What a policy sees: the side to move has at least one legal move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The rules, for the geometry of the board.
    pub rules: &'a Rules,
    /// The stones on the board.
    pub stones: &'a Stones,
    /// The side to move.
    pub mover: Player,
    /// Its legal moves.
    pub legal: Points,
}

/// How a playout chooses its moves.
pub trait Policy {
    /// The points to draw the next move from: a part, not empty, of the legal ones. Should be `#[inline(always)]`, so that it is compiled into the playout's loop.
    fn choices(&self, turn: Turn<'_>) -> Points;
}

/// Every legal move with the same probability.
#[derive(Clone, Copy, Debug)]
pub struct Uniform;

impl Policy for Uniform {
    #[inline(always)]
    fn choices(&self, turn: Turn<'_>) -> Points {
        turn.legal
    }
}

/// The points that both sides may play as long as there are any, then every legal move.
#[derive(Clone, Copy, Debug)]
pub struct BothFirst;

impl Policy for BothFirst {
    #[inline(always)]
    fn choices(&self, turn: Turn<'_>) -> Points {
        let both = turn.legal & turn.rules.playable(turn.stones, turn.mover.other());
        if both.is_empty() { turn.legal } else { both }
    }
}

/// The end of a playout.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// Score and length.
    pub playout: Playout,
    /// The final board.
    pub stones: Stones,
}

/// Plays from `position` to the end of the game.
///
/// ```
/// use luozi_core::{Game, Player, Rng};
/// use luozi_games::nogo::{Rules, playout};
///
/// let rules = Rules::standard();
/// let end = playout::finish(&rules, &playout::BothFirst, &rules.initial(), &mut Rng::seeded(1));
/// let [black, white] = Player::BOTH.map(|player| end.stones.of(player).len());
/// assert_eq!(black + white, end.playout.plies);
/// ```
pub fn finish<P: Policy>(rules: &Rules, policy: &P, position: &Position, rng: &mut Rng) -> End {
    dispatch(Finish { rules, policy, position, rng })
}

/// [`finish`] as a loop with a body for each instruction set: the draw gains from bit deposit and bit count.
struct Finish<'a, P> {
    rules: &'a Rules,
    policy: &'a P,
    position: &'a Position,
    rng: &'a mut Rng,
}

impl<P: Policy> Kernel for Finish<'_, P> {
    type Output = End;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> End {
        let Finish { rules, policy, position, rng } = self;
        let mut stones = position.stones;
        let mut mover = position.to_move;
        let mut legal = rules.legal_points(position);
        let mut plies = 0;
        while !legal.is_empty() {
            let choices = policy.choices(Turn { rules, stones: &stones, mover, legal });
            stones.place(&rules.board, mover, choices.nth::<LEVEL>(rng.below(choices.len())));
            plies += 1;
            mover = mover.other();
            legal = stones.playable(&rules.board, mover);
        }
        let score = rules.score_of_loss(mover, stones.empty(&rules.board));
        End { playout: Playout { score, plies }, stones }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Game;
    use luozi_core::cpu::{Level, dispatch_at};

    #[test]
    fn every_body_plays_the_same_games() {
        for rules in [Rules::standard(), Rules::new(11, 11).unwrap(), Rules::new(2, 7).unwrap()] {
            let position = &rules.initial();
            for seed in 0..50 {
                let ends = Level::ALL.map(|level| {
                    let rng = &mut Rng::seeded(seed);
                    let end = dispatch_at(level, Finish { rules: &rules, policy: &BothFirst, position, rng });
                    (end.playout, end.stones)
                });
                assert_eq!(ends, [ends[0]; 3]);
            }
        }
    }
}
