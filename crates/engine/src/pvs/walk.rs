//! Principal-variation search below one position.
//!
//! Values are whole units of [`UNITS_PER_DISC`] for the side to move; a finished game is worth its difference of discs,
//! the empty squares counted for the winner, in the same units. A value above the window is a lower bound, one below it
//! an upper bound. Once [`Walker::stopped`] is set, values mean nothing and nothing is remembered.

use super::entry::{Entry, Memory, index, key};
use super::probcut::{self, FITTED, SURE, SURETIES};
use super::scout::Scout;
use arrayvec::ArrayVec;
use luozi_core::cpu::{Kernel, recurse};
use luozi_eval::mosaic::{Indices, Mosaic};
use luozi_eval::patterns::UNITS_PER_DISC;
use luozi_games::reversi::bits::Body;
use luozi_games::reversi::{Square, squares};
use luozi_solve::reversi::{Asker, Board, stable};
use luozi_solve::{Meter, Stopped};

/// The value of a board full of own discs.
pub(super) const ALL: i32 = 64 * UNITS_PER_DISC;
/// Evaluations stay below what only a finished game can be worth.
const MOST_GUESSED: i32 = ALL - UNITS_PER_DISC;
/// No side ever has more moves.
const MOST_MOVES: usize = 40;
/// Depths up to this have no table and no order but that of the squares.
const SHALLOW: u32 = 2;
/// At this depth the evaluation alone may cut, where it is known already. Above it multi-probcut does better.
const JUDGED_CUTS: u32 = 2;
/// A side with no more discs may be wiped out by the next moves, which no evaluation knows.
const FEW_DISCS: u32 = 4;
/// From this depth on the children are looked up before any is searched.
const TABLE_CUTS: u32 = 5;
/// Endings with at most so many empty squares are the solver's: where cuts may be wrong, and where they may not.
const ENDING: [u32; 2] = [11, 14];
/// Moves are ranked by so many plies of search from such a depth on.
const RANK_BY: [(u32, u32); 2] = [(13, 2), (8, 1)];
/// The same by empty squares, where the end of the game is searched and cuts are at least so sure.
pub(super) const RANK_ENDINGS_BY: [(u32, u32); 4] = [(21, 4), (18, 3), (16, 2), (15, 1)];
const ENDINGS_FROM: u32 = SURE - 1;
/// What each reply takes from the rank of a move there: among moves that look alike, the one that leaves the smaller tree.
pub(super) const REPLY: i32 = 200;
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Squares in the order in which they are tried where nothing else is known: corners, the middle, edges, beside corners.
const SQUARE_ORDER: [u64; 4] = [
    0x8100_0000_0000_0081,
    0x0000_3C3C_3C3C_0000,
    0x3C00_8181_8181_003C | 0x003C_4242_4242_3C00,
    0x42C3_0000_0000_C342,
];

/// A position on the way, with what the evaluation needs of it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) own: u64,
    pub(super) opponent: u64,
    indices: Indices,
    /// The evaluation, once it was asked for: whoever ranks moves has judged what is searched next.
    judged: Option<i32>,
}

impl Node {
    pub(super) fn new(own: u64, opponent: u64) -> Node {
        Node { own, opponent, indices: Indices::of(own, opponent), judged: None }
    }

    #[inline(always)]
    pub(super) fn after(&self, square: Square, flips: u64) -> Node {
        Node {
            own: self.opponent ^ flips,
            opponent: self.own ^ flips ^ square.bit(),
            indices: self.indices.after(square, flips),
            judged: None,
        }
    }

    #[inline(always)]
    pub(super) fn pass(&self) -> Node {
        Node { own: self.opponent, opponent: self.own, indices: self.indices.exchanged(), judged: None }
    }

    #[inline(always)]
    pub(super) fn empties(&self) -> u32 {
        (self.own | self.opponent).count_zeros()
    }

    #[inline(always)]
    pub(super) fn key(&self) -> u64 {
        key(self.own, self.opponent)
    }

    /// What a finished game is worth.
    #[inline(always)]
    fn final_value(&self) -> i32 {
        let (own, opponent) = (self.own.count_ones() as i32, self.opponent.count_ones() as i32);
        let empties = 64 - own - opponent;
        let difference = own - opponent;
        (difference + difference.signum() * empties) * UNITS_PER_DISC
    }
}

/// A move and the position after it, with its place in the order: more is earlier.
struct Ranked {
    square: Square,
    node: Node,
    rank: i32,
}

/// One thread's search.
pub(super) struct Walker<'s, 'a> {
    pub(super) mosaic: &'s Mosaic,
    pub(super) memory: &'s Memory,
    /// Who answers for endings; without, they are walked.
    pub(super) asker: Option<&'s mut Asker<'a, Scout>>,
    pub(super) meter: Meter<'s>,
    pub(super) age: u8,
    pub(super) surety: u32,
    pub(super) evaluations: u64,
    pub(super) stopped: Option<Stopped>,
}

/// A step of the recursion, in the instructions of its caller.
struct Step<'w, 's, 'a> {
    walker: &'w mut Walker<'s, 'a>,
    node: &'w Node,
    depth: u32,
    window: (i32, i32),
}

impl Kernel for Step<'_, '_, '_> {
    type Output = i32;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> i32 {
        // SAFETY: the level is the kernel's.
        let body = unsafe { Body::<LEVEL>::in_kernel() };
        self.walker.search(body, self.node, self.depth, self.window.0, self.window.1)
    }
}

impl Walker<'_, '_> {
    /// The evaluation of a position.
    #[inline(always)]
    pub(super) fn judge<const LEVEL: u8>(&mut self, body: Body<LEVEL>, node: &Node) -> i32 {
        if let Some(units) = node.judged {
            return units;
        }
        self.evaluations += 1;
        let units = self.mosaic.units(body, &node.indices, node.own, node.opponent);
        units.clamp(-MOST_GUESSED, MOST_GUESSED)
    }

    /// The value of a position after `depth` more moves.
    #[inline(always)]
    pub(super) fn walk<const LEVEL: u8>(
        &mut self,
        _body: Body<LEVEL>,
        node: &Node,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        recurse::<LEVEL, _>(Step { walker: self, node, depth, window: (alpha, beta) })
    }

    #[inline(always)]
    fn search<const LEVEL: u8>(&mut self, body: Body<LEVEL>, node: &Node, depth: u32, alpha: i32, beta: i32) -> i32 {
        // Step 1. Limits, leaves, endings, passes, and what the evaluation alone makes likely.
        if !self.meter.count() {
            self.stopped = self.meter.stopped();
            return alpha;
        }
        if depth == 0 {
            return self.judge(body, node);
        }
        let empties = node.empties();
        if depth >= empties
            && empties <= ENDING[usize::from(self.surety == SURE)]
            && let Some(value) = self.ask(body, node, alpha, beta)
        {
            return value;
        }
        let moves = body.moves(node.own, node.opponent);
        if moves == 0 {
            if body.moves(node.opponent, node.own) == 0 {
                return node.final_value();
            }
            return -self.walk(body, &node.pass(), depth, -beta, -alpha);
        }
        let null_window = beta == alpha + 1;
        if depth == JUDGED_CUTS
            && null_window
            && depth < empties
            && self.surety < SURE
            && node.own.count_ones().min(node.opponent.count_ones()) > FEW_DISCS
            && let Some(guess) = node.judged
        {
            let far = self.far(empties, depth, 0);
            if guess > alpha + far {
                return alpha + 1;
            }
            if guess <= alpha - far {
                return alpha;
            }
        }
        if depth <= SHALLOW {
            return self.shallow(body, node, moves, depth, alpha, beta);
        }

        // Step 2. What stable discs prove about the end of the game, and what the table knows.
        let depth = depth.min(empties);
        if depth >= empties
            && let Some(bound) = stability_cut(node, alpha)
        {
            return bound;
        }
        let key = node.key();
        let line = self.memory.line(index(key));
        let known = line.find(key);
        let (mut lower, mut upper) = (-ALL, ALL);
        if let Some(entry) = known
            && entry.depth >= depth
            && entry.surety >= self.surety
        {
            if entry.lower >= beta || entry.lower == entry.upper {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
            if entry.depth == depth && entry.surety == self.surety {
                (lower, upper) = (entry.lower, entry.upper);
            }
        }

        // Step 3. A shallow search far outside of the window.
        if null_window
            && depth >= probcut::LEAST_DEPTH
            && self.surety < SURE
            && let Some(value) = self.probcut(body, node, depth, alpha)
        {
            return value;
        }

        // Step 4. The moves; a child that the table already knows to be good enough.
        let mut ranked: ArrayVec<Ranked, MOST_MOVES> = ArrayVec::new();
        for square in squares(moves) {
            let flips = body.flips(square, node.own, node.opponent);
            if flips == node.opponent {
                return ALL;
            }
            ranked.push(Ranked { square, node: node.after(square, flips), rank: 0 });
        }
        if null_window && depth >= TABLE_CUTS {
            for child in &ranked {
                if let Some(entry) = self.memory.line(index(child.node.key())).find(child.node.key())
                    && entry.depth + 1 >= depth
                    && entry.surety >= self.surety
                    && -entry.upper >= beta
                {
                    return -entry.upper;
                }
            }
        }

        // Step 5. The move of the table first, then the others in the order of their ranks, until one is good enough. They
        // are ranked only when they are needed.
        let hinted = known.and_then(|entry| ranked.iter().position(|child| child.square == entry.best));
        if let Some(place) = hinted {
            ranked.swap(0, place);
        }
        let unranked = usize::from(hinted.is_some());
        let (mut best, mut best_move) = (-ALL - 1, ranked[0].square);
        let mut reached = alpha;
        for number in 0..ranked.len() {
            if number == unranked {
                self.rank(body, &mut ranked[unranked..], depth);
            }
            if number >= unranked {
                let next = (number..ranked.len()).max_by_key(|&i| (ranked[i].rank, usize::MAX - i)).unwrap_or(number);
                ranked.swap(number, next);
            }
            let Ranked { square, node: child, .. } = &ranked[number];
            let mut value = 0;
            let narrow = number > 0 && !null_window;
            if narrow {
                value = -self.walk(body, child, depth - 1, -reached - 1, -reached);
            }
            if !narrow || (value > reached && value < beta) {
                value = -self.walk(body, child, depth - 1, -beta, -reached);
            }
            if self.stopped.is_some() {
                return alpha;
            }
            if value > best {
                (best, best_move) = (value, *square);
                reached = reached.max(best);
                if best >= beta {
                    break;
                }
            }
        }

        // Step 6. Remember.
        if best >= beta {
            lower = lower.max(best);
            upper = upper.max(lower);
        } else if best > alpha {
            (lower, upper) = (best, best);
        } else {
            upper = upper.min(best);
            lower = lower.min(upper);
            if let Some(entry) = known {
                best_move = entry.best;
            }
        }
        let entry = Entry { lower, upper, depth, surety: self.surety, best: best_move };
        line.keep(key, entry, self.age);
        best
    }

    /// Ranks moves by a few plies of search.
    #[inline(always)]
    fn rank<const LEVEL: u8>(&mut self, body: Body<LEVEL>, moves: &mut [Ranked], depth: u32) {
        if moves.len() < 2 {
            return;
        }
        let empties = moves[0].node.empties() + 1;
        let ending = depth >= empties && self.surety >= ENDINGS_FROM;
        let plies = match ending {
            true => RANK_ENDINGS_BY.iter().find(|(from, _)| empties >= *from),
            false => RANK_BY.iter().find(|(from, _)| depth >= *from),
        };
        let plies = plies.map_or(0, |(_, plies)| *plies);
        for child in moves {
            child.rank = match plies {
                0 => {
                    let units = self.judge(body, &child.node);
                    child.node.judged = Some(units);
                    -units
                }
                _ => -self.walk(body, &child.node, plies, -ALL, ALL),
            };
            if ending {
                let replies = body.moves(child.node.own, child.node.opponent);
                child.rank -= REPLY * (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
            }
        }
    }

    /// One or two plies: no table, and moves in the order of the squares.
    #[inline(always)]
    fn shallow<const LEVEL: u8>(
        &mut self,
        body: Body<LEVEL>,
        node: &Node,
        moves: u64,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut best = -ALL - 1;
        for set in SQUARE_ORDER {
            for square in squares(moves & set) {
                let flips = body.flips(square, node.own, node.opponent);
                if flips == node.opponent {
                    return ALL;
                }
                let child = node.after(square, flips);
                let value = if depth == 1 {
                    self.meter.count();
                    -self.judge(body, &child)
                } else {
                    -self.walk(body, &child, depth - 1, -beta, -alpha.max(best))
                };
                best = best.max(value);
                if best >= beta {
                    return best;
                }
            }
        }
        best
    }

    /// The value of an ending, exact within the window; `None` without a solver.
    #[inline(always)]
    fn ask<const LEVEL: u8>(&mut self, body: Body<LEVEL>, node: &Node, alpha: i32, beta: i32) -> Option<i32> {
        if node.empties() == 0 {
            return Some(node.final_value());
        }
        let asker = self.asker.as_deref_mut()?;
        let board = Board { own: node.own, opponent: node.opponent };
        let before = asker.nodes();
        // Scores are even, so above an odd number is above the even one below it.
        let mut target = alpha.div_euclid(UNITS_PER_DISC);
        let value = loop {
            let Some(bound) = asker.above(body, board, target) else {
                self.meter.count_many(asker.nodes() - before);
                self.stopped = self.meter.stopped().or(Some(Stopped::Nodes));
                return Some(alpha);
            };
            if bound <= target || bound * UNITS_PER_DISC >= beta {
                break bound;
            }
            target = bound;
        };
        if !self.meter.count_many(asker.nodes() - before) {
            self.stopped = self.meter.stopped();
        }
        Some(value * UNITS_PER_DISC)
    }

    /// So many units a shallow search must lie outside of the window to stand for a deep one.
    #[inline(always)]
    fn far(&self, empties: u32, depth: u32, shallow: u32) -> i32 {
        (SURETIES[self.surety as usize] * FITTED.discs(empties, depth, shallow) * f64::from(UNITS_PER_DISC)) as i32
    }

    /// A value outside of the null window that a shallow search makes likely.
    #[inline(always)]
    fn probcut<const LEVEL: u8>(&mut self, body: Body<LEVEL>, node: &Node, depth: u32, alpha: i32) -> Option<i32> {
        let shallow = probcut::shallow(depth);
        let far = self.far(node.empties(), depth, shallow);
        let guess = self.judge(body, node);
        let (high, low) = (alpha + 1 + far, alpha - far);
        if high < ALL && guess >= alpha && self.walk(body, node, shallow, high - 1, high) >= high {
            return self.stopped.is_none().then_some(alpha + 1);
        }
        if low > -ALL && guess <= alpha && self.walk(body, node, shallow, low, low + 1) <= low {
            return self.stopped.is_none().then_some(alpha);
        }
        None
    }
}

/// An upper bound at or below `alpha` that stable discs alone prove.
#[inline(always)]
fn stability_cut(node: &Node, alpha: i32) -> Option<i32> {
    let most = ALL - 2 * UNITS_PER_DISC * node.opponent.count_ones() as i32;
    if alpha < most || alpha < 16 * UNITS_PER_DISC {
        return None;
    }
    let bound = ALL - 2 * UNITS_PER_DISC * stable(node.opponent, node.own).count_ones() as i32;
    (bound <= alpha).then_some(bound)
}
