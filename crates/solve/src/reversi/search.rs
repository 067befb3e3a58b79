//! Null-window alpha-beta over the endgame: is the score of this board above `alpha`?
//!
//! A [`Search`] belongs to one thread; what threads share is behind `&`. A result above `alpha` is a lower bound of
//! the score, any other an upper bound. Once [`Search::stopped`] is set, results mean nothing and nothing is remembered.

use super::ReversiSolver;
use super::board::{Board, Parity};
use super::entry::{Entry, Memory, index};
use super::level::at_every_level;
use super::order::{Evaluator, open_sides, weighted};
use super::stability::{stable, stable_edges};
use crate::Meter;
use arrayvec::ArrayVec;
use luozi_games::reversi::bits::Body;
use luozi_games::reversi::{Rules, Scoring, Square};

/// Below every score: the side has no move.
pub(super) const NO_MOVE: i32 = -1000;

/// No side ever has more moves (a board of 8x8 has at most 33).
const MOST_MOVES: usize = 40;

/// Nodes between two looks at the limits.
const NODES_PER_LOOK: u64 = 1024;

/// From this many empty squares on, the children are looked up before any is searched.
const TABLE_CUTS: u32 = 9;

/// From so many empty squares on, the order looks so many moves ahead; below that it counts replies.
const LOOK_AHEAD: [(u32, u32); 2] = [(18, 2), (13, 1)];

/// Guesses of finished games lie between this and its negative.
const GUESS_LIMIT: i32 = 64 << 10;

/// What a move into a quadrant with an odd number of empty squares is worth to the order.
const ODD_QUADRANT: i32 = 4;

/// One thread's search.
pub(super) struct Search<'s, E> {
    pub(super) rules: &'s Rules,
    pub(super) memory: &'s Memory,
    pub(super) evaluator: &'s E,
    pub(super) meter: Meter<'s>,
    /// The squares of the board and their number.
    pub(super) board: u64,
    pub(super) cells: i32,
    pub(super) nodes: u64,
    /// Nodes the meter has been told of.
    pub(super) metered: u64,
    pub(super) run: u32,
    pub(super) stopped: bool,
    /// Empty squares belong to the winner, so turning the last opposing disc wins all there is.
    empties_to_winner: bool,
}

/// A move, the board after it, and its place in the order: more is earlier.
#[derive(Clone, Copy)]
pub(super) struct Ranked {
    pub(super) square: Square,
    pub(super) after: Board,
    pub(super) rank: i32,
}

pub(super) type RankedMoves = ArrayVec<Ranked, MOST_MOVES>;

impl<'s, E: Evaluator> Search<'s, E> {
    /// A search that has visited nothing yet.
    pub(super) fn new(solver: &'s ReversiSolver<E>, meter: Meter<'s>) -> Search<'s, E> {
        let rules = &solver.rules;
        Search {
            rules,
            memory: &solver.memory,
            evaluator: &solver.evaluator,
            meter,
            board: rules.board(),
            cells: rules.board().count_ones() as i32,
            nodes: 0,
            metered: 0,
            run: solver.run,
            stopped: false,
            empties_to_winner: rules.scoring() == Scoring::EmptiesToWinner,
        }
    }

    /// The score of a finished game for the mover.
    #[inline(always)]
    pub(super) fn final_score(&self, board: Board) -> i32 {
        i32::from(self.rules.final_score(board.own, board.opponent))
    }

    /// A bound on the wrong side of the window that stable discs alone prove.
    #[inline(always)]
    pub(super) fn stability_cut(&self, board: Board, alpha: i32) -> Option<i32> {
        if self.cells != 64 || alpha < 64 - 2 * board.opponent.count_ones() as i32 {
            return None;
        }
        let empties = 64 - board.occupied().count_ones();
        if alpha < [64, 64, 64, 64, 6, 8, 10, 12, 14, 14, 16, 18, 20, 20, 22, 24][(empties as usize).min(15)] {
            return None;
        }
        let bound = 64 - 2 * stable(board.opponent, board.own).count_ones() as i32;
        (bound <= alpha).then_some(bound)
    }

    /// Counts a node; `false` when the search must stop.
    #[inline(always)]
    fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes - self.metered >= NODES_PER_LOOK {
            self.look();
        }
        !self.stopped
    }

    #[cold]
    fn look(&mut self) {
        self.stopped |= !self.meter.count_many(self.nodes - self.metered);
        self.metered = self.nodes;
    }

    at_every_level! {
        /// Is the score above `alpha`? Seven empty squares or more.
        fn null_window = null_window_body(board: Board, alpha: i32, parity: Parity) -> i32
    }

    #[inline(always)]
    fn null_window_body<const LEVEL: u8>(
        &mut self,
        body: Body<LEVEL>,
        board: Board,
        alpha: i32,
        parity: Parity,
    ) -> i32 {
        // Step 1. Limits, and what stable discs prove.
        let nodes_before = self.nodes;
        if !self.count() {
            return alpha;
        }
        if let Some(bound) = self.stability_cut(board, alpha) {
            return bound;
        }

        // Step 2. The table.
        let line = self.memory.line(index(board));
        let known = line.find(board);
        if let Some(entry) = known {
            if entry.lower > alpha {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
        }

        // Step 3. The moves, or a pass, or the end of the game.
        let placements = body.moves(board.own, board.opponent) & self.board;
        if placements == 0 {
            if body.moves(board.opponent, board.own) & self.board == 0 {
                return self.final_score(board);
            }
            return -self.null_window(body, board.pass(), -alpha - 1, parity);
        }
        let mut moves = RankedMoves::new();
        let mut rest = placements;
        while rest != 0 {
            let square = Square::lowest(rest);
            rest &= rest - 1;
            let flips = body.flips(square, board.own, board.opponent);
            if self.empties_to_winner && flips == board.opponent {
                return self.cells;
            }
            moves.push(Ranked { square, after: board.place(square, flips), rank: 0 });
        }

        // Step 4. A child that the table already knows to be good enough.
        let empties = (self.board & !board.occupied()).count_ones();
        if empties >= TABLE_CUTS
            && let Some(bound) = self.table_cut(&moves, alpha)
        {
            return bound;
        }

        // Step 5. The moves in the order of their rank, until one is good enough.
        self.rank(body, &mut moves, known, parity, empties);
        let (mut best, mut best_moves) = (NO_MOVE, [moves[0].square; 2]);
        for i in 0..moves.len() {
            let Ranked { square, after, .. } = take_first(&mut moves[i..]);
            let parity = parity.after(square);
            let score = -self.ask(body, after, -alpha - 1, parity);
            if self.stopped {
                return alpha;
            }
            if score > best {
                best = score;
                best_moves = [square, if i == 0 { square } else { best_moves[0] }];
                if score > alpha {
                    break;
                }
            }
        }

        // Step 6. Remember.
        let (mut lower, mut upper) = known.map_or((-self.cells, self.cells), |entry| (entry.lower, entry.upper));
        if best > alpha {
            lower = best;
        } else {
            upper = best;
        }
        line.keep(board, Entry { lower, upper, moves: best_moves }, self.nodes - nodes_before, self.run);
        best
    }

    /// A lower bound above `alpha` that the table holds for one of the moves.
    #[inline(always)]
    fn table_cut(&self, moves: &[Ranked], alpha: i32) -> Option<i32> {
        for ranked in moves {
            self.memory.prefetch(index(ranked.after));
        }
        for ranked in moves {
            if let Some(entry) = self.memory.line(index(ranked.after)).find(ranked.after)
                && -entry.upper > alpha
            {
                return Some(-entry.upper);
            }
        }
        None
    }

    /// Ranks the moves. The table's moves come first.
    #[inline(always)]
    fn rank<const LEVEL: u8>(
        &mut self,
        body: Body<LEVEL>,
        moves: &mut [Ranked],
        known: Option<Entry>,
        parity: Parity,
        empties: u32,
    ) {
        if moves.len() == 1 {
            return;
        }
        let odd = parity.odd_squares();
        let depth = LOOK_AHEAD.iter().find(|(from, _)| empties >= *from).map(|(_, depth)| *depth);
        for ranked in moves.iter_mut() {
            let bonus = if ranked.square.bit() & odd != 0 { ODD_QUADRANT } else { 0 };
            ranked.rank = match depth {
                Some(depth) => bonus - self.guess(body, ranked.after, depth, -GUESS_LIMIT, GUESS_LIMIT),
                None => bonus + self.quick_rank(body, ranked.after),
            };
            if let Some(entry) = known {
                if ranked.square == entry.moves[0] {
                    ranked.rank += 1 << 21;
                } else if ranked.square == entry.moves[1] {
                    ranked.rank += 1 << 20;
                }
            }
        }
    }

    /// How little a move leaves to the opponent.
    #[inline(always)]
    fn quick_rank<const LEVEL: u8>(&self, body: Body<LEVEL>, after: Board) -> i32 {
        let Board { own, opponent } = after;
        let replies = weighted(body.moves(own, opponent) & self.board);
        let open = weighted(open_sides(opponent, own | opponent));
        let edges = stable_edges(opponent, own).count_ones() as i32;
        4 * edges - 16 * replies - open
    }

    at_every_level! {
        /// The evaluator's view of a board after `depth` more moves.
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

/// Brings the move of the highest rank to the front, the first of equals, and gives it.
#[inline(always)]
fn take_first(moves: &mut [Ranked]) -> Ranked {
    let mut best = 0;
    for i in 1..moves.len() {
        if moves[i].rank > moves[best].rank {
            best = i;
        }
    }
    moves.swap(0, best);
    moves[0]
}
