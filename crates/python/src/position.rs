//! A position with the moves that led to it, as a value that never changes.

use crate::game::PyGame;
use crate::{arguments, errors};
use luozi_core::Player;
use luozi_core::diagram::Symbol;
use luozi_games::Session;
use luozi_games::picture::{self, Numbers, Style, Theme};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A position of a game, with the moves that led to it. It never changes: :meth:`play` gives another one.
///
/// Positions are equal, and have the same hash, when game, board and side to move are the same; how they were reached does
/// not count. Moves are texts as people write them (`legal_moves`) or indices (`legal_actions`), and every method takes
/// either.
///
/// >>> import luozi
/// >>> position = luozi.connect4().start().play("4").play(2)
/// >>> position.moves, position.to_move
/// (('4', '3'), 0)
/// >>> position.to_text().split()[-2:]
/// ['..OX...', 'X']
#[pyclass(name = "Position", module = "luozi", frozen)]
pub(crate) struct PyPosition {
    pub(crate) game: Py<PyGame>,
    pub(crate) session: Session,
}

impl PyPosition {
    pub(crate) fn with(&self, py: Python<'_>, session: Session) -> PyPosition {
        PyPosition { game: self.game.clone_ref(py), session }
    }
}

/// 0 for the first player, 1 for the second.
pub(crate) fn number(player: Player) -> usize {
    player.index()
}

#[pymethods]
impl PyPosition {
    /// The game it is a position of.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// Whose turn it is: 0 for the side that opened the game, 1 for the other.
    #[getter]
    fn to_move(&self) -> usize {
        number(self.session.to_move())
    }

    /// Number of moves since the start.
    #[getter]
    fn ply(&self) -> usize {
        self.session.moves().len()
    }

    /// The moves since the start.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(py, self.session.moves())
    }

    /// The same by their indices.
    #[getter]
    fn actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(py, self.session.move_indices())
    }

    /// All legal moves; empty when the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.session.legal_moves()
    }

    /// The indices of all legal moves, ascending.
    #[getter]
    fn legal_actions(&self) -> Vec<usize> {
        self.session.legal_indices()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.session.outcome().is_some()
    }

    /// Who won: 0 or 1; `None` for a draw and while the game goes on.
    ///
    /// >>> luozi.connect4().play("1212121").winner
    /// 0
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.session.outcome().and_then(|score| score.winner()).map(number)
    }

    /// The final score in the game's units for the side that opened, `None` while the game goes on. More than 0: it won.
    #[getter]
    fn score(&self) -> Option<i16> {
        self.session.outcome().map(|score| score.0)
    }

    /// What each side got: (1, -1), (-1, 1) or (0, 0); zeros while the game goes on.
    #[getter]
    fn returns(&self) -> (f64, f64) {
        let first = self.session.outcome().map_or(0.0, |score| score.sign().0);
        (first, 0.0 - first)
    }

    /// Why the game is over, `{"reason": word, "cells": indices}`; `None` while it goes on.
    #[getter]
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        crate::game::finish_words(py, self.session.finish())
    }

    /// Pieces of each side on the board.
    #[getter]
    fn pieces(&self) -> (usize, usize) {
        self.session.pieces().into()
    }

    /// A 128-bit key of the position.
    #[getter]
    fn key(&self) -> u128 {
        self.session.key().0
    }

    /// The position after a move, given as text or by its index.
    ///
    /// :raises IllegalMove: if the rules refuse it.
    /// :raises ParseError: if the text is no move.
    fn play(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let index = arguments::move_index(&self.session, r#move)?;
        let mut session = self.session.clone();
        session.play_index(index).map_err(|reason| errors::illegal(&self.session.move_text(index), reason))?;
        Ok(self.with(py, session))
    }

    /// The position after several moves in one text.
    ///
    /// >>> luozi.reversi().start().play_moves("f5d6c3").ply
    /// 3
    fn play_moves(&self, py: Python<'_>, moves: &str) -> PyResult<PyPosition> {
        let mut session = self.session.clone();
        session.play_moves(moves).map_err(errors::parse)?;
        Ok(self.with(py, session))
    }

    /// The position so many moves ago.
    ///
    /// >>> luozi.nogo().play("E5 D4").undo().moves
    /// ('E5',)
    #[pyo3(signature = (moves = 1))]
    fn undo(&self, py: Python<'_>, moves: i64) -> PyResult<PyPosition> {
        let made = self.session.moves().len();
        let back = usize::try_from(moves).ok().filter(|&back| back <= made).ok_or_else(|| {
            pyo3::exceptions::PyValueError::new_err(format!("found {moves} moves to take back, expected 0 to {made}"))
        })?;
        let mut session = self.session.clone();
        (0..back).for_each(|_| drop(session.undo()));
        Ok(self.with(py, session))
    }

    /// Why a move may not be played, in a word; `None` if it may.
    ///
    /// >>> luozi.reversi().start().refusal("a1")
    /// 'flips_nothing'
    fn refusal(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
        let index = arguments::move_index(&self.session, r#move)?;
        Ok(self.session.check(index).err().map(luozi_core::IllegalMove::word))
    }

    /// The images of the position under all symmetries of the rules, itself first. Each begins a game of its own.
    ///
    /// >>> [image.to_text().split() for image in luozi.nogo(2, 3).play("A1").symmetries()][1]
    /// ['...', '..X', 'O']
    fn symmetries(&self, py: Python<'_>) -> Vec<PyPosition> {
        (0..self.session.symmetries()).map(|symmetry| self.with(py, self.session.transformed(symmetry))).collect()
    }

    /// The image of the position under one symmetry.
    fn transformed(&self, py: Python<'_>, symmetry: i64) -> PyResult<PyPosition> {
        Ok(self.with(py, self.session.transformed(self.symmetry(symmetry)?)))
    }

    /// The image of a move under a symmetry, by its index.
    fn transformed_move(&self, r#move: &Bound<'_, PyAny>, symmetry: i64) -> PyResult<usize> {
        let index = arguments::move_index(&self.session, r#move)?;
        Ok(self.session.transformed_move(index, self.symmetry(symmetry)?))
    }

    /// The board as text, readable by people and by :meth:`Game.position`.
    fn to_text(&self) -> String {
        self.session.position_text()
    }

    /// The position of a text; the same as `game.position(text)`.
    ///
    /// >>> start = luozi.reversi().start()
    /// >>> luozi.Position.from_text(luozi.reversi(), start.to_text()) == start
    /// True
    #[staticmethod]
    fn from_text(game: Bound<'_, PyGame>, text: &str) -> PyResult<PyPosition> {
        let session = game.get().session.beginning_at(text).map_err(errors::parse)?;
        Ok(PyPosition { game: game.unbind(), session })
    }

    /// The board as an array of `int8`, top row first: 1 the side that opened, -1 the other, 0 empty, 2 forbidden.
    ///
    /// >>> luozi.connect4(4, 4).play("1 1").board().tolist()
    /// [[0, 0, 0, 0], [0, 0, 0, 0], [-1, 0, 0, 0], [1, 0, 0, 0]]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let grid = self.session.grid();
        let cells = self.session.symbols().into_iter().map(|symbol| match symbol {
            Symbol::Empty => 0,
            Symbol::Stone(Player::First) => 1,
            Symbol::Stone(Player::Second) => -1,
            Symbol::Forbidden => 2,
        });
        PyArray1::from_vec(py, cells.collect()).reshape([usize::from(grid.rows), usize::from(grid.cols)])
    }

    /// Which actions are legal, as an array of `bool`.
    ///
    /// >>> luozi.reversi().start().mask().nonzero()[0].tolist()
    /// [19, 26, 37, 44]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; self.session.grid().move_count()];
        self.session.legal_indices().into_iter().for_each(|index| mask[index] = true);
        PyArray1::from_vec(py, mask)
    }

    /// The planes that Luozi's nets see, as an array of `uint8` of shape `game.planes_shape`, from the side to move. What
    /// each plane means is in the guide. A game that is over has planes of zeros.
    ///
    /// >>> luozi.nogo().start().planes().shape
    /// (8, 9, 9)
    fn planes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray3<u8>> {
        let (count, rows, cols) = crate::vector::planes_shape(&self.session);
        let planes = PyArray3::zeros(py, [count, rows, cols], false);
        debug_assert!(planes.is_c_contiguous());
        if let Ok(mut bytes) = planes.try_readwrite()
            && let Ok(bytes) = bytes.as_slice_mut()
        {
            crate::vector::encode(&self.session, bytes);
        }
        planes
    }

    /// The board as an SVG picture, the way the page draws it.
    ///
    /// :param numbers: `last` marks the last move, `all` numbers all of them, `none` does neither.
    /// :param dark: whether the ground is that of the night.
    ///
    /// >>> luozi.nogo().play("E5 D4").svg(numbers="all").count('class="piece"')
    /// 2
    #[pyo3(signature = (*, numbers = "last", dark = false))]
    fn svg(&self, numbers: &str, dark: bool) -> PyResult<String> {
        let numbers = match numbers {
            "last" => Numbers::Last,
            "all" => Numbers::All,
            "none" => Numbers::None,
            _ => {
                let found = luozi_core::excerpt(numbers);
                let message = format!("numbers: found `{found}`, expected last, all or none");
                return Err(pyo3::exceptions::PyValueError::new_err(message));
            }
        };
        let theme = if dark { Theme::Dark } else { Theme::Light };
        Ok(picture::svg(&self.session, Style { theme, numbers }))
    }

    fn _repr_svg_(&self) -> String {
        picture::svg(&self.session, Style::default())
    }

    fn __str__(&self) -> String {
        self.to_text().trim_end().to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let game = self.game.bind(py).repr()?;
        let moves = self.session.moves().join(" ");
        Ok(match self.session.start() {
            None if moves.is_empty() => format!("{game}.start()"),
            None => format!("{game}.play('{moves}')"),
            Some(start) => {
                let start = start.trim_end().replace('\n', "/");
                let after = if moves.is_empty() { String::new() } else { format!(".play_moves('{moves}')") };
                format!("{game}.position('{start}'){after}")
            }
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyPosition>().is_ok_and(|other| {
            let other = &other.get().session;
            let same = self.session.setup() == other.setup() && self.session.key() == other.key();
            same && self.session.position_text() == other.position_text()
        })
    }

    fn __hash__(&self) -> u64 {
        let key = self.session.key().0;
        (key ^ (key >> 64)) as u64
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let own = slf.get();
        let start = own.session.start().map(str::to_string);
        let parts = (own.game.clone_ref(slf.py()), start, own.session.move_indices().to_vec());
        Ok((slf.get_type().getattr("_of_parts")?, parts))
    }

    #[staticmethod]
    fn _of_parts(game: Py<PyGame>, start: Option<&str>, actions: Vec<usize>) -> PyResult<PyPosition> {
        let mut session = game.get().session.clone();
        if let Some(start) = start {
            session = session.beginning_at(start).map_err(errors::parse)?;
        }
        for action in actions {
            session.play_index(action).map_err(|reason| errors::illegal(&action.to_string(), reason))?;
        }
        Ok(PyPosition { game, session })
    }
}

/// What a pickled position is made of: game, start if it is not the usual one, moves.
type Parts = (Py<PyGame>, Option<String>, Vec<usize>);

impl PyPosition {
    fn symmetry(&self, given: i64) -> PyResult<usize> {
        let count = self.session.symmetries();
        usize::try_from(given).ok().filter(|&symmetry| symmetry < count).ok_or_else(|| {
            let last = count - 1;
            pyo3::exceptions::PyValueError::new_err(format!("symmetry: found {given}, expected 0 to {last}"))
        })
    }
}
