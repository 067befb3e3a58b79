//! NoGo: Go in which capturing and suicide are both forbidden; who cannot move loses.
//!
//! [`Rules`] is the game for any rectangle, [`Position`] a small value, [`Points`] a set of points in one 128-bit word.
//! [`playout`] and [`contest`] play random games. Nothing here searches.
//!
//! # Bit layout
//!
//! A point's bit is its dense index, top row first; there are no spare columns, so that 11 x 11 fits:
//!
//! ```text
//!           A  B  C  D  E                a step right is  << 1, but not out of the right column
//!      4    0  1  2  3  4                a step left is   >> 1, but not out of the left column
//!      3    5  6  7  8  9                a step down is   << cols
//!      2   10 11 12 13 14                a step up is     >> cols
//!      1   15 16 17 18 19                bits past the last point are always 0 in a set
//! ```
//!
//! # All legal points at once
//!
//! A group is *weak* when it has exactly one liberty. With `N(s)` the points next to a point of `s`, a colour may play
//!
//! ```text
//! empty & N(empty | own stones that are not weak) - N(enemy stones that are weak)
//! ```
//!
//! *Proof.* Let `p` be empty. Every group has a liberty, since no move ever takes the last one. A stone on `p` takes
//! the liberty `p` from exactly the groups next to `p`.
//!
//! 1. It captures if and only if an enemy group next to `p` has no liberty but `p`. Such a group is weak; and a weak
//!    group next to `p` has `p` as its liberty. So the captures are `N(enemy & weak)`.
//! 2. The mover's new group has as liberties the empty points next to `p` and the liberties, other than `p`, of the
//!    own groups next to `p`. The first kind exists if and only if `p` is in `N(empty)`; the second if and only if an
//!    own group next to `p` has two liberties, that is, is not weak. So the stone has a liberty exactly on
//!    `N(empty) | N(own - weak)`, and `N` distributes over unions.
//! 3. Groups that are not next to `p` keep their liberties. ∎
//!
//! Only the groups next to a new stone change, so `weak` is kept up to date by walking over those, and each walk stops
//! at the second liberty it meets.

mod board;
pub mod contest;
mod kind;
mod notation;
pub mod playout;
mod points;
mod position;
#[cfg(target_arch = "x86_64")]
mod quartet;
mod remarks;
mod stones;
mod view;

use board::{Board, MAX_POINTS};
pub use kind::NoGo;
use luozi_core::{Game, IllegalMove, Key, MoveList, Player, Playout, Rng, Score};
pub use points::{Iter, Point, Points};
pub use position::Position;
use position::key_of;
use std::fmt;
pub use stones::{Kinds, Stones};

/// Longest side of a board.
const MAX_SIDE: u8 = 16;

/// Rules that cannot be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The board is too small or too large.
    #[error("a NoGo board has 1 to 16 rows and columns and at most 128 points, not {rows} x {cols}")]
    Size {
        /// Rows asked for.
        rows: u8,
        /// Columns asked for.
        cols: u8,
    },
    /// The centre is to be forbidden where there is none.
    #[error("a board of {rows} x {cols} has no centre to forbid; use odd numbers of rows and columns")]
    NoCentre {
        /// Rows asked for.
        rows: u8,
        /// Columns asked for.
        cols: u8,
    },
}

/// The rules of NoGo on one board.
#[derive(Clone)]
pub struct Rules {
    board: Board,
    /// The centre if it is forbidden as the first move, else nothing.
    forbidden_opening: Points,
    /// Key of the empty board, first player to move.
    empty_key: Key,
}

impl Rules {
    /// A board of up to 16 rows and columns and 128 points (11 x 11 and every smaller rectangle included).
    pub fn new(rows: u8, cols: u8) -> Result<Rules, SetupError> {
        let sides = 1..=MAX_SIDE;
        let points = usize::from(rows) * usize::from(cols);
        if !sides.contains(&rows) || !sides.contains(&cols) || points > MAX_POINTS {
            return Err(SetupError::Size { rows, cols });
        }
        let board = Board::new(rows, cols);
        let empty_key = Key::of_rules([u64::from(rows), u64::from(cols)]);
        Ok(Rules { board, forbidden_opening: Points::NONE, empty_key })
    }

    /// 9 x 9, every opening allowed.
    ///
    /// ```
    /// use luozi_core::{Game, Notation};
    /// use luozi_games::nogo::Rules;
    ///
    /// let rules = Rules::standard();
    /// let mut position = rules.initial();
    /// rules.play(&mut position, rules.parse_move("E5").unwrap()).unwrap();
    /// assert_eq!(rules.count_moves(&position), 80);
    /// ```
    pub fn standard() -> Rules {
        Rules::new(9, 9).expect("a valid size")
    }

    /// The same board where Black's first move may not be the centre.
    pub fn with_centre_opening_forbidden(self) -> Result<Rules, SetupError> {
        let (rows, cols) = (self.board.rows, self.board.cols);
        if rows % 2 == 0 || cols % 2 == 0 {
            return Err(SetupError::NoCentre { rows, cols });
        }
        let centre = Point(rows / 2 * cols + cols / 2);
        let empty_key = Key::of_rules([u64::from(rows), u64::from(cols), centre.index() as u64]);
        Ok(Rules { forbidden_opening: Points::of(centre), empty_key, ..self })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        usize::from(self.board.rows)
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        usize::from(self.board.cols)
    }

    /// Whether Black's first move may not be the centre.
    pub fn centre_opening_forbidden(&self) -> bool {
        !self.forbidden_opening.is_empty()
    }

    /// The point in a row and column counted from 0 at the top left; `None` outside the board.
    pub fn point(&self, row: usize, col: usize) -> Option<Point> {
        (row < self.rows() && col < self.cols()).then(|| Point((row * self.cols() + col) as u8))
    }

    /// Row and column of a point, counted from 0 at the top left.
    pub fn row_and_col(&self, point: Point) -> (usize, usize) {
        (point.index() / self.cols(), point.index() % self.cols())
    }

    /// All points of the board that are next to a point of the set.
    #[inline(always)]
    pub fn neighbours(&self, set: Points) -> Points {
        self.board.neighbours(set) & self.board.all
    }

    /// The points without a stone.
    #[inline(always)]
    pub fn empty(&self, stones: &Stones) -> Points {
        stones.empty(&self.board)
    }

    /// Where `player` may put a stone if it is that side's turn. The opening rule about the centre is left out: it is
    /// about a move, not about the point.
    #[inline(always)]
    pub fn playable(&self, stones: &Stones, player: Player) -> Points {
        stones.playable(&self.board, player)
    }

    /// Every empty point by who may play there, as [`Rules::playable`] sees it.
    #[inline]
    pub fn kinds(&self, stones: &Stones) -> Kinds {
        stones.kinds(&self.board)
    }

    /// The legal moves of the side to move.
    #[inline(always)]
    pub fn legal_points(&self, position: &Position) -> Points {
        self.playable(&position.stones, position.to_move) - self.forbidden_now(position)
    }

    /// The centre if it may not be played because the game begins, else nothing.
    #[inline(always)]
    fn forbidden_now(&self, position: &Position) -> Points {
        let opening = self.empty(&position.stones) == self.board.all && position.to_move == Player::First;
        if opening { self.forbidden_opening } else { Points::NONE }
    }

    /// A playout in which each side chooses uniformly among the points that both may play and, only when there is
    /// none, among its own legal moves.
    pub fn playout_both_first(&self, position: &Position, rng: &mut Rng) -> Playout {
        contest::finish(self, position, rng).playout
    }

    /// What an ended game is worth: the side that cannot move loses, by the empty points left plus one.
    #[inline(always)]
    fn score_of_loss(&self, loser: Player, empty: Points) -> Score {
        Score::for_player(loser.other(), empty.len() as i16 + 1)
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("nogo::Rules")
            .field("rows", &self.rows())
            .field("cols", &self.cols())
            .field("centre_opening_forbidden", &self.centre_opening_forbidden())
            .finish()
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Point;

    fn initial(&self) -> Position {
        Position::new(self.empty_key, Stones::NONE, Player::First)
    }

    #[inline(always)]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Score> {
        let over = self.legal_points(position).is_empty();
        over.then(|| self.score_of_loss(position.to_move, self.empty(&position.stones)))
    }

    fn score_limit(&self, position: &Position) -> i16 {
        self.empty(&position.stones).len() as i16 + 1
    }

    #[inline]
    fn legal_moves(&self, position: &Position, moves: &mut MoveList<Point>) {
        moves.clear();
        moves.extend(self.legal_points(position));
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        u64::from(self.legal_points(position).len())
    }

    fn check(&self, position: &Position, mv: Point) -> Result<(), IllegalMove> {
        let legal = self.legal_points(position);
        if !self.board.all.contains(mv) {
            Err(IllegalMove::OffBoard)
        } else if legal.contains(mv) {
            Ok(())
        } else if legal.is_empty() {
            Err(IllegalMove::GameOver)
        } else if !self.empty(&position.stones).contains(mv) {
            Err(IllegalMove::Occupied)
        } else if position.stones.captures(&self.board, position.to_move, mv) {
            Err(IllegalMove::Captures)
        } else if !self.playable(&position.stones, position.to_move).contains(mv) {
            Err(IllegalMove::Suicide)
        } else {
            Err(IllegalMove::CentreOpening)
        }
    }

    #[inline]
    fn play_unchecked(&self, position: &mut Position, mv: Point) {
        let mover = position.to_move;
        position.stones.place(&self.board, mover, mv);
        position.key ^= Key::stone(mover.index(), mv.index()) ^ Key::SECOND_TO_MOVE;
        position.to_move = mover.other();
    }

    #[inline(always)]
    fn key(&self, position: &Position) -> Key {
        position.key
    }

    fn move_count(&self) -> usize {
        self.rows() * self.cols()
    }

    #[inline(always)]
    fn move_index(&self, mv: Point) -> usize {
        mv.index()
    }

    fn move_at(&self, index: usize) -> Option<Point> {
        (index < self.move_count()).then_some(Point(index as u8))
    }

    fn symmetries(&self) -> usize {
        self.board.symmetries()
    }

    fn inverse_symmetry(&self, symmetry: usize) -> usize {
        // Only the two quarter turns (transpose, then one flip) are not their own inverse: they undo each other.
        match symmetry {
            5 => 6,
            6 => 5,
            own_inverse => own_inverse,
        }
    }

    fn transform(&self, position: &Position, symmetry: usize) -> Position {
        let stones = position.stones.image(&self.board, symmetry);
        Position::new(self.empty_key, stones, position.to_move)
    }

    fn transform_move(&self, mv: Point, symmetry: usize) -> Point {
        self.board.image(mv, symmetry)
    }

    fn canonical_key(&self, position: &Position) -> Key {
        let image_key = |symmetry| {
            key_of(self.empty_key, &position.stones, position.to_move, |stone| self.board.image(stone, symmetry))
        };
        (1..self.symmetries()).map(image_key).fold(position.key, Key::min)
    }

    fn playout(&self, position: &Position, rng: &mut Rng) -> Playout {
        playout::finish(self, &playout::Uniform, position, rng).playout
    }
}
