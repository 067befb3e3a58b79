//! Whoever gives work out and takes back what is found: one loop for matches and for every other kind of work.

use crate::FarmError;
use crate::farm::{Farm, patiently};
use crate::jobs::{Answered, Job, Place, Told};
use crate::runs::{RunRow, RunState};
use crate::worker::{WorkerOptions, work_on};
use luozi_arena::matches::Outcome;
use std::collections::HashSet;
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
/// Items of a unit at the most.
const MOST_ITEMS: usize = 100;
/// Units that wait for every thread of a worker.
const AHEAD: usize = 3;
/// One result of so many is looked at again by another worker, where the same is found everywhere.
pub(crate) const CHECK_ONE_IN: u64 = 64;
/// How long nobody may work before a word is said about it.
const NOBODY: Duration = Duration::from_secs(10);

/// Who wants a run: deals its items, keeps what is found, and says when it is over.
pub(crate) trait Owner<J: Job> {
    /// What can be wrong.
    type Error: From<FarmError>;

    /// Whether nothing more is wanted.
    fn is_over(&self) -> bool;
    /// The next item; `None` when all are dealt.
    fn deal(&mut self) -> Option<J::Item>;
    /// Whether the result of an item is here.
    fn has(&self, place: Place) -> bool;
    /// How many results are here.
    fn count(&self) -> usize;
    /// How many are wanted beside them, as far as that is known.
    fn left(&self) -> usize;
    /// Keeps a result.
    fn take(&mut self, told: Told<J::Found>) -> Result<(), Self::Error>;
    /// Gives up the results that do not count any more; whether there were any.
    fn lose(&mut self, is_void: &dyn Fn(Place) -> bool) -> Result<bool, Self::Error>;
    /// How it stands, for people.
    fn verdict(&self) -> String;
    /// So many pairs of every pairing are to be played: somebody has added some.
    fn grow(&mut self, pairs: usize);
    /// Pairs of every pairing that are to be played, where that can be changed.
    fn planned(&self) -> usize;
}

/// A run and how its owner goes about it.
pub(crate) struct Given<'a> {
    pub farm: &'a Farm,
    pub run: &'a RunRow,
    /// This process works as well.
    pub own: Option<&'a WorkerOptions>,
    /// One result of so many is looked at again.
    pub check_one_in: u64,
    /// Somebody wants it to end.
    pub stop: &'a AtomicBool,
}

/// What ends the loop before its time.
enum Trouble<E> {
    Farm(FarmError),
    Owner(E),
}

impl<E> From<FarmError> for Trouble<E> {
    fn from(problem: FarmError) -> Trouble<E> {
        Trouble::Farm(problem)
    }
}

/// Gives out and gathers until the owner has everything, or results that were counted count no more.
pub(crate) fn gather<J: Job, O: Owner<J>>(given: &Given<'_>, owner: &mut O) -> Result<Outcome, O::Error> {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        if let Some(own) = given.own {
            let (farm, over) = (given.farm, &over);
            scope.spawn(move || {
                if let Err(problem) = work_on(farm, own, over) {
                    tracing::error!(%problem, "this process does not work");
                }
            });
        }
        let outcome = Gathering::<J, O>::new(given, owner).and_then(|mut gathering| gathering.run());
        over.store(true, Ordering::Relaxed);
        match outcome {
            // Who is told to stop while the farm is away stops; what is there is there.
            Err(Trouble::Farm(problem)) if given.stop.load(Ordering::Relaxed) => {
                tracing::warn!(%problem, "the farm was not told that the run is paused");
                Ok(Outcome::Over)
            }
            Err(Trouble::Farm(problem)) => Err(problem.into()),
            Err(Trouble::Owner(problem)) => Err(problem),
            Ok(outcome) => Ok(outcome),
        }
    })
}

struct Gathering<'a, J: Job, O> {
    given: &'a Given<'a>,
    owner: &'a mut O,
    terms: J::Terms,
    /// Items that were given out and have no result here.
    out: HashSet<Place>,
    /// All items were dealt.
    dealt_out: bool,
    /// Seconds and number of items that were done.
    time: (f64, u64),
    threads: usize,
    reviewed: Option<Instant>,
    idle_since: Instant,
    told_idle: bool,
    state: RunState,
}

impl<'a, J: Job, O: Owner<J>> Gathering<'a, J, O> {
    fn new(given: &'a Given<'a>, owner: &'a mut O) -> Result<Gathering<'a, J, O>, Trouble<O::Error>> {
        Ok(Gathering {
            terms: given.run.terms::<J>()?,
            given,
            owner,
            out: HashSet::new(),
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
    fn ask<T>(&self, work: impl Fn(&Farm, &str) -> Result<T, FarmError>) -> Result<T, FarmError> {
        patiently(self.given.stop, || work(self.given.farm, &self.given.run.run))
    }

    fn run(&mut self) -> Result<Outcome, Trouble<O::Error>> {
        // Step 1. What was given out before, and what came back of it.
        let planned = self.owner.planned();
        let pairs = self.ask(|farm, run| farm.plan(run, planned))?;
        self.owner.grow(pairs);
        let known = self.ask(|farm, run| farm.read_results::<J>(run, true))?;
        let results: HashSet<Place> = known.iter().map(|(_, told)| told.place()).collect();
        let given: HashSet<Place> = self.ask(|farm, run| farm.items::<J>(run))?.into_keys().collect();
        let is_void = |place| given.contains(&place) && !results.contains(&place);
        if self.owner.lose(&is_void).map_err(Trouble::Owner)? {
            return Ok(Outcome::Recount);
        }
        self.out = given.into_iter().filter(|place| !self.owner.has(*place)).collect();
        self.take(known)?;

        loop {
            // Step 2. Give out, gather, until all is there or nothing more is wanted.
            while !(self.owner.is_over() || self.dealt_out && self.out.is_empty()) {
                let news = self.ask(|farm, run| farm.read_results::<J>(run, false))?;
                let is_idle = news.is_empty();
                self.take(news)?;
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

            // Step 3. Nobody is to work for nothing. Who was told to stop can come back.
            match self.end() {
                Ok(true) => return Ok(Outcome::Over),
                // More was asked for since the last look.
                Ok(false) => {
                    if let Some(outcome) = self.review()? {
                        return Ok(outcome);
                    }
                }
                Err(problem) => {
                    let run = &self.given.run.run;
                    tracing::warn!(run, %problem, "the farm was not told that the run is over");
                    return Ok(Outcome::Over);
                }
            }
        }
    }

    /// Tells the farm that the run is over, or set aside for now; `false` if it is to go on.
    fn end(&self) -> Result<bool, FarmError> {
        let (farm, run) = (self.given.farm, &self.given.run.run);
        farm.set_verdict(run, &self.owner.verdict())?;
        if self.given.stop.load(Ordering::Relaxed) {
            farm.set_state(run, RunState::Paused)?;
        } else if self.owner.is_over() {
            farm.set_state(run, RunState::Ended)?;
        } else {
            return farm.end(run, self.owner.planned());
        }
        Ok(true)
    }

    /// Keeps results, and has some looked at again.
    fn take(&mut self, news: Vec<Answered<J>>) -> Result<(), Trouble<O::Error>> {
        let mut stored = Vec::new();
        for (item, told) in news {
            let place = told.place();
            self.time.0 += told.seconds;
            self.time.1 += 1;
            self.out.remove(&place);
            stored.push(place);
            if self.owner.has(place) {
                continue;
            }
            self.idle_since = Instant::now();
            self.maybe_check(&item, &told.worker)?;
            self.owner.take(told).map_err(Trouble::Owner)?;
        }
        if !stored.is_empty() {
            self.ask(|farm, run| farm.acknowledge(run, &stored))?;
        }
        Ok(())
    }

    /// Has one result of some looked at again, chosen so that nobody can foresee it.
    fn maybe_check(&self, item: &J::Item, worker: &str) -> Result<(), FarmError> {
        let mut random = [0; 8];
        // Without random numbers nothing is checked.
        let drawn =
            getrandom::fill(&mut random).is_ok() && u64::from_ne_bytes(random).is_multiple_of(self.given.check_one_in);
        match drawn && J::repeats(&self.terms, item) {
            true => self.ask(|farm, run| farm.push_check::<J>(run, item, worker)),
            false => Ok(()),
        }
    }

    /// Now and then: is the run still wanted, who works, is anything stuck?
    fn review(&mut self) -> Result<Option<Outcome>, Trouble<O::Error>> {
        let run = &self.given.run.run;
        let Some(row) = self.ask(Farm::run)? else { return Err(FarmError::NoRun(run.clone()).into()) };
        if row.state != self.state {
            self.given.farm.log(Level::INFO, "", run, &format!("its owner sees that it is {}", row.state));
            self.state = row.state;
        }
        if matches!(row.state, RunState::Cancelled | RunState::Ended) {
            return Err(FarmError::Over(run.clone(), row.state).into());
        }
        if let Some((unit, why)) = self.ask(Farm::poisoned)?.into_iter().next() {
            return Err(FarmError::Poison { run: run.clone(), unit, why }.into());
        }
        if row.pairs > self.owner.planned() {
            self.owner.grow(row.pairs);
            self.dealt_out = false;
        }
        // Results may have been taken back, with their worker.
        let counted = self.owner.count();
        let known = self.ask(Farm::told)?;
        if known.len() < counted && self.owner.lose(&|place| !known.contains(&place)).map_err(Trouble::Owner)? {
            return Ok(Some(Outcome::Recount));
        }
        self.threads = self.ask(|farm, _| farm.threads())?;
        if row.state == RunState::Active && self.idle_since.elapsed() > NOBODY {
            self.ask(Farm::mend)?;
            if self.threads == 0 && !self.told_idle {
                self.told_idle = true;
                let address = self.given.farm.address();
                tracing::warn!("nobody works for the farm; start `luozi worker --farm {address}` somewhere");
            }
        }
        let verdict = self.owner.verdict();
        self.ask(|farm, run| farm.set_verdict(run, &verdict))?;
        Ok(None)
    }

    /// Keeps the workers busy without giving out much more than they can do soon: it may be over at any moment.
    fn give_out(&mut self) -> Result<(), FarmError> {
        if self.state != RunState::Active {
            return Ok(());
        }
        let ahead = AHEAD * self.threads.max(1);
        let size = match self.time {
            (_, 0) => 1,
            (seconds, items) => (UNIT.as_secs_f64() * items as f64 / seconds.max(1e-3)) as usize,
        };
        // At the end all are to have something.
        let size = size.min(self.owner.left() / ahead).clamp(1, MOST_ITEMS);
        while !self.dealt_out && self.out.len() < ahead * size {
            let mut unit = Vec::new();
            while unit.len() < size {
                match self.owner.deal() {
                    Some(item) => unit.push(item),
                    None => {
                        self.dealt_out = true;
                        break;
                    }
                }
            }
            unit.retain(|item| !self.out.contains(&J::place(item)) && !self.owner.has(J::place(item)));
            if !unit.is_empty() {
                self.ask(|farm, run| farm.push::<J>(run, &unit, 0))?;
                self.out.extend(unit.iter().map(J::place));
            }
        }
        Ok(())
    }
}
