//! Ten levels a game, from beginner to full strength.
//!
//! A level is a number of simulations, so that it is as strong on a slow machine as on a fast one.

use crate::{EvaluatorKind, Recipe, flagship};
use luozi_games::GameKind;
use luozi_search::Limits;

/// A level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// Simulations of each level over playouts or a hand-made evaluation.
const PLAYOUT_VISITS: [u64; 10] = [2, 5, 12, 30, 80, 250, 800, 3_000, 12_000, 50_000];
/// Simulations of each level over a net.
const NET_VISITS: [u64; 10] = [1, 2, 4, 8, 16, 40, 100, 300, 1_000, 4_000];

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
    pub fn visits(self, game: GameKind) -> u64 {
        let net = flagship(game).evaluator == EvaluatorKind::Net;
        (if net { NET_VISITS } else { PLAYOUT_VISITS })[usize::from(self.0) - 1]
    }

    /// The player of this level: the flagship with that many simulations.
    pub fn recipe(self, game: GameKind) -> Recipe {
        let mut recipe = Recipe::flagship(game);
        recipe.name = format!("level {}", self.0);
        recipe.limits = Limits::visits(self.visits(game));
        recipe
    }
}
