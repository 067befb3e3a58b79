//! A game in progress, whatever game it is.
//!
//! Players, protocols and the page name moves by text, so this is where the generic rules end: everything above deals
//! with a [`Table`]. Only legal moves get in, and each is kept as the rules themselves write it.

use crate::record::{Record, RecordError};
use crate::{AnyRules, Setup, SetupError, with_rules};
use luozi_core::{Game, MoveList, Notation, ParseError, Player, Score};

/// What a table asks of concrete rules and their position.
trait Board: Send + Sync {
    fn to_move(&self) -> Player;
    fn outcome(&self) -> Option<Score>;
    fn legal_moves(&self) -> Vec<String>;
    fn play(&mut self, text: &str) -> Result<String, ParseError>;
    fn read_moves(&self, text: &str) -> Result<Vec<String>, ParseError>;
    fn position_text(&self) -> String;
    fn duplicate(&self) -> Box<dyn Board>;
}

#[derive(Clone)]
struct Playing<G: Game> {
    rules: G,
    position: G::Position,
}

impl<G: Notation> Board for Playing<G> {
    fn to_move(&self) -> Player {
        self.rules.to_move(&self.position)
    }

    fn outcome(&self) -> Option<Score> {
        self.rules.outcome(&self.position)
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = MoveList::new();
        self.rules.legal_moves(&self.position, &mut moves);
        moves.iter().map(|&mv| self.rules.move_text(mv)).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, ParseError> {
        let mv = self.rules.parse_move(text)?;
        self.rules.play(&mut self.position, mv).map_err(|reason| ParseError::illegal(text, 0, text, reason))?;
        Ok(self.rules.move_text(mv))
    }

    fn read_moves(&self, text: &str) -> Result<Vec<String>, ParseError> {
        let moves = self.rules.parse_moves(&self.position, text)?;
        Ok(moves.into_iter().map(|mv| self.rules.move_text(mv)).collect())
    }

    fn position_text(&self) -> String {
        self.rules.position_text(&self.position)
    }

    fn duplicate(&self) -> Box<dyn Board> {
        Box::new(self.clone())
    }
}

fn set_up<G: Notation>(rules: &G, start: Option<&str>) -> Result<Box<dyn Board>, ParseError> {
    let position = start.map_or_else(|| Ok(rules.initial()), |text| rules.parse_position(text))?;
    Ok(Box::new(Playing { position, rules: rules.clone() }))
}

/// A game in progress.
///
/// ```
/// use luozi_games::{GameKind, Setup, Table};
///
/// let mut table = Table::new(&Setup::standard(GameKind::Reversi)).unwrap();
/// table.play("F5").unwrap();
/// assert_eq!((table.moves(), table.legal_moves().len()), (&["f5".to_string()][..], 3));
/// assert!(table.play("a1").is_err());
/// table.undo();
/// assert!(table.moves().is_empty());
/// ```
pub struct Table {
    setup: Setup,
    rules: AnyRules,
    start: Option<String>,
    board: Box<dyn Board>,
    moves: Vec<String>,
}

impl Table {
    /// The start of a game.
    pub fn new(setup: &Setup) -> Result<Table, SetupError> {
        let rules = AnyRules::new(setup)?;
        let board = with_rules!(&rules, rules => set_up(rules, None)).expect("rules have an initial position");
        Ok(Table { setup: setup.clone(), rules, start: None, board, moves: Vec::new() })
    }

    /// A game that begins at the position that `start` describes in the game's notation.
    pub fn with_start(setup: &Setup, start: &str) -> Result<Table, RecordError> {
        let mut table = Table::new(setup)?;
        table.board = with_rules!(&table.rules, rules => set_up(rules, Some(start))).map_err(RecordError::Start)?;
        table.start = Some(table.board.position_text());
        Ok(table)
    }

    /// The end of a saved game's main line.
    ///
    /// ```
    /// use luozi_games::{Table, record};
    ///
    /// let games = record::read_any("(;GM[2]SZ[8];B[fe];W[df])", None).unwrap();
    /// assert_eq!(Table::of(&games[0]).moves(), ["f5", "d6"]);
    /// ```
    pub fn of(game: &Record) -> Table {
        let start = match game.start() {
            Some(start) => Table::with_start(game.setup(), start).expect("a saved game's start can be read"),
            None => Table::new(game.setup()).expect("a saved game has a board"),
        };
        game.tree().main_line().filter_map(|id| game.tree().move_text(id)).fold(start, |mut table, mv| {
            table.play(mv).expect("a saved game's moves are legal");
            table
        })
    }

    /// Game and board.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &AnyRules {
        &self.rules
    }

    /// The position it began with; `None` when that is the initial one of the game.
    pub fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    /// The position as the rules keep it. `rules` must be the concrete ones inside [`Table::rules`].
    ///
    /// # Panics
    /// If they are others and cannot read what was played.
    pub fn position<G: Notation>(&self, rules: &G) -> G::Position {
        let start = self.start().map(|text| rules.parse_position(text).expect("a table's start can be read"));
        let mut position = start.unwrap_or_else(|| rules.initial());
        for text in &self.moves {
            let mv = rules.parse_move(text).expect("a table writes moves as the game does");
            rules.play_unchecked(&mut position, mv);
        }
        position
    }

    /// The side whose turn it is.
    pub fn to_move(&self) -> Player {
        self.board.to_move()
    }

    /// The final score, `None` while the game goes on.
    pub fn outcome(&self) -> Option<Score> {
        self.board.outcome()
    }

    /// All moves so far, as the game writes them.
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// All legal moves, as the game writes them.
    pub fn legal_moves(&self) -> Vec<String> {
        self.board.legal_moves()
    }

    /// Plays a move; says why not and changes nothing if it is none or illegal.
    pub fn play(&mut self, text: &str) -> Result<(), ParseError> {
        let written = self.board.play(text)?;
        self.moves.push(written);
        Ok(())
    }

    /// Takes the last move back and gives it; `None` when there is none.
    pub fn undo(&mut self) -> Option<String> {
        let taken = self.moves.pop()?;
        let mut board = with_rules!(&self.rules, rules => set_up(rules, self.start()));
        for text in &self.moves {
            board = board.and_then(|mut board| board.play(text).map(|_| board));
        }
        self.board = board.expect("what was played can be played again");
        Some(taken)
    }

    /// Reads a sequence of moves from here on, each as the game writes it; nothing is played.
    pub fn read_moves(&self, text: &str) -> Result<Vec<String>, ParseError> {
        self.board.read_moves(text)
    }

    /// The board as text.
    pub fn position_text(&self) -> String {
        self.board.position_text()
    }
}

impl Clone for Table {
    fn clone(&self) -> Table {
        let (setup, rules, start) = (self.setup.clone(), self.rules.clone(), self.start.clone());
        Table { setup, rules, start, board: self.board.duplicate(), moves: self.moves.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameKind;

    #[test]
    fn all_games_are_played_by_text_alone() {
        for kind in GameKind::ALL {
            let mut table = Table::new(&Setup::standard(kind)).unwrap();
            while table.outcome().is_none() {
                let mv = table.legal_moves().swap_remove(0);
                table.play(&mv).unwrap();
                assert_eq!(table.moves().last(), Some(&mv));
            }
            let plies = table.moves().len();
            assert!(table.play("nonsense").is_err() && table.moves().len() == plies);
            assert_eq!(table.clone().position_text(), table.position_text());
            let half = table.moves()[..plies / 2].to_vec();
            while table.moves().len() > half.len() {
                table.undo();
            }
            let mut again = Table::new(&Setup::standard(kind)).unwrap();
            half.iter().for_each(|mv| again.play(mv).unwrap());
            assert_eq!(table.position_text(), again.position_text());
        }
    }

    #[test]
    fn a_game_may_begin_anywhere() {
        for kind in GameKind::ALL {
            let setup = Setup::standard(kind);
            let mut table = Table::new(&setup).unwrap();
            assert_eq!((table.undo(), table.start()), (None, None));
            for _ in 0..5 {
                let mv = table.legal_moves().swap_remove(0);
                table.play(&mv).unwrap();
            }
            let text = table.position_text();
            let mut later = Table::with_start(&setup, &text).unwrap();
            assert_eq!(later.legal_moves(), table.legal_moves());
            let mv = later.legal_moves().swap_remove(0);
            later.play(&mv).unwrap();
            assert_eq!((later.undo(), later.position_text()), (Some(mv), text));
            assert!(Table::with_start(&setup, "?").is_err());
        }
    }
}
