//! One simulation, told: what a laboratory shows.
//!
//! The search tells an [`Observer`] what it does while it does it. Ordinary searches have [`Nobody`], whose answers are
//! empty and are compiled to nothing; [`Search::observe`] has a recorder that copies the numbers into a [`Simulation`]. Both are
//! the same code (`iteration.rs`, `expand.rs`), compiled twice.

use crate::graph::node::{EdgeId, NodeId};
use crate::iteration::{Leaf, from_above};
use crate::root::proven_by_moves;
use crate::select::{self, Blended, Situation, is_closed};
use crate::worker::{Shared, Step, Worker};
use crate::{Backup, Search};
use luozi_core::{Abs, Answer, Bounds, Evaluation, Evaluator, Game, Player, Playout, Replay, Rng};

/// Somebody who looks on while a simulation is made. Nothing that the search finds depends on it.
pub(crate) trait Observer<G: Game> {
    /// An edge of a node was chosen, or none is left.
    #[inline(always)]
    fn chose(&mut self, _: &Shared<G>, _: NodeId, _: &Situation<'_>, _: Option<EdgeId>) {}

    /// A position without a node was reached.
    #[inline(always)]
    fn arrived(&mut self) {}

    /// A leaf gets its edges.
    #[inline(always)]
    fn expanded(&mut self) {}

    /// The next position that is judged is the one after that move of the new node.
    #[inline(always)]
    fn looking_at(&mut self, _: usize) {}

    /// A position will be judged with that generator.
    #[inline(always)]
    fn judging(&mut self, _: &Rng) {}

    /// It was judged once.
    #[inline(always)]
    fn judged<E: Evaluator<G>>(&mut self, _: &Shared<G>, _: &E, _: &G::Position, _: &Evaluation) {}

    /// It was judged several times.
    #[inline(always)]
    fn judged_each<E: Evaluator<G>>(&mut self, _: &Shared<G>, _: &E, _: &G::Position, _: &[Answer]) {}

    /// The descent has ended.
    #[inline(always)]
    fn landed(&mut self, _: &Shared<G>, _: &[Step], _: &Leaf) {}

    /// The news has reached the root.
    #[inline(always)]
    fn backed_up(&mut self, _: &Shared<G>) {}
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nobody;

impl<G: Game> Observer<G> for Nobody {}

/// One simulation, as it was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Simulation<M> {
    /// The nodes that were walked through, the root first, each with the numbers that were compared there.
    pub steps: Vec<Selected<M>>,
    /// How the descent ended.
    pub landing: Landing,
    /// What the simulation found, first player's view.
    pub value: Abs,
    /// What is proven about where it ended.
    pub bounds: Bounds,
    /// The positions that were judged for it.
    pub judged: Vec<Judged<M>>,
    /// What the nodes learnt from it, the last one of the path first, the root last.
    pub backups: Vec<BackUp>,
}

/// A node of the path and the choice that was made there.
#[derive(Clone, PartialEq, Debug)]
pub struct Selected<M> {
    /// The node, to be looked up by [`Search::node`].
    pub node: NodeId,
    /// The side to move.
    pub to_move: Player,
    /// It got its edges in this simulation.
    pub expanded: bool,
    /// The exploration constant here.
    pub c: f64,
    /// +1, or -1 where `root_sign_only` turns the bonus around.
    pub bonus_sign: f64,
    /// What was known about it.
    pub before: Standing,
    /// All its moves, in the order in which they are compared.
    pub terms: Vec<Term<M>>,
    /// Which of them was taken; `None` if all are closed, and then that closes the node.
    pub chosen: Option<usize>,
}

/// What the selection rule thought of a move, for the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Term<M> {
    /// The move that is compared.
    pub mv: M,
    /// Simulations that went through it before.
    pub visits: u32,
    /// Its share of the policy.
    pub prior: f32,
    /// What is proven about the position after it, first player's view.
    pub bounds: Bounds,
    /// The child's value, or what stands for it before the first visit; may be infinite.
    pub value: f64,
    /// What the rule adds for exploration.
    pub bonus: f64,
    /// What is compared; the sum of both, unless statistics by move are blended in.
    pub score: f64,
    /// Closed, or not able to exceed what is certain: it is not compared.
    pub settled: bool,
    /// The statistics by move, where the rule uses them.
    pub blend: Option<Blended>,
}

/// How a descent ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// At a position that got a node of its own.
    New,
    /// At a node that stays a leaf and is judged once more.
    Again,
    /// At a node about which there is nothing to find out: the end of the game, a proof, or enough visits.
    Known,
    /// At a position for which there was no room.
    Unstored,
}

/// A position that was judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged<M> {
    /// The move from where the descent ended to the position; `None` for that position itself.
    pub after: Option<M>,
    /// What the evaluator said, first player's view, shaped by the reward.
    pub value: Abs,
    /// How its game ended, if it played one.
    pub ending: Option<Playout>,
    /// What it is certain of.
    pub bounds: Option<Bounds>,
    /// The moves of its game, as far as it was played.
    pub moves: Vec<M>,
}

/// What is known about a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// Evaluations that count for it.
    pub visits: u32,
    /// Its value, first player's view.
    pub value: Option<Abs>,
    /// What is proven.
    pub bounds: Bounds,
}

/// What a node learnt from a simulation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BackUp {
    /// The node, to be looked up by [`Search::node`].
    pub node: NodeId,
    /// What was known about it; `None` for a new one.
    pub before: Option<Standing>,
    /// What is known about it now.
    pub after: Standing,
    /// With running sums, what was added to its sum; otherwise its value is computed from its children.
    pub received: Option<Abs>,
}

/// Writes down what it sees.
struct Recorder<G: Game> {
    steps: Vec<Selected<G::Move>>,
    expanded: bool,
    arrived: bool,
    after: Option<G::Move>,
    rng: Option<Rng>,
    judged: Vec<Judged<G::Move>>,
    landing: Option<(Landing, Abs, Bounds)>,
    backups: Vec<BackUp>,
    game: G,
}

impl<G: Game> Recorder<G> {
    fn new(game: G) -> Recorder<G> {
        let (steps, judged, backups) = (Vec::new(), Vec::new(), Vec::new());
        let (expanded, arrived) = (false, false);
        Recorder { steps, expanded, arrived, after: None, rng: None, judged, landing: None, backups, game }
    }

    fn into_simulation(self) -> Option<Simulation<G::Move>> {
        let Recorder { steps, judged, landing, backups, .. } = self;
        landing.map(|(landing, value, bounds)| Simulation { steps, landing, value, bounds, judged, backups })
    }
}

fn standing<G: Game>(shared: &Shared<G>, id: NodeId) -> Standing {
    let node = shared.graph.node(id);
    Standing { visits: node.visits(), value: node.value(), bounds: node.bounds() }
}

/// What an evaluation counts for.
fn shaped<G: Game>(shared: &Shared<G>, evaluation: &Evaluation) -> Abs {
    evaluation.ending.map_or(evaluation.value, |ending| shared.shape.of_ending(ending))
}

/// A result that was looked up or proven, not played.
fn is_looked_up(evaluation: &Evaluation) -> bool {
    evaluation.ending.is_none() && evaluation.bounds.is_some_and(|bounds| bounds.result().is_some())
}

impl<G: Game> Observer<G> for Recorder<G> {
    fn chose(&mut self, shared: &Shared<G>, id: NodeId, situation: &Situation<'_>, chosen: Option<EdgeId>) {
        let terms = situation.edges.iter().zip(select::terms(situation)).map(|(edge, term)| Term {
            mv: shared.game.move_at(edge.move_index()).expect("an edge holds a move"),
            visits: edge.visits(),
            prior: edge.prior(),
            bounds: edge.bounds(),
            value: term.value,
            bonus: term.bonus,
            score: term.score,
            settled: term.settled,
            blend: term.blend,
        });
        self.steps.push(Selected {
            node: id,
            to_move: situation.node.to_move(),
            expanded: std::mem::take(&mut self.expanded),
            c: situation.c(),
            bonus_sign: situation.bonus_sign(),
            before: standing(shared, id),
            terms: terms.collect(),
            chosen: chosen.map(|edge| (edge.0 - situation.first_edge) as usize),
        });
    }

    fn arrived(&mut self) {
        self.arrived = true;
    }

    fn expanded(&mut self) {
        self.expanded = true;
    }

    fn looking_at(&mut self, index: usize) {
        self.after = self.game.move_at(index);
    }

    fn judging(&mut self, rng: &Rng) {
        self.rng = Some(rng.clone());
    }

    fn judged<E: Evaluator<G>>(
        &mut self,
        shared: &Shared<G>,
        evaluator: &E,
        position: &G::Position,
        evaluation: &Evaluation,
    ) {
        let mut moves = Vec::new();
        if let Some(mut rng) = self.rng.take().filter(|_| !is_looked_up(evaluation)) {
            let traced = shared.params.traces();
            let replay = Replay { traced, rng: &mut rng, tell: &mut |mv| moves.push(mv) };
            evaluator.replay(&shared.game, position, replay);
        }
        self.judged.push(Judged {
            after: self.after.take(),
            value: shaped(shared, evaluation),
            ending: evaluation.ending,
            bounds: evaluation.bounds,
            moves,
        });
    }

    fn judged_each<E: Evaluator<G>>(
        &mut self,
        shared: &Shared<G>,
        evaluator: &E,
        position: &G::Position,
        answers: &[Answer],
    ) {
        let mut moves = vec![Vec::new(); answers.len()];
        let looked_up = answers.iter().any(|answer| is_looked_up(&answer.evaluation));
        if let Some(mut rng) = self.rng.take().filter(|_| !looked_up) {
            let tell = &mut |number: usize, mv| moves[number].push(mv);
            evaluator.replay_each(&shared.game, position, &mut rng, answers.len(), tell);
        }
        let after = self.after.take();
        for (answer, moves) in answers.iter().zip(moves) {
            let Evaluation { ending, bounds, .. } = answer.evaluation;
            self.judged.push(Judged { after, value: shaped(shared, &answer.evaluation), ending, bounds, moves });
        }
    }

    fn landed(&mut self, shared: &Shared<G>, path: &[Step], leaf: &Leaf) {
        let landing = match leaf.node {
            None => Landing::Unstored,
            Some(_) if self.arrived => Landing::New,
            Some(id) if leaf.news && !shared.graph.node(id).is_terminal() => Landing::Again,
            Some(_) => Landing::Known,
        };
        self.landing = Some((landing, leaf.value(), leaf.judgement.bounds));
        let by_path = shared.params.backup == Backup::Path;
        let nodes = leaf.node.map(|id| (0, id)).into_iter().chain((1..).zip(path.iter().rev().map(|step| step.node)));
        self.backups = nodes
            .map(|(distance, node)| {
                let now = standing(shared, node);
                let before = (distance > 0 || landing != Landing::New).then_some(now);
                let received = from_above(shared, &leaf.judgement, distance);
                BackUp { node, before, after: now, received: by_path.then_some(received) }
            })
            .collect();
    }

    fn backed_up(&mut self, shared: &Shared<G>) {
        self.backups.iter_mut().for_each(|news| news.after = standing(shared, news.node));
    }
}

impl<G: Game, E: Evaluator<G> + Send> Search<G, E> {
    /// Makes one simulation of a search for a move at `position`, after `skip` others, and tells all about it; it goes on from the last
    /// search if that was of the same position. `None` when the result is proven before it: there is nothing left to find out.
    ///
    /// # Panics
    /// If the game is over at `position`.
    pub fn observe(&mut self, position: &G::Position, skip: u64) -> Option<Simulation<G::Move>> {
        let root = self.stay_or_settle(position);
        let is_open = |shared: &Shared<G>| {
            let proven = proven_by_moves(shared, root.node);
            !proven.is_some_and(|bounds| is_closed(shared.params.prove, bounds))
        };
        let (shared, workers) = self.parts();
        for _ in 0..skip {
            if !is_open(shared) {
                return None;
            }
            workers[0].simulate(shared, &root, 1, || true);
        }
        if !is_open(shared) {
            return None;
        }
        let (mut observed, nobody) = workers.remove(0).observed_by(Recorder::new(shared.game.clone()));
        observed.simulate(shared, &root, 1, || true);
        let (worker, recorder): (Worker<G, E>, _) = observed.observed_by(nobody);
        workers.insert(0, worker);
        recorder.into_simulation()
    }
}
