//! One simulation of a search for people: boards and moves as text, what the laboratory of the page shows.
//!
//! Values of nodes and moves are the side to move's there, results of games the first player's.

use crate::Playable;
use crate::analysis::{Proven, proven};
use crate::explain::rows;
use luozi_core::{Abs, Bounds, Player};
use luozi_search as search;
pub use luozi_search::{Blended, Landing};

/// One simulation, as it was made.
#[derive(Clone, PartialEq, Debug)]
pub struct Simulation {
    /// Its place among the simulations of the search, from 1.
    pub number: u64,
    /// The nodes that were walked through, the root first.
    pub steps: Vec<Step>,
    /// How the descent ended.
    pub landing: Landing,
    /// The board where it ended, row by row from the top.
    pub board: String,
    /// What it found, first player's view.
    pub value: f64,
    /// The positions that were judged.
    pub judged: Vec<Judged>,
    /// What the nodes learnt, the last one of the path first, the root last.
    pub backups: Vec<BackUp>,
}

/// A node of the path and the choice that was made there.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The board, row by row from the top.
    pub board: String,
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
    pub terms: Vec<Term>,
    /// Which of them was taken; `None` if all are closed.
    pub chosen: Option<usize>,
}

/// What the selection rule thought of a move, for the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// The move as the game writes it.
    pub mv: String,
    /// Simulations that went through it before.
    pub visits: u32,
    /// Its share of the policy.
    pub prior: f32,
    /// The child's value, or what stands for it before the first visit; may be infinite.
    pub value: f64,
    /// What the rule adds for exploration.
    pub bonus: f64,
    /// What is compared.
    pub score: f64,
    /// It is not compared: closed, or not able to exceed what is certain.
    pub settled: bool,
    /// What is certain.
    pub proven: Option<Proven>,
    /// The statistics by move, where the rule uses them.
    pub blend: Option<Blended>,
}

/// A position that was judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The move from where the descent ended to the position; `None` for that position itself.
    pub after: Option<String>,
    /// What the evaluator said, first player's view, shaped by the reward.
    pub value: f64,
    /// Score and plies to the end of the game that it played, if it did.
    pub ending: Option<(i16, u32)>,
    /// The moves of that game, as far as it was played.
    pub moves: Vec<String>,
    /// The board of the position, then after each of these moves.
    pub boards: Vec<String>,
}

/// What is known about a node, for its side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// Evaluations that count for it.
    pub visits: u32,
    /// Mean of what counts for it, in [-1, 1]; `None` before the first evaluation.
    pub value: Option<f64>,
    /// What is certain.
    pub proven: Option<Proven>,
}

/// What a node learnt from a simulation.
#[derive(Clone, PartialEq, Debug)]
pub struct BackUp {
    /// Its side to move.
    pub to_move: Player,
    /// What was known about it; `None` for a new one.
    pub before: Option<Standing>,
    /// What is known about it now.
    pub after: Standing,
    /// With running sums, what was added to its sum, for its side to move.
    pub received: Option<f64>,
}

impl Simulation {
    /// What a search told about a simulation that began at `root`.
    pub(crate) fn new<G: Playable>(
        game: &G,
        root: &G::Position,
        number: u64,
        told: &search::Simulation<G::Move>,
    ) -> Simulation {
        let board = |position: &G::Position| rows(game, position).concat();
        // 1. The positions of the path, and what was compared in each of them.
        let mut positions = vec![*root];
        let mut steps = Vec::new();
        for step in &told.steps {
            let position = *positions.last().unwrap_or(root);
            let certain = |bounds: Bounds| proven(game, &position, bounds, step.to_move);
            let terms = step.terms.iter().map(|term| Term {
                mv: game.move_text(term.mv),
                visits: term.visits,
                prior: term.prior,
                value: term.value,
                bonus: term.bonus,
                score: term.score,
                settled: term.settled,
                proven: certain(term.bounds),
                blend: term.blend,
            });
            steps.push(Step {
                board: board(&position),
                to_move: step.to_move,
                expanded: step.expanded,
                c: step.c,
                bonus_sign: step.bonus_sign,
                before: standing(game, &position, &step.before),
                terms: terms.collect(),
                chosen: step.chosen,
            });
            if let Some(chosen) = step.chosen {
                let mut next = position;
                game.play_unchecked(&mut next, step.terms[chosen].mv);
                positions.push(next);
            }
        }
        let last = *positions.last().unwrap_or(root);

        // 2. The games that were played from its end.
        let judged = told.judged.iter().map(|judged| {
            let mut position = last;
            judged.after.into_iter().for_each(|mv| game.play_unchecked(&mut position, mv));
            let mut boards = vec![board(&position)];
            for &mv in &judged.moves {
                game.play_unchecked(&mut position, mv);
                boards.push(board(&position));
            }
            Judged {
                after: judged.after.map(|mv| game.move_text(mv)),
                value: judged.value.0,
                ending: judged.ending.map(|ending| (ending.score.0, ending.plies)),
                moves: judged.moves.iter().map(|&mv| game.move_text(mv)).collect(),
                boards,
            }
        });
        let judged = judged.collect();

        // 3. What came back.
        let backups = told
            .backups
            .iter()
            .zip(positions.iter().rev().skip(positions.len() - told.backups.len().min(positions.len())));
        let backups = backups.map(|(news, position)| BackUp {
            to_move: game.to_move(position),
            before: news.before.as_ref().map(|before| standing(game, position, before)),
            after: standing(game, position, &news.after),
            received: news.received.map(|Abs(value)| Abs(value).seen_by(game.to_move(position)).0),
        });
        Simulation {
            number,
            landing: told.landing,
            board: board(&last),
            value: told.value.0,
            backups: backups.collect(),
            steps,
            judged,
        }
    }
}

fn standing<G: Playable>(game: &G, position: &G::Position, told: &search::Standing) -> Standing {
    let mover = game.to_move(position);
    Standing {
        visits: told.visits,
        value: told.value.map(|value| value.seen_by(mover).0),
        proven: proven(game, position, told.bounds, mover),
    }
}
