//! One game from this bot's side: the opponent's points go in, an answer comes out.

use super::Bot;
use luozi_core::{PASS, ParseError};
use luozi_engine::NoMove;
use luozi_engine::analysis::Analysis;
use luozi_engine::thinker::Question;
use luozi_games::{Session, Setup};
use luozi_protocol::Square;
use luozi_protocol::botzone::{Answer, History, HistoryError, MAX_DEBUG_BYTES, Point};
use std::time::Instant;

/// A turn that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum TurnError {
    /// The lists are no game, or a point is no cell.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The rules refuse a move.
    #[error(transparent)]
    Move(#[from] ParseError),
    /// There is nothing to think about.
    #[error(transparent)]
    NoMove(#[from] NoMove),
}

/// A game between two turns or in one.
#[derive(Clone)]
pub struct Game {
    session: Session,
}

impl Game {
    /// A game with nothing played yet.
    pub fn new(setup: &Setup) -> Game {
        Game { session: Session::new(setup).expect("the site's boards are possible") }
    }

    /// The game of a whole history; it is this side's turn then.
    pub fn of_history(setup: &Setup, history: &History) -> Result<Game, TurnError> {
        let mut game = Game::new(setup);
        let (_, moves) = history.moves(&game.session.grid())?;
        moves.into_iter().try_for_each(|mv| game.play(mv))?;
        Ok(game)
    }

    /// The game of a first request alone, which tells the colour.
    pub fn of_first_request(setup: &Setup, request: Point) -> Result<Game, TurnError> {
        Game::of_history(setup, &History { requests: vec![request], responses: vec![] })
    }

    /// The moves so far.
    pub fn moves(&self) -> &[String] {
        self.session.moves()
    }

    /// The opponent's move.
    pub fn request(&mut self, point: Point) -> Result<(), TurnError> {
        self.play(point.as_move(&self.session.grid())?)
    }

    /// A move as the game writes it.
    pub fn play_text(&mut self, text: &str) -> Result<(), TurnError> {
        Ok(self.session.play(text)?)
    }

    fn play(&mut self, mv: Option<Square>) -> Result<(), TurnError> {
        let text = match mv {
            None => PASS.to_string(),
            Some(square) => square.notation(&self.session.grid()).ok_or(HistoryError::NoCell(square.into()))?,
        };
        self.play_text(&text)
    }

    /// Thinks, plays the move that was found, and gives the answer with what was thought.
    pub fn respond(&mut self, bot: &mut Bot, asked: Instant) -> Result<Answer, TurnError> {
        let question = Question { asked, ..Question::new(&self.session, bot.budget) };
        let analysis = bot.thinker.answer(question)?;
        self.play_text(&analysis.best)?;
        Ok(Answer { debug: Some(debug_text(&analysis).into()), ..Answer::bare(self.last_point()) })
    }

    /// The last move as a point.
    pub fn last_point(&self) -> Point {
        let grid = self.session.grid();
        let square = |mv: &String| Square::of_notation(mv, &grid);
        self.moves().last().and_then(square).map_or(Point::NONE, Point::from)
    }
}

/// Value, visits and the expected continuation, within what the site keeps.
fn debug_text(analysis: &Analysis) -> String {
    let proven = analysis.proven.map_or(String::new(), |proven| format!(" ({proven})"));
    let mut text = format!("value {:+.3}{proven}, {} visits, pv", analysis.value_or_even(), analysis.visits);
    for mv in &analysis.pv {
        if text.len() + 1 + mv.len() > MAX_DEBUG_BYTES {
            break;
        }
        text.push(' ');
        text.push_str(mv);
    }
    text
}
