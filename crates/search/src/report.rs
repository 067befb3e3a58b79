//! What a search has to say: candidates with visits, value, bounds, prior and line, as plain data.

use crate::FinalChoice;
use crate::graph::node::{EdgeId, NodeId};
use crate::root::ranked;
use crate::select::is_closed;
use crate::worker::{Root, Shared};
use luozi_core::{Bounds, Game, MoveList, Player, Pov, StopReason, Verdict};
use std::time::Duration;

/// Longest line a report shows, in plies.
const LINE_PLIES: usize = 64;

/// One move the search considered.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate<M> {
    /// The move at the root.
    pub mv: M,
    /// Simulations that went through it, those of earlier searches included.
    pub visits: u32,
    /// Its value for the side to move at the root; `None` if it was never evaluated.
    pub value: Option<Pov>,
    /// What is proven about the position after it, first player's view.
    pub bounds: Bounds,
    /// What the evaluator's policy gave it before any search; moves share 1.
    pub prior: f32,
    /// The expected continuation, this move first.
    pub line: Vec<M>,
}

/// The state of a search, while it runs or after it.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The side to move.
    pub to_move: Player,
    /// The moves, best first. Never empty: the first one is the move to play.
    pub candidates: Vec<Candidate<M>>,
    /// Value of the position for the side to move.
    pub value: Pov,
    /// What is proven about the position, first player's view.
    pub bounds: Bounds,
    /// Simulations of this search.
    pub visits: u64,
    /// Positions evaluated in this search: its playouts, if the evaluator plays them.
    pub evaluations: u64,
    /// Nodes in the graph.
    pub nodes: u64,
    /// Edges in the graph.
    pub edges: u64,
    /// Time since the request.
    pub elapsed: Duration,
    /// Why the search ended; `None` while it runs.
    pub stopped: Option<StopReason>,
}

impl<M: Copy> Report<M> {
    /// The move to play.
    pub fn best(&self) -> M {
        self.candidates[0].mv
    }
}

/// What only the running search knows.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Totals {
    pub(crate) visits: u64,
    pub(crate) evaluations: u64,
    pub(crate) elapsed: Duration,
    pub(crate) stopped: Option<StopReason>,
}

/// Describes the graph below the root.
pub(crate) fn report<G: Game>(shared: &Shared<G>, root: &Root<G::Position>, totals: Totals) -> Report<G::Move> {
    let node = shared.graph.node(root.node);
    let order = ranked(shared, root, root.node, shared.params.final_choice);
    let candidates: Vec<Candidate<G::Move>> = order.into_iter().map(|edge| candidate(shared, root, edge)).collect();
    // The mean over all moves is worth what the best one is only where selection for play chose how often each is visited.
    let mean = node.value().unwrap_or_default().seen_by(root.player);
    let best = candidates.first().filter(|_| root.width > 0 && !is_closed(shared.params.prove, node.bounds()));
    let value = best.and_then(|best| best.value).unwrap_or(mean);
    let used = shared.graph.used();
    Report {
        to_move: root.player,
        candidates,
        value,
        bounds: node.bounds(),
        visits: totals.visits,
        evaluations: totals.evaluations,
        nodes: u64::from(used.nodes),
        edges: u64::from(used.edges),
        elapsed: totals.elapsed,
        stopped: totals.stopped,
    }
}

fn candidate<G: Game>(shared: &Shared<G>, root: &Root<G::Position>, id: EdgeId) -> Candidate<G::Move> {
    let edge = shared.graph.edge(id);
    Candidate {
        mv: move_of(shared, id),
        visits: edge.visits(),
        value: edge.value().map(|value| value.seen_by(root.player)),
        bounds: edge.bounds(),
        prior: edge.prior(),
        line: line(shared, root, id),
    }
}

fn move_of<G: Game>(shared: &Shared<G>, id: EdgeId) -> G::Move {
    shared.game.move_at(shared.graph.edge(id).move_index()).expect("an edge holds a move")
}

/// The best continuation: as long as the graph knows one, then as long as the rules do.
fn line<G: Game>(shared: &Shared<G>, root: &Root<G::Position>, first: EdgeId) -> Vec<G::Move> {
    let (game, graph) = (&shared.game, &shared.graph);
    let mut line = Vec::new();
    let mut position = root.position;
    let mut next = Some(first);
    while let Some(edge) = next
        && line.len() < LINE_PLIES
    {
        let mv = move_of(shared, edge);
        game.play_unchecked(&mut position, mv);
        line.push(mv);
        let child: Option<NodeId> = graph.child_at_hand(graph.edge(edge));
        next = child.and_then(|child| ranked(shared, root, child, FinalChoice::Visits).first().copied());
        next = next.filter(|&edge| graph.edge(edge).visits() > 0);
    }
    let mut moves = MoveList::new();
    while shared.params.hook
        && line.len() < LINE_PLIES
        && game.outcome(&position).is_none()
        && let Verdict::Decided(_) = shared.game.candidates(&position, &mut moves)
    {
        game.play_unchecked(&mut position, moves[0]);
        line.push(moves[0]);
    }
    line
}
