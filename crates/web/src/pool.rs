//! Who may search: the memory and the cores of this machine, shared by all tabs of all visitors.
//!
//! Every search holds a [`Lease`] of some of the memory. Whoever comes gets the share it would have if all had the same, but
//! at most half of what is free, so that the next one need not wait. When too little is free for anybody, memory is taken back: first from engines that are
//! parked between two moves, then from the largest endless analysis, the oldest among equals. A recalled analysis gives its
//! memory back and queues again, so nobody waits for ever and what is lent never exceeds the total. Cores need no such
//! care: each search is a thread, and the operating system shares them evenly.

use crate::problem::{Code, Problem};
use luozi_engine::thinker::Thinker;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};

/// What an engine needs beside its graph, in MiB: the solver's table of each thread, the net's buffers, its stack.
const ENGINE_MB: u64 = 10;
/// No search gets less, in MiB.
const LEAST_MB: u64 = ENGINE_MB + 2;
/// No analysis gets more, in MiB.
const MOST_MB: u64 = 256;
/// No search for a single move gets more, in MiB.
const MOST_FOR_MOVE_MB: u64 = 24;
/// An endless analysis may keep its memory at least so long.
const QUANTUM: Duration = Duration::from_secs(1);

/// What a search may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Memory for all searches together, in MiB.
    pub memory_mb: u64,
    /// Cores of the machine.
    pub cores: usize,
    /// Searches of one visitor at once.
    pub per_visitor: usize,
}

/// A visitor has as many searches as allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} searches of one visitor are running already; stop one of them")]
pub struct TooMany(pub usize);

impl From<TooMany> for Problem {
    fn from(error: TooMany) -> Problem {
        Problem::new(Code::Busy, error.to_string(), serde_json::json!({ "searches": error.0 }))
    }
}

enum Use {
    /// A search that ends by itself.
    Bounded,
    /// A search that goes on until somebody stops it.
    Endless,
    /// Between two searches of a connection; boxed since it is rarely moved and large.
    Parked(Box<Thinker>),
}

struct Holder {
    visitor: Arc<str>,
    memory_mb: u64,
    since: Instant,
    uses: Use,
    recall: watch::Sender<bool>,
}

#[derive(Default)]
struct Holders {
    next: u64,
    all: BTreeMap<u64, Holder>,
}

impl Holders {
    fn used_mb(&self) -> u64 {
        self.all.values().map(|holder| holder.memory_mb).sum()
    }
}

/// The memory of all searches of this server, and who holds which part of it.
pub struct Pool {
    budget: Budget,
    holders: Mutex<Holders>,
    returned: Notify,
    /// Whoever is first in the queue for memory; fair.
    queue: tokio::sync::Mutex<()>,
    waiting: AtomicUsize,
}

/// Somebody in the queue, until it is dropped.
struct Waiting<'p>(&'p Pool);

impl Waiting<'_> {
    fn new(pool: &Pool) -> Waiting<'_> {
        pool.waiting.fetch_add(1, Ordering::Relaxed);
        Waiting(pool)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A place among the holders, given back when it is dropped.
struct Ticket {
    pool: Arc<Pool>,
    number: u64,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let holder = self.pool.holders().all.remove(&self.number);
        // Ends the thread of a parked engine, if there is one: not under the lock.
        drop(holder);
        self.pool.returned.notify_one();
    }
}

/// The right to search until it is dropped.
pub struct Lease {
    ticket: Ticket,
    /// Memory of the search's graph, in MiB.
    pub graph_mb: u64,
    /// Threads of the search, if it wants several.
    pub threads: u32,
    recall: watch::Receiver<bool>,
}

/// An engine that waits for its next search. Dropping it ends the engine.
pub struct Parked(Ticket);

impl Pool {
    /// A pool with that much to lend.
    pub fn new(budget: Budget) -> Arc<Pool> {
        let budget = Budget { memory_mb: budget.memory_mb.max(LEAST_MB), ..budget };
        let queue = tokio::sync::Mutex::default();
        Arc::new(Pool {
            budget,
            holders: Mutex::default(),
            returned: Notify::new(),
            queue,
            waiting: AtomicUsize::new(0),
        })
    }

    /// What it lends.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    fn holders(&self) -> MutexGuard<'_, Holders> {
        self.holders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches that are running now.
    pub fn searches(&self) -> usize {
        self.holders().all.values().filter(|holder| !matches!(holder.uses, Use::Parked(_))).count()
    }

    /// Waits for room for one more search. `endless`: it may be recalled.
    pub async fn lease(self: &Arc<Pool>, visitor: &Arc<str>, endless: bool) -> Result<Lease, TooMany> {
        let _waiting = Waiting::new(self);
        let _turn = self.queue.lock().await;
        // Whoever is asked to make room comes back for a share of its own.
        let mut sharers = 0;
        loop {
            // Registered before looking, so that no return is missed.
            let returned = self.returned.notified();
            sharers = self.sharers().max(sharers);
            match self.try_lease(visitor, endless, sharers)? {
                Some(lease) => return Ok(lease),
                None => self.take_back(sharers).await,
            }
            tokio::select! {
                () = returned => {}
                () = tokio::time::sleep(QUANTUM) => {}
            }
        }
    }

    /// Those who hold memory and those who wait for it.
    fn sharers(&self) -> u64 {
        // Relaxed: an estimate is enough.
        (self.holders().all.len() + self.waiting.load(Ordering::Relaxed)) as u64
    }

    /// One share of the memory, if there is any.
    fn try_lease(self: &Arc<Pool>, visitor: &Arc<str>, endless: bool, sharers: u64) -> Result<Option<Lease>, TooMany> {
        let mut holders = self.holders();
        let running = |holder: &&Holder| holder.visitor == *visitor && !matches!(holder.uses, Use::Parked(_));
        if holders.all.values().filter(running).count() >= self.budget.per_visitor {
            return Err(TooMany(self.budget.per_visitor));
        }
        let free = self.budget.memory_mb - holders.used_mb();
        if free < LEAST_MB {
            return Ok(None);
        }
        let most = if endless { MOST_MB } else { MOST_FOR_MOVE_MB };
        let memory_mb = (self.budget.memory_mb / sharers).min(most).min(free / 2).max(LEAST_MB);
        let threads = (self.budget.cores as u64 / sharers).max(1) as u32;
        let number = holders.next;
        holders.next += 1;
        let (sender, recall) = watch::channel(false);
        let uses = if endless { Use::Endless } else { Use::Bounded };
        let holder = Holder { visitor: Arc::clone(visitor), memory_mb, since: Instant::now(), uses, recall: sender };
        holders.all.insert(number, holder);
        let ticket = Ticket { pool: Arc::clone(self), number };
        Ok(Some(Lease { ticket, graph_mb: memory_mb - ENGINE_MB, threads, recall }))
    }

    /// Makes room: drops a parked engine, or asks an endless analysis to give its memory back.
    async fn take_back(&self, sharers: u64) {
        let parked = {
            let mut holders = self.holders();
            let parked = holders.all.iter().find(|(_, holder)| matches!(holder.uses, Use::Parked(_)));
            if let Some(number) = parked.map(|(&number, _)| number) {
                holders.all.remove(&number)
            } else {
                recall_one(&holders, self.budget.memory_mb / sharers);
                None
            }
        };
        if let Some(holder) = parked {
            // Ends a thread and frees its memory, which may take a moment.
            let _ = tokio::task::spawn_blocking(move || drop(holder)).await;
            self.returned.notify_one();
        }
    }

    /// Takes a parked engine back; `None` when it was dropped in the meantime.
    pub fn resume(&self, parked: Parked, endless: bool) -> Option<(Lease, Thinker)> {
        let mut holders = self.holders();
        let holder = holders.all.get_mut(&parked.0.number)?;
        let uses = if endless { Use::Endless } else { Use::Bounded };
        let Use::Parked(thinker) = std::mem::replace(&mut holder.uses, uses) else { return None };
        holder.since = Instant::now();
        let (graph_mb, recall) = (holder.memory_mb - ENGINE_MB, holder.recall.subscribe());
        Some((Lease { ticket: parked.0, graph_mb, threads: 1, recall }, *thinker))
    }
}

/// The largest endless analysis, or the oldest of the largest; one that has no more than a fair share keeps it for a while.
fn recall_one(holders: &Holders, fair_mb: u64) {
    let endless = holders.all.values().filter(|holder| {
        let greedy = holder.memory_mb > fair_mb.max(LEAST_MB);
        let recallable = greedy || holder.since.elapsed() >= QUANTUM;
        matches!(holder.uses, Use::Endless) && !*holder.recall.borrow() && recallable
    });
    let chosen = endless.max_by_key(|holder| (holder.memory_mb, holder.since.elapsed()));
    if let Some(holder) = chosen {
        holder.recall.send_replace(true);
    }
}

impl Lease {
    /// Waits until the memory is wanted back.
    pub async fn recalled(&mut self) {
        // The sender lives in the pool as long as this lease does.
        let _ = self.recall.wait_for(|recalled| *recalled).await;
    }

    /// Keeps an engine for the next search of the same connection, unless somebody needs its memory before.
    pub fn park(self, thinker: Thinker) -> Parked {
        let pool = &self.ticket.pool;
        if let Some(holder) = pool.holders().all.get_mut(&self.ticket.number) {
            holder.uses = Use::Parked(Box::new(thinker));
        }
        // Whoever waits may take it at once.
        pool.returned.notify_one();
        Parked(self.ticket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_engine::Recipe;
    use luozi_games::{GameKind, Setup};

    fn pool(memory_mb: u64) -> Arc<Pool> {
        Pool::new(Budget { memory_mb, cores: 4, per_visitor: 3 })
    }

    #[tokio::test]
    async fn everybody_gets_a_share_and_nobody_more_than_there_is() {
        let pool = pool(200);
        let mut held = Vec::new();
        for visitor in ["a", "b", "c", "d", "e"] {
            held.push(pool.lease(&visitor.into(), visitor != "b").await.unwrap());
        }
        let shares: Vec<u64> = held.iter().map(|lease| lease.graph_mb + ENGINE_MB).collect();
        assert_eq!(shares, [100, 24, 38, 19, 12], "half of what is free, at least the least; little for a move");
        assert_eq!((held[0].threads, held[4].threads), (4, 1));
    }

    #[tokio::test]
    async fn an_analysis_makes_room_for_whoever_waits() {
        let pool = pool(LEAST_MB);
        let mut first = pool.lease(&"a".into(), true).await.unwrap();
        let second = tokio::spawn({
            let pool = Arc::clone(&pool);
            async move { pool.lease(&"b".into(), true).await.unwrap() }
        });
        first.recalled().await;
        drop(first);
        assert_eq!(second.await.unwrap().graph_mb, LEAST_MB - ENGINE_MB);
    }

    #[tokio::test]
    async fn a_parked_engine_comes_back_or_makes_room() {
        let pool = pool(LEAST_MB);
        let visitor: Arc<str> = "a".into();
        let setup = Setup::standard(GameKind::CONNECT4);
        let mut recipe = Recipe::of_preset(GameKind::CONNECT4, "uct-plain").unwrap();
        recipe.set("memory_mb", "1").unwrap();
        let lease = pool.lease(&visitor, false).await.unwrap();
        let parked = lease.park(Thinker::new(&setup, &recipe).unwrap());
        assert_eq!(pool.searches(), 0);
        let (lease, thinker) = pool.resume(parked, false).expect("nobody needed the memory");
        assert_eq!((pool.searches(), lease.graph_mb), (1, LEAST_MB - ENGINE_MB));
        let parked = lease.park(thinker);
        let other = pool.lease(&visitor, false).await.expect("room was made");
        assert!(pool.resume(parked, false).is_none(), "for that one");
        drop(other);
        assert_eq!(pool.searches(), 0);
    }

    #[tokio::test]
    async fn one_visitor_has_a_limited_number_of_searches() {
        let pool = pool(512);
        let (visitor, other): (Arc<str>, Arc<str>) = ("a".into(), "b".into());
        let mut held = Vec::new();
        for _ in 0..3 {
            held.push(pool.lease(&visitor, false).await.unwrap());
        }
        assert_eq!(pool.lease(&visitor, false).await.err(), Some(TooMany(3)));
        assert!(pool.lease(&other, false).await.is_ok());
    }
}
