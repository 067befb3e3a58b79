//! New positions: their moves, their first judgement, their node and edges.
//!
//! A node gets its edges when it is created if the evaluator gives a policy or if all children are evaluated at
//! once, and at its second visit otherwise: most nodes of a playout search are visited once and never need any.
//! Nothing here is visible to other threads before the node (or its edges) is published complete.

use crate::batch::Sample;
use crate::graph::node::{Birth, EdgeId, NodeId, intersection};
use crate::observe::Observer;
use crate::select::is_closed;
use crate::worker::{Judgement, Shared, Worker};
use crate::{Expansion, Prove};
use luozi_core::{Abs, Bounds, Evaluation, Evaluator, Game, Key, Player, Score, Task, Verdict};
use std::ops::Range;

/// How a new position was taken in.
pub(crate) enum Arrival {
    /// It is judged and has a node.
    Stored(NodeId, Judgement),
    /// It has a node and a single move, and is not judged: walk on.
    Through(NodeId),
    /// It is judged, and there was no room for a node.
    Unstored(Judgement),
}

/// What the rules say about a position.
struct Opening {
    terminal: bool,
    bounds: Bounds,
    /// Bounds of the position after any of the listed moves.
    after: Bounds,
}

/// The bounds of a choice that `mover` has between something (`None`: nothing yet) and one more position.
#[inline(always)]
pub(crate) fn better_of(so_far: Option<Bounds>, other: Bounds, mover: Player) -> Bounds {
    match (so_far, mover) {
        (None, _) => other,
        (Some(so_far), Player::First) => {
            Bounds { lower: so_far.lower.max(other.lower), upper: so_far.upper.max(other.upper) }
        }
        (Some(so_far), Player::Second) => {
            Bounds { lower: so_far.lower.min(other.lower), upper: so_far.upper.min(other.upper) }
        }
    }
}

/// The bounds of which the side `mover`, choosing between children, can be sure.
pub(crate) fn best_of(children: impl Iterator<Item = Bounds>, mover: Player) -> Option<Bounds> {
    children.fold(None, |so_far, bounds| Some(better_of(so_far, bounds, mover)))
}

impl<G: Game, E: Evaluator<G>, O: Observer<G>> Worker<G, E, O> {
    /// Asks the rules about a position. Its moves are left in `self.moves`; without `list`, only if they had to be
    /// found anyway.
    fn open(&mut self, shared: &Shared<G>, position: &G::Position, list: bool) -> Opening {
        let (game, params) = (&shared.game, &shared.params);
        self.moves.clear();
        if let Some(score) = game.outcome(position) {
            let bounds = Bounds::exact(score);
            return Opening { terminal: true, bounds, after: bounds };
        }
        let limit = game.score_limit(position);
        let anything = Bounds { lower: Score(-limit), upper: Score(limit) };
        let mut opening = Opening { terminal: false, bounds: anything, after: anything };
        if !list && !G::HAS_HOOK {
            return opening;
        }
        if params.hook {
            let verdict = shared.game.candidates(position, &mut self.moves);
            if let Verdict::Decided(score) = verdict
                && params.prove != Prove::Off
            {
                opening.bounds = Bounds::exact(score);
                opening.after = opening.bounds;
            }
        } else {
            game.legal_moves(position, &mut self.moves);
        }
        if params.win_first
            && let Some(win) = self.immediate_win(shared, position)
        {
            self.moves.clear();
            self.moves.push(win);
        }
        if params.shuffle {
            self.rng.shuffle(&mut self.moves);
        }
        opening
    }

    /// A listed move that wins on the spot.
    fn immediate_win(&self, shared: &Shared<G>, position: &G::Position) -> Option<G::Move> {
        let mover = shared.game.to_move(position);
        self.moves.iter().copied().find(|&mv| {
            let mut child = *position;
            shared.game.play_unchecked(&mut child, mv);
            shared.game.outcome(&child).is_some_and(|score| score.seen_by(mover) > 0)
        })
    }

    /// Takes in a position that has no node.
    pub(crate) fn arrive(&mut self, shared: &Shared<G>, position: &G::Position, key: Key) -> Arrival {
        self.observer.arrived();
        let policy = self.evaluator.gives_policy();
        let list = policy || shared.params.expansion == Expansion::All || shared.params.follow_forced;
        let opening = self.open(shared, position, list);
        let bounds = opening.bounds;

        // 1. What is decided needs no evaluation.
        if opening.terminal || is_closed(shared.params.prove, bounds) {
            let judgement = decided(shared, bounds.lower);
            return self.store(shared, position, key, opening, judgement, None);
        }

        // 2. A forced reply is walked through at once.
        if shared.params.follow_forced
            && let [_] = self.moves[..]
            && let Some(id) = shared.graph.create(birth(shared, position, key, &opening, bounds, None))
            && shared.graph.give_cells(shared.graph.node(id))
            && let Some(edge) = self.write_uniform_edges(shared, &opening)
        {
            shared.graph.node(id).publish_edges(edge, 1);
            return Arrival::Through(shared.graph.publish(id));
        }

        // 3. Everything else is evaluated: itself, or all its children.
        let (judgement, edges) = if shared.params.expansion == Expansion::All {
            match self.write_uniform_edges(shared, &opening) {
                Some(first) => {
                    let edges = first.0..first.0 + self.moves.len() as u32;
                    (self.judge_children(shared, position, bounds, edges.clone()), Some(edges))
                }
                None => (self.judge(shared, position, bounds, false), None),
            }
        } else {
            let judgement = self.judge(shared, position, bounds, policy);
            let first = if policy { self.write_edges(shared, &opening) } else { None };
            (judgement, first.map(|first| first.0..first.0 + self.moves.len() as u32))
        };
        self.store(shared, position, key, opening, judgement, edges)
    }

    /// Takes in the root; `None` when there is no room.
    pub(crate) fn arrive_as_root(&mut self, shared: &Shared<G>, position: &G::Position) -> Option<NodeId> {
        match self.arrive(shared, position, shared.game.key(position)) {
            Arrival::Stored(node, _) | Arrival::Through(node) => Some(node),
            Arrival::Unstored(_) => None,
        }
    }

    /// Makes the node of a judged position.
    fn store(
        &mut self,
        shared: &Shared<G>,
        position: &G::Position,
        key: Key,
        opening: Opening,
        judgement: Judgement,
        edges: Option<Range<u32>>,
    ) -> Arrival {
        let birth = birth(shared, position, key, &opening, judgement.bounds, Some(judgement.value));
        let Some(id) = shared.graph.create(birth) else { return Arrival::Unstored(judgement) };
        let node = shared.graph.node(id);
        if let Some(edges) = edges
            && shared.graph.give_cells(node)
        {
            node.publish_edges(EdgeId(edges.start), edges.len() as u16);
        }
        Arrival::Stored(shared.graph.publish(id), judgement)
    }

    /// Gives a leaf its edges. `None`: another thread is at it, or there is no room.
    pub(crate) fn expand(&mut self, shared: &Shared<G>, id: NodeId, position: &G::Position) -> Option<Range<u32>> {
        let node = shared.graph.node(id);
        if !node.claim() {
            return node.edges();
        }
        self.observer.expanded();
        let opening = self.open(shared, position, true);
        let first = if !shared.graph.give_cells(node) {
            None
        } else if self.evaluator.gives_policy() && shared.params.expansion == Expansion::One {
            // A leaf that missed its edges at birth for want of room: the policy has to be asked for again.
            let judgement = self.judge(shared, position, opening.bounds, true);
            node.add_own(judgement.value);
            self.write_edges(shared, &opening)
        } else {
            self.write_uniform_edges(shared, &opening)
        };
        let Some(first) = first else {
            node.unclaim();
            return None;
        };
        let count = self.moves.len() as u16;
        if shared.params.expansion == Expansion::All && !is_closed(shared.params.prove, opening.bounds) {
            self.judge_children(shared, position, opening.bounds, first.0..first.0 + u32::from(count));
        }
        node.publish_edges(first, count);
        node.edges()
    }

    /// Writes an edge for every listed move, all with the same prior.
    fn write_uniform_edges(&mut self, shared: &Shared<G>, opening: &Opening) -> Option<EdgeId> {
        let count = self.moves.len();
        self.policy[..count].fill(1.0 / count as f32);
        self.write_edges(shared, opening)
    }

    /// Writes an edge for every listed move, with the priors in `self.policy`; the first one, or `None` when full.
    fn write_edges(&mut self, shared: &Shared<G>, opening: &Opening) -> Option<EdgeId> {
        let first = shared.graph.take_edges(self.moves.len())?;
        for ((&mv, &prior), index) in self.moves.iter().zip(&self.policy).zip(first.0..) {
            shared.graph.edge(EdgeId(index)).create(shared.game.move_index(mv), prior, opening.after);
        }
        Some(first)
    }

    /// Evaluates one position. With `policy`, the priors of `self.moves` are left in `self.policy`; otherwise it is
    /// judged as often as the parameters say, and each time is a sample for statistics by move.
    fn judge(&mut self, shared: &Shared<G>, position: &G::Position, bounds: Bounds, policy: bool) -> Judgement {
        let count = if policy { self.moves.len() } else { 0 };
        self.policy[..count].fill(1.0 / count as f32);
        let traces = shared.params.traces();
        self.observer.judging(&self.rng);
        if policy || self.answers.len() == 1 {
            let task = Task {
                moves: &self.moves[..count],
                policy: &mut self.policy[..count],
                trace: traces.then_some(&mut self.trace),
                rng: &mut self.rng,
            };
            let evaluation = self.evaluator.evaluate(&shared.game, position, task);
            self.evaluations += 1;
            self.observer.judged(shared, &self.evaluator, position, &evaluation);
            return judgement_of(shared, &evaluation, bounds);
        }
        self.evaluator.evaluate_each(&shared.game, position, &mut self.rng, &mut self.answers);
        self.evaluations += self.answers.len() as u64;
        self.observer.judged_each(shared, &self.evaluator, position, &self.answers);
        let (mut sum, mut all) = (0.0, bounds);
        for answer in &self.answers {
            let Judgement { value, bounds, .. } = judgement_of(shared, &answer.evaluation, all);
            (sum, all) = (sum + value.0, bounds);
            if traces {
                self.samples.push(Sample { trace: answer.trace, value });
            }
        }
        let mean = Abs(sum / self.answers.len() as f64);
        Judgement { value: shared.shape.within(mean, all), ending: None, bounds: all }
    }

    /// Evaluates the position again, for a node that stays a leaf.
    pub(crate) fn judge_again(&mut self, shared: &Shared<G>, position: &G::Position, bounds: Bounds) -> Judgement {
        self.moves.clear();
        self.judge(shared, position, bounds, false)
    }

    /// Values every child of a position: from the graph if it is there, by evaluation otherwise. The position's value
    /// is the mean of the open children's.
    fn judge_children(
        &mut self,
        shared: &Shared<G>,
        position: &G::Position,
        bounds: Bounds,
        edges: Range<u32>,
    ) -> Judgement {
        let prove = shared.params.prove;
        let mover = shared.game.to_move(position);
        // 1. All children are there before the first is looked for.
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        for edge in shared.graph.edges(edges.clone()) {
            let mv = shared.game.move_at(edge.move_index()).expect("an edge holds a move");
            let mut child = *position;
            shared.game.play_unchecked(&mut child, mv);
            children.push((child, shared.game.key(&child)));
        }
        shared.graph.anticipate(children.iter().map(|&(_, key)| key));

        // 2. Each of them is judged, up to the first that wins.
        let (mut sum, mut open) = (0.0, 0u32);
        for (edge, &(child, key)) in shared.graph.edges(edges.clone()).iter().zip(&children) {
            let (value, child_bounds) = match shared.graph.find(key) {
                Some(id) => {
                    edge.link(None, id);
                    let node = shared.graph.node(id);
                    (node.value(), node.bounds())
                }
                None => {
                    self.observer.looking_at(edge.move_index());
                    let judgement = self.look_at(shared, &child);
                    (Some(judgement.value), judgement.bounds)
                }
            };
            edge.set_bounds(child_bounds);
            if let Some(value) = value {
                edge.set_value(value);
            }
            if !is_closed(prove, child_bounds) {
                sum += value.unwrap_or_default().0;
                open += u32::from(value.is_some());
            } else if child_bounds.lower_for(mover) > 0 {
                break;
            }
        }
        self.children = children;

        // 3. Together they say what the position is worth.
        let bounds = match best_of(shared.graph.edges(edges).iter().map(|edge| edge.bounds()), mover) {
            Some(proof) if prove != Prove::Off => intersection(bounds, proof),
            _ => bounds,
        };
        let value = Abs(if open > 0 { sum / f64::from(open) } else { 0.0 });
        Judgement { value: shared.shape.within(value, bounds), ending: None, bounds }
    }

    /// Judges a child without making a node for it.
    fn look_at(&mut self, shared: &Shared<G>, child: &G::Position) -> Judgement {
        if let Some(score) = shared.game.outcome(child) {
            return decided(shared, score);
        }
        if shared.params.hook
            && shared.params.prove != Prove::Off
            && let Verdict::Decided(score) = shared.game.candidates(child, &mut self.child_moves)
        {
            return decided(shared, score);
        }
        let limit = shared.game.score_limit(child);
        self.judge(shared, child, Bounds { lower: Score(-limit), upper: Score(limit) }, false)
    }
}

/// What an evaluation means for a position of which the bounds are known.
fn judgement_of<G: Game>(shared: &Shared<G>, evaluation: &Evaluation, bounds: Bounds) -> Judgement {
    let bounds = match evaluation.bounds {
        Some(proof) if shared.params.prove != Prove::Off => intersection(bounds, proof),
        _ => bounds,
    };
    let value = evaluation.ending.map_or(evaluation.value, |ending| shared.shape.of_ending(ending));
    Judgement { value: shared.shape.within(value, bounds), ending: evaluation.ending, bounds }
}

/// The judgement of a position whose score is certain. Its end counts as reached here, at distance 0.
pub(crate) fn decided<G: Game>(shared: &Shared<G>, score: Score) -> Judgement {
    let ending = Some(luozi_core::Playout { score, plies: 0 });
    Judgement { value: shared.shape.of_score(score), ending, bounds: Bounds::exact(score) }
}

fn birth<G: Game>(
    shared: &Shared<G>,
    position: &G::Position,
    key: Key,
    opening: &Opening,
    bounds: Bounds,
    value: Option<Abs>,
) -> Birth {
    Birth { key, to_move: shared.game.to_move(position), terminal: opening.terminal, bounds, value }
}

#[cfg(test)]
mod tests {
    use crate::{Budget, NodeId, Params, Request, Search, Selection};
    use luozi_core::{Game, UniformPlayout};
    use luozi_games::connect4;
    use std::collections::HashSet;

    /// A node that was walked through at birth once shared the statistics of the first node.
    #[test]
    fn every_node_with_edges_has_statistics_by_move_of_its_own() {
        let game = connect4::Rules::<u64>::classic();
        let params = Params { selection: Selection::Rave, follow_forced: true, memory_mb: 8, ..Params::default() };
        let mut search = Search::new(game.clone(), params, |_| UniformPlayout).expect("valid");
        search.think(&game.initial(), Request::new(Budget::visits(3000), &std::time::Instant::now()));
        let graph = &search.shared().graph;
        let mut open: Vec<NodeId> = vec![search.root_place().expect("searched").node];
        let (mut seen, mut blocks, mut forced) = (HashSet::new(), HashSet::new(), 0);
        while let Some(id) = open.pop() {
            let Some(edges) = graph.node(id).edges().filter(|_| seen.insert(id)) else { continue };
            forced += u32::from(edges.len() == 1);
            assert!(blocks.insert(graph.node(id).first_cell()), "two nodes share their statistics");
            open.extend(graph.edges(edges).iter().filter_map(|edge| edge.child()));
        }
        assert!(forced > 0, "no forced reply was met");
    }
}
