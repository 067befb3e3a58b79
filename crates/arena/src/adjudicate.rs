//! Games that end when their result is proven, for those who ask for it.
//!
//! The exact solver of the game is asked after every move under a budget of nodes, never of time, so that a run decides the
//! same games at the same moves on every machine. Only a proof ends a game: the result is that of best play by both sides
//! and nothing else. Without an answer the game simply goes on.

use luozi_core::Player;
use luozi_engine::{AnySolver, engine_for};
use luozi_games::{Counting, Session};
use luozi_solve::Limits;

/// Nodes for one question: some milliseconds.
const NODES: u64 = 50_000;
/// Plies without a question after one that was not answered.
const PATIENCE: usize = 2;
/// A game that is about scores, whose solver must look to the last square, is asked about from so many empty squares on.
const EMPTIES: u32 = 14;
/// Memory of the solver's table.
const TABLE_BYTES: usize = 8 << 20;

/// What is certain about a game that is not over: its winner, or `None` for a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Certain(pub Option<Player>);

/// Watches one game.
pub struct Adjudicator {
    /// `None` in games without a solver: they are never decided early.
    solver: Option<Box<dyn AnySolver>>,
    /// Not asked while more than this is undecided.
    within: u32,
    /// Not asked before this ply.
    next: usize,
}

impl Adjudicator {
    /// An adjudicator for the game that goes on from where `session` stands.
    pub fn new(session: &Session) -> Adjudicator {
        let solver = engine_for(session).ok().and_then(|engine| engine.solver(TABLE_BYTES));
        let within = if session.kind().counting() == Counting::Pieces { EMPTIES } else { u32::MAX };
        Adjudicator { solver, within, next: 0 }
    }

    /// A move was played; says whether the game is decided where `session` stands now.
    pub fn after(&mut self, session: &Session) -> Option<Certain> {
        let solver = self.solver.as_mut()?;
        let plies = session.moves().len();
        let undecided = || engine_for(session).map_or(u32::MAX, |engine| engine.undecided());
        if plies < self.next || session.outcome().is_some() || self.within < u32::MAX && undecided() > self.within {
            return None;
        }
        self.next = plies + 1 + PATIENCE;
        let solved = solver.solve(session, &Limits::none().nodes(NODES), &mut |_| {});
        solved.bounds.result().map(Certain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;
    use luozi_games::{GameKind, Setup};
    use std::collections::HashMap;

    /// The result of best play for the side to move: 1, 0 or -1, by trying everything.
    fn best_play(session: &Session, known: &mut HashMap<String, i32>) -> i32 {
        if let Some(score) = session.outcome() {
            return i32::from(score.seen_by(session.to_move()).signum());
        }
        let name = session.position_text();
        if let Some(&value) = known.get(&name) {
            return value;
        }
        let after = |mv: &String| {
            let mut child = session.clone();
            child.play(mv).unwrap();
            child
        };
        let value = session.legal_moves().iter().map(|mv| -best_play(&after(mv), known)).max().unwrap();
        known.insert(name, value);
        value
    }

    #[test]
    fn a_verdict_is_always_the_result_of_best_play() {
        let boards = [
            (Setup::board(GameKind::CONNECT4, 4, 4), 5),
            (Setup::board(GameKind::REVERSI, 4, 4), 0),
            (Setup::board(GameKind::NOGO, 3, 3), 0),
        ];
        for (setup, opening) in boards {
            let mut known = HashMap::new();
            let (mut verdicts, mut games) = (0, 0);
            for seed in 0..40 {
                let mut rng = Rng::seeded(seed);
                let mut session = crate::matches::openings::random_game(&setup, opening, &mut rng);
                let mut adjudicator = Adjudicator::new(&session);
                games += 1;
                while session.outcome().is_none() {
                    let mut moves = session.legal_moves();
                    let mv = moves.swap_remove(rng.below(moves.len() as u32) as usize);
                    session.play(&mv).unwrap();
                    if let Some(Certain(winner)) = adjudicator.after(&session) {
                        let expected = best_play(&session, &mut known);
                        let found = winner.map_or(0, |side| if side == session.to_move() { 1 } else { -1 });
                        assert_eq!(found, expected, "{}", session.position_text());
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
        let mut session = Session::new(&Setup::standard(GameKind::REVERSI)).unwrap();
        let mut adjudicator = Adjudicator::new(&session);
        for mv in ["f5", "d6", "c3"] {
            session.play(mv).unwrap();
            assert_eq!(adjudicator.after(&session), None);
        }
    }
}
