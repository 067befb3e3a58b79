//! What a set of game results says about strength.
//!
//! Games are played in pairs on the same board and opening with sides swapped, because the two games of a pair are
//! not independent: the pair is the unit of everything here. [`Pairs`] counts pairs by their points (the
//! *pentanomial* statistics) and turns them into Elo, normalized Elo and likelihood of superiority with intervals;
//! [`Sprt`] decides between two hypotheses while the match runs; [`pool_ratings`] rates many players at once.
//! Nothing here knows how games are played or stored. `docs/statistics.md` derives the formulas.

mod elo;
mod pairs;
mod posterior;
mod ratings;
mod sprt;

pub use elo::{Elo, NormalizedElo};
pub use pairs::{Interval, Pairs};
pub use ratings::{Meeting, Rating, RatingError, pool_ratings};
pub use sprt::{Decision, Sprt, SprtError};

#[cfg(test)]
mod simulate {
    use super::Pairs;
    use luozi_core::Rng;

    /// Adds `count` pairs drawn from a distribution of pair points.
    pub(super) fn draw(pairs: &mut Pairs, distribution: [f64; 5], count: usize, rng: &mut Rng) {
        for _ in 0..count {
            let mut u = rng.unit();
            let index = distribution.iter().position(|p| {
                u -= p;
                u < 0.0
            });
            pairs.record(index.unwrap_or(4));
        }
    }
}
