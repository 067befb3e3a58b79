//! The exact solvers: positions near the end of random games, and on request the empty classic board.

use luozi::core::{Game, MoveList, Rng};
use luozi::engine::Playable;
use luozi::solve::Limits;
use std::time::Instant;

/// Positions that are solved.
pub const POSITIONS: u32 = 20;
/// Memory of the table.
const TABLE_BYTES: usize = 64 << 20;
/// Memory of the table for a whole game.
const DEEP_TABLE_BYTES: usize = 2 << 30;

const HAS_SOLVER: &str = "the games of this program have solvers";

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
pub fn endings<G: Playable>(rules: &G, undecided: u32) -> Solved {
    let mut solver = rules.exact_solver(TABLE_BYTES).expect(HAS_SOLVER);
    let mut rng = Rng::seeded(20_261_115);
    let mut solved = Solved { nodes: 0, seconds: 0.0, signature: 0 };
    let mut count = 0;
    while count < POSITIONS {
        let Some(position) = random_ending(rules, undecided, &mut rng) else { continue };
        add(&mut solved, &mut *solver, &position);
        count += 1;
    }
    solved
}

/// Solves the first position of a game.
pub fn whole_game<G: Playable>(rules: &G) -> Solved {
    let mut solved = Solved { nodes: 0, seconds: 0.0, signature: 0 };
    let mut solver = rules.exact_solver(DEEP_TABLE_BYTES).expect(HAS_SOLVER);
    add(&mut solved, &mut *solver, &rules.initial());
    solved
}

fn add<G: Game>(solved: &mut Solved, solver: &mut dyn luozi::solve::Solver<G>, position: &G::Position) {
    let clock = Instant::now();
    let solution = solver.solve(position, &Limits::none(), &mut |_| {});
    solved.seconds += clock.elapsed().as_secs_f64();
    solved.nodes += solution.nodes;
    solved.signature = solved.signature.rotate_left(5) ^ solution.bounds.lower.0 as u16 as u64;
}

/// The position of a random game when so much is left; `None` if that game was over before.
fn random_ending<G: Playable>(rules: &G, undecided: u32, rng: &mut Rng) -> Option<G::Position> {
    let mut position = rules.initial();
    while rules.undecided(&position) > undecided && rules.outcome(&position).is_none() {
        let mut moves = MoveList::new();
        rules.legal_moves(&position, &mut moves);
        let mv = moves[rng.below(moves.len() as u32) as usize];
        rules.play(&mut position, mv).ok()?;
    }
    rules.outcome(&position).is_none().then_some(position)
}
