//! What goes on by itself: uploads are compiled and checked, pairs are given to the field, results are counted, the deadline
//! begins the final.
//!
//! Two kinds of threads: builders take one upload after the other; the umpire keeps as many pairs with the field as it can play
//! soon, and not more, so that a new bot waits for no more than those. Both find everything they need in the file of the class,
//! so a server that was killed goes on where it was: an upload that was being checked waits again, and a pair that was given
//! to the field is given again under the same number, which the field counts once.

use super::build::{BuildError, Report, Workshop};
use super::field::Here;
use super::ladder::{final_meetings, next_meeting};
use super::records::{FINAL, LADDER, OpenPair, Order};
use super::rules::Rules;
use super::upload::Form;
use super::why::Why;
use super::wire::{BotState, CurvePoint, Phase};
use super::{Class, ClassError, held};
use crate::farm::OpenFarm;
use crate::problem::Problem;
use crate::server::ClassOptions;
use crate::store::now_ms;
use luozi_arena::matches::PlayedGame;
use luozi_arena::matches::openings::{Book, Opening};
use luozi_arena::process::{Host, Sandbox};
use std::collections::{HashMap, HashSet};
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

/// How long anybody sleeps when nothing happens.
const IDLE: Duration = Duration::from_millis(500);
/// Pairs with the field for each that it plays at once.
const AHEAD: usize = 2;
/// Ratings are counted at most so often, and take at most this share of the time.
const RATE_EVERY: Duration = Duration::from_secs(1);
const RATE_SHARE: u32 = 10;
/// A point of a curve follows when a bot has played this share of its pairs more.
const CURVE_SHARE: u64 = 8;
/// Seeds of the openings of the ladder and of the final.
const SEEDS: [u64; 2] = [1, 2];

/// A pair to be played, as the field is told.
#[derive(Clone, PartialEq, Debug)]
pub struct FieldPair {
    /// Ladder or final.
    pub stage: i64,
    /// Its number in the class.
    pub pair: i64,
    /// The players, as on a command line, with files of this machine; the first moves first in the first game.
    pub players: [String; 2],
    /// What both games begin from.
    pub opening: Opening,
    /// A pair that somebody waits for.
    pub urgent: bool,
}

/// A pair that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct FieldNews {
    /// Ladder or final.
    pub stage: i64,
    /// Its number in the class.
    pub pair: i64,
    /// Which machine played it.
    pub worker: String,
    /// Both games; players are numbered by their place in the pair.
    pub games: [PlayedGame; 2],
}

/// Where games are played. Everything here blocks.
pub trait Field: Send + Sync {
    /// Sets the terms of all games from now on.
    fn begin(&self, rules: &Rules) -> Result<(), String>;
    /// Gives a pair to be played. One that it has already is the same pair.
    fn push(&self, pair: &FieldPair) -> Result<(), String>;
    /// Pairs that are over and were not acknowledged.
    fn news(&self) -> Result<Vec<FieldNews>, String>;
    /// These are kept.
    fn acknowledge(&self, pairs: &[(i64, i64)]) -> Result<(), String>;
    /// Pairs that it plays at once.
    fn places(&self) -> usize;
    /// What the teacher should know: a pair that nobody can play.
    fn trouble(&self) -> Option<String>;
}

/// The threads of a class. Dropping it ends them.
pub struct Runner {
    stop: Arc<AtomicBool>,
    class: Arc<Class>,
    threads: Vec<JoinHandle<()>>,
}

impl Runner {
    /// Opens the field of a class and starts the threads. Nothing is run on a machine without walls.
    pub fn open(class: &Arc<Class>, options: &ClassOptions, farm: Option<&OpenFarm>) -> Result<Runner, ClassError> {
        let host = match &options.host {
            Some(path) => Host::program(path),
            None => Host::current().map_err(|error| ClassError::Failed(error.to_string()))?,
        };
        let walls = Sandbox::find().map_err(ClassError::Walls)?;
        let walls = walls.hiding(&class.folder).map_err(|error| ClassError::Io(class.folder.clone(), error))?;
        let host = host.with_sandbox(Some(walls));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let games = options.games;
        let field: Arc<dyn Field> = match farm {
            Some(farm) => on_farm(class, farm, host.clone(), games.unwrap_or(0)),
            None => Arc::new(Here::start(host.clone(), games.unwrap_or(cores / 2).max(1))),
        };
        Ok(Runner::start(class, host, field, (cores / 2).max(1)))
    }

    /// Starts the threads; `host` has walls that hide the class.
    pub fn start(class: &Arc<Class>, host: Host, field: Arc<dyn Field>, builders: usize) -> Runner {
        let stop = Arc::new(AtomicBool::new(false));
        let mut threads = Vec::new();
        let runtime = Handle::current();
        for _ in 0..builders {
            let builder = Builder { class: Arc::clone(class), host: host.clone(), runtime: runtime.clone() };
            let stop = Arc::clone(&stop);
            threads.push(std::thread::spawn(move || builder.run(&stop)));
        }
        let umpire = Umpire {
            class: Arc::clone(class),
            field,
            runtime,
            begun: None,
            open: HashMap::new(),
            books: HashMap::new(),
            curves: HashMap::new(),
            rated: Instant::now(),
            cost: Duration::ZERO,
            due: true,
        };
        let flag = Arc::clone(&stop);
        threads.push(std::thread::spawn(move || umpire.run(&flag)));
        Runner { stop, class: Arc::clone(class), threads }
    }
}

/// The field of a class whose games are played by the workers of a farm.
#[cfg(feature = "farm")]
fn on_farm(class: &Class, farm: &OpenFarm, host: Host, games: usize) -> Arc<dyn Field> {
    // Known to nobody else, and the same at every start.
    let name = &class.key.sign("farm", "name")[..8];
    Arc::new(super::farm::OnFarm::join(&class.folder, name, farm, host, games))
}

/// A program without the farm has none open.
#[cfg(not(feature = "farm"))]
fn on_farm(_: &Class, farm: &OpenFarm, _: Host, _: usize) -> Arc<dyn Field> {
    match *farm {}
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.class.ring();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Compiles and checks.
struct Builder {
    class: Arc<Class>,
    host: Host,
    runtime: Handle,
}

impl Builder {
    fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    fn run(&self, stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            match self.wait(self.class.store.take_order()) {
                Ok(Some(order)) => {
                    if let Err(problem) = self.serve(&order, stop) {
                        eprintln!("luozi: bot {}: {}", order.id, problem.text);
                    }
                }
                Ok(None) => self.class.wait(IDLE),
                Err(problem) => {
                    eprintln!("luozi: {}", problem.text);
                    std::thread::sleep(IDLE);
                }
            }
        }
    }

    fn serve(&self, order: &Order, stop: &AtomicBool) -> Result<(), Problem> {
        let report = match self.through(order, stop) {
            Ok((spec, report)) => {
                self.wait(self.class.store.enter_bot(order, &spec, &report))?;
                self.wait(self.class.rate())?;
                self.class.ring();
                return Ok(());
            }
            // It waits again at the next start.
            Err(BuildError::Stopped) => return Ok(()),
            Err(BuildError::Faulty(report)) => *report,
            Err(BuildError::Refused(why, compiler)) => Report::of(why, compiler),
            Err(BuildError::Failed(reason)) => {
                eprintln!("luozi: bot {} could not be tried: {reason}", order.id);
                Report::of(Why::Machine, String::new())
            }
        };
        self.wait(self.class.settle(order.id, BotState::Refused, &report))
    }

    /// All the way to the ladder: the player, and what was found out about it.
    fn through(&self, order: &Order, stop: &AtomicBool) -> Result<(String, Report), BuildError> {
        let failed = |problem: Problem| BuildError::Failed(problem.text);
        let rules = self.class.rules().map_err(failed)?;
        let form = Form::of(&order.form).ok_or_else(|| BuildError::Failed(format!("unknown form {}", order.form)))?;
        let bots = self.class.folder.join("bots");
        std::fs::create_dir_all(&bots)?;
        let workshop = Workshop { host: &self.host, folder: &bots, stop };
        let upload = self.class.folder.join("uploads").join(&order.hash);
        let (program, compiler) = workshop.build(&upload, &order.file, form, order.id)?;
        self.wait(self.class.settle(
            order.id,
            BotState::Checking,
            &Report { compiler: compiler.clone(), ..Report::default() },
        ))
        .map_err(failed)?;
        let mut report = workshop.check(&program, &rules)?;
        report.compiler = compiler;
        if report.problem.is_some() {
            return Err(BuildError::Faulty(Box::new(report)));
        }
        Ok((program.player().to_string(), report))
    }
}

/// Gives pairs to the field and counts what comes back.
struct Umpire {
    class: Arc<Class>,
    field: Arc<dyn Field>,
    runtime: Handle,
    /// The rules that the field plays by.
    begun: Option<Arc<Rules>>,
    /// Pairs with the field.
    open: HashMap<i64, OpenPair>,
    books: HashMap<i64, Book>,
    /// Pairs of a bot when the last point of its curve was kept.
    curves: HashMap<i64, u64>,
    rated: Instant,
    cost: Duration,
    /// Something was played since ratings were counted.
    due: bool,
}

impl Umpire {
    fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    fn run(mut self, stop: &AtomicBool) {
        let mut resumed = false;
        while !stop.load(Ordering::Relaxed) {
            let turn = if resumed { self.turn() } else { self.resume().map(|()| resumed = true) };
            let told = match turn {
                Ok(()) => self.field.trouble(),
                Err(reason) => Some(reason),
            };
            let mut trouble = held(&self.class.trouble);
            if told.is_some() && *trouble != told {
                eprintln!("luozi: the class: {}", told.as_deref().unwrap_or_default());
            }
            *trouble = told;
            drop(trouble);
            self.class.wait(if self.open.is_empty() { IDLE } else { IDLE / 5 });
        }
    }

    /// After a start: what was given to the field before is given again.
    fn resume(&mut self) -> Result<(), String> {
        let Ok(rules) = self.class.rules() else { return Ok(()) };
        self.begin(&rules)?;
        for pair in self.wait(self.class.store.open_pairs()).map_err(text)? {
            self.push(&rules, pair, false)?;
        }
        Ok(())
    }

    fn begin(&mut self, rules: &Arc<Rules>) -> Result<(), String> {
        if self.begun.as_ref().is_none_or(|begun| begun.conditions() != rules.conditions()) {
            self.field.begin(rules)?;
            self.books.clear();
        }
        self.begun = Some(Arc::clone(rules));
        Ok(())
    }

    fn turn(&mut self) -> Result<(), String> {
        let Ok(rules) = self.class.rules() else { return Ok(()) };
        self.begin(&rules)?;
        self.gather()?;
        let phase = self.class.phase();
        if phase == Phase::Open && rules.deadline.is_some_and(|deadline| now_ms() >= deadline) {
            self.freeze()?;
        }
        if self.due && self.rated.elapsed() >= RATE_EVERY.max(self.cost * RATE_SHARE) {
            self.rate()?;
        }
        match self.class.phase() {
            Phase::Open => self.ladder(&rules),
            Phase::Final => self.finale(&rules),
            Phase::New | Phase::Done => Ok(()),
        }
    }

    /// Keeps what was played.
    fn gather(&mut self) -> Result<(), String> {
        let mut done = Vec::new();
        for news in self.field.news()? {
            done.push((news.stage, news.pair));
            // One that is not open is known already, or was given up.
            let Some(pair) = self.wait(self.class.store.open_pair(news.pair)).map_err(text)? else { continue };
            let names = self.names(&pair)?;
            let kept = self.wait(self.class.store.finish_pair(&pair, &news.games, &names, &news.worker));
            if let Some(games) = kept.map_err(text)? {
                held(&self.class.ledgers)[usize::from(pair.stage == FINAL)].add(&games);
                self.due = true;
            }
        }
        if !done.is_empty() {
            self.field.acknowledge(&done)?;
            for (_, pair) in done {
                self.open.remove(&pair);
            }
        }
        Ok(())
    }

    /// The names that records show.
    fn names(&self, pair: &OpenPair) -> Result<[String; 2], String> {
        let name = |player: i64| {
            let entry = self.wait(self.class.store.entry(player)).map_err(text)?;
            Ok::<String, String>(entry.map_or_else(String::new, |(entry, _)| match entry.level {
                Some(level) => format!("level {level}"),
                None => format!("{} v{}", entry.name, entry.version),
            }))
        };
        Ok([name(pair.a)?, name(pair.b)?])
    }

    fn rate(&mut self) -> Result<(), String> {
        let begun = Instant::now();
        self.wait(self.class.rate()).map_err(text)?;
        self.cost = begun.elapsed();
        self.rated = Instant::now();
        self.due = false;
        let standings = self.class.standings();
        let now = now_ms();
        let mut points = Vec::new();
        for row in standings.rows.iter().filter(|row| row.entry.level.is_none()) {
            let Some(elo) = row.elo else { continue };
            let before = self.curves.get(&row.entry.player).copied().unwrap_or_default();
            if row.pairs >= before + (before / CURVE_SHARE).max(1) || row.pairs < before {
                self.curves.insert(row.entry.player, row.pairs);
                let point = CurvePoint { at: now, pairs: row.pairs as i64, elo, low: row.low, high: row.high };
                points.push((row.entry.player, point));
            }
        }
        self.wait(self.class.store.keep_standings(&points)).map_err(text)
    }

    fn push(&mut self, rules: &Rules, pair: OpenPair, urgent: bool) -> Result<(), String> {
        let spec = |player: i64| {
            let entry = self.wait(self.class.store.entry(player)).map_err(text)?;
            entry.map(|(_, spec)| spec).ok_or_else(|| format!("there is no player {player}"))
        };
        let players = [spec(pair.a)?, spec(pair.b)?];
        if let std::collections::hash_map::Entry::Vacant(vacant) = self.books.entry(pair.stage) {
            vacant.insert(rules.book(SEEDS[usize::from(pair.stage == FINAL)]).map_err(text)?);
        }
        let book = self.books.get_mut(&pair.stage).ok_or("there is no book")?;
        let opening = book.opening(pair.opening as usize).clone();
        self.field.push(&FieldPair { stage: pair.stage, pair: pair.id, players, opening, urgent })?;
        self.open.insert(pair.id, pair);
        Ok(())
    }

    fn room(&self) -> usize {
        (AHEAD * self.field.places().max(1)).saturating_sub(self.open.len())
    }

    /// Gives the pairs from which most is learnt.
    fn ladder(&mut self, rules: &Rules) -> Result<(), String> {
        for _ in 0..self.room() {
            let mut busy: HashMap<(i64, i64), u64> = HashMap::new();
            for pair in self.open.values() {
                *busy.entry((pair.a.min(pair.b), pair.a.max(pair.b))).or_default() += 1;
            }
            let standings = self.class.standings();
            let meeting = next_meeting(&standings.rows, &held(&self.class.ledgers)[0], &busy);
            let Some((a, b)) = meeting else { return Ok(()) };
            let (a, b) = (&standings.rows[a], &standings.rows[b]);
            let urgent = a.elo.is_none() || b.elo.is_none();
            let pair =
                self.wait(self.class.store.add_pair(LADDER, a.entry.player, b.entry.player, None)).map_err(text)?;
            if let Some(pair) = pair {
                self.push(rules, pair, urgent)?;
            }
        }
        Ok(())
    }

    /// The deadline has passed: what was sent in before it is still compiled and checked, and then everybody meets everybody.
    fn freeze(&mut self) -> Result<(), String> {
        if self.wait(self.class.is_building()).map_err(text)? {
            return Ok(());
        }
        self.wait(self.class.store.set_fact("phase", "final")).map_err(text)?;
        self.wait(self.class.store.drop_open(LADDER)).map_err(text)?;
        self.open.clear();
        *held(&self.class.phase) = Phase::Final;
        self.wait(self.class.store.log(None, "", "the final began", "")).map_err(text)?;
        self.curves.clear();
        self.due = true;
        Ok(())
    }

    fn finale(&mut self, rules: &Rules) -> Result<(), String> {
        let room = self.room();
        if room == 0 {
            return Ok(());
        }
        let players: Vec<i64> =
            self.wait(self.class.store.entries()).map_err(text)?.iter().map(|entry| entry.player).collect();
        let made: HashSet<(i64, i64, i64)> = self.wait(self.class.store.final_pairs()).map_err(text)?;
        let left = final_meetings(&players, rules.final_pairs, &made);
        for (a, b, opening) in left.iter().take(room) {
            let pair = self.wait(self.class.store.add_pair(FINAL, *a, *b, Some(*opening))).map_err(text)?;
            if let Some(pair) = pair {
                self.push(rules, pair, false)?;
            }
        }
        if left.is_empty() && self.open.is_empty() {
            self.wait(self.class.store.set_fact("phase", "done")).map_err(text)?;
            *held(&self.class.phase) = Phase::Done;
            self.rate()?;
            self.wait(self.class.store.log(None, "", "the final is over", "")).map_err(text)?;
        }
        Ok(())
    }
}

fn text(problem: Problem) -> String {
    problem.text
}
