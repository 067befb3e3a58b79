//! Finished games as figures: points, pairs, Elo, split by who moved first.

use super::finished::FinishedGame;
use super::plan::GameId;
use crate::stats::{Elo, Interval, NormalizedElo, Pairs};
use serde::Serialize;
use std::collections::HashMap;

/// Wins, draws and losses of one player.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Score {
    /// Games that the player won, by a fault of the other included.
    pub wins: u64,
    /// Games that nobody won, one half point each.
    pub draws: u64,
    /// Games that the player lost, by a fault of its own included.
    pub losses: u64,
}

impl Score {
    /// Counts a game; `half_points` is 2 for a win, 1 for a draw, 0 for a loss.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }

    /// Games that have ended, however they did.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// One pairing's figures, from the view of its player `a`.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Tally {
    /// All games of the pairing that have ended, of complete pairs or not.
    pub score: Score,
    /// Games in which `a` moved first.
    pub moving_first: Score,
    /// Games in which `a` moved second.
    pub moving_second: Score,
    /// Complete pairs by points.
    pub pairs: Pairs,
    /// Half points of `a` in pairs of which one game has ended.
    open: HashMap<usize, u8>,
}

impl Tally {
    /// Counts a game of this pairing; true when it completes a pair.
    pub fn add(&mut self, game: &FinishedGame) -> bool {
        let GameId { pair, swapped, .. } = game.id;
        let half_points = game.half_points_of_a();
        self.score.add(half_points);
        if swapped == 0 {
            self.moving_first.add(half_points)
        } else {
            self.moving_second.add(half_points)
        }
        match self.open.remove(&pair) {
            Some(other) => {
                self.pairs.record(usize::from(half_points + other));
                true
            }
            None => {
                self.open.insert(pair, half_points);
                false
            }
        }
    }

    /// Elo of `a` over `b`; `None` before [`Pairs::FEWEST`] complete pairs.
    pub fn elo(&self) -> Option<Interval<Elo>> {
        self.pairs.elo()
    }

    /// The same on the normalized scale; `None` also while all pairs ended alike.
    pub fn normalized_elo(&self) -> Option<Interval<NormalizedElo>> {
        self.pairs.normalized_elo()
    }
}
