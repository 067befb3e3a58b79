//! Games that end when their result is proven, for those who ask for it.
//!
//! The exact solver of the game is asked after every move under a budget of nodes, never of time, so that a run decides the
//! same games at the same moves on every machine. Only a proof ends a game: the result is that of best play by both sides
//! and nothing else. Without an answer the game simply goes on.

use luozi_core::{Notation, Player};
use luozi_games::{Setup, Table, with_rules};
use luozi_solve::{BoxedSolver, Limits, Solvable};

/// Nodes for one question: some milliseconds.
const NODES: u64 = 50_000;
/// Plies without a question after one that was not answered.
const PATIENCE: usize = 2;
/// Reversi is asked about from so many empty squares on.
const REVERSI_EMPTIES: usize = 14;
/// Memory of the solver's table.
const TABLE_BYTES: usize = 8 << 20;

/// What is certain about a game that is not over: its winner, or `None` for a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Certain(pub Option<Player>);

/// Watches one game.
pub struct Adjudicator {
    mind: Box<dyn Mind>,
    plies: usize,
    /// Not asked before this ply.
    next: usize,
}

impl Adjudicator {
    /// An adjudicator for the game that goes on from `table`.
    pub fn new(table: &Table) -> Adjudicator {
        let mut mind = with_rules!(table.rules(), rules => Solving::start(rules, table.start()));
        for text in table.moves() {
            mind.play(text);
        }
        let next = match table.setup() {
            Setup::Reversi { size, .. } => (usize::from(*size).pow(2) - 4).saturating_sub(REVERSI_EMPTIES),
            Setup::Connect4 { .. } | Setup::NoGo { .. } => 0,
        };
        Adjudicator { mind, plies: table.moves().len(), next }
    }

    /// A move was played, as the game writes it; says whether the game is decided now.
    pub fn after(&mut self, text: &str) -> Option<Certain> {
        self.mind.play(text);
        self.plies += 1;
        if self.plies < self.next {
            return None;
        }
        let certain = self.mind.solve();
        self.next = self.plies + 1 + PATIENCE;
        certain
    }
}

/// What the adjudicator asks of concrete rules.
trait Mind: Send {
    fn play(&mut self, text: &str);
    fn solve(&mut self) -> Option<Certain>;
}

struct Solving<G: Notation> {
    rules: G,
    position: G::Position,
    solver: BoxedSolver<G>,
}

impl<G: Notation + Solvable> Solving<G> {
    fn start(rules: &G, start: Option<&str>) -> Box<dyn Mind> {
        let read = |text| rules.parse_position(text).expect("the table wrote its start");
        let position = start.map_or_else(|| rules.initial(), read);
        Box::new(Solving { rules: rules.clone(), position, solver: rules.solver(TABLE_BYTES) })
    }
}

impl<G: Notation + Solvable> Mind for Solving<G> {
    fn play(&mut self, text: &str) {
        let mv = self.rules.parse_move(text).expect("the table writes moves as the game does");
        self.rules.play_unchecked(&mut self.position, mv);
    }

    fn solve(&mut self) -> Option<Certain> {
        if self.rules.outcome(&self.position).is_some() {
            return None;
        }
        let solution = self.solver.solve(&self.position, &Limits::none().nodes(NODES), &mut |_| {});
        solution.bounds.result().map(Certain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;
    use luozi_games::GameKind;
    use std::collections::HashMap;

    /// The result of best play for the side to move: 1, 0 or -1, by trying everything.
    fn best_play(table: &Table, known: &mut HashMap<String, i32>) -> i32 {
        if let Some(score) = table.outcome() {
            return i32::from(score.seen_by(table.to_move()).signum());
        }
        let name = table.position_text();
        if let Some(&value) = known.get(&name) {
            return value;
        }
        let after = |mv: &String| {
            let mut child = table.clone();
            child.play(mv).unwrap();
            child
        };
        let value = table.legal_moves().iter().map(|mv| -best_play(&after(mv), known)).max().unwrap();
        known.insert(name, value);
        value
    }

    #[test]
    fn a_verdict_is_always_the_result_of_best_play() {
        let boards = [
            (Setup::board(GameKind::Connect4, 4, 4), 5),
            (Setup::board(GameKind::Reversi, 4, 4), 0),
            (Setup::board(GameKind::NoGo, 3, 3), 0),
        ];
        for (setup, opening) in boards {
            let mut known = HashMap::new();
            let (mut verdicts, mut games) = (0, 0);
            for seed in 0..40 {
                let mut rng = Rng::seeded(seed);
                let mut table = crate::matches::openings::random_game(&setup, opening, &mut rng);
                let mut adjudicator = Adjudicator::new(&table);
                games += 1;
                while table.outcome().is_none() {
                    let mut moves = table.legal_moves();
                    let mv = moves.swap_remove(rng.below(moves.len() as u32) as usize);
                    table.play(&mv).unwrap();
                    if let Some(Certain(winner)) = adjudicator.after(&mv) {
                        let expected = best_play(&table, &mut known);
                        let found = winner.map_or(0, |side| if side == table.to_move() { 1 } else { -1 });
                        assert_eq!(found, expected, "{}", table.position_text());
                        verdicts += 1;
                        break;
                    }
                }
            }
            assert!(verdicts * 2 > games, "{setup}: {verdicts} of {games} games were decided early");
        }
    }

    #[test]
    fn what_cannot_be_proven_is_left_to_the_players() {
        let mut table = Table::new(&Setup::standard(GameKind::Reversi)).unwrap();
        let mut adjudicator = Adjudicator::new(&table);
        for mv in ["f5", "d6", "c3"] {
            table.play(mv).unwrap();
            assert_eq!(adjudicator.after(mv), None);
        }
    }
}
