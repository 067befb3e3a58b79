//! What one thread brings to a search, and what all of them share.

use crate::batch::{Sample, Start, anchor_visits};
use crate::graph::Graph;
use crate::graph::node::{EdgeId, NodeId};
use crate::observe::Nobody;
use crate::params::Params;
use crate::reward::Shape;
use crate::select::Lanes;
use luozi_core::{
    Abs, Answer, Bounds, Evaluation, Evaluator, Game, Key, MAX_MOVES, MoveList, Player, Playout, Rng, Trace,
};

/// Constant during a search; the graph inside is the only thing threads write to together.
#[derive(Debug)]
pub(crate) struct Shared<G: Game> {
    pub(crate) game: G,
    pub(crate) params: Params,
    pub(crate) shape: Shape,
    pub(crate) graph: Graph,
}

/// Where simulations begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Root<P> {
    pub(crate) node: NodeId,
    pub(crate) position: P,
    pub(crate) player: Player,
    /// Moves to judge beside the one to play; see [`crate::Purpose::width`].
    pub(crate) width: u32,
}

/// One step of a descent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) node: NodeId,
    pub(crate) edge: EdgeId,
}

/// What is thought of a position that was just looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judgement {
    pub(crate) value: Abs,
    /// How the playout behind the value ended, if there was one.
    pub(crate) ending: Option<Playout>,
    pub(crate) bounds: Bounds,
}

/// One thread's evaluator, randomness and scratch memory, far enough from another thread's.
#[repr(align(128))]
pub(crate) struct Worker<G: Game, E, O = Nobody> {
    /// Who looks on.
    pub(crate) observer: O,
    pub(crate) evaluator: E,
    pub(crate) rng: Rng,
    pub(crate) path: Vec<Step>,
    /// Moves of the position being expanded, and their priors.
    pub(crate) moves: MoveList<G::Move>,
    pub(crate) policy: [f32; MAX_MOVES],
    /// Moves of a child that is only looked at.
    pub(crate) child_moves: MoveList<G::Move>,
    /// The children of the position being expanded, where all of them are judged.
    pub(crate) children: Vec<(G::Position, Key)>,
    pub(crate) trace: Trace,
    /// What the evaluator says about a position each time it is asked.
    pub(crate) answers: Vec<Answer>,
    /// Simulations whose statistics have not reached the root.
    pub(crate) samples: Vec<Sample>,
    /// The last of the well-known nodes that the present descent began with.
    pub(crate) anchor: Option<Start<G::Position>>,
    /// Visits that make a node well known.
    pub(crate) anchor_visits: u32,
    /// The last node of the descent whose own statistics selection=grave uses.
    pub(crate) referred: Option<NodeId>,
    /// Where selection lays out what it compares.
    pub(crate) lanes: Lanes,
    /// Evaluations not yet counted by the search.
    pub(crate) evaluations: u64,
}

impl<G: Game, E: Evaluator<G>> Worker<G, E> {
    /// The worker of thread `thread`.
    pub(crate) fn new(shared: &Shared<G>, evaluator: E, thread: usize) -> Worker<G, E> {
        let playouts = shared.params.playouts as usize;
        Worker {
            observer: Nobody,
            evaluator,
            rng: Self::rng(&shared.params, thread),
            path: Vec::with_capacity(1024),
            moves: MoveList::new(),
            policy: [0.0; MAX_MOVES],
            child_moves: MoveList::new(),
            children: Vec::with_capacity(MAX_MOVES),
            trace: Trace::default(),
            answers: vec![
                Answer { evaluation: Evaluation::of_value(Abs::default()), trace: Trace::default() };
                playouts
            ],
            samples: Vec::new(),
            anchor: None,
            anchor_visits: anchor_visits(&shared.params),
            referred: None,
            lanes: Lanes::new(),
            evaluations: 0,
        }
    }

    /// The generator a thread begins with: different for every thread, the same for every run.
    pub(crate) fn rng(params: &Params, thread: usize) -> Rng {
        Rng::seeded(params.seed.wrapping_add((thread as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }
}

impl<G: Game, E, O> Worker<G, E, O> {
    /// The same worker with somebody else looking on, and who did so before.
    pub(crate) fn observed_by<P>(self, observer: P) -> (Worker<G, E, P>, O) {
        let worker = Worker {
            observer,
            evaluator: self.evaluator,
            rng: self.rng,
            path: self.path,
            moves: self.moves,
            policy: self.policy,
            child_moves: self.child_moves,
            children: self.children,
            trace: self.trace,
            answers: self.answers,
            samples: self.samples,
            anchor: self.anchor,
            anchor_visits: self.anchor_visits,
            referred: self.referred,
            lanes: self.lanes,
            evaluations: self.evaluations,
        };
        (worker, self.observer)
    }
}
