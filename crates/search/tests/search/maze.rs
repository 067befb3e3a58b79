//! A game whose whole graph is written down in a test: positions are numbers, moves are their places in a list.
//!
//! All keys agree in their low 64 bits, so that everything also checks that the full key is compared.

use luozi_core::{Abs, Evaluation, Evaluator, Game, IllegalMove, Key, MoveList, Player, Score, Task};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// What happens at a position.
#[derive(Clone, Debug)]
pub enum Place {
    /// The game is over with this score.
    End(i16),
    /// An evaluator gives the value, and the moves lead to these positions.
    Fork(f64, Vec<u8>),
}

/// The rules: position 0 is the start, and every move leads to a higher number.
#[derive(Clone, Debug)]
pub struct Maze {
    pub places: Arc<Vec<Place>>,
}

impl Maze {
    pub fn new(places: Vec<Place>) -> Maze {
        Maze { places: Arc::new(places) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub place: u8,
    pub to_move: Player,
}

impl Game for Maze {
    type Position = Position;
    type Move = u8;

    fn initial(&self) -> Position {
        Position { place: 0, to_move: Player::First }
    }
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }
    fn outcome(&self, position: &Position) -> Option<Score> {
        match self.places[usize::from(position.place)] {
            Place::End(score) => Some(Score(score)),
            Place::Fork(..) => None,
        }
    }
    fn score_limit(&self, _: &Position) -> i16 {
        10
    }
    fn legal_moves(&self, position: &Position, moves: &mut MoveList<u8>) {
        moves.clear();
        if let Place::Fork(_, next) = &self.places[usize::from(position.place)] {
            moves.extend(0..next.len() as u8);
        }
    }
    fn check(&self, position: &Position, mv: u8) -> Result<(), IllegalMove> {
        match &self.places[usize::from(position.place)] {
            Place::End(_) => Err(IllegalMove::GameOver),
            Place::Fork(_, next) if usize::from(mv) < next.len() => Ok(()),
            Place::Fork(..) => Err(IllegalMove::OffBoard),
        }
    }
    fn play_unchecked(&self, position: &mut Position, mv: u8) {
        if let Place::Fork(_, next) = &self.places[usize::from(position.place)] {
            *position = Position { place: next[usize::from(mv)], to_move: position.to_move.other() };
        }
    }
    fn key(&self, position: &Position) -> Key {
        Key(u128::from(position.place) << 120 | 7)
    }
    fn move_count(&self) -> usize {
        16
    }
    fn move_index(&self, mv: u8) -> usize {
        usize::from(mv)
    }
    fn move_at(&self, index: usize) -> Option<u8> {
        (index < 16).then_some(index as u8)
    }
    fn symmetries(&self) -> usize {
        1
    }
    fn inverse_symmetry(&self, _: usize) -> usize {
        0
    }
    fn transform(&self, position: &Position, _: usize) -> Position {
        *position
    }
    fn transform_move(&self, mv: u8, _: usize) -> u8 {
        mv
    }
}

/// Gives the written value, and counts how often each position is evaluated.
#[derive(Clone, Debug, Default)]
pub struct Written {
    pub evaluated: Arc<[AtomicU32; 16]>,
}

impl Written {
    pub fn count(&self, place: u8) -> u32 {
        self.evaluated[usize::from(place)].load(Ordering::Relaxed)
    }
}

impl Evaluator<Maze> for Written {
    fn evaluate(&mut self, game: &Maze, position: &Position, _: Task<'_, Maze>) -> Evaluation {
        self.evaluated[usize::from(position.place)].fetch_add(1, Ordering::Relaxed);
        match game.places[usize::from(position.place)] {
            Place::Fork(value, _) => Evaluation::of_value(Abs(value)),
            Place::End(_) => panic!("a finished position was evaluated"),
        }
    }
}
