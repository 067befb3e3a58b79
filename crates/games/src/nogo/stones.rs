//! The stones on a board and what whole-board operations read from them. Turns, keys and endings are elsewhere.

use super::board::Board;
use super::points::{Point, Points};
use luozi_core::Player;

/// The stones of both sides, and which of them are down to their last liberty. Every group has a liberty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones {
    sides: [Points; 2],
    /// The stones, of both sides, whose group has exactly one liberty. A function of `sides`, kept up to date.
    weak: Points,
}

/// The empty points by who may put a stone there now. The four sets are disjoint and cover the empty points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kinds {
    /// Either side may play.
    pub both: Points,
    /// Only the first player (Black) may play.
    pub black_only: Points,
    /// Only the second player (White) may play.
    pub white_only: Points,
    /// Neither may play, now or ever.
    pub nobody: Points,
}

impl Stones {
    /// An empty board.
    pub const NONE: Stones = Stones { sides: [Points::NONE; 2], weak: Points::NONE };

    /// These stones, which must not overlap; or a stone whose group has no liberty.
    pub(super) fn assemble(board: &Board, sides: [Points; 2]) -> Result<Stones, Point> {
        let mut stones = Stones { sides, weak: Points::NONE };
        let empty = stones.empty(board);
        for side in sides {
            for stone in side {
                let reach = Reach::of(board, stone, side, empty);
                if reach.liberties.is_empty() {
                    return Err(stone);
                }
                if reach.liberties.at_most_one() {
                    stones.weak |= Points::of(stone);
                }
            }
        }
        Ok(stones)
    }

    /// The stones of a side.
    #[inline(always)]
    pub const fn of(&self, player: Player) -> Points {
        self.sides[player.index()]
    }

    /// The stones of both sides whose group has exactly one liberty.
    #[inline(always)]
    pub const fn weak(&self) -> Points {
        self.weak
    }

    /// The points without a stone.
    #[inline(always)]
    pub(super) fn empty(&self, board: &Board) -> Points {
        board.all - self.sides[0] - self.sides[1]
    }

    /// Where `player` may put a stone: the formula that is proven in [`super`].
    #[inline(always)]
    pub(super) fn playable(&self, board: &Board, player: Player) -> Points {
        let empty = self.empty(board);
        let breathing = board.neighbours(empty | (self.of(player) - self.weak));
        let captures = board.neighbours(self.of(player.other()) & self.weak);
        (empty & breathing) - captures
    }

    /// Whether a stone of `player` on an empty point would take the last liberty of an enemy group.
    pub(super) fn captures(&self, board: &Board, player: Player, point: Point) -> bool {
        board.around(point).meets(self.of(player.other()) & self.weak)
    }

    /// Every empty point by who may play there.
    #[inline]
    pub(super) fn kinds(&self, board: &Board) -> Kinds {
        let [black, white] = Player::BOTH.map(|player| self.playable(board, player));
        Kinds {
            both: black & white,
            black_only: black - white,
            white_only: white - black,
            nobody: self.empty(board) - black - white,
        }
    }

    /// Puts a stone of `player` on a point where that side may play.
    #[inline(always)]
    pub(super) fn place(&mut self, board: &Board, player: Player, point: Point) {
        self.sides[player.index()] |= Points::of(point);
        let empty = self.empty(board);

        // Enemy groups next to the stone lost a liberty. None was weak, or the move would have captured.
        let enemy = self.of(player.other());
        let mut touched = board.around(point) & enemy;
        while let Some(stone) = touched.first() {
            let reach = Reach::of(board, stone, enemy, empty);
            touched -= reach.group;
            if reach.liberties.at_most_one() {
                self.weak |= reach.group;
            }
        }

        // Own groups next to the stone became one group, which may be weak now, or no longer.
        let own = self.of(player);
        let reach = Reach::of(board, point, own, empty);
        if reach.liberties.at_most_one() {
            self.weak |= reach.group;
        } else if board.around(point).meets(own & self.weak) {
            self.weak -= Reach::of(board, point, own & self.weak, Points::NONE).group;
        }
    }

    /// The stones after a symmetry of the board.
    pub(super) fn image(&self, board: &Board, symmetry: usize) -> Stones {
        let image = |points| board.image_of_set(points, symmetry);
        Stones { sides: self.sides.map(image), weak: image(self.weak) }
    }
}

/// What a walk over a group has found.
struct Reach {
    /// Stones of the group: all of them if there is at most one liberty, perhaps only some otherwise.
    group: Points,
    /// Liberties: all of them if there is at most one, otherwise two or more.
    liberties: Points,
}

impl Reach {
    /// Walks from `seed` over `stones` until the group ends or shows two liberties among `empty`.
    #[inline(always)]
    fn of(board: &Board, seed: Point, stones: Points, empty: Points) -> Reach {
        let mut group = Points::of(seed);
        let mut next = board.around(seed);
        loop {
            let liberties = next & empty;
            let grown = group | next & stones;
            if grown == group || !liberties.at_most_one() {
                return Reach { group, liberties };
            }
            group = grown;
            next = board.neighbours(group);
        }
    }
}
