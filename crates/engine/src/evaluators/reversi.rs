//! Reversi: greedy playouts by square weights, and a hand-made evaluation.

use super::learned::{discs_ahead, net_evaluators, tables};
use super::{BoxedEvaluator, Ending, EvaluatorError, EvaluatorKind, OwnNet, Playable};
use luozi_core::{Evaluation, Evaluator, Game, MoveList, Player, Playout, Pov, Replay, Score, Task};
use luozi_games::reversi::bits::PORTABLE;
use luozi_games::reversi::{Position, Rules, Square, squares};

/// Weights of a quarter of the board, corner first, as the published program has them.
const WEIGHTS: [[i32; 4]; 4] = [[99, -8, 8, 6], [-8, -24, -4, -3], [8, -4, 7, 4], [6, -3, 4, 0]];

/// The weight of a square; smaller boards use the same quarter from the corner inward.
fn weight(rules: &Rules, square: Square) -> i32 {
    if square == Square::PASS {
        return 0;
    }
    let size = rules.size();
    let fold = |i: usize| i.min(size - 1 - i);
    WEIGHTS[fold(square.row())][fold(square.column())]
}

/// A game in which each side plays the heaviest square, the first of equals: deterministic.
struct SquareGreedy;

impl SquareGreedy {
    /// Plays it; `tell` hears the mover and the move.
    fn play(rules: &Rules, position: &Position, mut tell: impl FnMut(Player, Square)) -> Playout {
        let (mut position, mut moves, mut plies) = (*position, MoveList::new(), 0);
        loop {
            if let Some(score) = rules.outcome(&position) {
                return Playout { score, plies };
            }
            rules.legal_moves(&position, &mut moves);
            let mut best = (i32::MIN, moves[0]);
            for &mv in &moves {
                if weight(rules, mv) > best.0 {
                    best = (weight(rules, mv), mv);
                }
            }
            tell(rules.to_move(&position), best.1);
            rules.play_unchecked(&mut position, best.1);
            plies += 1;
        }
    }
}

impl Evaluator<Rules> for SquareGreedy {
    fn evaluate(&mut self, rules: &Rules, position: &Position, task: Task<'_, Rules>) -> Evaluation {
        let mut trace = task.trace;
        Evaluation::of_playout(SquareGreedy::play(rules, position, |player, mv| {
            if let Some(trace) = trace.as_deref_mut() {
                trace.record(player, rules.move_index(mv));
            }
        }))
    }

    fn replay(&self, rules: &Rules, position: &Position, replay: Replay<'_, Rules>) {
        SquareGreedy::play(rules, position, |_, mv| (replay.tell)(mv));
    }
}

/// Square weights and mobility, squashed into (-1, 1).
struct Handmade;

/// What one legal move more than the opponent is worth, in units of the square weights.
const MOVE: f64 = 8.0;
/// Weights that make a value of about 0.76.
const SCALE: f64 = 120.0;

impl Evaluator<Rules> for Handmade {
    fn evaluate(&mut self, rules: &Rules, position: &Position, _: Task<'_, Rules>) -> Evaluation {
        let mover = rules.to_move(position);
        let worth = |player: Player| {
            let discs = position.discs(player);
            squares(discs).map(|square| weight(rules, square)).sum::<i32>()
        };
        let (own, other) = (position.own(), position.opponent());
        let mobility =
            f64::from(PORTABLE.moves(own, other).count_ones()) - f64::from(PORTABLE.moves(other, own).count_ones());
        let material = f64::from(worth(mover) - worth(mover.other())) + MOVE * mobility;
        Evaluation::of_value(Pov(libm::tanh(material / SCALE)).owned_by(mover))
    }
}

/// Discs ahead that make a value of tanh(1) where no table says more. The learned tables have 9 to 17 between 27 and 59
/// discs (`docs/nets.md`, error by phase).
const DISCS_PER_VALUE: f64 = 12.0;

/// The most discs that one move turns over: of the 27 that a queen in the middle sees, the last of each line stays.
const MOST_FLIPS: u32 = 19;
/// Empty squares from which on a game's clock need not last: endings are solved.
const ENDING: u32 = 14;
/// The share of what is left that one move of an ending may have: one part of so many.
const MOVES_OF_AN_ENDING: u32 = 4;

impl Playable for Rules {
    const STATIC: EvaluatorKind = EvaluatorKind::HANDMADE;

    fn own_evaluator(&self, kind: EvaluatorKind) -> Option<Result<BoxedEvaluator<Self>, EvaluatorError>> {
        Some(match kind {
            EvaluatorKind::SQUARE_GREEDY => Ok(Box::new(SquareGreedy)),
            EvaluatorKind::HANDMADE => Ok(Box::new(Handmade)),
            EvaluatorKind::PATTERNS | EvaluatorKind::MOSAIC => tables(kind, self),
            _ => return None,
        })
    }

    fn nets(&self, own_net: Option<&OwnNet>, threads: usize) -> Result<Vec<BoxedEvaluator<Self>>, EvaluatorError> {
        net_evaluators(self, own_net, threads)
    }

    #[cfg(feature = "solvers")]
    fn exact_solver(&self, bytes: usize) -> Option<luozi_solve::BoxedSolver<Self>> {
        Some(luozi_solve::Solvable::solver(self, bytes))
    }

    #[cfg(all(feature = "nets", feature = "solvers"))]
    fn informed_solver(&self, bytes: usize) -> Option<luozi_solve::BoxedSolver<Self>> {
        match crate::pvs::EndingSolver::new(self, bytes) {
            Some(solver) => Some(Box::new(solver)),
            None => self.exact_solver(bytes),
        }
    }

    fn within_reach(&self, position: &Position) -> bool {
        self.undecided(position) <= 24
    }

    /// By what the pattern tables mean by a value where they judge; elsewhere by the one curve that is near to theirs.
    fn expected_score(&self, position: &Position, by: EvaluatorKind, plies: u32, value: f64) -> Option<f64> {
        let stones = (position.own() | position.opponent()).count_ones() + plies;
        let largest = (self.size() * self.size()) as f64;
        let by_curve = || (DISCS_PER_VALUE * value.clamp(-1.0, 1.0).atanh()).clamp(-largest, largest);
        let by_tables = (self.size() == 8).then(|| discs_ahead(by, value, stones)).flatten();
        Some(by_tables.unwrap_or_else(by_curve))
    }

    #[cfg(all(feature = "nets", feature = "solvers"))]
    fn pvs(&self, bytes: usize, threads: usize) -> Option<crate::BoxedPvs<Self>> {
        use crate::pvs::PvsPlayer;
        let mosaic = (self.size() == 8).then(super::learned::shipped_mosaic)?.ok()?;
        Some(Box::new(PvsPlayer::new(self, mosaic, bytes, threads)))
    }

    fn solver_is_fast(&self) -> bool {
        true
    }

    /// The moves before the ending, which is solved in no time, and a few for finding out that it is.
    fn own_moves_left(&self, position: &Position) -> u32 {
        self.undecided(position).saturating_sub(ENDING).div_ceil(2).max(MOVES_OF_AN_ENDING)
    }

    fn undecided(&self, position: &Position) -> u32 {
        self.empties(position).count_ones()
    }

    /// A wipe-out: a move that turns over every disc of the opponent, however far the game is from its end.
    fn win_at_once(&self, position: &Position) -> Option<Score> {
        let (own, opponent) = (position.own(), position.opponent());
        if opponent.count_ones() > MOST_FLIPS {
            return None;
        }
        let wipes_out = |square: &Square| PORTABLE.flips(*square, own, opponent) == opponent;
        let square = squares(self.placements(position)).find(wipes_out)?;
        Some(Score::for_player(self.to_move(position), self.final_score(own | opponent | square.bit(), 0)))
    }

    fn ending(&self, _: &Position, _: Score) -> Ending {
        Ending::ByScore
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::{Notation, Rng};
    use luozi_games::reversi::Scoring;

    /// Wherever random games lead, a wipe-out is found exactly where a move leaves the opponent without discs.
    #[test]
    fn a_wipe_out_is_found_where_there_is_one() {
        let mut rng = Rng::seeded(5);
        let mut found = 0;
        let scorings = [Scoring::Difference, Scoring::EmptiesToWinner];
        for (size, scoring) in [4, 6, 8].into_iter().flat_map(|size| scorings.map(|scoring| (size, scoring))) {
            let rules = Rules::new(size, scoring).unwrap();
            let mut moves = MoveList::new();
            for _ in 0..200 {
                let mut position = rules.initial();
                while rules.outcome(&position).is_none() {
                    rules.legal_moves(&position, &mut moves);
                    let after = |mv: &Square| {
                        let mut child = position;
                        rules.play_unchecked(&mut child, *mv);
                        child
                    };
                    let wiped = moves.iter().map(after).find(|child| child.own() == 0);
                    let score = wiped.map(|child| rules.outcome(&child).expect("nobody can move"));
                    assert_eq!(rules.win_at_once(&position), score, "{}", rules.position_text(&position));
                    found += u32::from(score.is_some());
                    position = after(&moves[rng.below(moves.len() as u32) as usize]);
                }
            }
        }
        assert!(found > 10, "only {found} of them were met");
    }

    /// As many discs as one move can turn over, along all eight lines from d5.
    #[test]
    fn the_largest_wipe_out_is_found() {
        let rules = Rules::standard();
        let board = "...X...X/X..O..O./.O.O.O../..OOO.../XOO.OOOX/..OOO.../.O.O.O../X..X..X. X";
        let position = rules.parse_position(board).unwrap();
        assert_eq!(position.opponent().count_ones(), MOST_FLIPS);
        assert_eq!(rules.win_at_once(&position), Some(Score(28)));
    }

    #[test]
    fn a_corner_is_worth_having() {
        let rules = Rules::standard();
        let empty = "/........".repeat(5);
        let value = |first: &str| {
            let position = rules.parse_position(&format!("{first}/......../...OX...{empty} X")).unwrap();
            let task = Task { moves: &[], policy: &mut [], trace: None, rng: &mut Rng::seeded(1) };
            Handmade.evaluate(&rules, &position, task).value.0
        };
        assert!(value("X.......") > value(".X......"), "corner against the square beside it");
        assert!(value("O.......") < 0.0);
    }

    #[test]
    fn greedy_games_do_not_depend_on_chance() {
        let rules = Rules::standard();
        let play = |seed| {
            let task = Task { moves: &[], policy: &mut [], trace: None, rng: &mut Rng::seeded(seed) };
            SquareGreedy.evaluate(&rules, &rules.initial(), task)
        };
        assert_eq!(play(1), play(2));
    }
}
