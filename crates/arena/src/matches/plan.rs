//! Which games a run consists of, in which order.

use super::openings::{Book, Opening};
use super::settings::Settings;
use luozi_core::Rng;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
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
    /// The game that begins as number `index`, from 0, of a run with so many pairings: all games of a pair's number in all
    /// pairings come before those of the next.
    pub fn at(index: usize, pairings: usize) -> GameId {
        GameId { pair: index / (2 * pairings), pairing: index / 2 % pairings, swapped: index % 2 }
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

/// The games that nobody has taken yet. Every opening is drawn here and nowhere else, so none can come twice.
pub struct Deck<'a> {
    settings: &'a Settings,
    /// Pairs of every pairing.
    pairs: usize,
    book: Book,
    /// Number of the next game, in the order of [`GameId::at`].
    next: usize,
    done: HashSet<GameId>,
}

impl<'a> Deck<'a> {
    /// All games of a run but those that are done.
    pub fn new(settings: &'a Settings, done: HashSet<GameId>) -> Deck<'a> {
        Deck { settings, pairs: settings.pairs, book: settings.book.clone(), next: 0, done }
    }

    /// Every pairing has so many pairs from now on, if it had fewer.
    pub fn grow(&mut self, pairs: usize) {
        self.pairs = self.pairs.max(pairs);
    }

    /// The game that is to be played next.
    pub fn next_game(&mut self) -> Option<Plan> {
        let id = loop {
            let pairings = self.settings.pairings.len();
            if self.next >= 2 * self.pairs * pairings {
                return None;
            }
            let id = GameId::at(self.next, pairings);
            self.next += 1;
            if !self.done.contains(&id) {
                break id;
            }
        };
        Some(self.plan(id))
    }

    /// The pair that is to be played next, both its games; whoever has one of them already gets it again.
    pub fn next_pair(&mut self) -> Option<[Plan; 2]> {
        let first = self.next_game()?.id;
        self.next = self.next.next_multiple_of(2);
        Some([0, 1].map(|swapped| self.plan(GameId { swapped, ..first })))
    }

    /// A game of the run, taken or not.
    fn plan(&mut self, id: GameId) -> Plan {
        let opening = self.book.opening(id.pair).clone();
        Plan { id, players: id.players(self.settings.pairings[id.pairing]), opening }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_in_pairs_with_swapped_sides() {
        let pairings = round_robin(3);
        assert_eq!(pairings.len(), 3);
        let games: Vec<GameId> = (0..12).map(|index| GameId::at(index, 3)).collect();
        assert_eq!(games.iter().collect::<HashSet<_>>().len(), 12);
        assert_eq!(games[11], GameId { pair: 1, pairing: 2, swapped: 1 });
        for two in games.chunks(2) {
            let [first, second] = [two[0], two[1]].map(|id| id.players(pairings[id.pairing]));
            assert_eq!(first, [second[1], second[0]]);
        }
        let seeds: HashSet<u64> = games.iter().flat_map(|id| [id.seed(1, 0), id.seed(1, 1)]).collect();
        assert_eq!(seeds.len(), 24);
    }
}
