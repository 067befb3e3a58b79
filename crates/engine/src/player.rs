//! Whoever chooses moves: engines of this program and foreign bots alike.
//!
//! A [`Player`] is given a [`Session`] and an [`Ask`], and answers with an [`Analysis`]. Command line, arena, page and
//! protocols know nothing else of it.

use crate::analysis::analysis_of;
use crate::explain::Graph;
use crate::simulation::Simulation;
use crate::{Engine, Playable, Recipe, RecipeError};
use luozi_games::analysis::Analysis;
use luozi_games::{Session, Setup};
use luozi_search::{Budget, Instant, Purpose, Report, Request, Watch};
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Somebody who wants to see what a player thinks while it thinks.
pub struct Watcher<'a> {
    /// Time between two reports.
    pub every: Duration,
    /// Called by the thinking thread: be quick.
    pub tell: &'a mut (dyn FnMut(&Analysis) + Send),
}

/// One question to a player.
pub struct Ask<'a> {
    /// What it may spend.
    pub budget: Budget,
    /// What the answer is for.
    pub purpose: Purpose,
    /// When the question was asked: time counts from here.
    pub asked: Instant,
    /// Set from outside to end it.
    pub stop: Option<&'a AtomicBool>,
    /// Who watches. Nobody has to, and nothing a player finds depends on it.
    pub watch: Option<Watcher<'a>>,
}

impl<'a> Ask<'a> {
    /// A question asked now that nobody watches or interrupts.
    pub fn new(budget: Budget) -> Ask<'a> {
        Ask { budget, purpose: Purpose::Play, asked: Instant::now(), stop: None, watch: None }
    }
}

/// Why there is no move.
#[derive(Debug, thiserror::Error)]
pub enum NoMove {
    /// The game is over.
    #[error("the game is over: there is nothing to think about")]
    Over,
    /// The game is played on another board than the player was made for.
    #[error("this player was made for {own}; found {found}")]
    OtherBoard {
        /// The player's board.
        own: Box<Setup>,
        /// The board of the game that was asked about.
        found: Box<Setup>,
    },
    /// It thinks in another way than by simulations.
    #[error(
        "this player makes no simulations: it looks at all moves to a depth, and there is no path, no playout and no mean to show"
    )]
    NoSimulations,
    /// It gives up.
    #[error("it resigns")]
    Resigned,
    /// Something went wrong on its side.
    #[error(transparent)]
    Fault(Box<dyn Error + Send + Sync>),
}

/// Whoever chooses moves.
pub trait Player: Send {
    /// Thinks about the position where a session stands. What the question leaves open, the player decides by limits of its
    /// own; whatever time it is granted, it keeps.
    fn think(&mut self, session: &Session, ask: Ask<'_>) -> Result<Analysis, NoMove>;

    /// Thinks on somebody else's time, until `stop` is set: what it learns about the position serves its next questions.
    fn ponder(&mut self, session: &Session, stop: &AtomicBool) {
        // Nobody waits for what comes of it; a question that cannot be asked is refused when it counts.
        let _ = self.think(session, Ask { stop: Some(stop), ..Ask::new(Budget::default()) });
    }

    /// Forgets everything: the next game begins like the first.
    fn reset(&mut self);

    /// At most `most` nodes of what it searched last, for people; `None` for players without a graph to show.
    fn explain(&self, _most: usize) -> Option<Graph> {
        None
    }

    /// Makes the simulation of that number, from 1, of a search for a move where a session stands, which began with nothing, and tells all
    /// about it; `None` if the result is proven before it. Whoever asks for one number after the other gets one search, step
    /// by step.
    fn simulate(&mut self, _session: &Session, _number: u64) -> Result<Option<Simulation>, NoMove> {
        Err(NoMove::NoSimulations)
    }

    /// What it is made of; `None` for players that are not of this program.
    fn recipe(&self) -> Option<&Recipe> {
        None
    }
}

/// An engine at a board.
pub(crate) struct Seated<G: Playable> {
    setup: Setup,
    rules: G,
    engine: Engine<G>,
}

impl<G: Playable> Seated<G> {
    pub(crate) fn new(setup: &Setup, rules: G, recipe: &Recipe) -> Result<Seated<G>, RecipeError> {
        Ok(Seated { setup: setup.clone(), engine: Engine::new(rules.clone(), recipe)?, rules })
    }

    /// Where a session stands, if there is something to think about on this board.
    fn position<'s>(&self, session: &'s Session) -> Result<&'s G::Position, NoMove> {
        let same_board = session.at::<G>().filter(|_| *session.setup() == self.setup);
        let Some((_, position)) = same_board else {
            let (own, found) = (self.setup.clone().into(), session.setup().clone().into());
            return Err(NoMove::OtherBoard { own, found });
        };
        if session.outcome().is_some() {
            return Err(NoMove::Over);
        }
        Ok(position)
    }
}

impl<G: Playable> Player for Seated<G> {
    fn think(&mut self, session: &Session, ask: Ask<'_>) -> Result<Analysis, NoMove> {
        let position = self.position(session)?;
        let Ask { budget, purpose, asked, stop, mut watch } = ask;
        let (rules, kind) = (&self.rules, self.engine.evaluator());
        let name = self.engine.recipe().signature();
        let describe = |report: &Report<G::Move>| {
            let mut analysis = Analysis { engine: Some(name.clone()), ..analysis_of(rules, position, kind, report) };
            if let Purpose::Analyse { moves } = purpose {
                analysis.give_remarks(session, moves as usize);
            }
            analysis
        };
        let every = watch.as_ref().map(|watch| watch.every);
        let mut tell = |report: &Report<G::Move>| {
            if let Some(watch) = &mut watch {
                (watch.tell)(&describe(report));
            }
        };
        let watch = every.map(|every| Watch { every, tell: &mut tell });
        let report = self.engine.think(position, Request { budget, purpose, known: &[], clock: &asked, stop, watch });
        Ok(describe(&report))
    }

    fn reset(&mut self) {
        self.engine.reset();
    }

    fn simulate(&mut self, session: &Session, number: u64) -> Result<Option<Simulation>, NoMove> {
        let position = self.position(session)?;
        if self.engine.search().is_none() {
            return Err(NoMove::NoSimulations);
        }
        Ok(self.engine.simulate(position, number.max(1)))
    }

    fn explain(&self, most: usize) -> Option<Graph> {
        self.engine.explain(most)
    }

    fn recipe(&self) -> Option<&Recipe> {
        Some(self.engine.recipe())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{player, presets};
    use luozi_games::GameKind;

    fn without_time(analysis: Analysis) -> Analysis {
        Analysis { seconds: 0.0, ..analysis }
    }

    /// For every preset of every game: the same question after a reset gives the same search, from a middle game and near the
    /// end, where solvers keep tables; and so does one that is watched.
    #[test]
    fn a_reset_forgets_everything_and_watching_changes_nothing() {
        for game in GameKind::BUILT_IN {
            let mut session = Session::new(&Setup::standard(game)).unwrap();
            let mut rng = luozi_core::Rng::seeded(4);
            let mut positions = Vec::new();
            while session.outcome().is_none() {
                positions.push(session.clone());
                let legal = session.legal_indices();
                session.play_index(legal[rng.below(legal.len() as u32) as usize]).unwrap();
            }
            let at = |share: usize| &positions[positions.len() * share / 10];
            for preset in presets(game) {
                let recipe = Recipe::parse(game, &format!("{},memory_mb=8,seed=5", preset.name)).unwrap();
                let mut player = player(&session, &recipe).unwrap();
                let questions = |player: &mut Box<dyn Player>| {
                    [4, 8].map(|share| without_time(player.think(at(share), Ask::new(Budget::visits(120))).unwrap()))
                };
                let first = questions(&mut player);
                player.reset();
                assert_eq!(questions(&mut player), first, "{}", preset.name);
                player.reset();
                let watched = [4, 8].map(|share| {
                    let mut tell = |_: &Analysis| {};
                    let watch = Some(Watcher { every: Duration::from_secs(9), tell: &mut tell });
                    let ask = Ask { watch, ..Ask::new(Budget::visits(120)) };
                    without_time(player.think(at(share), ask).unwrap())
                });
                assert_eq!(watched, first, "{}", preset.name);
            }
        }
    }

    #[test]
    fn a_game_that_is_over_or_of_another_board_is_refused_in_words() {
        let session = Session::new(&Setup::standard(GameKind::NOGO)).unwrap();
        let recipe = Recipe::parse(GameKind::NOGO, "uct-plain,memory_mb=8").unwrap();
        let mut player = player(&session, &recipe).unwrap();
        let small = Session::new(&Setup::board(GameKind::NOGO, 5, 5)).unwrap();
        let error = player.think(&small, Ask::new(Budget::visits(1))).unwrap_err().to_string();
        assert!(error.contains("9 rows x 9 columns; found NoGo, 5 rows"), "{error}");
        let mut over = session.clone();
        while over.outcome().is_none() {
            over.play_index(over.legal_indices()[0]).unwrap();
        }
        assert!(matches!(player.think(&over, Ask::new(Budget::visits(1))), Err(NoMove::Over)));
    }
}
