//! The last empty squares: no table, no sorting, parity alone.
//!
//! Every function answers one question: what is the score of `board` for its mover, at least where it matters on which
//! side of `alpha` it lies? A result above `alpha` is a lower bound of the score, any other an upper bound.

use super::board::{Board, NEIGHBOURS, Parity};
use super::level::at_every_level;
use super::order::Evaluator;
use super::search::{NO_MOVE, Search};
use luozi_games::reversi::Square;
use luozi_games::reversi::bits::Body;

impl<E: Evaluator> Search<'_, E> {
    /// One empty square: the discs are counted, not played.
    #[inline(always)]
    fn last_one<const LEVEL: u8>(&mut self, body: Body<LEVEL>, board: Board, square: Square) -> i32 {
        self.nodes += 1;
        let own = board.own.count_ones() as i32;
        let flips = body.flips(square, board.own, board.opponent).count_ones() as i32;
        if flips != 0 {
            return 2 * (own + flips + 1) - self.cells;
        }
        match body.flips(square, board.opponent, board.own).count_ones() as i32 {
            0 => self.final_score(board),
            flips => 2 * (own - flips) - self.cells,
        }
    }

    /// Two empty squares.
    #[inline(always)]
    fn last_two<const LEVEL: u8>(&mut self, body: Body<LEVEL>, board: Board, alpha: i32, empties: u64) -> i32 {
        self.nodes += 1;
        let (one, two) = (Square::lowest(empties), Square::lowest(empties & (empties - 1)));
        let (mut board, mut alpha) = (board, alpha);
        for sign in [1, -1] {
            let mut best = NO_MOVE;
            for (square, rest) in [(one, two), (two, one)] {
                if NEIGHBOURS[square.number() & 63] & board.opponent == 0 {
                    continue;
                }
                let flips = body.flips(square, board.own, board.opponent);
                if flips != 0 {
                    best = best.max(-self.last_one(body, board.place(square, flips), rest));
                    if best > alpha {
                        return sign * best;
                    }
                }
            }
            if best != NO_MOVE {
                return sign * best;
            }
            (board, alpha) = (board.pass(), -alpha - 1);
        }
        self.final_score(board)
    }

    /// `EMPTIES` empty squares, three to five: corners first, then odd quadrants. Five squares have their moves found
    /// at once; with fewer, trying every square is quicker.
    #[inline(always)]
    fn last_few<const LEVEL: u8, const EMPTIES: u32>(
        &mut self,
        body: Body<LEVEL>,
        board: Board,
        alpha: i32,
        parity: Parity,
    ) -> i32 {
        self.nodes += 1;
        if EMPTIES >= 4
            && let Some(bound) = self.stability_cut(board, alpha)
        {
            return bound;
        }
        let empties = self.board & !board.occupied();
        let odd = parity.odd_squares();
        let (mut board, mut alpha) = (board, alpha);
        for sign in [1, -1] {
            let (candidates, first) = match EMPTIES {
                ..5 => (empties, 0),
                _ => (body.moves(board.own, board.opponent) & self.board, self.corners),
            };
            let mut best = NO_MOVE;
            for mut set in [candidates & first, candidates & !first & odd, candidates & !first & !odd] {
                while set != 0 {
                    let square = Square::lowest(set);
                    set &= set - 1;
                    if EMPTIES < 5 && NEIGHBOURS[square.number() & 63] & board.opponent == 0 {
                        continue;
                    }
                    let flips = body.flips(square, board.own, board.opponent);
                    if EMPTIES < 5 && flips == 0 {
                        continue;
                    }
                    let (after, beta, parity) = (board.place(square, flips), -alpha - 1, parity.after(square));
                    let score = match EMPTIES {
                        3 => -self.last_two(body, after, beta, empties ^ square.bit()),
                        4 => -self.last_three(body, after, beta, parity),
                        _ => -self.last_four(body, after, beta, parity),
                    };
                    if score > alpha {
                        return sign * score;
                    }
                    best = best.max(score);
                }
            }
            if best != NO_MOVE {
                return sign * best;
            }
            (board, alpha) = (board.pass(), -alpha - 1);
        }
        self.final_score(board)
    }

    at_every_level! {
        /// Three empty squares.
        fn last_three = last_few::<3>(board: Board, alpha: i32, parity: Parity) -> i32
    }
    at_every_level! {
        /// Four empty squares.
        fn last_four = last_few::<4>(board: Board, alpha: i32, parity: Parity) -> i32
    }
    at_every_level! {
        /// Five empty squares.
        fn last_five = last_few::<5>(board: Board, alpha: i32, parity: Parity) -> i32
    }

    /// Is the score of this board above `alpha`? Any number of empty squares.
    #[inline(always)]
    pub(super) fn ask<const LEVEL: u8>(&mut self, body: Body<LEVEL>, board: Board, alpha: i32, parity: Parity) -> i32 {
        let empties = self.board & !board.occupied();
        match empties.count_ones() {
            8.. => self.null_window(body, board, alpha, parity),
            6 | 7 => self.near_window(body, board, alpha, parity),
            5 => self.last_five(body, board, alpha, parity),
            4 => self.last_four(body, board, alpha, parity),
            3 => self.last_three(body, board, alpha, parity),
            2 => self.last_two(body, board, alpha, empties),
            1 => self.last_one(body, board, Square::lowest(empties)),
            0 => self.final_score(board),
        }
    }
}
