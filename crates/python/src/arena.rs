//! Matches, sequential tests, checks and bots of other programs: the arena, with functions of Python among its players.
//!
//! The arena's own loop plays every game. A function takes a seat there as a [`Contender`] that puts its questions to the
//! thread which called `match`: functions run there and nowhere else, one at a time, as if they had been called in a loop of
//! their author's. Ctrl-C reaches them, and no thread of ours ever touches Python.

use crate::game::PyGame;
use crate::position::PyPosition;
use crate::record::PyRecord;
use crate::waiting::Job;
use crate::{arguments, errors};
use crossbeam_channel::{Sender, bounded};
use luozi_arena::check::{CheckLimits, Finding, examine, situations};
use luozi_arena::matches::openings::{Boards, Book, Source, read_list};
use luozi_arena::matches::{
    About, Archive, FaultRecord, FinishedGame, Kind, Pairing, RunError, RunResult, Settings, Store, Tally, export,
    load_bot, load_players, run,
};
use luozi_arena::players::{self, BuiltIns, Contender, EnginePlayers, Entrant, Fault, PlayerSpec, Seat};
use luozi_arena::process::{Host, Sandbox};
use luozi_arena::stats::{Decision, NormalizedElo, Pairs, Sprt};
use luozi_core::Player as Side;
use luozi_engine::{Ask, NoMove, Player, USUAL_TIME};
use luozi_games::analysis::Analysis;
use luozi_games::{Session, Setup};
use luozi_search::{Budget, TimeControl};
use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// Memory that a foreign bot may use unless something else is said.
const MEMORY_MB: u64 = 1024;

/// The first word of the players that are functions; nobody can write it.
const FUNCTION: &str = "python";

/// What an arena in the background tells the thread that waits for it.
enum Told {
    /// A game has ended.
    Game(Box<FinishedGame>),
    /// A function is asked for its move.
    Question { function: usize, session: Box<Session>, answer: Sender<Answer> },
    /// One situation of a check.
    Found(String, Box<Finding>),
    /// All is over, with figures and record if it was a match, or something is wrong.
    Ended(Result<Option<Box<(RunResult, Store)>>, String>),
}

/// What a function answered.
struct Answer {
    choice: Result<Analysis, NoMove>,
    /// The traceback of an exception.
    said: String,
}

/// A function at the arena's table.
struct FunctionPlayer {
    function: usize,
    caller: Sender<Told>,
    said: String,
}

impl Player for FunctionPlayer {
    fn think(&mut self, session: &Session, _ask: Ask<'_>) -> Result<Analysis, NoMove> {
        let (answer, answered) = bounded(1);
        let question = Told::Question { function: self.function, session: Box::new(session.clone()), answer };
        let gone = |_| NoMove::Fault(Box::new(Fault::Incomplete("was not asked: the match was given up".to_string())));
        self.caller.send(question).map_err(|_| gone(crossbeam_channel::RecvError))?;
        let Answer { choice, said } = answered.recv().map_err(gone)?;
        self.said.push_str(&said);
        choice
    }

    fn reset(&mut self) {}
}

impl Contender for FunctionPlayer {
    fn take_stderr(&mut self) -> String {
        std::mem::take(&mut self.said)
    }
}

/// The engine's players, and functions by their names.
struct WithFunctions {
    names: Vec<String>,
    caller: Sender<Told>,
}

impl BuiltIns for WithFunctions {
    fn names(&self) -> &[&'static str] {
        EnginePlayers.names()
    }

    fn create(&self, specification: &str, seat: &Seat) -> Result<Box<dyn Contender>, String> {
        match self.names.iter().position(|name| name == specification) {
            Some(function) => {
                Ok(Box::new(FunctionPlayer { function, caller: self.caller.clone(), said: String::new() }))
            }
            None => EnginePlayers.create(specification, seat),
        }
    }
}

/// Players as Python gives them.
#[derive(Default)]
struct Table {
    specs: Vec<PlayerSpec>,
    names: Vec<String>,
    functions: Vec<Py<PyAny>>,
}

impl Table {
    /// Words or a function.
    fn seat(&mut self, game: &PyGame, player: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(words) = player.cast::<PyString>() {
            self.specs.push(spec(game, &words.to_cow()?)?);
            return Ok(());
        }
        if !player.is_callable() {
            let found = player.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "a player is words such as `luozi:level=3`, an Engine or a function; found {found}"
            )));
        }
        let own = player.getattr("__name__").and_then(|name| name.extract::<String>());
        let own = own.unwrap_or_else(|_| "function".to_string());
        let name = |number: usize| match number {
            1 => format!("{FUNCTION}:{own}"),
            _ => format!("{FUNCTION}:{own} {number}"),
        };
        let name = (1..).map(name).find(|name| !self.names.contains(name)).unwrap_or_default();
        self.specs.push(PlayerSpec::BuiltIn(name.clone()));
        self.names.push(name);
        self.functions.push(player.clone().unbind());
        Ok(())
    }

    /// Asks a function. An exception of its own is its fault and is told; what is meant for the caller, such as Ctrl-C, is
    /// raised.
    fn ask(&self, py: Python<'_>, game: &Py<PyGame>, function: usize, session: Session) -> PyResult<Answer> {
        // A board that the arena chose may be another one than was asked for.
        let same = game.get().setup() == session.setup();
        let game = if same { game.clone_ref(py) } else { PyGame::new(py, session.setup())? };
        let position = Py::new(py, PyPosition { game, session })?;
        let told = |choice| Ok(Answer { choice, said: String::new() });
        let fault = |reason: String| NoMove::Fault(Box::new(Fault::Garbage(reason)));
        let answer = match self.functions[function].bind(py).call1((position.clone_ref(py),)) {
            Ok(answer) => answer,
            Err(error) if error.is_instance_of::<PyException>(py) => {
                let name = error.get_type(py).name()?.to_string();
                let traceback = error.traceback(py).map(|traceback| traceback.format()).transpose()?;
                let said = format!("{}{error}\n", traceback.unwrap_or_default());
                return Ok(Answer { choice: Err(fault(format!("raised {name}: {}", error.value(py)))), said });
            }
            Err(error) => return Err(error),
        };
        if answer.is_none() {
            return told(Err(NoMove::Resigned));
        }
        let session = &position.get().session;
        let best = match answer.cast::<PyString>() {
            Ok(text) => text.to_cow()?.into_owned(),
            Err(_) => match arguments::move_index(session, &answer) {
                Ok(index) => session.move_text(index),
                Err(error) => return told(Err(fault(format!("returned no move: {}", error.value(py))))),
            },
        };
        told(Ok(Analysis { best, ..Analysis::default() }))
    }

    /// Waits for an arena in the background, answering for the functions meanwhile, until it says that it has ended.
    fn attend(
        &self,
        py: Python<'_>,
        game: &Py<PyGame>,
        job: &Job<Told>,
        mut on_news: impl FnMut(Told) -> PyResult<()>,
    ) -> PyResult<Option<Box<(RunResult, Store)>>> {
        loop {
            let attended = match job.next(py)? {
                Some(Told::Question { function, session, answer }) => {
                    // A game that was given up meanwhile waits for no answer.
                    self.ask(py, game, function, *session).map(|given| drop(answer.send(given)))
                }
                Some(Told::Ended(Ok(result))) => return Ok(result),
                Some(Told::Ended(Err(problem))) => Err(errors::PlayerError::new_err(problem)),
                Some(news) => on_news(news),
                None => Err(errors::PlayerError::new_err("the arena failed, which is a mistake of this package")),
            };
            if let Err(error) = attended {
                py.detach(|| job.end());
                return Err(error);
            }
        }
    }
}

/// A player's words: those of the command line, or those of [`Engine`](crate::engine::PyEngine) alone.
fn spec(game: &PyGame, words: &str) -> PyResult<PlayerSpec> {
    PlayerSpec::parse(words, EnginePlayers.names()).or_else(|unknown| {
        let engine = crate::game::recipe(game.kind(), words).is_ok();
        if engine { Ok(PlayerSpec::BuiltIn(format!("luozi:{words}"))) } else { Err(wrong_player(unknown)) }
    })
}

fn wrong_player(error: impl std::fmt::Display) -> PyErr {
    errors::PlayerError::new_err(error.to_string())
}

fn is_foreign(spec: &PlayerSpec) -> bool {
    !matches!(spec, PlayerSpec::Random | PlayerSpec::BuiltIn(_))
}

/// The command that looks after the processes of foreign bots: this package's program, started again.
fn host(py: Python<'_>, sandbox: bool) -> PyResult<Host> {
    let command: Vec<OsString> = py.import("luozi._program")?.getattr("again")?.call0()?.extract()?;
    let (program, arguments) = command.split_first().ok_or_else(|| wrong_player("there is no interpreter"))?;
    let walls = if sandbox { Some(Sandbox::find().map_err(wrong_player)?) } else { None };
    Ok(Host::program(program).with_arguments(arguments.iter().cloned()).with_sandbox(walls))
}

fn wrong_value(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn memory_bytes(memory_mb: i64) -> PyResult<u64> {
    Ok(arguments::positive("memory_mb", Some(memory_mb.min(1 << 30)))?.unwrap_or(MEMORY_MB) << 20)
}

/// Openings as the command line writes them, or a list of lists of moves.
fn openings(game: &PyGame, given: &Bound<'_, PyAny>) -> PyResult<Source> {
    let setup = game.setup();
    if given.is_none() {
        return Ok(Source::Start);
    }
    if let Ok(lines) = given.extract::<Vec<String>>() {
        return Ok(Source::List(read_list(&lines.join("\n"), setup).map_err(wrong_value)?));
    }
    let expected = "expected None, `random:K` or `balanced:K` with K from 0 to 60, or a list of texts such as ['f5d6']";
    let found = given.str()?;
    let found = found.to_cow()?;
    let plies = |text: &str| text.parse().ok().filter(|plies: &usize| *plies <= 60);
    match found.split_once(':') {
        Some(("random", text)) => plies(text).map(Source::RandomPlies),
        Some(("balanced", text)) => plies(text).map(Source::BalancedPlies),
        _ => None,
    }
    .ok_or_else(|| wrong_value(format!("openings: found {}, {expected}", luozi_core::excerpt(&found))))
}

/// Plays a match; `luozi.match` and `luozi.sprt` are its faces.
#[pyfunction]
#[pyo3(signature = (
    game, players, *, games, time, visits, openings, concurrency, seed, adjudicate, keep_going, memory_mb, sandbox, db,
    resume, test, on_game
))]
#[allow(clippy::too_many_arguments, reason = "every one is a keyword that `luozi.match` documents")]
pub(crate) fn _play_match(
    py: Python<'_>,
    game: Py<PyGame>,
    players: Vec<Bound<'_, PyAny>>,
    games: i64,
    time: f64,
    visits: Option<i64>,
    openings: Bound<'_, PyAny>,
    concurrency: i64,
    seed: u64,
    adjudicate: bool,
    keep_going: bool,
    memory_mb: i64,
    sandbox: bool,
    db: Option<PathBuf>,
    resume: bool,
    test: Option<(f64, f64, f64, f64)>,
    on_game: Option<Bound<'_, PyAny>>,
) -> PyResult<PyMatch> {
    let mut table = Table::default();
    for player in &players {
        table.seat(game.get(), player)?;
    }
    let source = self::openings(game.get(), &openings)?;
    let sprt = test.map(|(low, high, alpha, beta)| Sprt::new(NormalizedElo(low), NormalizedElo(high), alpha, beta));
    let games = arguments::positive("games", Some(games))?.unwrap_or(1);
    let concurrency = arguments::positive("concurrency", Some(concurrency))?.unwrap_or(1);
    if games > 10_000_000 || concurrency > 1024 {
        return Err(wrong_value(format!(
            "games: found {games}, concurrency: found {concurrency}, expected at most 10000000 and 1024"
        )));
    }
    let settings = Settings {
        players: table.specs.iter().cloned().map(Entrant::from).collect(),
        pairings: vec![Pairing { a: 0, b: 1 }],
        book: Book::new(Boards::Fixed(game.get().setup().clone()), source, seed).map_err(wrong_value)?,
        pairs: games.div_ceil(2) as usize,
        control: TimeControl::PerMove(arguments::seconds("time", Some(time))?.unwrap_or(USUAL_TIME)),
        visits: arguments::positive("visits", visits)?,
        memory_bytes: memory_bytes(memory_mb)?,
        concurrency: concurrency as usize,
        affinity: false,
        seed,
        adjudicate,
        keep_going,
        sprt: sprt.transpose().map_err(wrong_value)?,
    };
    let host = host(py, sandbox)?;
    let kind = if settings.sprt.is_some() { Kind::Sprt } else { Kind::Match };
    let about = About::here(kind, "luozi.match(...) in Python".to_string(), settings.concurrency);
    let (names, file) = (table.names.clone(), db.clone());
    let job = Job::begin(move |stop, caller| {
        let built_ins = WithFunctions { names, caller: caller.clone() };
        let play = || {
            load_players(&settings, &host, &built_ins, stop)?;
            let store = match &file {
                Some(path) => Store::open(path, &settings.fingerprint(), &about, resume),
                None => Store::in_memory(&settings.fingerprint(), &about),
            }?;
            let result = run(&settings, &host, &built_ins, Some(&store), stop, |game, _| {
                drop(caller.send(Told::Game(Box::new(game.clone()))));
            })?;
            Ok::<_, RunError>(Some(Box::new((result, store))))
        };
        drop(caller.send(Told::Ended(play().map_err(|error| error.to_string()))));
    });
    let result = table.attend(py, &game, &job, |news| match (&on_game, news) {
        (Some(on_game), Told::Game(game)) => on_game.call1((words_of(&game, py)?,)).map(drop),
        _ => Ok(()),
    })?;
    let (result, store) = *result.ok_or_else(|| wrong_player("the match ended without figures"))?;
    let tally = result.tallies.first().cloned().unwrap_or_default();
    let players = table.specs.iter().map(PlayerSpec::to_string).collect();
    let record = match &db {
        // The right to write goes back, so that the next match can go on with the file.
        Some(path) => {
            drop(store);
            Kept::File(Archive::open(path).map_err(wrong_value)?)
        }
        None => Kept::Memory(store),
    };
    Ok(PyMatch { players, result, tally, record, db })
}

/// Plays every situation in which bots fail; `luozi.check` is its face.
#[pyfunction]
#[pyo3(signature = (game, player, *, time, memory_mb, sandbox, seed))]
pub(crate) fn _check_player(
    py: Python<'_>,
    game: Py<PyGame>,
    player: Bound<'_, PyAny>,
    time: f64,
    memory_mb: i64,
    sandbox: bool,
    seed: u64,
) -> PyResult<Vec<Py<PyDict>>> {
    let mut table = Table::default();
    table.seat(game.get(), &player)?;
    let host = host(py, sandbox)?;
    let time = arguments::seconds("time", Some(time))?.unwrap_or(USUAL_TIME);
    let limits = CheckLimits { time, memory_bytes: memory_bytes(memory_mb)? };
    let (kind, spec, names) = (game.get().kind(), table.specs[0].clone(), table.names.clone());
    let job = Job::begin(move |stop, caller| {
        let built_ins = WithFunctions { names, caller: caller.clone() };
        let examined = load_bot(&spec, &host, limits.memory_bytes, stop).and_then(|()| {
            for situation in situations(&spec, kind, seed) {
                let Some(found) = examine(&spec, &situation, limits, &host, &built_ins, stop)? else { break };
                drop(caller.send(Told::Found(situation.name, Box::new(found))));
            }
            Ok(())
        });
        drop(caller.send(Told::Ended(examined.map(|()| None).map_err(|error| error.to_string()))));
    });
    let mut findings = Vec::new();
    table.attend(py, &game, &job, |news| {
        let Told::Found(name, found) = news else { return Ok(()) };
        let Finding { fault, slow, first_move, slowest_move, stderr, prints_on_stdout } = *found;
        let words = PyDict::new(py);
        words.set_item("situation", name)?;
        words.set_item("fault", fault.as_ref().map(|fault| fault_words(fault, py)).transpose()?)?;
        words.set_item("slow_moves", slow.len())?;
        words.set_item("first_move_seconds", first_move.as_secs_f64())?;
        words.set_item("slowest_move_seconds", slowest_move.as_secs_f64())?;
        words.set_item("stderr", stderr)?;
        words.set_item("prints_on_stdout", prints_on_stdout)?;
        findings.push(words.unbind());
        Ok(())
    })?;
    Ok(findings)
}

fn fault_words<'py>(fault: &FaultRecord, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let words = PyDict::new(py);
    words.set_item("player", fault.player)?;
    words.set_item("kind", &fault.kind)?;
    words.set_item("reason", &fault.reason)?;
    words.set_item("move_number", fault.move_number)?;
    words.set_item("position", &fault.position)?;
    words.set_item("command", &fault.command)?;
    words.set_item("stderr", &fault.stderr)?;
    Ok(words)
}

fn words_of<'py>(game: &FinishedGame, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
    let words = PyDict::new(py);
    words.set_item("players", (game.players[0], game.players[1]))?;
    words.set_item("opening", &game.opening)?;
    let winner = match game.first_half_points {
        2 => Some(game.players[0]),
        0 => Some(game.players[1]),
        _ => None,
    };
    words.set_item("winner", winner)?;
    words.set_item("score", game.score)?;
    words.set_item("ending", &game.ending)?;
    words.set_item("plies", game.plies)?;
    words.set_item("seconds", game.wall.as_secs_f64())?;
    words.set_item("fault", game.fault.as_ref().map(|fault| fault_words(fault, py)).transpose()?)?;
    Ok(words)
}

/// Where the games of a match are.
enum Kept {
    Memory(Store),
    File(Archive),
}

impl Kept {
    fn archive(&self) -> &Archive {
        match self {
            Kept::Memory(store) => store.archive(),
            Kept::File(archive) => archive,
        }
    }
}

/// A match that was played, from the view of its first player; see :func:`match` and :func:`sprt`.
#[pyclass(name = "Match", module = "luozi", frozen)]
pub(crate) struct PyMatch {
    players: Vec<String>,
    result: RunResult,
    tally: Tally,
    record: Kept,
    db: Option<PathBuf>,
}

/// Low end, estimate, high end.
type Range = (f64, f64, f64);

#[pymethods]
impl PyMatch {
    /// Both players, as reports name them.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.players.clone()
    }

    /// Games that the first player won.
    #[getter]
    fn wins(&self) -> u64 {
        self.tally.score.wins
    }

    /// Games that nobody won.
    #[getter]
    fn draws(&self) -> u64 {
        self.tally.score.draws
    }

    /// Games that the first player lost.
    #[getter]
    fn losses(&self) -> u64 {
        self.tally.score.losses
    }

    /// Complete pairs in which the first player got 0, 1/2, 1, 3/2 and 2 points.
    #[getter]
    fn pairs(&self) -> Vec<u64> {
        let Pairs(counts) = self.tally.pairs;
        counts.to_vec()
    }

    /// Elo of the first player over the second as (low, estimate, high) with 95 % confidence; `None` before 5 pairs.
    #[getter]
    fn elo(&self) -> Option<Range> {
        self.tally.elo().map(|found| (found.low.0, found.estimate.0, found.high.0))
    }

    /// The same on the normalized scale; `None` also while all pairs ended alike.
    #[getter]
    fn normalized_elo(&self) -> Option<Range> {
        self.tally.normalized_elo().map(|found| (found.low.0, found.estimate.0, found.high.0))
    }

    /// The log-likelihood ratio of a sequential test; `None` if there was no test.
    #[getter]
    fn llr(&self) -> Option<f64> {
        self.result.sprt.map(|(ratio, _)| ratio)
    }

    /// `H1` (the first player is stronger), `H0`, or `None` while that is open or if there was no test.
    #[getter]
    fn decision(&self) -> Option<&'static str> {
        match self.result.sprt?.1 {
            Decision::Continue => None,
            Decision::AcceptH1 => Some("H1"),
            Decision::AcceptH0 => Some("H0"),
        }
    }

    /// The player (0 or 1) that failed its first games in the same way, which ended the match, and what it did.
    #[getter]
    fn hopeless(&self) -> Option<(usize, &str)> {
        self.result.hopeless.as_ref().map(|found| (found.player, found.reason.as_str()))
    }

    /// All games as dictionaries: players by side, opening, winner, score, ending, plies, seconds and fault.
    #[getter]
    fn games<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.result.games.iter().map(|game| words_of(game, py)).collect()
    }

    /// All games with their moves, in the order they ended.
    fn records(&self, py: Python<'_>) -> PyResult<Vec<PyRecord>> {
        let saved = py.detach(|| export::saved_games(self.record.archive())).map_err(errors::record)?;
        saved.into_iter().map(|(_, record)| PyRecord::new_of(py, record)).collect()
    }

    /// A page about the match with every game, one file of HTML that needs nothing else.
    ///
    /// :param lang: `en` or `zh`.
    #[pyo3(signature = (lang = "en"))]
    fn report(&self, py: Python<'_>, lang: &str) -> PyResult<String> {
        if !["en", "zh"].contains(&lang) {
            return Err(wrong_value(format!("lang: found {}, expected `en` or `zh`", luozi_core::excerpt(lang))));
        }
        py.detach(|| luozi_arena::report::page(self.record.archive(), self.db.as_deref(), lang)).map_err(errors::record)
    }

    fn __repr__(&self) -> String {
        let elo = self
            .elo()
            .map_or(String::new(), |(low, estimate, high)| format!(", Elo {estimate:+.0} [{low:+.0}, {high:+.0}]"));
        let decision = self.decision().map_or(String::new(), |decision| format!(", {decision} accepted"));
        let [a, b] = [0, 1].map(|player| self.players.get(player).map_or("", String::as_str));
        let (wins, draws, losses) = (self.wins(), self.draws(), self.losses());
        format!("<luozi.Match {a} - {b}: {wins} won, {draws} drawn, {losses} lost{elo}{decision}>")
    }
}

/// A bot of another program that may be asked for either side: each side has a process of its own, as at a table.
struct Bot {
    spec: PlayerSpec,
    setup: Setup,
    host: Host,
    memory_bytes: u64,
    seed: u64,
    sides: [Option<Box<dyn Contender>>; 2],
}

impl Bot {
    /// The bot in its seat, ready to play.
    fn at(&mut self, side: Side, stop: &AtomicBool) -> Result<&mut Box<dyn Contender>, NoMove> {
        let fault = |error: Box<dyn std::error::Error + Send + Sync>| NoMove::Fault(error);
        let place = &mut self.sides[side.index()];
        let made = match place.take() {
            Some(made) => made,
            None => {
                let seat = Seat {
                    setup: self.setup.clone(),
                    side,
                    control: TimeControl::PerMove(USUAL_TIME),
                    memory_bytes: self.memory_bytes,
                    visits: None,
                    seed: self.seed.wrapping_add(side.index() as u64),
                };
                let mut made = players::seat(&self.spec, &seat, &self.host, &EnginePlayers)
                    .map_err(|error| fault(error.into()))?;
                made.prepare(stop).map_err(|error| fault(error.into()))?;
                made
            }
        };
        Ok(place.insert(made))
    }
}

impl Player for Bot {
    fn think(&mut self, session: &Session, ask: Ask<'_>) -> Result<Analysis, NoMove> {
        if *session.setup() != self.setup {
            let (own, found) = (self.setup.clone().into(), session.setup().clone().into());
            return Err(NoMove::OtherBoard { own, found });
        }
        if session.outcome().is_some() {
            return Err(NoMove::Over);
        }
        let never = AtomicBool::new(false);
        let bot = self.at(session.to_move(), ask.stop.unwrap_or(&never))?;
        let time = ask.budget.time.unwrap_or(USUAL_TIME);
        let answer = bot.think(session, Ask { budget: Budget::time(time), ..ask })?;
        let legal = session.parse_move(&answer.best).map_err(|error| error.to_string());
        let legal = legal.and_then(|index| session.check(index).map_err(|reason| reason.to_string()));
        legal.map_err(|reason| NoMove::Fault(Box::new(Fault::Illegal { found: answer.best.clone(), reason })))?;
        Ok(answer)
    }

    fn reset(&mut self) {
        self.sides = [None, None];
    }
}

/// The player of words that are not of this program, such as `gtp:COMMAND`; `None` for others.
pub(crate) fn bot(
    py: Python<'_>,
    session: &Session,
    words: &str,
    parameters: Option<&Bound<'_, PyDict>>,
) -> PyResult<Option<Box<dyn Player>>> {
    let Ok(spec) = PlayerSpec::parse(words, EnginePlayers.names()) else {
        // A known kind with something wrong behind it is told by the arena, anything else by the engine.
        let word = words.split(':').next().unwrap_or_default();
        let kinds = ["so", "saiblo", "botzone", "botzone-text", "gtp", "nboard"];
        return match PlayerSpec::parse(words, &[]) {
            Err(error) if kinds.contains(&word) => Err(wrong_player(error)),
            _ => Ok(None),
        };
    };
    if matches!(spec, PlayerSpec::BuiltIn(_)) {
        return Ok(None);
    }
    let (mut memory_mb, mut seed) = (MEMORY_MB as i64, 0);
    for (key, value) in parameters.into_iter().flatten() {
        match &*key.str()?.to_cow()? {
            "memory_mb" => memory_mb = value.extract()?,
            "seed" => seed = value.extract()?,
            other => {
                return Err(wrong_player(format!(
                    "found {other}; a bot of another program takes memory_mb and seed alone: the rest is in its command"
                )));
            }
        }
    }
    let host = host(py, false)?;
    let memory_bytes = memory_bytes(memory_mb)?;
    if is_foreign(&spec) {
        let never = AtomicBool::new(false);
        py.detach(|| load_bot(&spec, &host, memory_bytes, &never)).map_err(wrong_player)?;
    }
    let setup = session.setup().clone();
    Ok(Some(Box::new(Bot { spec, setup, host, memory_bytes, seed, sides: [None, None] })))
}
