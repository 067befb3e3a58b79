//! The playout in which points that both sides may play come first, drawn without knowing all legal moves.
//!
//! What is illegal for a side once stays illegal, so sets of points that *were* playable only shrink: a point is judged
//! when it is drawn, by its neighbours alone, and is put aside if it has changed. A draw that is thrown away leaves the
//! others equally likely, so every move is exactly uniform among the points that [`super::playout::BothFirst`] names,
//! which is the slow twin of this file.

use super::points::{Point, Points};
use super::{Position, Rules, Stones};
use luozi_core::cpu::{Kernel, dispatch};
use luozi_core::{Playout, Rng};

/// The end of such a playout.
#[derive(Clone, Copy, Debug)]
pub struct Contest {
    /// Score and length.
    pub playout: Playout,
    /// The board when no point was left that both might play.
    pub contested: Stones,
    /// The final board.
    pub stones: Stones,
}

/// How a playout ends that has no point left that both may play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// Each side plays its private points at random, to the real end.
    Played,
    /// The side with more private points wins, the mover losing a tie. Not exact: a group may need one of its points
    /// as its last liberty.
    Counted,
}

/// Plays from `position` to the end.
///
/// ```
/// use luozi_core::{Game, Rng};
/// use luozi_games::nogo::{Rules, contest};
///
/// let rules = Rules::standard();
/// let end = contest::finish(&rules, contest::Rest::Played, &rules.initial(), &mut Rng::seeded(1));
/// assert!(rules.kinds(&end.contested).both.is_empty());
/// ```
pub fn finish(rules: &Rules, rest: Rest, position: &Position, rng: &mut Rng) -> Contest {
    dispatch(Finish { rules, rest, position, rng })
}

/// [`finish`] as a loop with a body for each instruction set.
struct Finish<'a> {
    rules: &'a Rules,
    rest: Rest,
    position: &'a Position,
    rng: &'a mut Rng,
}

impl Kernel for Finish<'_> {
    type Output = Contest;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> Contest {
        let Finish { rules, rest, position, rng } = self;
        let board = &rules.board;
        let (mut stones, mut mover, mut plies) = (position.stones, position.to_move, 0);
        let mut draw = |from: Points| from.nth::<LEVEL>(rng.below(from.len()));

        // Step 1. Points that both may play. One that may not open the game waits for its second move.
        let mut held = rules.forbidden_now(position);
        let mut open = stones.empty(board) - held;
        let mut private = [Points::NONE; 2];
        while !open.is_empty() {
            let point = draw(open);
            open -= Points::of(point);
            let allowed = stones.allowed(board, point);
            if allowed == [true; 2] {
                stones.place(board, mover, point);
                (mover, plies) = (mover.other(), plies + 1);
                open |= held;
                held = Points::NONE;
            } else {
                for (private, allowed) in private.iter_mut().zip(allowed) {
                    *private |= if allowed { Points::of(point) } else { Points::NONE };
                }
            }
        }
        let contested = stones;

        // Step 2. Private points, counted or played.
        if rest == Rest::Counted {
            let [own, other] = [mover, mover.other()].map(|side| stones.playable(board, side).len() as i16);
            let score = match own > other {
                true => rules.score_of_loss(mover.other(), stones.empty(board)),
                false => rules.score_of_loss(mover, stones.empty(board)),
            };
            return Contest { playout: Playout { score, plies }, contested, stones };
        }
        loop {
            let own = &mut private[mover.index()];
            if own.is_empty() {
                let score = rules.score_of_loss(mover, stones.empty(board));
                return Contest { playout: Playout { score, plies }, contested, stones };
            }
            let point: Point = draw(*own);
            *own -= Points::of(point);
            if stones.allowed(board, point)[mover.index()] {
                stones.place(board, mover, point);
                (mover, plies) = (mover.other(), plies + 1);
            }
        }
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
                    let end = dispatch_at(level, Finish { rules: &rules, rest: Rest::Played, position, rng });
                    (end.playout, end.contested, end.stones)
                });
                assert_eq!(ends, [ends[0]; 3]);
            }
        }
    }
}
