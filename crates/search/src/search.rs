//! The search as its users see it: a game, parameters and evaluators in; reports out.

use crate::graph::node::NodeId;
use crate::graph::{Graph, Kind, Sizes};
use crate::iteration::recompute;
use crate::report::{Report, Totals, report};
use crate::reward::Shape;
use crate::root::{draw, proven_by_moves};
use crate::select::is_closed;
use crate::stop::{Progress, StopRule, first_reason, rules};
use crate::sync::Alone;
use crate::worker::{Root, Shared, Worker};
use crate::{Budget, Clock, Expansion, ParamError, Params, Prove, Purpose};
use luozi_core::{Bounds, Evaluator, Game, MAX_CELLS, StopReason};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

/// Simulations between two looks at the clock and the other stop rules.
const VISITS_PER_CHECK: u32 = 16;
/// The same where several threads search, and all that one of them is granted at once.
const VISITS_PER_GRANT: u32 = 64;
/// Between two looks at the clock no more time than this should pass.
const LONGEST_BATCH: Duration = Duration::from_millis(1);
/// Expanded nodes per node, when nodes are expanded at their second visit: guides how memory is split.
const EXPANDED_SHARE: f64 = 0.35;
/// Fewest edges per node for which memory is set aside.
const FEWEST_EDGES_PER_NODE: f64 = 4.0;

/// Somebody who wants to see the search while it runs.
pub struct Watch<'a, M> {
    /// Time between two reports.
    pub every: Duration,
    /// Called by the searching thread: be quick.
    pub tell: &'a mut (dyn FnMut(&Report<M>) + Send),
}

/// One question to a search.
pub struct Request<'a, M> {
    /// What ends it.
    pub budget: Budget,
    /// What the answer is for.
    pub purpose: Purpose,
    /// Results of moves that somebody has proven, first player's view: they need no search. What leaves a result open is
    /// ignored.
    pub known: &'a [(M, Bounds)],
    /// Counts from the moment the question was asked.
    pub clock: &'a dyn Clock,
    /// Set from outside to end it.
    pub stop: Option<&'a AtomicBool>,
    /// Somebody to be told how it stands, and how often; `None` for nobody.
    pub watch: Option<Watch<'a, M>>,
}

impl<'a, M> Request<'a, M> {
    /// A question that nobody watches or interrupts.
    pub fn new(budget: Budget, clock: &'a dyn Clock) -> Request<'a, M> {
        Request { budget, purpose: Purpose::Play, known: &[], clock, stop: None, watch: None }
    }
}

/// A Monte-Carlo search of one game. Keeps its graph between questions.
///
/// ```no_run
/// # fn example<G: luozi_core::Game>(game: G) -> Result<(), luozi_search::ParamError> {
/// use luozi_core::UniformPlayout;
/// use luozi_search::{Budget, Params, Request, Search};
///
/// let mut search = Search::new(game.clone(), Params::default(), |_thread| UniformPlayout)?;
/// let asked = std::time::Instant::now();
/// let report = search.think(&game.initial(), Request::new(Budget::visits(1000), &asked));
/// println!("{:?}", report.best());
/// # Ok(())
/// # }
/// ```
pub struct Search<G: Game, E> {
    shared: Shared<G>,
    workers: Vec<Worker<G, E>>,
    root: Option<Root<G::Position>>,
}

/// What the threads of one search tell each other. All `Relaxed`: counters and flags that guard no data; the graph is
/// published by its own orderings, and the end of the threads orders everything before the report.
struct Control<'a> {
    counts: Alone<Counts>,
    granted: u64,
    /// Simulations for which a thread takes leave at once. With a time limit the first thread keeps it so small that
    /// nobody is busy for long with what was granted before the end.
    batch: AtomicU32,
    done: AtomicBool,
    asked: Option<&'a AtomicBool>,
}

/// What all threads write, and read only now and then.
#[derive(Default)]
struct Counts {
    /// Simulations that were made or that a thread has leave for.
    tickets: AtomicU64,
    evaluations: AtomicU64,
}

impl<'a> Control<'a> {
    fn new<M>(params: &Params, request: &Request<'a, M>) -> Control<'a> {
        let batch = if adapts(params, &request.budget) { 1 } else { largest_batch(params) };
        Control {
            counts: Alone(Counts::default()),
            granted: request.budget.visits.unwrap_or(u64::MAX),
            batch: AtomicU32::new(batch),
            done: AtomicBool::new(false),
            asked: request.stop,
        }
    }

    /// A batch of simulations, fewer if the root closes or somebody ends the search; `false` if there was leave for
    /// none.
    fn simulate<G: Game, E: Evaluator<G>>(
        &self,
        worker: &mut Worker<G, E>,
        shared: &Shared<G>,
        root: &Root<G::Position>,
    ) -> bool {
        let leave = self.take(self.batch.load(Ordering::Relaxed));
        let mut left = leave;
        while left > 0 && self.goes_on() {
            left -= worker.simulate(shared, root, left, || self.goes_on());
            // A proof ends the search in this very simulation, so that what follows it does not depend on the batch.
            if root.width == 0 && is_closed(shared.params.prove, shared.graph.node(root.node).bounds()) {
                break;
            }
        }
        let Counts { tickets, evaluations } = &self.counts.0;
        tickets.fetch_sub(u64::from(left), Ordering::Relaxed);
        evaluations.fetch_add(std::mem::take(&mut worker.evaluations), Ordering::Relaxed);
        left < leave
    }

    /// Leave for at most `most` simulations. Whoever has it makes them, unless the search ends before its limit.
    fn take(&self, most: u32) -> u32 {
        let grow = |before: u64| Some(before.saturating_add(u64::from(most)).min(self.granted));
        let tickets = &self.counts.0.tickets;
        let before = tickets.fetch_update(Ordering::Relaxed, Ordering::Relaxed, grow).unwrap_or(self.granted);
        (self.granted - before).min(u64::from(most)) as u32
    }

    fn goes_on(&self) -> bool {
        !self.done.load(Ordering::Relaxed) && !self.is_asked()
    }

    fn is_asked(&self) -> bool {
        self.asked.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    fn visits(&self) -> u64 {
        self.counts.0.tickets.load(Ordering::Relaxed)
    }

    fn totals(&self, elapsed: Duration, stopped: Option<StopReason>) -> Totals {
        let evaluations = self.counts.0.evaluations.load(Ordering::Relaxed);
        Totals { visits: self.visits(), evaluations, elapsed, stopped }
    }

    /// Makes the batches fit the time that the last one took; `largest` is for fast evaluators.
    fn adapt(&self, spent: Duration, largest: u32) {
        let batch = self.batch.load(Ordering::Relaxed);
        let next = if spent > LONGEST_BATCH { (batch / 2).max(1) } else { (batch + 1).min(largest) };
        // Everybody reads this cache line: it is written when it changes.
        if next != batch {
            self.batch.store(next, Ordering::Relaxed);
        }
    }

    /// Ends the search for all threads. Where all simulations have been granted, those under way are made: at most a
    /// batch by each thread.
    fn finish(&self, reason: StopReason) {
        self.done.store(reason != StopReason::Visits, Ordering::Relaxed);
    }
}

impl<G: Game, E: Evaluator<G> + Send> Search<G, E> {
    /// A search with all its memory; `evaluator` makes the evaluator of each thread.
    ///
    /// # Panics
    /// If the game has more moves than [`luozi_core::MAX_CELLS`] and the parameters ask for statistics by move.
    pub fn new(game: G, params: Params, evaluator: impl FnMut(usize) -> E) -> Result<Search<G, E>, ParamError> {
        params.validate()?;
        assert!(!params.traces() || game.move_count() <= MAX_CELLS, "no statistics for so many moves");
        let evaluators: Vec<E> = (0..params.threads as usize).map(evaluator).collect();
        let branching = game.count_moves(&game.initial()) as f64;
        let eager = params.expansion == Expansion::All || evaluators.iter().any(|e| e.gives_policy());
        let expanded = if eager { 1.0 } else { EXPANDED_SHARE };
        let edges_per_node = (branching * expanded).max(FEWEST_EDGES_PER_NODE);
        let kind = Kind { shared: params.graph, cells: if params.traces() { game.move_count() as u32 } else { 0 } };
        let sizes = Sizes::within(params.memory_mb << 20, edges_per_node, expanded, params.max_nodes, kind);
        let graph = Graph::new(sizes, kind);
        if params.touch_pages {
            graph.touch();
        }
        let shape = Shape::new(&game, &params);
        let shared = Shared { game, params, shape, graph };
        let workers = evaluators.into_iter().enumerate().map(|(thread, e)| Worker::new(&shared, e, thread)).collect();
        Ok(Search { shared, workers, root: None })
    }

    /// The rules it plays by.
    pub fn game(&self) -> &G {
        &self.shared.game
    }

    /// The parameters it was made with.
    pub fn params(&self) -> &Params {
        &self.shared.params
    }

    /// Bytes of the graph's arrays.
    pub fn memory_bytes(&self) -> usize {
        self.shared.graph.bytes()
    }

    /// Forgets everything, in O(1): the next search gives what a new one would.
    pub fn reset(&mut self) {
        self.shared.graph.clear();
        self.root = None;
        for (thread, worker) in self.workers.iter_mut().enumerate() {
            worker.rng = Worker::<G, E>::rng(&self.shared.params, thread);
            worker.evaluator.reset();
            worker.evaluations = 0;
        }
    }

    /// Searches a position, continuing from what is known about it.
    ///
    /// # Panics
    /// If the game is over at `position`: there is nothing to think about.
    pub fn think(&mut self, position: &G::Position, mut request: Request<'_, G::Move>) -> Report<G::Move> {
        let root = Root { width: request.purpose.width(), ..self.settle(position) };
        self.root = Some(root);
        self.learn(&root, request.known);
        let control = Control::new(&self.shared.params, &request);
        let shared = &self.shared;
        let (first, others) = self.workers.split_first_mut().expect("at least one thread");
        let stopped = if others.is_empty() {
            lead(shared, &root, first, &control, &mut request)
        } else {
            std::thread::scope(|scope| {
                for worker in others {
                    let (root, control) = (&root, &control);
                    scope.spawn(move || while control.simulate(worker, shared, root) {});
                }
                lead(shared, &root, first, &control, &mut request)
            })
        };
        let mut report = report(&self.shared, &root, control.totals(request.clock.elapsed(), Some(stopped)));
        let temperature = self.shared.params.temperature;
        let drawn = draw(&report.candidates, root.player, temperature, &mut self.workers[0].rng);
        report.candidates[..=drawn].rotate_right(1);
        report
    }

    /// What is known about the position last searched.
    pub fn report(&self) -> Option<Report<G::Move>> {
        self.root.as_ref().map(|root| report(&self.shared, root, Totals::default()))
    }

    pub(crate) fn shared(&self) -> &Shared<G> {
        &self.shared
    }

    pub(crate) fn root_place(&self) -> Option<&Root<G::Position>> {
        self.root.as_ref()
    }

    pub(crate) fn parts(&mut self) -> (&Shared<G>, &mut Vec<Worker<G, E>>) {
        (&self.shared, &mut self.workers)
    }

    /// The root as it is, if it is that position and a move is wanted there, else a new one.
    pub(crate) fn stay_or_settle(&mut self, position: &G::Position) -> Root<G::Position> {
        let key = self.shared.game.key(position);
        let same = |root: &Root<G::Position>| root.width == 0 && self.shared.game.key(&root.position) == key;
        match self.root.filter(same) {
            Some(root) => root,
            None => {
                let root = self.settle(position);
                *self.root.insert(root)
            }
        }
    }

    /// Makes `position` the root, keeping what is known below it.
    fn settle(&mut self, position: &G::Position) -> Root<G::Position> {
        assert!(self.shared.game.outcome(position).is_none(), "the game is over: there is nothing to search");
        if !self.shared.params.reuse {
            self.shared.graph.clear();
            self.root = None;
        }
        let known = self.locate(position);
        if known.is_none() && !self.shared.params.graph {
            self.shared.graph.clear();
        } else if known != self.root.map(|root| root.node) && self.shared.graph.is_crowded() {
            self.shared.graph.flip();
        }
        let node = match self.plant(position, known) {
            Some(node) => node,
            None => {
                // No room even for the root: begin anew.
                self.shared.graph.clear();
                self.plant(position, None).expect("an empty graph has room for a root")
            }
        };
        Root { node, position: *position, player: self.shared.game.to_move(position), width: 0 }
    }

    /// Writes proofs of moves at the root into the graph.
    fn learn(&self, root: &Root<G::Position>, known: &[(G::Move, Bounds)]) {
        let Shared { game, graph, .. } = &self.shared;
        let edges = graph.edges(graph.node(root.node).edges().unwrap_or_default());
        for (mv, bounds) in known.iter().filter(|(_, bounds)| bounds.result().is_some()) {
            let index = game.move_index(*mv);
            for edge in edges.iter().filter(|edge| edge.move_index() == index) {
                let child = graph.child_at_hand(edge).map(|child| graph.node(child));
                edge.set_bounds(child.map_or(*bounds, |child| child.tighten(*bounds)));
            }
        }
        if !known.is_empty() && self.shared.params.prove != Prove::Off {
            recompute(&self.shared, root.node);
        }
    }

    /// The node of a position that is at most two plies below the last root, or anywhere in a shared graph.
    fn locate(&self, position: &G::Position) -> Option<NodeId> {
        let graph = &self.shared.graph;
        let key = self.shared.game.key(position);
        if self.shared.params.graph {
            return graph.find(key);
        }
        let root = self.root?.node;
        let children = |id: NodeId| {
            let edges = graph.edges(graph.node(id).edges().unwrap_or_default());
            edges.iter().filter_map(|edge| graph.child(edge)).collect::<Vec<_>>()
        };
        let below = children(root);
        let further = below.iter().flat_map(|&id| children(id));
        std::iter::once(root).chain(below.iter().copied()).chain(further).find(|&id| graph.node(id).key() == key)
    }

    /// A node with edges for the root; `None` when there is no room.
    fn plant(&mut self, position: &G::Position, known: Option<NodeId>) -> Option<NodeId> {
        let node = match known {
            Some(known) => self.shared.graph.present(known)?,
            None => self.workers[0].arrive_as_root(&self.shared, position)?,
        };
        match self.shared.graph.node(node).edges() {
            Some(_) => Some(node),
            None => self.workers[0].expand(&self.shared, node, position).map(|_| node),
        }
    }
}

/// Whether batches fit themselves to the time they take. On one thread a number of simulations is repeatable, and stays so
/// beside a time limit that is not reached.
fn adapts(params: &Params, budget: &Budget) -> bool {
    budget.time.is_some() && (budget.visits.is_none() || params.threads > 1)
}

/// Simulations in a row for evaluators that are fast.
fn largest_batch(params: &Params) -> u32 {
    if params.threads == 1 { VISITS_PER_CHECK } else { VISITS_PER_GRANT }
}

/// The first thread: simulates, asks the stop rules, tells the watcher; ends the search for all.
fn lead<G: Game, E: Evaluator<G>>(
    shared: &Shared<G>,
    root: &Root<G::Position>,
    worker: &mut Worker<G, E>,
    control: &Control<'_>,
    request: &mut Request<'_, G::Move>,
) -> StopReason {
    let rules: Vec<Box<dyn StopRule>> = rules(&request.budget, &shared.params, request.purpose);
    let began = request.clock.elapsed();
    let mut told = began;
    let reason = loop {
        let progress = progress(shared, root, control, began, request.clock.elapsed());
        if let Some(reason) = first_reason(&rules, &progress) {
            break reason;
        }
        if let Some(watch) = &mut request.watch
            && progress.elapsed >= told + watch.every
        {
            told = progress.elapsed;
            (watch.tell)(&report(shared, root, control.totals(progress.elapsed, None)));
        }
        control.simulate(worker, shared, root);
        if control.is_asked() {
            break StopReason::Asked;
        }
        if adapts(&shared.params, &request.budget) {
            let spent = request.clock.elapsed().saturating_sub(progress.elapsed);
            control.adapt(spent, largest_batch(&shared.params));
        }
    };
    control.finish(reason);
    reason
}

/// Whether an analysis of `width` moves has nothing left to find out: all moves are closed, or so many of them win.
fn all_judged<G: Game>(shared: &Shared<G>, root: &Root<G::Position>, width: u32) -> bool {
    let edges = shared.graph.edges(shared.graph.node(root.node).edges().unwrap_or_default());
    let closed = edges.iter().map(|edge| edge.bounds()).filter(|&bounds| is_closed(shared.params.prove, bounds));
    let (closed, won) =
        closed.fold((0, 0), |(closed, won), bounds| (closed + 1, won + u32::from(bounds.lower_for(root.player) > 0)));
    closed == edges.len() || won >= width
}

/// What the stop rules are asked about.
fn progress<G: Game>(
    shared: &Shared<G>,
    root: &Root<G::Position>,
    control: &Control<'_>,
    began: Duration,
    elapsed: Duration,
) -> Progress {
    let node = shared.graph.node(root.node);
    let mut top_two = [0, 0];
    let mut open_moves = 0;
    let edges = shared.graph.edges(node.edges().unwrap_or_default());
    let guaranteed = edges.iter().map(|edge| edge.bounds().lower_for(root.player)).max();
    for edge in edges {
        let bounds = edge.bounds();
        let upper = bounds.upper_for(root.player);
        // Where the score counts a move is out of the question only if another is better: all of them may lose.
        let is_out = match shared.params.prove {
            Prove::Score => guaranteed.is_some_and(|guaranteed| upper < guaranteed),
            prove => is_closed(prove, bounds) && upper < 0,
        };
        if is_out {
            continue;
        }
        let visits = edge.visits();
        if visits > top_two[0] {
            top_two = [visits, top_two[0]];
        } else {
            top_two[1] = top_two[1].max(visits);
        }
        open_moves += 1;
    }
    Progress {
        elapsed,
        began,
        visits: control.visits(),
        nodes: u64::from(shared.graph.used().nodes),
        proven: match root.width {
            0 => proven_by_moves(shared, root.node).is_some_and(|bounds| is_closed(shared.params.prove, bounds)),
            width => all_judged(shared, root, width),
        },
        open_moves,
        top_two,
    }
}
