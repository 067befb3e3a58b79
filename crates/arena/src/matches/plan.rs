//! Which games a run consists of, in which order.

use super::openings::Opening;
use luozi_core::Rng;
use serde::{Deserialize, Serialize};

/// Two players who meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Pairing {
    /// Index of the player who moves first in the first game of a pair.
    pub a: usize,
    /// Index of the other.
    pub b: usize,
}

/// Everybody against everybody.
pub fn round_robin(players: usize) -> Vec<Pairing> {
    (0..players).flat_map(|a| (a + 1..players).map(move |b| Pairing { a, b })).collect()
}

/// One game of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId {
    /// Number of the pair; pairs of the same number share board and opening in all pairings.
    pub pair: usize,
    /// Index of the pairing.
    pub pairing: usize,
    /// 0 for the first game of a pair, 1 for the game with sides swapped.
    pub swapped: usize,
}

/// A game to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Its pair, its pairing, and whether sides are swapped.
    pub id: GameId,
    /// Players by side: who moves first, who second.
    pub players: [usize; 2],
    /// What it starts from.
    pub opening: Opening,
}

impl GameId {
    /// All games of a run in the order they begin.
    pub fn all(pairs: usize, pairings: usize) -> impl Iterator<Item = GameId> {
        (0..pairs).flat_map(move |pair| {
            (0..pairings).flat_map(move |pairing| [0, 1].map(|swapped| GameId { pair, pairing, swapped }))
        })
    }

    /// Players by side.
    pub fn players(self, pairing: Pairing) -> [usize; 2] {
        if self.swapped == 0 { [pairing.a, pairing.b] } else { [pairing.b, pairing.a] }
    }

    /// A seed of this game's own for one side.
    pub fn seed(self, run_seed: u64, side: usize) -> u64 {
        let place =
            ((self.pair as u64) << 24) | ((self.pairing as u64) << 2) | ((self.swapped as u64) << 1) | side as u64;
        Rng::seeded(run_seed ^ Rng::seeded(place).word()).word()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn games_come_in_pairs_with_swapped_sides() {
        let pairings = round_robin(3);
        assert_eq!(pairings.len(), 3);
        let games: Vec<GameId> = GameId::all(2, 3).collect();
        assert_eq!(games.len(), 12);
        for two in games.chunks(2) {
            let [first, second] = [two[0], two[1]].map(|id| id.players(pairings[id.pairing]));
            assert_eq!(first, [second[1], second[0]]);
        }
        let seeds: HashSet<u64> = games.iter().flat_map(|id| [id.seed(1, 0), id.seed(1, 1)]).collect();
        assert_eq!(seeds.len(), 24);
    }
}
