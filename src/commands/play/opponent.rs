//! The engine at the table.

use luozi::engine::{Engine, Playable, Recipe, RecipeError};
use luozi::search::{Limits, Request};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time for a move when neither options nor level say anything.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Chooses moves; shared between the table and the thread that thinks.
pub struct Opponent<G: Playable> {
    engine: Mutex<Engine<G>>,
    limits: Limits,
    stop: AtomicBool,
}

impl<G: Playable> Opponent<G> {
    /// The player of a recipe; `limits` come before the recipe's own.
    pub fn new(rules: G, recipe: &Recipe, limits: Limits) -> Result<Opponent<G>, RecipeError> {
        let engine = Engine::new(rules, recipe)?;
        let mut limits = limits;
        if limits == Limits::default() && recipe.limits == Limits::default() {
            limits.time = Some(DEFAULT_TIME);
        }
        Ok(Opponent { engine: Mutex::new(engine), limits, stop: AtomicBool::new(false) })
    }

    /// The move to play in a position that is not over.
    pub fn choose(&self, position: &G::Position) -> G::Move {
        let asked = Instant::now();
        // A panic elsewhere leaves at worst a half-grown graph, which is still a graph.
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        // Relaxed, here and below: the flag carries no data.
        self.stop.store(false, Ordering::Relaxed);
        let request = Request { stop: Some(&self.stop), ..Request::new(self.limits, &asked) };
        engine.think(position, request).best()
    }

    /// Ends the thought in progress: its answer is not wanted any more.
    pub fn interrupt(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
