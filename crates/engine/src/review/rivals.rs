//! The second look: before a move is blamed, those that seem better are judged as the played one was.
//!
//! Of the played move the review knows what came of it: the position after it was solved, or searched with the whole budget, and so
//! were all that followed. A rival has had a share of one search, and whichever looks best of several looks better than it is;
//! where the solver just reaches the position after the played move but not the one before, a proven loss stands
//! against a mere hope. So the positions after rivals are judged by the same solver and the same search with the same
//! budget, the most promising first, and only one that holds is better than what was played. Where the result of the played move is
//! proven, a fast solver is first asked about the position itself, with as many nodes as a review spends at the most.

use super::opinion::{Critic, Opinion, SOLVER_MISSES};
use crate::analysis::{MoveAnalysis, Proven, proven};
use crate::evaluators::Playable;
use luozi_core::{Bounds, Player, sort_few_by};

/// Rivals of a played move that are looked at again, at most; nothing is said of those behind them.
const RIVALS: usize = 4;
/// Estimates that are closer than this are the same: half of what makes a move doubtful.
pub(super) const NOISE: f64 = 0.1;

impl<G: Playable> Critic<'_, G> {
    /// Judges what seems better in `position` than the move `played`, which led to `after`, and chooses the best move by that.
    /// `None` if the review is stopped meanwhile.
    pub(super) fn look_again(
        &mut self,
        position: &G::Position,
        opinion: &mut Opinion<G>,
        played: G::Move,
        after: &Opinion<G>,
    ) -> Option<()> {
        if opinion.bounds.result().is_some() {
            return Some(());
        }
        let own = after.value.seen_by(opinion.mover).0;
        // What is proven about the played move is not set against a hope, where the solver can tell.
        let blamed = opinion.hopes().iter().any(|&(rival, hope)| rival != played && hope >= own + NOISE);
        if blamed
            && after.bounds.result().is_some()
            && let Some(mut solved) = self.solve_harder(position)
        {
            solved.visits = opinion.visits;
            *opinion = solved;
            opinion.learn(played, after);
            return Some(());
        }
        let mut best = own;
        let mut judged = vec![(played, after.clone())];
        for (rival, hope) in opinion.hopes() {
            if judged.len() > RIVALS {
                break;
            }
            if rival == played || hope < own + NOISE || hope <= best {
                continue;
            }
            let found = self.judge_aside(&self.after(position, rival), after.bounds.result().is_some())?;
            best = best.max(found.value.seen_by(opinion.mover).0);
            judged.push((rival, found));
        }
        if judged.len() > 1 {
            let all = self.rules.count_moves(position) == judged.len() as u64;
            opinion.choose(&judged, all);
            for (mv, found) in &judged {
                self.retell(position, opinion, *mv, found);
            }
            let value = |told: &MoveAnalysis| told.value.unwrap_or(-1.0);
            let best = opinion.best;
            sort_few_by(&mut opinion.moves, |(a, told_a), (b, told_b)| {
                (best == Some(*b)).cmp(&(best == Some(*a))).then(value(told_b).total_cmp(&value(told_a)))
            });
        }
        Some(())
    }

    fn after(&self, position: &G::Position, mv: G::Move) -> G::Position {
        let mut child = *position;
        self.rules.play_unchecked(&mut child, mv);
        child
    }

    /// Judges a position that is not of the game. The solver gets all its nodes where it knew what came of the played move,
    /// else a glance; what it makes of them says nothing about the positions of the game.
    fn judge_aside(&mut self, position: &G::Position, solver_knew: bool) -> Option<Opinion<G>> {
        let misses = std::mem::replace(&mut self.misses, if solver_knew { 0 } else { SOLVER_MISSES });
        let judged = self.judge(position, None);
        self.misses = misses;
        judged
    }

    /// Puts what was found about a move into what is kept about the position.
    fn retell(&self, position: &G::Position, opinion: &mut Opinion<G>, mv: G::Move, found: &Opinion<G>) {
        let Some((_, told)) = opinion.moves.iter_mut().find(|(known, _)| *known == mv) else { return };
        let value = found.value.seen_by(opinion.mover).0;
        told.value = Some(value);
        told.proven = proven(&self.rules, position, found.bounds, opinion.mover);
        told.score = match told.proven {
            Some(Proven::Score { score }) => Some(f64::from(score)),
            _ => self.rules.expected_score(position, self.engine.evaluator(), 1, value),
        };
        told.pv = std::iter::once(mv).chain(found.line.iter().copied()).map(|mv| self.rules.move_text(mv)).collect();
    }
}

impl<G: Playable> Opinion<G> {
    /// The moves that are kept with what the search promises of each.
    fn hopes(&self) -> Vec<(G::Move, f64)> {
        let worth = |mv| self.worths.iter().find(|(known, _)| *known == mv).and_then(|(_, worth)| *worth);
        self.moves.iter().filter_map(|&(mv, _)| worth(mv).map(|worth| (mv, worth))).collect()
    }

    /// Chooses the best of the moves that were judged, the played one first; they may be `all` moves of the position.
    fn choose(&mut self, judged: &[(G::Move, Opinion<G>)], all: bool) {
        // Step 1. What is certain: a position is worth what its best move is worth.
        let bounds = || judged.iter().map(|(_, found)| found.bounds);
        let best_of = |a: Bounds, b: Bounds| match self.mover {
            Player::First => Bounds { lower: a.lower.max(b.lower), upper: a.upper.max(b.upper) },
            Player::Second => Bounds { lower: a.lower.min(b.lower), upper: a.upper.min(b.upper) },
        };
        let best = bounds().reduce(best_of).expect("the played move");
        match self.mover {
            Player::First => self.bounds.lower = self.bounds.lower.max(best.lower),
            Player::Second => self.bounds.upper = self.bounds.upper.min(best.upper),
        }
        if all {
            self.bounds = best;
        }

        // Step 2. The best move, by value and then by the score that is certain; of equals the played one.
        let merit = |found: &Opinion<G>| (found.value.seen_by(self.mover).0, found.bounds.lower_for(self.mover));
        let mut best = &judged[0];
        for rival in judged {
            if merit(&rival.1) > merit(&best.1) {
                best = rival;
            }
        }
        let (mv, found) = best;
        (self.best, self.value) = (Some(*mv), found.value);
        self.line = std::iter::once(*mv).chain(found.line.iter().copied()).collect();
        for (mv, found) in judged {
            let worth = Some(found.value.seen_by(self.mover).0);
            self.worths.iter_mut().filter(|(known, _)| known == mv).for_each(|known| known.1 = worth);
        }
        self.settle();
    }
}
