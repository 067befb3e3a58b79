//! How well a side played, as one number.
//!
//! Losses are set against what was at stake. In every position of the game it is known, or estimated, what a move drawn by lot
//! would have lost on average; the sum of that over a side's moves is what a random player would have lost in its place.
//!
//! ```text
//! accuracy = 100 · e^(-1.6 · lost / at stake)        nothing lost: 100; as much as by lot: 20
//! ```
//!
//! Values that a search estimates differ by chance, and the best of several looks better than it is: a loss counts from 0.1
//! on, where it is not proven. A position whose result no move can change has nothing at stake and nothing to lose, so it counts neither for nor against
//! anybody. `docs/strength.md` has what levels and random players get.

use super::rivals::NOISE;
use super::{JudgedMove, Review};
use luozi_core::Player;

/// How fast accuracy falls with losses: a side that loses as much as by lot gets 20.
const STEEPNESS: f64 = 1.6;
/// Below this sum at stake a side had nothing to decide: a tenth of the points, in the whole game.
const LEAST_AT_STAKE: f64 = 0.2;

/// What a move lost for certain, or more than by chance.
fn lost(judged: &JudgedMove) -> f64 {
    let certain = judged.played.result().is_some() && judged.best.result().is_some();
    if certain { judged.loss } else { (judged.loss - NOISE).max(0.0) }
}

impl Review {
    /// From 0 to 100; `None` for a side that had nothing to decide.
    pub fn accuracy(&self, side: Player) -> Option<u8> {
        let own = || self.moves.iter().filter(move |judged| judged.side == side);
        let at_stake: f64 = own().map(|judged| judged.at_stake).sum();
        let lost: f64 = own().map(lost).sum();
        (at_stake >= LEAST_AT_STAKE).then(|| (100.0 * libm::exp(-STEEPNESS * lost / at_stake)).round() as u8)
    }
}
