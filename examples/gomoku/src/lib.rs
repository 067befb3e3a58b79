//! Five in a row on boards up to 15 x 15: a game in a crate of its own.
//!
//! Black begins; five or more in a row win; a full board is a draw. The score is 1 for a win and nothing more. Everything
//! that Luozi does with a game it does with this one: rules ([`Game`]), text ([`Notation`]), pictures ([`View`]), players
//! ([`Playable`]), and the entry under which the program knows it ([`GameType`], [`EngineGame`]).
//!
//! A position is two sets of cells, one bit a cell, row by row from the top left, in four words of 64 bits.

use luozi::core::diagram::{self, Symbol};
use luozi::core::{
    Cell, ColumnLabels, Flaw, Game, Grid, IllegalMove, Key, MoveList, Naming, Notation, ParseError, Places, Player,
    RowLabels, Score, View,
};
use luozi::engine::{EngineGame, GameEngine, Playable, typed};
use luozi::games::{GameType, Session, Setup, SetupError, Sizes};

/// Stones in a row that win.
const ROW: usize = 5;
/// Shortest and longest side of a board.
const SIDES: std::ops::RangeInclusive<u8> = 5..=15;
/// A step along each of the four lines through a cell.
const LINES: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The size of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    rows: u8,
    cols: u8,
}

/// The cell of a stone, row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u8);

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Stones([u64; 4]);

impl Stones {
    fn has(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }
    fn put(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

/// Stones of both sides, and whether the last one made a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    stones: [Stones; 2],
    won: bool,
    key: Key,
}

impl Rules {
    /// A board of that size; from 5 to 15 rows and columns.
    pub fn new(rows: u8, cols: u8) -> Result<Rules, String> {
        if SIDES.contains(&rows) && SIDES.contains(&cols) {
            return Ok(Rules { rows, cols });
        }
        let (least, most) = (SIDES.start(), SIDES.end());
        Err(format!("a Gomoku board has {least} to {most} rows and columns, not {rows} x {cols}"))
    }

    fn cells(&self) -> usize {
        usize::from(self.rows) * usize::from(self.cols)
    }

    /// The cells from a cell on in one direction that hold stones of a set.
    fn run(&self, stones: Stones, from: usize, (down, right): (isize, isize)) -> Vec<usize> {
        let (rows, cols) = (self.rows as isize, self.cols as isize);
        let (row, col) = (from as isize / cols, from as isize % cols);
        let steps = (1..).map(|step| (row + step * down, col + step * right));
        let inside = steps.take_while(|(row, col)| (0..rows).contains(row) && (0..cols).contains(col));
        inside.map(|(row, col)| (row * cols + col) as usize).take_while(|&cell| stones.has(cell)).collect()
    }

    /// The row of five or more through a stone, if there is one.
    fn row_through(&self, stones: Stones, cell: usize) -> Option<Vec<usize>> {
        LINES.into_iter().find_map(|(down, right)| {
            let mut row = self.run(stones, cell, (-down, -right));
            row.push(cell);
            row.extend(self.run(stones, cell, (down, right)));
            (row.len() >= ROW).then_some(row)
        })
    }

    /// The position with these stones.
    fn with_stones(&self, stones: [Stones; 2]) -> Position {
        let key = (0..self.cells()).fold(self.initial().key, |key, cell| {
            let owner = (0..2).find(|&side| stones[side].has(cell));
            owner.map_or(key, |side| key ^ Key::stone(side, cell))
        });
        let row =
            |side: usize| (0..self.cells()).any(|c| stones[side].has(c) && self.row_through(stones[side], c).is_some());
        Position { stones, won: row(0) || row(1), key }
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Point;

    fn initial(&self) -> Position {
        let key = Key::of_rules([5, u64::from(self.rows), u64::from(self.cols)]);
        Position { stones: [Stones::default(); 2], won: false, key }
    }

    fn to_move(&self, position: &Position) -> Player {
        let [black, white] = position.stones.map(Stones::count);
        if black > white { Player::Second } else { Player::First }
    }

    fn outcome(&self, position: &Position) -> Option<Score> {
        let full = || position.stones.map(Stones::count).iter().sum::<u32>() as usize == self.cells();
        match position.won {
            true => Some(Score::for_player(self.to_move(position).other(), 1)),
            false => full().then_some(Score(0)),
        }
    }

    fn score_limit(&self, _position: &Position) -> i16 {
        1
    }

    fn legal_moves(&self, position: &Position, moves: &mut MoveList<Point>) {
        moves.clear();
        if !position.won {
            let [black, white] = position.stones;
            moves.extend((0..self.cells()).filter(|&c| !black.has(c) && !white.has(c)).map(|cell| Point(cell as u8)));
        }
    }

    fn check(&self, position: &Position, Point(cell): Point) -> Result<(), IllegalMove> {
        let cell = usize::from(cell);
        match () {
            () if cell >= self.cells() => Err(IllegalMove::OffBoard),
            () if self.outcome(position).is_some() => Err(IllegalMove::GameOver),
            () if position.stones.iter().any(|stones| stones.has(cell)) => Err(IllegalMove::Occupied),
            () => Ok(()),
        }
    }

    fn play_unchecked(&self, position: &mut Position, Point(cell): Point) {
        let (side, cell) = (self.to_move(position).index(), usize::from(cell));
        position.stones[side].put(cell);
        position.key ^= Key::stone(side, cell);
        position.won = self.row_through(position.stones[side], cell).is_some();
    }

    fn key(&self, position: &Position) -> Key {
        position.key
    }

    fn move_count(&self) -> usize {
        self.cells()
    }

    fn move_index(&self, Point(cell): Point) -> usize {
        usize::from(cell)
    }
    fn move_at(&self, index: usize) -> Option<Point> {
        (index < self.cells()).then_some(Point(index as u8))
    }

    // The identity alone: symmetries make nothing right or wrong, and no part of this example is faster with them.
    fn symmetries(&self) -> usize {
        1
    }
    fn inverse_symmetry(&self, symmetry: usize) -> usize {
        symmetry
    }
    fn transform(&self, position: &Position, _symmetry: usize) -> Position {
        *position
    }
    fn transform_move(&self, mv: Point, _symmetry: usize) -> Point {
        mv
    }
}

impl Notation for Rules {
    fn grid(&self) -> Grid {
        Grid {
            rows: self.rows,
            cols: self.cols,
            places: Places::Points,
            naming: Naming::Cells,
            column_labels: ColumnLabels::GoLetters,
            row_labels: RowLabels::FromBottom,
        }
    }

    fn position_text(&self, position: &Position) -> String {
        let (rows, cols) = (usize::from(self.rows), usize::from(self.cols));
        let symbol = |row: usize, col: usize| {
            let owner = Player::BOTH.into_iter().find(|side| position.stones[side.index()].has(row * cols + col));
            owner.map_or(Symbol::Empty, Symbol::Stone)
        };
        diagram::write(rows, cols, symbol, self.to_move(position))
    }

    fn parse_position(&self, text: &str) -> Result<Position, ParseError> {
        let read = diagram::read(text, usize::from(self.rows), usize::from(self.cols))?;
        let mut stones = [Stones::default(); 2];
        for (cell, &(offset, symbol)) in read.cells.iter().enumerate() {
            match symbol {
                Symbol::Empty => {}
                Symbol::Stone(player) => stones[player.index()].put(cell),
                Symbol::Forbidden => return Err(ParseError::unexpected(text, offset, "#", "`.`, `X` or `O`")),
            }
        }
        let [black, white] = stones.map(Stones::count);
        let position = self.with_stones(stones);
        if black != white && black != white + 1 {
            let counts = Flaw::Counts { first: black as usize, second: white as usize };
            return Err(ParseError::impossible(text, 0, counts));
        }
        if let Some(side) = read.side.filter(|&side| side != self.to_move(&position)) {
            return Err(ParseError::impossible(text, text.trim_end().len().saturating_sub(1), Flaw::Turn { side }));
        }
        Ok(position)
    }
}

impl View for Rules {
    fn finish(&self, position: &Position, score: Score) -> (&'static str, Vec<Cell>) {
        let row = score.winner().and_then(|winner| {
            let own = position.stones[winner.index()];
            (0..self.cells()).filter(|&cell| own.has(cell)).find_map(|cell| self.row_through(own, cell))
        });
        (if row.is_some() { "five" } else { "full" }, row.unwrap_or_default().into_iter().map(|c| c as Cell).collect())
    }
}

impl Playable for Rules {}

/// The game as the program knows it.
#[derive(Clone, Copy, Debug)]
pub struct Gomoku;

impl GameType for Gomoku {
    fn word(&self) -> &'static str {
        "gomoku"
    }
    fn title(&self) -> &'static str {
        "Gomoku"
    }
    fn title_zh(&self) -> &'static str {
        "五子棋"
    }

    fn sizes(&self) -> Sizes {
        Sizes { standard: (15, 15), smallest: (5, 5), largest: (15, 15), square: false, offered: &[(9, 9), (15, 15)] }
    }

    fn open(&self, setup: &Setup) -> Result<Session, SetupError> {
        Ok(Session::over(setup, Rules::new(setup.rows, setup.cols).map_err(SetupError::new)?))
    }

    fn example(&self) -> &'static str {
        "H8 J9"
    }
}

impl EngineGame for Gomoku {
    fn engine<'s>(&self, session: &'s Session) -> Option<Box<dyn GameEngine + 's>> {
        typed::<Rules>(session)
    }
}
