//! Reversi on 8x8, and on 6x6 and 4x4 by the same code.
//!
//! This module holds the rules and positions; [`bits`] finds moves and flips, [`obf`] reads scored positions. A pass
//! is a move, made exactly when a side cannot place a disc and the other can; when neither can, the game is over.
//! Black is the first player.
//!
//! A position is two sets of discs, bit 0 the top-left square and bit 63 the bottom-right one:
//!
//! ```text
//!        a  b  c  d  e  f  g  h
//!    1   0  1  2  3  4  5  6  7
//!    2   8  9 10 11 12 13 14 15        north is -8, south is +8
//!    3  16 17 18 19 20 21 22 23        west  is -1, east  is +1
//!    4  24 25 26  O  X 29 30 31
//!    5  32 33 34  X  O 37 38 39        O  the second player (white)
//!    6  40 41 42 43 44 45 46 47        X  the first player (black)
//!    7  48 49 50 51 52 53 54 55
//!    8  56 57 58 59 60 61 62 63
//! ```
//!
//! A smaller board is the top-left corner of this one. The cells beyond it stay empty and nobody may play there; no
//! disc ever stands on them, so lines end at them exactly as at the edge.
//!
//! ```
//! use luozi_core::{Game, Notation};
//! use luozi_games::reversi::Rules;
//!
//! let rules = Rules::standard();
//! let mut position = rules.initial();
//! for mv in rules.parse_moves(&position, "f5d6c3").unwrap() {
//!     rules.play(&mut position, mv).unwrap();
//! }
//! assert_eq!(rules.empties(&position).count_ones(), 57);
//! ```

pub mod bits;
mod game;
mod kernels;
mod kind;
mod notation;
pub mod obf;
mod remarks;
mod square;
mod symmetry;
mod view;

pub use kind::Reversi;
pub use square::Square;
pub use symmetry::transpose;

use luozi_core::{Key, Player};

/// How a finished game is scored. The winner is the same either way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scoring {
    /// The difference of discs.
    #[default]
    Difference,
    /// The difference of discs, with the empty squares counted for the winner: how the endgame suites score.
    EmptiesToWinner,
}

/// Size of the board and scoring.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    size: usize,
    scoring: Scoring,
    /// The squares of the board.
    board: u64,
    /// The part of every key that tells these rules apart.
    seed: Key,
}

/// Rules or a position that cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The size is not one of ours.
    #[error("no Reversi board has {0} rows; expected 4, 6 or 8")]
    Size(usize),
    /// A disc stands beyond the board.
    #[error("a disc stands on {0}, which is not on this board")]
    OffBoard(Square),
    /// Two discs stand on one square.
    #[error("both sides have a disc on {0}")]
    Overlap(Square),
}

/// Discs, side to move and key. Made by [`Rules`] only, so the sets are disjoint and on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    key: Key,
    discs: [u64; 2],
    to_move: Player,
}

const _: () = assert!(size_of::<Position>() == 48, "three quarters of a cache line");

impl Position {
    /// The discs of one side.
    #[inline(always)]
    pub const fn discs(&self, player: Player) -> u64 {
        self.discs[player.index()]
    }

    /// The discs of the side to move.
    #[inline(always)]
    pub const fn own(&self) -> u64 {
        self.discs(self.to_move)
    }

    /// The discs of the other side.
    #[inline(always)]
    pub const fn opponent(&self) -> u64 {
        self.discs(self.to_move.other())
    }
}

impl Rules {
    /// 8x8, scored by the difference of discs.
    pub fn standard() -> Rules {
        Rules::with_board(8, Scoring::Difference)
    }

    /// A board of `size` x `size` squares, 4, 6 or 8.
    pub fn new(size: usize, scoring: Scoring) -> Result<Rules, SetupError> {
        if matches!(size, 4 | 6 | 8) { Ok(Rules::with_board(size, scoring)) } else { Err(SetupError::Size(size)) }
    }

    fn with_board(size: usize, scoring: Scoring) -> Rules {
        let row = u64::MAX >> (64 - size);
        let board = (0..size).fold(0, |board, i| board | row << (8 * i));
        Rules { size, scoring, board, seed: Key::of_rules([size as u64, scoring as u64]) }
    }

    /// Rows of the board, which has as many columns.
    #[inline(always)]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// How finished games are scored.
    #[inline(always)]
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// The squares of the board.
    #[inline(always)]
    pub const fn board(&self) -> u64 {
        self.board
    }

    /// The position with these discs, of the first and the second player.
    pub fn position(&self, discs: [u64; 2], to_move: Player) -> Result<Position, SetupError> {
        let [first, second] = discs;
        let beyond = (first | second) & !self.board;
        if beyond != 0 {
            return Err(SetupError::OffBoard(Square::lowest(beyond)));
        }
        if first & second != 0 {
            return Err(SetupError::Overlap(Square::lowest(first & second)));
        }
        Ok(self.with_discs(discs, to_move))
    }

    /// As [`Rules::position`], for discs known to be on the board and apart; the key is computed from nothing.
    fn with_discs(&self, discs: [u64; 2], to_move: Player) -> Position {
        let mut key = self.seed;
        if to_move == Player::Second {
            key ^= Key::SECOND_TO_MOVE;
        }
        for player in Player::BOTH {
            for square in squares(discs[player.index()]) {
                key ^= Key::stone(player.index(), square.number());
            }
        }
        Position { key, discs, to_move }
    }

    /// The empty squares of the board.
    #[inline(always)]
    pub const fn empties(&self, position: &Position) -> u64 {
        self.board & !(position.discs[0] | position.discs[1])
    }

    /// The squares on which the side to move may place a disc.
    #[inline(always)]
    pub fn placements(&self, position: &Position) -> u64 {
        bits::PORTABLE.moves(position.own(), position.opponent()) & self.board
    }

    /// Whether the other side could place a disc if it were its turn.
    #[inline(always)]
    fn opponent_can_place(&self, position: &Position) -> bool {
        bits::PORTABLE.moves(position.opponent(), position.own()) & self.board != 0
    }

    /// The squares so many steps from the corners towards the middle: with 0 the corners, with 1 those diagonally beside them.
    pub fn at_corners(&self, steps: usize) -> u64 {
        let ends = [steps, self.size - 1 - steps];
        ends.iter().flat_map(|row| ends.map(|column| 1 << (8 * row + column))).fold(0, |set, square: u64| set | square)
    }

    /// The score of a finished game for the owner of `own`.
    #[inline(always)]
    pub fn final_score(&self, own: u64, opponent: u64) -> i16 {
        let difference = own.count_ones() as i16 - opponent.count_ones() as i16;
        match self.scoring {
            Scoring::Difference => difference,
            Scoring::EmptiesToWinner => {
                let empties = (self.board & !(own | opponent)).count_ones() as i16;
                difference + difference.signum() * empties
            }
        }
    }
}

/// The squares of a set, lowest first.
#[inline(always)]
pub fn squares(set: u64) -> impl Iterator<Item = Square> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let square = Square::lowest(rest);
        rest &= rest.wrapping_sub(1);
        (square != Square::PASS).then_some(square)
    })
}
