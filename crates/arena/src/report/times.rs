//! How long moves took: quantiles and a histogram for every player.

use serde::Serialize;
use statrs::statistics::{Data, OrderStatistics};

/// Upper ends of the histogram's classes in milliseconds; one more class holds the rest.
const CLASSES_MS: [f64; 16] =
    [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10_000.0];

/// Times of all players.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Times {
    classes_ms: [f64; 16],
    players: Vec<PlayerTimes>,
}

/// One player's times, in milliseconds; null without a move.
#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct PlayerTimes {
    moves: usize,
    median: Option<f64>,
    percentile_95: Option<f64>,
    longest: Option<f64>,
    /// Moves by class.
    counts: [u64; 17],
}

/// Sums up the times of each player; leaves them in another order.
pub(super) fn times(players: &mut [Vec<f64>]) -> Times {
    Times { classes_ms: CLASSES_MS, players: players.iter_mut().map(|times| sum_up(times)).collect() }
}

fn sum_up(times: &mut [f64]) -> PlayerTimes {
    let mut counts = [0; 17];
    for time in times.iter() {
        counts[CLASSES_MS.partition_point(|end| end < time)] += 1;
    }
    let (moves, longest) = (times.len(), times.iter().copied().reduce(f64::max));
    let mut data = Data::new(times);
    let mut quantile = |share| (moves > 0).then(|| data.quantile(share));
    PlayerTimes { moves, median: quantile(0.5), percentile_95: quantile(0.95), longest, counts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_fall_into_their_classes() {
        let mut times: Vec<f64> = (1..=100).map(f64::from).collect();
        let summary = sum_up(&mut times);
        assert_eq!((summary.moves, summary.longest), (100, Some(100.0)));
        assert!((summary.median.unwrap() - 50.5).abs() < 1.0 && (summary.percentile_95.unwrap() - 95.0).abs() < 1.0);
        // Up to 1, 2, 5, 10, 20, 50 and 100 ms.
        assert_eq!(summary.counts[3..10], [1, 1, 3, 5, 10, 30, 50]);
        let nothing = sum_up(&mut []);
        assert_eq!((nothing.moves, nothing.median, nothing.longest), (0, None, None));
        assert_eq!(sum_up(&mut [1e9]).counts[16], 1);
    }
}
