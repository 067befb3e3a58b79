//! The player behind the interface: from the judge's board to a point.
//!
//! Nothing is remembered about the game itself: every call is answered from its board alone, so it does not matter
//! whether the first call is in mid-game, a call is repeated, or a stone lies where nobody expected it. What is kept
//! is the engine with its graph, which finds each position it has seen by its key.

use crate::board::Board;
use crate::{Settings, complain};
use luozi_core::ParseError;
use luozi_engine::{Ask, NoMove, RecipeError};
use luozi_games::connect4::Cell;
use luozi_games::{GameKind, Session, Setup, SetupError};
use luozi_protocol::saiblo::{Point, Start, TableError, Turn};
use luozi_search::Budget;
use std::time::{Duration, Instant};

/// Why the engine does not answer a turn.
#[derive(Debug, thiserror::Error)]
enum Problem {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("{0}")]
    Position(#[from] ParseError),
    #[error(transparent)]
    NoMove(#[from] NoMove),
}

/// An engine at a board.
struct Seated {
    board: Start,
    /// The game before its first move.
    game: Session,
    engine: Box<dyn luozi_engine::Player>,
}

/// Plays Saiblo's Connect Four on any board; keeps its graph between calls.
pub struct Player {
    settings: Settings,
    /// The engine at the board of the last call.
    seated: Option<Seated>,
    /// Who hears why a turn was answered without thinking.
    listener: Box<dyn FnMut(String) + Send>,
}

impl Player {
    /// A player that has seen nothing yet; its problems are told on stderr.
    pub fn new(settings: Settings) -> Player {
        Player::heard_by(settings, complain)
    }

    /// The same, with somebody else to hear its problems.
    pub fn heard_by(settings: Settings, listener: impl FnMut(String) + Send + 'static) -> Player {
        Player { settings, seated: None, listener: Box::new(listener) }
    }

    /// Time from the call to the answer.
    pub fn time(&self) -> Duration {
        self.settings.time
    }

    /// The point to play, within the time since `asked`. `turn` must have as many tops and cells as `start` says.
    ///
    /// A turn that is no position of a game gets the simplest legal point, and the reason is told to the listener;
    /// [`Point::NONE`] is the answer only when no column is free.
    pub fn answer(&mut self, start: &Start, turn: &Turn, asked: Instant) -> Point {
        let board = Board { start, turn };
        let column = self.think(start, turn, asked).unwrap_or_else(|problem| {
            (self.listener)(format!("{problem}; playing by the board alone"));
            None
        });
        column.and_then(|y| board.landing(y)).or_else(|| board.reflex()).unwrap_or(Point::NONE)
    }

    fn think(&mut self, start: &Start, turn: &Turn, asked: Instant) -> Result<Option<i32>, Problem> {
        let position = turn.position_text(start)?;
        let budget = self.settings.recipe.limits.within(Budget::time(self.settings.time));
        let seated = self.seated(start)?;
        let session = seated.game.beginning_at(&position)?;
        let analysis = seated.engine.think(&session, Ask { asked, ..Ask::new(budget) })?;
        Ok(session.grid().parse_move(&analysis.best).map(|column| column as i32))
    }

    /// The engine for that board: the one of the last call if it fits.
    fn seated(&mut self, start: &Start) -> Result<&mut Seated, Problem> {
        if self.seated.as_ref().is_none_or(|seated| seated.board != *start) {
            // The old graph is freed first: two do not fit the judge's memory.
            self.seated = None;
            let game = Session::new(&setup(start))?;
            let engine = luozi_engine::player(&game, &self.settings.recipe)?;
            self.seated = Some(Seated { board: *start, game, engine });
        }
        Ok(self.seated.as_mut().expect("it was just seated"))
    }
}

/// The board in the words of the rules. A forbidden cell off the board forbids nothing.
fn setup(start: &Start) -> Setup {
    let side = |number: i32| u8::try_from(number).unwrap_or(u8::MAX);
    let Point { x, y } = start.forbidden;
    let inside = (0..start.rows).contains(&x) && (0..start.cols).contains(&y);
    let forbidden = inside.then(|| Cell { row: side(x), col: side(y) });
    Setup::board(GameKind::CONNECT4, side(start.rows), side(start.cols)).forbidding(forbidden)
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Player as Side;
    use luozi_protocol::saiblo::Table;

    #[test]
    fn the_graph_is_kept_for_positions_that_follow() {
        let mut settings = Settings::default();
        for (key, value) in [("early_stop", "off"), ("visits", "200")] {
            settings.recipe.set(key, value).unwrap();
        }
        let mut player = Player::heard_by(settings, |problem| panic!("{problem}"));
        let start = Start { rows: 7, cols: 7, forbidden: Point::NONE };
        let mut table = Table::new(start);
        // Visits of all moves, and the two that the players are expected to make.
        let mut ask = |table: &Table| {
            player.answer(&start, &table.turn(Side::First), Instant::now());
            let graph = player.seated.as_ref().and_then(|seated| seated.engine.explain(1000)).unwrap();
            let root = &graph.nodes[0];
            let reply = &graph.nodes[root.edges[0].node.unwrap()].edges[0];
            (root.edges.iter().map(|edge| edge.visits).sum::<u32>(), [root.edges[0].mv.clone(), reply.mv.clone()])
        };
        let (first, line) = ask(&table);
        for (mv, side) in line.iter().zip(Side::BOTH) {
            table.drop(mv.parse::<i32>().unwrap() - 1, side).unwrap();
        }
        let (second, _) = ask(&table);
        assert!(first <= 200 && second > 200, "{first} visits, then {second}");
    }

    #[test]
    fn a_forbidden_cell_off_the_board_forbids_nothing() {
        for forbidden in [Point::NONE, Point { x: 9, y: 0 }, Point { x: 0, y: 300 }] {
            let setup = setup(&Start { rows: 9, cols: 9, forbidden });
            assert_eq!(setup, Setup::board(GameKind::CONNECT4, 9, 9));
        }
    }
}
