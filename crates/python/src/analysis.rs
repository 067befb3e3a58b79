//! What an engine thinks of a position.

use crate::position::PyPosition;
use luozi_core::StopReason;
use luozi_games::analysis::{Analysis, MoveAnalysis, Proven};
use pyo3::prelude::*;
use std::fmt::Write as _;

/// A proof, for the side to move: a result with its distance, or an exact score. `str()` reads `win in 7` or `+12 exact`.
#[pyclass(name = "Proven", module = "luozi", frozen)]
pub(crate) struct PyProven(Proven);

#[pymethods]
impl PyProven {
    /// `win`, `draw` or `loss`.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.result().word()
    }

    /// 1, 0 or -1.
    #[getter]
    fn value(&self) -> f64 {
        self.0.result().value()
    }

    /// Plies to the end with best play, where they are certain.
    #[getter]
    fn plies(&self) -> Option<u32> {
        match self.0 {
            Proven::Result { plies, .. } => plies,
            Proven::Score { .. } => None,
        }
    }

    /// The exact score in the game's units, where it is known.
    #[getter]
    fn score(&self) -> Option<i16> {
        match self.0 {
            Proven::Result { .. } => None,
            Proven::Score { score } => Some(score),
        }
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<luozi.Proven: {}>", self.0)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyProven>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let (sign, size) = match self.0 {
            Proven::Result { result, plies } => (result.value() as i64, i64::from(plies.unwrap_or_default())),
            Proven::Score { score } => (2, i64::from(score)),
        };
        (size * 8 + sign) as u64
    }
}

/// One move of an :class:`Analysis`. Values are those of the side that plays it.
#[pyclass(name = "MoveAnalysis", module = "luozi", frozen)]
pub(crate) struct PyMoveAnalysis(MoveAnalysis);

#[pymethods]
impl PyMoveAnalysis {
    /// The move as people write it, such as `4`, `f5` or `pass`.
    #[getter]
    fn r#move(&self) -> &str {
        &self.0.mv
    }

    /// Simulations through it.
    #[getter]
    fn visits(&self) -> u32 {
        self.0.visits
    }

    /// Its value from -1 to 1; `None` before any evaluation.
    #[getter]
    fn value(&self) -> Option<f64> {
        self.0.value
    }

    /// Expected score after it, in games that are about scores.
    #[getter]
    fn score(&self) -> Option<f64> {
        self.0.score
    }

    /// Its prior probability.
    #[getter]
    fn prior(&self) -> f32 {
        self.0.prior
    }

    /// What is proven after it.
    #[getter]
    fn proven(&self) -> Option<PyProven> {
        self.0.proven.map(PyProven)
    }

    /// The expected continuation, this move first.
    #[getter]
    fn line(&self) -> Vec<String> {
        self.0.pv.clone()
    }

    fn __repr__(&self) -> String {
        format!("<luozi.MoveAnalysis {}: {}, {} visits>", self.0.mv, worth(self.0.proven, self.0.value), self.0.visits)
    }
}

/// A proof in words, else a value; a proof is never told as a number.
fn worth(proven: Option<Proven>, value: Option<f64>) -> String {
    match (proven, value) {
        (Some(proven), _) => proven.to_string(),
        (None, Some(value)) => format!("{value:+.3}"),
        (None, None) => "?".to_string(),
    }
}

/// What an engine thinks of a position; see :meth:`Engine.think`. Values are those of the side to move, from -1 to 1.
#[pyclass(name = "Analysis", module = "luozi", frozen)]
pub(crate) struct PyAnalysis {
    position: Py<PyPosition>,
    analysis: Analysis,
}

impl PyAnalysis {
    pub(crate) fn new(position: Py<PyPosition>, analysis: Analysis) -> PyAnalysis {
        PyAnalysis { position, analysis }
    }
}

#[pymethods]
impl PyAnalysis {
    /// The position it is about.
    #[getter]
    fn position(&self, py: Python<'_>) -> Py<PyPosition> {
        self.position.clone_ref(py)
    }

    /// The move to play.
    #[getter]
    pub(crate) fn best(&self) -> &str {
        &self.analysis.best
    }

    /// Expected result from -1 to 1; `None` if nobody told one.
    #[getter]
    fn value(&self) -> Option<f64> {
        self.analysis.value
    }

    /// Expected score in the game's units, in games that are about scores.
    #[getter]
    fn score(&self) -> Option<f64> {
        self.analysis.score
    }

    /// What is proven about the position.
    #[getter]
    fn proven(&self) -> Option<PyProven> {
        self.analysis.proven.map(PyProven)
    }

    /// Simulations of the search.
    #[getter]
    fn visits(&self) -> u64 {
        self.analysis.visits
    }

    /// Positions that were evaluated.
    #[getter]
    fn playouts(&self) -> u64 {
        self.analysis.playouts
    }

    /// Nodes of the graph or tree.
    #[getter]
    fn nodes(&self) -> u64 {
        self.analysis.nodes
    }

    /// Time since the question.
    #[getter]
    fn seconds(&self) -> f64 {
        self.analysis.seconds
    }

    /// Depth in plies, for searches that have one.
    #[getter]
    fn depth(&self) -> Option<u32> {
        self.analysis.depth
    }

    /// Best play from the position on.
    #[getter]
    fn line(&self) -> Vec<String> {
        self.analysis.pv.clone()
    }

    /// Name and version of the engine.
    #[getter]
    fn engine(&self) -> Option<&str> {
        self.analysis.engine.as_deref()
    }

    /// The moves that were looked at, best first.
    #[getter]
    fn moves(&self) -> Vec<PyMoveAnalysis> {
        self.analysis.moves.iter().cloned().map(PyMoveAnalysis).collect()
    }

    /// Why the search ended (`time`, `visits`, `nodes`, `proven`, `forced`, `settled`, `asked`); `None` while it runs.
    #[getter]
    fn stopped(&self) -> Option<&'static str> {
        self.analysis.stopped.map(|reason| match reason {
            StopReason::Time => "time",
            StopReason::Visits => "visits",
            StopReason::Nodes => "nodes",
            StopReason::Proven => "proven",
            StopReason::Forced => "forced",
            StopReason::Settled => "settled",
            StopReason::Asked => "asked",
        })
    }

    /// The share of the visits that each action got, as an array with one number an action: a policy to learn from. Without
    /// visits all of it is on the best move.
    fn policy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, numpy::PyArray1<f32>>> {
        let session = &self.position.get().session;
        let mut shares = vec![0.0_f32; session.grid().move_count()];
        let total: u64 = self.analysis.moves.iter().map(|known| u64::from(known.visits)).sum();
        for known in &self.analysis.moves {
            let index = session.parse_move(&known.mv).map_err(crate::errors::parse)?;
            shares[index] = known.visits as f32 / total.max(1) as f32;
        }
        if total == 0 {
            shares[session.parse_move(&self.analysis.best).map_err(crate::errors::parse)?] = 1.0;
        }
        Ok(numpy::PyArray1::from_vec(py, shares))
    }

    /// The analysis as JSON, the way saved games hold it.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.analysis)
            .map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))
    }

    fn __repr__(&self) -> String {
        let Analysis { best, proven, value, visits, seconds, .. } = &self.analysis;
        format!("<luozi.Analysis {best}: {}, {visits} visits in {seconds:.2} s>", worth(*proven, *value))
    }

    fn _repr_html_(&self) -> String {
        let mut out = format!(
            "<table><caption>{}: {} visits in {:.2} s</caption><thead><tr><th>move</th><th>value</th><th>score</th>\
             <th>visits</th><th>prior</th><th>line</th></tr></thead><tbody>",
            self.analysis.engine.as_deref().unwrap_or_default(),
            self.analysis.visits,
            self.analysis.seconds
        );
        for known in &self.analysis.moves {
            let score = known.score.map_or(String::new(), |score| format!("{score:+.1}"));
            let _ = write!(
                out,
                "<tr><td><b>{}</b></td><td>{}</td><td>{score}</td><td>{}</td><td>{:.1} %</td>\
                 <td style=\"text-align:left\">{}</td></tr>",
                known.mv,
                worth(known.proven, known.value),
                known.visits,
                known.prior * 100.0,
                known.pv.join(" ")
            );
        }
        out + "</tbody></table>"
    }
}
