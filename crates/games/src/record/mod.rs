//! Saved games: moves with variations, clocks, comments and analysis, with players and result.
//!
//! A [`Record`] is what every part of the project reads, shows, stores and writes. All its moves are legal under its
//! rules: readers and [`Record::add_move`] let nothing else in. Formats:
//!
//! * [`json`]: the project's own, versioned and complete;
//! * [`sgf`]: SGF FF\[4\] for all three games, with variations;
//! * [`ggf`]: GGF, for main lines of Reversi;
//! * [`plain`]: moves and boards as people type them;
//! * [`read_any`] recognises all of them.
//!
//! ```
//! use luozi_games::record::{NodeId, Record};
//! use luozi_games::{GameKind, Setup};
//!
//! let mut record = Record::new(Setup::standard(GameKind::CONNECT4)).unwrap();
//! let centre = record.add_move(NodeId::ROOT, "4").unwrap();
//! record.tree_mut().notes_mut(centre).comment = "the only winning move".to_string();
//! assert_eq!(Record::from_json(&record.to_json()).unwrap(), record);
//! ```

mod detect;
mod error;
mod fields;
pub mod ggf;
mod grow;
pub mod json;
pub mod plain;
mod properties;
pub mod sgf;
mod tree;

pub use detect::{Format, read_any};
pub use error::{NodeProblem, RecordError};
pub use tree::{Glyph, NodeId, Notes, Tree};

use crate::{Session, Setup, SetupError};
use grow::{legal_move, walk};
use luozi_core::{ParseError, Player, Score};
use serde::{Deserialize, Serialize};

/// Who played. Empty texts are unknown.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerInfo {
    /// What the player is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Program and version, or `human`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub program: String,
    /// Level, rank or rating.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub level: String,
}

/// The side that won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The side that opened the game.
    First,
    /// The side that answered.
    Second,
    /// The game is over and nobody won.
    Draw,
}

impl Winner {
    /// The winner of a game with that score.
    pub fn of(score: Score) -> Winner {
        score.winner().map_or(Winner::Draw, Winner::from)
    }

    /// The side, `None` for a draw.
    pub fn player(self) -> Option<Player> {
        match self {
            Winner::First => Some(Player::First),
            Winner::Second => Some(Player::Second),
            Winner::Draw => None,
        }
    }
}

impl From<Player> for Winner {
    fn from(player: Player) -> Winner {
        [Winner::First, Winner::Second][player.index()]
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameResult {
    /// The side that won, or a draw.
    pub winner: Winner,
    /// The score on the board in the game's units, first player's view. May disagree with the winner when the game was
    /// decided off the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i16>,
    /// Why, when it was not decided on the board: `resign`, `time`, `forfeit` or any other text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

/// Everything about a game beside its moves. Free text; empty texts are unknown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// First and second player.
    pub players: [PlayerInfo; 2],
    /// Tournament, match or occasion.
    pub event: String,
    /// Date, best as `2026-01-31`.
    pub date: String,
    /// Where it was played.
    pub place: String,
    /// Time control, such as `60+1` seconds.
    pub time_control: String,
    /// How it ended; `None` while it goes on or when nobody knows.
    pub result: Option<GameResult>,
}

/// A game with its rules, start, moves and variations.
#[derive(Clone, Debug)]
pub struct Record {
    /// Players, event and result.
    pub header: Header,
    /// The game before its first move.
    origin: Session,
    tree: Tree,
}

/// The rules follow from the setup and are not compared.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        let same_start = self.setup() == other.setup() && self.start() == other.start();
        self.header == other.header && same_start && self.tree == other.tree
    }
}

impl Record {
    /// A game without moves that begins at the initial position.
    pub fn new(setup: Setup) -> Result<Record, SetupError> {
        Ok(Record::beginning(Session::new(&setup)?))
    }

    /// A game without moves that begins at the position that `start` describes in the game's notation.
    pub fn with_start(setup: Setup, start: &str) -> Result<Record, RecordError> {
        Ok(Record::beginning(Session::with_start(&setup, start)?))
    }

    /// A game without moves that begins where a session began.
    pub fn beginning(session: Session) -> Record {
        Record { header: Header::default(), origin: session.restarted(), tree: Tree::default() }
    }

    /// The game of a session: its start and its moves.
    pub fn of(session: &Session) -> Record {
        let mut record = Record::beginning(session.clone());
        session.moves().iter().fold(NodeId::ROOT, |at, mv| record.tree.add(at, mv.clone()));
        record
    }

    /// Adds a sequence of moves in the game's notation after `at`; passes that were left out are put in. Returns the
    /// last node. Nothing is added when a move is wrong.
    pub fn add_moves(&mut self, at: NodeId, moves: &str) -> Result<NodeId, ParseError> {
        let moves = self.session(at).read_moves(moves)?;
        Ok(moves.into_iter().fold(at, |at, mv| self.tree.add(at, mv)))
    }

    /// Adds one move after `at` as its last variation and returns the new node, or the one that was there already.
    pub fn add_move(&mut self, at: NodeId, mv: &str) -> Result<NodeId, ParseError> {
        let session = self.session(at);
        let written = session.move_text(legal_move(&session, mv)?);
        Ok(self.tree.add(at, written))
    }

    /// The game and its parameters.
    pub fn setup(&self) -> &Setup {
        self.origin.setup()
    }

    /// The start position as text; `None` when it is the initial one.
    pub fn start(&self) -> Option<&str> {
        self.origin.start()
    }

    /// The game at its start, without moves.
    pub fn origin(&self) -> &Session {
        &self.origin
    }

    /// Moves, variations and notes.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The tree, to change notes and to promote or delete variations. Moves are added by [`Record::add_move`].
    pub fn tree_mut(&mut self) -> &mut Tree {
        &mut self.tree
    }

    /// The game at a node.
    ///
    /// ```
    /// use luozi_games::record::{NodeId, Record};
    /// use luozi_games::{GameKind, Setup};
    ///
    /// let mut record = Record::new(Setup::board(GameKind::NOGO, 2, 2)).unwrap();
    /// let node = record.add_moves(NodeId::ROOT, "A1 B2").unwrap();
    /// assert_eq!(record.session(node).position_text(), ".O\nX.\nX");
    /// ```
    pub fn session(&self, id: NodeId) -> Session {
        let mut session = self.origin.clone();
        walk(&self.tree, &mut session, NodeId::ROOT, id);
        session
    }

    /// The score of the main line, if it ends the game.
    pub fn outcome(&self) -> Option<Score> {
        Session::of(self).outcome()
    }

    /// Writes the result that the main line reaches on the board, unless one is written already.
    pub fn settle(&mut self) {
        if self.header.result.is_none() {
            let on_board =
                |score: Score| GameResult { winner: Winner::of(score), score: Some(score.0), reason: String::new() };
            self.header.result = self.outcome().map(on_board);
        }
    }

    /// The side to move at the start.
    fn first_to_move(&self) -> Player {
        self.origin.to_move()
    }
}

#[cfg(test)]
mod tests;
