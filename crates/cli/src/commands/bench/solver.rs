//! The exact solvers: positions near the end of random games, and on request the empty classic board.

use anyhow::Context;
use luozi::core::Rng;
use luozi::engine::{AnySolver, engine_for};
use luozi::games::Session;
use luozi::solve::Limits;
use std::time::Instant;

/// Positions that are solved.
pub const POSITIONS: u32 = 20;
/// Memory of the table.
const TABLE_BYTES: usize = 64 << 20;
/// Memory of the table for a whole game.
const DEEP_TABLE_BYTES: usize = 2 << 30;

const NO_SOLVER: &str = "this program was built without the solvers";

/// What solving took. The nodes are the same on every machine.
#[derive(Clone, Copy)]
pub struct Solved {
    /// Nodes of all positions.
    pub nodes: u64,
    /// Time for all of them.
    pub seconds: f64,
    /// Their scores, mixed.
    pub signature: u64,
}

impl Solved {
    /// Nodes a second.
    pub fn rate(self) -> f64 {
        self.nodes as f64 / self.seconds
    }
}

/// Solves positions with `undecided` cells or points left, drawn from random games.
pub fn endings(start: &Session, undecided: u32) -> anyhow::Result<Solved> {
    let mut solver = engine_for(start)?.solver(TABLE_BYTES).context(NO_SOLVER)?;
    let mut rng = Rng::seeded(20_261_115);
    let mut solved = Solved { nodes: 0, seconds: 0.0, signature: 0 };
    let mut count = 0;
    while count < POSITIONS {
        let Some(ending) = random_ending(start, undecided, &mut rng)? else { continue };
        add(&mut solved, &mut *solver, &ending);
        count += 1;
    }
    Ok(solved)
}

/// Solves the first position of a game.
pub fn whole_game(start: &Session) -> anyhow::Result<Solved> {
    let mut solved = Solved { nodes: 0, seconds: 0.0, signature: 0 };
    let mut solver = engine_for(start)?.solver(DEEP_TABLE_BYTES).context(NO_SOLVER)?;
    add(&mut solved, &mut *solver, start);
    Ok(solved)
}

fn add(solved: &mut Solved, solver: &mut dyn AnySolver, session: &Session) {
    let clock = Instant::now();
    let solution = solver.solve(session, &Limits::none(), &mut |_| {});
    solved.seconds += clock.elapsed().as_secs_f64();
    solved.nodes += solution.nodes;
    solved.signature = solved.signature.rotate_left(5) ^ solution.bounds.lower.0 as u16 as u64;
}

/// A random game when so much is left; `None` if it was over before.
fn random_ending(start: &Session, undecided: u32, rng: &mut Rng) -> anyhow::Result<Option<Session>> {
    let mut session = start.clone();
    while session.outcome().is_none() && engine_for(&session)?.undecided() > undecided {
        let moves = session.legal_indices();
        session.play_index(moves[rng.below(moves.len() as u32) as usize])?;
    }
    Ok(session.outcome().is_none().then_some(session))
}
