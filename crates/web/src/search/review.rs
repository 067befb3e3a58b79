//! A whole game judged: the engine's review, told move by move.
//!
//! The review is one long computation on a thread where waiting is allowed. It passes a gate after every position, which
//! a paused tab keeps closed, and it ends when its flag is set.

use super::{Control, Halt, Search};
use crate::message::{GlyphCounts, Judged, Reviewed, ToTab};
use crate::pool::Lease;
use crate::problem::{Code, Problem};
use crate::search::report::win_rate;
use luozi_core::Player;
use luozi_engine::review::{Conditions, JudgedMove, Progress, Review, review_aloud};
use luozi_engine::{Method, Recipe};
use luozi_games::Table;
use luozi_games::record::{Glyph, NodeId, Record};
use luozi_search::Limits;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{Mutex, mpsc};
use tokio::task::spawn_blocking;

/// Longest line of a judgement, in plies.
const LINE_PLIES: usize = 12;
/// Nodes the exact solver may spend on a position.
const SOLVER_NODES: u64 = 200_000;
/// Loss of value that leaves 1/e of a move's accuracy: a quarter of all wins.
const ACCURACY_SCALE: f64 = 0.5;

/// The computation's side of a review.
struct Task {
    record: Record,
    recipe: Recipe,
    limits: Limits,
    solver_bytes: usize,
    stop: Arc<AtomicBool>,
    gate: Arc<Mutex<()>>,
    judged: mpsc::UnboundedSender<(Progress, JudgedMove)>,
    /// Held as long as it computes.
    _lease: Lease,
}

impl Task {
    fn run(self) -> Result<Review, luozi_engine::RecipeError> {
        let Task { record, recipe, limits, solver_bytes, stop, gate, judged, .. } = &self;
        let (limits, solver_bytes) = (*limits, *solver_bytes);
        let conditions = Conditions { recipe, limits, solver_nodes: SOLVER_NODES, solver_bytes, stop };
        review_aloud(record, &conditions, &mut |progress, latest| {
            drop(gate.blocking_lock());
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
        if let Method::Search(params) = &mut recipe.method {
            params.memory_mb = params.memory_mb.min(lease.graph_mb / 2).max(1);
        }
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let (stop, gate) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(())));
        let task = Task {
            record: record(&self.order.board.table)?,
            recipe,
            limits: self.order.limits,
            solver_bytes: (lease.graph_mb << 20) as usize / 2,
            stop: Arc::clone(&stop),
            gate: Arc::clone(&gate),
            judged: sender,
            _lease: lease,
        };
        let total = self.order.board.table.moves().len();
        let computing = spawn_blocking(move || task.run());

        // Step 2. Judgements as they come, and what the tab says meanwhile. Relaxed: the flag carries no data.
        let mut closed = None;
        loop {
            tokio::select! {
                judged = receiver.recv() => match judged {
                    Some((progress, judged)) => {
                        let frame = ToTab::Judged(Box::new(self.judged(progress, total, &judged)));
                        if let Err(gone) = self.send(frame).await {
                            stop.store(true, Ordering::Relaxed);
                            return Err(gone);
                        }
                    }
                    None => break,
                },
                control = self.control.recv() => match control {
                    Some(Control::Pause) => {
                        closed = Some(Arc::clone(&gate).lock_owned().await);
                        self.tell_paused().await?;
                    }
                    Some(Control::Resume) => closed = None,
                    Some(Control::Stop) => {
                        stop.store(true, Ordering::Relaxed);
                        closed = None;
                    }
                    None => {
                        stop.store(true, Ordering::Relaxed);
                        return Err(Halt::Gone);
                    }
                },
            }
        }
        drop(closed);

        // Step 3. The sum.
        let broken =
            |e: &dyn std::fmt::Display| Problem::with_reason(Code::Internal, format!("the review failed: {e}"));
        let review = computing.await.map_err(|e| broken(&e))?;
        let review = review.map_err(|e| Problem::with_reason(Code::BadPlayer, e))?;
        let reviewed = self.reviewed(&review);
        self.send(ToTab::Reviewed(reviewed)).await
    }

    fn judged(&self, progress: Progress, total: usize, judged: &JudgedMove) -> Judged {
        let win_rate = |value| win_rate(value);
        Judged {
            generation: self.order.board.generation,
            id: self.order.id,
            done: progress.done - 1,
            total,
            ply: judged.ply,
            m: judged.played.mv.clone(),
            side: judged.side.into(),
            wr: win_rate(judged.played.value),
            proven: judged.played.proven,
            best: judged.best.mv.clone(),
            best_wr: win_rate(judged.best.value),
            best_proven: judged.best.proven,
            loss: (judged.loss * 5000.0).round() as u16,
            glyph: judged.glyph,
            pv: judged.line.iter().take(LINE_PLIES).cloned().collect(),
            visits: judged.visits,
        }
    }

    fn reviewed(&self, review: &Review) -> Reviewed {
        let loser = self.order.board.table.outcome().and_then(|score| score.winner()).map(Player::other);
        Reviewed {
            generation: self.order.board.generation,
            id: self.order.id,
            accuracy: Player::BOTH.map(|player| accuracy(review, player)),
            first_losing: review.first_losing_move(loser).map(|judged| judged.ply),
            counts: counts(review),
        }
    }
}

/// The game on the board, as a record.
fn record(table: &Table) -> Result<Record, Problem> {
    let bad = |e: &dyn std::fmt::Display| Problem::with_reason(Code::Internal, e);
    let mut record = match table.start() {
        None => Record::new(table.setup().clone()).map_err(|e| bad(&e))?,
        Some(start) => Record::with_start(table.setup().clone(), start).map_err(|e| bad(&e))?,
    };
    let mut node = NodeId::ROOT;
    for mv in table.moves() {
        node = record.add_move(node, mv).map_err(|e| bad(&e))?;
    }
    Ok(record)
}

/// 0 to 100: the mean of e^(-loss / 0.5) over a side's moves.
fn accuracy(review: &Review, player: Player) -> Option<u8> {
    let own = review.moves.iter().filter(|judged| judged.side == player);
    let worth: Vec<f64> = own.map(|judged| (-judged.loss / ACCURACY_SCALE).exp()).collect();
    let mean = worth.iter().sum::<f64>() / worth.len() as f64;
    (!worth.is_empty()).then(|| (100.0 * mean).round() as u8)
}

/// How often each side was judged so.
fn counts(review: &Review) -> GlyphCounts {
    let mut counts = GlyphCounts::default();
    for judged in &review.moves {
        let row = match judged.glyph {
            Some(Glyph::Doubtful) => &mut counts.doubtful,
            Some(Glyph::Mistake) => &mut counts.mistake,
            Some(Glyph::Blunder) => &mut counts.blunder,
            _ => continue,
        };
        row[judged.side.index()] += 1;
    }
    counts
}
