//! Judgements per second of the shipped pattern tables, by instruction set, on one thread.
//!
//! The positions are those of random games, so that phases and configurations vary as in a search.

mod rate;

use luozi_core::cpu::{Kernel, Level, detected, dispatch_at};
use luozi_core::{Game, MoveList, Rng};
use luozi_eval::patterns::{PatternWeights, Patterns};
use luozi_eval::shipped;
use luozi_games::reversi::bits::Body;
use luozi_games::reversi::{Position, Rules};
use rate::rate;
use std::hint::black_box;

/// Judges all positions.
struct All<'a>(&'a Patterns, &'a [Position]);

impl Kernel for All<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> i32 {
        // SAFETY: the level is the kernel's.
        let body = unsafe { Body::<LEVEL>::in_kernel() };
        self.1.iter().map(|position| self.0.units(body, position.own(), position.opponent())).sum()
    }
}

fn main() {
    let patterns = Patterns::new(
        &PatternWeights::read(shipped::REVERSI_PATTERNS.data().expect("inside")).expect("shipped tables"),
    );
    let (rules, mut rng, mut moves) = (Rules::standard(), Rng::seeded(1), MoveList::new());
    let (mut position, mut positions) = (rules.initial(), Vec::new());
    while positions.len() < 1000 {
        position = if rules.outcome(&position).is_some() { rules.initial() } else { position };
        positions.push(position);
        rules.legal_moves(&position, &mut moves);
        rules.play_unchecked(&mut position, moves[rng.below(moves.len() as u32) as usize]);
    }
    for level in Level::ALL.into_iter().filter(|&level| level <= detected()) {
        let rate = rate(|| _ = black_box(dispatch_at(level, All(&patterns, black_box(&positions)))));
        println!("patterns {:9} {:9.0} judgements/s", level.name(), rate * positions.len() as f64);
    }
}
