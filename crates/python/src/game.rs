//! A game on a board of a size: rules, without a position.

use crate::errors;
use crate::position::PyPosition;
use luozi_core::Cell as CellNumber;
use luozi_engine::{Recipe, presets};
use luozi_games::connect4::Cell;
use luozi_games::{GameKind, OptionValue, Session, Setup};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A game with its board: what :func:`connect4`, :func:`reversi` and :func:`nogo` give.
///
/// Games are equal when rules and board are.
///
/// >>> import luozi
/// >>> game = luozi.reversi()
/// >>> game
/// luozi.reversi(size=8)
/// >>> game.start().legal_moves
/// ['d3', 'c4', 'f5', 'e6']
#[pyclass(name = "Game", module = "luozi", frozen)]
pub(crate) struct PyGame {
    /// The game before its first move.
    pub(crate) session: Session,
}

impl PyGame {
    pub(crate) fn new(py: Python<'_>, setup: &Setup) -> PyResult<Py<PyGame>> {
        let session = Session::new(setup).map_err(errors::board)?;
        Py::new(py, PyGame { session })
    }

    pub(crate) fn setup(&self) -> &Setup {
        self.session.setup()
    }

    pub(crate) fn kind(&self) -> GameKind {
        self.session.kind()
    }
}

#[pymethods]
impl PyGame {
    /// The word for the game: `connect4`, `reversi` or `nogo`.
    #[getter]
    fn name(&self) -> &'static str {
        self.kind().word()
    }

    /// Its name in an English sentence.
    #[getter]
    fn title(&self) -> &'static str {
        self.kind().title()
    }

    /// Rows of the board.
    #[getter]
    fn rows(&self) -> u8 {
        self.setup().rows
    }

    /// Columns of the board.
    #[getter]
    fn cols(&self) -> u8 {
        self.setup().cols
    }

    /// Forbidden cells as (row, column), counted from 0 at the top left.
    #[getter]
    fn forbidden(&self) -> Vec<(u8, u8)> {
        self.setup().forbidden.iter().map(|cell| (cell.row, cell.col)).collect()
    }

    /// Number of actions: every move has an index below it.
    ///
    /// >>> luozi.connect4().actions, luozi.reversi().actions, luozi.nogo().actions
    /// (7, 65, 81)
    #[getter]
    fn actions(&self) -> usize {
        self.session.grid().move_count()
    }

    /// Number of symmetries of the rules on this board, the identity included.
    ///
    /// >>> luozi.connect4().symmetries, luozi.nogo().symmetries
    /// (2, 8)
    #[getter]
    fn symmetries(&self) -> usize {
        self.session.symmetries()
    }

    /// Shape of the planes of a position: (planes, rows, columns).
    ///
    /// >>> luozi.connect4().planes_shape
    /// (16, 6, 7)
    #[getter]
    fn planes_shape(&self) -> (usize, usize, usize) {
        crate::vector::planes_shape(&self.session)
    }

    /// Names of the presets that :class:`Engine` knows for this game, the strongest first.
    ///
    /// >>> luozi.nogo().presets[0]
    /// 'net-nogo'
    #[getter]
    fn presets(&self) -> Vec<&'static str> {
        let flagship = luozi_engine::flagship(self.kind()).name;
        let others = presets(self.kind()).into_iter().map(|preset| preset.name).filter(|name| *name != flagship);
        std::iter::once(flagship).chain(others).collect()
    }

    /// The position before the first move.
    fn start(slf: Bound<'_, Self>) -> PyPosition {
        let session = slf.get().session.clone();
        PyPosition { game: slf.unbind(), session }
    }

    /// The position of a text as :meth:`Position.to_text` writes it.
    ///
    /// >>> position = luozi.nogo(3, 3).position("... .X. ... O")
    /// >>> position.to_move
    /// 1
    fn position(slf: Bound<'_, Self>, text: &str) -> PyResult<PyPosition> {
        let session = slf.get().session.beginning_at(text).map_err(errors::parse)?;
        Ok(PyPosition { game: slf.unbind(), session })
    }

    /// The position after moves from the start, written one after the other.
    ///
    /// >>> luozi.connect4().play("4 4 3").ply
    /// 3
    fn play(slf: Bound<'_, Self>, moves: &str) -> PyResult<PyPosition> {
        let mut session = slf.get().session.clone();
        session.play_moves(moves).map_err(errors::parse)?;
        Ok(PyPosition { game: slf.unbind(), session })
    }

    /// The move with that index, as people write it.
    ///
    /// >>> luozi.reversi().move_text(0), luozi.reversi().move_text(64)
    /// ('a1', 'pass')
    fn move_text(&self, index: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.session.move_text(crate::arguments::move_index(&self.session, index)?))
    }

    /// The index of a move.
    ///
    /// >>> luozi.nogo().move_index("A9")
    /// 0
    fn move_index(&self, text: &Bound<'_, PyAny>) -> PyResult<usize> {
        crate::arguments::move_index(&self.session, text)
    }

    fn __repr__(&self) -> String {
        let setup = self.setup();
        let mut words = if self.kind().sizes().square {
            format!("luozi.{}(size={}", self.name(), setup.rows)
        } else {
            format!("luozi.{}(rows={}, cols={}", self.name(), setup.rows, setup.cols)
        };
        if !setup.forbidden.is_empty() {
            let cells: Vec<String> = self.forbidden().iter().map(|(row, col)| format!("({row}, {col})")).collect();
            words += &format!(", forbidden=[{}]", cells.join(", "));
        }
        for option in self.kind().options() {
            let (flag, word) = (setup.flag(option.name), setup.word_of(option.name));
            if flag {
                words += &format!(", {}=True", option.name);
            } else if option.words.first().is_some_and(|usual| *usual != word) {
                words += &format!(", {}='{word}'", option.name);
            }
        }
        words + ")"
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyGame>().is_ok_and(|other| other.get().setup() == self.setup())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.setup().hash(&mut hasher);
        hasher.finish()
    }

    /// The game as JSON, the way saved games hold it.
    ///
    /// >>> luozi.Game.from_json(luozi.nogo().to_json()) == luozi.nogo()
    /// True
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(self.setup()).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The game of :meth:`to_json`.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &str) -> PyResult<Py<PyGame>> {
        let setup: Setup =
            serde_json::from_str(text).map_err(|error| errors::BoardError::new_err(error.to_string()))?;
        PyGame::new(py, &setup)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_json")?, (slf.get().to_json()?,)))
    }

    /// Checks a player's words for this game and gives the name of the player.
    ///
    /// >>> luozi.reversi().player_name("level=3")
    /// 'level 3'
    fn player_name(&self, words: &str) -> PyResult<String> {
        recipe(self.kind(), words).map(|recipe| recipe.name)
    }
}

/// The player of a text: `PRESET,KEY=VALUE`, `level=5`, or `alphabeta:depth=6`; `luozi:` may stand before.
pub(crate) fn recipe(kind: GameKind, words: &str) -> PyResult<Recipe> {
    let recipe = match words.split_once(':') {
        Some(("alphabeta", rest)) => Recipe::parse_alpha_beta(kind, rest),
        Some(("luozi", rest)) => Recipe::parse(kind, rest),
        _ if words == "alphabeta" => Recipe::parse_alpha_beta(kind, ""),
        _ if words == "luozi" => Recipe::parse(kind, ""),
        _ => Recipe::parse(kind, words),
    };
    recipe.map_err(errors::player)
}

/// A side of a board; what does not fit is left to the rules to refuse.
fn side(name: &str, given: i64) -> PyResult<u8> {
    u8::try_from(given).map_err(|_| errors::BoardError::new_err(format!("{name}: found {given}, expected 1 to 255")))
}

/// Gravity Connect Four: four in a line win, and stones fall to the lowest free cell of their column.
///
/// :param rows: rows of the board.
/// :param cols: columns of the board.
/// :param forbidden: cells where no stone can lie, as (row, column) from 0 at the top left.
///
/// >>> luozi.connect4(9, 12, forbidden=[(4, 7)])
/// luozi.connect4(rows=9, cols=12, forbidden=[(4, 7)])
#[pyfunction]
#[pyo3(signature = (rows = 6, cols = 7, *, forbidden = Vec::new()))]
pub(crate) fn connect4(py: Python<'_>, rows: i64, cols: i64, forbidden: Vec<(i64, i64)>) -> PyResult<Py<PyGame>> {
    let cell = |(row, col)| Ok(Cell { row: side("forbidden row", row)?, col: side("forbidden column", col)? });
    let cells: Vec<Cell> = forbidden.into_iter().map(cell).collect::<PyResult<_>>()?;
    PyGame::new(py, &Setup::board(GameKind::CONNECT4, side("rows", rows)?, side("cols", cols)?).forbidding(cells))
}

/// Reversi, also called Othello.
///
/// :param size: 4, 6 or 8.
/// :param scoring: `difference` counts discs as they lie; `empties-to-winner` gives empty squares to the winner.
///
/// >>> luozi.reversi(scoring="empties-to-winner")
/// luozi.reversi(size=8, scoring='empties-to-winner')
#[pyfunction]
#[pyo3(signature = (size = 8, *, scoring = "difference"))]
pub(crate) fn reversi(py: Python<'_>, size: i64, scoring: &str) -> PyResult<Py<PyGame>> {
    let size = side("size", size)?;
    let setup = Setup::board(GameKind::REVERSI, size, size);
    let option = GameKind::REVERSI.options()[0];
    if !option.words.contains(&scoring) {
        let found = luozi_core::excerpt(scoring);
        let expected = option.words.join(" or ");
        return Err(errors::BoardError::new_err(format!("{}: found `{found}`, expected {expected}", option.name)));
    }
    PyGame::new(py, &setup.with_option(option.name, OptionValue::Word(scoring.to_string())))
}

/// NoGo: whoever would capture or commit suicide with every move loses.
///
/// :param centre_opening_forbidden: whether the first move may not be the centre.
///
/// >>> luozi.nogo(7, 7)
/// luozi.nogo(rows=7, cols=7)
#[pyfunction]
#[pyo3(signature = (rows = 9, cols = 9, *, centre_opening_forbidden = false))]
pub(crate) fn nogo(py: Python<'_>, rows: i64, cols: i64, centre_opening_forbidden: bool) -> PyResult<Py<PyGame>> {
    let (rows, cols) = (side("rows", rows)?, side("cols", cols)?);
    let setup = Setup::board(GameKind::NOGO, rows, cols);
    let option = GameKind::NOGO.options()[0];
    PyGame::new(py, &setup.with_option(option.name, OptionValue::Flag(centre_opening_forbidden)))
}

/// What a game writes about the end: a word and the cells that show it.
pub(crate) fn finish_words<'py>(
    py: Python<'py>,
    finish: Option<(&'static str, Vec<CellNumber>)>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let Some((reason, cells)) = finish else { return Ok(None) };
    let words = PyDict::new(py);
    words.set_item("reason", reason)?;
    words.set_item("cells", cells.into_iter().map(usize::from).collect::<Vec<_>>())?;
    Ok(Some(words))
}
