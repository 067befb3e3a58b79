//! Making a set: self-play, a look at its positions, and the levels' answers.
//!
//! Game after game is played by levels that think little. Whatever is random in a game follows from the set's seed and the game's
//! number, and nothing is kept from one game to the next, so a set is the same each time, however often its making was
//! interrupted and by however many threads the games are shared.

use super::{Puzzle, asked_to_stop, find, fit, solver_of};
use crate::level::{self, Level};
use crate::player::{Ask, NoMove};
use crate::registry::player;
use crate::{Method, Recipe, RecipeError};
use luozi_core::Rng;
use luozi_core::solve::Limits;
use luozi_games::{GameKind, Session, Setup, SetupError};
use luozi_search::Budget;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// Simulations that a level may have to play the games, which are many.
const CHEAP_VISITS: u64 = 60;
/// Random plies before the levels take over: so few at least, and so many at most.
const OPENING: (u32, u32) = (2, 6);
/// Nodes for the proof of one move.
const PROOF_NODES: u64 = 100_000;
/// Memory of the solver's table.
const TABLE_BYTES: usize = 4 << 20;
/// Positions of a game that are looked at before it is given up.
const LOOKED_AT: usize = 24;
/// Tries of a level that chooses by lot, unless somebody wants to know it better.
const TRIES: u32 = 3;
/// A set has at most one part in so many of puzzles that the same number of levels solves.
const GRADES: usize = 5;

/// Why there are no puzzles.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// Nothing can be proven.
    #[error("{} has no exact solver, and a puzzle is a position that one has solved", game.title())]
    NoSolver {
        /// The game that was asked for.
        game: GameKind,
    },
    /// The board cannot be.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A level cannot be made.
    #[error(transparent)]
    Recipe(RecipeError),
    /// A level did not answer.
    #[error(transparent)]
    NoMove(#[from] NoMove),
}

/// A puzzle and how often each level found its answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Graded {
    /// The puzzle, without level and rating.
    pub puzzle: Puzzle,
    /// Hits and tries of each level, the weakest first.
    pub solved: Vec<(u32, u32)>,
    /// The answer ends the game, or every other move loses to the very next one.
    pub plain: bool,
    /// The least of the keys of its images, by which the same position is recognised however it is turned.
    pub key: String,
}

impl Graded {
    /// How many levels do not find the answer more often than not.
    fn failing(&self) -> usize {
        self.solved.iter().filter(|(hits, tries)| 2 * hits <= *tries).count()
    }

    /// The lowest level from which on all find the answer more often than not; one more than there are levels if there is none.
    fn level(&self) -> u8 {
        let trailing = self.solved.iter().rev().take_while(|(hits, tries)| 2 * hits > *tries).count();
        (self.solved.len() - trailing) as u8 + 1
    }
}

/// Makes the puzzles of one board from a seed.
pub struct Maker {
    setup: Setup,
    seed: u64,
    tries: u32,
    easy: bool,
}

impl Maker {
    /// A maker of puzzles on a board; an error in words where nothing can be proven.
    pub fn new(setup: &Setup, seed: u64) -> Result<Maker, MakeError> {
        solver_of(&Session::new(setup)?, 1 << 16)?;
        Ok(Maker { setup: setup.clone(), seed, tries: TRIES, easy: false })
    }

    /// Has levels that choose by lot try each puzzle so often instead of three times.
    #[must_use]
    pub fn tries(self, tries: u32) -> Maker {
        Maker { tries: tries.max(1), ..self }
    }

    /// Takes from games that give nothing else a puzzle that asks for a look at the very next move alone.
    #[must_use]
    pub fn easy(self, easy: bool) -> Maker {
        Maker { easy, ..self }
    }

    /// Plays the game with that number and looks for a puzzle in it. `stop` ends it early: then there is none, and nothing is
    /// known about the game.
    pub fn game(&self, number: u64, stop: &AtomicBool) -> Result<Option<Graded>, MakeError> {
        let mut rng = Rng::seeded(self.seed.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        let Some(played) = self.play(&mut rng, stop)? else { return Ok(None) };
        let mut solver = solver_of(&played, TABLE_BYTES)?;
        let limits = Limits::none().nodes(PROOF_NODES).stop_flag(stop);
        // From the end back as far as the solver reaches.
        let (mut session, mut reached) = (played, Vec::new());
        while session.undo().is_some() && session.moves().len() >= OPENING.0 as usize {
            let solved = solver.solve(&session, &limits, &mut |_| {});
            if asked_to_stop(solved.stopped) {
                return Ok(None);
            }
            if solved.bounds.result().is_none() {
                break;
            }
            reached.push(session.clone());
        }
        rng.shuffle(&mut reached);
        // One that asks for more than a look at the next move is preferred.
        let mut plain = None;
        for session in reached.iter().take(LOOKED_AT) {
            match find(session, &mut *solver, &limits) {
                Ok(puzzle) if is_plain(session, &puzzle) => plain = plain.or(self.easy.then_some((session, puzzle))),
                Ok(puzzle) => return self.grade(session, puzzle, false, &mut rng, stop),
                Err(_) if stop.load(Ordering::Relaxed) => return Ok(None),
                Err(_) => {}
            }
        }
        match plain {
            Some((session, puzzle)) => self.grade(session, puzzle, true, &mut rng, stop),
            None => Ok(None),
        }
    }

    /// A game of a level that thinks little against itself, after a few random moves.
    fn play(&self, rng: &mut Rng, stop: &AtomicBool) -> Result<Option<Session>, MakeError> {
        let mut session = Session::new(&self.setup)?;
        let cheap: Vec<Recipe> = Level::all()
            .map(|level| level.recipe(self.setup.kind()))
            .filter(|recipe| recipe.limits.visits.is_some_and(|visits| visits <= CHEAP_VISITS))
            .collect();
        // A level against itself: games between equals stay open for long.
        let mut recipe = cheap[rng.below(cheap.len() as u32) as usize].clone();
        let mut seat = || {
            reseed(&mut recipe, rng.word());
            player(&session, &recipe)
        };
        let mut seats = [seat()?, seat()?];
        let opening = OPENING.0 + rng.below(OPENING.1 - OPENING.0 + 1);
        while session.outcome().is_none() {
            let ply = session.moves().len();
            if ply < opening as usize {
                let legal = session.legal_indices();
                session.play_index(legal[rng.below(legal.len() as u32) as usize]).expect("a legal move");
                continue;
            }
            let ask = Ask { stop: Some(stop), ..Ask::new(Budget::default()) };
            let best = seats[ply % 2].think(&session, ask)?.best;
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            session.play(&best).expect("a player's move is legal");
        }
        Ok(Some(session))
    }

    /// Has every level try the puzzle.
    fn grade(
        &self,
        session: &Session,
        puzzle: Puzzle,
        plain: bool,
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Result<Option<Graded>, MakeError> {
        let mut solved = Vec::new();
        for level in Level::all() {
            let mut recipe = level.recipe(self.setup.kind());
            let tries = if by_lot(&recipe) { self.tries } else { 1 };
            let mut hits = 0;
            for _ in 0..tries {
                reseed(&mut recipe, rng.word());
                let ask = Ask { stop: Some(stop), ..Ask::new(Budget::default()) };
                hits += u32::from(player(session, &recipe)?.think(session, ask)?.best == puzzle.answer);
                if stop.load(Ordering::Relaxed) {
                    return Ok(None);
                }
            }
            solved.push((hits, tries));
        }
        let images = (0..session.symmetries()).map(|symmetry| session.transformed(symmetry).key().0);
        let key = format!("{:032x}", images.min().unwrap_or(session.key().0));
        Ok(Some(Graded { puzzle, solved, plain, key }))
    }
}

/// Whether a puzzle asks for a look at the very next move alone: its answer ends the game, or every other move loses to the
/// reply.
fn is_plain(session: &Session, puzzle: &Puzzle) -> bool {
    let after = |session: &Session, index: usize| {
        let mut after = session.clone();
        after.play_index(index).expect("a legal move");
        after
    };
    let other = session.to_move().other();
    let lost = |session: &Session| session.outcome().is_some_and(|score| score.winner() == Some(other));
    let (answer, wrong): (Vec<usize>, Vec<usize>) =
        session.legal_indices().into_iter().partition(|&index| session.move_text(index) == puzzle.answer);
    let ends = answer.into_iter().any(|index| after(session, index).outcome().is_some());
    let loses_at_once = |index: usize| {
        let next = after(session, index);
        lost(&next) || next.legal_indices().into_iter().any(|reply| lost(&after(&next, reply)))
    };
    ends || wrong.into_iter().all(loses_at_once)
}

/// Gives a player the seed of its random numbers, if it draws any.
fn reseed(recipe: &mut Recipe, seed: u64) {
    if let Some(own) = recipe.resources().and_then(|resources| resources.seed) {
        *own = seed;
    }
}

/// Whether two answers of a player may differ.
fn by_lot(recipe: &Recipe) -> bool {
    matches!(&recipe.method, Method::Search(params) if params.temperature > 0.0 || params.shuffle)
}

/// The fingerprint of the levels that grade the puzzles of a board; nothing where nobody keeps watch over them, as on any
/// board but the usual one.
pub fn levels_of(setup: &Setup) -> Option<&'static str> {
    let watched = *setup == Setup::standard(setup.kind());
    level::build(setup.kind()).filter(|_| watched).map(|build| build.0)
}

/// What a set says about a level.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SetLevel {
    /// Its number, from 1.
    pub level: u8,
    /// The share of its tries that found the answer.
    pub share: f64,
    /// Its rating among puzzles, on the scale on which the mean level has 1500.
    pub rating: i16,
}

/// The puzzles of a board, as they are written into a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PuzzleSet {
    /// Game and board.
    pub setup: Setup,
    /// What it was made from.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seed: u64,
    /// How the levels played that graded it; nothing where nobody keeps watch over them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub build: Option<String>,
    /// How the levels fare.
    pub levels: Vec<SetLevel>,
    /// The puzzles, the easiest first.
    pub puzzles: Vec<Puzzle>,
}

/// Chooses the puzzles of a set, one game after the other.
pub struct Chosen {
    count: usize,
    keys: BTreeSet<String>,
    /// How many there are that so many levels fail at.
    grades: [usize; 11],
    /// How many may be plain, and are.
    most_plain: usize,
    plain: usize,
    puzzles: Vec<Graded>,
}

impl Chosen {
    /// Nothing yet, of so many, of which at most so many ask for a look at the very next move alone.
    pub fn new(count: usize, most_plain: usize) -> Chosen {
        Chosen { count, keys: BTreeSet::new(), grades: [0; 11], most_plain, plain: 0, puzzles: Vec::new() }
    }

    /// Whether there are enough.
    pub fn is_full(&self) -> bool {
        self.puzzles.len() >= self.count
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// Takes the puzzle of the next game unless it is known, or there are enough as hard as it.
    pub fn offer(&mut self, graded: Graded) -> bool {
        let grade = graded.failing().min(10);
        let wanted = self.grades[grade] < self.count.div_ceil(GRADES) && !self.is_full();
        let simple = graded.plain && self.plain >= self.most_plain;
        if !wanted || simple || !self.keys.insert(graded.key.clone()) {
            return false;
        }
        self.grades[grade] += 1;
        self.plain += usize::from(graded.plain);
        self.puzzles.push(graded);
        true
    }
}

impl PuzzleSet {
    /// The set of what was chosen, rated.
    pub fn of(setup: &Setup, seed: u64, chosen: Chosen) -> PuzzleSet {
        let table: Vec<Vec<(u32, u32)>> = chosen.puzzles.iter().map(|graded| graded.solved.clone()).collect();
        let ratings = fit(&table);
        let rated = chosen.puzzles.iter().zip(&ratings.puzzles).map(|(graded, rating)| Puzzle {
            level: graded.level(),
            rating: rating.round() as i16,
            ..graded.puzzle.clone()
        });
        let mut puzzles: Vec<Puzzle> = rated.collect();
        puzzles.sort_by(|a, b| (a.rating, &a.id).cmp(&(b.rating, &b.id)));
        let row = |(index, rating): (usize, &f64)| {
            let column = table.iter().map(|row| row[index]);
            let (hits, tries) = column.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
            let share = (1000.0 * f64::from(hits) / f64::from(tries.max(1))).round() / 1000.0;
            SetLevel { level: index as u8 + 1, share, rating: rating.round() as i16 }
        };
        let levels = ratings.levels.iter().enumerate().map(row).collect();
        let build = levels_of(setup).map(str::to_string);
        PuzzleSet { setup: setup.clone(), seed, build, levels, puzzles }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_gives_the_same_puzzle_each_time_and_a_flag_ends_it() {
        let maker = Maker::new(&Setup::board(GameKind::CONNECT4, 4, 5), 3).unwrap();
        let run = AtomicBool::new(false);
        let games = || (0..6).map(|number| maker.game(number, &run).unwrap()).collect::<Vec<_>>();
        let found = games();
        assert_eq!(found, games());
        let graded: Vec<&Graded> = found.iter().flatten().collect();
        assert!(!graded.is_empty() && graded.iter().all(|graded| graded.solved.len() == 10 && !graded.plain));
        // Puzzles for beginners come only where there is no other.
        let beginners = Maker::new(&maker.setup, 3).unwrap().easy(true).tries(4);
        for (number, usual) in (0..6).zip(&found) {
            let with_easy = beginners.game(number, &run).unwrap();
            match usual {
                Some(usual) => assert_eq!(with_easy.map(|graded| graded.puzzle), Some(usual.puzzle.clone())),
                None => assert!(with_easy.is_none_or(|graded| graded.plain && graded.solved[0].1 == 4)),
            }
        }
        assert_eq!(maker.game(0, &AtomicBool::new(true)).unwrap(), None);
        let mut chosen = Chosen::new(20, 0);
        for one in found.iter().flatten() {
            chosen.offer(one.clone());
        }
        let again = graded[0].clone();
        assert!(!chosen.offer(again), "the same position is not taken twice");
        let set = PuzzleSet::of(&maker.setup, 3, chosen);
        assert!(set.puzzles.is_sorted_by_key(|puzzle| puzzle.rating) && set.levels.len() == 10);
        let (board, limits) = (Session::new(&maker.setup).unwrap(), Limits::none());
        let mut solver = solver_of(&board, 1 << 20).unwrap();
        for puzzle in &set.puzzles {
            assert_eq!(puzzle.check(&board, &mut *solver, &limits), Ok(()));
        }
    }
}
