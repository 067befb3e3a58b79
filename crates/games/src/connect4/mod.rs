//! Gravity Connect Four on any board up to 15 rows x 16 columns, with any set of forbidden cells.
//!
//! A stone falls to the lowest free cell of its column; forbidden cells are never occupied, break lines, and a stack
//! skips over them. Four or more in a row, column or diagonal win; a full board is a draw. The score of a win with the
//! winner's k-th stone is K - k + 1, where K is the number of stones that side could ever place.
//!
//! * [`Rules`] holds the masks of a board, [`Position`] the stones; both are generic over the [`Word`] that fits.
//! * `masks.rs` holds the word operations, `features.rs` the sets that nets read, `threats.rs` the forced-move hook, `playout.rs` the fast random game,
//!   `policy.rs` playouts by the published policies, `notation.rs` text in and out.

mod features;
mod kind;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod masks;
mod notation;
mod playout;
mod policy;
mod remarks;
mod threats;
mod view;
mod word;

pub use kind::Connect4;
pub use masks::Masks;
pub use policy::{Policy, PolicyPlayout};
pub use threats::{Tactics, Threats};
pub use word::{Wide, Word};

use luozi_core::{Flaw, Game, IllegalMove, Key, MoveList, Player, Playout, Rng, Score, Verdict};
use playout::Lines;
use std::sync::Arc;

/// Most rows of a board.
pub const MAX_ROWS: u8 = 15;
/// Most columns of a board.
pub const MAX_COLS: u8 = 16;

/// A column, counted from 0 at the left. People count from 1: see the notation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(pub u8);

/// A cell as people and judges name it: row and column from 0 at the top-left corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// Row from the top.
    pub row: u8,
    /// Column from the left.
    pub col: u8,
}

/// A board that cannot be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// The size is outside the limits.
    #[error(
        "a board of {rows} rows x {cols} columns is not possible; choose 1 to {MAX_ROWS} rows and 1 to {MAX_COLS} columns"
    )]
    Size {
        /// Rows asked for.
        rows: u8,
        /// Columns asked for.
        cols: u8,
    },
    /// A forbidden cell is not on the board.
    #[error(
        "forbidden cell row {}, column {} is outside the board of {rows} rows x {cols} columns; \
         rows and columns count from 0 at the top-left", cell.row, cell.col
    )]
    Forbidden {
        /// The forbidden cell that was asked for.
        cell: Cell,
        /// Rows of the board.
        rows: u8,
        /// Columns of the board.
        cols: u8,
    },
    /// The board needs more bits than the chosen word has.
    #[error("a board of {rows} rows x {cols} columns needs more than {bits} bits")]
    Word {
        /// Rows of the board.
        rows: u8,
        /// Columns of the board.
        cols: u8,
        /// Bits of the word.
        bits: u32,
    },
}

/// Size and forbidden cells of a board with all masks that follow from them.
///
/// ```
/// use luozi_core::Game;
/// use luozi_games::connect4::{Column, Rules};
///
/// let rules = Rules::<u64>::classic();
/// let mut position = rules.initial();
/// for column in [3, 2, 3, 2, 3, 2, 3] {
///     rules.play(&mut position, Column(column)).unwrap();
/// }
/// assert_eq!(rules.outcome(&position).unwrap().0, 18); // four stones of 21: 21 - 4 + 1
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules<W: Word> {
    masks: Masks<W>,
    /// The same masks with 16 bits a column, for the playouts of machines with 256-bit registers.
    wide: Masks<Wide>,
    /// Forbidden cells that stacks stand on at the start.
    floor: W,
    symmetric: bool,
    salt: Key,
    lines: Arc<Lines>,
}

/// Stones on a board. The side to move is implied by their number.
///
/// `filled` holds the stones and every forbidden cell that a stack has already reached, so that each column of it is
/// contiguous from the bottom and one addition finds the next free cell of all columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<W: Word> {
    own: W,
    filled: W,
    key: Key,
    plies: u8,
    won: bool,
}

impl<W: Word> Position<W> {
    /// Stones on the board.
    #[inline(always)]
    pub fn plies(&self) -> u8 {
        self.plies
    }
}

impl Rules<u64> {
    /// The classic board: 6 rows x 7 columns, nothing forbidden.
    pub fn classic() -> Rules<u64> {
        Rules::new(6, 7, &[]).expect("6 x 7 fits 64 bits")
    }
}

impl<W: Word> Rules<W> {
    /// Does a board of this size fit the word?
    pub const fn fits(rows: u8, cols: u8) -> bool {
        match W::FIXED_STRIDE {
            Some(stride) => (rows as u32) < stride && cols as u32 * stride <= W::BITS,
            None => (rows as u32 + 1) * cols as u32 <= W::BITS,
        }
    }

    /// A board of `rows` x `cols` with the given cells forbidden (naming one twice is harmless).
    pub fn new(rows: u8, cols: u8, forbidden: &[Cell]) -> Result<Rules<W>, SetupError> {
        if !(1..=MAX_ROWS).contains(&rows) || !(1..=MAX_COLS).contains(&cols) {
            return Err(SetupError::Size { rows, cols });
        }
        if !Self::fits(rows, cols) {
            return Err(SetupError::Word { rows, cols, bits: W::BITS });
        }
        if let Some(&cell) = forbidden.iter().find(|cell| cell.row >= rows || cell.col >= cols) {
            return Err(SetupError::Forbidden { cell, rows, cols });
        }
        let holes = || forbidden.iter().map(|cell| (rows - 1 - cell.row, cell.col));
        let masks = Masks::<W>::new(rows, cols, holes());
        let mirrored = Masks::<W>::new(rows, cols, holes().map(|(row, col)| (row, cols - 1 - col)));
        let parameters = [u64::from(rows), u64::from(cols)].into_iter().chain(masks.holes.cells().map(u64::from));
        Ok(Rules {
            masks,
            wide: Masks::new(rows, cols, holes()),
            floor: masks.floor(),
            symmetric: mirrored == masks,
            salt: Key::of_rules(parameters),
            lines: Arc::new(Lines::new(rows, cols, masks.stride(), masks.playable)),
        })
    }

    /// Rows of the board.
    pub fn rows(&self) -> u8 {
        self.masks.rows
    }

    /// Columns of the board.
    pub fn cols(&self) -> u8 {
        self.masks.cols
    }

    /// The forbidden cells, column by column from the bottom.
    pub fn forbidden(&self) -> Vec<Cell> {
        self.masks.holes.cells().map(|bit| self.cell(bit)).collect()
    }

    /// The bit of a cell.
    #[inline(always)]
    pub fn index(&self, cell: Cell) -> u32 {
        u32::from(cell.col) * self.masks.stride() + u32::from(self.masks.rows - 1 - cell.row)
    }

    /// The cell of a bit.
    pub fn cell(&self, index: u32) -> Cell {
        Cell {
            row: self.masks.rows - 1 - (index % self.masks.stride()) as u8,
            col: (index / self.masks.stride()) as u8,
        }
    }

    /// The cells where a stone can be played now: at most one a column.
    #[inline(always)]
    pub fn next_cells(&self, position: &Position<W>) -> W {
        self.masks.next_after(position.filled)
    }

    /// The cell a stone in `column` would take, `None` if the column is full or not on the board.
    pub fn landing(&self, position: &Position<W>, column: Column) -> Option<Cell> {
        let cell = self.landing_bit(position, column)?;
        (!cell.is_empty()).then(|| self.cell(cell.lowest()))
    }

    #[inline(always)]
    fn landing_bit(&self, position: &Position<W>, column: Column) -> Option<W> {
        (column.0 < self.masks.cols).then(|| self.next_cells(position) & self.masks.column(column.0))
    }

    /// The board as sets of cells.
    #[inline(always)]
    pub fn masks(&self) -> &Masks<W> {
        &self.masks
    }

    /// The stones and every forbidden cell that a stack has reached: each column is contiguous from the bottom.
    #[inline(always)]
    pub fn filled(&self, position: &Position<W>) -> W {
        position.filled
    }

    /// Stones of the side to move.
    #[inline(always)]
    pub fn own(&self, position: &Position<W>) -> W {
        position.own
    }

    /// Stones of the side that moved last.
    #[inline(always)]
    pub fn other(&self, position: &Position<W>) -> W {
        (position.filled & !self.masks.holes) ^ position.own
    }

    /// Stones of a player.
    pub fn stones(&self, position: &Position<W>, player: Player) -> W {
        if player == self.to_move(position) { self.own(position) } else { self.other(position) }
    }

    /// Who has a stone on `cell`.
    pub fn at(&self, position: &Position<W>, cell: Cell) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.stones(position, player).has(self.index(cell)))
    }

    /// Are there four of these stones in a line?
    #[inline(always)]
    pub fn has_four(&self, stones: W) -> bool {
        self.masks.has_four(stones)
    }

    /// The cells of all fours of the winner, for drawing; empty when nobody has won.
    pub fn winning_line(&self, position: &Position<W>) -> Vec<Cell> {
        let stones = self.other(position);
        let mut line = W::ZERO;
        for step in [1, self.masks.stride() - 1, self.masks.stride(), self.masks.stride() + 1] {
            if 3 * step >= W::BITS || step == 0 {
                continue;
            }
            let fours = stones & stones.shr(step) & stones.shr(2 * step) & stones.shr(3 * step);
            line = line | fours | fours.shl(step) | fours.shl(2 * step) | fours.shl(3 * step);
        }
        line.cells().map(|bit| self.cell(bit)).collect()
    }

    /// The score if the side to move wins with its `extra`-th stone from now (1 = this move).
    #[inline(always)]
    fn score_of_own_win(&self, position: &Position<W>, extra: i16) -> Score {
        let own_stones = i16::from(position.plies / 2);
        self.masks.win_score(self.to_move(position), own_stones + extra)
    }

    /// The score if the opponent wins with its next stone.
    #[inline(always)]
    fn score_of_quick_loss(&self, position: &Position<W>) -> Score {
        let other_stones = i16::from(position.plies.div_ceil(2));
        self.masks.win_score(self.to_move(position).other(), other_stones + 1)
    }

    /// A position from the stones of both players, which must lie as gravity wants them and be equal in number or one
    /// more of the first. Recomputes everything else; `Err` says what is wrong.
    fn position_of(&self, first: W, second: W) -> Result<Position<W>, Flaw> {
        let (a, b) = (first.count(), second.count());
        let stones = first | second;
        let mut filled = self.floor;
        while !(self.masks.next_after(filled) & stones).is_empty() {
            filled = self.masks.fill(filled, self.masks.next_after(filled) & stones);
        }
        if filled & !self.masks.holes != stones {
            let hanging = self.cell((stones & !filled).lowest());
            return Err(Flaw::Hanging { row: usize::from(hanging.row) + 1, column: usize::from(hanging.col) + 1 });
        }
        if a != b && a != b + 1 {
            return Err(Flaw::Counts { first: a as usize, second: b as usize });
        }
        let (own, other) = if a == b { (first, second) } else { (second, first) };
        if self.has_four(own) {
            return Err(Flaw::WonBefore);
        }
        let key = self.key_of([first, second]);
        Ok(Position { own, filled, key, plies: (a + b) as u8, won: self.has_four(other) })
    }

    /// The key of a position with these stones of both players.
    fn key_of(&self, stones: [W; 2]) -> Key {
        let mut key = self.salt;
        for (player, set) in stones.into_iter().enumerate() {
            set.cells().for_each(|cell| key ^= Key::stone(player, cell as usize));
        }
        key
    }

    /// The mirror image of a set of cells.
    fn mirror(&self, set: W) -> W {
        (0..self.masks.cols).fold(W::ZERO, |image, col| {
            let column = (set & self.masks.column(col)).shr(u32::from(col) * self.masks.stride());
            image | column.shl(u32::from(self.masks.cols - 1 - col) * self.masks.stride())
        })
    }

    /// Replaces `moves` by the columns of `cells` (at most one cell a column).
    #[inline(always)]
    fn columns_of(&self, cells: W, moves: &mut MoveList<Column>) {
        moves.clear();
        moves.extend(cells.cells().map(|cell| Column((cell / self.masks.stride()) as u8)));
    }

    /// What tactics mean for the hook.
    #[inline(always)]
    fn verdict(&self, position: &Position<W>, tactics: Tactics<W>, moves: &mut MoveList<Column>) -> Verdict {
        let (cells, verdict) = match tactics {
            Tactics::Win(cells) => (cells, Verdict::Decided(self.score_of_own_win(position, 1))),
            Tactics::Lost(cells) => (cells, Verdict::Decided(self.score_of_quick_loss(position))),
            Tactics::WinByTwoStep(cells) => (cells, Verdict::Decided(self.score_of_own_win(position, 2))),
            Tactics::Safe(cells) => (cells, Verdict::Open),
        };
        self.columns_of(cells, moves);
        verdict
    }

    #[inline(always)]
    fn play_cell(&self, position: &mut Position<W>, cell: W) {
        let mover = usize::from(position.plies & 1);
        let own = position.own | cell;
        let other = self.other(position);
        position.filled = self.masks.fill(position.filled, cell);
        position.key ^= Key::stone(mover, cell.lowest() as usize);
        position.plies += 1;
        position.won = self.has_four(own);
        position.own = other;
    }
}

impl<W: Word> Game for Rules<W> {
    type Position = Position<W>;
    type Move = Column;

    const HAS_HOOK: bool = true;

    fn initial(&self) -> Position<W> {
        Position { own: W::ZERO, filled: self.floor, key: self.salt, plies: 0, won: false }
    }

    #[inline(always)]
    fn to_move(&self, position: &Position<W>) -> Player {
        Player::BOTH[usize::from(position.plies & 1)]
    }

    #[inline(always)]
    fn outcome(&self, position: &Position<W>) -> Option<Score> {
        if position.won {
            let winner = self.to_move(position).other();
            Some(self.masks.win_score(winner, i16::from(position.plies.div_ceil(2))))
        } else {
            self.next_cells(position).is_empty().then_some(Score::DRAW)
        }
    }

    fn score_limit(&self, position: &Position<W>) -> i16 {
        let stones = i16::from(position.plies / 2);
        (self.masks.capacity[0] - stones.max(3)).max(0)
    }

    #[inline(always)]
    fn legal_moves(&self, position: &Position<W>, moves: &mut MoveList<Column>) {
        if position.won {
            moves.clear();
        } else {
            self.columns_of(self.next_cells(position), moves);
        }
    }

    #[inline(always)]
    fn count_moves(&self, position: &Position<W>) -> u64 {
        if position.won { 0 } else { u64::from(self.next_cells(position).count()) }
    }

    /// By cells, without lists of moves.
    fn perft(&self, position: &Position<W>, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves(position),
            _ if position.won => 0,
            _ => {
                let mut left = self.next_cells(position);
                let mut sequences = 0;
                while !left.is_empty() {
                    let cell = W::bit(left.lowest());
                    left = left ^ cell;
                    let mut child = *position;
                    self.play_cell(&mut child, cell);
                    sequences += self.perft(&child, depth - 1);
                }
                sequences
            }
        }
    }

    fn check(&self, position: &Position<W>, mv: Column) -> Result<(), IllegalMove> {
        match self.landing_bit(position, mv) {
            _ if self.outcome(position).is_some() => Err(IllegalMove::GameOver),
            None => Err(IllegalMove::OffBoard),
            Some(cell) if cell.is_empty() => Err(IllegalMove::ColumnFull),
            Some(_) => Ok(()),
        }
    }

    #[inline(always)]
    fn play_unchecked(&self, position: &mut Position<W>, mv: Column) {
        if let Some(cell) = self.landing_bit(position, mv) {
            debug_assert!(!cell.is_empty(), "column {} is full", mv.0);
            self.play_cell(position, cell);
        }
    }

    #[inline(always)]
    fn key(&self, position: &Position<W>) -> Key {
        position.key
    }

    fn move_count(&self) -> usize {
        usize::from(self.masks.cols)
    }

    #[inline(always)]
    fn move_index(&self, mv: Column) -> usize {
        usize::from(mv.0)
    }

    #[inline(always)]
    fn move_at(&self, index: usize) -> Option<Column> {
        (index < usize::from(self.masks.cols)).then_some(Column(index as u8))
    }

    fn symmetries(&self) -> usize {
        if self.symmetric { 2 } else { 1 }
    }

    fn inverse_symmetry(&self, symmetry: usize) -> usize {
        symmetry
    }

    fn transform(&self, position: &Position<W>, symmetry: usize) -> Position<W> {
        if symmetry == 0 {
            return *position;
        }
        let image = Position { own: self.mirror(position.own), filled: self.mirror(position.filled), ..*position };
        let key = self.key_of(Player::BOTH.map(|player| self.stones(&image, player)));
        Position { key, ..image }
    }

    fn transform_move(&self, mv: Column, symmetry: usize) -> Column {
        if symmetry == 0 { mv } else { Column(self.masks.cols - 1 - mv.0) }
    }

    fn candidates(&self, position: &Position<W>, moves: &mut MoveList<Column>) -> Verdict {
        self.verdict(position, self.tactics(position), moves)
    }

    fn playout(&self, position: &Position<W>, rng: &mut Rng) -> Playout {
        playout::uniform(self, position, rng, |_| ())
    }

    fn playout_aloud(&self, position: &Position<W>, rng: &mut Rng, tell: &mut dyn FnMut(Column)) -> Playout {
        playout::uniform(self, position, rng, |cell| tell(Column(self.cell(cell).col)))
    }
}
