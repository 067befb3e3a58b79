//! Glicko-2: a rating, how sure it is, and how unsteady its owner plays.
//!
//! By Mark Glickman's description of the system, with his own example as the test. Every result is a rating period of its own.

use std::f64::consts::PI;

/// One point of the scale that people see, in the system's own units.
const SCALE: f64 = 173.7178;
/// How much the volatility itself may change: within the range that the description advises.
const TAU: f64 = 0.5;
/// Where the search for the volatility ends.
const EPSILON: f64 = 1e-6;
/// What nobody knows anything about.
const NEW_DEVIATION: f64 = 350.0;
const NEW_VOLATILITY: f64 = 0.06;

/// A rating on the scale that people see.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The most likely strength.
    pub rating: f64,
    /// One standard deviation of it.
    pub deviation: f64,
    /// How unsteady its owner plays.
    pub volatility: f64,
}

/// One result: the other's rating, its deviation, and the score, 1 for a win.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Met {
    /// The other's rating.
    pub rating: f64,
    /// How sure it is.
    pub deviation: f64,
    /// 1, 0.5 or 0.
    pub score: f64,
}

impl Rating {
    /// The rating of a newcomer.
    pub const fn new(rating: f64) -> Rating {
        Rating { rating, deviation: NEW_DEVIATION, volatility: NEW_VOLATILITY }
    }

    /// The score to expect against another rating.
    pub fn expected(self, other: f64, deviation: f64) -> f64 {
        1.0 / (1.0 + (-weight(deviation / SCALE) * (self.rating - other) / SCALE).exp())
    }

    /// The rating after a period with these results.
    #[must_use]
    pub fn after(self, met: &[Met]) -> Rating {
        let phi = self.deviation / SCALE;
        let (mut information, mut surprise) = (0.0, 0.0);
        for one in met {
            let (weight, expected) = (weight(one.deviation / SCALE), self.expected(one.rating, one.deviation));
            information += weight * weight * expected * (1.0 - expected);
            surprise += weight * (one.score - expected);
        }
        if information == 0.0 {
            let deviation = SCALE * phi.hypot(self.volatility);
            return Rating { deviation: deviation.min(NEW_DEVIATION), ..self };
        }
        let variance = 1.0 / information;
        let volatility = self.steadied(phi, variance, variance * surprise);
        let before = phi.hypot(volatility);
        let phi = 1.0 / (1.0 / (before * before) + information).sqrt();
        Rating {
            rating: self.rating + SCALE * phi * phi * surprise,
            deviation: (SCALE * phi).min(NEW_DEVIATION),
            volatility,
        }
    }

    /// The new volatility: the root of the description's function, by the Illinois method.
    fn steadied(self, phi: f64, variance: f64, delta: f64) -> f64 {
        let start = (self.volatility * self.volatility).ln();
        let f = |x: f64| {
            let e = x.exp();
            let sum = phi * phi + variance + e;
            e * (delta * delta - sum) / (2.0 * sum * sum) - (x - start) / (TAU * TAU)
        };
        let mut low = start;
        let mut high = if delta * delta > phi * phi + variance {
            (delta * delta - phi * phi - variance).ln()
        } else {
            let step = (1..).map(f64::from).find(|k| f(start - k * TAU) >= 0.0).unwrap_or(1.0);
            start - step * TAU
        };
        let (mut at_low, mut at_high) = (f(low), f(high));
        while (high - low).abs() > EPSILON {
            let middle = low + (low - high) * at_low / (at_high - at_low);
            let value = f(middle);
            if value * at_high <= 0.0 {
                (low, at_low) = (high, at_high);
            } else {
                at_low /= 2.0;
            }
            (high, at_high) = (middle, value);
        }
        (low / 2.0).exp()
    }
}

/// How much a result against somebody of that deviation says.
fn weight(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_example_comes_out() {
        let player = Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let met = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)];
        let after = player.after(&met.map(|(rating, deviation, score)| Met { rating, deviation, score }));
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn ratings_find_their_place_and_stay_finite() {
        let mut rating = Rating::new(1500.0);
        for _ in 0..200 {
            // Half of the points against 1800: that is who it is.
            for score in [1.0, 0.0] {
                rating = rating.after(&[Met { rating: 1800.0, deviation: 50.0, score }]);
            }
        }
        assert!((rating.rating - 1800.0).abs() < 60.0 && rating.deviation < 80.0, "{rating:?}");
        for score in [0.0, 1.0] {
            let far = (0..500)
                .fold(Rating::new(0.0), |rating, _| rating.after(&[Met { rating: 4000.0, deviation: 1.0, score }]));
            assert!(far.rating.is_finite() && far.deviation > 0.0, "{far:?}");
        }
        let idle = rating.after(&[]);
        assert!(idle.deviation > rating.deviation && idle.rating == rating.rating);
    }
}
