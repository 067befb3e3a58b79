//! What a search found, as the frames tell it.

use crate::board::{CellNumber, State};
use crate::message::{Explained, GraphMove, GraphNode, Hint, Info, MoveInfo, Reason, Root, WinRate};
use crate::order::Order;
use luozi_engine::analysis::{Analysis, MoveAnalysis, Proven, ProvenResult, percent};
use luozi_engine::explain::{Edge, Graph, Node};
use luozi_games::{Counting, Session};
use luozi_search::{Budget, StopReason};
use std::collections::BTreeSet;
use std::time::Duration;

/// Longest line in a frame, in plies.
const LINE_PLIES: usize = 20;
/// Moves in a frame: the best ones, so that a frame stays near 4 kB on any board, unless more were asked for.
const MOST_MOVES: usize = 40;
/// Side of the part of the board that the first step of a hint shows.
const REGION_SIDE: u16 = 3;
/// How much value less than the best move, in [-1, 1], a move may have that a hint names beside it, and the simulations that
/// make its value worth believing.
const HINT_VALUE: f64 = 0.06;
const HINT_VISITS: u32 = 16;
/// Moves that the second step of a hint shows.
const HINT_MOVES: usize = 3;

/// How long a move that must be in the list is looked at, at the most.
pub const ASIDE: Budget =
    Budget { time: Some(Duration::from_millis(60)), visits: Some(64), nodes: None, time_is_kept: false };

/// A value in [-1, 1] as a chance in 1/10000.
pub fn win_rate(value: f64) -> WinRate {
    ((value + 1.0) * 5000.0).round().clamp(0.0, 10_000.0) as WinRate
}

/// The same for people: an estimate is never certain.
pub fn shown_rate(value: f64, proven: Option<Proven>) -> WinRate {
    if proven.is_some() { win_rate(value) } else { (100.0 * percent(value)).round() as WinRate }
}

/// Time and simulations of earlier parts of a search that was interrupted.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spent {
    /// Time that they searched, without the interruptions between them.
    pub time: Duration,
    /// Simulations that they did together.
    pub visits: u64,
}

/// What a frame is made from, beside the analysis.
pub struct Reporter {
    generation: u64,
    id: u64,
    multi: usize,
    include: Vec<String>,
    state: std::sync::Arc<State>,
}

impl Reporter {
    /// For the frames of a search.
    pub fn new(order: &Order) -> Reporter {
        Reporter {
            generation: order.board.generation,
            id: order.id,
            multi: order.multi,
            include: order.include.clone(),
            state: order.board.state.clone(),
        }
    }

    /// A frame. `aside` holds what was found about moves that had to be looked at.
    pub fn info(&self, analysis: &Analysis, spent: Spent, seq: u64, aside: &[MoveInfo]) -> Info {
        let time = spent.time + Duration::from_secs_f64(analysis.seconds);
        let mut moves: Vec<MoveInfo> = Vec::new();
        for (place, candidate) in analysis.moves.iter().enumerate() {
            let wanted = self.include.contains(&candidate.mv);
            // What is certain needs no simulation, and no number of them makes an estimate better than it.
            let surer = |looked: &&MoveInfo| match (candidate.proven, looked.proven) {
                (Some(_), _) => false,
                (None, Some(_)) => true,
                (None, None) => looked.n > u64::from(candidate.visits),
            };
            let better = aside.iter().filter(|looked| looked.m == candidate.mv).find(surer);
            match better {
                Some(looked) => moves.push(MoveInfo { p: share(candidate.prior), ..looked.clone() }),
                // Moves that nobody tried are left out: a frame stays small.
                None if candidate.value.is_none() && candidate.proven.is_none() && !wanted => {}
                None => moves.push(self.move_info(candidate, place < self.multi || wanted)),
            }
        }
        moves.truncate(MOST_MOVES.max(self.multi));
        // A move may be missing because there are too many, or because the rules alone refute it.
        for looked in aside {
            if moves.iter().all(|listed| listed.m != looked.m) {
                moves.push(looked.clone());
            }
        }
        Info {
            generation: self.generation,
            id: self.id,
            seq,
            ms: time.as_millis() as u64,
            visits: spent.visits + analysis.visits,
            nodes: analysis.nodes,
            nps: (analysis.visits as f64 / analysis.seconds.max(1e-3)) as u64,
            depth: analysis.moves.iter().map(|candidate| candidate.pv.len()).max().unwrap_or(0),
            to_move: self.state.to_move,
            root: Root {
                wr: shown_rate(analysis.value_or_even(), analysis.proven),
                margin: margin(analysis.score),
                proven: analysis.proven,
            },
            moves,
        }
    }

    fn move_info(&self, candidate: &MoveAnalysis, with_line: bool) -> MoveInfo {
        let plies = if with_line { LINE_PLIES } else { 0 };
        MoveInfo {
            m: candidate.mv.clone(),
            cell: self.state.cell_of(&candidate.mv),
            wr: candidate.value.map(|value| shown_rate(value, candidate.proven)),
            n: u64::from(candidate.visits),
            p: share(candidate.prior),
            margin: margin(candidate.score),
            proven: candidate.proven,
            pv: candidate.pv.iter().take(plies).cloned().collect(),
            why: candidate.why.clone(),
        }
    }

    /// What a search of the position after `mv` says about `mv`.
    pub fn looked_at(&self, mv: &str, after: &Analysis) -> MoveInfo {
        let proven = after.proven.map(Proven::one_ply_before);
        let line = std::iter::once(mv.to_string()).chain(after.moves.first().into_iter().flat_map(|m| m.pv.clone()));
        MoveInfo {
            m: mv.to_string(),
            cell: self.state.cell_of(mv),
            wr: Some(shown_rate(-after.value_or_even(), proven)),
            n: after.visits,
            p: 0,
            margin: margin(after.score.map(|score| -score)),
            proven,
            pv: line.take(LINE_PLIES).collect(),
            why: Vec::new(),
        }
    }

    /// The answer to a request for a hint.
    pub fn hint(&self, analysis: &Analysis) -> Hint {
        let best = analysis.moves.iter().find(|told| told.mv == analysis.best).cloned().unwrap_or_default();
        let mut region: BTreeSet<CellNumber> = self.region(&best.mv).into_iter().collect();
        let mut top = vec![best.mv.clone()];
        // A region of more than half of the board would be no hint.
        let most = usize::from(self.state.grid.rows) * usize::from(self.state.grid.cols) / 2;
        for told in analysis.moves.iter().filter(|told| told.mv != best.mv && keeps(told, &best)) {
            let with: BTreeSet<CellNumber> = region.iter().copied().chain(self.region(&told.mv)).collect();
            if top.len() < HINT_MOVES && (with.len() <= most || with == region) {
                (region, top) = (with, [top, vec![told.mv.clone()]].concat());
            }
        }
        let pv = best.pv.into_iter().take(LINE_PLIES).collect();
        Hint { region: region.into_iter().collect(), top, best: analysis.best.clone(), why: best.why, pv }
    }

    /// The part of the board, out of a fixed division of it, in which a move lies. Columns count as a whole.
    fn region(&self, mv: &str) -> Vec<CellNumber> {
        let (rows, cols) = (u16::from(self.state.grid.rows), u16::from(self.state.grid.cols));
        let Some(cell) = self.state.cell_of(mv) else { return Vec::new() };
        let part = |cell: CellNumber| {
            let row = if self.state.grid.drops { 0 } else { cell / cols / REGION_SIDE };
            (row, cell % cols / REGION_SIDE)
        };
        (0..rows * cols).filter(|&other| part(other) == part(cell)).collect()
    }
}

/// Whether a move keeps what the best one keeps: the same result where it is certain, and nearly the same value and score.
fn keeps(told: &MoveAnalysis, best: &MoveAnalysis) -> bool {
    let close = |own: Option<f64>, best: Option<f64>, most: f64| match (own, best) {
        (Some(own), Some(best)) => best - own <= most,
        (None, None) => true,
        _ => false,
    };
    match (told.proven, best.proven) {
        (Some(own), Some(best_proof)) if own.result() == best_proof.result() => match (own, best_proof) {
            (Proven::Score { score }, Proven::Score { score: most }) => score == most,
            // Whoever wins at once need not look for longer ways.
            (Proven::Result { plies, .. }, Proven::Result { plies: Some(1), .. }) => plies == Some(1),
            _ => true,
        },
        (None, None) => close(told.value, best.value, HINT_VALUE) && told.visits >= HINT_VISITS,
        _ => false,
    }
}

/// An expected score to a tenth.
fn margin(score: Option<f64>) -> Option<f64> {
    score.map(|score| (score * 10.0).round() / 10.0)
}

/// A prior in 1/10000.
pub fn share(prior: f32) -> u16 {
    (f64::from(prior) * 10_000.0).round().clamp(0.0, 10_000.0) as u16
}

/// Why a search ended, as frames say it.
pub fn reason(analysis: &Analysis) -> Reason {
    match analysis.stopped {
        Some(StopReason::Time) => Reason::Time,
        Some(StopReason::Visits) | None => Reason::Visits,
        Some(StopReason::Nodes) => Reason::Memory,
        Some(StopReason::Proven) => Reason::Proven,
        Some(StopReason::Forced) => Reason::Forced,
        Some(StopReason::Settled) => Reason::Settled,
        Some(StopReason::Asked) => Reason::Stopped,
    }
}

impl Explained {
    /// Nodes in a frame.
    pub const MOST_NODES: usize = 400;
}

impl Order {
    /// The graph of the search that has ended.
    pub fn explained(&self, analysis: &Analysis, graph: Graph) -> Explained {
        Explained {
            generation: self.board.generation,
            id: self.id,
            searched: analysis.nodes,
            nodes: graph.nodes.into_iter().map(GraphNode::from).collect(),
        }
    }
}

impl From<Node> for GraphNode {
    fn from(node: Node) -> GraphNode {
        let moves = node.edges.len();
        let known = |edge: &Edge| edge.visits > 0 || edge.node.is_some() || edge.proven.is_some();
        let tried: Vec<GraphMove> = node.edges.into_iter().filter(known).map(GraphMove::from).collect();
        GraphNode {
            cells: node.board.concat(),
            to_move: node.to_move.into(),
            n: node.visits,
            wr: node.value.map(|value| shown_rate(value, node.proven)),
            proven: node.proven,
            untried: moves - tried.len(),
            moves: tried,
        }
    }
}

impl From<Edge> for GraphMove {
    fn from(edge: Edge) -> GraphMove {
        GraphMove {
            m: edge.mv,
            node: edge.node,
            n: edge.visits,
            wr: edge.value.map(|value| shown_rate(value, edge.proven)),
            p: share(edge.prior),
            bounds: [edge.lower, edge.upper],
            proven: edge.proven,
        }
    }
}

/// What is known about a game that is over: everything.
pub fn ended(session: &Session) -> Option<Analysis> {
    let score = session.outcome()?.seen_by(session.to_move());
    let result = ProvenResult::of(score);
    let proven = match session.kind().counting() {
        Counting::Pieces => Proven::Score { score },
        Counting::Results => Proven::Result { result, plies: Some(0) },
    };
    Some(Analysis { value: Some(result.value()), proven: Some(proven), visits: 1, ..Analysis::default() })
}
