//! Exact answers.

use crate::game::PyGame;
use crate::position::PyPosition;
use crate::waiting::Job;
use crate::{arguments, errors};
use luozi_core::{Bounds, Player};
use luozi_engine::{AnySolver, Solved, engine_for};
use luozi_games::Session;
use luozi_games::analysis::ProvenResult;
use luozi_solve::{Limits, Stopped};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a solver found: bounds of the score for the side to move, equal once the position is solved.
#[pyclass(name = "Solution", module = "luozi", frozen)]
pub(crate) struct PySolution {
    solved: Solved,
    mover: Player,
    seconds: f64,
}

#[pymethods]
impl PySolution {
    /// The exact score in the game's units for the side to move; `None` if only bounds are known: the solver was stopped, or
    /// it is that of NoGo, which finds who wins and not how soon.
    #[getter]
    fn score(&self) -> Option<i16> {
        self.solved.bounds.solved().map(|score| score.seen_by(self.mover))
    }

    /// `win`, `draw` or `loss` for the side to move; `None` while that is open.
    #[getter]
    fn result(&self) -> Option<&'static str> {
        let (lower, upper) = (ProvenResult::of(self.lower()), ProvenResult::of(self.upper()));
        (lower == upper).then_some(lower.word())
    }

    /// The side to move gets at least this.
    #[getter]
    fn lower(&self) -> i16 {
        self.solved.bounds.lower_for(self.mover)
    }

    /// The side to move gets at most this.
    #[getter]
    fn upper(&self) -> i16 {
        self.solved.bounds.upper_for(self.mover)
    }

    /// A move that reaches the proven bound; `None` when none is known.
    #[getter]
    fn best(&self) -> Option<&str> {
        self.solved.best.as_deref()
    }

    /// Positions that the solver visited.
    #[getter]
    fn nodes(&self) -> u64 {
        self.solved.nodes
    }

    /// Time it took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    /// Why it gave up (`time`, `nodes`, `asked`); `None` if it did not.
    #[getter]
    fn stopped(&self) -> Option<&'static str> {
        self.solved.stopped.map(|stopped| match stopped {
            Stopped::Nodes => "nodes",
            Stopped::Time => "time",
            Stopped::Flag => "asked",
        })
    }

    fn __repr__(&self) -> String {
        let what = match self.score() {
            Some(score) => format!("{} ({score:+})", ProvenResult::of(score).word()),
            None => format!("{:+} to {:+}", self.lower(), self.upper()),
        };
        let best = self.best().map_or(String::new(), |best| format!(", best {best}"));
        format!("<luozi.Solution {what}{best}, {} nodes>", self.solved.nodes)
    }
}

/// What is asked of a solver: one position, or each move of it.
enum Answer {
    Position(Solved),
    Moves(Vec<(String, Bounds)>),
}

/// An exact solver of one game, which keeps its table from one question to the next.
///
/// :param memory_mb: size of the table.
///
/// >>> import luozi
/// >>> solver = luozi.Solver(luozi.connect4(4, 5))
/// >>> solver.solve(luozi.connect4(4, 5).start()).result
/// 'draw'
#[pyclass(name = "Solver", module = "luozi", frozen)]
pub(crate) struct PySolver {
    game: Py<PyGame>,
    solver: Arc<Mutex<Option<Box<dyn AnySolver>>>>,
}

/// Megabytes of the largest table that may be asked for.
const LARGEST_MB: i64 = 1 << 20;

impl PySolver {
    fn ask(
        &self,
        py: Python<'_>,
        session: &Session,
        (time, nodes): (Option<Duration>, Option<u64>),
        question: impl FnOnce(&mut dyn AnySolver, &Session, &Limits<'_>) -> Answer + Send + 'static,
    ) -> PyResult<Answer> {
        if session.setup() != self.game.get().setup() {
            let (own, found) = (self.game.get().setup(), session.setup());
            return Err(errors::BoardError::new_err(format!("this solver was made for {own}; found {found}")));
        }
        let lock =
            |chair: &Mutex<Option<Box<dyn AnySolver>>>| chair.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut solver = lock(&self.solver)
            .ok_or_else(|| errors::Busy::new_err("this solver works on another question; make a second one"))?;
        let (chair, session) = (self.solver.clone(), session.clone());
        let job = Job::begin(move |stop, told| {
            let asked = Instant::now();
            let clock = || asked.elapsed();
            let mut limits = Limits::none().stop_flag(stop);
            if let Some(time) = time {
                limits = limits.deadline(&clock, time);
            }
            if let Some(nodes) = nodes {
                limits = limits.nodes(nodes);
            }
            let answer = question(&mut *solver, &session, &limits);
            *chair.lock().unwrap_or_else(PoisonError::into_inner) = Some(solver);
            drop(told.send(answer));
        });
        let failed =
            || errors::PlayerError::new_err("the solver failed, which is a mistake of this package; make a new one");
        job.next(py)?.ok_or_else(failed)
    }
}

#[pymethods]
impl PySolver {
    #[new]
    #[pyo3(signature = (game, *, memory_mb = 64))]
    fn new(game: Py<PyGame>, memory_mb: i64) -> PyResult<PySolver> {
        if !(1..=LARGEST_MB).contains(&memory_mb) {
            return Err(PyValueError::new_err(format!("memory_mb: found {memory_mb}, expected 1 to {LARGEST_MB}")));
        }
        let session = &game.get().session;
        let solver = engine_for(session)
            .map_err(errors::player)?
            .solver((memory_mb as usize) << 20)
            .ok_or_else(|| errors::PlayerError::new_err(format!("there is no exact solver for {}", session.setup())))?;
        Ok(PySolver { game, solver: Arc::new(Mutex::new(Some(solver))) })
    }

    /// The exact score of a position. Without limits it runs until it has one, which may take years on large boards; Ctrl-C
    /// ends it.
    ///
    /// :param time: seconds after which it gives what it has proven so far.
    /// :param nodes: the same as a number of nodes.
    ///
    /// >>> game = luozi.reversi(4)
    /// >>> solution = luozi.Solver(game).solve(game.start())
    /// >>> solution.result, solution.score
    /// ('loss', -8)
    #[pyo3(signature = (position, *, time = None, nodes = None))]
    fn solve(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyPosition>,
        time: Option<f64>,
        nodes: Option<i64>,
    ) -> PyResult<PySolution> {
        let limits = (arguments::seconds("time", time)?, arguments::positive("nodes", nodes)?);
        let (session, began) = (&position.get().session, Instant::now());
        let answer = self.ask(py, session, limits, |solver, session, limits| {
            Answer::Position(solver.solve(session, limits, &mut |_| {}))
        })?;
        let Answer::Position(solved) = answer else { unreachable!("a position was asked for") };
        Ok(PySolution { solved, mover: session.to_move(), seconds: began.elapsed().as_secs_f64() })
    }

    /// Bounds of the score after every legal move, `{move: (lower, upper)}`, for the side that plays it: equal where the
    /// score is exact. Limits hold for each move.
    ///
    /// >>> game = luozi.connect4(4, 4)
    /// >>> luozi.Solver(game).solve_moves(game.play("1 4 1 4 1 4"))["1"]
    /// (5, 5)
    #[pyo3(signature = (position, *, time = None, nodes = None))]
    fn solve_moves<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'_, PyPosition>,
        time: Option<f64>,
        nodes: Option<i64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let limits = (arguments::seconds("time", time)?, arguments::positive("nodes", nodes)?);
        let session = &position.get().session;
        let answer = self
            .ask(py, session, limits, |solver, session, limits| Answer::Moves(solver.solve_moves(session, limits)))?;
        let Answer::Moves(moves) = answer else { unreachable!("moves were asked for") };
        let (found, mover) = (PyDict::new(py), session.to_move());
        for (mv, bounds) in moves {
            found.set_item(mv, (bounds.lower_for(mover), bounds.upper_for(mover)))?;
        }
        Ok(found)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<luozi.Solver for {}>", self.game.bind(py).repr()?))
    }
}
