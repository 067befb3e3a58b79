//! The engine at the table: it answers, hints, and thinks on the person's time if it may.
//!
//! All of that happens on one engine, in whatever thread asks. A new thought ends the one before: each has a flag of its
//! own, and the latest flag is kept where the next thought finds it.

use crate::options::GameClock;
use luozi::engine::{Engine, Playable, Recipe, RecipeError};
use luozi::search::{Limits, Request, TimeControl};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Kept of a clock for what happens around a search.
const CLOCK_MARGIN: Duration = Duration::from_millis(20);

/// How the engine uses its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// For every move; they come before the recipe's own.
    pub limits: Limits,
    /// For all moves of the engine together.
    pub clock: Option<GameClock>,
    /// Whether it thinks while the person does.
    pub ponder: bool,
}

/// Chooses moves; shared between the table and the threads that think.
pub struct Opponent<G: Playable> {
    rules: G,
    pace: Pace,
    mind: Mutex<Mind<G>>,
    latest: Mutex<Arc<AtomicBool>>,
}

struct Mind<G: Playable> {
    engine: Engine<G>,
    /// What the clock has left.
    stock: Duration,
}

/// A panic elsewhere leaves at worst a half-grown graph, which is still a graph.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Playable> Opponent<G> {
    /// The player of a recipe.
    pub fn new(rules: G, recipe: &Recipe, pace: Pace) -> Result<Opponent<G>, RecipeError> {
        let engine = Engine::new(rules.clone(), recipe)?;
        let limits = if pace.clock.is_some() { pace.limits } else { recipe.limits_or_usual(pace.limits) };
        let stock = pace.clock.map_or(Duration::ZERO, |clock| clock.base);
        let mind = Mutex::new(Mind { engine, stock });
        Ok(Opponent { rules, pace: Pace { limits, ..pace }, mind, latest: Mutex::default() })
    }

    /// The move to play in a position that is not over. The clock, if there is one, runs.
    pub fn choose(&self, position: &G::Position) -> G::Move {
        let (asked, stop) = (Instant::now(), self.begin());
        let mut mind = lock(&self.mind);
        let mut limits = self.pace.limits;
        if let Some(GameClock { increment, .. }) = self.pace.clock {
            let control = TimeControl::PerGame { remaining: mind.stock, increment };
            limits = limits.with_clock(control.limits(self.rules.own_moves_left(position), CLOCK_MARGIN));
        }
        let request = Request { stop: Some(&stop), ..Request::new(limits, &asked) };
        let best = mind.engine.think(position, request).best();
        if let Some(GameClock { increment, .. }) = self.pace.clock {
            mind.stock = mind.stock.saturating_sub(asked.elapsed()) + increment;
        }
        best
    }

    /// A move to advise in a position that is not over. No clock runs.
    pub fn hint(&self, position: &G::Position) -> G::Move {
        let (asked, stop) = (Instant::now(), self.begin());
        let mut mind = lock(&self.mind);
        let limits = mind.engine.recipe().limits_or_usual(self.pace.limits);
        mind.engine.think(position, Request { stop: Some(&stop), ..Request::new(limits, &asked) }).best()
    }

    /// Thinks about a position that is not over, in a thread, until the next thought; nothing unless it may.
    pub fn ponder(self: &Arc<Self>, position: &G::Position) -> Option<JoinHandle<()>> {
        let stop = self.pace.ponder.then(|| self.begin())?;
        let (opponent, position) = (Arc::clone(self), *position);
        Some(std::thread::spawn(move || {
            let asked = Instant::now();
            let request = Request { stop: Some(&stop), ..Request::new(Limits::default(), &asked) };
            let mut mind = lock(&opponent.mind);
            // A thread that gets the engine only after the next thought would lead it back to an old position.
            if !stop.load(Ordering::Relaxed) {
                mind.engine.think(&position, request);
            }
        }))
    }

    /// Ends the thought in progress: its answer is not wanted any more.
    pub fn interrupt(&self) {
        // Relaxed: the flag carries no data; the lock on the engine orders what a thought left there.
        lock(&self.latest).store(true, Ordering::Relaxed);
    }

    /// What is left on the engine's clock, if it has one and is not thinking.
    pub fn stock(&self) -> Option<Duration> {
        self.pace.clock.and(self.mind.try_lock().ok()).map(|mind| mind.stock)
    }

    /// A new game: the clock is full again.
    pub fn restart(&self) {
        self.interrupt();
        lock(&self.mind).stock = self.pace.clock.map_or(Duration::ZERO, |clock| clock.base);
    }

    /// Ends the latest thought and gives the flag of the next one.
    fn begin(&self) -> Arc<AtomicBool> {
        let next = Arc::default();
        let before = std::mem::replace(&mut *lock(&self.latest), Arc::clone(&next));
        before.store(true, Ordering::Relaxed);
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi::core::Game;
    use luozi::games::GameKind;
    use luozi::games::connect4::{Column, Rules};

    fn opponent(words: &str, pace: Pace) -> Arc<Opponent<Rules<u64>>> {
        let recipe = Recipe::parse(GameKind::Connect4, &format!("uct-plain,memory_mb=8,reuse=on,{words}")).unwrap();
        Arc::new(Opponent::new(Rules::classic(), &recipe, pace).unwrap())
    }

    const FREE: Pace = Pace {
        limits: Limits { time: None, visits: None, nodes: None, time_is_kept: false },
        clock: None,
        ponder: true,
    };

    #[test]
    fn what_was_found_on_the_persons_time_is_used() {
        let (rules, limits) = (Rules::<u64>::classic(), Limits::visits(10));
        let opponent = opponent("visits=3000", Pace { limits, ..FREE });
        // The recipe's own limit ends the pondering here, so that the test knows how much was thought.
        opponent.ponder(&rules.initial()).unwrap().join().unwrap();
        let mut position = rules.initial();
        rules.play(&mut position, Column(3)).unwrap();
        opponent.choose(&position);
        let visits = lock(&opponent.mind).engine.search().unwrap().report().unwrap().candidates;
        assert!(visits.iter().map(|candidate| candidate.visits).sum::<u32>() > 100, "{visits:?}");
    }

    #[test]
    fn a_question_ends_the_pondering_and_without_leave_there_is_none() {
        let position = Rules::<u64>::classic().initial();
        let asked = opponent("seed=1", Pace { limits: Limits::visits(10), ..FREE });
        let pondering = asked.ponder(&position).unwrap();
        assert!(asked.choose(&position).0 < 7);
        pondering.join().unwrap();
        let interrupted = asked.ponder(&position).unwrap();
        asked.interrupt();
        interrupted.join().unwrap();
        assert!(opponent("seed=1", Pace { ponder: false, ..FREE }).ponder(&position).is_none());
    }

    #[test]
    fn a_pondering_that_comes_too_late_is_not_begun() {
        let position = Rules::<u64>::classic().initial();
        let opponent = opponent("seed=1", FREE);
        let mind = lock(&opponent.mind);
        let late = opponent.ponder(&position).unwrap();
        opponent.interrupt();
        drop(mind);
        late.join().unwrap();
        assert_eq!(lock(&opponent.mind).engine.search().unwrap().report(), None);
    }

    #[test]
    fn a_clock_runs_for_moves_and_not_for_hints() {
        let position = Rules::<u64>::classic().initial();
        let (base, increment) = (Duration::from_secs(3600), Duration::ZERO);
        let clock = Some(GameClock { base, increment });
        let asked = opponent("seed=1", Pace { limits: Limits::visits(10), clock, ponder: false });
        asked.hint(&position);
        assert_eq!(asked.stock(), Some(base));
        asked.choose(&position);
        assert!(asked.stock().unwrap() < base);
        asked.restart();
        assert_eq!(asked.stock(), Some(base));
    }
}
