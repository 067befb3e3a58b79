//! The battery against a slow twin, and one fact everybody knows.

use luozi::core::conformance::Twin;
use luozi::core::{Game, Notation, Player, Score, conformance};
use luozi_gomoku::{Point, Rules};

/// An array of cells.
#[derive(Clone)]
struct Array(Vec<Vec<char>>);

impl Array {
    fn turn(&self) -> char {
        let count = |stone| self.0.iter().flatten().filter(|&&cell| cell == stone).count();
        if count('X') == count('O') { 'X' } else { 'O' }
    }

    fn row_of(&self, stone: char) -> bool {
        let at = |row: i32, col: i32| self.0.get(row as usize)?.get(col as usize).copied();
        let starts = (0..self.0.len() as i32).flat_map(|row| (0..self.0[0].len() as i32).map(move |col| (row, col)));
        let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
        starts.into_iter().any(|(row, col)| {
            steps.iter().any(|(down, right)| (0..5).all(|i| at(row + i * down, col + i * right) == Some(stone)))
        })
    }
}

impl Twin<Rules> for Array {
    fn start(game: &Rules) -> Array {
        let grid = game.grid();
        Array(vec![vec!['.'; grid.cols.into()]; grid.rows.into()])
    }

    fn legal(&self, game: &Rules) -> Vec<Point> {
        if self.outcome(game).is_some() {
            return Vec::new();
        }
        let cells = self.0.iter().flatten().enumerate().filter(|(_, cell)| **cell == '.');
        cells.map(|(index, _)| game.move_at(index).unwrap()).collect()
    }

    fn play(&mut self, game: &Rules, mv: Point) {
        let (stone, cols, index) = (self.turn(), self.0[0].len(), game.move_index(mv));
        self.0[index / cols][index % cols] = stone;
    }

    fn outcome(&self, _game: &Rules) -> Option<Score> {
        match () {
            () if self.row_of('X') => Some(Score::for_player(Player::First, 1)),
            () if self.row_of('O') => Some(Score::for_player(Player::Second, 1)),
            () => self.0.iter().flatten().all(|&cell| cell != '.').then_some(Score(0)),
        }
    }

    fn text(&self, _game: &Rules) -> String {
        let rows = self.0.iter().map(|row| row.iter().collect::<String>() + "\n");
        rows.collect::<String>() + &self.turn().to_string()
    }
}

conformance!(conformance_5x5, Array, Rules::new(5, 5).unwrap(), games: 40, seed: 1);
conformance!(conformance_6x9, Array, Rules::new(6, 9).unwrap(), games: 20, seed: 2);
conformance!(conformance_15x15, Array, Rules::new(15, 15).unwrap(), games: 3, seed: 3);

#[test]
fn boards_out_of_range_are_refused_in_words() {
    assert!(Rules::new(16, 15).unwrap_err().contains("5 to 15 rows and columns, not 16 x 15"));
}
