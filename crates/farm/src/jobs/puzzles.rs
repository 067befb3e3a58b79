//! Games of levels, each searched for a puzzle, and the puzzle graded.

use super::{Bench, Job, Place};
use luozi_engine::puzzle::{Graded, Maker};
use luozi_games::{Session, Setup};
use serde::{Deserialize, Serialize};
use std::sync::atomic::Ordering;

/// Puzzles from games.
#[derive(Clone, Copy, Debug)]
pub enum Puzzles {}

/// What all games of a run are played for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PuzzleTerms {
    /// Game and board.
    pub setup: Setup,
    /// Everything random follows from it and from the number of the game.
    pub seed: u64,
    /// How often a level that chooses by lot tries each puzzle.
    pub tries: u32,
    /// Whether puzzles are taken that ask for a look at the very next move alone.
    pub easy: bool,
}

impl PuzzleTerms {
    /// Makes the puzzles.
    fn maker(&self) -> Result<Maker, String> {
        let maker = Maker::new(&self.setup, self.seed).map_err(|problem| problem.to_string())?;
        Ok(maker.tries(self.tries).easy(self.easy))
    }
}

/// The game with that number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzleGame(pub u64);

impl Job for Puzzles {
    const WORD: &'static str = "puzzles";
    type Terms = PuzzleTerms;
    type Item = PuzzleGame;
    /// Nothing, where the game has no puzzle.
    type Found = Option<Graded>;
    type Desk = Maker;

    fn place(game: &PuzzleGame) -> Place {
        (0, game.0 as usize)
    }

    fn sit_down(terms: &PuzzleTerms, _: &Bench<'_>) -> Result<Maker, String> {
        terms.maker()
    }

    fn work(maker: &mut Maker, game: &PuzzleGame, at: &Bench<'_>) -> Result<Option<Option<Graded>>, String> {
        let found = maker.game(game.0, at.give_up).map_err(|problem| problem.to_string())?;
        // What was broken off says nothing about the game.
        Ok((!at.give_up.load(Ordering::Relaxed)).then_some(found))
    }

    /// Whether the position can be reached and the answer played. That the answer is the only one costs as much to prove as
    /// to find: one game of some is played again, and `luozi puzzles --check` proves a whole set.
    fn check(terms: &PuzzleTerms, _: &PuzzleGame, found: &Option<Graded>) -> Result<(), String> {
        let Some(graded) = found else { return Ok(()) };
        let board = Session::new(&terms.setup).map_err(|problem| problem.to_string())?;
        let mut session = graded.puzzle.session(&board).ok_or("its moves cannot be played")?;
        let answers: Vec<&str> = graded.puzzle.line.split_whitespace().collect();
        if answers.first() != Some(&graded.puzzle.answer.as_str()) {
            return Err("its best play does not begin with its answer".to_string());
        }
        for answer in answers {
            session.play(answer).map_err(|problem| format!("its best play: {problem}"))?;
        }
        match graded.solved.iter().all(|(hits, tries)| hits <= tries && *tries <= terms.tries.max(1)) {
            true => Ok(()),
            false => Err("a level has more hits than tries".to_string()),
        }
    }

    fn repeats(_: &PuzzleTerms, _: &PuzzleGame) -> bool {
        true
    }

    fn essence(found: &Option<Graded>) -> String {
        format!("{found:?}")
    }
}
