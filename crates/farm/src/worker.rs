//! A worker: takes units, does them item by item, tells what it found about each at once.
//!
//! Nothing that a worker does can be lost or count twice. The end of a worker, however it comes, leaves its unit to others; a data
//! base that is away is waited for with the result in hand; whatever two workers play both, counts once.

use crate::farm::{Farm, patiently, sql};
use crate::fitness::{Build, Fitness};
use crate::jobs::{Bench, Job, Told, Unit, Visitor, visit};
use crate::queue::{Handler, Ticket};
use crate::runs::{RunRow, RunState, UnitBody};
use crate::{Address, FarmError, Token, names};
use luozi_arena::matches::Machine;
use luozi_arena::process::Host;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tracing::Level;

/// Between two looks at what is wanted.
const LOOK: Duration = Duration::from_millis(500);
/// Between two looks at our own `stop`.
const GLANCE: Duration = Duration::from_millis(50);
/// Between two looks for units without a ticket.
const MEND: Duration = Duration::from_secs(15);
/// How long a worker that is told to stop waits for the data base to take its units back. It may have been waiting for it as long
/// before.
const LAST_WORDS: Duration = Duration::from_secs(8);
/// A unit that is not for this worker is left to others for so long.
const NOT_MINE: Duration = Duration::from_secs(2);
/// Machines that are slower or faster than the reference by more than this play no games by time.
const MOST_SCALE: f64 = 8.0;

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// What it is called; the name of the machine when left out.
    pub name: Option<String>,
    /// Pairs at once.
    pub threads: usize,
    /// Where bots are kept that it has fetched.
    pub cache: PathBuf,
    /// Starts foreign bots.
    pub host: Host,
    /// Whether foreign bots are shut in.
    pub sandbox: bool,
    /// Whether it plays for runs of another program that behaves in the same way.
    pub other_build: bool,
}

impl WorkerOptions {
    /// The usual ones.
    pub fn new(host: Host, threads: usize) -> WorkerOptions {
        let folders = directories::ProjectDirs::from("", "", "luozi");
        let cache =
            folders.map_or_else(|| std::env::temp_dir().join("luozi"), |folders| folders.cache_dir().to_path_buf());
        WorkerOptions { name: None, threads, cache, host, sandbox: true, other_build: false }
    }
}

/// Works for a farm until `stop` is set: what is being played is then given up and handed back.
pub fn work(
    address: &Address,
    token: Option<Token>,
    options: &WorkerOptions,
    stop: &AtomicBool,
) -> Result<(), FarmError> {
    let farm = patiently(stop, || Farm::open(address, token.clone()))?;
    work_on(&farm, options, stop)
}

/// The same with a farm that is open.
pub(crate) fn work_on(farm: &Farm, options: &WorkerOptions, stop: &AtomicBool) -> Result<(), FarmError> {
    let worker = Arc::new(Worker::new(farm, options)?);
    patiently(stop, || worker.admit())?;
    worker.register(stop)?;
    farm.log(
        Level::INFO,
        &worker.name,
        "",
        &format!("works, {} at once, {:.0} playouts a second", options.threads, worker.speed),
    );

    let (playing, halted) = (Arc::clone(&worker), Arc::clone(&worker));
    let handler: Handler = Arc::new(move |ticket| {
        let worker = Arc::clone(&playing);
        Box::pin(async move {
            let _ = tokio::task::spawn_blocking(move || worker.play(&ticket)).await;
        })
    });
    let stopped = move || halted.halt.load(Ordering::SeqCst) && halted.playing.load(Ordering::SeqCst) == 0;
    let (queue, name, threads) = (farm.queue().clone(), worker.name.clone(), options.threads);
    let served = farm.clone();
    let serving = thread::spawn(move || served.wait(queue.serve(&name, threads, handler, stopped)));
    let mut mended = Instant::now();
    let mut outcome = Ok(());
    while !stop.load(Ordering::Relaxed) {
        // A data base that is away is no reason to end: what is played goes on meanwhile.
        match worker.look() {
            Err(problem) if !problem.is_passing() => {
                outcome = Err(problem);
                break;
            }
            Ok(()) if mended.elapsed() > MEND => {
                mended = Instant::now();
                worker.mend();
            }
            _ => {}
        }
        let until = Instant::now() + LOOK;
        while Instant::now() < until && !stop.load(Ordering::Relaxed) {
            thread::sleep(GLANCE);
        }
    }
    worker.halt();
    // A data base that is away keeps nobody: whoever cannot say goodbye is seen to be gone.
    let leaving = thread::spawn(move || {
        let _ = serving.join();
        worker.leave();
    });
    let until = Instant::now() + LAST_WORDS;
    while !leaving.is_finished() && Instant::now() < until {
        thread::sleep(GLANCE);
    }
    outcome
}

/// What a worker is doing.
struct Worker {
    farm: Farm,
    options: WorkerOptions,
    /// Its name, and something that no other start of it has.
    name: String,
    speed: f64,
    /// Everything is given up.
    halt: AtomicBool,
    /// Units that are being played.
    playing: AtomicUsize,
    /// By run: ends what is being played of it.
    runs: Mutex<HashMap<String, Arc<AtomicBool>>>,
    /// What was told once.
    told: Mutex<HashSet<String>>,
}

impl Worker {
    fn new(farm: &Farm, options: &WorkerOptions) -> Result<Worker, FarmError> {
        let mut options = options.clone();
        // Bots of many people lie in one folder: each sees its own file there. A machine without walls says so when it is to play.
        std::fs::create_dir_all(&options.cache).map_err(|problem| FarmError::Io(options.cache.clone(), problem))?;
        if let (true, Ok(host)) = (options.sandbox, options.host.clone().shut_in()) {
            let host = host.hiding(&options.cache).map_err(|problem| FarmError::Io(options.cache.clone(), problem))?;
            options.host = host;
        }
        let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let name = names::plain(options.name.as_deref().unwrap_or(machine.trim()));
        let mut random = [0; 4];
        getrandom::fill(&mut random).map_err(|problem| FarmError::Io("random numbers".into(), problem.into()))?;
        Ok(Worker {
            farm: farm.clone(),
            options,
            name: format!("{name}-{:08x}", u32::from_ne_bytes(random)),
            speed: Fitness::measure().speed,
            halt: AtomicBool::new(false),
            playing: AtomicUsize::new(0),
            runs: Mutex::default(),
            told: Mutex::default(),
        })
    }

    /// Whether there is anything that this program may play; a farm without runs lets everybody in.
    fn admit(&self) -> Result<(), FarmError> {
        let runs = self.farm.runs()?;
        let mut refusals = Vec::new();
        for run in runs.iter().filter(|run| run.state == RunState::Active) {
            match Build::this().refuses(&run.build, self.options.other_build) {
                Some(why) => refusals.push(why),
                None => return Ok(()),
            }
        }
        match refusals.pop() {
            Some(why) => {
                self.farm.log(Level::WARN, &self.name, "", &format!("takes no work: {why}"));
                Err(FarmError::Unfit(why))
            }
            None => Ok(()),
        }
    }

    fn register(&self, stop: &AtomicBool) -> Result<(), FarmError> {
        let build = serde_json::to_string(Build::this())?;
        patiently(stop, || {
            let statement = self.farm.sql_now(
                "INSERT INTO farm_worker (worker, build, threads, speed, load, started, seen, playing, state) \
                 VALUES ($1, $2, $3, $4, $5, {now}, {now}, 0, 'works') ON CONFLICT (worker) DO NOTHING",
            );
            let statement = statement.bind(self.name.clone()).bind(build.clone());
            let statement = statement.bind(self.options.threads as i64).bind(self.speed).bind(Machine::load());
            self.farm.execute(statement).map(drop)
        })
    }

    /// Tells that we live, and hears what is wanted.
    fn look(&self) -> Result<(), FarmError> {
        let statement = self
            .farm
            .sql_now("UPDATE farm_worker SET seen = {now}, load = $1, playing = $2 WHERE worker = $3 RETURNING state");
        let playing = self.playing.load(Ordering::SeqCst) as i64;
        let statement = statement.bind(Machine::load()).bind(playing).bind(self.name.clone());
        let state: Option<String> = self.farm.row(statement, |row| sqlx::Row::try_get(row, "state"))?;
        if state.as_deref() == Some("aside") {
            return Err(FarmError::Unfit(
                "it was set aside, because its results are unlike those of the others".to_string(),
            ));
        }
        let wanted: HashSet<String> =
            self.farm.runs()?.into_iter().filter(|run| run.state == RunState::Active).map(|run| run.run).collect();
        self.runs.lock().unwrap_or_else(PoisonError::into_inner).retain(|run, give_up| {
            let wanted = wanted.contains(run);
            give_up.store(!wanted, Ordering::SeqCst);
            wanted
        });
        Ok(())
    }

    /// Units whose ticket was lost get a new one.
    fn mend(&self) {
        let mended = self.farm.runs().and_then(|runs| {
            runs.iter().filter(|run| run.state == RunState::Active).try_for_each(|run| self.farm.mend(&run.run))
        });
        if let Err(problem) = mended {
            tracing::debug!(%problem, "no unit was mended");
        }
    }

    fn halt(&self) {
        self.halt.store(true, Ordering::SeqCst);
        for give_up in self.runs.lock().unwrap_or_else(PoisonError::into_inner).values() {
            give_up.store(true, Ordering::SeqCst);
        }
    }

    fn leave(&self) {
        let statement = sql("UPDATE farm_worker SET state = 'left', playing = 0 WHERE worker = $1 AND state = 'works'");
        let _ = self.farm.execute(statement.bind(self.name.clone()));
        self.farm.log(Level::INFO, &self.name, "", "left");
    }

    /// Ends what is played of a run when it is set.
    fn give_up(&self, run: &str) -> Arc<AtomicBool> {
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        let give_up = Arc::clone(runs.entry(run.to_string()).or_default());
        // Between the look and here everything may have been halted.
        give_up.fetch_or(self.halt.load(Ordering::SeqCst), Ordering::SeqCst);
        give_up
    }

    /// Says something about a run once.
    fn tell_once(&self, run: &str, text: &str) {
        let is_new = self.told.lock().unwrap_or_else(PoisonError::into_inner).insert(format!("{run}: {text}"));
        if is_new {
            self.farm.log(Level::WARN, &self.name, run, text);
        }
    }

    fn play(&self, ticket: &Ticket) {
        let _playing = Count::up(&self.playing);
        if let Err(problem) = self.play_unit(ticket) {
            // The unit has lost its ticket; whoever mends gives it a new one.
            tracing::warn!(worker = self.name, run = ticket.run, unit = ticket.unit, %problem, "a unit was given up");
        }
    }

    fn play_unit(&self, ticket: &Ticket) -> Result<(), FarmError> {
        if self.halt.load(Ordering::SeqCst) {
            return self.farm.hand_back(ticket, NOT_MINE);
        }
        let Some((body, run)) = patiently(&self.halt, || self.farm.take(ticket))? else { return Ok(()) };
        let refusal = Build::this().refuses(&run.build, self.options.other_build);
        if let Some(why) = refusal {
            return self.leave_to_others(ticket, &why);
        }
        match visit(&run.work, Work { worker: self, ticket, run: &run, body: &body }) {
            Ok(outcome) => outcome,
            Err(unknown) => self.leave_to_others(ticket, &unknown.to_string()),
        }
    }

    fn leave_to_others(&self, ticket: &Ticket, why: &str) -> Result<(), FarmError> {
        self.tell_once(&ticket.run, &format!("takes no work: {why}"));
        self.farm.decline(ticket, NOT_MINE)
    }

    fn do_unit<J: Job>(&self, ticket: &Ticket, run: &RunRow, body: &UnitBody) -> Result<(), FarmError> {
        let (unit, terms) = (body.read::<J>()?, run.terms::<J>()?);
        if unit.not.as_deref() == Some(self.name.as_str()) {
            return self.farm.decline(ticket, NOT_MINE);
        }
        let scale = J::scale(&terms, self.speed);
        if !(1.0 / MOST_SCALE..=MOST_SCALE).contains(&scale) {
            let expected = format!("expected {} to {MOST_SCALE}", 1.0 / MOST_SCALE);
            return self.leave_to_others(
                ticket,
                &format!("times would be multiplied by {scale:.2} on this machine; {expected}"),
            );
        }
        let give_up = self.give_up(&run.run);
        let options = &self.options;
        let bench = Bench {
            farm: &self.farm,
            cache: &options.cache,
            host: &options.host,
            sandbox: options.sandbox,
            scale,
            give_up: &give_up,
        };
        let failed = |why: String| {
            self.tell_once(&run.run, &why);
            patiently(&give_up, || self.farm.unit_failed(ticket, &why))
        };
        let mut desk = match J::sit_down(&terms, &bench) {
            Ok(desk) => desk,
            Err(why) => return failed(why),
        };
        for item in &unit.items {
            let place = J::place(item);
            if unit.not.is_none() && patiently(&give_up, || self.farm.has_result(&run.run, place))? {
                continue;
            }
            let (begun, load) = (Instant::now(), Machine::load());
            let told = |found| Told {
                run: run.run.clone(),
                pairing: place.0,
                pair: place.1,
                worker: self.name.clone(),
                speed: self.speed,
                load,
                scale,
                seconds: begun.elapsed().as_secs_f64(),
                found,
            };
            match J::work(&mut desk, item, &bench) {
                Ok(Some(found)) => {
                    let told = told(found);
                    patiently(&give_up, || self.tell::<J>(&told, &unit))?;
                }
                Ok(None) => return self.farm.hand_back(ticket, NOT_MINE),
                Err(why) => return failed(why),
            }
        }
        patiently(&give_up, || self.farm.unit_done(ticket))
    }

    fn tell<J: Job>(&self, told: &Told<J::Found>, unit: &Unit<J::Item>) -> Result<(), FarmError> {
        if unit.not.is_some() {
            return self.farm.tell_check::<J>(told);
        }
        if !self.farm.tell::<J>(told, unit.unit)? {
            tracing::info!(worker = self.name, run = told.run, pairing = told.pairing, pair = told.pair, "told before");
        }
        Ok(())
    }
}

/// A unit whose kind of work is looked up.
struct Work<'w> {
    worker: &'w Worker,
    ticket: &'w Ticket,
    run: &'w RunRow,
    body: &'w UnitBody,
}

impl Visitor for Work<'_> {
    type Output = Result<(), FarmError>;

    fn visit<J: Job>(self) -> Result<(), FarmError> {
        self.worker.do_unit::<J>(self.ticket, self.run, self.body)
    }
}

/// Counts as long as it lives.
struct Count<'a>(&'a AtomicUsize);

impl Count<'_> {
    fn up(count: &AtomicUsize) -> Count<'_> {
        count.fetch_add(1, Ordering::SeqCst);
        Count(count)
    }
}

impl Drop for Count<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}
