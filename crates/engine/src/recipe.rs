//! From words to a player: `PRESET,time=300ms,c=1.1`, `level=5`, `alphabeta:depth=6`.

use crate::evaluators::{Endgame, EvaluatorError, EvaluatorKind, OwnNet};
use crate::level::{self, Level};
use crate::preset::{PRESETS, Preset, Thinks, classic, flagship, preset, presets};
use crate::registry::engine_game;
#[cfg(feature = "nets")]
use luozi_eval::WeightsError;
use luozi_games::GameKind;
use luozi_search::{Budget, ParamError, Params, TimeControl};
use std::time::Duration;

/// A player that cannot be made.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RecipeError {
    /// No preset has that name.
    #[error("there is no preset `{found}` for {game}; expected one of {known}{}", nearest.map(|n| format!(" (did you mean `{n}`?)")).unwrap_or_default())]
    UnknownPreset {
        /// The name as given.
        found: String,
        /// The game whose presets were looked through.
        game: GameKind,
        /// The presets of that game.
        known: String,
        /// The closest of them, if one is close.
        nearest: Option<&'static str>,
    },
    /// The evaluator is not one, or not one of this game.
    #[error("there is no evaluator `{found}` for {game}; expected one of {known}")]
    UnknownEvaluator {
        /// The name as given.
        found: String,
        /// The game whose evaluators were looked through.
        game: GameKind,
        /// The evaluators of that game.
        known: String,
    },
    /// A setting without `=`.
    #[error("`{0}` is no setting; expected KEY=VALUE such as c=1.1 or time=300ms")]
    NotASetting(String),
    /// A value that does not fit.
    #[error("{key}: found `{found}`, expected {expected}")]
    BadValue {
        /// The setting's name, as it stands before `=`.
        key: &'static str,
        /// The value as given.
        found: String,
        /// What would have been right.
        expected: &'static str,
    },
    /// A setting that only a search reads.
    #[error(
        "`{key}` is a setting of a search by simulations, which this player is not; expected depth and evaluator (alpha-beta), memory_mb and threads (principal variations), solve_root or time"
    )]
    SearchOnly {
        /// The setting's name, as it was given.
        key: String,
    },
    /// Half of a mixture.
    #[error("found {found} without {missing}; a mixture needs both, such as mix=uniform,mix_share=0.2")]
    HalfMixed {
        /// The setting that is there.
        found: &'static str,
        /// The one that is not.
        missing: &'static str,
    },
    /// A parameter of the search is wrong.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// A preset that this build does without.
    #[error("`{name}` is left out of this build; build it with the feature{} `{features}`", if features.contains(' ') { "s" } else { "" })]
    LeftOut {
        /// The preset's name, as it was given.
        name: String,
        /// What it needs.
        features: &'static str,
    },
    /// The weights file cannot be used.
    #[cfg(feature = "nets")]
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// A net was brought for a player that uses none.
    #[error("`{name}` judges by `{evaluator}` and has no use for weights; choose a preset over a net or evaluator=net")]
    NoUseForNet {
        /// The name to show of the player that was to use the net.
        name: String,
        /// How it judges.
        evaluator: String,
    },
    /// The evaluator does not fit the game or the board.
    #[error(transparent)]
    Evaluator(#[from] EvaluatorError),
    /// The game was registered without the engine.
    #[error("{} has rules but no engine; register it with the engine", game.title())]
    NoEngine {
        /// The game, which has no engine in the registry.
        game: GameKind,
    },
}

/// How a player thinks.
#[derive(Clone, PartialEq, Debug)]
pub enum Method {
    /// Monte-Carlo graph search.
    Search(Params),
    /// Alpha-beta to a fixed depth; depth 1 is the greedy player.
    AlphaBeta {
        /// Plies to look ahead, the most where time or nodes are limited.
        depth: u32,
    },
    /// The game's own principal-variation search.
    Pvs {
        /// Memory for its tables.
        memory_mb: u64,
        /// Threads that share them.
        threads: u32,
    },
}

/// What a player may use of the machine, and its seed, to be read or changed.
pub struct Resources<'r> {
    /// Threads that search together.
    pub threads: &'r mut u32,
    /// Memory for graph or tables.
    pub memory_mb: &'r mut u64,
    /// Seed of its random numbers; `None` for a player that draws nothing by lot.
    pub seed: Option<&'r mut u64>,
}

/// Everything that makes a player, apart from the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// The game it is for.
    pub game: GameKind,
    /// The name to show: the preset or method it started from.
    pub name: String,
    /// How it thinks.
    pub method: Method,
    /// How it judges; `None` for the game's static evaluator.
    pub evaluator: Option<EvaluatorKind>,
    /// Whose opinion is mixed in, and its share in the value.
    pub mix: Option<EvaluatorKind>,
    /// The share of `mix`, from 0 to 1; there is one where there is a mixture.
    pub mix_share: Option<f64>,
    /// The net to judge by instead of the shipped one.
    pub net: Option<OwnNet>,
    /// When it asks the exact solver.
    pub endgame: Endgame,
    /// Its own limits; what is not set here is decided by whoever asks it.
    pub limits: Budget,
    /// The level it is held back to, if it is.
    pub level: Option<Level>,
    /// The preset was chosen here, not by name: a board that it cannot play gets the classical one.
    pub automatic: bool,
}

impl Recipe {
    /// The flagship of a game.
    pub fn flagship(game: GameKind) -> Recipe {
        let recipe = Recipe::of_preset(game, flagship(game).name).expect("the flagship is a preset of its game");
        Recipe { automatic: true, ..recipe }
    }

    /// What it may use of the machine; `None` for plain alpha-beta, which has one thread and no memory.
    pub fn resources(&mut self) -> Option<Resources<'_>> {
        match &mut self.method {
            Method::Search(params) => Some(Resources {
                threads: &mut params.threads,
                memory_mb: &mut params.memory_mb,
                seed: Some(&mut params.seed),
            }),
            Method::Pvs { memory_mb, threads } => Some(Resources { threads, memory_mb, seed: None }),
            Method::AlphaBeta { .. } => None,
        }
    }

    /// The player whose search people can look into: this one if it has a graph or was asked for by name, otherwise the
    /// best of its game that has one, under the same conditions.
    pub fn with_graph(mut self) -> Recipe {
        let has_graph = matches!(self.method, Method::Search(_));
        let explained = engine_game(self.game).map(|game| game.explained());
        match explained.and_then(|name| Recipe::of_preset(self.game, name).ok()) {
            Some(mut other) if self.automatic && !has_graph => {
                self.hand_over(&mut other);
                Recipe { automatic: true, ..other }
            }
            _ => self,
        }
    }

    /// Gives limits, threads, memory and seed to another player.
    fn hand_over(&mut self, other: &mut Recipe) {
        other.limits = self.limits;
        if let (Some(own), Some(others)) = (self.resources(), other.resources()) {
            (*others.threads, *others.memory_mb) = (*own.threads, *own.memory_mb);
            if let (Some(own), Some(others)) = (own.seed, others.seed) {
                *others = *own;
            }
        }
    }

    /// The player to take when this one cannot play a board: the classical flagship under the same conditions.
    pub(crate) fn substitute(&self) -> Option<Recipe> {
        let mut substitute = Recipe::of_preset(self.game, classic(self.game).name).ok()?;
        if matches!(self.method, Method::AlphaBeta { .. }) || matches!(substitute.method, Method::AlphaBeta { .. }) {
            return None;
        }
        self.clone().hand_over(&mut substitute);
        if let Some(level) = self.level {
            level.hold_back(&mut substitute);
        }
        self.automatic.then_some(substitute)
    }

    /// A preset as it is, `greedy` included.
    pub fn of_preset(game: GameKind, name: &str) -> Result<Recipe, RecipeError> {
        if name == "greedy" {
            return Ok(Recipe::plain(game, name, Method::AlphaBeta { depth: 1 }, None));
        }
        let found = preset(game, name).ok_or_else(|| unknown_preset(name, game))?;
        let method = match found.method {
            Thinks::Pvs => Method::Pvs { memory_mb: PVS_MEMORY_MB, threads: 1 },
            Thinks::Search(set) => {
                let mut params = Params::default();
                set(&mut params);
                Method::Search(params)
            }
        };
        let recipe = Recipe::plain(game, name, method, Some(found.evaluator));
        Ok(Recipe { endgame: found.endgame, ..recipe })
    }

    /// A player without limits of its own that asks no solver.
    fn plain(game: GameKind, name: &str, method: Method, evaluator: Option<EvaluatorKind>) -> Recipe {
        Recipe {
            game,
            name: name.into(),
            method,
            evaluator,
            mix: None,
            mix_share: None,
            net: None,
            endgame: Endgame::default(),
            limits: Budget::default(),
            level: None,
            automatic: false,
        }
    }

    /// Reads a player's words: a preset or nothing, then settings, separated by commas. `level=N` replaces the preset.
    ///
    /// ```
    /// use luozi_engine::Recipe;
    /// use luozi_games::GameKind;
    ///
    /// let recipe = Recipe::parse(GameKind::CONNECT4, "mcgs,time=300ms,c=1.1").unwrap();
    /// assert_eq!(recipe.name, "mcgs");
    /// assert!(Recipe::parse(GameKind::NOGO, "mcgs").is_err());
    /// ```
    pub fn parse(game: GameKind, words: &str) -> Result<Recipe, RecipeError> {
        let mut parts = words.split(',').map(str::trim).filter(|part| !part.is_empty()).peekable();
        let mut recipe = match parts.next_if(|part| !part.contains('=')) {
            Some(name) => Recipe::of_preset(game, name)?,
            None => Recipe::flagship(game),
        };
        for part in parts {
            let (key, value) = part.split_once('=').ok_or_else(|| RecipeError::NotASetting(part.to_string()))?;
            recipe.set(key.trim(), value.trim())?;
        }
        recipe.validate()?;
        Ok(recipe)
    }

    /// Whether its settings fit each other.
    pub fn validate(&self) -> Result<(), RecipeError> {
        match (self.mix, self.mix_share) {
            (Some(_), None) => Err(RecipeError::HalfMixed { found: "mix", missing: "mix_share" })?,
            (None, Some(_)) => Err(RecipeError::HalfMixed { found: "mix_share", missing: "mix" })?,
            _ => {}
        }
        if let Method::Search(params) = &self.method {
            params.validate()?;
        }
        Ok(())
    }

    /// Alpha-beta from its words: `depth=6`, `depth=4,evaluator=reversi-handmade`.
    pub fn parse_alpha_beta(game: GameKind, words: &str) -> Result<Recipe, RecipeError> {
        let mut recipe = Recipe::plain(game, "alphabeta", Method::AlphaBeta { depth: 4 }, None);
        for part in words.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').ok_or_else(|| RecipeError::NotASetting(part.to_string()))?;
            recipe.set(key.trim(), value.trim())?;
        }
        Ok(recipe)
    }

    /// Takes the net of a weights file instead of the shipped one. It was asked for: a board that it does not know is an
    /// error from now on.
    pub fn bring_net(&mut self, file: &[u8]) -> Result<(), RecipeError> {
        let net = OwnNet::read(file)?;
        if self.evaluator != Some(EvaluatorKind::NET) {
            let evaluator = self.evaluator.map_or("a static evaluation", EvaluatorKind::word).to_string();
            return Err(RecipeError::NoUseForNet { name: self.name.clone(), evaluator });
        }
        (self.net, self.automatic) = (Some(net), false);
        Ok(())
    }

    /// What ends a search for which `given` was asked: a usual time where neither that nor the recipe says anything.
    pub fn limits_or_usual(&self, given: Budget) -> Budget {
        if given.is_open() && self.limits.is_open() { Budget::time(USUAL_TIME) } else { given }
    }

    /// The player as saved games name it.
    pub fn signature(&self) -> String {
        format!("luozi {} {}", env!("CARGO_PKG_VERSION"), self.name)
    }

    /// Changes one setting: a limit, the evaluator, the level, or a parameter of the search.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RecipeError> {
        let bad = |key, expected| RecipeError::BadValue { key, found: value.to_string(), expected };
        let by_pvs = matches!(self.method, Method::Pvs { .. });
        if !matches!(self.method, Method::Search(_)) && SEARCH_ONLY.contains(&key) || by_pvs && key == "evaluator" {
            return Err(RecipeError::SearchOnly { key: key.to_string() });
        }
        match key {
            "time" => {
                self.limits.time = Some(parse_time(value).ok_or_else(|| bad("time", "a time such as 300ms or 1s"))?)
            }
            "visits" => {
                let positive = value.parse().ok().filter(|&visits| visits > 0);
                self.limits.visits = Some(positive.ok_or_else(|| bad("visits", "a number from 1"))?);
            }
            "level" => {
                let number = value.parse().ok().and_then(level::of);
                let level = number.ok_or_else(|| bad("level", "a level from 1 to 10"))?;
                *self = level.recipe(self.game);
            }
            "solve_within" => {
                self.endgame.within = value.parse().map_err(|_| bad("solve_within", "a number from 0"))?;
            }
            "solve_nodes" => {
                let positive = value.parse().ok().filter(|&nodes| nodes > 0);
                self.endgame.nodes = positive.ok_or_else(|| bad("solve_nodes", "a number from 1"))?;
            }
            "solve_root" => {
                self.endgame.root_within = value.parse().map_err(|_| bad("solve_root", "a number from 0"))?;
            }
            "evaluator" => self.evaluator = Some(self.evaluator_named(value)?),
            "mix" => self.mix = Some(self.evaluator_named(value)?),
            "mix_share" => {
                let share = value.parse().ok().filter(|share| (0.0..=1.0).contains(share));
                self.mix_share = Some(share.ok_or_else(|| bad("mix_share", "a share from 0 to 1"))?);
            }
            _ => match &mut self.method {
                Method::Search(params) => params.set(key, value)?,
                Method::AlphaBeta { depth } if key == "depth" => {
                    let fits = value.parse().ok().filter(|depth| (1..=60).contains(depth));
                    *depth = fits.ok_or_else(|| bad("depth", "a depth from 1 to 60"))?;
                }
                Method::Pvs { memory_mb, .. } if key == "memory_mb" => {
                    let fits = value.parse().ok().filter(|megabytes| (1..=1 << 20).contains(megabytes));
                    *memory_mb = fits.ok_or_else(|| bad("memory_mb", "a number of megabytes from 1"))?;
                }
                Method::Pvs { threads, .. } if key == "threads" => {
                    let fits = value.parse().ok().filter(|threads| (1..=256).contains(threads));
                    *threads = fits.ok_or_else(|| bad("threads", "a number of threads from 1 to 256"))?;
                }
                // It draws nothing by lot, so it plays the same with every seed.
                Method::Pvs { .. } if key == "seed" => {
                    value.parse::<u64>().map_err(|_| bad("seed", "a number from 0"))?;
                }
                Method::AlphaBeta { .. } | Method::Pvs { .. } => {
                    return Err(RecipeError::NotASetting(format!("{key}={value}")));
                }
            },
        }
        Ok(())
    }

    fn evaluator_named(&self, word: &str) -> Result<EvaluatorKind, RecipeError> {
        let known = engine_game(self.game).map_or(&[EvaluatorKind::UNIFORM][..], |game| game.evaluators());
        let known: Vec<EvaluatorKind> =
            known.iter().copied().filter(|kind| cfg!(feature = "nets") || !kind.is_learned()).collect();
        known.iter().copied().find(|kind| kind.word() == word).ok_or_else(|| RecipeError::UnknownEvaluator {
            found: word.to_string(),
            game: self.game,
            known: known.iter().map(|kind| kind.word()).collect::<Vec<_>>().join(", "),
        })
    }
}

/// A time with its unit: `300ms`, `1s`, `2.5s`, `1m`.
pub fn parse_time(text: &str) -> Option<Duration> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic())?);
    let unit = match unit {
        "ms" => 1e-3,
        "s" => 1.0,
        "m" => 60.0,
        _ => return None,
    };
    let seconds = number.trim().parse::<f64>().ok()? * unit;
    (seconds.is_finite() && (0.0..=1e6).contains(&seconds)).then(|| Duration::from_secs_f64(seconds))
}

/// A clock for a whole game: `60+1`, or `60` without an increment, in seconds unless a unit is given.
pub fn parse_clock(text: &str) -> Option<TimeControl> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let time = |part: &str| parse_time(part).or_else(|| parse_time(&format!("{part}s")));
    Some(TimeControl::Clock { base: time(base)?, increment: time(increment)? })
}

/// Time for a move when nobody says anything about it.
pub const USUAL_TIME: Duration = Duration::from_secs(1);

/// Memory of a principal-variation search that nobody has set.
const PVS_MEMORY_MB: u64 = 64;

/// Settings about the leaves of a search.
const SEARCH_ONLY: [&str; 4] = ["mix", "mix_share", "solve_within", "solve_nodes"];

/// Closer than this and the name is suggested.
const SIMILAR: f64 = 0.75;

fn unknown_preset(found: &str, game: GameKind) -> RecipeError {
    let left_out = PRESETS.iter().filter(|preset| preset.name == found && preset.plays(game));
    if let Some(features) = left_out.filter_map(Preset::left_out).next() {
        return RecipeError::LeftOut { name: found.to_string(), features };
    }
    let names = || presets(game).into_iter().map(|preset| preset.name);
    let similarity = |name: &&str| strsim::jaro_winkler(name, found);
    let nearest = names().max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
    RecipeError::UnknownPreset {
        found: luozi_core::excerpt(found),
        game,
        known: names().chain(["greedy"]).collect::<Vec<_>>().join(", "),
        nearest: nearest.filter(|name| similarity(name) > SIMILAR),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_players() {
        let recipe = Recipe::parse(GameKind::NOGO, "nogo-mobility, time=250ms, seed=7").unwrap();
        assert_eq!(recipe.limits.time, Some(Duration::from_millis(250)));
        assert!(matches!(&recipe.method, Method::Search(params) if params.seed == 7));
        assert_eq!(Recipe::parse(GameKind::REVERSI, "").unwrap(), Recipe::flagship(GameKind::REVERSI));
        let deep = Recipe::parse_alpha_beta(GameKind::REVERSI, "depth=6").unwrap();
        assert_eq!(deep.method, Method::AlphaBeta { depth: 6 });
        let mixed = Recipe::parse(GameKind::CONNECT4, "mcgs,mix=connect4-threats,mix_share=0.2").unwrap();
        assert_eq!((mixed.mix, mixed.mix_share), (Some(EvaluatorKind::THREATS), Some(0.2)));
        let level = Recipe::parse(GameKind::CONNECT4, "level=3").unwrap();
        assert!(level.limits.visits.is_some());
    }

    #[test]
    fn wrong_words_are_explained() {
        let error = |game, words| Recipe::parse(game, words).unwrap_err().to_string();
        assert!(error(GameKind::CONNECT4, "mgcs").contains("did you mean `mcgs`"));
        assert!(error(GameKind::NOGO, "mcgs").starts_with("there is no preset `mcgs` for nogo"));
        assert_eq!(
            error(GameKind::NOGO, "classic-nogo,fast"),
            "`fast` is no setting; expected KEY=VALUE such as c=1.1 or time=300ms"
        );
        assert_eq!(error(GameKind::NOGO, "solve_nodes=0"), "solve_nodes: found `0`, expected a number from 1");
        assert_eq!(error(GameKind::NOGO, "level=11"), "level: found `11`, expected a level from 1 to 10");
        assert_eq!(error(GameKind::NOGO, "time=3"), "time: found `3`, expected a time such as 300ms or 1s");
        assert!(error(GameKind::NOGO, "evaluator=seven-rules").contains("expected one of uniform, both-first"));
        assert!(error(GameKind::NOGO, "cc=1").contains("did you mean `c`"));
        assert_eq!(error(GameKind::CONNECT4, "mcgs,mix_share=2"), "mix_share: found `2`, expected a share from 0 to 1");
        assert!(error(GameKind::NOGO, "classic-nogo,mix=connect4-threats").contains("expected one of uniform"));
        assert!(error(GameKind::NOGO, "classic-nogo,mix=uniform").starts_with("found mix without mix_share;"));
        assert!(error(GameKind::NOGO, "classic-nogo,mix_share=0.1").starts_with("found mix_share without mix;"));
        for words in ["mix=uniform", "mix_share=0.1", "solve_within=8", "solve_nodes=9"] {
            let error = Recipe::parse_alpha_beta(GameKind::NOGO, words).unwrap_err().to_string();
            assert!(error.contains("is a setting of a search"), "{words}: {error}");
        }
        assert!(Recipe::parse_alpha_beta(GameKind::NOGO, "depth=2,solve_root=8").is_ok(), "read by every player");
    }

    #[test]
    fn clocks_are_seconds_unless_a_unit_is_given() {
        let clock = |base, increment| {
            let [base, increment] = [base, increment].map(Duration::from_millis);
            Some(TimeControl::Clock { base, increment })
        };
        assert_eq!(parse_clock("60+1"), clock(60_000, 1000));
        assert_eq!(parse_clock("2m+500ms"), clock(120_000, 500));
        assert_eq!(parse_clock("7"), clock(7000, 0));
        assert!(["", "+", "1+", "x+1", "1+2+3"].iter().all(|text| parse_clock(text).is_none()));
    }

    #[test]
    fn times_have_units() {
        assert_eq!(parse_time("1.5s"), Some(Duration::from_millis(1500)));
        assert_eq!(parse_time("2m"), Some(Duration::from_secs(120)));
        assert!(["", "5", "s", "-1s", "1h", "nans", "1e99s"].iter().all(|text| parse_time(text).is_none()));
    }
}
