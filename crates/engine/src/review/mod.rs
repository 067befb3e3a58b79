//! A finished game judged move by move: what was played, what was best, what it cost, and which move lost.
//!
//! The game is walked from its end to its start. Endings are where proofs come from: the exact solver of the game is asked
//! first, with a glance once it has failed, so that an opening book still answers, and what a search has learned about a position is still in its graph when the position
//! before is searched. The value of a move is the value of the position after it, found with the whole budget, never the
//! few visits that a search gives to a move it dislikes. So no move can look worse than what followed it.
//!
//! All values are the mover's. A result is certain only where it is proven; the thresholds below are for the rest.

mod accuracy;
mod opinion;
mod order;
mod rivals;
mod turning;

pub use order::{Order, OrderError};

use crate::analysis::{Analysis, Proven, ProvenResult, proven};
use crate::evaluators::Playable;
use crate::{Recipe, RecipeError, engine_for, engine_game};
use luozi_core::{Bounds, Player, Pov};
use luozi_games::GameKind;
use luozi_games::record::{Glyph, NodeId, Record};
use luozi_search::Budget;
use opinion::{Critic, Opinion};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// A loss of value from which a move is doubtful, a mistake, a blunder. Values lie in [-1, 1]: 0.2 is ten percent of wins.
const LOSSES: [(f64, Glyph); 3] = [(0.8, Glyph::Blunder), (0.4, Glyph::Mistake), (0.2, Glyph::Doubtful)];

/// Nodes that the exact solver may spend on a position where a search may make so many simulations, if their number is limited:
/// no longer than they take.
pub fn solver_nodes(game: GameKind, visits: Option<u64>) -> u64 {
    let for_each = || engine_game(game).map_or(0, |game| game.solver_nodes_a_simulation());
    visits.map_or(MOST_SOLVER_NODES, |visits| visits.saturating_mul(for_each()).min(MOST_SOLVER_NODES))
}

/// The same where time alone is limited, and at the most: a fraction of a second on the classic board.
const MOST_SOLVER_NODES: u64 = 1_000_000;

/// How a game is judged.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'a> {
    /// The player that judges where rules and solver do not know the answer.
    pub recipe: &'a Recipe,
    /// What it may spend on each position.
    pub limits: Budget,
    /// Moves of each position that are judged and kept with it, beside the best one and the played one.
    pub candidates: u32,
    /// Nodes the exact solver may spend on each position; its time is that of the engine.
    pub solver_nodes: u64,
    /// Memory of the solver's table.
    pub solver_bytes: usize,
    /// Ends the review with what is there.
    pub stop: &'a AtomicBool,
}

/// How far a review is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions judged so far; the last one of the game comes first.
    pub done: usize,
    /// Positions of the game.
    pub total: usize,
}

/// A move and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Worth {
    /// The move as the game writes it.
    pub mv: String,
    /// Its value for the mover, in [-1, 1].
    pub value: f64,
    /// What is proven about it; plies are counted from the position before the move.
    pub proven: Option<Proven>,
}

impl Worth {
    /// The proven result, if there is one.
    fn result(&self) -> Option<ProvenResult> {
        self.proven.map(Proven::result)
    }
}

/// One move of the game, judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JudgedMove {
    /// Its number, from 1.
    pub ply: usize,
    /// Who played it.
    #[serde(with = "side")]
    pub side: Player,
    /// What was played.
    pub played: Worth,
    /// What was best; the played move itself when nothing better was found.
    pub best: Worth,
    /// Value that was lost, from 0 to 2.
    pub loss: f64,
    /// Value that a move drawn by lot would have lost here on average, from 0 to 2; 0 where every move keeps the result.
    pub at_stake: f64,
    /// A judgement, where value was lost.
    pub glyph: Option<Glyph>,
    /// The expected continuation of the best move, it included.
    pub line: Vec<String>,
    /// Simulations spent on the position before the move.
    pub visits: u64,
}

/// A judged game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Review {
    /// The moves in the order of play; the last ones only, if it was interrupted.
    pub moves: Vec<JudgedMove>,
    /// Whether it was stopped before all moves were judged.
    pub interrupted: bool,
    /// What is known about every judged position, by the number of moves that led to it.
    notes: Vec<(usize, Analysis)>,
}

/// A side as it is saved: its number.
mod side {
    use luozi_core::Player;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub fn serialize<S: Serializer>(side: &Player, to: S) -> Result<S::Ok, S::Error> {
        side.index().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Player, D::Error> {
        let index = usize::deserialize(from)?;
        Player::BOTH.get(index).copied().ok_or_else(|| D::Error::custom(format!("found side {index}, expected 0 or 1")))
    }
}

impl Review {
    /// Writes analysis and judgements into the record that was reviewed.
    pub fn annotate(&self, record: &mut Record) {
        let nodes = nodes(record);
        for (ply, analysis) in &self.notes {
            record.tree_mut().notes_mut(nodes[*ply]).analysis = Some(analysis.clone());
        }
        for judged in &self.moves {
            let notes = record.tree_mut().notes_mut(nodes[judged.ply]);
            notes.glyph = judged.glyph.or(notes.glyph);
        }
    }

    /// Whether it can be a review of this record, wherever it comes from; the error is a sentence.
    pub fn check(&self, record: &Record) -> Result<(), String> {
        let nodes = nodes(record);
        let first = nodes.len() - 1 - self.moves.len().min(nodes.len() - 1);
        if !self.interrupted && first > 0 || self.moves.len() >= nodes.len() {
            let (found, expected) = (self.moves.len(), nodes.len() - 1);
            return Err(format!("{found} of {expected} moves are judged"));
        }
        for (index, judged) in self.moves.iter().enumerate() {
            let ply = first + index + 1;
            if judged.ply != ply || record.tree().move_text(nodes[ply]) != Some(&judged.played.mv) {
                return Err(format!("move {ply} is not the one that was played"));
            }
            let values = [judged.played.value, judged.best.value];
            if values.iter().any(|value| !(-1.0..=1.0).contains(value)) {
                return Err(format!("the values of move {ply} are {values:?}, expected numbers from -1 to 1"));
            }
        }
        match self.notes.iter().all(|(ply, _)| *ply < nodes.len()) {
            true => Ok(()),
            false => Err("it has notes about positions that the game does not have".to_string()),
        }
    }
}

/// All positions of the main line, the first one before its first move.
fn nodes(record: &Record) -> Vec<NodeId> {
    std::iter::once(NodeId::ROOT).chain(record.tree().main_line()).collect()
}

/// Judges the main line of a record. `tell` is called after every position.
pub fn review(
    record: &Record,
    conditions: &Conditions<'_>,
    tell: &mut dyn FnMut(Progress),
) -> Result<Review, RecipeError> {
    review_aloud(record, conditions, &mut |progress, _| tell(progress))
}

/// The same for whoever wants every judgement at once: `tell` also gets the move that was just judged, the last one first.
pub fn review_aloud(
    record: &Record,
    conditions: &Conditions<'_>,
    tell: &mut dyn FnMut(Progress, Option<&JudgedMove>),
) -> Result<Review, RecipeError> {
    engine_for(record.origin())?.review(record, conditions, tell)
}

pub(crate) fn review_with<G: Playable>(
    rules: &G,
    record: &Record,
    conditions: &Conditions<'_>,
    tell: &mut dyn FnMut(Progress, Option<&JudgedMove>),
) -> Result<Review, RecipeError> {
    // Step 1. All positions of the main line.
    let nodes = nodes(record);
    let positions: Vec<G::Position> = nodes.iter().map(|node| at_node::<G>(record, *node)).collect();

    // Step 2. Opinions from the end to the start; each knows what came of the move that was played.
    let mut critic = Critic::new(rules, conditions)?;
    let engine = critic.name();
    let mut review = Review { moves: Vec::new(), interrupted: false, notes: Vec::new() };
    let mut after: Option<Opinion<G>> = None;
    for (index, position) in positions.iter().enumerate().rev() {
        let Some(mut opinion) = critic.judge(position, after.as_ref()) else {
            review.interrupted = true;
            break;
        };
        if let Some(after) = &after {
            let text = record.tree().move_text(nodes[index + 1]).unwrap_or_default();
            let mv = rules.parse_move(text).expect("a record writes moves as the rules do");
            let visits = opinion.visits;
            opinion.learn(mv, after);
            if critic.look_again(position, &mut opinion, mv, after).is_none() {
                review.interrupted = true;
                break;
            }
            let judged = judged_move(rules, position, index + 1, mv, &opinion, after);
            review.moves.push(JudgedMove { visits, ..judged });
        }
        review.notes.push((index, opinion.analysis(rules, position, &engine)));
        after = Some(opinion);
        tell(Progress { done: positions.len() - index, total: positions.len() }, review.moves.last());
    }
    review.moves.reverse();
    review.notes.reverse();
    Ok(review)
}

/// The position at a node of a record of this game.
fn at_node<G: Playable>(record: &Record, node: NodeId) -> G::Position {
    *record.session(node).at::<G>().expect("the engine was made for this record").1
}

/// The move `mv` from `position`, which `opinion` is about; `after` is about the position it led to.
fn judged_move<G: Playable>(
    rules: &G,
    position: &G::Position,
    ply: usize,
    mv: G::Move,
    opinion: &Opinion<G>,
    after: &Opinion<G>,
) -> JudgedMove {
    let side = rules.to_move(position);
    let worth = |mv: G::Move, bounds: Bounds, value: Pov| {
        let proven = proven(rules, position, bounds, side);
        Worth { mv: rules.move_text(mv), value: proven.map_or(value.0, |proven| proven.result().value()), proven }
    };
    let played = worth(mv, opinion.certain_of(mv, after), after.value.seen_by(side));
    // One thing is said of one move.
    let best = match opinion.best.filter(|&best| best != mv) {
        Some(best) => worth(best, opinion.bounds, opinion.value.seen_by(side)),
        None => played.clone(),
    };
    let loss = (best.value - played.value).max(0.0);
    let glyph = LOSSES.iter().find(|(least, _)| loss >= *least).map(|(_, glyph)| *glyph);
    let line = opinion.line.iter().map(|&mv| rules.move_text(mv)).collect();
    let at_stake = opinion.at_stake(mv, played.value, best.value);
    JudgedMove { ply, side, played, best, loss, at_stake, glyph, line, visits: 0 }
}

#[cfg(test)]
mod tests;
