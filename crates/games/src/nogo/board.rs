//! The rectangle: which points exist, which touch, and how its symmetries move them.

use super::points::{Point, Points};

/// No board has more points: a set of points is one 128-bit word.
pub(super) const MAX_POINTS: usize = 128;

/// The geometry of one board size.
#[derive(Clone)]
pub(super) struct Board {
    pub(super) rows: u8,
    pub(super) cols: u8,
    /// The set of every point of the board.
    pub(super) all: Points,
    left_column: Points,
    pub(super) right_column: Points,
    /// The points next to each point, as a set.
    around: [Points; MAX_POINTS],
    /// Image of each point under each symmetry: bit 0 swaps left and right, bit 1 top and bottom, and before both
    /// bit 2 (on squares) rows and columns.
    images: Vec<[Point; MAX_POINTS]>,
}

impl Board {
    /// The sides must be at least 1 and the points at most [`MAX_POINTS`].
    pub(super) fn new(rows: u8, cols: u8) -> Board {
        let all = Points(u128::MAX >> (MAX_POINTS - usize::from(rows) * usize::from(cols)));
        let column = |col| (0..rows).map(|row| Point(row * cols + col)).collect();
        let mut board = Board {
            rows,
            cols,
            all,
            left_column: column(0),
            right_column: column(cols - 1),
            around: [Points::NONE; MAX_POINTS],
            images: Vec::new(),
        };
        for point in all {
            board.around[point.index()] = board.neighbours(Points::of(point)) & all;
        }
        board.images = (0..if rows == cols { 8 } else { 4 }).map(|symmetry| board.images_under(symmetry)).collect();
        board
    }

    fn images_under(&self, symmetry: u8) -> [Point; MAX_POINTS] {
        let mut images = [Point(0); MAX_POINTS];
        for point in self.all {
            let (mut row, mut col) = (point.0 / self.cols, point.0 % self.cols);
            if symmetry & 4 != 0 {
                (row, col) = (col, row);
            }
            if symmetry & 1 != 0 {
                col = self.cols - 1 - col;
            }
            if symmetry & 2 != 0 {
                row = self.rows - 1 - row;
            }
            images[point.index()] = Point(row * self.cols + col);
        }
        images
    }

    pub(super) fn symmetries(&self) -> usize {
        self.images.len()
    }

    #[inline]
    pub(super) fn image(&self, point: Point, symmetry: usize) -> Point {
        self.images[symmetry][point.index() % MAX_POINTS]
    }

    pub(super) fn image_of_set(&self, points: Points, symmetry: usize) -> Points {
        points.into_iter().map(|point| self.image(point, symmetry)).collect()
    }

    /// The points next to a point.
    #[inline(always)]
    pub(super) fn around(&self, point: Point) -> Points {
        self.around[point.index() % MAX_POINTS]
    }

    /// All points next to a point of the set. May contain bits past the board: every caller intersects the result
    /// with a set of points of the board.
    #[inline(always)]
    pub(super) fn neighbours(&self, set: Points) -> Points {
        let [right, left, down, up] = self.steps(set);
        right | left | down | up
    }

    /// The set moved by a step right, left, down and up; bits past the board as above.
    #[inline(always)]
    pub(super) fn steps(&self, set: Points) -> [Points; 4] {
        // A row is at most 16 wide: the mask tells the compiler that no bit jumps over a whole word.
        let width = self.cols & 31;
        let right = (set - self.right_column).0 << 1;
        let left = (set - self.left_column).0 >> 1;
        [right, left, set.0 << width, set.0 >> width].map(Points)
    }

    /// How the stones of each side hang together.
    #[inline(always)]
    pub(super) fn links(&self, stones: [Points; 2]) -> Links {
        let [first, second] = stones;
        let ([first_right, _, first_down, _], [second_right, _, second_down, _]) =
            (self.steps(first), self.steps(second));
        let right = first_right & first | second_right & second;
        let down = first_down & first | second_down & second;
        let width = self.cols & 31;
        Links { right, left: Points(right.0 >> 1), down, up: Points(down.0 >> width), width }
    }
}

/// The stones that have one of their own colour beside them, by the step that leads to them from there.
pub(super) struct Links {
    right: Points,
    left: Points,
    down: Points,
    up: Points,
    width: u8,
}

impl Links {
    /// The stones beside a stone of the set that have its colour.
    #[inline(always)]
    pub(super) fn spread(&self, set: Points) -> Points {
        let across = Points(set.0 << 1) & self.right | Points(set.0 >> 1) & self.left;
        let along = Points(set.0 << self.width) & self.down | Points(set.0 >> self.width) & self.up;
        across | along
    }
}
