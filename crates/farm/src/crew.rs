//! Workers anywhere as the crew of a run: the arena deals, records, counts and decides; the farm plays.

use crate::farm::{Farm, patiently};
use crate::fitness::Fitness;
use crate::runs::{RunRow, RunState};
use crate::worker::{WorkerOptions, work_on};
use crate::{FarmError, Pair, PairRecord, Terms};
use luozi_arena::matches::{FinishedGame, Kind, Outcome, Plan, PlayedGame, RunError, Settings, Store, Tally, Work};
use luozi_arena::players::{EnginePlayers, Entrant};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tracing::Level;

/// Between two looks for results.
const LOOK: Duration = Duration::from_millis(200);
/// Between two looks at everything else.
const REVIEW: Duration = Duration::from_secs(2);
/// What a unit is to take: the queue's own work is nothing beside it, and the end of a worker costs no more.
const UNIT: Duration = Duration::from_secs(180);
/// Pairs of a unit at the most.
const MOST_PAIRS: usize = 100;
/// Units that wait for every thread of a worker.
const AHEAD: usize = 3;
/// One result of so many is played again by another worker, where games repeat exactly.
const CHECK_ONE_IN: u64 = 64;
/// How long nobody may work before a word is said about it.
const NOBODY: Duration = Duration::from_secs(10);

/// The crew of one run.
pub struct Crew {
    farm: Farm,
    run: RunRow,
    /// The players as workers read them.
    packed: Vec<String>,
    /// Plays here as well.
    own: Option<WorkerOptions>,
    check_one_in: u64,
}

/// A word that begins the names of runs of a kind.
fn word(kind: &Kind) -> &'static str {
    match kind {
        Kind::Match => "match",
        Kind::Sprt => "sprt",
        Kind::Ladder { .. } => "ladder",
        Kind::Sweep { .. } => "sweep",
    }
}

impl Crew {
    /// A new run of the farm for these settings, or the last one like it with `resume`. With `own` this process plays as well.
    pub fn new(
        farm: &Farm,
        settings: &Settings,
        kind: &Kind,
        resume: bool,
        own: Option<WorkerOptions>,
    ) -> Result<Crew, FarmError> {
        let pack = |entrant: &Entrant| {
            let player = farm.pack(&entrant.player)?;
            Ok(Entrant { player, ..entrant.clone() }.to_string())
        };
        let packed: Vec<String> = settings.players.iter().map(pack).collect::<Result<_, FarmError>>()?;
        // What must be the same: everything but the number of games.
        let conditions =
            luozi_arena::matches::Conditions { players: packed.clone(), pairs: 0, ..settings.conditions() };
        let about = serde_json::to_string(&conditions)?;
        let by_time = settings.visits.is_none();
        let run = match farm.runs()?.into_iter().find(|run| run.about == about && run.state != RunState::Cancelled) {
            Some(run) if resume => {
                farm.set_state(&run.run, RunState::Active)?;
                run.run
            }
            _ if resume => {
                return Err(FarmError::NoRun(format!("of {}", settings.conditions().players.join(", "))));
            }
            _ => {
                let terms = Terms::of(settings, by_time.then(|| Fitness::measure().speed));
                let number = farm.runs()?.len() + 1;
                let names = (number..).map(|number| format!("{}-{number}", word(kind)));
                let mut made = None;
                for name in names.take(1000) {
                    match farm.create_run(&name, &about, &terms) {
                        Err(FarmError::Exists(_)) => {}
                        Ok(()) => {
                            made = Some(name);
                            break;
                        }
                        Err(problem) => return Err(problem),
                    }
                }
                made.ok_or_else(|| FarmError::Exists(word(kind).to_string()))?
            }
        };
        let run = farm.run(&run)?.ok_or(FarmError::NoRun(run))?;
        Ok(Crew { farm: farm.clone(), run, packed, own, check_one_in: CHECK_ONE_IN })
    }

    /// The run's name in the farm.
    pub fn run(&self) -> &str {
        &self.run.run
    }

    /// One result of so many is played again by another worker; none with 0.
    pub fn check_one_in(self, check_one_in: u64) -> Crew {
        Crew { check_one_in, ..self }
    }

    fn pair(&self, [first, _]: &[Plan; 2]) -> Pair {
        let [a, b] = first.players;
        Pair {
            pairing: first.id.pairing,
            pair: first.id.pair,
            players: [self.packed[a].clone(), self.packed[b].clone()],
            setup: first.opening.setup.clone(),
            opening: first.opening.moves.clone(),
        }
    }
}

impl luozi_arena::matches::Crew for Crew {
    fn play(&mut self, work: &Work<'_>, ended: &mut dyn FnMut(FinishedGame)) -> Result<Outcome, RunError> {
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            if let Some(own) = &self.own {
                let (farm, over) = (&self.farm, &over);
                scope.spawn(move || {
                    if let Err(problem) = work_on(farm, own, over) {
                        tracing::error!(%problem, "this process does not play");
                    }
                });
            }
            let outcome = Gathering::new(self, work).and_then(|mut gathering| gathering.run(ended));
            over.store(true, Ordering::Relaxed);
            match outcome {
                // Who is told to stop while the farm is away stops; what is there is there.
                Err(RunError::Crew(problem)) if work.stop.load(Ordering::Relaxed) => {
                    tracing::warn!(%problem, "the farm was not told that the run is paused");
                    Ok(Outcome::Over)
                }
                other => other,
            }
        })
    }
}

fn crew_error(problem: FarmError) -> RunError {
    RunError::Crew(Box::new(problem))
}

/// A crew at work.
struct Gathering<'c, 'w, 'd> {
    crew: &'c Crew,
    work: &'w Work<'d>,
    /// Pairs that were given out and have no result here.
    out: HashSet<(usize, usize)>,
    /// Games that were recorded, by pair: their numbers in the record.
    recorded: HashMap<(usize, usize), Vec<i64>>,
    /// The figures of the first pairing, by which a sequential test is decided.
    tally: Tally,
    /// All pairs were dealt.
    dealt_out: bool,
    /// Seconds and number of pairs that were played.
    time: (f64, u64),
    threads: usize,
    reviewed: Option<Instant>,
    idle_since: Instant,
    told_idle: bool,
    state: RunState,
}

impl<'c, 'w, 'd> Gathering<'c, 'w, 'd> {
    fn new(crew: &'c Crew, work: &'w Work<'d>) -> Result<Gathering<'c, 'w, 'd>, RunError> {
        let mut recorded: HashMap<(usize, usize), Vec<i64>> = HashMap::new();
        let mut tally = Tally::default();
        for game in work.store.map_or(Ok(Vec::new()), |store| store.archive().games())? {
            if game.id.pairing == 0 {
                tally.add(&game);
            }
            recorded.entry((game.id.pairing, game.id.pair)).or_default().extend(game.number);
        }
        Ok(Gathering {
            crew,
            work,
            out: HashSet::new(),
            recorded,
            tally,
            dealt_out: false,
            time: (0.0, 0),
            threads: 0,
            reviewed: None,
            idle_since: Instant::now(),
            told_idle: false,
            state: RunState::Active,
        })
    }

    /// The farm, waited for as long as nobody wants us to end.
    fn ask<T>(&self, work: impl Fn(&Farm) -> Result<T, FarmError>) -> Result<T, RunError> {
        patiently(self.work.stop, || work(&self.crew.farm)).map_err(crew_error)
    }

    fn run(&mut self, ended: &mut dyn FnMut(FinishedGame)) -> Result<Outcome, RunError> {
        let run = self.crew.run.run.clone();
        // Step 1. What was given out before, and what came back of it.
        let known = self.ask(|farm| farm.results(&run))?;
        let results: HashSet<(usize, usize)> = known.iter().map(|record| (record.pairing, record.pair)).collect();
        let given = self.ask(|farm| farm.pairs(&run))?;
        if self.void(|pair| given.contains_key(pair) && !results.contains(pair))? {
            return Ok(Outcome::Recount);
        }
        self.out = given.into_keys().filter(|pair| !self.is_recorded(pair)).collect();
        self.gather(known, ended)?;

        // Step 2. Give out, gather, until all is there or nothing more is wanted.
        while !(self.work.is_over() || self.dealt_out && self.out.is_empty()) {
            let news = self.ask(|farm| farm.news(&run))?;
            let is_idle = news.is_empty();
            self.gather(news, ended)?;
            if self.reviewed.is_none_or(|then| then.elapsed() > REVIEW) {
                if let Some(outcome) = self.review()? {
                    return Ok(outcome);
                }
                self.reviewed = Some(Instant::now());
            }
            self.give_out()?;
            if is_idle {
                thread::sleep(LOOK);
            }
        }

        // Step 3. Nobody is to play for nothing. Who was told to stop can come back.
        let state = if self.work.stop.load(Ordering::Relaxed) { RunState::Paused } else { RunState::Ended };
        if let Err(problem) = self.crew.farm.set_state(&run, state) {
            tracing::warn!(run, %problem, "the farm was not told that the run is over");
        }
        Ok(Outcome::Over)
    }

    fn is_recorded(&self, pair: &(usize, usize)) -> bool {
        self.recorded.get(pair).is_some_and(|games| games.len() >= 2)
    }

    /// Recorded pairs whose result does not count any more become void; whether there were any.
    fn void(&mut self, is_void: impl Fn(&(usize, usize)) -> bool) -> Result<bool, RunError> {
        let gone: Vec<(usize, usize)> = self.recorded.keys().filter(|pair| is_void(pair)).copied().collect();
        for pair in &gone {
            for number in self.recorded.remove(pair).unwrap_or_default() {
                self.work.store.map_or(Ok(()), |store| store.void_game(number))?;
            }
        }
        Ok(!gone.is_empty())
    }

    /// Records results, and counts them.
    fn gather(&mut self, records: Vec<PairRecord>, ended: &mut dyn FnMut(FinishedGame)) -> Result<(), RunError> {
        let mut stored = Vec::new();
        for record in records {
            let pairings = self.work.settings.pairings.len();
            if record.pairing >= pairings {
                let told = format!("the farm holds a result of pairing {}, but the run has {pairings}", record.pairing);
                return Err(RunError::Crew(told.into()));
            }
            let pair = (record.pairing, record.pair);
            self.time.0 += record.seconds;
            self.time.1 += 1;
            self.out.remove(&pair);
            stored.push(pair);
            if self.is_recorded(&pair) {
                continue;
            }
            self.idle_since = Instant::now();
            self.maybe_check(&record)?;
            // A run that was stopped between two games has one of them already.
            let had = self.recorded.remove(&pair).unwrap_or_default();
            if let Some(store) = self.work.store {
                for number in had {
                    store.void_game(number)?;
                }
            }
            for game in record.games {
                let game = self.of_the_run(game);
                let finished = self.work.store.map(|store: &Store| store.add_game(&game)).transpose()?;
                let finished = finished.unwrap_or(game.finished);
                self.recorded.entry(pair).or_default().push(finished.number.unwrap_or_default());
                if pair.0 == 0 {
                    self.tally.add(&finished);
                }
                ended(finished);
            }
        }
        if !stored.is_empty() {
            self.ask(|farm| farm.acknowledge(&self.crew.run.run, &stored))?;
        }
        Ok(())
    }

    /// The game with its players by their numbers in the run.
    fn of_the_run(&self, mut game: PlayedGame) -> PlayedGame {
        let pairing = self.work.settings.pairings[game.finished.id.pairing];
        let number = |player: usize| [pairing.a, pairing.b][player];
        game.finished.players = game.finished.players.map(number);
        if let Some(fault) = &mut game.finished.fault {
            fault.player = number(fault.player);
        }
        game
    }

    /// Has one result of some played again, chosen so that nobody can foresee it.
    fn maybe_check(&self, record: &PairRecord) -> Result<(), RunError> {
        let settings = self.work.settings;
        let pairing = settings.pairings[record.pairing];
        let players = [&self.crew.packed[pairing.a], &self.crew.packed[pairing.b]].map(String::clone);
        let mut random = [0; 8];
        // Without random numbers nothing is checked.
        let drawn =
            getrandom::fill(&mut random).is_ok() && u64::from_ne_bytes(random).is_multiple_of(self.crew.check_one_in);
        if drawn && self.crew.run.terms.repeats(&players, &EnginePlayers) {
            let [first, second] = [0, 1].map(|swapped| luozi_arena::matches::GameId {
                pair: record.pair,
                pairing: record.pairing,
                swapped,
            });
            let plans = self.work.deal(|deck| [deck.plan(first), deck.plan(second)]);
            let pair = self.crew.pair(&plans);
            self.ask(|farm| farm.push_check(&self.crew.run.run, &pair, &record.worker))?;
        }
        Ok(())
    }

    /// Now and then: is the run still wanted, who works, is anything stuck?
    fn review(&mut self) -> Result<Option<Outcome>, RunError> {
        let run = self.crew.run.run.clone();
        let state = self.ask(|farm| farm.state(&run))?;
        if state != self.state {
            self.crew.farm.log(Level::INFO, "", &run, &format!("its owner sees that it is {state}"));
            self.state = state;
        }
        if matches!(state, RunState::Cancelled | RunState::Ended) {
            return Err(RunError::Crew(format!("the run {run} of the farm was {state} by somebody else").into()));
        }
        if let Some((unit, why)) = self.ask(|farm| farm.poisoned(&run))?.into_iter().next() {
            return Err(RunError::Crew(format!("unit {unit} of the run {run} cannot be played: {why}").into()));
        }
        // Results may have been taken back, with their worker.
        let counted = self.recorded.len();
        let known = self.ask(|farm| farm.told(&run))?;
        if known.len() < counted && self.void(|pair| !known.contains(pair))? {
            return Ok(Some(Outcome::Recount));
        }
        self.threads = self.ask(Farm::threads)?;
        if state == RunState::Active && self.idle_since.elapsed() > NOBODY {
            self.ask(|farm| farm.mend(&run))?;
            if self.threads == 0 && !self.told_idle {
                self.told_idle = true;
                tracing::warn!(
                    "nobody works for the farm; start `luozi worker --farm {}` somewhere",
                    self.crew.farm.address()
                );
            }
        }
        let mut verdict = format!("{} of {} pairs", self.recorded.len(), self.work.settings.games() / 2);
        if let Some(test) = self.work.settings.sprt {
            let (lower, upper) = test.bounds();
            verdict += &format!(", LLR {:.2} ({lower:.2}, {upper:.2})", test.log_likelihood_ratio(&self.tally.pairs));
        }
        self.ask(|farm| farm.set_verdict(&run, &verdict))?;
        Ok(None)
    }

    /// Keeps the workers busy without giving out much more than they can play soon: a test may be decided at any moment.
    fn give_out(&mut self) -> Result<(), RunError> {
        if self.state != RunState::Active {
            return Ok(());
        }
        let ahead = AHEAD * self.threads.max(1);
        let left = (self.work.settings.games() / 2).saturating_sub(self.recorded.len());
        let size = match self.time {
            (_, 0) => 1,
            (seconds, pairs) => (UNIT.as_secs_f64() * pairs as f64 / seconds.max(1e-3)) as usize,
        };
        // At the end all are to have something.
        let size = size.min(left / ahead).clamp(1, MOST_PAIRS);
        while !self.dealt_out && self.out.len() < ahead * size {
            let mut unit = Vec::new();
            while unit.len() < size {
                match self.work.deal(|deck| deck.next_pair()) {
                    Some(plans) => unit.push(self.crew.pair(&plans)),
                    None => {
                        self.dealt_out = true;
                        break;
                    }
                }
            }
            unit.retain(|pair| {
                !self.out.contains(&(pair.pairing, pair.pair)) && !self.is_recorded(&(pair.pairing, pair.pair))
            });
            if !unit.is_empty() {
                self.ask(|farm| farm.push(&self.crew.run.run, &unit, 0))?;
                self.out.extend(unit.iter().map(|pair| (pair.pairing, pair.pair)));
            }
        }
        Ok(())
    }
}
