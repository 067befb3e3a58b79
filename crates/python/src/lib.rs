//! Luozi for Python: the native half of the package `luozi`.
//!
//! Everything goes through the one door of the workspace: a position is a [`Session`](luozi_games::Session), an engine a
//! [`Player`](luozi_engine::Player), an answer an [`Analysis`](luozi_games::analysis::Analysis). There are no rules and no
//! search here. Whatever may take long releases Python's lock and looks for Ctrl-C many times a second; whatever can go
//! wrong is an exception of `luozi.errors`. What people read about the package is in `python/luozi` and in
//! `docs/python.md`.

mod analysis;
#[cfg(target_os = "linux")]
mod arena;
mod arguments;
mod engine;
mod errors;
mod game;
mod position;
mod program;
mod record;
mod solver;
mod vector;
mod waiting;

/// The native half of `luozi`; import `luozi` instead.
///
/// The wheel is for Python's stable interface, which free-threaded Python does not have; the package says so when it is
/// imported there.
#[pyo3::pymodule(gil_used = true)]
mod _native {
    #[pymodule_export]
    use crate::analysis::{PyAnalysis, PyMoveAnalysis, PyProven};
    #[cfg(target_os = "linux")]
    #[pymodule_export]
    use crate::arena::{_check_player, _play_match, PyMatch};
    #[pymodule_export]
    use crate::engine::{PyEngine, PyStream};
    #[pymodule_export]
    use crate::game::{PyGame, connect4, nogo, reversi};
    #[pymodule_export]
    use crate::position::PyPosition;
    #[pymodule_export]
    use crate::program::_run;
    #[pymodule_export]
    use crate::record::{PyRecord, read};
    #[pymodule_export]
    use crate::solver::{PySolution, PySolver};
    #[pymodule_export]
    use crate::vector::PyVector;
}
