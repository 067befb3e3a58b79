//! Thinking on the opponent's time: a search that runs in the background until it is called back.

use crate::{Limits, Report, Request, Search};
use luozi_core::{Evaluator, Game};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Instant;

/// What a background search leaves behind.
type Outcome<G, E> = (Search<G, E>, Report<<G as Game>::Move>);

/// A search at work in the background. It owns the search, so nothing else can touch it meanwhile, and gives it back
/// when called. Stopping takes one simulation per thread, far below 20 ms for every evaluator of ours.
pub struct Pondering<G: Game, E> {
    stop: Arc<AtomicBool>,
    handle: JoinHandle<Outcome<G, E>>,
}

impl<G: Game, E: Evaluator<G> + Send + 'static> Pondering<G, E> {
    /// Begins to search `position` without a limit. The game must not be over there.
    pub fn start(mut search: Search<G, E>, position: G::Position) -> Pondering<G, E> {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let handle = std::thread::spawn(move || {
            let asked = Instant::now();
            let request = Request { stop: Some(&flag), ..Request::new(Limits::default(), &asked) };
            let report = search.think(&position, request);
            (search, report)
        });
        Pondering { stop, handle }
    }

    /// Calls the search back, with what it found.
    ///
    /// # Panics
    /// If the search panicked.
    pub fn stop(self) -> (Search<G, E>, Report<G::Move>) {
        // `Relaxed`: the flag carries no data, joining the thread orders what the search wrote.
        self.stop.store(true, Ordering::Relaxed);
        self.handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}
