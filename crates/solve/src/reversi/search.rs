//! Null-window alpha-beta over the endgame: is the score of this board above `alpha`?
//!
//! A [`Search`] belongs to one thread; what threads share is behind `&`. A result above `alpha` is a lower bound of
//! the score, any other an upper bound. Once [`Search::stopped`] is set, results mean nothing and nothing is remembered.

use super::ReversiSolver;
use super::board::{Board, Parity};
use super::crew::{Crew, Found, Split};
use super::entry::{Entry, Memory, index};
use super::level::at_every_level;
use super::near::{NEAR_ENTRIES, Near};
use super::order::{Evaluator, look_ahead};
use super::stability::stable;
use crate::{Limits, Meter};
use arrayvec::ArrayVec;
use luozi_games::reversi::bits::Body;
use luozi_games::reversi::{Rules, Scoring, Square};
use std::sync::Arc;

/// Below every score: the side has no move.
pub(super) const NO_MOVE: i32 = -1000;

/// No side ever has more moves (a board of 8x8 has at most 33).
const MOST_MOVES: usize = 40;

/// Nodes between two looks at the limits.
const NODES_PER_LOOK: u64 = 1024;

/// From this many empty squares on, the children are looked up before any is searched.
const TABLE_CUTS: u32 = 9;

/// By empty squares (15 for more): stable discs are looked for only where `alpha` is so high that they may be enough.
const STABILITY_PAYS: [i32; 16] = [64, 64, 64, 64, 6, 8, 10, 12, 14, 14, 16, 18, 20, 20, 22, 24];

/// One thread's search.
pub(super) struct Search<'s, E> {
    pub(super) rules: &'s Rules,
    pub(super) memory: &'s Memory,
    pub(super) evaluator: &'s E,
    pub(super) meter: Meter<'s>,
    /// The squares of the board, their number, and its corners.
    pub(super) board: u64,
    pub(super) cells: i32,
    pub(super) corners: u64,
    pub(super) nodes: u64,
    /// Nodes the meter has been told of.
    pub(super) metered: u64,
    pub(super) run: u32,
    /// A limit was met, or the split in which this thread works has its answer.
    pub(super) stopped: bool,
    pub(super) near: Box<[Near; NEAR_ENTRIES]>,
    /// `alpha` as the side sees it that is expected to show more: where it is the other's turn, all moves should fail. No
    /// such value where nothing is expected.
    pub(super) proving: i32,
    pub(super) crew: &'s Crew,
    /// The innermost split in which this thread works.
    pub(super) split: Option<Arc<Split>>,
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
    pub(super) fn new(solver: &'s ReversiSolver<E>, limits: &Limits<'s>, crew: &'s Crew) -> Search<'s, E> {
        let rules = &solver.rules;
        Search {
            rules,
            memory: &solver.memory,
            evaluator: &solver.evaluator,
            meter: Meter::new(limits),
            board: rules.board(),
            cells: rules.board().count_ones() as i32,
            corners: rules.at_corners(0),
            nodes: 0,
            metered: 0,
            run: solver.run,
            stopped: false,
            near: Box::new([Near::default(); NEAR_ENTRIES]),
            proving: NO_MOVE,
            crew,
            split: None,
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
        if alpha < STABILITY_PAYS[(empties as usize).min(15)] {
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

    /// Looks at the limits, at the other threads, and at whether the answer is still needed.
    #[cold]
    pub(super) fn look(&mut self) {
        self.meter.count_many(self.nodes - self.metered);
        self.metered = self.nodes;
        if let Some(reason) = self.meter.stopped() {
            self.crew.stop(reason);
        }
        self.stopped = self.crew.stopped().is_some() || self.split.as_ref().is_some_and(|split| split.is_over());
    }

    at_every_level! {
        /// Is the score above `alpha`? Eight empty squares or more.
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
        let empties = (self.board & !board.occupied()).count_ones();
        let mut moves = RankedMoves::new();
        let mut rest = placements;
        while rest != 0 {
            let square = Square::lowest(rest);
            rest &= rest - 1;
            let flips = body.flips(square, board.own, board.opponent);
            if self.empties_to_winner && flips == board.opponent {
                return self.cells;
            }
            let after = board.place(square, flips);
            if empties >= TABLE_CUTS {
                self.memory.prefetch(index(after));
            }
            moves.push(Ranked { square, after, rank: 0 });
        }

        // Step 4. Ranks, and a child that the table already knows to be good enough. Counting is done while the
        // table's lines are on their way; looking ahead is dear, so it waits for them, and for the move that is known to
        // be good.
        let look_ahead = look_ahead::<E>(empties);
        if look_ahead.is_none() {
            self.rank_by_counting(body, &mut moves, parity);
        }
        if empties >= TABLE_CUTS
            && let Some(bound) = self.table_cut(&moves, alpha)
        {
            return bound;
        }
        let mut found = Found::nothing(moves[0].square);
        let mut searched = 0;
        if let Some(depth) = look_ahead {
            let first = known.map(|entry| entry.moves[0]).or_else(|| self.evaluator.recalled(board));
            if let Some(place) = first.and_then(|first| moves.iter().position(|ranked| ranked.square == first)) {
                moves.swap(0, place);
                let Ranked { square, after, .. } = moves[0];
                let score = -self.ask(body, after, -alpha - 1, parity.after(square));
                found.add(square, score);
                searched = 1;
            }
            if found.score <= alpha {
                self.rank_by_looking_ahead(body, &mut moves[searched..], parity, depth);
            }
        }
        if let Some(entry) = known {
            entry.prefer(&mut moves[searched..]);
        }

        // Step 5. The moves in the order of their rank, until one is good enough; with help when the first ones were not.
        for i in searched..moves.len() {
            if found.score > alpha {
                break;
            }
            if i + 1 < moves.len() && self.may_share(empties, alpha, i) {
                found = self.share(body, &mut moves[i..], alpha, parity, found);
                break;
            }
            let Ranked { square, after, .. } = take_first(&mut moves[i..]);
            let score = -self.ask(body, after, -alpha - 1, parity.after(square));
            found.add(square, score);
        }
        if self.stopped {
            return alpha;
        }

        // Step 6. Remember.
        let (mut lower, mut upper) = known.map_or((-self.cells, self.cells), |entry| (entry.lower, entry.upper));
        if found.score > alpha {
            lower = found.score;
        } else {
            upper = found.score;
        }
        line.keep(board, Entry { lower, upper, moves: found.moves }, self.nodes - nodes_before, self.run);
        found.score
    }

    /// A lower bound above `alpha` that the table holds for one of the moves.
    #[inline(always)]
    fn table_cut(&self, moves: &[Ranked], alpha: i32) -> Option<i32> {
        for ranked in moves {
            if let Some(entry) = self.memory.line(index(ranked.after)).find(ranked.after)
                && -entry.upper > alpha
            {
                return Some(-entry.upper);
            }
        }
        None
    }
}

/// Brings the move of the highest rank to the front, the first of equals, and gives it.
#[inline(always)]
pub(super) fn take_first(moves: &mut [Ranked]) -> Ranked {
    let mut best = 0;
    for i in 1..moves.len() {
        if moves[i].rank > moves[best].rank {
            best = i;
        }
    }
    moves.swap(0, best);
    moves[0]
}
