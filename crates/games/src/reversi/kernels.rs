//! The two loops that run in the best instructions of the machine: perft and the random game.

use super::bits::Body;
use super::squares;
use luozi_core::Rng;
use luozi_core::cpu::Kernel;

/// Counts the sequences of `depth` moves as the published tables do: a pass is a move, and a game that is over before
/// that counts as one sequence.
pub(super) struct Perft {
    pub(super) own: u64,
    pub(super) opponent: u64,
    pub(super) board: u64,
    pub(super) depth: u32,
}

impl Kernel for Perft {
    type Output = u64;

    /// Positions wait on a stack instead of in recursive calls, which could not be inlined into the kernel. The last
    /// two plies never reach it: their moves are counted and not played.
    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> u64 {
        // SAFETY: the level is the kernel's.
        let body = unsafe { Body::<LEVEL>::in_kernel() };
        let Perft { own, opponent, board, depth } = self;
        if depth == 0 {
            return 1;
        }
        let mut total = 0;
        let mut waiting = vec![(own, opponent, depth)];
        while let Some((own, opponent, depth)) = waiting.pop() {
            let moves = body.moves(own, opponent) & board;
            if depth == 1 {
                total += count(moves);
            } else if moves == 0 {
                if body.moves(opponent, own) & board != 0 {
                    waiting.push((opponent, own, depth - 1));
                } else {
                    total += 1;
                }
            } else {
                for square in squares(moves) {
                    let flips = body.flips(square, own, opponent);
                    let (next_own, next_opponent) = (opponent ^ flips, own ^ flips ^ square.bit());
                    if depth == 2 {
                        total += count(body.moves(next_own, next_opponent) & board);
                    } else {
                        waiting.push((next_own, next_opponent, depth - 1));
                    }
                }
            }
        }
        total
    }
}

/// The sequences of one move where `moves` are the placements: without any there is the pass, or a finished game.
#[inline(always)]
fn count(moves: u64) -> u64 {
    u64::from(moves.count_ones()).max(1)
}

/// Plays uniformly random moves to the end of the game.
pub(super) struct RandomGame<'r> {
    pub(super) own: u64,
    pub(super) opponent: u64,
    pub(super) board: u64,
    pub(super) rng: &'r mut Rng,
}

/// How a random game ended, `own` and `opponent` as at its start.
pub(super) struct GameEnd {
    pub(super) own: u64,
    pub(super) opponent: u64,
    pub(super) plies: u32,
}

impl Kernel for RandomGame<'_> {
    type Output = GameEnd;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> GameEnd {
        // SAFETY: the level is the kernel's.
        let body = unsafe { Body::<LEVEL>::in_kernel() };
        let RandomGame { mut own, mut opponent, board, rng } = self;
        let mut plies = 0;
        loop {
            let mut moves = body.moves(own, opponent) & board;
            if moves == 0 {
                moves = body.moves(opponent, own) & board;
                if moves == 0 {
                    break;
                }
                // A pass draws a number as every move does, so a seed gives the games of the default playout.
                rng.word();
                (own, opponent) = (opponent, own);
                plies += 1;
            }
            let square = body.nth_square(moves, rng.below(moves.count_ones()));
            let flips = body.flips(square, own, opponent);
            (own, opponent) = (opponent ^ flips, own ^ flips ^ square.bit());
            plies += 1;
        }
        if plies % 2 == 1 {
            (own, opponent) = (opponent, own);
        }
        GameEnd { own, opponent, plies }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Rules;
    use super::*;
    use luozi_core::Game;
    use luozi_core::cpu::{Level, dispatch_at};

    #[test]
    fn every_body_counts_the_same() {
        let start = Rules::standard().initial();
        let (own, opponent) = (start.own(), start.opponent());
        for level in Level::ALL {
            for (depth, count) in [(0, 1), (1, 4), (2, 12), (6, 8200), (7, 55092)] {
                assert_eq!(dispatch_at(level, Perft { own, opponent, board: u64::MAX, depth }), count, "{level:?}");
            }
        }
    }

    #[test]
    fn every_body_plays_the_same_random_games() {
        let start = Rules::standard().initial();
        let (own, opponent) = (start.own(), start.opponent());
        for seed in 0..500 {
            let ends = Level::ALL.map(|level| {
                let rng = &mut Rng::seeded(seed);
                let end = dispatch_at(level, RandomGame { own, opponent, board: u64::MAX, rng });
                (end.own, end.opponent, end.plies)
            });
            assert!(ends.iter().all(|end| *end == ends[0]), "seed {seed}: {ends:x?}");
        }
    }
}
