//! Several threads on one question.
//!
//! The first moves of a position are searched alone; only when none was good enough are their younger brothers likely
//! to be searched all, and worth sharing (Feldmann's "young brothers wait"). Where the answer that is expected of the
//! question says that all moves will fail, one is enough to believe it. Then, if somebody is idle, the owner of the
//! position opens a [`Split`]: everybody takes the next move from it until none is left or one was good enough. An
//! owner that waits for its helpers is idle itself, and most often helps them.
//!
//! Who may touch what: `open` and the numbers of helpers are changed only under the lock of `open`, and whoever waits
//! for one of them does so on `bell` with that lock. The rest of a split is constant, or atomic, or under its own lock.

use super::board::Parity;
use super::order::Evaluator;
use super::search::{NO_MOVE, Ranked, RankedMoves, Search};
use crate::Stopped;
use luozi_core::sort_few_by_key;
use luozi_games::reversi::Square;
use luozi_games::reversi::bits::Body;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

/// Positions with fewer empty squares are not worth the handing over.
const SPLIT_EMPTIES: u32 = 13;

/// So many moves are searched alone, where all are expected to fail and where not: after fewer, the next one is too likely to
/// end the search of the position.
const OLDER_BROTHERS: [usize; 2] = [1, 3];

/// The threads of one run.
#[derive(Default)]
pub(super) struct Crew {
    open: Mutex<Vec<Arc<Split>>>,
    /// Rung when a split was opened, a helper has finished, or the run is over.
    bell: Condvar,
    /// Threads without work. Relaxed: a late look costs a chance to share, nothing else.
    idle: AtomicUsize,
    /// The question is answered; helpers go home. Read and written under the lock of `open`.
    finished: AtomicBool,
    /// Why all threads must stop, once one of them has met a limit.
    stopped: OnceLock<Stopped>,
}

/// Sends the helpers home when dropped.
pub(super) struct OnDuty<'c>(&'c Crew);

impl Drop for OnDuty<'_> {
    fn drop(&mut self) {
        self.0.stop_if_panicking();
        let _open = lock(&self.0.open);
        self.0.finished.store(true, Relaxed);
        self.0.bell.notify_all();
    }
}

/// A helper's place in somebody's split, given up when dropped, be it by a panic.
struct Helping<'c> {
    crew: &'c Crew,
    split: &'c Split,
}

impl Drop for Helping<'_> {
    fn drop(&mut self) {
        self.crew.stop_if_panicking();
        let _open = lock(&self.crew.open);
        self.split.helpers.fetch_sub(1, Relaxed);
        self.crew.bell.notify_all();
    }
}

/// A position whose remaining moves are shared.
pub(super) struct Split {
    /// The split inside which this one was opened: when that has its answer, this one needs none.
    parent: Option<Arc<Split>>,
    alpha: i32,
    proving: i32,
    parity: Parity,
    moves: RankedMoves,
    next: AtomicUsize,
    /// A move was good enough. Relaxed: seen a little later, it costs only the nodes in between.
    cut: AtomicBool,
    helpers: AtomicUsize,
    found: Mutex<Found>,
}

/// The best score of a split and the moves that led to it and to the one before.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) score: i32,
    pub(super) moves: [Square; 2],
}

impl Found {
    /// Nothing searched yet; the moves may be any.
    pub(super) fn nothing(square: Square) -> Found {
        Found { score: NO_MOVE, moves: [square; 2] }
    }

    /// Takes in the score of one more move.
    #[inline(always)]
    pub(super) fn add(&mut self, square: Square, score: i32) {
        if score > self.score {
            let second = if self.score == NO_MOVE { square } else { self.moves[0] };
            *self = Found { score, moves: [square, second] };
        }
    }
}

impl Split {
    /// Whether nobody needs the answer any more.
    pub(super) fn is_over(&self) -> bool {
        self.cut.load(Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_over())
    }
}

/// A lock whose data every holder leaves whole, so that a panic elsewhere does not matter.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Crew {
    /// Whether a thread waits for work.
    #[inline(always)]
    pub(super) fn has_idle(&self) -> bool {
        self.idle.load(Relaxed) > 0
    }

    /// Stops every thread; the first reason counts.
    pub(super) fn stop(&self, reason: Stopped) {
        let _ = self.stopped.set(reason);
    }

    /// A panic on one thread ends the run on all; it is told by whoever joins the threads.
    fn stop_if_panicking(&self) {
        if std::thread::panicking() {
            self.stop(Stopped::Flag);
        }
    }

    /// Why the run was stopped, if it was.
    pub(super) fn stopped(&self) -> Option<Stopped> {
        self.stopped.get().copied()
    }

    /// Helpers stay until this guard is dropped, be it by a panic.
    pub(super) fn on_duty(&self) -> OnDuty<'_> {
        OnDuty(self)
    }

    /// Waits until `until` holds, or for a split to help with.
    fn next_work(&self, until: impl Fn() -> bool) -> Option<Arc<Split>> {
        let mut open = lock(&self.open);
        loop {
            if until() {
                return None;
            }
            // The youngest split has the fewest ancestors waiting for it.
            let useful = |split: &&Arc<Split>| split.next.load(Relaxed) < split.moves.len() && !split.is_over();
            if let Some(split) = open.iter().rev().find(useful) {
                split.helpers.fetch_add(1, Relaxed);
                return Some(split.clone());
            }
            self.idle.fetch_add(1, Relaxed);
            open = self.bell.wait(open).unwrap_or_else(PoisonError::into_inner);
            self.idle.fetch_sub(1, Relaxed);
        }
    }
}

impl<E: Evaluator> Search<'_, E> {
    /// Helps until the run is finished.
    pub(super) fn help<const LEVEL: u8>(&mut self, body: Body<LEVEL>) {
        let crew = self.crew;
        while let Some(split) = crew.next_work(|| crew.finished.load(Relaxed)) {
            self.help_with(body, &split);
        }
    }

    /// Works on somebody's split and reports back.
    fn help_with<const LEVEL: u8>(&mut self, body: Body<LEVEL>, split: &Arc<Split>) {
        let _helping = Helping { crew: self.crew, split };
        self.work(body, split);
    }

    /// Whether the moves of a position are worth sharing after so many, and somebody is there to share them with.
    #[inline(always)]
    pub(super) fn may_share(&self, empties: u32, alpha: i32, searched: usize) -> bool {
        empties >= SPLIT_EMPTIES
            && self.crew.has_idle()
            && searched >= OLDER_BROTHERS[usize::from(-alpha - 1 != self.proving)]
    }

    /// Searches the remaining moves of a position together with whoever is idle; `found` is what its first moves gave.
    #[cold]
    pub(super) fn share<const LEVEL: u8>(
        &mut self,
        body: Body<LEVEL>,
        moves: &mut [Ranked],
        alpha: i32,
        parity: Parity,
        found: Found,
    ) -> Found {
        let crew = self.crew;
        sort_few_by_key(moves, |ranked| -ranked.rank);
        let split = Arc::new(Split {
            parent: self.split.clone(),
            alpha,
            proving: self.proving,
            parity,
            moves: moves.iter().copied().collect(),
            next: AtomicUsize::new(0),
            cut: AtomicBool::new(false),
            helpers: AtomicUsize::new(0),
            found: Mutex::new(found),
        });
        lock(&crew.open).push(split.clone());
        crew.bell.notify_all();
        self.work(body, &split);
        lock(&crew.open).retain(|open| !Arc::ptr_eq(open, &split));
        while let Some(other) = crew.next_work(|| split.helpers.load(Relaxed) == 0) {
            self.help_with(body, &other);
        }
        // A helper leaves its move unsearched when the run was stopped or an outer split has its answer: then there is no
        // answer here, and the caller must know.
        self.look();
        *lock(&split.found)
    }

    /// Takes moves from a split until there is none left or no need. Outside of the split, `stopped` says what
    /// holds there.
    fn work<const LEVEL: u8>(&mut self, body: Body<LEVEL>, split: &Arc<Split>) {
        let outside = self.split.replace(split.clone());
        self.proving = split.proving;
        self.look();
        while !self.stopped && !split.is_over() {
            let Some(&Ranked { square, after, .. }) = split.moves.get(split.next.fetch_add(1, Relaxed)) else { break };
            let score = -self.ask(body, after, -split.alpha - 1, split.parity.after(square));
            if !self.stopped {
                lock(&split.found).add(square, score);
                split.cut.fetch_or(score > split.alpha, Relaxed);
            }
        }
        self.split = outside;
        self.look();
    }
}
