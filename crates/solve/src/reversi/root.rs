//! The questions about one position, until its score is known.

use super::board::{Board, Parity};
use super::crew::Crew;
use super::order::Evaluator;
use super::search::{NO_MOVE, Search};
use super::{ReversiSolver, Scouted, Solution};
use crate::{Limits, Progress};
use luozi_core::cpu::Kernel;
use luozi_core::{Bounds, Game, MoveList, Score, sort_few_by_key};
use luozi_games::reversi::bits::{Body, PORTABLE};
use luozi_games::reversi::{Position, Scoring, Square};
use std::panic::resume_unwind;

/// With fewer empty squares hardly any position is symmetric, and looking for symmetries would be felt.
const SYMMETRIC_EMPTIES: u32 = 12;

/// A question from outside about an unfinished game.
pub(super) struct Root<'q, 'l, E> {
    pub(super) solver: &'q ReversiSolver<E>,
    pub(super) position: &'q Position,
    pub(super) scouted: &'q Scouted,
    /// Scores of the mover; what lies outside need not be exact.
    pub(super) window: (i32, i32),
    pub(super) limits: &'q Limits<'l>,
    pub(super) progress: &'q mut dyn FnMut(Progress),
}

/// A move at the root and the board after it.
#[derive(Clone, Copy)]
struct RootMove {
    square: Square,
    after: Board,
}

impl<E: Evaluator> Kernel for Root<'_, '_, E> {
    type Output = Solution<Square>;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> Solution<Square> {
        // SAFETY: the level is the kernel's.
        let body = unsafe { Body::<LEVEL>::in_kernel() };
        self.solve(body)
    }
}

impl<E: Evaluator> Root<'_, '_, E> {
    fn solve<const LEVEL: u8>(self, body: Body<LEVEL>) -> Solution<Square> {
        let (solver, crew) = (self.solver, Crew::default());
        let limits = self.limits.shared_by(solver.threads);
        std::thread::scope(|scope| {
            let helper = || {
                let mut search = Search::new(solver, &limits, &crew);
                search.help(body);
                search.nodes
            };
            let helpers: Vec<_> = (1..solver.threads).map(|_| scope.spawn(helper)).collect();
            let on_duty = crew.on_duty();
            let mut search = Search::new(solver, &limits, &crew);
            let scouted = self.scouted.nodes;
            search.meter.count_many(scouted.div_ceil(solver.threads as u64));
            let mut solution = self.narrow(body, search);
            solution.nodes += scouted;
            drop(on_duty);
            for helper in helpers {
                solution.nodes += helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            solution
        })
    }

    /// Asks until the bounds meet or leave the window.
    fn narrow<const LEVEL: u8>(self, body: Body<LEVEL>, mut search: Search<'_, E>) -> Solution<Square> {
        search.look();
        let rules = &self.solver.rules;
        let mut moves = self.moves();
        let most = i32::from(rules.score_limit(self.position));
        let (mut lower, mut upper) = (-most, most);
        let mut best = None;
        let mut questions = Questions::new(rules.scoring(), self.scouted);
        while !search.stopped && lower < upper && lower < self.window.1 && upper > self.window.0 {
            let least = (lower + 1).max(self.window.0.saturating_add(1));
            let target = questions.next(lower, upper).clamp(least, upper.min(self.window.1));
            search.proving = match questions.expects_success() {
                Some(true) => target - 1,
                Some(false) => -target,
                None => NO_MOVE,
            };
            let bound = search.ask_root(body, &mut moves, target - 1, Parity::of(rules.empties(self.position)));
            if search.stopped {
                break;
            }
            if bound >= target {
                lower = bound;
                best = Some(moves[0].square);
            } else {
                upper = bound;
            }
            questions.answered(bound >= target);
            let bounds = self.bounds(lower, upper);
            (self.progress)(Progress { bounds, nodes: self.scouted.nodes + search.nodes });
        }
        if lower == upper && best.is_none() {
            // Nothing was shown to be better than the least possible score, which every move reaches.
            best = Some(moves[0].square);
        }
        let stopped = if search.stopped { search.crew.stopped() } else { None };
        Solution { bounds: self.bounds(lower, upper), best, nodes: search.nodes, stopped }
    }

    /// The moves, the one that is believed to be best first; of those that symmetries of the position make one another only
    /// one.
    fn moves(&self) -> Vec<RootMove> {
        let (rules, mut moves) = (&self.solver.rules, MoveList::new());
        rules.legal_moves(self.position, &mut moves);
        let board = Board { own: self.position.own(), opponent: self.position.opponent() };
        let flips = |square: Square| PORTABLE.flips(square, board.own, board.opponent);
        let mut moves: Vec<RootMove> =
            moves.iter().map(|&square| RootMove { square, after: board.place(square, flips(square)) }).collect();
        let place = |square| self.scouted.moves.iter().position(|&other| other == square).unwrap_or(usize::MAX);
        sort_few_by_key(&mut moves, |root| place(root.square));
        if rules.empties(self.position).count_ones() < SYMMETRIC_EMPTIES {
            return moves;
        }
        let keeps = |&symmetry: &usize| rules.transform(self.position, symmetry) == *self.position;
        let symmetries: Vec<usize> = (0..rules.symmetries()).filter(keeps).collect();
        let mut kept: Vec<RootMove> = Vec::with_capacity(moves.len());
        for root in moves {
            let mut images = symmetries.iter().map(|&symmetry| rules.transform_move(root.square, symmetry));
            if !images.any(|image| kept.iter().any(|other| other.square == image)) {
                kept.push(root);
            }
        }
        kept
    }

    /// The mover's bounds as the first player sees them.
    fn bounds(&self, lower: i32, upper: i32) -> Bounds {
        let mover = self.solver.rules.to_move(self.position);
        let (a, b) = (Score::for_player(mover, lower as i16), Score::for_player(mover, upper as i16));
        Bounds { lower: a.min(b), upper: a.max(b) }
    }
}

impl<E: Evaluator> Search<'_, E> {
    /// Is the score of the root above `alpha`? A move that shows it comes to the front of the list.
    fn ask_root<const LEVEL: u8>(
        &mut self,
        body: Body<LEVEL>,
        moves: &mut [RootMove],
        alpha: i32,
        parity: Parity,
    ) -> i32 {
        self.nodes += 1;
        let mut best = i32::MIN;
        for i in 0..moves.len() {
            let RootMove { square, after } = moves[i];
            let parity = if square == Square::PASS { parity } else { parity.after(square) };
            let score = -self.ask(body, after, -alpha - 1, parity);
            if self.stopped {
                return best;
            }
            best = best.max(score);
            if score > alpha {
                moves[..=i].rotate_right(1);
                break;
            }
        }
        best
    }
}

/// Chooses the next target between two bounds: from what is believed in steps that grow while the answers agree, then halfway
/// between the bounds.
struct Questions {
    /// No two scores are nearer than this.
    unit: i32,
    /// The first target.
    first: i32,
    /// Somebody has looked before and found it.
    believed: bool,
    step: i32,
    /// The last answer: the target was reached.
    reached: Option<bool>,
    /// Some target was reached and some was not.
    between: bool,
}

impl Questions {
    fn new(scoring: Scoring, scouted: &Scouted) -> Questions {
        let unit = match scoring {
            Scoring::EmptiesToWinner => 2,
            Scoring::Difference => 1,
        };
        let first = i32::from(scouted.score) / unit * unit;
        Questions { unit, first, believed: !scouted.moves.is_empty(), step: unit, reached: None, between: false }
    }

    fn next(&self, lower: i32, upper: i32) -> i32 {
        match self.reached {
            _ if self.between => lower + ((upper - lower) / 2 / self.unit).max(1) * self.unit,
            None => self.first,
            Some(true) => (lower + self.step).min(upper),
            Some(false) => (upper - self.step + self.unit).max(lower + self.unit),
        }
    }

    /// Whether the next target is expected to be reached: what is believed is, and what lies beyond it is not.
    fn expects_success(&self) -> Option<bool> {
        (self.believed && !self.between).then_some(self.reached != Some(true))
    }

    fn answered(&mut self, reached: bool) {
        self.between |= self.reached == Some(!reached);
        self.step *= if self.reached == Some(reached) { 2 } else { 1 };
        self.reached = Some(reached);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::reversi::Rules;

    #[test]
    fn of_moves_that_are_images_of_each_other_one_is_asked_about() {
        for size in [4, 6, 8] {
            let rules = Rules::new(size, Scoring::Difference).unwrap();
            let solver = ReversiSolver::new(&rules, 1 << 12);
            let moves = |position: &Position, believed: &[Square]| {
                let scouted = Scouted { moves: believed.to_vec(), ..Scouted::default() };
                let (limits, progress) = (&Limits::none(), &mut |_: Progress| {});
                let root = Root { solver: &solver, position, scouted: &scouted, window: (-64, 64), limits, progress };
                root.moves().iter().map(|root| root.square).collect::<Vec<_>>()
            };
            let mut position = rules.initial();
            let mut legal = MoveList::new();
            rules.legal_moves(&position, &mut legal);
            assert_eq!(legal.len(), 4, "the four first moves are one");
            for &believed in &legal {
                assert_eq!(moves(&position, &[believed]), [believed]);
            }
            // No symmetry keeps the board after it.
            rules.play_unchecked(&mut position, legal[0]);
            rules.legal_moves(&position, &mut legal);
            assert_eq!(moves(&position, &[]).len(), legal.len());
        }
    }
}
