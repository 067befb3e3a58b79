//! Many games at once, into arrays that are there already.
//!
//! The loops are compiled once for the rules of each game and know nothing of Python; [`PyVector`] owns the arrays and lends
//! them out. A step checks every action before it plays any, so a refused step changes nothing.

use crate::errors;
use crate::game::PyGame;
use crate::position::PyPosition;
use luozi_core::{IllegalMove, MoveList, Rng, View};
use luozi_eval::planes::{NetGame, Sheet};
use luozi_games::{Session, with_built_in};
use numpy::{
    Element, PyArray1, PyArray2, PyArray4, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Mutex, PoisonError};

fn encode_with<G: NetGame>(rules: &G, position: &G::Position, bytes: &mut [u8]) {
    let (rows, cols) = rules.size();
    rules.encode(position, &mut Sheet::cleared(rows, cols, bytes));
}

fn shape_of<G: NetGame>(rules: &G) -> (usize, usize, usize) {
    let (rows, cols) = rules.size();
    (G::PLANES, rows, cols)
}

/// Planes, rows and columns of what nets see of a game.
pub(crate) fn planes_shape(session: &Session) -> (usize, usize, usize) {
    with_built_in!(session, rules, _position => shape_of(rules))
}

/// Writes what nets see of a position into cleared bytes of the right number; nothing of a game that is over.
pub(crate) fn encode(session: &Session, bytes: &mut [u8]) {
    if session.outcome().is_none() {
        with_built_in!(session, rules, position => encode_with(rules, position, bytes));
    }
}

/// A part of the arrays: that of some lanes that follow each other.
struct Part<'a> {
    mask: &'a mut [bool],
    reward: &'a mut [f32],
    score: &'a mut [i16],
    done: &'a mut [bool],
    to_move: &'a mut [i8],
    /// Empty if nobody wants planes.
    planes: &'a mut [u8],
}

impl<'a> Part<'a> {
    /// The first `lanes` lanes and the others.
    fn split(self, lanes: usize, sizes: Sizes) -> (Part<'a>, Part<'a>) {
        let (mask, mask_rest) = self.mask.split_at_mut(lanes * sizes.actions);
        let (reward, reward_rest) = self.reward.split_at_mut(lanes);
        let (score, score_rest) = self.score.split_at_mut(lanes);
        let (done, done_rest) = self.done.split_at_mut(lanes);
        let (to_move, to_move_rest) = self.to_move.split_at_mut(lanes);
        let (planes, planes_rest) = self.planes.split_at_mut(lanes * sizes.planes);
        (
            Part { mask, reward, score, done, to_move, planes },
            Part {
                mask: mask_rest,
                reward: reward_rest,
                score: score_rest,
                done: done_rest,
                to_move: to_move_rest,
                planes: planes_rest,
            },
        )
    }
}

/// Entries that one lane has in the arrays.
#[derive(Clone, Copy)]
struct Sizes {
    actions: usize,
    /// 0 if nobody wants planes.
    planes: usize,
}

/// Games side by side, whatever game it is.
trait Batch: Send + Sync {
    /// Starts all games anew and shows them.
    fn reset(&mut self, crew: &Crew, part: Part<'_>, sizes: Sizes);
    /// Plays one action in each game, or says which is illegal and changes nothing.
    fn step(&mut self, crew: &Crew, actions: &[i64], part: Part<'_>, sizes: Sizes) -> Result<(), (usize, IllegalMove)>;
    /// A random legal action of each game.
    fn sample(&mut self, crew: &Crew, actions: &mut [i64]);
    /// The game of one lane as a text.
    fn text(&self, lane: usize) -> String;
    /// Puts a position that is not over into a lane and shows it; false if the session is of another game.
    fn put(&mut self, lane: usize, session: &Session, part: Part<'_>, sizes: Sizes) -> bool;
}

/// Who does the work: the calling thread, or several.
struct Crew {
    pool: Option<ThreadPool>,
    threads: usize,
}

/// Lanes that are not worth another thread.
const LANES_WORTH_A_THREAD: usize = 64;

impl Crew {
    /// Lanes that one thread works on.
    fn share(&self, lanes: usize) -> usize {
        lanes.div_ceil(self.threads).max(LANES_WORTH_A_THREAD)
    }
}

struct Lanes<G: View> {
    rules: G,
    positions: Vec<G::Position>,
    rngs: Vec<Rng>,
    symmetries: bool,
}

impl<G: View + NetGame> Lanes<G> {
    /// Shows a game in the arrays at a lane of the part, after turning it by a random symmetry if that is wanted.
    #[inline(always)]
    fn show(
        rules: &G,
        moves: &MoveList<G::Move>,
        position: &G::Position,
        at: usize,
        part: &mut Part<'_>,
        sizes: Sizes,
    ) {
        let row = &mut part.mask[at * sizes.actions..(at + 1) * sizes.actions];
        row.fill(false);
        for &mv in moves {
            row[rules.move_index(mv)] = true;
        }
        part.to_move[at] = rules.to_move(position).index() as i8;
        if sizes.planes > 0 {
            encode_with(rules, position, &mut part.planes[at * sizes.planes..(at + 1) * sizes.planes]);
        }
    }

    /// The legal moves after a random symmetry.
    fn turn(rules: &G, position: &mut G::Position, rng: &mut Rng, moves: &mut MoveList<G::Move>) {
        let symmetry = rng.below(rules.symmetries() as u32) as usize;
        *position = rules.transform(position, symmetry);
        rules.legal_moves(position, moves);
    }

    fn begin(
        rules: &G,
        symmetries: bool,
        positions: &mut [G::Position],
        rngs: &mut [Rng],
        mut part: Part<'_>,
        sizes: Sizes,
    ) {
        let mut moves = MoveList::new();
        for (at, (position, rng)) in positions.iter_mut().zip(rngs).enumerate() {
            *position = rules.initial();
            rules.legal_moves(position, &mut moves);
            if symmetries {
                Self::turn(rules, position, rng, &mut moves);
            }
            Self::show(rules, &moves, position, at, &mut part, sizes);
            (part.reward[at], part.score[at], part.done[at]) = (0.0, 0, false);
        }
    }

    /// Plays actions that are known to be legal.
    fn advance(
        rules: &G,
        symmetries: bool,
        positions: &mut [G::Position],
        rngs: &mut [Rng],
        actions: &[i64],
        mut part: Part<'_>,
        sizes: Sizes,
    ) {
        let mut moves = MoveList::new();
        for (at, ((position, rng), &action)) in positions.iter_mut().zip(rngs).zip(actions).enumerate() {
            let Some(mv) = rules.move_at(action as usize) else { continue };
            let mover = rules.to_move(position);
            rules.play_unchecked(position, mv);
            rules.legal_moves(position, &mut moves);
            // There is no legal move exactly when the game is over.
            let score = if moves.is_empty() { rules.outcome(position) } else { None };
            part.done[at] = score.is_some();
            part.score[at] = score.map_or(0, |score| score.seen_by(mover));
            part.reward[at] = f32::from(part.score[at].signum());
            if score.is_some() {
                *position = rules.initial();
                rules.legal_moves(position, &mut moves);
            }
            if symmetries {
                Self::turn(rules, position, rng, &mut moves);
            }
            Self::show(rules, &moves, position, at, &mut part, sizes);
        }
    }

    fn check(rules: &G, positions: &[G::Position], actions: &[i64]) -> Result<(), (usize, IllegalMove)> {
        for (lane, (position, &action)) in positions.iter().zip(actions).enumerate() {
            let mv = usize::try_from(action).ok().and_then(|index| rules.move_at(index));
            let fits = mv.ok_or(IllegalMove::OffBoard).and_then(|mv| rules.check(position, mv));
            fits.map_err(|reason| (lane, reason))?;
        }
        Ok(())
    }

    fn draw(rules: &G, positions: &[G::Position], rngs: &mut [Rng], actions: &mut [i64]) {
        let mut moves = MoveList::new();
        for ((position, rng), action) in positions.iter().zip(rngs).zip(actions) {
            rules.legal_moves(position, &mut moves);
            *action = rules.move_index(moves[rng.below(moves.len() as u32) as usize]) as i64;
        }
    }
}

impl<G: View + NetGame> Batch for Lanes<G> {
    fn reset(&mut self, crew: &Crew, part: Part<'_>, sizes: Sizes) {
        let Lanes { rules, positions, rngs, symmetries } = self;
        let (rules, symmetries) = (&*rules, *symmetries);
        let Some(pool) = &crew.pool else {
            return Self::begin(rules, symmetries, positions, rngs, part, sizes);
        };
        let share = crew.share(positions.len());
        pool.scope(|scope| {
            let mut rest = part;
            for (positions, rngs) in positions.chunks_mut(share).zip(rngs.chunks_mut(share)) {
                let (own, others) = rest.split(positions.len(), sizes);
                rest = others;
                scope.spawn(move |_| Self::begin(rules, symmetries, positions, rngs, own, sizes));
            }
        });
    }

    fn step(&mut self, crew: &Crew, actions: &[i64], part: Part<'_>, sizes: Sizes) -> Result<(), (usize, IllegalMove)> {
        let Lanes { rules, positions, rngs, symmetries } = self;
        let (rules, symmetries) = (&*rules, *symmetries);
        let Some(pool) = &crew.pool else {
            Self::check(rules, positions, actions)?;
            Self::advance(rules, symmetries, positions, rngs, actions, part, sizes);
            return Ok(());
        };
        let share = crew.share(positions.len());
        let wrong = Mutex::new(None);
        pool.scope(|scope| {
            for (number, (positions, actions)) in positions.chunks(share).zip(actions.chunks(share)).enumerate() {
                let wrong = &wrong;
                scope.spawn(move |_| {
                    if let Err((lane, reason)) = Self::check(rules, positions, actions) {
                        let mut wrong = wrong.lock().unwrap_or_else(PoisonError::into_inner);
                        let found = (number * share + lane, reason);
                        // The first lane that is wrong is named, whoever finds it.
                        *wrong = Some(
                            wrong.map_or(found, |other: (usize, _)| if other.0 < found.0 { other } else { found }),
                        );
                    }
                });
            }
        });
        if let Some(wrong) = wrong.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(wrong);
        }
        pool.scope(|scope| {
            let mut rest = part;
            let lanes = positions.chunks_mut(share).zip(rngs.chunks_mut(share)).zip(actions.chunks(share));
            for ((positions, rngs), actions) in lanes {
                let (own, others) = rest.split(positions.len(), sizes);
                rest = others;
                scope.spawn(move |_| Self::advance(rules, symmetries, positions, rngs, actions, own, sizes));
            }
        });
        Ok(())
    }

    fn sample(&mut self, crew: &Crew, actions: &mut [i64]) {
        let Lanes { rules, positions, rngs, .. } = self;
        let rules = &*rules;
        let Some(pool) = &crew.pool else {
            return Self::draw(rules, positions, rngs, actions);
        };
        let share = crew.share(positions.len());
        pool.scope(|scope| {
            let lanes = positions.chunks(share).zip(rngs.chunks_mut(share)).zip(actions.chunks_mut(share));
            for ((positions, rngs), actions) in lanes {
                scope.spawn(move |_| Self::draw(rules, positions, rngs, actions));
            }
        });
    }

    fn text(&self, lane: usize) -> String {
        self.rules.position_text(&self.positions[lane])
    }

    fn put(&mut self, lane: usize, session: &Session, mut part: Part<'_>, sizes: Sizes) -> bool {
        let Some((_, position)) = session.at::<G>() else { return false };
        self.positions[lane] = *position;
        let mut moves = MoveList::new();
        self.rules.legal_moves(position, &mut moves);
        Self::show(&self.rules, &moves, position, 0, &mut part, sizes);
        true
    }
}

fn lanes_of<G: View + NetGame>(rules: &G, count: usize, symmetries: bool, seed: u64) -> Box<dyn Batch> {
    let positions = vec![rules.initial(); count];
    let mut seeds = Rng::seeded(seed);
    let rngs = (0..count).map(|_| Rng::seeded(seeds.word())).collect();
    Box::new(Lanes { rules: rules.clone(), positions, rngs, symmetries })
}

/// Many games of one kind that are stepped at once into NumPy arrays that are made once; see :func:`vector`.
///
/// After each :meth:`step` the arrays hold, for every lane:
///
/// * `mask` (lanes, actions), `bool`: which actions are legal now;
/// * `reward` (lanes,), `float32`: 1, 0 or -1 for the side that has just moved, 0 while the game goes on;
/// * `score` (lanes,), `int16`: the final score for that side in the game's units, 0 while the game goes on;
/// * `done` (lanes,), `bool`: whether the game has ended; a new one has then begun in its place, and mask and planes are of
///   that;
/// * `to_move` (lanes,), `int8`: whose turn it is, 0 or 1;
/// * `planes` (lanes, planes, rows, columns), `uint8`, if they are wanted: what Luozi's nets see, from the side to move.
#[pyclass(name = "Vector", module = "luozi", frozen)]
pub(crate) struct PyVector {
    game: Py<PyGame>,
    count: usize,
    crew: Crew,
    sizes: Sizes,
    batch: Mutex<Box<dyn Batch>>,
    mask: Py<PyArray2<bool>>,
    reward: Py<PyArray1<f32>>,
    score: Py<PyArray1<i16>>,
    done: Py<PyArray1<bool>>,
    to_move: Py<PyArray1<i8>>,
    planes: Option<Py<PyArray4<u8>>>,
    actions: Py<PyArray1<i64>>,
}

/// Most lanes of a vector.
const MOST_LANES: i64 = 1 << 24;
/// Most threads of a vector.
const MOST_THREADS: i64 = 256;

/// The entries of an array that the vector made itself, if nobody has changed its shape or made it read-only.
macro_rules! entries {
    ($array:expr, $py:expr, $count:expr => $name:ident) => {
        let mut lent = $array
            .bind($py)
            .try_readwrite()
            .map_err(|_| errors::Busy::new_err("an array of this vector is in use or was made read-only"))?;
        let $name = lent.as_slice_mut().map_err(|_| changed())?;
        if $name.len() != $count {
            return Err(changed());
        }
    };
}

fn changed() -> PyErr {
    PyValueError::new_err("an array of this vector was reshaped; make a new vector")
}

fn between(name: &str, given: i64, most: i64) -> PyResult<usize> {
    if (1..=most).contains(&given) {
        return Ok(given as usize);
    }
    Err(PyValueError::new_err(format!("{name}: found {given}, expected 1 to {most}")))
}

/// Lends out all arrays as one [`Part`].
macro_rules! lend {
    ($vector:expr, $py:expr, $part:ident) => {
        let vector = $vector;
        entries!(vector.mask, $py, vector.count * vector.sizes.actions => mask);
        entries!(vector.reward, $py, vector.count => reward);
        entries!(vector.score, $py, vector.count => score);
        entries!(vector.done, $py, vector.count => done);
        entries!(vector.to_move, $py, vector.count => to_move);
        let mut lent_planes = match &vector.planes {
            Some(planes) => Some(
                planes
                    .bind($py)
                    .try_readwrite()
                    .map_err(|_| errors::Busy::new_err("an array of this vector is in use or was made read-only"))?,
            ),
            None => None,
        };
        let planes = match &mut lent_planes {
            Some(planes) => planes.as_slice_mut().map_err(|_| changed())?,
            None => &mut [],
        };
        if planes.len() != vector.count * vector.sizes.planes {
            return Err(changed());
        }
        let $part = Part { mask, reward, score, done, to_move, planes };
    };
}

impl PyVector {
    /// The batch, for one caller at a time.
    fn batch(&self) -> PyResult<std::sync::MutexGuard<'_, Box<dyn Batch>>> {
        match self.batch.try_lock() {
            Ok(batch) => Ok(batch),
            Err(std::sync::TryLockError::Poisoned(batch)) => Ok(batch.into_inner()),
            Err(std::sync::TryLockError::WouldBlock) => {
                Err(errors::Busy::new_err("another thread is stepping this vector; make one for each thread"))
            }
        }
    }

    fn lane(&self, given: i64) -> PyResult<usize> {
        usize::try_from(given).ok().filter(|&lane| lane < self.count).ok_or_else(|| {
            pyo3::exceptions::PyIndexError::new_err(format!("lane: found {given}, expected 0 to {}", self.count - 1))
        })
    }
}

/// An array of integers as the loops want it; it is copied only if it is of another type or scattered.
fn int64<'py>(given: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    if let Ok(actions) = given.extract::<PyReadonlyArray1<'py, i64>>()
        && actions.as_slice().is_ok()
    {
        return Ok(actions);
    }
    let py = given.py();
    let array = py.import("numpy")?.call_method1("asarray", (given,))?;
    let kind = array.cast::<PyUntypedArray>().map(|array| array.dtype().kind());
    if !matches!(kind, Ok(b'i' | b'u')) {
        let found = array.getattr("dtype")?;
        return Err(PyTypeError::new_err(format!("actions: found an array of {found}, expected integers")));
    }
    let array = py.import("numpy")?.call_method1("ascontiguousarray", (array, i64::get_dtype(py)))?;
    let wrong = |_| PyValueError::new_err("actions: expected one dimension, one action a lane");
    array.extract::<PyReadonlyArray1<'py, i64>>().map_err(wrong)
}

#[pymethods]
impl PyVector {
    #[new]
    #[pyo3(signature = (game, lanes, *, planes = false, threads = 1, symmetries = false, seed = 0))]
    fn new(
        py: Python<'_>,
        game: Py<PyGame>,
        lanes: i64,
        planes: bool,
        threads: i64,
        symmetries: bool,
        seed: u64,
    ) -> PyResult<PyVector> {
        let count = between("lanes", lanes, MOST_LANES)?;
        let threads = between("threads", threads, MOST_THREADS)?;
        let session = &game.get().session;
        let (depth, rows, cols) = planes_shape(session);
        let actions = session.grid().move_count();
        let sizes = Sizes { actions, planes: if planes { depth * rows * cols } else { 0 } };
        let batch = with_built_in!(session, rules, _position => lanes_of(rules, count, symmetries, seed));
        let pool = if threads == 1 {
            None
        } else {
            let made = ThreadPoolBuilder::new().num_threads(threads).build();
            Some(made.map_err(|error| pyo3::exceptions::PyRuntimeError::new_err(error.to_string()))?)
        };
        let vector = PyVector {
            count,
            crew: Crew { pool, threads },
            sizes,
            batch: Mutex::new(batch),
            mask: PyArray2::zeros(py, [count, actions], false).unbind(),
            reward: PyArray1::zeros(py, [count], false).unbind(),
            score: PyArray1::zeros(py, [count], false).unbind(),
            done: PyArray1::zeros(py, [count], false).unbind(),
            to_move: PyArray1::zeros(py, [count], false).unbind(),
            planes: planes.then(|| PyArray4::zeros(py, [count, depth, rows, cols], false).unbind()),
            actions: PyArray1::zeros(py, [count], false).unbind(),
            game,
        };
        vector.reset(py)?;
        Ok(vector)
    }

    /// The game that every position of the vector belongs to.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PyGame> {
        self.game.clone_ref(py)
    }

    /// Which actions are legal now.
    #[getter]
    fn mask(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        self.mask.clone_ref(py)
    }

    /// 1, 0 or -1 for the side that has just moved.
    #[getter]
    fn reward(&self, py: Python<'_>) -> Py<PyArray1<f32>> {
        self.reward.clone_ref(py)
    }

    /// The final score for the side that has just moved.
    #[getter]
    fn score(&self, py: Python<'_>) -> Py<PyArray1<i16>> {
        self.score.clone_ref(py)
    }

    /// Whether the last step ended the game.
    #[getter]
    fn done(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.done.clone_ref(py)
    }

    /// Whose turn it is.
    #[getter]
    fn to_move(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.to_move.clone_ref(py)
    }

    /// What nets see; `None` unless the vector was made with `planes=True`.
    #[getter]
    fn planes(&self, py: Python<'_>) -> Option<Py<PyArray4<u8>>> {
        self.planes.as_ref().map(|planes| planes.clone_ref(py))
    }

    fn __len__(&self) -> usize {
        self.count
    }

    /// Starts all games anew.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        let mut batch = self.batch()?;
        lend!(self, py, part);
        let (batch, crew, sizes) = (&mut *batch, &self.crew, self.sizes);
        py.detach(|| batch.reset(crew, part, sizes));
        Ok(())
    }

    /// Plays one action in each game. Python's lock is released meanwhile.
    ///
    /// :param actions: one index a lane; an array of `int64` is read in place.
    /// :raises IllegalMove: if one of them is illegal; then none is played.
    ///
    /// >>> import luozi, numpy
    /// >>> games = luozi.vector(luozi.connect4(), 3)
    /// >>> for column in [0, 1, 0, 1, 0, 1, 0]:
    /// ...     games.step(numpy.full(3, column))
    /// >>> games.reward.tolist(), games.done.tolist()
    /// ([1.0, 1.0, 1.0], [True, True, True])
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = int64(actions)?;
        let actions = actions.as_slice()?;
        if actions.len() != self.count {
            let (found, expected) = (actions.len(), self.count);
            return Err(PyValueError::new_err(format!("actions: found {found}, expected {expected}, one a lane")));
        }
        let mut batch = self.batch()?;
        lend!(self, py, part);
        let (batch, crew, sizes) = (&mut *batch, &self.crew, self.sizes);
        py.detach(|| batch.step(crew, actions, part, sizes)).map_err(|(lane, reason)| {
            let session = &self.game.get().session;
            let index = usize::try_from(actions[lane]).ok().filter(|&index| index < sizes.actions);
            let found = index.map_or_else(|| actions[lane].to_string(), |index| session.move_text(index));
            let message = format!("lane {lane}: move `{found}` (action {}) is illegal: {reason}", actions[lane]);
            errors::IllegalMove::new_err((message, reason.word()))
        })
    }

    /// A random legal action of each game, in an array that every call fills anew: what :meth:`step` takes.
    fn sample(&self, py: Python<'_>) -> PyResult<Py<PyArray1<i64>>> {
        let mut batch = self.batch()?;
        {
            entries!(self.actions, py, self.count => actions);
            let (batch, crew) = (&mut *batch, &self.crew);
            py.detach(|| batch.sample(crew, actions));
        }
        Ok(self.actions.clone_ref(py))
    }

    /// The position of one lane, without the moves that led to it.
    fn position(&self, py: Python<'_>, lane: i64) -> PyResult<PyPosition> {
        let text = self.batch()?.text(self.lane(lane)?);
        let session = self.game.get().session.beginning_at(&text).map_err(errors::parse)?;
        Ok(PyPosition { game: self.game.clone_ref(py), session })
    }

    /// Puts a position that is not over into a lane; what the lane's next game begins with stays as it was.
    fn put(&self, py: Python<'_>, lane: i64, position: &Bound<'_, PyPosition>) -> PyResult<()> {
        let lane = self.lane(lane)?;
        let session = &position.get().session;
        if session.setup() != self.game.get().setup() {
            let (own, found) = (self.game.get().setup(), session.setup());
            return Err(errors::BoardError::new_err(format!("this vector is of {own}; found {found}")));
        }
        if session.outcome().is_some() {
            return Err(errors::GameOver::new_err("the game is over: there is nothing to go on with"));
        }
        let mut batch = self.batch()?;
        lend!(self, py, part);
        let (_, from_lane) = part.split(lane, self.sizes);
        let (one, _) = from_lane.split(1, self.sizes);
        batch.put(lane, session, one, self.sizes);
        Ok(())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<luozi.Vector of {} x {}>", self.count, self.game.bind(py).repr()?))
    }
}
