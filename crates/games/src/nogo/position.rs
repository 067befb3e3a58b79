//! A position: the stones, whose turn it is, and the key that goes with both.

use super::points::Point;
use super::stones::Stones;
use luozi_core::{Key, Player};

/// A position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) key: Key,
    pub(super) stones: Stones,
    pub(super) to_move: Player,
}

const _: () = assert!(size_of::<Position>() == 80, "five 128-bit words: key, two sides, weak stones, side to move");

impl Position {
    /// The position with these stones; `empty_key` is the key of the empty board with the first player to move.
    pub(super) fn new(empty_key: Key, stones: Stones, to_move: Player) -> Position {
        let key = key_of(empty_key, &stones, to_move, |stone| stone);
        Position { key, stones, to_move }
    }

    /// The stones on the board.
    #[inline(always)]
    pub const fn stones(&self) -> &Stones {
        &self.stones
    }
}

/// The key of a position whose stones are moved by `image`.
pub(super) fn key_of(empty_key: Key, stones: &Stones, to_move: Player, image: impl Fn(Point) -> Point) -> Key {
    let mut key = empty_key;
    if to_move == Player::Second {
        key ^= Key::SECOND_TO_MOVE;
    }
    for player in Player::BOTH {
        for stone in stones.of(player) {
            key ^= Key::stone(player.index(), image(stone).index());
        }
    }
    key
}
