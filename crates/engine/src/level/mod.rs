//! Ten levels a game, from beginner to full strength.
//!
//! A level is a number of simulations, so that it is as strong on a slow machine as on a fast one. The weak ones choose
//! among the moves that look good, the weaker the more freely: they play like people, without sudden blunders, and no
//! two of their games are alike when their seeds differ. The weakest do not ask the rules which moves are forced.

mod ratings;

pub use ratings::{Build, LevelRatings, Measured, build, measured};

use crate::{EvaluatorKind, Method, Recipe};
use luozi_games::GameKind;
use luozi_search::Budget;

/// A level from 1, the weakest, to 10, the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What makes a level.
struct Strength {
    visits: u64,
    temperature: f64,
    /// Whether forced moves are seen at once.
    hook: bool,
}

/// Shorthand for the tables below.
const fn strength(visits: u64, temperature: f64, hook: bool) -> Strength {
    Strength { visits, temperature, hook }
}

/// The levels over playouts or a table evaluation.
const CLASSIC: [Strength; 10] = [
    strength(4, 3.0, false),
    strength(8, 1.5, false),
    strength(16, 1.0, true),
    strength(40, 0.6, true),
    strength(100, 0.4, true),
    strength(300, 0.2, true),
    strength(1_000, 0.1, true),
    strength(4_000, 0.0, true),
    strength(15_000, 0.0, true),
    strength(50_000, 0.0, true),
];
/// The levels over a net.
const NET: [Strength; 10] = [
    strength(1, 4.0, false),
    strength(1, 2.0, false),
    strength(1, 1.2, true),
    strength(2, 0.8, true),
    strength(4, 0.5, true),
    strength(12, 0.3, true),
    strength(50, 0.15, true),
    strength(200, 0.0, true),
    strength(1_000, 0.0, true),
    strength(4_000, 0.0, true),
];

/// The level with that number, 1 to 10.
pub fn of(number: u8) -> Option<Level> {
    (1..=10).contains(&number).then_some(Level(number))
}

impl Level {
    /// All ten levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=10).map(Level)
    }

    /// 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    /// The player of this level: the flagship, held back.
    pub fn recipe(self, game: GameKind) -> Recipe {
        let mut recipe = Recipe::flagship(game);
        recipe.name = format!("level {}", self.0);
        self.hold_back(&mut recipe);
        recipe
    }

    /// Makes a player as strong as this level.
    pub(crate) fn hold_back(self, recipe: &mut Recipe) {
        let table = if recipe.evaluator == Some(EvaluatorKind::NET) { &NET } else { &CLASSIC };
        let strength = &table[usize::from(self.0) - 1];
        recipe.level = Some(self);
        recipe.limits = Budget::visits(strength.visits);
        recipe.endgame.root_within = 0;
        if let Method::Search(params) = &mut recipe.method {
            params.temperature = strength.temperature;
            params.hook = strength.hook;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;

    #[test]
    fn levels_rise_and_hold_on_boards_that_only_the_classical_player_knows() {
        for game in GameKind::BUILT_IN {
            let visits: Vec<_> = Level::all().map(|level| level.recipe(game).limits.visits).collect();
            assert!(visits.is_sorted() && visits.iter().all(Option::is_some));
        }
        let level = of(3).unwrap();
        let engine = Engine::new(luozi_games::nogo::Rules::new(5, 5).unwrap(), &level.recipe(GameKind::NOGO)).unwrap();
        assert_eq!(engine.recipe().limits.visits, Some(CLASSIC[2].visits));
        assert_eq!((of(0), of(11)), (None, None));
    }
}
