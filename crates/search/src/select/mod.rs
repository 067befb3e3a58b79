//! Which edge a simulation follows out of a node.
//!
//! One linear pass over the node's edges: closed ones are skipped, unvisited ones get the first-play urgency, and the
//! rule of the parameter table scores the rest. Stored values are the first player's; a choice turns them to the mover's
//! view while it is made (the final move in `root.rs` and the backup in `iteration.rs` do the same).

mod grave;
mod puct;
mod ucb;
pub(crate) mod wide;

use crate::graph::AmafCell;
use crate::graph::edge::Edge;
use crate::graph::node::{EdgeId, Node};
use crate::{Fpu, Params, Prove, Selection};
pub(crate) use grave::Lanes;
use luozi_core::{Bounds, Player, Pov};
use puct::Puct;
use ucb::Ucb;

/// Value of a child whose first evaluation is still under way in another thread: a loss, so that others turn away.
const VIRTUAL_LOSS: Pov = Pov(-1.0);

/// A node from which a child is to be chosen, and what the rule needs to know about it.
pub(crate) struct Situation<'a> {
    pub(crate) params: &'a Params,
    pub(crate) node: &'a Node,
    /// The edges of `node`.
    pub(crate) first_edge: u32,
    pub(crate) edges: &'a [Edge],
    /// The side to move at the root.
    pub(crate) root_player: Player,
    pub(crate) is_root: bool,
    /// The statistics by move that count here: with selection=grave those of the nearest ancestor with enough visits.
    pub(crate) statistics: &'a [AmafCell],
}

/// Whether bounds close a position, so that it is never searched again.
#[inline(always)]
pub(crate) fn is_closed(prove: Prove, bounds: Bounds) -> bool {
    match prove {
        Prove::Off => false,
        Prove::Result => bounds.result().is_some(),
        Prove::Score => bounds.solved().is_some(),
    }
}

/// The edge to follow; `None` when every child is closed or cannot improve on what is proven. `lanes` is scratch memory.
#[inline]
pub(crate) fn choose(situation: &Situation<'_>, lanes: &mut Lanes) -> Option<EdgeId> {
    match situation.params.selection {
        Selection::Ucb1 => situation.best(&Ucb::outside(situation)),
        Selection::Ucb1Inside => situation.best(&Ucb::inside(situation)),
        Selection::Puct => situation.best(&Puct::at(situation)),
        Selection::Rave | Selection::Grave => grave::best(situation, lanes),
    }
}

/// What the rule thinks of every edge, in their order: the numbers that [`choose`] compares, by the same formulas.
pub(crate) fn terms(situation: &Situation<'_>) -> Vec<Term> {
    match situation.params.selection {
        Selection::Ucb1 => situation.terms(&Ucb::outside(situation)),
        Selection::Ucb1Inside => situation.terms(&Ucb::inside(situation)),
        Selection::Puct => situation.terms(&Puct::at(situation)),
        Selection::Rave | Selection::Grave => grave::terms(situation),
    }
}

/// What a rule thinks of one edge, for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Term {
    /// The child's value, or what stands for it before the first visit; may be infinite.
    pub(crate) value: f64,
    /// What is added for exploration.
    pub(crate) bonus: f64,
    /// What is compared.
    pub(crate) score: f64,
    /// Closed, or not able to exceed what is certain: it is not compared.
    pub(crate) settled: bool,
    /// The statistics by move, where the rule blends them into the value.
    pub(crate) blend: Option<Blended>,
}

/// How statistics by move enter a score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Blended {
    /// Samples, those of the prior included.
    pub samples: f64,
    /// Their mean, for the side to move.
    pub mean: f64,
    /// The share of the child's own value in the blend.
    pub share: f64,
}

/// What a rule adds to the value of a child: its formula without the first term.
trait Bonus {
    /// For a child with at least one visit.
    fn visited(&self, edge: &Edge, visits: f64) -> f64;

    /// For a child that nobody visited.
    fn unvisited(&self, edge: &Edge) -> f64;
}

/// Which edges are not worth a walk: those whose bounds close them or cannot exceed what the mover is sure of. As two
/// limits, so that it can be asked of many edges at once without a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Settled {
    /// Settled with an upper bound of at most this.
    upper_limit: i32,
    /// Settled with a lower bound of at least this.
    lower_limit: i32,
    /// Settled when the bounds have met.
    solved: bool,
}

impl Settled {
    /// The rule for a mover who is sure of `guaranteed`.
    #[inline(always)]
    fn new(prove: Prove, mover: Player, guaranteed: i16) -> Settled {
        let guaranteed = i32::from(guaranteed);
        // Bounds that exclude a draw on either side close a position whose winner is all that is wanted.
        let (upper_limit, lower_limit) = if prove == Prove::Result { (-1, 1) } else { (i32::MIN, i32::MAX) };
        let solved = prove != Prove::Off;
        match mover {
            _ if !solved => Settled { upper_limit, lower_limit, solved },
            Player::First => Settled { upper_limit: upper_limit.max(guaranteed), lower_limit, solved },
            Player::Second => Settled { upper_limit, lower_limit: lower_limit.min(-guaranteed), solved },
        }
    }

    /// Whether an edge with these packed bounds is one of them.
    #[inline(always)]
    fn covers(self, word: u32) -> bool {
        let (lower, upper) = (word as i32 >> 16, (word << 16) as i32 >> 16);
        (upper <= self.upper_limit) | (lower >= self.lower_limit) | (self.solved & (lower == upper))
    }
}

impl Situation<'_> {
    /// The edge at a place of the node.
    fn edge_at(&self, place: usize) -> EdgeId {
        EdgeId(self.first_edge + place as u32)
    }

    /// Exploration constant at this node.
    pub(crate) fn c(&self) -> f64 {
        self.params.c * if self.is_root { self.params.root_c_factor } else { 1.0 }
    }

    /// +1, or -1 where the published flaw turns the bonus into a malus.
    pub(crate) fn bonus_sign(&self) -> f64 {
        if self.params.root_sign_only && self.node.to_move() != self.root_player { -1.0 } else { 1.0 }
    }

    /// The node's visits, at least one, for formulas that divide or take logarithms.
    fn parent_visits(&self) -> f64 {
        f64::from(self.node.visits().max(1))
    }

    /// Value of a child nobody has visited, unless it depends on the child.
    fn first_play_urgency(&self, parent: Pov) -> Pov {
        match self.params.fpu {
            Fpu::Infinite => Pov(f64::INFINITY),
            Fpu::Parent | Fpu::Average => parent,
            Fpu::Reduced => Pov(parent.0 - self.params.fpu_value),
            Fpu::Fixed => Pov(self.params.fpu_value),
        }
    }

    /// The score the mover is sure of: what cannot exceed it needs no search. At the root only moves count, not what
    /// is known about the position as a whole, because a move has to be found.
    #[inline(always)]
    fn guaranteed(&self, mover: Player) -> i16 {
        if self.is_root {
            self.edges.iter().map(|edge| edge.bounds().lower_for(mover)).max().unwrap_or(i16::MIN)
        } else {
            self.node.bounds().lower_for(mover)
        }
    }

    /// Which edges are not worth a walk.
    #[inline(always)]
    fn settled(&self, mover: Player) -> Settled {
        Settled::new(self.params.prove, mover, self.guaranteed(mover))
    }

    /// The edges that are worth a walk, with their places.
    #[inline(always)]
    fn open_edges(&self, mover: Player) -> impl Iterator<Item = (usize, &Edge)> {
        let rule = self.settled(mover);
        // Most edges of a node have equal bounds: the answer is kept as long as the word stays the same.
        let mut word = !self.edges.first().map_or(0, Edge::bounds_word);
        let mut settled = false;
        self.edges.iter().enumerate().filter(move |(_, edge)| {
            let bounds_word = edge.bounds_word();
            if bounds_word != word {
                word = bounds_word;
                settled = rule.covers(word);
            }
            !settled
        })
    }

    /// The open edge with the largest score, the first of equals.
    #[inline(always)]
    fn best(&self, rule: &impl Bonus) -> Option<EdgeId> {
        let mover = self.node.to_move();
        let urgency = self.urgency(mover);
        let mut best = (f64::NEG_INFINITY, None);
        for (place, edge) in self.open_edges(mover) {
            let (value, bonus) = urgency.value_and_bonus(edge, rule);
            let score = value + bonus;
            debug_assert!(!score.is_nan(), "a score that compares with nothing");
            if score > best.0 {
                best = (score, Some(place));
                if score == f64::INFINITY {
                    break;
                }
            }
        }
        best.1.map(|place| self.edge_at(place))
    }

    /// The numbers of every edge, open or not.
    fn terms(&self, rule: &impl Bonus) -> Vec<Term> {
        let mover = self.node.to_move();
        let (urgency, settled) = (self.urgency(mover), self.settled(mover));
        let term = |edge: &Edge| {
            let (value, bonus) = urgency.value_and_bonus(edge, rule);
            Term { value, bonus, score: value + bonus, settled: settled.covers(edge.bounds_word()), blend: None }
        };
        self.edges.iter().map(term).collect()
    }

    /// What children that nobody visited are worth here.
    #[inline(always)]
    fn urgency(&self, mover: Player) -> Urgency {
        let parent = self.node.value().unwrap_or_default().seen_by(mover);
        let average = self.params.fpu == Fpu::Average;
        Urgency { mover, parent, usual: self.first_play_urgency(parent), average }
    }
}

/// The values of children as the mover of a node sees them.
struct Urgency {
    mover: Player,
    parent: Pov,
    /// Of a child that nobody visited...
    usual: Pov,
    /// ...unless it has a value of its own, which then counts half.
    average: bool,
}

impl Urgency {
    /// The value that a rule begins with, and what it adds.
    #[inline(always)]
    fn value_and_bonus(&self, edge: &Edge, rule: &impl Bonus) -> (f64, f64) {
        let visits = edge.visits();
        if visits > 0 {
            let value = edge.value().map_or(VIRTUAL_LOSS, |value| value.seen_by(self.mover));
            (value.0, rule.visited(edge, f64::from(visits)))
        } else if self.average
            && let Some(own) = edge.value()
        {
            ((own.seen_by(self.mover).0 + self.parent.0) / 2.0, rule.unvisited(edge))
        } else {
            (self.usual.0, rule.unvisited(edge))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::node::pack;
    use luozi_core::Score;

    #[test]
    fn settled_edges_are_closed_or_hopeless() {
        let scores = [i16::MIN + 1, -7, -2, -1, 0, 1, 2, 7, i16::MAX];
        for (prove, mover) in [Prove::Off, Prove::Result, Prove::Score].map(|p| Player::BOTH.map(|m| (p, m))).concat() {
            for guaranteed in scores {
                let settled = Settled::new(prove, mover, guaranteed);
                for (lower, upper) in scores.map(|lower| scores.map(|upper| (lower, upper))).concat() {
                    let bounds = Bounds { lower: Score(lower), upper: Score(upper) };
                    if lower <= upper {
                        let hopeless = bounds.upper_for(mover) <= guaranteed;
                        let expected = prove != Prove::Off && (is_closed(prove, bounds) || hopeless);
                        assert_eq!(
                            settled.covers(pack(bounds)),
                            expected,
                            "{prove:?} {mover:?} {guaranteed} {bounds:?}"
                        );
                    }
                }
            }
        }
    }
}
