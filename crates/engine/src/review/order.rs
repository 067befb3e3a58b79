//! What is asked of a review, said once for games of every kind, here or on another machine.

use super::{Conditions, Progress, Review, review, solver_nodes};
use crate::{Choice, ChoiceError, RecipeError};
use luozi_games::record::Record;
use luozi_search::Budget;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Memory of the solver's table.
const SOLVER_BYTES: usize = 64 << 20;

/// What is asked of a review.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// Who judges where rules and solver do not know the answer; its own limits hold where `time` and `visits` say nothing.
    pub choice: Choice,
    /// Time for each position.
    pub time: Option<Duration>,
    /// Simulations for each position.
    pub visits: Option<u64>,
    /// Time where neither they nor the judge say anything.
    pub usual_time: Duration,
    /// Moves of each position that are judged and kept with it, beside the best one and the played one.
    pub candidates: u32,
}

/// A game that cannot be reviewed so.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum OrderError {
    /// There is nothing to review.
    #[error("the game has no moves; there is nothing to review")]
    NoMoves,
    /// No such judge plays this game.
    #[error(transparent)]
    Choice(#[from] ChoiceError),
    /// The judge cannot play this board.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
}

impl Order {
    /// Whether a game could be reviewed, said before the work begins.
    pub fn suits(&self, record: &Record) -> Result<(), OrderError> {
        if record.tree().main_line().next().is_none() {
            return Err(OrderError::NoMoves);
        }
        self.choice.recipe(record.setup().kind())?;
        Ok(())
    }

    /// Reviews a game; `stop` ends it with what is there.
    pub fn review(
        &self,
        record: &Record,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Progress),
    ) -> Result<Review, OrderError> {
        self.suits(record)?;
        let recipe = self.choice.recipe(record.setup().kind())?;
        let mut limits = Budget { time: self.time, visits: self.visits, ..Budget::default() };
        if limits.is_open() && recipe.limits.is_open() {
            limits.time = Some(self.usual_time);
        }
        let solver_nodes = solver_nodes(recipe.game, limits.or(recipe.limits).visits);
        let (candidates, solver_bytes) = (self.candidates, SOLVER_BYTES);
        let conditions = Conditions { recipe: &recipe, limits, candidates, solver_nodes, solver_bytes, stop };
        Ok(review(record, &conditions, tell)?)
    }

    /// Whether the same review comes out wherever it is made: simulations are counted, on one thread.
    pub fn repeats(&self, record: &Record) -> bool {
        let recipe = self.choice.recipe(record.setup().kind());
        recipe.is_ok_and(|mut recipe| {
            let limits = Budget { time: self.time, visits: self.visits, ..Budget::default() }.or(recipe.limits);
            let threads = recipe.resources().map_or(1, |resources| *resources.threads);
            limits.visits.is_some() && limits.time.is_none() && threads == 1
        })
    }
}
