//! A simulation of the laboratory, as frames tell it: the numbers of the search, unrounded.

use super::to_tab::GraphNode;
use crate::board::Side;
use luozi_engine::analysis::Proven;
use serde::Serialize;

/// The answer to `go` with mode `lab`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Simulated {
    /// The position it is about.
    #[serde(rename = "gen")]
    pub generation: u64,
    /// The number that `go` gave.
    pub id: u64,
    /// The rule that chooses, as the parameter `selection` has it.
    pub rule: String,
    /// The simulation; null if the result is proven before it, and then the search is over.
    pub simulation: Option<LabSimulation>,
    /// The most visited nodes of the graph after it, as in `explained`.
    pub nodes: Vec<GraphNode>,
}

/// One simulation, from the root to its end and back.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LabSimulation {
    /// Its number, from 1.
    pub number: u64,
    /// The nodes that were walked through, the root first.
    pub steps: Vec<LabStep>,
    /// How the descent ended.
    pub landing: LabLanding,
    /// The board where it ended.
    pub cells: String,
    /// What it found, in [-1, 1], first player's view.
    pub v: f64,
    /// The positions that were judged.
    pub judged: Vec<LabJudged>,
    /// What the nodes learnt: where it ended first, the root last.
    pub news: Vec<LabNews>,
}

/// A node of the path and the choice that was made there.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LabStep {
    /// The board at this node.
    pub cells: String,
    /// The side to move, whose view all values of the step are.
    pub to_move: Side,
    /// It got its moves in this simulation.
    pub expanded: bool,
    /// The exploration constant here.
    pub c: f64,
    /// +1, or -1 where the bonus is turned around.
    pub sign: f64,
    /// What was known about it before.
    pub before: LabStanding,
    /// Its moves in the order in which they are compared; of many, those that matter.
    pub moves: Vec<LabMove>,
    /// How many more it has.
    pub more: usize,
    /// The move that was taken; null if all are closed, which closes the node.
    pub chosen: Option<String>,
}

/// What the rule thought of a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LabMove {
    /// The move as the game writes it.
    pub m: String,
    /// Simulations through it before this one.
    pub n: u32,
    /// Its share of the policy.
    pub p: f64,
    /// Its value, or what stands for it before the first visit; null: infinite.
    pub q: Option<f64>,
    /// What is added for exploration.
    pub bonus: f64,
    /// What is compared; null: infinite.
    pub score: Option<f64>,
    /// It is not compared: closed, or not able to exceed what is certain.
    pub settled: bool,
    /// What is certain.
    pub proven: Option<Proven>,
    /// The statistics by move that its value is blended with.
    pub blend: Option<LabBlend>,
}

/// Statistics by move in a score.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LabBlend {
    /// Samples, those of the prior included.
    pub samples: f64,
    /// The mean of the samples.
    pub mean: f64,
    /// The share of the move's own value.
    pub share: f64,
}

/// How a descent ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum LabLanding {
    /// At a position that got a node.
    New,
    /// At a node that stays a leaf and is judged once more.
    Again,
    /// Where there is nothing to find out.
    Known,
    /// At a position for which there was no room.
    Unstored,
}

/// A position that was judged.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LabJudged {
    /// The move from where the descent ended; null for that position itself.
    pub after: Option<String>,
    /// What it counts for, in [-1, 1], first player's view.
    pub v: f64,
    /// The score of the game that was played, first player's view; null if none was.
    pub score: Option<i16>,
    /// Plies to the end of that game; more than `moves` has where the end was seen before.
    pub plies: Option<u32>,
    /// The moves of that game.
    pub moves: Vec<String>,
    /// The board of the position, then after each of the moves.
    pub boards: Vec<String>,
}

/// What is known about a node, for its side to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LabStanding {
    /// Evaluations that count for it.
    pub n: u32,
    /// Its value in [-1, 1].
    pub v: Option<f64>,
    /// What is certain.
    pub proven: Option<Proven>,
}

/// What a node learnt.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LabNews {
    /// Its side to move.
    pub to_move: Side,
    /// What was known before; null for a new node.
    pub before: Option<LabStanding>,
    /// What is known now.
    pub after: LabStanding,
    /// With running sums, what was added to its sum; null where its value is computed from its children.
    pub received: Option<f64>,
}
