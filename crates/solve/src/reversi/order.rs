//! Which move first: the part of the endgame search that guesses.
//!
//! Near the end the moves are ranked by what can be counted: fewest replies first. Further away a few plies of search
//! over an [`Evaluator`] rank them. Whatever the evaluator says changes only how long the search takes, never its
//! answer, so a learned one can take the place of [`Mobility`].

use super::board::{Board, Parity};
use super::level::at_every_level;
use super::search::{Ranked, Search};
use super::stability::stable_edges;
use luozi_games::reversi::bits::Body;
use luozi_games::reversi::{Rules, Square};

/// Guesses of finished games lie between this and its negative.
const GUESS_LIMIT: i32 = 64 << 10;

/// What a move into a quadrant with an odd number of empty squares is worth to the order; a reply is worth 16.
const ODD_QUADRANT: i32 = 4;

/// Guesses how good a board is for its mover.
pub trait Evaluator: Sync {
    /// From so many empty squares on, the order looks so many moves ahead, the most squares first; below that it counts.
    const LOOK_AHEAD: &'static [(u32, u32)] = &[(25, 5), (22, 4), (19, 3), (18, 2), (15, 1)];
    /// What each reply takes from the guess of a move.
    const REPLY: i32 = 24;

    /// A guess for the side to move, more is better; a disc is worth about 16. `body` finds moves in the machine's best
    /// instructions; should be `#[inline(always)]`.
    fn evaluate<const LEVEL: u8>(&self, body: Body<LEVEL>, board: Board) -> i32;

    /// The guess after `depth` more moves of best play, and the nodes it took, from whoever searches better than the solver's own
    /// plain alpha-beta over [`Evaluator::evaluate`].
    fn look<const LEVEL: u8>(&self, _body: Body<LEVEL>, _board: Board, _depth: u32) -> Option<(i32, u64)> {
        None
    }

    /// A move that somebody found to be good on a board that the solver's table does not know.
    fn recalled(&self, _board: Board) -> Option<Square> {
        None
    }
}

/// How many moves the order looks ahead with so many empty squares; `None` where it counts.
#[inline(always)]
pub(super) fn look_ahead<E: Evaluator>(empties: u32) -> Option<u32> {
    E::LOOK_AHEAD.iter().find(|(from, _)| empties >= *from).map(|(_, depth)| *depth)
}

/// Counts replies, open sides and safe edges: nothing learned.
#[derive(Clone, Copy, Debug)]
pub struct Mobility {
    board: u64,
    corners: u64,
    /// Diagonally beside a corner.
    x_squares: u64,
}

impl Mobility {
    /// For boards of these rules.
    pub fn new(rules: &Rules) -> Mobility {
        Mobility { board: rules.board(), corners: rules.at_corners(0), x_squares: rules.at_corners(1) }
    }
}

/// The number of squares, corners twice.
#[inline(always)]
pub(super) fn weighted(set: u64, corners: u64) -> i32 {
    (set.count_ones() + (set & corners).count_ones()) as i32
}

/// Empty squares beside a disc of `discs`: places where the other side may come to move.
#[inline(always)]
pub(super) fn open_sides(discs: u64, occupied: u64) -> u64 {
    let inner = discs & 0x7E7E_7E7E_7E7E_7E7E;
    let wide = inner << 1 | inner >> 1 | discs;
    let near = wide | discs << 8 | discs >> 8 | (inner << 9 | inner >> 9 | inner << 7 | inner >> 7);
    near & !occupied
}

impl Evaluator for Mobility {
    #[inline(always)]
    fn evaluate<const LEVEL: u8>(&self, body: Body<LEVEL>, board: Board) -> i32 {
        let Board { own, opponent } = board;
        let occupied = board.occupied();
        let weighted = |set| weighted(set & self.board, self.corners);
        let mobility = weighted(body.moves(own, opponent)) - weighted(body.moves(opponent, own));
        let open = weighted(open_sides(opponent, occupied)) - weighted(open_sides(own, occupied));
        let edges = stable_edges(own, opponent).count_ones() as i32 - stable_edges(opponent, own).count_ones() as i32;
        let corners = (own & self.corners).count_ones() as i32 - (opponent & self.corners).count_ones() as i32;
        let x = (own & self.x_squares).count_ones() as i32 - (opponent & self.x_squares).count_ones() as i32;
        16 * mobility + 10 * open + 10 * edges + 20 * corners - 16 * x
    }
}

impl<E: Evaluator> Search<'_, E> {
    /// Ranks moves by how little they leave to the opponent.
    #[inline(always)]
    pub(super) fn rank_by_counting<const LEVEL: u8>(
        &mut self,
        body: Body<LEVEL>,
        moves: &mut [Ranked],
        parity: Parity,
    ) {
        for ranked in moves {
            let Board { own, opponent } = ranked.after;
            let replies = weighted(body.moves(own, opponent) & self.board, self.corners);
            let open = weighted(open_sides(opponent, own | opponent) & self.board, self.corners);
            let edges = stable_edges(opponent, own).count_ones() as i32;
            ranked.rank = parity_bonus(parity, ranked.square) + 4 * edges - 16 * replies - 2 * open;
        }
    }

    /// Ranks moves by the evaluator's view of them after `depth` more moves, and by their replies: among moves that
    /// look alike, the one that leaves the smaller tree.
    #[inline(always)]
    pub(super) fn rank_by_looking_ahead<const LEVEL: u8>(
        &mut self,
        body: Body<LEVEL>,
        moves: &mut [Ranked],
        parity: Parity,
        depth: u32,
    ) {
        if moves.len() > 1 {
            for ranked in moves {
                let guess = match self.evaluator.look(body, ranked.after, depth) {
                    Some((guess, nodes)) => {
                        self.nodes += nodes;
                        guess
                    }
                    None => self.guess(body, ranked.after, depth, -GUESS_LIMIT, GUESS_LIMIT),
                };
                let replies = body.moves(ranked.after.own, ranked.after.opponent) & self.board;
                let replies = weighted(replies, self.corners);
                ranked.rank = parity_bonus(parity, ranked.square) - guess - E::REPLY * replies;
            }
        }
    }

    at_every_level! {
        /// The evaluator's view of a board after `depth` more moves of best play.
        fn guess = guess_body(board: Board, depth: u32, alpha: i32, beta: i32) -> i32
    }

    #[inline(always)]
    fn guess_body<const LEVEL: u8>(
        &mut self,
        body: Body<LEVEL>,
        board: Board,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return self.evaluator.evaluate(body, board);
        }
        let mut rest = body.moves(board.own, board.opponent) & self.board;
        if rest == 0 {
            if body.moves(board.opponent, board.own) & self.board == 0 {
                return self.final_score(board) * (GUESS_LIMIT / 64);
            }
            return -self.guess(body, board.pass(), depth, -beta, -alpha);
        }
        let mut best = alpha;
        while rest != 0 && best < beta {
            let square = Square::lowest(rest);
            rest &= rest - 1;
            let flips = body.flips(square, board.own, board.opponent);
            best = best.max(-self.guess(body, board.place(square, flips), depth - 1, -beta, -best));
        }
        best
    }
}

#[inline(always)]
fn parity_bonus(parity: Parity, square: Square) -> i32 {
    if square.bit() & parity.odd_squares() != 0 { ODD_QUADRANT } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::reversi::Scoring;

    #[test]
    fn corners_are_those_of_the_board() {
        let of = |size| Mobility::new(&Rules::new(size, Scoring::Difference).unwrap());
        let (small, large) = (of(6), of(8));
        let squares = |ends: [usize; 2]| {
            let square = |row, column| Square::at(row, column).unwrap().bit();
            ends.map(|row| ends.map(|column| square(row, column)).iter().sum::<u64>()).iter().sum::<u64>()
        };
        assert_eq!((small.corners, small.x_squares), (squares([0, 5]), squares([1, 4])));
        assert_eq!((large.corners, large.x_squares), (squares([0, 7]), squares([1, 6])));
        assert_eq!((small.board.count_ones(), large.board), (36, u64::MAX));
    }
}
