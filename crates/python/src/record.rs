//! Saved games.

use crate::errors;
use crate::game::PyGame;
use crate::position::PyPosition;
use luozi_games::Session;
use luozi_games::record::{GameResult, NodeId, Record, Winner};
use luozi_protocol::formats::{self, Format, UnknownFormat};
use pyo3::prelude::*;

/// A saved game: players, result and the main line. Variations, clocks and comments of what was read are kept and written.
///
/// >>> import luozi
/// >>> record = luozi.Record(luozi.reversi().play("f5d6c3"), players=("Ada", "Bob"))
/// >>> luozi.read(record.to_text("ggf"))[0].moves
/// ['f5', 'd6', 'c3']
#[pyclass(name = "Record", module = "luozi", frozen)]
pub(crate) struct PyRecord {
    game: Py<PyGame>,
    record: Record,
}

impl PyRecord {
    pub(crate) fn new_of(py: Python<'_>, record: Record) -> PyResult<PyRecord> {
        Ok(PyRecord { game: PyGame::new(py, record.setup())?, record })
    }
}

fn winner_number(winner: Winner) -> Option<usize> {
    winner.player().map(crate::position::number)
}

#[pymethods]
impl PyRecord {
    #[new]
    #[pyo3(signature = (position, *, players = None, event = "", date = "", place = ""))]
    fn new(
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
        players: Option<(String, String)>,
        event: &str,
        date: &str,
        place: &str,
    ) -> PyRecord {
        let mut record = Record::of(&position.get().session);
        if let Some((first, second)) = players {
            (record.header.players[0].name, record.header.players[1].name) = (first, second);
        }
        (record.header.event, record.header.date, record.header.place) = (event.into(), date.into(), place.into());
        record.settle();
        PyRecord { game: position.get().game.clone_ref(py), record }
    }

    /// The game and board that the record is of.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// Names of first and second player; empty where unknown.
    #[getter]
    fn players(&self) -> (&str, &str) {
        let [first, second] = &self.record.header.players;
        (&first.name, &second.name)
    }

    /// Tournament, match or occasion.
    #[getter]
    fn event(&self) -> &str {
        &self.record.header.event
    }

    /// When it was played, best as `2026-01-31`; empty where unknown.
    #[getter]
    fn date(&self) -> &str {
        &self.record.header.date
    }

    /// Where it was played.
    #[getter]
    fn place(&self) -> &str {
        &self.record.header.place
    }

    /// The moves of the main line.
    #[getter]
    fn moves(&self) -> Vec<String> {
        let tree = self.record.tree();
        tree.main_line().filter_map(|id| tree.move_text(id)).map(str::to_string).collect()
    }

    /// Comments of the main line: that of the start, then one a move; empty where there is none.
    #[getter]
    fn comments(&self) -> Vec<&str> {
        let tree = self.record.tree();
        std::iter::once(NodeId::ROOT).chain(tree.main_line()).map(|id| tree.notes(id).comment.as_str()).collect()
    }

    /// How it ended, `{"winner": 0, 1 or None, "score": int or None, "reason": text}`; `None` if nobody knows.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, pyo3::types::PyDict>>> {
        let Some(GameResult { winner, score, reason }) = &self.record.header.result else { return Ok(None) };
        let words = pyo3::types::PyDict::new(py);
        words.set_item("winner", winner_number(*winner))?;
        words.set_item("score", score)?;
        words.set_item("reason", reason)?;
        Ok(Some(words))
    }

    /// The position at the end of the main line.
    #[getter]
    fn last(&self, py: Python<'_>) -> PyPosition {
        PyPosition { game: self.game.clone_ref(py), session: Session::of(&self.record) }
    }

    /// All positions of the main line, the start first.
    fn positions(&self, py: Python<'_>) -> Vec<PyPosition> {
        let mut session = Session::of(&self.record);
        let mut found = Vec::with_capacity(session.moves().len() + 1);
        loop {
            found.push(PyPosition { game: self.game.clone_ref(py), session: session.clone() });
            if session.undo().is_none() {
                found.reverse();
                return found;
            }
        }
    }

    /// The game in a format: `json`, `sgf`, `ggf`, `botzone`, `saiblo` or `moves`.
    #[pyo3(signature = (format = "json"))]
    fn to_text(&self, format: &str) -> PyResult<String> {
        let wrong = |error: UnknownFormat| errors::RecordError::new_err(error.to_string());
        let format: Format = format.parse().map_err(wrong)?;
        formats::write(&self.record, format).map_err(errors::record)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyRecord>().is_ok_and(|other| other.get().record == self.record)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("_of_json")?, (slf.get().record.to_json(),)))
    }

    #[staticmethod]
    fn _of_json(py: Python<'_>, text: &str) -> PyResult<PyRecord> {
        let record = Record::from_json(text).map_err(errors::record)?;
        PyRecord::new_of(py, record)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let moves = Session::of(&self.record).moves().len();
        Ok(format!("<luozi.Record of {}, {moves} moves>", self.game.bind(py).repr()?))
    }
}

/// Reads the games of a text in any format that is known; there is always at least one.
///
/// Formats: this project's JSON, SGF, GGF, logs and inputs of Botzone and Saiblo, and bare lists of moves.
///
/// :param game: the game that is expected; lists of moves and Botzone's texts need it.
/// :raises RecordError: if the text is no saved game.
///
/// >>> luozi.read("f5d6c3", luozi.reversi())[0].last.ply
/// 3
#[pyfunction]
#[pyo3(signature = (text, game = None))]
pub(crate) fn read(py: Python<'_>, text: &str, game: Option<&Bound<'_, PyGame>>) -> PyResult<Vec<PyRecord>> {
    let records = formats::read(text, game.map(|game| game.get().setup())).map_err(errors::record)?;
    records.into_iter().map(|record| PyRecord::new_of(py, record)).collect()
}
