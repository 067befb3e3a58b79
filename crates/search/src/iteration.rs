//! One simulation, top to bottom: descend, evaluate, back up, prove.
//!
//! Values in the graph are the first player's. A node's value is computed from what its edges say and from its own
//! evaluation, U + Σ n·Q over 1 + Σ n, so it never depends on the order in which news arrived, and a race between two
//! threads costs at most one visit's accuracy. Edge visits are counted on the way down: other threads see walks under
//! way and turn elsewhere.

use crate::batch::{Sample, Start};
use crate::expand::{Arrival, better_of, decided};
use crate::graph::edge::Edge;
use crate::graph::node::{Node, NodeId, unpack};
use crate::observe::Observer;
use crate::select::{self, Situation, is_closed, wide};
use crate::worker::{Judgement, Root, Shared, Step, Worker};
use crate::{Backup, Prove, Selection};
use luozi_core::{Abs, Bounds, Evaluator, Game, Playout};

/// In a shared graph, every so many visits a node looks at all its children for news that came by other parents.
const VISITS_PER_REFRESH: u32 = 16;

/// Nodes with so many edges keep the sum behind their value instead of adding it up at each visit.
const WIDE_NODE: usize = 24;

/// The end of a descent.
pub(crate) struct Leaf {
    /// Its node; `None` when there was no room for one.
    pub(crate) node: Option<NodeId>,
    pub(crate) judgement: Judgement,
    /// The judgement is news that the node does not contain yet.
    pub(crate) news: bool,
}

impl Leaf {
    /// What the simulation that ended here found.
    pub(crate) fn value(&self) -> Abs {
        self.judgement.value
    }
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Worker<G, E, O> {
    /// Walks down from `start`, to which the path leads, to a position worth evaluating and evaluates it.
    pub(crate) fn descend(&mut self, shared: &Shared<G>, root: &Root<G::Position>, start: &Start<G::Position>) -> Leaf {
        let (game, graph, params) = (&shared.game, &shared.graph, &shared.params);
        let (mut id, mut position) = (start.node, start.position);
        loop {
            // Step 1. A finished or closed position is known. At the root a move is wanted as well: see step 3.
            let node = graph.node(id);
            self.anchor_at(id, node.visits(), &position);
            let bounds = node.bounds();
            if node.is_terminal() || (is_closed(params.prove, bounds) && !self.path.is_empty()) {
                return known(shared, id);
            }

            // Step 2. A leaf gets its edges, or is evaluated again if it may or can have none.
            let edges = match node.edges() {
                Some(edges) => Some(edges),
                None if self.path.len() >= params.max_depth as usize => None,
                None => self.expand(shared, id, &position),
            };
            let Some(edges) = edges else {
                let judgement = self.judge_again(shared, &position, bounds);
                return Leaf { node: Some(id), judgement, news: true };
            };

            // Step 3. Choose an edge. If all are closed, their news closes this node.
            let referred = graph.node(self.refer(shared, id));
            let situation = Situation {
                params,
                node,
                first_edge: edges.start,
                edges: graph.edges(edges.clone()),
                root_player: root.player,
                is_root: self.path.is_empty(),
                statistics: graph.cells(referred),
            };
            let wide = situation.is_root && root.width > 0;
            let neglected = if wide { wide::neglected(&situation, root.width) } else { None };
            let chosen = neglected.or_else(|| select::choose(&situation, &mut self.lanes));
            let chosen = if wide { chosen.or_else(|| wide::least_visited(&situation)) } else { chosen };
            self.observer.chose(shared, id, &situation, chosen);
            let Some(edge_id) = chosen else {
                recompute(shared, id);
                return known(shared, id);
            };

            // Step 4. Walk through it.
            let edge = graph.edge(edge_id);
            let edge_visits = edge.enter();
            self.path.push(Step { node: id, edge: edge_id });
            let mv = game.move_at(edge.move_index()).expect("an edge holds a move");
            game.play_unchecked(&mut position, mv);

            // Step 5. Find or make the node behind it.
            let key = game.key(&position);
            let linked = edge.child();
            if let Some(child) = graph.child(edge).or_else(|| graph.find(key)) {
                id = edge.link(linked, child);
                let visits = graph.node(id).visits();
                if params.catch_up && visits >= edge_visits {
                    return known(shared, id);
                }
                continue;
            }
            match self.arrive(shared, &position, key) {
                Arrival::Stored(child, judgement) => {
                    return Leaf { node: Some(edge.link(linked, child)), judgement, news: false };
                }
                Arrival::Through(child) => id = edge.link(linked, child),
                Arrival::Unstored(judgement) => return Leaf { node: None, judgement, news: true },
            }
        }
    }

    /// The node whose statistics selection uses at a node: itself, or with selection=grave, unless it has enough visits
    /// or is the root, the last such node above it.
    fn refer(&mut self, shared: &Shared<G>, id: NodeId) -> NodeId {
        let params = &shared.params;
        if self.path.is_empty() || shared.graph.node(id).visits() >= params.grave_visits {
            self.referred = Some(id);
        }
        self.referred.filter(|_| params.selection == Selection::Grave).unwrap_or(id)
    }

    /// Carries the news of a leaf, and the samples from `first_sample`, up the path to the node at depth `top`.
    pub(crate) fn back_up(&mut self, shared: &Shared<G>, leaf: Leaf, top: usize, first_sample: usize) {
        let graph = &shared.graph;
        let path_sums = shared.params.backup == Backup::Path;

        // Step 6. The leaf itself.
        if let Some(id) = leaf.node
            && leaf.news
        {
            let node = graph.node(id);
            node.add_own(leaf.judgement.value);
            node.tighten(leaf.judgement.bounds);
            recompute(shared, id);
        }

        // Step 7. Every edge and node above it, last one first.
        let mut below = leaf.node;
        for (distance, step) in (1..).zip(self.path[top..].iter().rev()) {
            let (node, edge) = (graph.node(step.node), graph.edge(step.edge));
            let before = (edge.value(), edge.bounds_word());
            match below.map(|id| graph.node(id)) {
                Some(child) => {
                    child.value().into_iter().for_each(|value| edge.set_value(value));
                    edge.set_bounds(child.bounds());
                }
                None => {
                    edge.add_sample(leaf.judgement.value);
                    edge.set_bounds(leaf.judgement.bounds);
                }
            }
            if path_sums {
                node.add_own(from_above(shared, &leaf.judgement, distance));
                let (sum, count) = node.own();
                node.set_value(Abs(sum / f64::from(count)), count, count);
            } else if !shift(shared, step, before) {
                recompute(shared, step.node);
            }
            for sample in &mut self.samples[first_sample..] {
                sample.trace.record(node.to_move(), edge.move_index());
                note_sample(shared, node, sample);
            }
            below = Some(step.node);
        }
    }
}

/// A leaf about which there is nothing new: the news is for the nodes above it.
pub(crate) fn known<G: Game>(shared: &Shared<G>, id: NodeId) -> Leaf {
    let node = shared.graph.node(id);
    // With running sums a terminal node counts its visits like any other.
    if node.is_terminal() {
        let news = shared.params.backup == Backup::Path;
        return Leaf { node: Some(id), judgement: decided(shared, node.bounds().lower), news };
    }
    let judgement = Judgement { value: node.value().unwrap_or_default(), ending: None, bounds: node.bounds() };
    Leaf { node: Some(id), judgement, news: false }
}

/// What a leaf's judgement is worth `distance` plies above it.
pub(crate) fn from_above<G: Game>(shared: &Shared<G>, judgement: &Judgement, distance: u32) -> Abs {
    match judgement.ending {
        Some(Playout { score, plies }) => shared.shape.of_ending(Playout { score, plies: plies + distance }),
        None => judgement.value,
    }
}

/// All-moves-as-first: every move that the node's mover played, here or later, gets the value as a sample.
fn note_sample<G: Game>(shared: &Shared<G>, node: &Node, sample: &Sample) {
    let (value, cells) = (sample.value.0 as f32, shared.graph.cells(node));
    let played = sample.trace.of(node.to_move());
    played.iter().filter_map(|index| cells.get(index)).for_each(|cell| cell.add(value));
}

/// Computes a node's value and bounds from its own evaluations and its edges.
pub(crate) fn recompute<G: Game>(shared: &Shared<G>, id: NodeId) {
    let (graph, params) = (&shared.graph, &shared.params);
    let node = graph.node(id);
    let edges = graph.edges(node.edges().unwrap_or_default());
    let mut tally = Tally::of(shared, node, edges);
    if params.graph && refresh_is_due(node.visits(), tally.visits) {
        refresh(shared, id);
        tally = Tally::of(shared, node, edges);
    }

    let mover = node.to_move();
    let Tally { sum, weight, visits, best, proof } = tally;
    let bounds = match proof {
        Some(proof) if params.prove != Prove::Off => node.tighten(proof),
        _ => node.bounds(),
    };
    if weight == 0 && !is_closed(params.prove, bounds) {
        return;
    }
    let mean = if weight == 0 { 0.0 } else { sum / weight as f64 };
    let mixed = if best.is_finite() {
        let best = luozi_core::Pov(best).owned_by(mover).0;
        mean + params.minimax_mix * (best - mean)
    } else {
        mean
    };
    let weight = weight.min(u64::from(u32::MAX)) as u32;
    node.set_value(shared.shape.within(Abs(mixed), bounds), weight, visits.max(1));
}

/// What a node's own evaluations and its edges add up to.
struct Tally {
    /// Of values, over own evaluations and open edges; proven ones leave it, the bounds speak for them.
    sum: f64,
    /// What `sum` is divided by.
    weight: u64,
    /// Own evaluations and walks through all edges.
    visits: u32,
    /// The best open edge as the mover sees it; infinite if there is none.
    best: f64,
    /// What the edges prove about the node.
    proof: Option<Bounds>,
}

impl Tally {
    #[inline(always)]
    fn of<G: Game>(shared: &Shared<G>, node: &Node, edges: &[Edge]) -> Tally {
        let (prove, mover) = (shared.params.prove, node.to_move());
        let (own_sum, own_count) = node.own();
        let (mut sum, mut weight, mut visits) = (own_sum, u64::from(own_count), own_count);
        let mut best = f64::NEG_INFINITY;
        let mut proof = None;
        let mut word = !edges.first().map_or(0, Edge::bounds_word);
        let mut closed = false;
        for edge in edges {
            let bounds_word = edge.bounds_word();
            if bounds_word != word {
                word = bounds_word;
                let bounds = unpack(word);
                closed = is_closed(prove, bounds);
                proof = Some(better_of(proof, bounds, mover));
            }
            let walks = edge.visits();
            if walks == 0 {
                continue;
            }
            visits = visits.saturating_add(walks);
            if !closed && let Some(value) = edge.value() {
                sum += f64::from(walks) * value.0;
                weight += u64::from(walks);
                // Not by `max`, which WebAssembly has no instruction for.
                let value = value.seen_by(mover).0;
                if value > best {
                    best = value;
                }
            }
        }
        Tally { sum, weight, visits, best, proof }
    }
}

/// Whether a node that grows from `before` to `after` visits passes a multiple of [`VISITS_PER_REFRESH`]. With several
/// threads it grows by whole batches, so most multiples are never met exactly.
fn refresh_is_due(before: u32, after: u32) -> bool {
    before.is_multiple_of(VISITS_PER_REFRESH)
        || before.div_ceil(VISITS_PER_REFRESH) < after.div_ceil(VISITS_PER_REFRESH)
}

/// What [`recompute`] would do after a walk through one edge of a wide node, from that edge alone: its term in the
/// sum was (visits - 1)·(value before) and is visits·(value now). `false` if more may have changed than that: with
/// several threads it always may. Roundings last until the next visit that recomputes.
fn shift<G: Game>(shared: &Shared<G>, step: &Step, before: (Option<Abs>, u32)) -> bool {
    let (node, edge) = (shared.graph.node(step.node), shared.graph.edge(step.edge));
    let wide = node.edges().is_some_and(|edges| edges.len() >= WIDE_NODE);
    let (bounds, visits) = (node.bounds(), edge.visits());
    let open = bounds.lower.0 < 0 && bounds.upper.0 > 0 && edge.bounds_word() == before.1;
    let due = node.visits().is_multiple_of(VISITS_PER_REFRESH);
    let alone = shared.params.threads == 1 && shared.params.minimax_mix == 0.0;
    let (Some(Abs(value)), true) = (edge.value(), alone && wide && open && !due) else { return false };
    let before = match before.0 {
        Some(Abs(before)) => before * f64::from(visits - 1),
        None if visits == 1 => 0.0,
        None => return false,
    };
    node.shift_value(value * f64::from(visits) - before);
    true
}

/// Copies to the edges of a node what their children have learnt by other parents.
fn refresh<G: Game>(shared: &Shared<G>, id: NodeId) {
    for edge in shared.graph.edges(shared.graph.node(id).edges().unwrap_or_default()) {
        if let Some(child) = shared.graph.child_at_hand(edge) {
            let child = shared.graph.node(child);
            child.value().into_iter().for_each(|value| edge.set_value(value));
            edge.set_bounds(child.bounds());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_refreshed_once_in_so_many_visits_however_it_grows() {
        for before in 0..100 {
            assert_eq!(refresh_is_due(before, before + 1), before % VISITS_PER_REFRESH == 0, "{before}");
        }
        for first in 1..=VISITS_PER_REFRESH {
            let mut visits = first;
            let mut refreshes = 0;
            for steps in [1, 15].repeat(100) {
                refreshes += u32::from(refresh_is_due(visits, visits + steps));
                visits += steps;
            }
            assert_eq!(refreshes, 100, "from {first} visits");
        }
    }
}
