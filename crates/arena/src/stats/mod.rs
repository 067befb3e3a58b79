//! What a set of game results says about strength.
//!
//! Games are played in pairs on the same board and opening with sides swapped, because the two games of a pair are
//! not independent: the pair is the unit of everything here. [`Pairs`] counts pairs by their points (the
//! *pentanomial* statistics) and turns them into Elo, normalized Elo and likelihood of superiority with intervals;
//! [`Sprt`] decides between two hypotheses while the match runs; [`pool_ratings`] rates many players at once.
//! Nothing here knows how games are played or stored. `docs/statistics.md` derives the formulas.

mod elo;
mod likely;
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

    /// Kinds of games, by the tilt of their openings and the weight of draws.
    pub(super) const KINDS: [(&str, f64, f64); 4] = [
        ("decisive, level openings", 0.5, 0.0),
        ("decisive, openings decide", 4.0, 0.0),
        ("a few draws", 1.0, 0.3),
        ("drawish", 1.0, 3.0),
    ];

    /// Chances of a loss, a draw and a win with that lead (in units of 174 Elo), with draws of that weight in Davidson's model.
    pub(super) fn game(lead: f64, draws: f64) -> [f64; 3] {
        let (win, loss) = ((lead / 2.0).exp(), (-lead / 2.0).exp());
        [loss, draws, win].map(|weight| weight / (win + draws + loss))
    }

    /// Plays pairs: an opening that favours the first mover by some lead, then both games, whose chances follow from the lead
    /// that the opening gives to the player in question. The pairs, and the losses, draws and wins in them.
    pub(super) fn draw_pairs(
        count: usize,
        rng: &mut Rng,
        opening: impl Fn(&mut Rng) -> f64,
        chances: impl Fn(f64) -> [f64; 3],
    ) -> (Pairs, [u64; 3]) {
        let (mut pairs, mut results) = (Pairs::default(), [0; 3]);
        for _ in 0..count {
            let favour = opening(rng);
            let mut points = 0;
            for favour in [favour, -favour] {
                let [loss, draw, _] = chances(favour);
                let u = rng.unit();
                let result = usize::from(u >= loss) + usize::from(u >= loss + draw);
                points += result;
                results[result] += 1;
            }
            pairs.record(points);
        }
        (pairs, results)
    }

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
