//! Puzzles: positions with exactly one move that keeps their result, proven by the exact solver.
//!
//! [`find`] asks whether a position is one. A [`Maker`] plays games of weak levels, looks for puzzles in them and has the ten levels
//! solve each, so that it is known how hard it is; [`fit`] turns that into ratings. Nothing here asks which game it is: a game
//! without a solver gets an error in words.

mod fit;
mod make;

pub use fit::{Ratings, fit};
pub use make::{Chosen, Graded, MakeError, Maker, PuzzleSet, SetLevel, levels_of};

use crate::RecipeError;
use crate::registry::engine_for;
use crate::solver::AnySolver;
use luozi_core::solve::{Limits, Stopped};
use luozi_core::{Bounds, Player};
use luozi_games::Session;
use luozi_games::analysis::{Proven, ProvenResult};
use serde::{Deserialize, Serialize};

/// Moves that a position must offer at least: a choice between two is no question.
const FEWEST_MOVES: usize = 3;
/// Plies of best play that are told as the solution, at most.
const LINE_PLIES: usize = 16;

/// A position with one right move. The moves are texts as the game writes them, with spaces between them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Puzzle {
    /// The first digits of the position's key: the same position has the same id everywhere.
    pub id: String,
    /// The position as text where the game began; nothing when that is the initial one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub start: Option<String>,
    /// The moves that lead to it.
    pub moves: String,
    /// What the right move proves for the side to move: a win or a draw.
    pub proven: Proven,
    /// The one move that keeps it: every other legal move gives it away.
    pub answer: String,
    /// Best play from there, the answer first.
    pub line: String,
    /// The lowest level from which on all levels find the answer; 11 when the highest does not; 0 before any has tried.
    #[serde(default)]
    pub level: u8,
    /// How hard it is, on the scale on which the mean level has 1500; 0 before any level has tried.
    #[serde(default)]
    pub rating: i16,
}

/// Why a position is no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoPuzzle {
    /// Nothing can be played any more.
    #[error("the game is over")]
    Over,
    /// There is too little to choose from.
    #[error("there are fewer than {FEWEST_MOVES} moves to choose from")]
    FewMoves,
    /// The solver was stopped before it knew everything.
    #[error("the position is too far from its end to be solved")]
    Unsolved,
    /// Whatever is played, the other side wins.
    #[error("the position is lost")]
    Lost,
    /// More than one move is right.
    #[error("several moves are right")]
    Several,
}

/// What a result is worth to a player.
fn worth(bounds: Bounds, player: Player) -> Option<ProvenResult> {
    let winner = bounds.result()?;
    Some(match winner {
        None => ProvenResult::Draw,
        Some(winner) if winner == player => ProvenResult::Win,
        Some(_) => ProvenResult::Loss,
    })
}

/// The puzzle of the position where a session stands, if it is one. The limits hold for each move.
pub fn find(session: &Session, solver: &mut dyn AnySolver, limits: &Limits<'_>) -> Result<Puzzle, NoPuzzle> {
    if session.outcome().is_some() {
        return Err(NoPuzzle::Over);
    }
    let (mover, legal) = (session.to_move(), session.legal_indices());
    if legal.len() < FEWEST_MOVES {
        return Err(NoPuzzle::FewMoves);
    }
    let best = worth(solver.solve(session, limits, &mut |_| {}).bounds, mover).ok_or(NoPuzzle::Unsolved)?;
    if best == ProvenResult::Loss {
        return Err(NoPuzzle::Lost);
    }
    let mut after = session.clone();
    let mut right = None;
    for index in legal {
        after.play_index(index).expect("a legal move");
        let bounds = match after.outcome() {
            Some(score) => Bounds::exact(score),
            None => solver.solve(&after, limits, &mut |_| {}).bounds,
        };
        after.undo();
        if worth(bounds, mover).ok_or(NoPuzzle::Unsolved)? == best && right.replace((index, bounds)).is_some() {
            return Err(NoPuzzle::Several);
        }
    }
    let (index, bounds) = right.ok_or(NoPuzzle::Unsolved)?;
    let proven = engine_for(session).ok().and_then(|engine| engine.proven(bounds, mover)).ok_or(NoPuzzle::Unsolved)?;
    let answer = session.move_text(index);
    after.play_index(index).expect("a legal move");
    let line = line_after(after, &answer, solver, limits);
    Ok(Puzzle {
        id: format!("{:016x}", session.key().0 as u64),
        start: session.start().map(str::to_string),
        moves: session.moves().join(" "),
        proven,
        answer,
        line,
        level: 0,
        rating: 0,
    })
}

/// Best play after the answer, as far as the solver tells it.
fn line_after(mut session: Session, answer: &str, solver: &mut dyn AnySolver, limits: &Limits<'_>) -> String {
    let mut line = vec![answer.to_string()];
    while line.len() < LINE_PLIES && session.outcome().is_none() {
        let Some(best) = solver.solve(&session, limits, &mut |_| {}).best else { break };
        session.play(&best).expect("a solver's move is legal");
        line.push(best);
    }
    line.join(" ")
}

/// The exact solver of a session's board; an error in words for a game that has none.
pub fn solver_of(session: &Session, bytes: usize) -> Result<Box<dyn AnySolver>, MakeError> {
    let engine = engine_for(session)?;
    engine.solver(bytes).ok_or(MakeError::NoSolver { game: session.kind() })
}

impl Puzzle {
    /// The position of a puzzle on its board; `None` for moves that its rules refuse.
    pub fn session(&self, board: &Session) -> Option<Session> {
        let mut session = match &self.start {
            Some(start) => board.beginning_at(start).ok()?,
            None => board.restarted(),
        };
        session.play_moves(&self.moves).ok()?;
        Some(session)
    }

    /// Solves the puzzle anew and says what is wrong with it, if anything is.
    pub fn check(&self, board: &Session, solver: &mut dyn AnySolver, limits: &Limits<'_>) -> Result<(), String> {
        let session = self.session(board).ok_or_else(|| format!("{}: its moves cannot be played", self.id))?;
        let found = find(&session, solver, limits).map_err(|why| format!("{}: {why}", self.id))?;
        let (own, other) = ((&self.answer, self.proven, &self.id), (&found.answer, found.proven, &found.id));
        // Whoever made the puzzle may have known the winner alone.
        let proven = match self.proven {
            Proven::Result { result, plies: None } => found.proven.result() == result,
            exact => found.proven == exact,
        };
        if !proven || (own.0, own.2) != (other.0, other.2) {
            return Err(format!("{}: found {other:?}, expected {own:?}", self.id));
        }
        let mut after = session.clone();
        after.play_moves(&self.line).map_err(|e| format!("{}: its line: {e}", self.id))?;
        let leads = self.line.split(' ').next() == Some(self.answer.as_str());
        if leads { Ok(()) } else { Err(format!("{}: its line begins with another move than its answer", self.id)) }
    }
}

impl From<RecipeError> for MakeError {
    fn from(error: RecipeError) -> MakeError {
        MakeError::Recipe(error)
    }
}

/// Whether a solver ended because somebody asked it to.
fn asked_to_stop(stopped: Option<Stopped>) -> bool {
    stopped == Some(Stopped::Flag)
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::{GameKind, Setup};

    fn at(kind: GameKind, moves: &str) -> Session {
        let mut session = Session::new(&Setup::standard(kind)).unwrap();
        session.play_moves(moves).unwrap();
        session
    }

    fn found(session: &Session) -> Result<Puzzle, NoPuzzle> {
        find(session, &mut *solver_of(session, 1 << 20).unwrap(), &Limits::none().nodes(2_000_000))
    }

    #[test]
    fn a_position_with_one_right_move_is_a_puzzle_and_checks_itself() {
        // Zugzwang: the last place of column 7 leaves the other side without a good move.
        let session = at(GameKind::CONNECT4, "413273652322443616614442233677677");
        let puzzle = found(&session).unwrap();
        assert_eq!((puzzle.answer.as_str(), puzzle.line.as_str()), ("7", "7 1 1"));
        assert_eq!(puzzle.proven, Proven::Result { result: ProvenResult::Win, plies: Some(3) });
        let mut solver = solver_of(&session, 1 << 20).unwrap();
        assert_eq!(puzzle.check(&session, &mut *solver, &Limits::none()), Ok(()));
        let wrong = Puzzle { answer: "1".into(), ..puzzle };
        assert!(wrong.check(&session, &mut *solver, &Limits::none()).is_err());
    }

    #[test]
    fn what_is_no_puzzle_says_why() {
        assert_eq!(found(&at(GameKind::CONNECT4, "4141414")), Err(NoPuzzle::Over));
        let start = Session::new(&Setup::standard(GameKind::NOGO)).unwrap();
        let nodes = Limits::none().nodes(100);
        assert_eq!(find(&start, &mut *solver_of(&start, 1 << 16).unwrap(), &nodes), Err(NoPuzzle::Unsolved));
    }
}
