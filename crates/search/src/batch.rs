//! Several simulations in a row below one well-known node: how threads keep out of each other's way.
//!
//! Near the root all threads read and write the same few cache lines, and passing such a line from one core to another
//! costs more than the arithmetic of a whole level. A node that has thousands of visits also hardly changes from one
//! simulation to the next. So a thread of several walks through the well-known nodes once, announces a dozen
//! walks on the edges it took, makes them all below the last of these nodes, its *anchor*, and then carries the news up
//! to the root once. A search with one thread has no anchors: it makes each simulation from the root.

use crate::graph::node::NodeId;
use crate::iteration::known;
use crate::observe::Observer;
use crate::select::is_closed;
use crate::worker::{Root, Shared, Worker};
use crate::{Backup, Params};
use luozi_core::{Abs, Evaluator, Game, Trace};

/// Most simulations of one batch.
const BATCH: u32 = 16;
/// Visits from which a node is well known. Lower values keep threads further apart and let a batch be a larger part of
/// what the nodes above its anchor have seen; below the anchor every walk is chosen by what the one before it found.
const WELL_KNOWN_VISITS: u32 = 8 * BATCH;

/// Where a descent begins: the root, or an anchor below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start<P> {
    /// Plies below the root.
    pub(crate) depth: usize,
    pub(crate) node: NodeId,
    pub(crate) position: P,
}

/// The moves of a simulation and its result, for statistics that cannot be computed from children.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) trace: Trace,
    pub(crate) value: Abs,
}

/// Visits from which a node may be an anchor. Running sums need every simulation on its own, and selection=grave
/// begins only at a node that has statistics of its own.
pub(crate) fn anchor_visits(params: &Params) -> u32 {
    let alone = params.threads == 1 || params.backup == Backup::Path;
    if alone { u32::MAX } else { WELL_KNOWN_VISITS.max(params.grave_visits) }
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Worker<G, E, O> {
    /// At least one simulation and at most `most`; returns their number. `go_on` is asked between two of them.
    pub(crate) fn simulate(
        &mut self,
        shared: &Shared<G>,
        root: &Root<G::Position>,
        most: u32,
        go_on: impl Fn() -> bool,
    ) -> u32 {
        // 1. One from the root, which finds the anchor.
        self.anchor = None;
        self.samples.clear();
        self.simulate_from(shared, root, &Start { depth: 0, node: root.node, position: root.position });
        let Some(anchor) = self.anchor.take().filter(|anchor| anchor.depth > 0 && most > 1) else { return 1 };

        // 2. Others see the rest of the batch coming and turn elsewhere.
        let announced = most.min(BATCH) - 1;
        self.path.truncate(anchor.depth);
        for step in &self.path {
            shared.graph.edge(step.edge).announce(announced);
        }

        // 3. The rest, as long as there is something to find out.
        self.samples.clear();
        let mut made = 0;
        let is_open = || !is_closed(shared.params.prove, shared.graph.node(anchor.node).bounds());
        while made < announced && is_open() && go_on() {
            self.simulate_from(shared, root, &anchor);
            made += 1;
        }

        // 4. The news of all of them, up to the root.
        self.path.truncate(anchor.depth);
        if made < announced {
            for step in &self.path {
                shared.graph.edge(step.edge).withdraw(announced - made);
            }
        }
        self.back_up(shared, known(shared, anchor.node), 0, 0);
        1 + made
    }

    /// One simulation below `start`, whose news stops there.
    fn simulate_from(&mut self, shared: &Shared<G>, root: &Root<G::Position>, start: &Start<G::Position>) {
        self.path.truncate(start.depth);
        self.trace = Trace::default();
        let first_sample = self.samples.len();
        let leaf = self.descend(shared, root, start);
        // Several playouts have left their samples; one playout, and a leaf that was known, are told by its value.
        if shared.params.traces() && self.samples.len() == first_sample {
            self.samples.push(Sample { trace: self.trace, value: leaf.value() });
        }
        self.observer.landed(shared, &self.path, &leaf);
        self.back_up(shared, leaf, start.depth, first_sample);
        self.observer.backed_up(shared);
    }

    /// Makes a node that a descent has reached its anchor, if all nodes above it are well known too.
    #[inline(always)]
    pub(crate) fn anchor_at(&mut self, node: NodeId, visits: u32, position: &G::Position) {
        if visits >= self.anchor_visits {
            let depth = self.path.len();
            let above = self.anchor.as_ref().map(|anchor| anchor.depth + 1);
            if above.unwrap_or(0) == depth {
                self.anchor = Some(Start { depth, node, position: *position });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, Request, Search};
    use luozi_core::UniformPlayout;
    use luozi_games::nogo;

    #[test]
    fn a_batch_that_is_called_off_leaves_no_visits_behind() {
        let game = nogo::Rules::new(5, 5).expect("a board");
        let params = Params { graph: false, threads: 2, memory_mb: 8, ..Params::default() };
        let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid");
        search.think(&game.initial(), Request::new(Budget::visits(4000), &std::time::Instant::now()));
        let (shared, root) = (search.shared(), search.root_place().expect("searched"));
        let mut worker = Worker::new(shared, UniformPlayout, 0);
        let visits = |shared: &Shared<_>| {
            let edges = shared.graph.node(root.node).edges().expect("a root has edges");
            shared.graph.edges(edges).iter().map(crate::graph::edge::Edge::visits).sum::<u32>()
        };
        let before = visits(shared);
        assert_eq!(worker.simulate(shared, root, BATCH, || false), 1);
        assert_eq!(visits(shared), before + 1);
        assert!(!worker.path.is_empty(), "the root has a well-known child");
    }
}
