//! Why a request fails, in the protocol's own words where it has some.

use crate::NoPlayer;
use luozi_core::{IllegalMove, Player};
use luozi_games::GameKind;
use luozi_protocol::gtp::{CommandError, color_name, game_name};

/// A request that fails; the text is the protocol's message.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error("unacceptable size: {0}")]
    Size(String),
    /// The rules refuse it.
    #[error("illegal move: {vertex}: {reason}")]
    Illegal { vertex: String, reason: IllegalMove },
    /// It names no place of this board.
    #[error("illegal move: found `{found}`, expected a vertex such as {example}")]
    NoVertex { found: String, example: String },
    #[error("illegal move: a resignation is no move; end the game instead")]
    PlayedResign,
    #[error("illegal move: it is {}'s turn", color_name(*.0))]
    WrongTurn(Player),
    #[error("the game is over")]
    Over,
    #[error("cannot undo: no move was played")]
    NothingToUndo,
    #[error("cannot score: the game is not over")]
    NotOver,
    #[error("cannot load file: {0}")]
    Load(String),
    #[error("there is no game `{0}`; see list_games")]
    UnknownGame(String),
    #[error("{} has no forbidden cells", game_name(*.0))]
    NoForbiddenCells(GameKind),
    #[error("level {0} is out of range; expected 1 to 10")]
    Level(u32),
    /// The player or its board.
    #[error(transparent)]
    Player(#[from] NoPlayer),
}
