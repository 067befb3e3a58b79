//! Ratings of a pool by maximum likelihood.
//!
//! Davidson's extension of the Bradley-Terry model to draws: with strengths s and a draw parameter v,
//!
//! ```text
//! P(i wins) : P(draw) : P(j wins)  =  s_i : v sqrt(s_i s_j) : s_j
//! ```
//!
//! The likelihood is concave in the ratings (log s) and log v, so Newton's method finds the one maximum. A weak prior of a
//! quarter of a win each way for every two players, shared out over all meetings, gives a player who won or lost everything
//! a finite rating.
//!
//! Intervals take the two games of a pair together: how far pairs lie from what the ratings expect of them, over all meetings, says how
//! much more or less they scatter than two independent games would. That is estimated from the same pairs, so the
//! quantiles are Student's. `docs/statistics.md` has the formulas, the tests here measure how often the intervals hold the truth.

use super::{Elo, Interval, Pairs};
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::f64::consts::LN_10;

/// Elo of one unit of log strength.
const ELO_PER_UNIT: f64 = 400.0 / LN_10;

/// Probability below the upper end of a two-sided 95 % interval.
const UPPER: f64 = 0.975;

/// Wins given to each of two players before counting real games.
const PRIOR_WINS: f64 = 0.25;

/// Pairs of two independent games that are assumed to have been seen when the scatter of pairs is estimated: a pool in which
/// every pair ended as expected so far is not taken for one in which all will.
const PRIOR_PAIRS: f64 = 4.0;

/// Variance of the score of a pair of two independent games between equal players without draws.
const EVEN_PAIR: f64 = 0.125;

/// Results of all games between two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Index of one player.
    pub a: usize,
    /// Index of the other.
    pub b: usize,
    /// Games `a` won.
    pub wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games `b` won.
    pub losses: u64,
    /// The complete pairs among these games, from the view of `a`.
    pub pairs: Pairs,
}

/// A player's rating relative to the anchor, or to the mean of the pool without one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Rating with its 95 % interval. The anchor's own interval has no width; the ends are infinite while there are too few
    /// pairs to say anything.
    pub elo: Interval<Elo>,
    /// Games this player played.
    pub games: u64,
}

/// A pool that cannot be rated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RatingError {
    /// Nobody to rate.
    #[error("there are no players to rate")]
    Empty,
    /// A player index without a player, or a player against itself.
    #[error("a meeting of players {0} and {1} is impossible in a pool of {2}")]
    Unknown(usize, usize, usize),
    /// The pool falls apart, so differences between its parts mean nothing.
    #[error("no chain of games connects player {0} with player 0, so they cannot be rated together; let them meet")]
    Unconnected(usize),
}

/// Rates `players` players from all their meetings; the `anchor`, if any, is fixed at 0.
pub fn pool_ratings(players: usize, meetings: &[Meeting], anchor: Option<usize>) -> Result<Vec<Rating>, RatingError> {
    // Step 1. The pool must be one piece.
    if players == 0 {
        return Err(RatingError::Empty);
    }
    let outside = |m: &&Meeting| m.a >= players || m.b >= players || m.a == m.b;
    if let Some(m) = meetings.iter().find(outside) {
        return Err(RatingError::Unknown(m.a, m.b, players));
    }
    check_connected(players, meetings)?;

    // Step 2. Newton's method; parameter 0 is player 0's rating and stays 0, parameter `players` is log v.
    let has_draws = meetings.iter().any(|m| m.draws > 0);
    let size = players - 1 + usize::from(has_draws);
    let mut parameters = vec![0.0; players + 1];
    parameters[players] = if has_draws { 0.0 } else { f64::NEG_INFINITY };
    let mut covariance = vec![vec![0.0; size]; size];
    for _ in 0..100 {
        let (gradient, information) = derivatives(meetings, &parameters, players, has_draws);
        covariance = inverse(information);
        let step: Vec<f64> = covariance.iter().map(|row| row.iter().zip(&gradient).map(|(c, g)| c * g).sum()).collect();
        // A long step from a far start may overshoot the region where Newton converges: shorten it.
        let longest = step.iter().fold(0.0f64, |m, s| m.max(s.abs()));
        let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        for (parameter, s) in parameters[1..].iter_mut().zip(&step) {
            *parameter += scale * s;
        }
        if longest < 1e-10 {
            break;
        }
    }

    // Step 3. How pairs scatter, in units of what two independent games would, and the quantile that goes with the estimate.
    let scatter = scatter(meetings, &parameters, size);

    // Step 4. Ratings and variances relative to the anchor or the mean.
    let full = |i: usize, j: usize| if i == 0 || j == 0 { 0.0 } else { covariance[i - 1][j - 1] };
    let count = players as f64;
    let mean_rating = parameters[..players].iter().sum::<f64>() / count;
    let row_mean = |i: usize| (0..players).map(|j| full(i, j)).sum::<f64>() / count;
    let grand_mean = (0..players).map(row_mean).sum::<f64>() / count;
    let rate = |i: usize| {
        let (value, variance) = match anchor {
            Some(a) => (parameters[i] - parameters[a], full(i, i) + full(a, a) - 2.0 * full(i, a)),
            None => (parameters[i] - mean_rating, full(i, i) + grand_mean - 2.0 * row_mean(i)),
        };
        let error =
            if anchor == Some(i) { 0.0 } else { scatter.map_or(f64::INFINITY, |s| s * variance.max(0.0).sqrt()) };
        let elo = |x: f64| Elo(x * ELO_PER_UNIT);
        let played = meetings.iter().filter(|m| m.a == i || m.b == i);
        let games = played.map(|m| m.wins + m.draws + m.losses).sum();
        Rating { elo: Interval { low: elo(value - error), estimate: elo(value), high: elo(value + error) }, games }
    };
    Ok((0..players).map(rate).collect())
}

/// The factor by which the model's own errors are to be multiplied; `None` while too few pairs have been played.
fn scatter(meetings: &[Meeting], parameters: &[f64], fitted: usize) -> Option<f64> {
    let pairs: u64 = meetings.iter().map(|m| m.pairs.count()).sum();
    let free = pairs as f64 - fitted as f64;
    if pairs < Pairs::FEWEST || free < 1.0 {
        return None;
    }
    // Sums over all pairs, and not a sum of ratios: a meeting that one side always wins expects next to no scatter, and must
    // not be taken for a proof that there is none.
    let (mut seen, mut expected) = (PRIOR_PAIRS * EVEN_PAIR, 0.0);
    for m in meetings {
        let Expected { lead, variance, .. } = Expected::of(m, parameters);
        let squares = m.pairs.0.iter().zip(Pairs::SCORES).map(|(n, s)| *n as f64 * (s - 0.5 - lead / 2.0).powi(2));
        seen += squares.sum::<f64>();
        expected += m.pairs.count() as f64 * variance / 2.0;
    }
    let dispersion = seen / (expected * free / pairs as f64 + PRIOR_PAIRS * EVEN_PAIR);
    let student = StudentsT::new(0.0, 1.0, free + PRIOR_PAIRS).expect("there is a pair more than is fitted");
    Some(student.inverse_cdf(UPPER) * dispersion.sqrt())
}

/// Every player must be reachable from player 0 through games played.
fn check_connected(players: usize, meetings: &[Meeting]) -> Result<(), RatingError> {
    let mut reached = vec![false; players];
    reached[0] = true;
    loop {
        let before = reached.iter().filter(|r| **r).count();
        for m in meetings.iter().filter(|m| m.wins + m.draws + m.losses > 0) {
            let either = reached[m.a] || reached[m.b];
            (reached[m.a], reached[m.b]) = (either, either);
        }
        if before == reached.iter().filter(|r| **r).count() {
            break;
        }
    }
    reached.iter().position(|r| !r).map_or(Ok(()), |player| Err(RatingError::Unconnected(player)))
}

/// What the parameters (ratings by player, then log v) expect of one game between two players.
struct Expected {
    /// Chance of a win minus chance of a loss.
    lead: f64,
    /// Chance of a draw.
    draw: f64,
    /// Variance of the points.
    variance: f64,
}

impl Expected {
    fn of(m: &Meeting, parameters: &[f64]) -> Expected {
        let half = (parameters[m.a] - parameters[m.b]) / 2.0;
        let draw_weight = parameters[parameters.len() - 1].exp();
        let total = half.exp() + draw_weight + (-half).exp();
        let (win, loss) = (half.exp() / total, (-half).exp() / total);
        let lead = win - loss;
        Expected { lead, draw: draw_weight / total, variance: 0.25 * (win + loss - lead * lead) }
    }
}

/// Gradient of the log-likelihood and Fisher information, without the row of player 0 and, if nobody drew, of log v.
fn derivatives(meetings: &[Meeting], parameters: &[f64], players: usize, has_draws: bool) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = players - 1 + usize::from(has_draws);
    let (mut gradient, mut information) = (vec![0.0; size], vec![vec![0.0; size]; size]);
    let played = || meetings.iter().filter(|m| m.wins + m.draws + m.losses > 0);
    let prior = PRIOR_WINS * (players - 1) as f64 / played().count() as f64;
    for m in played() {
        let (wins, draws, losses) = (m.wins as f64 + prior, m.draws as f64, m.losses as f64 + prior);
        let games = wins + draws + losses;
        let Expected { lead, draw, variance } = Expected::of(m, parameters);
        // Points minus expectation, with +1/2, 0, -1/2 for win, draw, loss; and the draws minus theirs.
        let surplus = 0.5 * (wins - losses - games * lead);
        let spread = games * variance;
        for (player, sign) in [(m.a, 1.0), (m.b, -1.0)].into_iter().filter(|(p, _)| *p > 0) {
            gradient[player - 1] += sign * surplus;
            for (other, other_sign) in [(m.a, 1.0), (m.b, -1.0)].into_iter().filter(|(p, _)| *p > 0) {
                information[player - 1][other - 1] += sign * other_sign * spread;
            }
            if has_draws {
                let cross = -0.5 * sign * games * lead * draw;
                information[player - 1][players - 1] += cross;
                information[players - 1][player - 1] += cross;
            }
        }
        if has_draws {
            gradient[players - 1] += draws - games * draw;
            information[players - 1][players - 1] += games * draw * (1.0 - draw);
        }
    }
    (gradient, information)
}

/// Inverse of a symmetric positive definite matrix by Gauss-Jordan elimination (no pivoting is needed for those).
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut result: Vec<Vec<f64>> =
        (0..size).map(|i| (0..size).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..size {
        let pivot = matrix[column][column];
        for j in 0..size {
            matrix[column][j] /= pivot;
            result[column][j] /= pivot;
        }
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for j in 0..size {
                matrix[row][j] -= factor * matrix[column][j];
                result[row][j] -= factor * result[column][j];
            }
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::simulate::{KINDS, draw_pairs, game};
    use luozi_core::Rng;

    fn meeting(a: usize, b: usize, wins: u64, draws: u64, losses: u64) -> Meeting {
        Meeting { a, b, wins, draws, losses, pairs: Pairs([losses / 2, 0, draws / 2, 0, wins / 2]) }
    }

    #[test]
    fn two_players_get_the_elo_of_their_score() {
        // Without draws the model is the logistic one: 3000 of 4000 points are 190.85 Elo, with the binomial error of 2000 pairs
        // that are won or lost as a whole.
        let ratings = pool_ratings(2, &[meeting(0, 1, 3000, 0, 1000)], Some(1)).unwrap();
        assert!((ratings[0].elo.estimate.0 - 190.85).abs() < 0.05, "{ratings:?}");
        let error = 1.96 * ELO_PER_UNIT / (2000.0 * 0.75 * 0.25f64).sqrt();
        assert!(((ratings[0].elo.high.0 - ratings[0].elo.estimate.0) / error - 1.0).abs() < 0.01, "{ratings:?}");
        assert_eq!(ratings[1].elo, Interval { low: Elo(0.0), estimate: Elo(0.0), high: Elo(0.0) });
        assert_eq!(ratings[0].games, 4000);
    }

    #[test]
    fn winning_everything_stays_finite_and_broken_pools_are_refused() {
        let ratings = pool_ratings(2, &[meeting(0, 1, 20, 0, 0)], None).unwrap();
        assert!(ratings[0].elo.estimate.0 > 200.0 && ratings[0].elo.estimate.0.is_finite());
        assert!((ratings[0].elo.estimate.0 + ratings[1].elo.estimate.0).abs() < 1e-6);
        assert_eq!(pool_ratings(0, &[], None), Err(RatingError::Empty));
        assert_eq!(pool_ratings(3, &[meeting(0, 1, 1, 1, 1)], None), Err(RatingError::Unconnected(2)));
        assert_eq!(pool_ratings(2, &[meeting(0, 2, 1, 1, 1)], None), Err(RatingError::Unknown(0, 2, 2)));
    }

    #[test]
    fn a_handful_of_pairs_claims_nothing() {
        let ratings = pool_ratings(2, &[meeting(0, 1, 6, 0, 2)], None).unwrap();
        assert!(
            ratings.iter().all(|rating| rating.elo.low.0 == f64::NEG_INFINITY && rating.elo.high.0 == f64::INFINITY)
        );
        assert!(ratings[0].elo.estimate.0 > 0.0, "the order is told all the same");
    }

    /// Round robins of five players of known strength, from one pair a meeting to many, on openings of all kinds: how often the
    /// intervals hold the truth. What the ratings of such a pool are in truth is what they become after very many games.
    #[test]
    fn intervals_of_a_pool_cover_the_truth() {
        let mut rng = Rng::seeded(3);
        let pools = [[0.0, -0.7, 0.35, 0.9, 0.2], [-2.0, -1.0, 0.0, 1.0, 2.0], [-4.0, -2.0, 0.0, 2.0, 4.0]];
        for (skills, (kind, tilt, draws)) in pools.iter().flat_map(|skills| KINDS.map(|kind| (skills, kind))) {
            let share = |a: usize, b: usize, favour: f64| game(skills[a] - skills[b] + favour, draws);
            let many = |a: usize, b: usize| {
                let mut counts = [0.0; 3];
                for step in -10..=10 {
                    let favour = tilt * f64::from(step) / 10.0;
                    for (count, p) in counts.iter_mut().zip(share(a, b, favour)) {
                        *count += p * 1e7 / 21.0;
                    }
                }
                let [losses, draws, wins] = counts.map(|count| count as u64);
                Meeting { a, b, wins, draws, losses, pairs: Pairs::default() }
            };
            let pool = || (0..5).flat_map(|a| (0..a).map(move |b| (a, b)));
            let truth = pool_ratings(5, &pool().map(|(a, b)| many(a, b)).collect::<Vec<_>>(), None).unwrap();
            for pairs in [1, 2, 5, 25] {
                let (rounds, mut covered, mut bias) = (500, [0u32; 5], [0.0; 5]);
                for _ in 0..rounds {
                    let meetings = pool().map(|(a, b)| {
                        let (pairs, [losses, draws, wins]) = draw_pairs(
                            pairs,
                            &mut rng,
                            |rng| (2.0 * rng.unit() - 1.0) * tilt,
                            |favour| share(a, b, favour),
                        );
                        Meeting { a, b, wins, draws, losses, pairs }
                    });
                    let ratings = pool_ratings(5, &meetings.collect::<Vec<_>>(), None).unwrap();
                    for (player, rating) in ratings.iter().enumerate() {
                        let true_elo = truth[player].elo.estimate;
                        covered[player] += u32::from(rating.elo.contains(true_elo));
                        bias[player] += (rating.elo.estimate.0 - true_elo.0) / f64::from(rounds);
                    }
                }
                let shares = covered.map(|count| f64::from(count) / f64::from(rounds));
                let mean = shares.iter().sum::<f64>() / 5.0;
                eprintln!("{pairs} pairs a meeting, {kind}: {mean:.3} {shares:.3?}, bias {bias:.1?}");
                // One or two pairs of everybody with everybody: too wide is allowed, too narrow is not.
                let allowed = if pairs < 5 { 0.93..=1.0 } else { 0.93..=0.975 };
                assert!(allowed.contains(&mean), "{pairs} pairs a meeting, {kind}: covered {mean}");
                assert!(shares.iter().all(|share| *share >= 0.88), "{pairs} pairs a meeting, {kind}: {shares:?}");
            }
        }
    }
}
