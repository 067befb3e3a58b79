//! A whole game judged: the engine's review, told move by move.
//!
//! The review is one long computation on a thread where waiting is allowed, and it ends when its flag is set.

use super::{Halt, Search, Stop};
use crate::message::ToTab;
use crate::pool::Lease;
use crate::problem::{Code, Problem};
use luozi_engine::Recipe;
use luozi_engine::review::{Conditions, JudgedMove, Progress, Review, review_aloud};
use luozi_games::record::Record;
use luozi_search::Budget;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

/// The computation's side of a review.
struct Task {
    record: Record,
    recipe: Recipe,
    limits: Budget,
    candidates: u32,
    solver_nodes: u64,
    solver_bytes: usize,
    stop: Arc<AtomicBool>,
    judged: mpsc::UnboundedSender<(Progress, JudgedMove)>,
    /// Held as long as it computes.
    _lease: Lease,
}

impl Task {
    fn run(self) -> Result<Review, luozi_engine::RecipeError> {
        let Task { record, recipe, limits, candidates, solver_nodes, solver_bytes, stop, judged, .. } = &self;
        let (limits, candidates, solver_nodes, solver_bytes) = (*limits, *candidates, *solver_nodes, *solver_bytes);
        let conditions = Conditions { recipe, limits, candidates, solver_nodes, solver_bytes, stop };
        review_aloud(record, &conditions, &mut |progress, latest| {
            if let Some(latest) = latest {
                // When the tab is gone the flag is set too.
                let _ = judged.send((progress, latest.clone()));
            }
        })
    }
}

impl Search {
    /// Judges every move and sums up.
    pub(super) async fn review(&mut self) -> Result<(), Halt> {
        // Step 1. Half of the memory for the search, half for the solver.
        let lease = self.wait_for_room().await?;
        let mut recipe = self.order.recipe.clone();
        if let Some(resources) = recipe.resources() {
            *resources.memory_mb = (*resources.memory_mb).min(lease.graph_mb / 2).max(1);
        }
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let stop = Arc::new(AtomicBool::new(false));
        let task = Task {
            record: Record::of(&self.order.board.session),
            recipe,
            limits: self.order.limits,
            candidates: self.order.multi as u32,
            solver_nodes: self.order.solver_nodes(),
            solver_bytes: (lease.graph_mb << 20) as usize / 2,
            stop: Arc::clone(&stop),
            judged: sender,
            _lease: lease,
        };
        let total = self.order.board.session.moves().len();
        let computing = spawn_blocking(move || task.run());

        // Step 2. Judgements as they come, and what the tab says meanwhile. Relaxed: the flag carries no data.
        loop {
            tokio::select! {
                judged = receiver.recv() => match judged {
                    Some((progress, judged)) => {
                        let frame = ToTab::Judged(Box::new(self.order.judged(progress, total, &judged)));
                        if let Err(gone) = self.send(frame).await {
                            stop.store(true, Ordering::Relaxed);
                            return Err(gone);
                        }
                    }
                    None => break,
                },
                control = self.control.recv() => match control {
                    Some(Stop) => stop.store(true, Ordering::Relaxed),
                    None => {
                        stop.store(true, Ordering::Relaxed);
                        return Err(Halt::Gone);
                    }
                },
            }
        }

        // Step 3. The sum.
        let broken =
            |e: &dyn std::fmt::Display| Problem::with_reason(Code::Internal, format!("the review failed: {e}"));
        let review = computing.await.map_err(|e| broken(&e))?;
        let review = review.map_err(|e| Problem::with_reason(Code::BadPlayer, e))?;
        let reviewed = self.order.reviewed(&review);
        self.send(ToTab::Reviewed(reviewed)).await
    }
}
