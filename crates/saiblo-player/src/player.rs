//! The player behind the interface: from the judge's board to a point.
//!
//! Nothing is remembered about the game itself: every call is answered from its board alone, so it does not matter
//! whether the first call is in mid-game, a call is repeated, or a stone lies where nobody expected it. What is kept
//! is the engine with its graph, which finds each position it has seen by its key.

use crate::board::Board;
use crate::{Settings, complain};
use luozi_core::ParseError;
use luozi_engine::{Engine, Playable, Recipe, RecipeError};
use luozi_games::connect4::Cell;
use luozi_games::{AnyRules, Setup, SetupError, with_rules};
use luozi_protocol::saiblo::{Point, Start, TableError, Turn};
use luozi_search::{Limits, Request};
use std::time::Instant;

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
    #[error("the game is over")]
    GameOver,
}

/// An engine on a board, whatever word its rules need.
trait Mind: Send {
    /// The column to play, as the game writes it, in the position of that text.
    fn choose(&mut self, position: &str, limits: Limits, asked: Instant) -> Result<String, Problem>;
}

struct Seated<G: Playable> {
    rules: G,
    engine: Engine<G>,
}

impl<G: Playable> Seated<G> {
    fn new(rules: &G, recipe: &Recipe) -> Result<Seated<G>, RecipeError> {
        Ok(Seated { rules: rules.clone(), engine: Engine::new(rules.clone(), recipe)? })
    }

    fn boxed(rules: &G, recipe: &Recipe) -> Result<Box<dyn Mind>, RecipeError> {
        Ok(Box::new(Seated::new(rules, recipe)?))
    }
}

impl<G: Playable> Mind for Seated<G> {
    fn choose(&mut self, position: &str, limits: Limits, asked: Instant) -> Result<String, Problem> {
        let position = self.rules.parse_position(position)?;
        if self.rules.outcome(&position).is_some() {
            return Err(Problem::GameOver);
        }
        let report = self.engine.think(&position, Request::new(limits, &asked));
        Ok(self.rules.move_text(report.best()))
    }
}

/// Plays Saiblo's Connect Four on any board; keeps its graph between calls.
pub struct Player {
    settings: Settings,
    /// The engine, and the board it was made for.
    seated: Option<(Start, Box<dyn Mind>)>,
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
        let own = self.settings.recipe.limits;
        let time = own.time.map_or(self.settings.time, |own| own.min(self.settings.time));
        let limits = Limits { time: Some(time), ..own };
        let text = self.mind(start)?.choose(&position, limits, asked)?;
        Ok(text.parse::<i32>().ok().map(|column| column - 1))
    }

    /// The engine for that board: the one of the last call if it fits.
    fn mind(&mut self, start: &Start) -> Result<&mut Box<dyn Mind>, Problem> {
        if self.seated.as_ref().is_none_or(|(board, _)| board != start) {
            // The old graph is freed first: two do not fit the judge's memory.
            self.seated = None;
            let (rules, recipe) = (AnyRules::new(&setup(start))?, &self.settings.recipe);
            self.seated = Some((*start, with_rules!(&rules, rules => Seated::boxed(rules, recipe))?));
        }
        Ok(&mut self.seated.as_mut().expect("it was just seated").1)
    }
}

/// The board in the words of the rules. A forbidden cell off the board forbids nothing.
fn setup(start: &Start) -> Setup {
    let side = |number: i32| u8::try_from(number).unwrap_or(u8::MAX);
    let Point { x, y } = start.forbidden;
    let inside = (0..start.rows).contains(&x) && (0..start.cols).contains(&y);
    let forbidden = inside.then(|| Cell { row: side(x), col: side(y) });
    Setup::Connect4 { rows: side(start.rows), cols: side(start.cols), forbidden: forbidden.into_iter().collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::{Game, Notation};
    use luozi_games::connect4::Rules;

    const VISITS: Limits = Limits { time: None, visits: Some(200), nodes: None, time_is_kept: false };

    #[test]
    fn the_graph_is_kept_for_positions_that_follow() {
        let rules = Rules::<u64>::new(7, 7, &[]).unwrap();
        let mut recipe = Settings::default().recipe;
        recipe.set("early_stop", "off").unwrap();
        let mut seated = Seated::new(&rules, &recipe).unwrap();
        let mut position = rules.initial();
        let known = |seated: &Seated<Rules<u64>>| {
            let report = seated.engine.search().and_then(|search| search.report()).unwrap();
            let visits = report.candidates.iter().map(|candidate| candidate.visits).sum::<u32>();
            (visits, report.candidates[0].line.clone())
        };
        seated.choose(&rules.position_text(&position), VISITS, Instant::now()).unwrap();
        let (first, line) = known(&seated);
        for &mv in &line[..2] {
            rules.play(&mut position, mv).unwrap();
        }
        seated.choose(&rules.position_text(&position), VISITS, Instant::now()).unwrap();
        let (second, _) = known(&seated);
        assert!(first <= 200 && second > 200, "{first} visits, then {second}");
    }

    #[test]
    fn a_forbidden_cell_off_the_board_forbids_nothing() {
        for forbidden in [Point::NONE, Point { x: 9, y: 0 }, Point { x: 0, y: 300 }] {
            let setup = setup(&Start { rows: 9, cols: 9, forbidden });
            assert_eq!(setup, Setup::Connect4 { rows: 9, cols: 9, forbidden: vec![] });
        }
    }
}
