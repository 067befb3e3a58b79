//! The judge's board as it is, without our rules: where stones land, and a point to play when nothing better is known.
//!
//! The rules refuse boards that no game can reach (stones that hang, counts that leave nobody to move) and sizes beyond
//! theirs. Here every board has landing places, so there is an answer whenever a column is free.

use luozi_protocol::saiblo::{Point, Start, Turn};

/// The callee's stones.
const OWN: i32 = 2;
/// The opponent's stones.
const OPPONENT: i32 = 1;
/// The four directions of lines.
const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A turn on its board. `turn` has as many tops and cells as `start` says.
pub(crate) struct Board<'a> {
    pub(crate) start: &'a Start,
    pub(crate) turn: &'a Turn,
}

impl Board<'_> {
    /// What lies on a cell; `None` off the board.
    fn at(&self, x: i32, y: i32) -> Option<i32> {
        let Start { rows, cols, .. } = *self.start;
        let inside = (0..rows).contains(&x) && (0..cols).contains(&y);
        inside.then(|| self.turn.board[(x * cols + y) as usize])
    }

    fn is_free(&self, x: i32, y: i32) -> bool {
        self.at(x, y) == Some(0) && (Point { x, y }) != self.start.forbidden
    }

    /// Where a stone in column `y` lands: where the judge's top says, or where the board says if a stone or the
    /// forbidden cell is in that place. `None` in a column that the judge calls full.
    pub(crate) fn landing(&self, y: i32) -> Option<Point> {
        let top = *self.turn.top.get(usize::try_from(y).ok()?)?;
        if self.is_free(top - 1, y) {
            return Some(Point { x: top - 1, y });
        }
        let above_stones = (0..self.start.rows).take_while(|&x| self.at(x, y) == Some(0));
        let lowest = above_stones.filter(|&x| self.is_free(x, y)).last();
        lowest.filter(|_| top > 0).map(|x| Point { x, y })
    }

    /// The simplest sensible point: win, else block, else the free column nearest to the centre.
    pub(crate) fn reflex(&self) -> Option<Point> {
        let cols = self.start.cols;
        let free = || (0..cols).filter_map(|y| self.landing(y));
        let completes = |side| free().find(|&point| self.makes_four(point, side));
        let central = || free().min_by_key(|point| (2 * point.y - (cols - 1)).abs());
        completes(OWN).or_else(|| completes(OPPONENT)).or_else(central)
    }

    /// Whether a stone of `side` at `point` would stand in a line of four.
    fn makes_four(&self, point: Point, side: i32) -> bool {
        let run = |dx: i32, dy: i32| {
            (1..4).take_while(|&n| self.at(point.x + n * dx, point.y + n * dy) == Some(side)).count()
        };
        DIRECTIONS.iter().any(|&(dx, dy)| run(dx, dy) + run(-dx, -dy) >= 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of four rows and five columns from its picture: `2` own, `1` the opponent's, `#` forbidden.
    fn board(picture: &str, top: [i32; 5]) -> (Start, Turn) {
        let cells: Vec<char> = picture.chars().filter(|c| !c.is_whitespace()).collect();
        let hole = cells.iter().position(|&c| c == '#');
        let forbidden = hole.map_or(Point::NONE, |i| Point { x: i as i32 / 5, y: i as i32 % 5 });
        let board = cells.iter().map(|c| c.to_digit(10).unwrap_or(0) as i32).collect();
        (Start { rows: 4, cols: 5, forbidden }, Turn { last: Point::NONE, top: top.to_vec(), board })
    }

    fn reflex(picture: &str, top: [i32; 5]) -> Option<(i32, i32)> {
        let (start, turn) = board(picture, top);
        Board { start: &start, turn: &turn }.reflex().map(|point| (point.x, point.y))
    }

    #[test]
    fn it_wins_blocks_and_likes_the_centre() {
        assert_eq!(reflex("..... ..... ..... .....", [4; 5]), Some((3, 2)));
        assert_eq!(reflex("..... 2.... 2.... 2.11.", [1, 4, 3, 3, 4]), Some((0, 0)));
        assert_eq!(reflex("..... ..... 2.... .111.", [3, 3, 3, 3, 4]), Some((3, 4)));
        assert_eq!(reflex("..... ..2.. .12.. 121..", [4, 2, 1, 4, 4]), Some((0, 2)));
    }

    #[test]
    fn landings_follow_the_judge_unless_its_top_is_impossible() {
        let (start, turn) = board("..... ..#.. ..1.. ..1..", [4, 2, 1, 9, -5]);
        let board = Board { start: &start, turn: &turn };
        let landing = |y| board.landing(y).map(|point| point.x);
        assert_eq!(landing(0), Some(3));
        assert_eq!(landing(1), Some(1), "the judge decides where the next stone goes");
        assert_eq!(landing(2), Some(0), "above the forbidden cell");
        assert_eq!(landing(3), Some(3), "no such row: the board decides");
        assert_eq!(landing(4), None, "full, says the judge");
        assert_eq!(landing(5), None);
        assert_eq!(landing(-1), None);
    }

    #[test]
    fn a_full_board_has_no_point() {
        assert_eq!(reflex("12121 12121 21212 21212", [0; 5]), None);
    }
}
