//! Ten levels a game, from beginner to full strength.
//!
//! A level is a number of simulations, so that it is as strong on a slow machine as on a fast one.

use crate::Recipe;
use luozi_games::GameKind;
use luozi_search::Limits;

/// A level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// Simulations of each level.
const VISITS: [u64; 10] = [2, 5, 12, 30, 80, 250, 800, 3_000, 12_000, 50_000];

/// The level with that number, 1 to 10.
pub fn of(number: u8) -> Option<Level> {
    (1..=10).contains(&number).then_some(Level(number))
}

impl Level {
    /// All levels.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Simulations a move.
    pub fn visits(self) -> u64 {
        VISITS[usize::from(self.0) - 1]
    }

    /// The player of this level: the flagship with that many simulations.
    pub fn recipe(self, game: GameKind) -> Recipe {
        let mut recipe = Recipe::flagship(game);
        recipe.name = format!("level {}", self.0);
        recipe.limits = Limits::visits(self.visits());
        recipe
    }
}
