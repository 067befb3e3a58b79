//! Judged games: games of the program against itself, every position judged, for tables to be learned from.
//!
//! A game begins with random moves, few or many, and now and then another random move follows, so that strange positions
//! are judged too. Far from the end a search of fixed depth judges, near it the solver. What the searches of the following
//! positions say, as long as the best moves were played, is part of the judgement (`TRUST`), so that the exact endings
//! reach far back into the game within a round.
//!
//! A game depends on its number, the terms and the tables alone. What is random in it follows from number and seed, so what
//! the searches said ([`Judgement`]) is enough to have all of it: a [`Judge`] says it, [`Terms::samples`] makes positions of
//! it, and finds what no search can have said.

use super::{ALL, Iteration, Pvs};
use luozi_core::{Player, Rng};
use luozi_eval::mosaic::Mosaic;
use luozi_eval::patterns::UNITS_PER_DISC;
use luozi_games::reversi::bits::PORTABLE;
use luozi_games::reversi::{Rules, Scoring, Square};
use luozi_solve::reversi::{Mobility, ReversiSolver};
use luozi_solve::{Limits, Solver};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// One game of so many is never learned from.
const HELD_OUT: u64 = 20;
/// Memory of a judge's tables.
const TABLE_BYTES: usize = 4 << 20;
/// The share of the judgement of the next position in that of a position whose best move was played.
const TRUST: f64 = 0.85;
/// One move of so many is random.
const RANDOM: u32 = 20;

/// How games are played and judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// Plies of search.
    pub depth: u32,
    /// How sure the cuts of the searches must be.
    pub surety: u32,
    /// Positions with at most so many empty squares are solved.
    pub solve: u32,
    /// All that is random follows from it and the number of the game.
    pub seed: u64,
}

/// What was said about a position: its worth to the side to move, in units, and the number of the best move's square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Judgement(pub i16, pub u8);

/// A judged position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Discs of the side to move.
    pub own: u64,
    /// Those of the other one.
    pub opponent: u64,
    /// The judgement for the owner of `own`, in units.
    pub units: i16,
    /// How the game ended for that side, in discs.
    pub result: i8,
    /// Kept for measuring.
    pub held_out: bool,
}

fn rules() -> Rules {
    Rules::new(8, Scoring::EmptiesToWinner).expect("a board of 8x8")
}

impl Terms {
    /// The judged positions of a game, at least one, from what was said about them in their order. The error is a sentence.
    pub fn samples(&self, number: u64, said: &[Judgement]) -> Result<Vec<Sample>, String> {
        let mut left = said.iter();
        let samples = self.play(number, |own, opponent| {
            let judgement = *left.next().ok_or("positions of the game are not judged")?;
            let Judgement(units, best) = judgement;
            let empties = (own | opponent).count_zeros();
            if i32::from(units).abs() > ALL {
                return Err(format!("{units} is more than a game can be worth"));
            }
            if empties <= self.solve && i32::from(units) % UNITS_PER_DISC != 0 {
                return Err(format!("{units} with {empties} empty squares is no score of a solver"));
            }
            match 1u64.checked_shl(best.into()).unwrap_or(0) & PORTABLE.moves(own, opponent) {
                0 => Err(format!("{best} is no square that can be played to")),
                _ => Ok(judgement),
            }
        })?;
        match left.len() {
            0 => Ok(samples),
            more => Err(format!("{more} judgements follow the end of the game")),
        }
    }

    /// Plays the game with that number; `judge` is asked about its positions, discs of the side to move first.
    fn play<E>(&self, number: u64, mut judge: impl FnMut(u64, u64) -> Result<Judgement, E>) -> Result<Vec<Sample>, E> {
        let mut rng = Rng::seeded(self.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        loop {
            let samples = self.one_game(&mut rng, number % HELD_OUT == HELD_OUT - 1, &mut judge)?;
            if !samples.is_empty() {
                return Ok(samples);
            }
        }
    }

    fn one_game<E>(
        &self,
        rng: &mut Rng,
        held_out: bool,
        judge: &mut impl FnMut(u64, u64) -> Result<Judgement, E>,
    ) -> Result<Vec<Sample>, E> {
        // One game in four is random for long: its judged part is short, but nobody would play it.
        let random = if rng.below(4) == 0 { 8 + rng.below(36) } else { 2 + rng.below(20) };
        let (mut own, mut opponent) = (0x0000_0008_1000_0000u64, 0x0000_0010_0800_0000u64);
        // 1 when the first player is to move.
        let (mut side, mut plies) = (1i8, 0);
        let (mut samples, mut steps) = (Vec::new(), Vec::new());
        loop {
            let moves = PORTABLE.moves(own, opponent);
            if moves == 0 {
                if PORTABLE.moves(opponent, own) == 0 {
                    break;
                }
                (own, opponent, side) = (opponent, own, -side);
                continue;
            }
            let mut mv = PORTABLE.nth_square(moves, rng.below(moves.count_ones()));
            if plies >= random {
                let Judgement(units, best) = judge(own, opponent)?;
                let best = Square::lowest(1 << best);
                samples.push(Sample { own, opponent, units, result: 0, held_out });
                if rng.below(RANDOM) != 0 {
                    mv = best;
                }
                steps.push((side, mv == best));
            }
            let flips = PORTABLE.flips(mv, own, opponent);
            (own, opponent, side) = (opponent ^ flips, own ^ flips ^ mv.bit(), -side);
            plies += 1;
        }
        let result = side * rules().final_score(own, opponent) as i8;
        let mut next: Option<(i8, f64)> = None;
        for (sample, (side, best)) in samples.iter_mut().zip(steps).rev() {
            sample.result = side * result;
            let empties = (sample.own | sample.opponent).count_zeros();
            let mut units = f64::from(sample.units);
            if let Some((of, judgement)) = next.filter(|_| best && empties > self.solve) {
                let seen = if of == side { judgement } else { -judgement };
                units += TRUST * (seen - units);
            }
            sample.units = units.round() as i16;
            next = Some((side, units));
        }
        Ok(samples)
    }
}

/// A game was given up.
struct GivenUp;

/// Plays games and judges their positions.
pub struct Judge {
    terms: Terms,
    pvs: Pvs,
    solver: ReversiSolver<Mobility>,
}

impl Judge {
    /// A judge that searches by these tables.
    pub fn new(mosaic: Arc<Mosaic>, terms: Terms) -> Judge {
        Judge { terms, pvs: Pvs::new(mosaic, TABLE_BYTES), solver: ReversiSolver::new(&rules(), TABLE_BYTES) }
    }

    /// What is said about the positions of the game with that number, in their order; `None` if it was given up.
    pub fn game(&mut self, number: u64, give_up: &AtomicBool) -> Option<Vec<Judgement>> {
        self.pvs.reset();
        self.solver.forget();
        let (terms, mut said) = (self.terms, Vec::new());
        let judge = |own, opponent| {
            // Relaxed: the flag carries no data.
            if give_up.load(Ordering::Relaxed) {
                return Err(GivenUp);
            }
            let (units, best) = self.judge(own, opponent);
            let judgement = Judgement(units as i16, best.number() as u8);
            said.push(judgement);
            Ok(judgement)
        };
        terms.play(number, judge).ok().map(|_| said)
    }

    /// What a position is worth to its mover, in units, and the best move.
    fn judge(&mut self, own: u64, opponent: u64) -> (i32, Square) {
        let Terms { depth, surety, solve, .. } = self.terms;
        if (own | opponent).count_zeros() > solve {
            return self.pvs.judge(own, opponent, Iteration { depth, surety });
        }
        let position = rules().position([own, opponent], Player::First).expect("discs of a game");
        let solution = self.solver.solve(&position, &Limits::none(), &mut |_| {});
        let score = solution.bounds.solved().expect("nothing limits the solver").0;
        (i32::from(score) * UNITS_PER_DISC, solution.best.expect("there is a move"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_eval::mosaic::MosaicWeights;

    const TERMS: Terms = Terms { depth: 1, surety: 4, solve: 8, seed: 3 };

    fn judge() -> Judge {
        let shipped = MosaicWeights::read(luozi_eval::shipped::REVERSI_MOSAIC.data().unwrap()).unwrap();
        Judge::new(Arc::new(Mosaic::new(&shipped)), TERMS)
    }

    #[test]
    fn a_game_depends_on_its_number_alone_and_its_exact_end_is_its_result() {
        let (mut one, mut other, go_on) = (judge(), judge(), AtomicBool::new(false));
        for number in [0, 19, 7] {
            let said = one.game(number, &go_on).unwrap();
            assert_eq!(other.game(number, &go_on).as_ref(), Some(&said));
            let samples = TERMS.samples(number, &said).unwrap();
            assert_eq!((samples.len(), samples[0].held_out), (said.len(), number == 19));
            let last = samples.last().unwrap();
            if (last.own | last.opponent).count_zeros() == 1 {
                assert_eq!(i32::from(last.units), i32::from(last.result) * UNITS_PER_DISC);
            }
        }
        assert_eq!(one.game(0, &AtomicBool::new(true)), None);
    }

    #[test]
    fn what_no_search_can_have_said_is_found() {
        let said = judge().game(1, &AtomicBool::new(false)).unwrap();
        let wrong = |change: &dyn Fn(&mut Vec<Judgement>)| {
            let mut said = said.clone();
            change(&mut said);
            TERMS.samples(1, &said).unwrap_err()
        };
        assert!(TERMS.samples(1, &said).is_ok());
        let last = said.len() - 1;
        assert!(wrong(&|said| said.truncate(last)).contains("not judged"));
        assert!(wrong(&|said| said.push(said[0])).contains("1 judgements follow"));
        assert!(wrong(&|said| said[0].0 = 5000).contains("more than a game"));
        assert!(wrong(&|said| said[last].0 += 1).contains("no score of a solver"));
        // d4, which has a disc from the start on, and what is no square.
        assert!(wrong(&|said| said[0].1 = 27).contains("27 is no square"));
        assert!(wrong(&|said| said[0].1 = 64).contains("64 is no square"));
    }
}
