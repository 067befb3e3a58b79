//! The settings of the shared object: it has no command line, so they come from the environment.
//!
//! A judge shows nobody an error of ours, and a bot that refuses to play has lost: a wrong value is told on stderr
//! and the default is taken.

use luozi_engine::{Choice, ChoiceError, Method, Recipe};
use luozi_games::GameKind;
use std::time::Duration;

/// Time for a move in milliseconds when nothing else is said: Saiblo allows 3 s.
const TIME_MS: u64 = 2700;
/// Memory of the graph in MiB: Saiblo allows about 1 GB in all.
const MEMORY_MB: u64 = 700;
/// The longest time for a move that is believed.
const LONGEST_MS: u64 = 3_600_000;

/// Who plays, and how long it thinks.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The player of Connect Four, with its threads and its memory.
    pub recipe: Recipe,
    /// Time from the call to the answer.
    pub time: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        let mut recipe = Recipe::flagship(GameKind::CONNECT4);
        set_memory(&mut recipe, MEMORY_MB);
        Settings { recipe, time: Duration::from_millis(TIME_MS) }
    }
}

impl Settings {
    /// What was chosen, within the site's memory and time where the choice says nothing.
    pub fn of_choice(choice: &Choice) -> Result<Settings, ChoiceError> {
        let mut recipe = choice.clone().within_memory(MEMORY_MB).recipe(GameKind::CONNECT4)?;
        recipe.limits.visits = choice.budget.visits.or(recipe.limits.visits);
        Ok(Settings { recipe, time: choice.budget.time.unwrap_or(Duration::from_millis(TIME_MS)) })
    }

    /// `LUOZI_TIME_MS`, `LUOZI_THREADS`, `LUOZI_MEMORY_MB`, `LUOZI_PRESET` and `LUOZI_SET` (`k=v,k=v`).
    pub fn from_environment() -> Settings {
        let variable = |name: &str| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned());
        Settings::read(variable, crate::complain)
    }

    fn read(variable: impl Fn(&str) -> Option<String>, mut complain: impl FnMut(String)) -> Settings {
        let mut settings = Settings::default();
        let recipe = &mut settings.recipe;

        // Step 1. The player.
        if let Some(name) = variable("LUOZI_PRESET") {
            match Recipe::of_preset(GameKind::CONNECT4, &name) {
                Ok(named) => *recipe = named,
                Err(problem) => complain(format!("LUOZI_PRESET: {problem}; playing {}", recipe.name)),
            }
        }
        set_memory(recipe, MEMORY_MB);

        // Step 2. Its parameters; each stands alone, so that one mistake does not take the others away.
        let words = variable("LUOZI_SET").unwrap_or_default();
        let parts = words.split(',').filter(|part| !part.trim().is_empty());
        let named = [("LUOZI_THREADS", "threads"), ("LUOZI_MEMORY_MB", "memory_mb")];
        let named = named.map(|(name, key)| variable(name).map(|value| (name, format!("{key}={value}"))));
        for (name, part) in parts.map(|part| ("LUOZI_SET", part.to_string())).chain(named.into_iter().flatten()) {
            let mut changed = recipe.clone();
            match change(&mut changed, &part) {
                Ok(()) => *recipe = changed,
                Err(problem) => complain(format!("{name}: {problem}; left as it was")),
            }
        }

        // A preset that does not know the judge's board gives way to one that does, even if it was named.
        recipe.automatic = true;

        // Step 3. Time.
        if let Some(text) = variable("LUOZI_TIME_MS") {
            match text.trim().parse().ok().filter(|ms| (1..=LONGEST_MS).contains(ms)) {
                Some(ms) => settings.time = Duration::from_millis(ms),
                None => complain(format!(
                    "LUOZI_TIME_MS is `{}`, expected milliseconds from 1 to {LONGEST_MS}; using {TIME_MS}",
                    luozi_core::excerpt(&text)
                )),
            }
        }
        settings
    }
}

/// Changes one `key=value`; the parameters must fit together afterwards.
fn change(recipe: &mut Recipe, part: &str) -> Result<(), luozi_engine::RecipeError> {
    let (key, value) =
        part.split_once('=').ok_or_else(|| luozi_engine::RecipeError::NotASetting(luozi_core::excerpt(part)))?;
    recipe.set(key.trim(), value.trim())?;
    recipe.validate()
}

fn set_memory(recipe: &mut Recipe, mib: u64) {
    if let Method::Search(params) = &mut recipe.method {
        params.memory_mb = mib;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(environment: &[(&str, &str)]) -> (Settings, Vec<String>) {
        let mut complaints = Vec::new();
        let variable = |name: &str| environment.iter().find(|(key, _)| *key == name).map(|(_, v)| v.to_string());
        let settings = Settings::read(variable, |complaint| complaints.push(complaint));
        (settings, complaints)
    }

    fn search(settings: &Settings) -> (u32, u64) {
        let Method::Search(params) = &settings.recipe.method else { panic!("a search") };
        (params.threads, params.memory_mb)
    }

    #[test]
    fn the_defaults_suit_the_judge() {
        let (settings, complaints) = read(&[]);
        assert_eq!((settings.time, search(&settings)), (Duration::from_millis(2700), (1, 700)));
        assert!(settings.recipe.automatic && complaints.is_empty());
    }

    #[test]
    fn every_variable_counts() {
        let (settings, complaints) = read(&[
            ("LUOZI_TIME_MS", "50"),
            ("LUOZI_THREADS", "2"),
            ("LUOZI_MEMORY_MB", "64"),
            ("LUOZI_PRESET", "mcgs"),
            ("LUOZI_SET", "visits=300, c=1.5"),
        ]);
        assert_eq!(complaints, [""; 0]);
        assert_eq!((settings.time, search(&settings)), (Duration::from_millis(50), (2, 64)));
        assert_eq!((settings.recipe.name.as_str(), settings.recipe.limits.visits), ("mcgs", Some(300)));
    }

    #[test]
    fn mistakes_are_told_and_the_rest_stands() {
        let (settings, complaints) = read(&[
            ("LUOZI_TIME_MS", "soon"),
            ("LUOZI_THREADS", "0"),
            ("LUOZI_MEMORY_MB", "-1"),
            ("LUOZI_PRESET", "mgcs"),
            ("LUOZI_SET", "visits=300,fast,speed=9"),
        ]);
        assert_eq!((settings.time, search(&settings)), (Duration::from_millis(2700), (1, 700)));
        assert_eq!(settings.recipe.limits.visits, Some(300));
        assert_eq!(complaints.len(), 6);
        assert!(complaints[0].contains("did you mean `mcgs`?") && complaints[0].ends_with("playing net-connect4"));
        assert!(complaints[1].starts_with("LUOZI_SET: `fast` is no setting"), "{complaints:?}");
        assert!(complaints[3].starts_with("LUOZI_THREADS: ") && complaints[3].ends_with("; left as it was"));
        assert_eq!(complaints[5], "LUOZI_TIME_MS is `soon`, expected milliseconds from 1 to 3600000; using 2700");
    }
}
