//! The playout in which points that both sides may play come first, drawn without knowing all legal moves.
//!
//! What is illegal for a side once stays illegal, so sets of points that *were* playable only shrink: a point is judged
//! when it is drawn, and is put aside if it has changed. A draw that is thrown away leaves the others equally likely, so
//! every move is exactly uniform among the points that [`super::playout::BothFirst`] names, the slow twin of this file.
//!
//! Nothing but the stones is kept. A stone on `p` is legal if no group beside `p` lives on `p` alone, save for own groups when
//! another one, or an empty point beside `p`, gives the new stone a liberty. Most stones beside `p` touch an
//! empty point other than `p`, which one whole-board operation tells of all of them; only from the others a walk
//! over their group has to look for a liberty.

use super::board::Board;
use super::points::{Point, Points};
use super::{Position, Rules};
use luozi_core::cpu::{Kernel, dispatch};
use luozi_core::{Player, Playout, Rng};

/// The end of such a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contest {
    /// Score and length.
    pub playout: Playout,
    /// The stones of both sides when no point was left that both might play.
    pub contested: [Points; 2],
    /// The stones of both sides at the end.
    pub stones: [Points; 2],
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
/// assert_eq!(end.stones.map(|side| side.len()).iter().sum::<u32>(), end.playout.plies);
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
        let mut stones = Player::BOTH.map(|player| position.stones.of(player));
        let (mut mover, mut plies) = (position.to_move, 0);
        let mut draw = |from: Points| from.nth::<LEVEL>(rng.below(from.len()));

        // Step 1. Points that both may play. One that may not open the game waits for its second move.
        let mut held = rules.forbidden_now(position);
        let mut open = position.stones.empty(board) - held;
        let mut private = [Points::NONE; 2];
        while !open.is_empty() {
            let point = draw(open);
            open -= Points::of(point);
            let allowed = allowed(board, &stones, point);
            if allowed == [true; 2] {
                stones[mover.index()] |= Points::of(point);
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
        let end = |loser, plies, stones: [Points; 2]| {
            let score = rules.score_of_loss(loser, board.all - stones[0] - stones[1]);
            Contest { playout: Playout { score, plies }, contested, stones }
        };

        // Step 2. Private points, counted or played.
        if rest == Rest::Counted {
            let still = |player: Player| {
                let side = player.index();
                private[side].into_iter().filter(|&point| allowed(board, &stones, point)[side]).count()
            };
            let loser = if still(mover) > still(mover.other()) { mover.other() } else { mover };
            return end(loser, plies, stones);
        }
        loop {
            let own = &mut private[mover.index()];
            if own.is_empty() {
                return end(mover, plies, stones);
            }
            let point = draw(*own);
            *own -= Points::of(point);
            if allowed(board, &stones, point)[mover.index()] {
                stones[mover.index()] |= Points::of(point);
                (mover, plies) = (mover.other(), plies + 1);
            }
        }
    }
}

/// Whether the first and the second player may put a stone on an empty point.
#[inline(always)]
fn allowed(board: &Board, stones: &[Points; 2], point: Point) -> [bool; 2] {
    let around = board.around(point);
    let free = board.all - stones[0] - stones[1] - Points::of(point);
    let airy = board.neighbours(free);
    let touching = stones.map(|side| around & side);
    if touching.map(|side| side - airy) == [Points::NONE; 2] {
        // No group is taken; the new stone breathes by an empty point or by an own group.
        let has_room = around.meets(free);
        return touching.map(|side| has_room || !side.is_empty());
    }
    let (mut breathes, mut captures) = ([around.meets(free); 2], [false; 2]);
    for side in [0, 1] {
        breathes[side] |= touching[side].meets(airy);
        for stone in touching[side] - airy {
            let lives = reaches(board, stone, stones[side], airy);
            breathes[side] |= lives;
            captures[1 - side] |= !lives;
        }
    }
    [0, 1].map(|side| breathes[side] && !captures[side])
}

/// Whether the group of a stone has a stone in `airy`.
#[inline(always)]
fn reaches(board: &Board, stone: Point, side: Points, airy: Points) -> bool {
    let mut group = Points::of(stone);
    let mut grown = group | board.around(stone) & side;
    loop {
        if grown.meets(airy) {
            return true;
        }
        if grown == group {
            return false;
        }
        group = grown;
        grown = group | board.neighbours(group) & side;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Game;
    use luozi_core::cpu::{Level, dispatch_at};

    /// In random games every empty point is judged as the whole-board formula judges it.
    #[test]
    fn every_point_is_judged_as_by_the_formula() {
        let boards = [(1, 1, 1), (2, 7, 30), (16, 8, 5), (9, 9, 20)];
        for (rules, games) in boards.map(|(rows, cols, games)| (Rules::new(rows, cols).unwrap(), games)) {
            let mut rng = Rng::seeded(6);
            for _ in 0..games {
                let mut position = rules.initial();
                loop {
                    let sides = Player::BOTH.map(|player| position.stones().of(player));
                    let playable = Player::BOTH.map(|player| rules.playable(position.stones(), player));
                    for point in rules.empty(position.stones()) {
                        let truth = playable.map(|set| set.contains(point));
                        assert_eq!(allowed(&rules.board, &sides, point), truth, "{point:?} in {position:?}");
                    }
                    let legal: Vec<Point> = rules.legal_points(&position).into_iter().collect();
                    if legal.is_empty() {
                        break;
                    }
                    rules.play_unchecked(&mut position, legal[rng.below(legal.len() as u32) as usize]);
                }
            }
        }
    }

    #[test]
    fn every_body_plays_the_same_games() {
        for rules in [Rules::standard(), Rules::new(11, 11).unwrap(), Rules::new(2, 7).unwrap()] {
            let position = &rules.initial();
            for seed in 0..50 {
                let ends = Level::ALL.map(|level| {
                    let rng = &mut Rng::seeded(seed);
                    dispatch_at(level, Finish { rules: &rules, rest: Rest::Played, position, rng })
                });
                assert_eq!(ends, [ends[0]; 3]);
            }
        }
    }
}
