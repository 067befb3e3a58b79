//! What goes wrong, as the exceptions of `luozi.errors`.

use luozi_core::{ParseErrorKind, excerpt};
use luozi_engine::{NoMove, RecipeError};
use luozi_games::SetupError;
use pyo3::PyErr;

pyo3::import_exception!(luozi.errors, IllegalMove);
pyo3::import_exception!(luozi.errors, ParseError);
pyo3::import_exception!(luozi.errors, BoardError);
pyo3::import_exception!(luozi.errors, PlayerError);
pyo3::import_exception!(luozi.errors, GameOver);
pyo3::import_exception!(luozi.errors, Busy);
pyo3::import_exception!(luozi.errors, RecordError);

/// A move that the rules refuse.
pub(crate) fn illegal(found: &str, reason: luozi_core::IllegalMove) -> PyErr {
    IllegalMove::new_err((format!("move `{}` is illegal: {reason}", excerpt(found)), reason.word()))
}

/// A text that is no move or no position, or moves that the rules refuse.
pub(crate) fn parse(error: luozi_core::ParseError) -> PyErr {
    match &error.kind {
        ParseErrorKind::Illegal { reason, .. } => IllegalMove::new_err((error.to_string(), reason.word())),
        _ => ParseError::new_err(error.to_string()),
    }
}

/// A board that no game has.
pub(crate) fn board(error: SetupError) -> PyErr {
    BoardError::new_err(error.to_string())
}

/// A player that cannot be made.
pub(crate) fn player(error: RecipeError) -> PyErr {
    PlayerError::new_err(error.to_string())
}

/// A player that gives no move.
pub(crate) fn no_move(error: NoMove) -> PyErr {
    match error {
        NoMove::Over => GameOver::new_err(error.to_string()),
        NoMove::OtherBoard { .. } => BoardError::new_err(error.to_string()),
        NoMove::NoSimulations | NoMove::Resigned | NoMove::Fault(_) => PlayerError::new_err(error.to_string()),
    }
}

/// A saved game that cannot be read or written.
pub(crate) fn record(error: impl std::fmt::Display) -> PyErr {
    RecordError::new_err(error.to_string())
}
