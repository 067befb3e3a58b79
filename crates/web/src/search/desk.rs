//! An engine with the right to use this machine, seen from asynchronous code.
//!
//! Starting, stopping and ending an engine wait for its thread, so they happen where waiting is allowed; nothing here
//! blocks the server.

use crate::pool::{Lease, Parked, Pool};
use crate::problem::{Code, Problem};
use luozi_engine::analysis::Analysis;
use luozi_engine::explain::Graph;
use luozi_engine::simulation::Simulation;
use luozi_engine::thinker::{Question, Thinker, ThinkerError, Update};
use luozi_engine::{NoMove, Recipe};
use luozi_games::{Session, Setup};
use luozi_wire::lab::no_simulation;
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

/// The engine of a connection between two searches.
pub struct Kept {
    parked: Parked,
    recipe: Recipe,
    setup: Setup,
    /// It has the memory and the threads of an analysis, not only those of a move.
    roomy: bool,
}

/// An engine that can be asked.
pub struct Desk {
    lease: Lease,
    /// `None` only while it is being stopped.
    thinker: Option<Thinker>,
    recipe: Recipe,
    roomy: bool,
}

/// What an engine is wanted for.
#[derive(Clone, Copy)]
pub struct Terms {
    /// Its memory may be taken back.
    pub endless: bool,
    /// It must know nothing yet.
    pub fresh: bool,
    /// Its random numbers are those that were asked for.
    pub own_seed: bool,
}

fn broken(what: &dyn std::fmt::Display) -> Problem {
    Problem::with_reason(Code::Internal, format!("the engine failed: {what}"))
}

impl Desk {
    /// The engine that was kept, if it is the same player on the same board, or a new one when there is room for it. An
    /// analysis without end does not take over the engine of a move: a graph so small is full within seconds, and from then
    /// on simulations add nothing but noise.
    pub async fn open(
        pool: &Arc<Pool>,
        visitor: &Arc<str>,
        (setup, recipe): (&Setup, &Recipe),
        terms: Terms,
        kept: Option<Kept>,
    ) -> Result<Desk, Problem> {
        let same = |kept: &Kept| !terms.fresh && kept.setup == *setup && kept.recipe == *recipe;
        if let Some(Kept { parked, roomy, .. }) = kept.filter(|kept| same(kept) && (kept.roomy || !terms.endless))
            && let Some((lease, thinker)) = pool.resume(parked, terms.endless)
        {
            return Ok(Desk { lease, thinker: Some(thinker), recipe: recipe.clone(), roomy });
        }
        let lease = pool.lease(visitor, terms.endless).await?;
        let mut own = recipe.clone();
        if let Some(resources) = own.resources() {
            *resources.memory_mb = (*resources.memory_mb).min(lease.graph_mb);
            *resources.threads = if terms.endless { (*resources.threads).min(lease.threads) } else { 1 };
            if let Some(seed) = resources.seed.filter(|_| !terms.own_seed) {
                // Nobody asked for the same game twice.
                *seed = getrandom::u64().unwrap_or(*seed);
            }
        }
        let setup = setup.clone();
        let made = spawn_blocking(move || Thinker::new(&setup, &own)).await.map_err(|e| broken(&e))?;
        let thinker = made.map_err(|e| match e {
            ThinkerError::Setup(e) => Problem::with_reason(Code::BadSetup, e),
            ThinkerError::Recipe(e) => Problem::with_reason(Code::BadPlayer, e),
        })?;
        Ok(Desk { lease, thinker: Some(thinker), recipe: recipe.clone(), roomy: terms.endless })
    }

    /// Begins to answer a question; what is received is the end of it. The one before must have ended.
    pub fn ask(
        &mut self,
        question: Question,
        mut progress: impl FnMut(Analysis) + Send + 'static,
    ) -> Result<oneshot::Receiver<Analysis>, Problem> {
        let (sender, receiver) = oneshot::channel();
        let mut sender = Some(sender);
        let thinker = self.thinker.as_mut().ok_or_else(|| broken(&"it was lost"))?;
        let asked = thinker.ask(question, move |update| match update {
            Update::Progress(analysis) => progress(analysis),
            Update::Done(analysis) => {
                // Whoever asked may have gone away.
                if let Some(sender) = sender.take() {
                    drop(sender.send(analysis));
                }
            }
        });
        asked.map_err(|e| Problem::with_reason(Code::GameOver, e))?;
        Ok(receiver)
    }

    /// Ends the question and gives what was found.
    pub async fn stop(&mut self) -> Result<Option<Analysis>, Problem> {
        self.wait_for(Thinker::stop).await
    }

    /// At most so many nodes of the graph of the last question, which must have ended.
    pub async fn explain(&mut self, most: usize) -> Result<Option<Graph>, Problem> {
        self.wait_for(move |thinker| thinker.explain(most)).await
    }

    /// Tells a simulation of a search that began with nothing.
    pub async fn simulate(&mut self, session: &Session, number: u64) -> Result<Option<Simulation>, Problem> {
        let session = session.clone();
        let told = self.wait_for(move |thinker| Some(thinker.simulate(&session, number))).await?;
        told.unwrap_or(Err(NoMove::NoSimulations)).map_err(|e| no_simulation(&e))
    }

    /// Does something with the engine that has to wait for its thread.
    async fn wait_for<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut Thinker) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>, Problem> {
        let Some(mut thinker) = self.thinker.take() else { return Ok(None) };
        let done = spawn_blocking(move || (work(&mut thinker), thinker)).await;
        let (found, thinker) = done.map_err(|e| broken(&e))?;
        self.thinker = Some(thinker);
        Ok(found)
    }

    /// Waits until its memory is wanted back.
    pub async fn recalled(&mut self) {
        self.lease.recalled().await;
    }

    /// Keeps the engine for the next search, unless it broke.
    pub fn keep(self) -> Option<Kept> {
        let thinker = self.thinker?;
        let setup = thinker.setup().clone();
        Some(Kept { parked: self.lease.park(thinker), recipe: self.recipe, setup, roomy: self.roomy })
    }

    /// Ends the engine and gives its memory back.
    pub async fn close(self) {
        // A panic of the engine was told to whoever asked it.
        let _ = spawn_blocking(move || drop(self)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::Budget;
    use luozi_games::GameKind;

    #[tokio::test]
    async fn an_analysis_does_not_inherit_the_small_graph_of_a_move() {
        let pool = Pool::new(Budget { memory_mb: 512, cores: 4, per_visitor: 3 });
        let visitor: Arc<str> = "a".into();
        let setup = Setup::board(GameKind::NOGO, 5, 5);
        let recipe = Recipe::of_preset(GameKind::NOGO, "uct-plain").unwrap();
        let open = async |endless, kept| {
            let terms = Terms { endless, fresh: false, own_seed: false };
            Desk::open(&pool, &visitor, (&setup, &recipe), terms, kept).await.unwrap_or_else(|e| panic!("{}", e.text))
        };
        let looked = open(false, None).await;
        let small = looked.lease.graph_mb;
        let analysis = open(true, looked.keep()).await;
        assert!(analysis.lease.graph_mb > 4 * small, "{} MB after {small} MB", analysis.lease.graph_mb);
        assert_eq!(analysis.lease.threads, 4);
        // The other way round nothing is lost: a look inside goes on from what the analysis knows.
        let large = analysis.lease.graph_mb;
        assert_eq!(open(false, analysis.keep()).await.lease.graph_mb, large);
    }
}
