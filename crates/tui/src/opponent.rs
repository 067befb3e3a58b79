//! The engine at the table: it answers, hints, and thinks on the person's time if it may.
//!
//! All of that happens on one engine, in whatever thread asks. A new thought ends the one before: each has a flag of its
//! own, and the latest flag is kept where the next thought finds it.

use luozi_engine::analysis::Analysis;
use luozi_engine::{Ask, NoMove, Player, Recipe, RecipeError, USUAL_CANDIDATES, own_moves_left, player};
use luozi_games::Session;
use luozi_search::{Budget, Purpose, TimeControl};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How the engine uses its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// For every move; it comes before the recipe's own limits.
    pub budget: Budget,
    /// For all moves of the engine together.
    pub clock: Option<TimeControl>,
    /// Whether it thinks while the person does.
    pub ponder: bool,
}

impl Pace {
    /// What the clock shows before the first move.
    fn stock(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, TimeControl::start)
    }
}

/// Chooses moves; shared between the round and the threads that think.
pub struct Opponent {
    recipe: Recipe,
    pace: Pace,
    engine: Mutex<Timed>,
    latest: Mutex<Arc<AtomicBool>>,
}

/// A player with its clock.
struct Timed {
    player: Box<dyn Player>,
    /// What the clock has left.
    stock: Duration,
}

/// A panic elsewhere leaves at worst a half-grown graph, which is still a graph.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Opponent {
    /// The player of a recipe on the board of a session.
    pub fn new(session: &Session, recipe: &Recipe, pace: Pace) -> Result<Opponent, RecipeError> {
        let player = player(session, recipe)?;
        let budget = if pace.clock.is_some() { pace.budget } else { recipe.limits_or_usual(pace.budget) };
        let engine = Mutex::new(Timed { player, stock: pace.stock() });
        Ok(Opponent { recipe: recipe.clone(), pace: Pace { budget, ..pace }, engine, latest: Mutex::default() })
    }

    /// The move to play in a position that is not over. The clock, if there is one, runs.
    pub fn choose(&self, session: &Session) -> Result<String, NoMove> {
        let (asked, stop) = (Instant::now(), self.begin());
        let mut engine = lock(&self.engine);
        let mut budget = self.pace.budget;
        if let Some(clock) = self.pace.clock {
            budget = budget.within(clock.budget(engine.stock, own_moves_left(session)));
        }
        let analysis = engine.player.think(session, Ask { asked, stop: Some(&stop), ..Ask::new(budget) })?;
        if let Some(clock) = self.pace.clock {
            engine.stock = clock.after(engine.stock, asked.elapsed());
        }
        Ok(analysis.best)
    }

    /// A move to advise in a position that is not over. No clock runs.
    pub fn hint(&self, session: &Session) -> Result<Analysis, NoMove> {
        let (asked, stop) = (Instant::now(), self.begin());
        let budget = self.recipe.limits_or_usual(self.pace.budget);
        let purpose = Purpose::Analyse { moves: USUAL_CANDIDATES };
        let ask = Ask { purpose, asked, stop: Some(&stop), ..Ask::new(budget) };
        lock(&self.engine).player.think(session, ask)
    }

    /// Thinks about a position that is not over, in a thread, until the next thought; nothing unless it may.
    pub fn ponder(self: &Arc<Self>, session: &Session) -> Option<JoinHandle<()>> {
        let stop = self.pace.ponder.then(|| self.begin())?;
        let (opponent, session) = (Arc::clone(self), session.clone());
        Some(std::thread::spawn(move || {
            let mut engine = lock(&opponent.engine);
            // A thread that gets the engine only after the next thought would lead it back to an old position.
            if !stop.load(Ordering::Relaxed) {
                engine.player.ponder(&session, &stop);
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
        self.pace.clock.and(self.engine.try_lock().ok()).map(|engine| engine.stock)
    }

    /// A new game: the clock is full again.
    pub fn restart(&self) {
        self.interrupt();
        lock(&self.engine).stock = self.pace.stock();
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
    use luozi_games::{GameKind, Setup};

    fn start() -> Session {
        Session::new(&Setup::standard(GameKind::CONNECT4)).unwrap()
    }

    fn opponent(words: &str, pace: Pace) -> Arc<Opponent> {
        let recipe = Recipe::parse(GameKind::CONNECT4, &format!("uct-plain,memory_mb=8,reuse=on,{words}")).unwrap();
        Arc::new(Opponent::new(&start(), &recipe, pace).unwrap())
    }

    const FREE: Pace = Pace {
        budget: Budget { time: None, visits: None, nodes: None, time_is_kept: false },
        clock: None,
        ponder: true,
    };

    #[test]
    fn what_was_found_on_the_persons_time_is_used() {
        let opponent = opponent("visits=3000", Pace { budget: Budget::visits(10), ..FREE });
        let mut session = start();
        // The recipe's own limit ends the pondering here, so that the test knows how much was thought.
        opponent.ponder(&session).unwrap().join().unwrap();
        session.play("4").unwrap();
        opponent.choose(&session).unwrap();
        let graph = lock(&opponent.engine).player.explain(1).unwrap();
        assert!(graph.nodes[0].edges.iter().map(|edge| edge.visits).sum::<u32>() > 100, "{graph:?}");
    }

    #[test]
    fn a_question_ends_the_pondering_and_without_leave_there_is_none() {
        let session = start();
        let asked = opponent("seed=1", Pace { budget: Budget::visits(10), ..FREE });
        let pondering = asked.ponder(&session).unwrap();
        assert!(session.legal_moves().contains(&asked.choose(&session).unwrap()));
        pondering.join().unwrap();
        let interrupted = asked.ponder(&session).unwrap();
        asked.interrupt();
        interrupted.join().unwrap();
        assert!(opponent("seed=1", Pace { ponder: false, ..FREE }).ponder(&session).is_none());
    }

    #[test]
    fn a_pondering_that_comes_too_late_is_not_begun() {
        let opponent = opponent("seed=1", FREE);
        let engine = lock(&opponent.engine);
        let late = opponent.ponder(&start()).unwrap();
        opponent.interrupt();
        drop(engine);
        late.join().unwrap();
        assert_eq!(lock(&opponent.engine).player.explain(1), None);
    }

    #[test]
    fn a_clock_runs_for_moves_and_not_for_hints() {
        let base = Duration::from_secs(3600);
        let clock = Some(TimeControl::Clock { base, increment: Duration::ZERO });
        let asked = opponent("seed=1", Pace { budget: Budget::visits(10), clock, ponder: false });
        asked.hint(&start()).unwrap();
        assert_eq!(asked.stock(), Some(base));
        asked.choose(&start()).unwrap();
        assert!(asked.stock().unwrap() < base);
        asked.restart();
        assert_eq!(asked.stock(), Some(base));
    }
}
