//! The slow twin: one cell per point, recursion, and a look at the whole board for every question.

use luozi_core::conformance::Twin;
use luozi_core::{Game, Player, Score};
use luozi_games::nogo::{Point, Points, Rules, Stones};

/// The points of a set as the twin names them.
pub fn cells(points: Points) -> Vec<usize> {
    points.into_iter().map(Point::index).collect()
}

/// The board as an array of stones, the slow twin of the fast rules.
#[derive(Clone)]
pub struct Array {
    pub rows: usize,
    pub cols: usize,
    pub cells: Vec<Option<Player>>,
    pub mover: Player,
}

impl Array {
    pub fn of(rules: &Rules, stones: &Stones, mover: Player) -> Array {
        let points = (0..rules.move_count()).map(|index| rules.move_at(index).unwrap());
        let cells = points.map(|point| Player::BOTH.into_iter().find(|&p| stones.of(p).contains(point)));
        Array { rows: rules.rows(), cols: rules.cols(), cells: cells.collect(), mover }
    }

    fn beside(&self, cell: usize) -> Vec<usize> {
        let (row, col) = (cell / self.cols, cell % self.cols);
        let mut cells = Vec::new();
        if row > 0 {
            cells.push(cell - self.cols);
        }
        if row + 1 < self.rows {
            cells.push(cell + self.cols);
        }
        if col > 0 {
            cells.push(cell - 1);
        }
        if col + 1 < self.cols {
            cells.push(cell + 1);
        }
        cells
    }

    /// Collects into `liberties` those of the group that `cell` belongs to.
    fn walk(&self, cell: usize, seen: &mut Vec<usize>, liberties: &mut Vec<usize>) {
        seen.push(cell);
        for next in self.beside(cell) {
            if self.cells[next].is_none() && !liberties.contains(&next) {
                liberties.push(next);
            } else if self.cells[next] == self.cells[cell] && !seen.contains(&next) {
                self.walk(next, seen, liberties);
            }
        }
    }

    pub fn liberties(&self, cell: usize) -> usize {
        let mut liberties = Vec::new();
        self.walk(cell, &mut Vec::new(), &mut liberties);
        liberties.len()
    }

    pub fn every_group_breathes(&self) -> bool {
        (0..self.cells.len()).all(|cell| self.cells[cell].is_none() || self.liberties(cell) > 0)
    }

    pub fn playable(&self, player: Player) -> Vec<usize> {
        let mut copy = self.clone();
        let mut cells = Vec::new();
        for cell in 0..self.cells.len() {
            if self.cells[cell].is_none() {
                copy.cells[cell] = Some(player);
                if copy.every_group_breathes() {
                    cells.push(cell);
                }
                copy.cells[cell] = None;
            }
        }
        cells
    }

    pub fn legal_cells(&self, game: &Rules) -> Vec<usize> {
        let mut cells = self.playable(self.mover);
        let opening = self.cells.iter().all(Option::is_none) && self.mover == Player::First;
        if opening && game.centre_opening_forbidden() {
            cells.retain(|&cell| cell != self.cells.len() / 2);
        }
        cells
    }
}

impl Twin<Rules> for Array {
    fn start(game: &Rules) -> Array {
        Array::of(game, &Stones::NONE, Player::First)
    }

    fn legal(&self, game: &Rules) -> Vec<Point> {
        self.legal_cells(game).into_iter().map(|cell| game.move_at(cell).unwrap()).collect()
    }

    fn play(&mut self, _: &Rules, mv: Point) {
        self.cells[mv.index()] = Some(self.mover);
        self.mover = self.mover.other();
    }

    fn outcome(&self, game: &Rules) -> Option<Score> {
        let left = self.cells.iter().filter(|cell| cell.is_none()).count() as i16;
        self.legal_cells(game).is_empty().then(|| match self.mover {
            Player::First => Score(-left - 1),
            Player::Second => Score(left + 1),
        })
    }

    fn text(&self, _: &Rules) -> String {
        let symbol = |cell: &Option<Player>| match cell {
            None => '.',
            Some(Player::First) => 'X',
            Some(Player::Second) => 'O',
        };
        let rows = self.cells.chunks(self.cols).map(|row| row.iter().map(symbol).collect::<String>() + "\n");
        rows.collect::<String>() + if self.mover == Player::First { "X" } else { "O" }
    }
}
