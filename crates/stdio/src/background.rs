//! The engine in the background of a loop: what it thinks and what the other end says arrive as one stream of events.

use crate::lines::Line;
use crossbeam_channel::{Receiver, bounded, never, select};
use luozi_engine::analysis::Analysis;
use luozi_engine::thinker::{Question, Thinker, ThinkerError, Update};
use luozi_engine::{NoMove, Recipe};
use luozi_games::Setup;

/// What can happen to a loop.
pub enum Event {
    /// A line arrived.
    Line(Line),
    /// No further line will come.
    Closed,
    /// The engine has something to say about its current question.
    Thought(Update),
}

/// An engine and what it says about its current question.
pub struct Background {
    thinker: Thinker,
    /// The player that was asked for; the thinker may have another on boards that one does not know.
    recipe: Recipe,
    /// Silent without a question.
    updates: Receiver<Update>,
}

impl Background {
    /// The engine of a recipe on a board.
    pub fn new(setup: &Setup, recipe: &Recipe) -> Result<Background, ThinkerError> {
        Ok(Background { thinker: Thinker::new(setup, recipe)?, recipe: recipe.clone(), updates: never() })
    }

    /// Gets ready for another board or player; nothing changes when there is no such engine.
    pub fn fit(&mut self, setup: &Setup, recipe: &Recipe) -> Result<(), ThinkerError> {
        if self.thinker.setup() != setup || &self.recipe != recipe {
            *self = Background::new(setup, recipe)?;
        }
        Ok(())
    }

    /// Begins to think about a question, instead of the one before.
    pub fn ask(&mut self, question: Question) -> Result<(), NoMove> {
        self.stop();
        let (sender, updates) = bounded(1);
        self.thinker.ask(question, move |update| match update {
            // Whoever does not listen misses some progress, but never the end.
            Update::Progress(_) => drop(sender.try_send(update)),
            Update::Done(_) => drop(sender.send(update)),
        })?;
        self.updates = updates;
        Ok(())
    }

    /// Ends the current question and gives what was found; `None` when there is none.
    pub fn stop(&mut self) -> Option<Analysis> {
        self.updates = never();
        self.thinker.stop()
    }

    /// Waits until the current question is answered; `None` when there is none.
    pub fn wait(&mut self) -> Option<Analysis> {
        self.updates = never();
        self.thinker.wait()
    }

    /// Forgets everything: the next game begins like the first.
    pub fn reset(&mut self) {
        self.updates = never();
        self.thinker.reset();
    }

    /// Waits for whatever comes next.
    pub fn next(&mut self, lines: &Receiver<Line>) -> Event {
        select! {
            recv(lines) -> line => line.map_or(Event::Closed, Event::Line),
            recv(self.updates) -> update => match update {
                Ok(update @ Update::Progress(_)) => Event::Thought(update),
                // Also when the engine went away without a word: waiting for it passes its panic on.
                Ok(Update::Done(_)) | Err(_) => {
                    let analysis = self.wait().expect("only a question gives updates");
                    Event::Thought(Update::Done(analysis))
                }
            },
        }
    }
}
