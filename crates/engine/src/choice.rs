//! Who plays, said once for every game: a protocol may change the game or the level while the wishes stay.

use crate::recipe::{Recipe, RecipeError};
use luozi_games::GameKind;
use luozi_search::Budget;
use serde::{Deserialize, Serialize};

/// The player to start from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// The strongest preset of the game.
    #[default]
    Flagship,
    /// A preset by its name, which the game must have.
    Preset(String),
    /// A level from 1 to 10.
    Level(u8),
}

/// Which player for whichever game, and how long it may think. What is left out is as the preset has it.
///
/// ```
/// use luozi_engine::{Choice, Who};
/// use luozi_games::GameKind;
///
/// let choice = Choice { who: Who::Level(3), seed: Some(7), ..Choice::default() };
/// assert!(GameKind::BUILT_IN.into_iter().all(|game| choice.recipe(game).is_ok()));
/// let named = Choice { who: Who::Preset("mcgs".into()), ..Choice::default() };
/// assert!(named.recipe(GameKind::NOGO).is_err(), "a preset of Connect Four");
/// ```
///
/// Saved and sent without what may be large or is said apart: weights and budget.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Choice {
    /// The player to start from.
    pub who: Who,
    /// Settings on top of it, as [`Recipe::set`] reads them.
    pub settings: Vec<(String, String)>,
    /// The content of a weights file to judge by, instead of the net that is shipped.
    #[serde(skip)]
    pub weights: Option<Vec<u8>>,
    /// Threads that search together.
    pub threads: Option<u32>,
    /// Memory of the search in MiB.
    pub memory_mb: Option<u64>,
    /// Seed of all random numbers.
    pub seed: Option<u64>,
    /// What a move may take; the recipe's own limits apply where nothing is set.
    #[serde(skip)]
    pub budget: Budget,
}

/// A choice that no player of a game fits.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ChoiceError {
    /// The game has no such player, or what was set does not fit together.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// One of the settings.
    #[error("{setting}: {error}")]
    Setting {
        /// The setting as it was given, such as `c=1.1`.
        setting: String,
        /// What is wrong with it.
        error: RecipeError,
    },
    /// The weights file.
    #[error("weights: {0}")]
    Weights(RecipeError),
}

impl Choice {
    /// The player for a game.
    pub fn recipe(&self, game: GameKind) -> Result<Recipe, ChoiceError> {
        let mut recipe = match &self.who {
            Who::Flagship => Recipe::flagship(game),
            Who::Preset(name) => Recipe::of_preset(game, name)?,
            Who::Level(level) => Recipe::parse(game, &format!("level={level}"))?,
        };
        for (key, value) in &self.settings {
            let wrong = |error| ChoiceError::Setting { setting: format!("{key}={value}"), error };
            recipe.set(key, value).map_err(wrong)?;
        }
        if let Some(file) = &self.weights {
            recipe.bring_net(file).map_err(ChoiceError::Weights)?;
        }
        if let Some(resources) = recipe.resources() {
            *resources.threads = self.threads.unwrap_or(*resources.threads);
            *resources.memory_mb = self.memory_mb.unwrap_or(*resources.memory_mb);
            if let (Some(own), Some(asked)) = (resources.seed, self.seed) {
                *own = asked;
            }
        }
        recipe.validate()?;
        Ok(recipe)
    }

    /// The same choice with `mib` of memory unless it names an amount.
    #[must_use]
    pub fn within_memory(mut self, mib: u64) -> Choice {
        if self.memory_mb.is_none() && self.settings.iter().all(|(key, _)| key != "memory_mb") {
            self.memory_mb = Some(mib);
        }
        self
    }

    /// The player for a game without limits of its own, and its limits apart, since not every question is bound by them.
    pub fn recipe_and_budget(&self, game: GameKind) -> Result<(Recipe, Budget), ChoiceError> {
        let mut recipe = self.recipe(game)?;
        let own = std::mem::take(&mut recipe.limits);
        Ok((recipe, self.budget.or(own)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preset(name: &str) -> Choice {
        Choice { who: Who::Preset(name.into()), ..Choice::default() }
    }

    fn memory(choice: &Choice, game: GameKind) -> u64 {
        choice.recipe(game).unwrap().resources().map_or(0, |resources| *resources.memory_mb)
    }

    #[test]
    fn memory_that_is_named_comes_first() {
        let plain = preset("uct-plain");
        assert_eq!(memory(&plain.clone().within_memory(77), GameKind::NOGO), 77);
        let named = Choice { memory_mb: Some(5), ..plain.clone() };
        assert_eq!(memory(&named.within_memory(77), GameKind::NOGO), 5);
        let set = Choice { settings: vec![("memory_mb".into(), "6".into())], ..plain };
        assert_eq!(memory(&set.within_memory(77), GameKind::NOGO), 6);
        assert_eq!(memory(&preset("pvs-reversi").within_memory(77), GameKind::REVERSI), 77, "every search has memory");
    }

    #[test]
    fn limits_of_a_level_hold_where_the_choice_sets_none() {
        let level = Choice { who: Who::Level(2), ..Choice::default() };
        let (recipe, budget) = level.recipe_and_budget(GameKind::NOGO).unwrap();
        assert!(recipe.limits.is_open() && budget.visits.is_some());
        let limited = Choice { budget: Budget::visits(7), ..level };
        assert_eq!(limited.recipe_and_budget(GameKind::NOGO).unwrap().1.visits, Some(7));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |choice: Choice| choice.recipe(GameKind::NOGO).unwrap_err().to_string();
        assert!(error(preset("mcgs")).starts_with("there is no preset `mcgs` for nogo"));
        let set = Choice { settings: vec![("c".into(), "x".into())], ..Choice::default() };
        assert!(error(set).starts_with("c=x: "));
        assert!(error(Choice { weights: Some(vec![1]), ..Choice::default() }).starts_with("weights: "));
        assert!(error(Choice { who: Who::Level(11), ..Choice::default() }).contains("a level from 1 to 10"));
    }
}
