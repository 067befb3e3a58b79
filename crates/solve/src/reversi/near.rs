//! Six and seven empty squares: fewest replies first, and a small table of the thread's own.
//!
//! Most positions of a search are here or below, too many for the shared table: a look there costs more than the
//! subtree. What repeats, repeats soon, so a table that stays in the cache of the core finds most of it.

use super::board::{Board, Parity};
use super::entry::index;
use super::level::at_every_level;
use super::order::{Evaluator, weighted};
use super::search::{NO_MOVE, Ranked, RankedMoves, Search, take_first};
use luozi_games::reversi::Square;
use luozi_games::reversi::bits::Body;

/// Entries of the small table: 96 KiB.
pub(super) const NEAR_ENTRIES: usize = 1 << 12;

/// What an odd quadrant is worth, in quarters of a reply.
const ODD_QUADRANT: i32 = 1;

/// Bounds of one board for its mover, and the move that did best. All zero: no board has nobody's discs.
#[derive(Clone, Copy, Default)]
pub(super) struct Near {
    board: Board,
    lower: i8,
    upper: i8,
    best: u8,
}

impl<E: Evaluator> Search<'_, E> {
    at_every_level! {
        /// Is the score above `alpha`? Six or seven empty squares.
        fn near_window = near_window_body(board: Board, alpha: i32, parity: Parity) -> i32
    }

    #[inline(always)]
    fn near_window_body<const LEVEL: u8>(
        &mut self,
        body: Body<LEVEL>,
        board: Board,
        alpha: i32,
        parity: Parity,
    ) -> i32 {
        // Step 1. What stable discs and the small table know.
        self.nodes += 1;
        if let Some(bound) = self.stability_cut(board, alpha) {
            return bound;
        }
        let slot = index(board) % NEAR_ENTRIES;
        let near = self.near[slot];
        let known = near.board == board;
        if known && i32::from(near.lower) > alpha {
            return i32::from(near.lower);
        }
        if known && i32::from(near.upper) <= alpha {
            return i32::from(near.upper);
        }

        // Step 2. The moves with their rank, or a pass, or the end of the game.
        let mut rest = body.moves(board.own, board.opponent) & self.board;
        if rest == 0 {
            if body.moves(board.opponent, board.own) & self.board == 0 {
                return self.final_score(board);
            }
            return -self.near_window(body, board.pass(), -alpha - 1, parity);
        }
        let odd = parity.odd_squares();
        let mut moves = RankedMoves::new();
        while rest != 0 {
            let square = Square::lowest(rest);
            rest &= rest - 1;
            let after = board.place(square, body.flips(square, board.own, board.opponent));
            let replies = weighted(body.moves(after.own, after.opponent) & self.board, self.corners);
            let bonus = if square.bit() & odd != 0 { ODD_QUADRANT } else { 0 };
            let first = if known && square.number() == usize::from(near.best) { 1 << 10 } else { 0 };
            moves.push(Ranked { square, after, rank: first + bonus - 4 * replies });
        }

        // Step 3. The moves in that order, until one is good enough.
        let (mut best, mut best_square) = (NO_MOVE, moves[0].square);
        for i in 0..moves.len() {
            let Ranked { square, after, .. } = take_first(&mut moves[i..]);
            let score = -self.ask(body, after, -alpha - 1, parity.after(square));
            if score > best {
                (best, best_square) = (score, square);
                if score > alpha {
                    break;
                }
            }
        }

        // Step 4. Remember.
        let (lower, upper) = if known { (near.lower, near.upper) } else { (-self.cells as i8, self.cells as i8) };
        let (lower, upper) = if best > alpha { (best as i8, upper) } else { (lower, best as i8) };
        self.near[slot] = Near { board, lower, upper, best: best_square.number() as u8 };
        best
    }
}
