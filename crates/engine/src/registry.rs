//! What the engine knows of each registered game, and the one door from a session to whoever thinks about it.
//!
//! Hot loops are generic and compiled once, here, for the rules of each game; everything above holds a
//! [`Session`](luozi_games::Session) and a [`Player`](crate::Player) and never asks which game it is.

use crate::evaluators::{BoardWord, EvaluatorKind, Playable};
use crate::level::LevelRatings;
use crate::player::{Player, Seated};
use crate::review::{self, Conditions, Review};
use crate::solver::{AnySolver, any_solver};
use crate::{Preset, Recipe, RecipeError};
use luozi_core::{Bounds, Player as Side};
use luozi_games::analysis::Proven;
use luozi_games::record::Record;
use luozi_games::{GameKind, GameType, RegisterError, Session, Setup, connect4, nogo, reversi};
use std::sync::{PoisonError, RwLock};

/// A game that the engine plays. A game of another crate needs one method; what it leaves out is answered for any game.
pub trait EngineGame: GameType {
    /// What the engine can do with a session: `typed::<Rules>(session)` for the rules that [`GameType::open`] makes.
    fn engine<'s>(&self, session: &'s Session) -> Option<Box<dyn GameEngine + 's>>;

    /// The evaluators it has, by their words.
    fn evaluators(&self) -> &'static [EvaluatorKind] {
        &[EvaluatorKind::UNIFORM]
    }

    /// Presets of its own, beside those that play every game.
    fn presets(&self) -> &'static [Preset] {
        &[]
    }

    /// The name of its best preset.
    fn flagship(&self) -> &'static str {
        "uct-plain"
    }

    /// The name of its best preset that plays every board.
    fn classic(&self) -> &'static str {
        self.flagship()
    }

    /// The name of its best preset with a graph that people can look into.
    fn explained(&self) -> &'static str {
        self.flagship()
    }

    /// Nodes that its exact solver looks at in the time of one simulation of a review.
    fn solver_nodes_a_simulation(&self) -> u64 {
        300
    }

    /// What is known about the strength of its levels.
    fn level_ratings(&self) -> Option<&'static LevelRatings> {
        None
    }
}

/// What the engine does with one session, whatever its rules are.
pub trait GameEngine {
    /// A player of a recipe on this board.
    fn player(&self, recipe: &Recipe) -> Result<Box<dyn Player>, RecipeError>;

    /// The exact solver of this board with a table of so many bytes; `None` if the game has none.
    fn solver(&self, bytes: usize) -> Option<Box<dyn AnySolver>>;

    /// The same with whatever else is known about the game, such as an opening book.
    fn informed_solver(&self, bytes: usize) -> Option<Box<dyn AnySolver>>;

    /// What bounds of the score prove for a player, told as the game tells it.
    fn proven(&self, bounds: Bounds, player: Side) -> Option<Proven>;

    /// About how many moves the side to move still has to make.
    fn own_moves_left(&self) -> u32;

    /// How much is left to decide: moves or points that may still be played, at most.
    fn undecided(&self) -> u32;

    /// Judges the main line of a record of this board; see [`review::review_aloud`].
    fn review(
        &self,
        record: &Record,
        conditions: &Conditions<'_>,
        tell: &mut dyn FnMut(review::Progress, Option<&review::JudgedMove>),
    ) -> Result<Review, RecipeError>;
}

/// A session for the engine, if its rules are of that type.
pub fn typed<'s, G: Playable>(session: &'s Session) -> Option<Box<dyn GameEngine + 's>> {
    let (rules, position) = session.at::<G>()?;
    Some(Box::new(On { setup: session.setup(), rules, position }))
}

struct On<'s, G: Playable> {
    setup: &'s Setup,
    rules: &'s G,
    position: &'s G::Position,
}

impl<G: Playable> GameEngine for On<'_, G> {
    fn player(&self, recipe: &Recipe) -> Result<Box<dyn Player>, RecipeError> {
        Ok(Box::new(Seated::new(self.setup, self.rules.clone(), recipe)?))
    }

    fn solver(&self, bytes: usize) -> Option<Box<dyn AnySolver>> {
        self.rules.exact_solver(bytes).map(|solver| any_solver(solver))
    }

    fn informed_solver(&self, bytes: usize) -> Option<Box<dyn AnySolver>> {
        self.rules.informed_solver(bytes).map(|solver| any_solver(solver))
    }

    fn proven(&self, bounds: Bounds, player: Side) -> Option<Proven> {
        crate::analysis::proven(self.rules, self.position, bounds, player)
    }

    fn own_moves_left(&self) -> u32 {
        self.rules.own_moves_left(self.position)
    }

    fn undecided(&self) -> u32 {
        self.rules.undecided(self.position)
    }

    fn review(
        &self,
        record: &Record,
        conditions: &Conditions<'_>,
        tell: &mut dyn FnMut(review::Progress, Option<&review::JudgedMove>),
    ) -> Result<Review, RecipeError> {
        review::review_with(self.rules, record, conditions, tell)
    }
}

/// Games that a program has added.
static ADDED: RwLock<Vec<&'static dyn EngineGame>> = RwLock::new(Vec::new());

/// Adds a game to the rules and to the engine.
pub fn register(game: &'static dyn EngineGame) -> Result<GameKind, RegisterError> {
    let kind = GameKind::register(game)?;
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    if added.iter().all(|known| known.word() != kind.word()) {
        added.push(game);
    }
    Ok(kind)
}

/// What the engine knows of a game; `None` for a game that was registered without the engine.
pub fn engine_game(kind: GameKind) -> Option<&'static dyn EngineGame> {
    let built_in: [&'static dyn EngineGame; 3] = [&connect4::Connect4, &reversi::Reversi, &nogo::NoGo];
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    built_in.into_iter().chain(added.iter().copied()).find(|game| game.word() == kind.word())
}

/// What the engine can do with a session.
pub fn engine_for(session: &Session) -> Result<Box<dyn GameEngine + '_>, RecipeError> {
    let engine = engine_game(session.kind()).and_then(|game| game.engine(session));
    engine.ok_or(RecipeError::NoEngine { game: session.kind() })
}

/// A player of a recipe on the board of a session: the one way to somebody who thinks inside this program.
pub fn player(session: &Session, recipe: &Recipe) -> Result<Box<dyn Player>, RecipeError> {
    engine_for(session)?.player(recipe)
}

/// About how many moves the side to move still has to make, for whoever shares out a clock.
pub fn own_moves_left(session: &Session) -> u32 {
    engine_for(session).map_or(1, |engine| engine.own_moves_left())
}

fn connect4_engine<W: BoardWord>(session: &Session) -> Option<Box<dyn GameEngine + '_>> {
    typed::<connect4::Rules<W>>(session)
}

impl EngineGame for connect4::Connect4 {
    fn engine<'s>(&self, session: &'s Session) -> Option<Box<dyn GameEngine + 's>> {
        connect4_engine::<u64>(session)
            .or_else(|| connect4_engine::<u128>(session))
            .or_else(|| connect4_engine::<connect4::Wide>(session))
    }

    fn evaluators(&self) -> &'static [EvaluatorKind] {
        &[
            EvaluatorKind::UNIFORM,
            EvaluatorKind::WIN_BLOCK,
            EvaluatorKind::WIN_BLOCK_CENTRE,
            EvaluatorKind::SEVEN_RULES,
            EvaluatorKind::THREATS,
            EvaluatorKind::NET,
        ]
    }

    fn flagship(&self) -> &'static str {
        "net-connect4"
    }

    fn classic(&self) -> &'static str {
        "mcgs"
    }

    /// Ten times as many as the others.
    fn solver_nodes_a_simulation(&self) -> u64 {
        3_000
    }

    fn level_ratings(&self) -> Option<&'static LevelRatings> {
        Some(&LevelRatings::CONNECT4)
    }
}

impl EngineGame for reversi::Reversi {
    fn engine<'s>(&self, session: &'s Session) -> Option<Box<dyn GameEngine + 's>> {
        typed::<reversi::Rules>(session)
    }

    fn evaluators(&self) -> &'static [EvaluatorKind] {
        &[
            EvaluatorKind::UNIFORM,
            EvaluatorKind::SQUARE_GREEDY,
            EvaluatorKind::HANDMADE,
            EvaluatorKind::PATTERNS,
            EvaluatorKind::MOSAIC,
            EvaluatorKind::NET,
        ]
    }

    fn flagship(&self) -> &'static str {
        "pvs-reversi"
    }

    fn explained(&self) -> &'static str {
        "pattern-reversi"
    }

    fn classic(&self) -> &'static str {
        "classic-reversi"
    }

    fn level_ratings(&self) -> Option<&'static LevelRatings> {
        Some(&LevelRatings::REVERSI)
    }
}

impl EngineGame for nogo::NoGo {
    fn engine<'s>(&self, session: &'s Session) -> Option<Box<dyn GameEngine + 's>> {
        typed::<nogo::Rules>(session)
    }

    fn evaluators(&self) -> &'static [EvaluatorKind] {
        &[
            EvaluatorKind::UNIFORM,
            EvaluatorKind::BOTH_FIRST,
            EvaluatorKind::CONTESTED,
            EvaluatorKind::MOBILITY,
            EvaluatorKind::NET,
        ]
    }

    fn flagship(&self) -> &'static str {
        "net-nogo"
    }

    fn classic(&self) -> &'static str {
        "classic-nogo"
    }

    fn level_ratings(&self) -> Option<&'static LevelRatings> {
        Some(&LevelRatings::NOGO)
    }
}
