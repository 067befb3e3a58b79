//! A game in progress, whatever game it is: the one way from the generic rules to everything that uses them.
//!
//! A [`Session`] holds rules, every position since the start, and the moves between them. Only legal moves get in. Playing
//! and taking back cost one position each; nothing is ever replayed. Moves are dense indices inside and texts outside, both
//! at hand. Whoever knows the concrete rules gets at them and at the position with [`Session::at`].

use crate::analysis::Remark;
use crate::record::{Record, RecordError};
use crate::{GameKind, Setup, SetupError};
use luozi_core::diagram::Symbol;
use luozi_core::{Cell, Effect, Grid, IllegalMove, Key, MoveList, ParseError, Player, Playout, Rng, Score, View};
use std::any::Any;

/// What a session asks of concrete rules and their positions.
trait Board: Send + Sync {
    fn grid(&self) -> Grid;
    fn to_move(&self) -> Player;
    fn outcome(&self) -> Option<Score>;
    fn key(&self) -> Key;
    fn score_limit(&self) -> i16;
    fn legal_moves(&self) -> Vec<usize>;
    fn check(&self, index: usize) -> Result<(), IllegalMove>;
    /// The move is legal.
    fn play(&mut self, index: usize);
    /// There is a move to take back.
    fn undo(&mut self);
    fn move_text(&self, index: usize) -> String;
    fn parse_move(&self, text: &str) -> Result<usize, ParseError>;
    fn read_moves(&self, text: &str) -> Result<Vec<usize>, ParseError>;
    fn implied_pass(&self, index: usize) -> Option<usize>;
    fn position_text(&self) -> String;
    /// The same rules at the position of a text.
    fn begin_at(&self, text: &str) -> Result<Box<dyn Board>, ParseError>;
    /// The same rules at their initial position.
    fn begin(&self) -> Box<dyn Board>;
    fn is_initial(&self) -> bool;
    fn perft(&self, depth: u32) -> u64;
    fn playout(&self, rng: &mut Rng) -> Playout;
    fn position_bytes(&self) -> usize;
    fn symmetries(&self) -> usize;
    fn transformed(&self, symmetry: usize) -> Box<dyn Board>;
    fn transformed_move(&self, index: usize, symmetry: usize) -> usize;
    fn symbols(&self) -> Vec<Symbol>;
    fn landing(&self, index: usize, back: usize) -> Option<Cell>;
    fn effect(&self, index: usize, back: usize) -> Effect;
    fn remarks(&self, index: usize) -> Vec<luozi_core::Remark>;
    fn blamed(&self, index: usize, reason: IllegalMove) -> Vec<Cell>;
    fn territories(&self) -> Option<String>;
    fn pieces(&self) -> [usize; 2];
    fn pieces_left(&self) -> Option<[usize; 2]>;
    fn mobility(&self) -> Option<[usize; 2]>;
    fn finish(&self) -> Option<(&'static str, Vec<Cell>)>;
    fn duplicate(&self) -> Box<dyn Board>;
    fn as_any(&self) -> &dyn Any;
}

/// Rules with the positions since the start, the latest last. There is always one.
#[derive(Clone)]
struct Playing<G: View> {
    rules: G,
    positions: Vec<G::Position>,
}

impl<G: View> Playing<G> {
    fn now(&self) -> &G::Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The position so many moves ago.
    fn before(&self, back: usize) -> &G::Position {
        &self.positions[self.positions.len() - 1 - back]
    }

    fn at(&self, index: usize) -> G::Move {
        self.rules.move_at(index).expect("indices of a session are those of its rules")
    }

    fn alone(&self, position: G::Position) -> Box<dyn Board> {
        Box::new(Playing { rules: self.rules.clone(), positions: vec![position] })
    }
}

impl<G: View> Board for Playing<G> {
    fn grid(&self) -> Grid {
        self.rules.grid()
    }

    fn to_move(&self) -> Player {
        self.rules.to_move(self.now())
    }

    fn outcome(&self) -> Option<Score> {
        self.rules.outcome(self.now())
    }

    fn key(&self) -> Key {
        self.rules.key(self.now())
    }

    fn score_limit(&self) -> i16 {
        self.rules.score_limit(self.now())
    }

    fn legal_moves(&self) -> Vec<usize> {
        let mut moves = MoveList::new();
        self.rules.legal_moves(self.now(), &mut moves);
        moves.iter().map(|&mv| self.rules.move_index(mv)).collect()
    }

    fn check(&self, index: usize) -> Result<(), IllegalMove> {
        let mv = self.rules.move_at(index).ok_or(IllegalMove::OffBoard)?;
        self.rules.check(self.now(), mv)
    }

    fn play(&mut self, index: usize) {
        let mut next = *self.now();
        self.rules.play_unchecked(&mut next, self.at(index));
        self.positions.push(next);
    }

    fn undo(&mut self) {
        self.positions.pop();
    }

    fn move_text(&self, index: usize) -> String {
        self.rules.move_text(self.at(index))
    }

    fn parse_move(&self, text: &str) -> Result<usize, ParseError> {
        self.rules.parse_move(text).map(|mv| self.rules.move_index(mv))
    }

    fn read_moves(&self, text: &str) -> Result<Vec<usize>, ParseError> {
        let moves = self.rules.parse_moves(self.now(), text)?;
        Ok(moves.into_iter().map(|mv| self.rules.move_index(mv)).collect())
    }

    fn implied_pass(&self, index: usize) -> Option<usize> {
        self.rules.implied_pass(self.now(), self.at(index)).map(|mv| self.rules.move_index(mv))
    }

    fn position_text(&self) -> String {
        self.rules.position_text(self.now())
    }

    fn begin_at(&self, text: &str) -> Result<Box<dyn Board>, ParseError> {
        self.rules.parse_position(text).map(|position| self.alone(position))
    }

    fn begin(&self) -> Box<dyn Board> {
        self.alone(self.rules.initial())
    }

    fn is_initial(&self) -> bool {
        *self.now() == self.rules.initial()
    }

    fn perft(&self, depth: u32) -> u64 {
        self.rules.perft(self.now(), depth)
    }

    fn playout(&self, rng: &mut Rng) -> Playout {
        self.rules.playout(self.now(), rng)
    }

    fn position_bytes(&self) -> usize {
        size_of::<G::Position>()
    }

    fn symmetries(&self) -> usize {
        self.rules.symmetries()
    }

    fn transformed(&self, symmetry: usize) -> Box<dyn Board> {
        self.alone(self.rules.transform(self.now(), symmetry))
    }

    fn transformed_move(&self, index: usize, symmetry: usize) -> usize {
        self.rules.move_index(self.rules.transform_move(self.at(index), symmetry))
    }

    fn symbols(&self) -> Vec<Symbol> {
        self.rules.symbols(self.now())
    }

    fn landing(&self, index: usize, back: usize) -> Option<Cell> {
        self.rules.landing_cell(self.before(back), self.at(index))
    }

    fn effect(&self, index: usize, back: usize) -> Effect {
        self.rules.effect(self.before(back), self.at(index))
    }

    fn remarks(&self, index: usize) -> Vec<luozi_core::Remark> {
        self.rules.remarks(self.now(), self.at(index))
    }

    fn blamed(&self, index: usize, reason: IllegalMove) -> Vec<Cell> {
        self.rules.blamed(self.now(), self.at(index), reason)
    }

    fn territories(&self) -> Option<String> {
        self.rules.territories(self.now())
    }

    fn pieces(&self) -> [usize; 2] {
        self.rules.pieces(self.now())
    }

    fn pieces_left(&self) -> Option<[usize; 2]> {
        self.rules.pieces_left(self.now())
    }

    fn mobility(&self) -> Option<[usize; 2]> {
        self.rules.mobility(self.now())
    }

    fn finish(&self) -> Option<(&'static str, Vec<Cell>)> {
        self.outcome().map(|score| self.rules.finish(self.now(), score))
    }

    fn duplicate(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A legal move and what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// Its dense index, below the number of moves of the game.
    pub index: usize,
    /// The move as the game writes it.
    pub text: String,
    /// Where the piece comes to lie; `None` for a pass.
    pub cell: Option<Cell>,
    /// What else changes.
    pub effect: Effect,
}

/// A place without a piece where the side to move may not play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The move as the game writes it.
    pub text: String,
    /// Why it is illegal.
    pub reason: IllegalMove,
    /// The pieces to blame, where there are some to point at.
    pub blamed: Vec<Cell>,
}

/// A game in progress.
///
/// ```
/// use luozi_games::{GameKind, Session, Setup};
///
/// let mut session = Session::new(&Setup::standard(GameKind::REVERSI)).unwrap();
/// session.play("F5").unwrap();
/// assert_eq!((session.moves(), session.legal_moves().len()), (&["f5".to_string()][..], 3));
/// assert!(session.play("a1").is_err());
/// session.undo();
/// assert!(session.moves().is_empty());
/// ```
pub struct Session {
    setup: Setup,
    start: Option<String>,
    board: Box<dyn Board>,
    /// The moves since the start: texts and indices.
    moves: Vec<String>,
    indices: Vec<usize>,
}

impl Session {
    /// The start of a game.
    pub fn new(setup: &Setup) -> Result<Session, SetupError> {
        let (rows, cols) = setup.size();
        if setup.kind().sizes().square && rows != cols {
            let title = setup.kind().title();
            return Err(SetupError(format!("a {title} board is square; found {rows} rows x {cols} columns")));
        }
        if !setup.forbidden.is_empty() && !setup.kind().forbids_cells() {
            return Err(SetupError(format!("{} has no forbidden cells; leave them out", setup.kind().title())));
        }
        setup.kind().open(setup)
    }

    /// A game that begins at the position that `start` describes in the game's notation.
    pub fn with_start(setup: &Setup, start: &str) -> Result<Session, RecordError> {
        Session::new(setup)?.beginning_at(start).map_err(RecordError::Start)
    }

    /// The start of a game by these rules: what a [`GameType`](crate::GameType) opens.
    pub fn over<G: View>(setup: &Setup, rules: G) -> Session {
        let positions = vec![rules.initial()];
        let board = Box::new(Playing { rules, positions });
        Session { setup: setup.clone(), start: None, board, moves: Vec::new(), indices: Vec::new() }
    }

    /// The end of a saved game's main line.
    ///
    /// ```
    /// use luozi_games::{Session, record};
    ///
    /// let games = record::read_any("(;GM[2]SZ[8];B[fe];W[df])", None).unwrap();
    /// assert_eq!(Session::of(&games[0]).moves(), ["f5", "d6"]);
    /// ```
    pub fn of(game: &Record) -> Session {
        let last = game.tree().main_line().last().unwrap_or(crate::record::NodeId::ROOT);
        game.session(last)
    }

    /// A game by the same rules from its start, without moves.
    pub fn restarted(&self) -> Session {
        let board = match self.start() {
            Some(start) => self.board.begin_at(start).expect("a session's start can be read"),
            None => self.board.begin(),
        };
        self.alone(board, self.start.clone())
    }

    /// A game by the same rules that begins at the position of a text.
    pub fn beginning_at(&self, start: &str) -> Result<Session, ParseError> {
        let board = self.board.begin_at(start)?;
        let start = (!board.is_initial()).then(|| board.position_text());
        Ok(self.alone(board, start))
    }

    /// A game by the same rules that begins at the image of this position under a symmetry.
    pub fn transformed(&self, symmetry: usize) -> Session {
        let board = self.board.transformed(symmetry);
        let start = (!board.is_initial()).then(|| board.position_text());
        self.alone(board, start)
    }

    fn alone(&self, board: Box<dyn Board>, start: Option<String>) -> Session {
        Session { setup: self.setup.clone(), start, board, moves: Vec::new(), indices: Vec::new() }
    }

    /// Game and board.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Which game it is.
    pub fn kind(&self) -> GameKind {
        self.setup.kind()
    }

    /// The geometry of the board, with its labels.
    pub fn grid(&self) -> Grid {
        self.board.grid()
    }

    /// The position it began with; `None` when that is the initial one of the game.
    pub fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// Rules and position, if the rules are of that type.
    pub fn at<G: View>(&self) -> Option<(&G, &G::Position)> {
        let playing = self.board.as_any().downcast_ref::<Playing<G>>()?;
        Some((&playing.rules, playing.now()))
    }

    /// The side whose turn it is.
    pub fn to_move(&self) -> Player {
        self.board.to_move()
    }

    /// The final score, `None` while the game goes on.
    pub fn outcome(&self) -> Option<Score> {
        self.board.outcome()
    }

    /// The key of the position.
    pub fn key(&self) -> Key {
        self.board.key()
    }

    /// No score above this can be reached any more.
    pub fn score_limit(&self) -> i16 {
        self.board.score_limit()
    }

    /// All moves so far, as the game writes them.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// All moves so far, by their dense indices.
    pub fn move_indices(&self) -> &[usize] {
        &self.indices
    }

    /// All legal moves, as the game writes them.
    pub fn legal_moves(&self) -> Vec<String> {
        self.board.legal_moves().into_iter().map(|index| self.board.move_text(index)).collect()
    }

    /// All legal moves by their dense indices, in ascending order.
    pub fn legal_indices(&self) -> Vec<usize> {
        self.board.legal_moves()
    }

    /// All legal moves with what they do.
    pub fn legal_effects(&self) -> Vec<LegalMove> {
        let describe = |index| LegalMove {
            index,
            text: self.board.move_text(index),
            cell: self.board.landing(index, 0),
            effect: self.board.effect(index, 0),
        };
        self.board.legal_moves().into_iter().map(describe).collect()
    }

    /// What speaks for a legal move or against it, as far as the rules alone show it; nothing for any other.
    pub fn remarks(&self, text: &str) -> Vec<Remark> {
        let legal = self.board.parse_move(text).ok().filter(|&index| self.board.check(index).is_ok());
        legal.map_or_else(Vec::new, |index| self.board.remarks(index).into_iter().map(Remark::from).collect())
    }

    /// Every place without a piece that is no legal move, with the reason.
    pub fn refusals(&self) -> Vec<Refusal> {
        let refuse = |index| {
            let reason = self.board.check(index).err()?;
            let place = !matches!(reason, IllegalMove::Occupied | IllegalMove::MayNotPass);
            place.then(|| Refusal {
                text: self.board.move_text(index),
                reason,
                blamed: self.board.blamed(index, reason),
            })
        };
        (0..self.grid().move_count()).filter_map(refuse).collect()
    }

    /// The last move with what it did; `None` at the start.
    pub fn last_move(&self) -> Option<LegalMove> {
        let &index = self.indices.last()?;
        let (cell, effect) = (self.board.landing(index, 1), self.board.effect(index, 1));
        Some(LegalMove { index, text: self.moves[self.moves.len() - 1].clone(), cell, effect })
    }

    /// What a legal move changes, by its index.
    pub fn landing(&self, index: usize) -> Option<Cell> {
        self.board.check(index).ok().and_then(|()| self.board.landing(index, 0))
    }

    /// Says why a move may not be played.
    pub fn check(&self, index: usize) -> Result<(), IllegalMove> {
        self.board.check(index)
    }

    /// Plays a move; says why not and changes nothing if it is none or illegal.
    pub fn play(&mut self, text: &str) -> Result<(), ParseError> {
        let index = self.board.parse_move(text)?;
        self.play_index(index).map_err(|reason| ParseError::illegal(text, 0, text, reason))
    }

    /// Plays a move by its index; says why not and changes nothing if it is illegal.
    pub fn play_index(&mut self, index: usize) -> Result<(), IllegalMove> {
        self.board.check(index)?;
        self.moves.push(self.board.move_text(index));
        self.indices.push(index);
        self.board.play(index);
        Ok(())
    }

    /// Takes the last move back and gives it; `None` when there is none.
    pub fn undo(&mut self) -> Option<String> {
        let taken = self.moves.pop()?;
        self.indices.pop();
        self.board.undo();
        Some(taken)
    }

    /// Reads one move; legality is not checked.
    pub fn parse_move(&self, text: &str) -> Result<usize, ParseError> {
        self.board.parse_move(text)
    }

    /// A move as the game writes it.
    pub fn move_text(&self, index: usize) -> String {
        self.board.move_text(index)
    }

    /// The pass that must come before a move although nobody wrote it down, by its index.
    pub fn implied_pass(&self, index: usize) -> Option<usize> {
        self.board.implied_pass(index)
    }

    /// Reads a sequence of moves from here on, each as the game writes it; nothing is played.
    pub fn read_moves(&self, text: &str) -> Result<Vec<String>, ParseError> {
        Ok(self.board.read_moves(text)?.into_iter().map(|index| self.board.move_text(index)).collect())
    }

    /// Plays a sequence of moves; nothing is played when one of them is wrong.
    pub fn play_moves(&mut self, text: &str) -> Result<(), ParseError> {
        for index in self.board.read_moves(text)? {
            self.play_index(index).expect("the moves were just checked");
        }
        Ok(())
    }

    /// The board as text.
    pub fn position_text(&self) -> String {
        self.board.position_text()
    }

    /// What lies on each cell, row by row.
    pub fn symbols(&self) -> Vec<Symbol> {
        self.board.symbols()
    }

    /// Pieces of each side on the board.
    pub fn pieces(&self) -> [usize; 2] {
        self.board.pieces()
    }

    /// Pieces each side could still place, where that is known.
    pub fn pieces_left(&self) -> Option<[usize; 2]> {
        self.board.pieces_left()
    }

    /// Moves each side would have if it were its turn, where that means something.
    pub fn mobility(&self) -> Option<[usize; 2]> {
        self.board.mobility()
    }

    /// Who may play where, one character a cell; see [`View::territories`].
    pub fn territories(&self) -> Option<String> {
        self.board.territories()
    }

    /// Why the game is over and which cells show it; `None` while it goes on.
    pub fn finish(&self) -> Option<(&'static str, Vec<Cell>)> {
        self.board.finish()
    }

    /// The number of move sequences of exactly `depth` plies from here.
    pub fn perft(&self, depth: u32) -> u64 {
        self.board.perft(depth)
    }

    /// Plays on from here by random legal moves to the end; the session stays where it is.
    pub fn playout(&self, rng: &mut Rng) -> Playout {
        self.board.playout(rng)
    }

    /// Bytes of memory that a position takes.
    pub fn position_bytes(&self) -> usize {
        self.board.position_bytes()
    }

    /// Number of symmetries of the rules; symmetry 0 is the identity.
    pub fn symmetries(&self) -> usize {
        self.board.symmetries()
    }

    /// The image of a move under a symmetry, by its index.
    pub fn transformed_move(&self, index: usize, symmetry: usize) -> usize {
        self.board.transformed_move(index, symmetry)
    }
}

impl Clone for Session {
    fn clone(&self) -> Session {
        let (setup, start, board) = (self.setup.clone(), self.start.clone(), self.board.duplicate());
        Session { setup, start, board, moves: self.moves.clone(), indices: self.indices.clone() }
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("setup", &self.setup)
            .field("start", &self.start)
            .field("moves", &self.moves)
            .finish()
    }
}

/// Evaluates an expression with `$rules` and `$position` bound to the concrete rules and position of a session of one of
/// the games of this crate, for what measures or tests these games alone. The expression is compiled once for every kind
/// of rules.
///
/// # Panics
/// If the session is of another game.
#[macro_export]
macro_rules! with_built_in {
    ($session:expr, $rules:ident, $position:ident => $body:expr) => {{
        let session: &$crate::Session = $session;
        if let Some(($rules, $position)) = session.at::<$crate::connect4::Rules<u64>>() {
            $body
        } else if let Some(($rules, $position)) = session.at::<$crate::connect4::Rules<u128>>() {
            $body
        } else if let Some(($rules, $position)) = session.at::<$crate::connect4::Rules<$crate::connect4::Wide>>() {
            $body
        } else if let Some(($rules, $position)) = session.at::<$crate::reversi::Rules>() {
            $body
        } else if let Some(($rules, $position)) = session.at::<$crate::nogo::Rules>() {
            $body
        } else {
            panic!("{} is no game of this crate", session.kind().title())
        }
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_games_are_played_by_text_alone() {
        for kind in GameKind::BUILT_IN {
            let mut session = Session::new(&Setup::standard(kind)).unwrap();
            let mut texts = vec![session.position_text()];
            while session.outcome().is_none() {
                let mv = session.legal_moves().swap_remove(0);
                session.play(&mv).unwrap();
                assert_eq!(session.moves().last(), Some(&mv));
                texts.push(session.position_text());
            }
            let plies = session.moves().len();
            assert!(session.play("nonsense").is_err() && session.moves().len() == plies);
            assert_eq!(session.clone().position_text(), session.position_text());
            // Taking back leads through the same positions, down to the start.
            for text in texts.iter().rev() {
                assert_eq!(session.position_text(), *text);
                session.undo();
            }
            assert!(session.moves().is_empty() && session.move_indices().is_empty());
        }
    }

    #[test]
    fn a_game_may_begin_anywhere() {
        for kind in GameKind::BUILT_IN {
            let setup = Setup::standard(kind);
            let mut session = Session::new(&setup).unwrap();
            assert_eq!((session.undo(), session.start()), (None, None));
            for _ in 0..5 {
                let index = session.legal_indices()[0];
                session.play_index(index).unwrap();
            }
            let text = session.position_text();
            let mut later = Session::with_start(&setup, &text).unwrap();
            assert_eq!(later.legal_moves(), session.legal_moves());
            assert_eq!(later.restarted().position_text(), text);
            let mv = later.legal_moves().swap_remove(0);
            later.play(&mv).unwrap();
            assert_eq!((later.undo(), later.position_text()), (Some(mv), text));
            assert!(Session::with_start(&setup, "?").is_err());
            // The initial position is no start of its own.
            let initial = session.restarted().position_text();
            assert_eq!(Session::with_start(&setup, &initial).unwrap().start(), None);
        }
    }

    #[test]
    fn what_moves_do_is_what_playing_them_does() {
        let mut rng = luozi_core::Rng::seeded(5);
        for kind in GameKind::BUILT_IN {
            let mut session = Session::new(&Setup::standard(kind)).unwrap();
            while session.outcome().is_none() {
                let mover = session.to_move();
                let legal = session.legal_effects();
                assert_eq!(legal.iter().map(|mv| mv.index).collect::<Vec<_>>(), session.legal_indices());
                let chosen = legal[rng.below(legal.len() as u32) as usize].clone();
                let before = session.symbols();
                session.play_index(chosen.index).unwrap();
                let changed: Vec<usize> = session
                    .symbols()
                    .iter()
                    .zip(&before)
                    .enumerate()
                    .filter(|(_, (a, b))| a != b)
                    .map(|(i, _)| i)
                    .collect();
                let mut told: Vec<usize> = chosen.effect.flips.iter().flatten().copied().map(usize::from).collect();
                told.extend(chosen.cell.map(usize::from));
                told.sort_unstable();
                assert_eq!(changed, told, "{kind}: {}", chosen.text);
                if let Some(cell) = chosen.cell {
                    assert_eq!(session.symbols()[usize::from(cell)], Symbol::Stone(mover));
                }
                assert_eq!(session.last_move(), Some(chosen));
            }
            assert!(session.finish().is_some() && session.legal_effects().is_empty());
        }
    }

    #[test]
    fn a_position_is_typed_for_whoever_knows_its_rules() {
        let session = Session::new(&Setup::standard(GameKind::REVERSI)).unwrap();
        assert!(session.at::<crate::reversi::Rules>().is_some());
        assert!(session.at::<crate::nogo::Rules>().is_none());
    }

    #[test]
    fn boards_that_cannot_be_are_refused_in_words() {
        let error = |setup: Setup| Session::new(&setup).err().unwrap().to_string();
        assert!(error(Setup::board(GameKind::CONNECT4, 0, 7)).contains("choose 1 to 15 rows"));
        assert!(error(Setup::board(GameKind::CONNECT4, 255, 255)).contains("choose 1 to 15 rows"));
        assert!(error(Setup::board(GameKind::REVERSI, 7, 7)).contains("expected 4, 6 or 8"));
        assert!(error(Setup::board(GameKind::REVERSI, 6, 8)).contains("is square"));
        assert!(error(Setup::board(GameKind::NOGO, 19, 19)).contains("at most 128 points"));
        let cell = crate::connect4::Cell { row: 0, col: 0 };
        assert!(error(Setup::standard(GameKind::NOGO).forbidding([cell])).contains("no forbidden cells"));
    }
}
