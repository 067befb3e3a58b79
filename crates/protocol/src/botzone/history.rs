//! The game so far as the two lists of Botzone, and as the moves they stand for.

use super::Point;
use crate::Square;
use luozi_core::{Grid, Player};

/// Requests and responses of one side, the current request last.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// What the opponent did, one per turn; the first is [`Point::NONE`] for Black.
    pub requests: Vec<Point>,
    /// What this side did, one fewer while it thinks.
    pub responses: Vec<Point>,
}

/// Lists that are no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HistoryError {
    /// There must be one request more than responses.
    #[error("{requests} requests and {responses} responses; expected one response less than requests")]
    Lengths {
        /// Number of requests.
        requests: usize,
        /// Number of responses.
        responses: usize,
    },
    /// A point that is no cell, where the game knows no pass or beyond all boards.
    #[error("({x}, {y}) is no cell of the board", x = .0.x, y = .0.y)]
    NoCell(Point),
}

impl History {
    /// The history that `side` is shown when the moves played so far are `moves`; `None` is a pass.
    pub fn of_moves(moves: &[Option<Square>], side: Player) -> History {
        let mut history = History::default();
        if side == Player::First {
            history.requests.push(Point::NONE);
        }
        for (ply, mv) in moves.iter().enumerate() {
            let point = mv.map_or(Point::NONE, Point::from);
            if ply % 2 == side.index() { history.responses.push(point) } else { history.requests.push(point) }
        }
        history
    }

    /// The side this history belongs to and the moves of the game; `None` is a pass.
    ///
    /// A pass of the opponent in its very first move cannot happen, so a first request of `-1,-1` means Black.
    pub fn moves(&self, grid: &Grid) -> Result<(Player, Vec<Option<Square>>), HistoryError> {
        let (requests, responses) = (self.requests.len(), self.responses.len());
        if requests != responses + 1 {
            return Err(HistoryError::Lengths { requests, responses });
        }
        let side = if self.requests[0] == Point::NONE { Player::First } else { Player::Second };
        let mut points = Vec::with_capacity(requests + responses);
        for turn in 0..requests {
            points.push(self.requests[turn]);
            points.extend(self.responses.get(turn));
        }
        let moves = points.into_iter().skip(usize::from(side == Player::First)).map(|point| point.as_move(grid));
        Ok((side, moves.collect::<Result<_, _>>()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::{GameKind, Session, Setup};

    fn grid(kind: GameKind) -> Grid {
        Session::new(&Setup::standard(kind)).unwrap().grid()
    }

    fn square(col: u8, row: u8) -> Option<Square> {
        Some(Square { row, col })
    }

    #[test]
    fn histories_of_both_sides_mean_the_same_game() {
        let moves = [square(3, 2), square(2, 2), None, square(4, 5)];
        let black = History::of_moves(&moves, Player::First);
        assert_eq!(black.requests, [Point::NONE, Point { x: 2, y: 2 }, Point { x: 4, y: 5 }]);
        assert_eq!(black.responses, [Point { x: 3, y: 2 }, Point::NONE]);
        assert_eq!(black.moves(&grid(GameKind::REVERSI)), Ok((Player::First, moves.to_vec())));
        let white = History::of_moves(&moves[..3], Player::Second);
        assert_eq!(white.requests, [Point { x: 3, y: 2 }, Point::NONE]);
        assert_eq!(white.moves(&grid(GameKind::REVERSI)), Ok((Player::Second, moves[..3].to_vec())));
        assert_eq!(white.moves(&grid(GameKind::NOGO)), Err(HistoryError::NoCell(Point::NONE)));
    }

    #[test]
    fn wrong_lists_are_refused() {
        let history = History { requests: vec![Point::NONE], responses: vec![Point::NONE] };
        assert_eq!(history.moves(&grid(GameKind::REVERSI)), Err(HistoryError::Lengths { requests: 1, responses: 1 }));
        let far = Point { x: 300, y: 0 };
        let history = History { requests: vec![far], responses: vec![] };
        assert_eq!(history.moves(&grid(GameKind::NOGO)), Err(HistoryError::NoCell(far)));
    }
}
