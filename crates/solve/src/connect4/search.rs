//! The search itself: is a score at least so much?
//!
//! Every question is a null window, so a node gets one number, `target`, and answers with a bound: `>= target` means
//! that the score is at least the answer, `< target` that it is at most the answer. Nodes are quiet boards (see
//! [`Quiet`]); a node looks at all its children before it enters any, because most are decided by forced play, by
//! static bounds or by the table, and one of them may already answer the question.

use super::board::{Board, Quiet, Settled};
use super::entry::Entry;
use super::memory::{Key, Memory};
use super::word::SearchWord;
use crate::Meter;
use arrayvec::ArrayVec;
use luozi_core::cpu::{self, Kernel};
use luozi_core::sort_few_by_key;
use luozi_games::connect4::{Column, MAX_COLS};

/// Boards with fewer cells left are not worth a table entry: searching them again is faster.
const TABLE_CELLS: i16 = 10;
/// How much a move that forces the reply comes before others, in the units of [`Lines::order`](super::lines::Lines::order).
const FORCING_ORDER: i32 = 60;
/// The same for the move that an earlier visit liked best.
const HINT_ORDER: i32 = 50;

/// One run of the search.
pub struct Search<'m, 'l, W: SearchWord, E: Entry<W>> {
    /// What outlives the run.
    pub memory: &'m mut Memory<W, E>,
    /// Counts nodes and says when to stop.
    pub meter: Meter<'l>,
}

/// A quiet board to be searched.
#[derive(Clone, Copy)]
struct Node<W> {
    board: Board<W>,
    safe: W,
    key: Key<W>,
    /// The column that an earlier visit liked best.
    hint: Option<Column>,
}

impl<W: SearchWord> Node<W> {
    #[inline(always)]
    fn new<E: Entry<W>>(memory: &Memory<W, E>, quiet: &Quiet<W>) -> Node<W> {
        Node { board: quiet.board, safe: quiet.safe, key: memory.key(&quiet.board), hint: None }
    }
}

/// A child that its parent could not decide.
#[derive(Clone, Copy)]
struct Child<W> {
    node: Node<W>,
    /// Is the parent's mover to move, after forced replies?
    same_mover: bool,
    column: Column,
    order: i32,
}

/// A bound, and the column that proves it when it is a lower one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// At least this if it reaches the target, at most this if not.
    pub bound: i16,
    /// A move that reaches `bound`, or else the most promising one.
    pub column: Column,
}

impl<W: SearchWord, E: Entry<W>> Search<'_, '_, W, E> {
    /// Answers whether the score of `quiet`, for its mover, is at least `target`. `None` when the meter stopped it.
    pub fn ask(&mut self, quiet: &Quiet<W>, target: i16) -> Option<Answer> {
        let node = Node::new(self.memory, quiet);
        let first = Column((quiet.safe.lowest() / self.memory.masks.stride()) as u8);
        if let Some(bound) = self.static_bound(quiet, target) {
            return Some(Answer { bound, column: first });
        }
        let answer = cpu::dispatch(Visit { search: self, node, target });
        self.meter.stopped().is_none().then_some(answer)
    }

    /// A bound that answers `target` for a quiet board without looking ahead.
    #[inline(always)]
    fn static_bound(&self, quiet: &Quiet<W>, target: i16) -> Option<i16> {
        let board = &quiet.board;
        // 1. Nobody wins within two plies of a quiet board.
        let upper = board.win_in(3);
        if upper < target {
            return Some(upper);
        }
        let lower = -board.win_in(4);
        if lower >= target {
            return Some(lower);
        }
        // 2. Nobody wins without a line that can still be completed.
        self.memory.lines.bound(&self.memory.masks, board, target)
    }

    /// One node. The answer means nothing once the meter has stopped.
    #[inline(always)]
    fn visit<const LEVEL: u8>(&mut self, node: &Node<W>, target: i16) -> Answer {
        let mut best = Answer { bound: i16::MIN, column: Column(0) };
        if !self.meter.count() {
            return best;
        }
        let nodes_before = self.meter.nodes();
        let memory = &*self.memory;
        let (masks, stride) = (&memory.masks, memory.masks.stride());

        // Step 1. Every move that does not lose at once: forced play and static bounds decide most of them.
        let mut children = ArrayVec::<Child<W>, { MAX_COLS as usize }>::new();
        for cell in node.safe.cells() {
            let column = Column((cell / stride) as u8);
            let after = node.board.after(masks, W::bit(cell));
            let bound = match after.settle(masks) {
                Settled::Decided(score) => -score,
                Settled::Quiet(quiet) => {
                    let same_mover = quiet.turned;
                    let Some(bound) = self.static_bound(&quiet, turned_target(target, same_mover)) else {
                        let child = Node::new(memory, &quiet);
                        memory.prefetch(&child.key);
                        let forcing = if same_mover { FORCING_ORDER } else { 0 };
                        let order = memory.lines.order(masks, &after, cell) + forcing;
                        children.push(Child { node: child, same_mover, column, order });
                        continue;
                    };
                    turned_bound(bound, same_mover)
                }
            };
            if bound > best.bound {
                best = Answer { bound, column };
                if bound >= target {
                    return best;
                }
            }
        }

        // Step 2. The table may know enough about a child.
        let mut i = 0;
        while i < children.len() {
            let child = &mut children[i];
            if node.hint == Some(child.column) {
                child.order += HINT_ORDER;
            }
            i += 1;
            if child.node.board.left < TABLE_CELLS {
                continue;
            }
            let Some(known) = memory.probe(&child.node.key) else { continue };
            child.node.hint = Some(known.best);
            let child_target = turned_target(target, child.same_mover);
            let bound = match (known.lower >= child_target, known.upper < child_target) {
                (true, _) => known.lower,
                (_, true) => known.upper,
                _ => continue,
            };
            let bound = turned_bound(bound, child.same_mover);
            if bound > best.bound {
                best = Answer { bound, column: child.column };
                if bound >= target {
                    return best;
                }
            }
            i -= 1;
            children.swap_remove(i);
        }

        // Step 3. The most promising child first.
        sort_few_by_key(&mut children, |child| (-child.order, child.column));
        for child in children {
            let target_there = turned_target(target, child.same_mover);
            let answer = cpu::recurse::<LEVEL, _>(Visit { search: self, node: child.node, target: target_there });
            if self.meter.stopped().is_some() {
                return best;
            }
            let bound = turned_bound(answer.bound, child.same_mover);
            if bound > best.bound {
                best = Answer { bound, column: child.column };
                if bound >= target {
                    break;
                }
            }
        }

        // Step 4. Remember.
        if node.board.left >= TABLE_CELLS {
            let nodes = self.meter.nodes() - nodes_before;
            self.memory.store(&node.key, &node.board, best, target, nodes);
        }
        best
    }
}

/// The question for a child that answers `target` for its parent.
#[inline(always)]
fn turned_target(target: i16, same_mover: bool) -> i16 {
    if same_mover { target } else { 1 - target }
}

/// A child's bound as its parent sees it.
#[inline(always)]
fn turned_bound(bound: i16, same_mover: bool) -> i16 {
    if same_mover { bound } else { -bound }
}

/// One node as a kernel, so that the recursion stays in the body for this machine.
struct Visit<'s, 'm, 'l, W: SearchWord, E: Entry<W>> {
    search: &'s mut Search<'m, 'l, W, E>,
    node: Node<W>,
    target: i16,
}

impl<W: SearchWord, E: Entry<W>> Kernel for Visit<'_, '_, '_, W, E> {
    type Output = Answer;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> Answer {
        self.search.visit::<LEVEL>(&self.node, self.target)
    }
}
