//! Engines: one player each, asked from any thread.

use crate::analysis::PyAnalysis;
use crate::game::{PyGame, recipe};
use crate::position::PyPosition;
use crate::waiting::Job;
use crate::{arguments, errors};
use luozi_engine::{Ask, NoMove, Player, Watcher, player};
use luozi_games::Session;
use luozi_games::analysis::Analysis;
use luozi_search::{Budget, Purpose};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A player, or the empty chair while it thinks.
struct Chair {
    player: Mutex<Option<Box<dyn Player>>>,
    /// Ends what it is thinking about.
    stop: Mutex<Option<Arc<AtomicBool>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a thinking player tells.
enum Told {
    Progress(Analysis),
    Done(Result<Analysis, NoMove>),
}

/// A player that thinks about positions of one game.
///
/// :param game: the game.
/// :param preset: a preset (`game.presets`), `level=1` to `level=10`, `alphabeta:depth=4`, or any other player's words of the
///     command line such as `mcgs,c=1.1`, `random`, `gtp:COMMAND` or `botzone:COMMAND`; the strongest preset unless given.
///     Bots of other programs tell their move alone; they have a second for it unless more is asked for.
/// :param net: bytes of a weights file to judge by instead of the shipped net.
/// :param parameters: settings by name, such as `threads=2`, `seed=7`, `memory_mb=64`, `c=1.1`.
///
/// An engine keeps what it learned from one question to the next; :meth:`reset` makes it forget. With one thread, a seed and
/// a number of visits its answers repeat exactly. It answers one question at a time: a second one raises :class:`Busy`.
///
/// >>> import luozi
/// >>> game = luozi.connect4()
/// >>> engine = luozi.Engine(game, "mcgs", seed=1)
/// >>> engine.think(game.play("1 7 1 7 1 7"), visits=100).best
/// '1'
#[pyclass(name = "Engine", module = "luozi", frozen)]
pub(crate) struct PyEngine {
    game: Py<PyGame>,
    name: String,
    signature: String,
    /// Limits of the recipe itself.
    own_limits: Budget,
    chair: Arc<Chair>,
}

/// A setting as the command line writes it.
fn setting(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(if flag.is_true() { "on" } else { "off" }.to_string());
    }
    Ok(value.str()?.to_cow()?.into_owned())
}

impl PyEngine {
    fn of(game: Py<PyGame>, name: String, signature: String, own_limits: Budget, player: Box<dyn Player>) -> PyEngine {
        let chair = Chair { player: Mutex::new(Some(player)), stop: Mutex::new(None) };
        PyEngine { game, name, signature, own_limits, chair: Arc::new(chair) }
    }

    /// Puts a question to the player.
    fn ask(
        &self,
        session: &Session,
        budget: Budget,
        candidates: Option<u32>,
        every: Option<Duration>,
    ) -> PyResult<Job<Told>> {
        let purpose = candidates.map_or(Purpose::Play, |moves| Purpose::Analyse { moves });
        let mut player = lock(&self.chair.player).take().ok_or_else(|| {
            errors::Busy::new_err(
                "this engine is thinking about another question; wait, stop() it or make a second engine",
            )
        })?;
        let (session, chair, asked) = (session.clone(), self.chair.clone(), Instant::now());
        let job = Job::begin(move |stop, told| {
            let mut tell = |analysis: &Analysis| drop(told.send(Told::Progress(analysis.clone())));
            let watch = every.map(|every| Watcher { every, tell: &mut tell });
            let answer = player.think(&session, Ask { budget, purpose, asked, stop: Some(stop), watch });
            *lock(&chair.player) = Some(player);
            drop(told.send(Told::Done(answer)));
        });
        *lock(&self.chair.stop) = Some(job.stop_flag());
        Ok(job)
    }
}

/// The player is gone: it failed in a way that no player should.
fn lost() -> PyErr {
    errors::PlayerError::new_err(
        "the engine failed while thinking, which is a mistake of this package; make a new engine",
    )
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (game, preset = "", *, net = None, **parameters))]
    fn new(
        py: Python<'_>,
        game: Py<PyGame>,
        preset: &str,
        net: Option<&[u8]>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyEngine> {
        let session = &game.get().session;
        #[cfg(target_os = "linux")]
        if let Some(bot) = crate::arena::bot(py, session, preset, parameters)? {
            if net.is_some() {
                return Err(errors::PlayerError::new_err(format!(
                    "{preset} is no engine of this package: it has no net"
                )));
            }
            let name = preset.to_string();
            return Ok(PyEngine::of(game, name.clone(), name, Budget::time(luozi_engine::USUAL_TIME), bot));
        }
        let mut recipe = recipe(session.kind(), preset)?;
        for (key, value) in parameters.into_iter().flatten() {
            let key = key.str()?;
            recipe.set(&key.to_cow()?, &setting(&value)?).map_err(errors::player)?;
        }
        if let Some(net) = net {
            recipe.bring_net(net).map_err(errors::player)?;
        }
        let player = py.detach(|| player(session, &recipe)).map_err(errors::player)?;
        let made = player.recipe().unwrap_or(&recipe);
        let (name, signature, own_limits) = (made.name.clone(), made.signature(), made.limits);
        Ok(PyEngine::of(game, name, signature, own_limits, player))
    }

    /// The game it plays.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// The preset or method it is made of. A board that the strongest preset does not know gets the classical one.
    ///
    /// >>> luozi.Engine(luozi.nogo(5, 5)).name
    /// 'classic-nogo'
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Name and version as saved games hold them.
    #[getter]
    fn signature(&self) -> &str {
        &self.signature
    }

    /// Whether its words limit its searches, as those of a level do. Otherwise whoever asks decides.
    #[getter]
    fn has_limits(&self) -> bool {
        !self.own_limits.is_open()
    }

    /// Thinks about a position and gives what it found.
    ///
    /// :param time: seconds; a second if nothing else limits the search.
    /// :param visits: simulations.
    /// :param nodes: nodes of the graph.
    /// :raises GameOver: if there is nothing to think about.
    /// :raises BoardError: if the position is of another game.
    /// :raises Busy: if the engine is thinking already.
    ///
    /// Python's lock is released meanwhile, and Ctrl-C ends the search. From another thread :meth:`stop` ends it, too; the
    /// answer is then what it has found so far.
    ///
    /// With `candidates` it judges so many moves instead of looking for the one to play: what a solver or the opening book can
    /// prove is proven, the others get simulations enough for a value, and the whole budget is spent.
    ///
    /// >>> board = luozi.connect4()
    /// >>> analysis = luozi.Engine(board).think(board.start().play("4").play("4"), time=1, candidates=7)
    /// >>> [str(move.proven) for move in analysis.moves][:2]
    /// ['win in 39', 'loss in 38']
    #[pyo3(signature = (position, *, time = None, visits = None, nodes = None, candidates = None))]
    fn think(
        &self,
        py: Python<'_>,
        position: Py<PyPosition>,
        time: Option<f64>,
        visits: Option<i64>,
        nodes: Option<i64>,
        candidates: Option<i64>,
    ) -> PyResult<PyAnalysis> {
        let mut budget = arguments::budget(time, visits, nodes)?;
        if budget.is_open() && self.own_limits.is_open() {
            budget = Budget::time(luozi_engine::USUAL_TIME);
        }
        let job = self.ask(&position.get().session, budget, arguments::candidates(candidates)?, None)?;
        loop {
            match job.next(py)? {
                Some(Told::Progress(_)) => {}
                Some(Told::Done(Ok(analysis))) => return Ok(PyAnalysis::new(position, analysis)),
                Some(Told::Done(Err(error))) => return Err(errors::no_move(error)),
                None => return Err(lost()),
            }
        }
    }

    /// The move that it would play: `think(...).best`.
    #[pyo3(signature = (position, *, time = None, visits = None, nodes = None))]
    fn choose(
        &self,
        py: Python<'_>,
        position: Py<PyPosition>,
        time: Option<f64>,
        visits: Option<i64>,
        nodes: Option<i64>,
    ) -> PyResult<String> {
        let analysis = self.think(py, position, time, visits, nodes, None)?;
        Ok(analysis.best().to_string())
    }

    /// Thinks and tells meanwhile: an iterator of :class:`Analysis`, the last of which is the answer.
    ///
    /// :param every: seconds between two reports.
    ///
    /// Without a limit it goes on until the result is proven, somebody calls :meth:`stop`, or the iterator is dropped.
    ///
    /// >>> engine = luozi.Engine(luozi.nogo(), "classic-nogo")
    /// >>> *_, last = engine.stream(luozi.nogo().start(), visits=200)
    /// >>> last.stopped is not None, last.best == last.moves[0].move
    /// (True, True)
    #[pyo3(signature = (position, *, time = None, visits = None, nodes = None, candidates = None, every = 0.1))]
    fn stream(
        &self,
        position: Py<PyPosition>,
        time: Option<f64>,
        visits: Option<i64>,
        nodes: Option<i64>,
        candidates: Option<i64>,
        every: f64,
    ) -> PyResult<PyStream> {
        let budget = arguments::budget(time, visits, nodes)?;
        let every = arguments::seconds("every", Some(every))?;
        let job = self.ask(&position.get().session, budget, arguments::candidates(candidates)?, every)?;
        Ok(PyStream { position, job, ended: AtomicBool::new(false) })
    }

    /// Ends what the engine is thinking about, from any thread. Nothing happens if it is not thinking.
    fn stop(&self) {
        if let Some(stop) = &*lock(&self.chair.stop) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Forgets everything: the next game begins like the first.
    fn reset(&self) -> PyResult<()> {
        let mut player = lock(&self.chair.player);
        let player =
            player.as_mut().ok_or_else(|| errors::Busy::new_err("this engine is thinking; stop() it first"))?;
        player.reset();
        Ok(())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<luozi.Engine {} for {}>", self.name, self.game.bind(py).repr()?))
    }
}

/// What an engine tells while it thinks; see :meth:`Engine.stream`.
#[pyclass(name = "Stream", module = "luozi", frozen)]
pub(crate) struct PyStream {
    position: Py<PyPosition>,
    job: Job<Told>,
    ended: AtomicBool,
}

#[pymethods]
impl PyStream {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyAnalysis>> {
        if self.ended.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let told = self.job.next(py).inspect_err(|_| self.ended.store(true, Ordering::Relaxed))?;
        if !matches!(told, Some(Told::Progress(_))) {
            self.ended.store(true, Ordering::Relaxed);
        }
        match told {
            Some(Told::Progress(analysis) | Told::Done(Ok(analysis))) => {
                Ok(Some(PyAnalysis::new(self.position.clone_ref(py), analysis)))
            }
            Some(Told::Done(Err(error))) => Err(errors::no_move(error)),
            None => Err(lost()),
        }
    }
}

impl Drop for PyStream {
    fn drop(&mut self) {
        self.job.end();
    }
}
