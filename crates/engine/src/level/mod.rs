//! Ten levels a game, from beginner to full strength.
//!
//! A level is a number of simulations (or of a hundred nodes each, where principal variations are searched), so that it is as strong on a slow machine as on a fast one. Weak levels are weak as
//! people are: they look at few moves and few plies ahead, judge by plain rules of thumb, and do not ask the rules which moves are
//! forced, so they overlook what they did not look at. The middle ones have the flagship's judgement but hardly search. Among
//! moves that look alike to them they choose by lot, so no two of their games are alike when their seeds differ; the strongest
//! play the best move they find.

mod ratings;

pub use ratings::{Build, LevelRatings, Measured, build, measured};

use crate::{EvaluatorKind, Method, Recipe};
use luozi_games::GameKind;
use luozi_search::Budget;

/// A level from 1, the weakest, to 10, the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// What makes a level.
#[derive(Clone, Copy)]
struct Strength {
    /// Another preset than the flagship is held back.
    preset: Option<&'static str>,
    /// How it judges; `None` as the player that is held back does.
    evaluator: Option<EvaluatorKind>,
    visits: u64,
    /// Plies ahead that it looks at most.
    plies: u32,
    temperature: f64,
    /// Whether forced moves are seen at once.
    hook: bool,
}

/// A level that judges by a rule of thumb and sees no further than so many plies, threats included.
const fn shallow(evaluator: EvaluatorKind, visits: u64, plies: u32, temperature: f64) -> Strength {
    Strength { preset: None, evaluator: Some(evaluator), visits, plies, temperature, hook: false }
}

/// A level with the judgement of the player that is held back; it overlooks forced moves.
const fn careless(visits: u64, temperature: f64) -> Strength {
    Strength { preset: None, evaluator: None, visits, plies: ALL_PLIES, temperature, hook: false }
}

/// A level that is held back by its simulations alone.
const fn careful(visits: u64, temperature: f64) -> Strength {
    Strength { preset: None, evaluator: None, visits, plies: ALL_PLIES, temperature, hook: true }
}

/// The same level made of another preset.
const fn of_preset(preset: &'static str, strength: Strength) -> Strength {
    Strength { preset: Some(preset), ..strength }
}

/// No limit on what a level looks ahead.
const ALL_PLIES: u32 = 1000;

/// The levels of Connect Four over a net.
const CONNECT4: [Strength; 10] = [
    shallow(EvaluatorKind::THREATS, 5, 1, 0.3),
    shallow(EvaluatorKind::THREATS, 8, 1, 0.3),
    shallow(EvaluatorKind::THREATS, 12, 2, 0.3),
    shallow(EvaluatorKind::THREATS, 20, 3, 0.2),
    shallow(EvaluatorKind::THREATS, 40, 3, 0.2),
    shallow(EvaluatorKind::THREATS, 70, 4, 0.2),
    careless(1, 0.5),
    careless(3, 0.3),
    careful(10, 0.1),
    careful(4_000, 0.0),
];

/// The levels of NoGo over a net. Between the best rule of thumb and the net's first glance there is nobody, so two levels
/// follow that glance loosely.
const NOGO: [Strength; 10] = [
    shallow(EvaluatorKind::MOBILITY, 250, 2, 0.2),
    shallow(EvaluatorKind::MOBILITY, 700, 3, 0.15),
    shallow(EvaluatorKind::MOBILITY, 1_800, 4, 0.1),
    shallow(EvaluatorKind::MOBILITY, 24_000, 6, 0.1),
    careless(1, 2.1),
    careless(1, 0.95),
    careful(12, 0.1),
    careful(100, 0.0),
    careful(600, 0.0),
    careful(4_000, 0.0),
];

/// The levels of Reversi. Whoever is weak as people are looks at few moves, which only the graph search does; the strong ones
/// are the flagship with few nodes.
const REVERSI: [Strength; 10] = [
    of_preset(GRAPH, shallow(EvaluatorKind::HANDMADE, 10, 1, 0.2)),
    of_preset(GRAPH, shallow(EvaluatorKind::HANDMADE, 80, 2, 0.15)),
    of_preset(GRAPH, shallow(EvaluatorKind::HANDMADE, 400, 4, 0.15)),
    of_preset(GRAPH, careless(3, 0.45)),
    of_preset(GRAPH, careless(10, 0.2)),
    of_preset(GRAPH, careless(40, 0.1)),
    careful(80, 0.0),
    careful(400, 0.0),
    careful(2_000, 0.0),
    careful(40_000, 0.0),
];

/// The graph search of Reversi.
const GRAPH: &str = "pattern-reversi";

/// The levels of every other player: of games of other crates, and of the classical ones on boards that a net does not know.
const CLASSIC: [Strength; 10] = [
    careless(4, 1.0),
    careless(8, 0.5),
    careless(16, 0.5),
    careful(40, 0.3),
    careful(100, 0.2),
    careful(300, 0.2),
    careful(1_000, 0.1),
    careful(4_000, 0.0),
    careful(15_000, 0.0),
    careful(50_000, 0.0),
];

/// The levels of a player.
fn table(recipe: &Recipe) -> &'static [Strength; 10] {
    match recipe.evaluator {
        Some(EvaluatorKind::NET) if recipe.game == GameKind::CONNECT4 => &CONNECT4,
        Some(EvaluatorKind::NET) if recipe.game == GameKind::NOGO => &NOGO,
        Some(EvaluatorKind::MOSAIC) => &REVERSI,
        _ => &CLASSIC,
    }
}

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
        let strength = table(recipe)[usize::from(self.0) - 1];
        let Strength { preset, evaluator, visits, plies, temperature, hook } = strength;
        if let Some(preset) = preset {
            let other = Recipe::of_preset(recipe.game, preset).expect("a preset of the game");
            *recipe = Recipe { name: recipe.name.clone(), automatic: recipe.automatic, ..other };
        }
        recipe.level = Some(self);
        recipe.limits = Budget::visits(visits);
        recipe.evaluator = evaluator.or(recipe.evaluator);
        recipe.endgame.root_within = 0;
        if !hook {
            recipe.endgame.within = 0;
        }
        if let Method::Search(params) = &mut recipe.method {
            (params.max_depth, params.temperature, params.hook) = (plies, temperature, hook);
            // Whoever looks at few moves looks at any of them.
            params.shuffle |= evaluator.is_some();
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
            assert!(visits.iter().all(Option::is_some));
        }
        let on_5x5 = |number| {
            let recipe = of(number).unwrap().recipe(GameKind::NOGO);
            Engine::new(luozi_games::nogo::Rules::new(5, 5).unwrap(), &recipe).unwrap().recipe().clone()
        };
        assert_eq!(
            (on_5x5(7).limits.visits, on_5x5(7).evaluator),
            (Some(CLASSIC[6].visits), Some(EvaluatorKind::CONTESTED))
        );
        assert_eq!(on_5x5(1).evaluator, Some(EvaluatorKind::MOBILITY), "a rule of thumb knows every board");
        assert_eq!((of(0), of(11)), (None, None));
    }
}
