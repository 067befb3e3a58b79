//! Runs, their units, and what comes back.

use crate::farm::{Farm, Statement, now_ms, sql};
use crate::fitness::Build;
use crate::jobs::{Answered, Games, Job, Place, Told, Unit};
use crate::queue::{QUEUE, Ticket};
use crate::seal::{holds, seal};
use crate::{FarmError, names};
use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, Row};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use tracing::Level;

/// So often a unit may end its worker before it is set aside.
pub(crate) const MOST_ATTEMPTS: i64 = 5;

/// So many names are tried for a new run.
const MOST_NAMES: usize = 1000;

/// Whether a run goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// Workers play it.
    Active,
    /// Nobody plays it for now.
    Paused,
    /// It was given up.
    Cancelled,
    /// It is decided or played to its end.
    Ended,
}

impl fmt::Display for RunState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RunState::Active => "active",
            RunState::Paused => "paused",
            RunState::Cancelled => "cancelled",
            RunState::Ended => "ended",
        })
    }
}

impl FromStr for RunState {
    type Err = String;

    fn from_str(text: &str) -> Result<RunState, String> {
        [RunState::Active, RunState::Paused, RunState::Cancelled, RunState::Ended]
            .into_iter()
            .find(|state| state.to_string() == text)
            .ok_or_else(|| format!("`{text}` is no state of a run"))
    }
}

/// A run as the data base knows it.
#[derive(Clone, PartialEq, Debug)]
pub struct RunRow {
    /// The name by which commands and jobs refer to it.
    pub run: String,
    /// What it is for, in the words of whoever made it.
    pub about: String,
    /// What kind of work it is: [`Job::WORD`].
    pub work: String,
    /// What holds for all its items: [`Job::Terms`].
    terms: String,
    /// Pairs of every pairing that are to be played, where the work is games; `farm add` makes them more.
    pub pairs: usize,
    /// The program that plays it.
    pub build: Build,
    /// Whether it goes on.
    pub state: RunState,
    /// How it stands, told by whoever gathers it.
    pub verdict: String,
}

impl RunRow {
    /// What holds for all its items.
    pub(crate) fn terms<J: Job>(&self) -> Result<J::Terms, FarmError> {
        Ok(serde_json::from_str(&self.terms)?)
    }
}

/// Why a result was not accepted.
type Refused = (Place, String, String);

/// A unit as it is kept; what it holds depends on the kind of work.
pub(crate) struct UnitBody(String);

impl UnitBody {
    pub(crate) fn read<J: Job>(&self) -> Result<Unit<J::Item>, FarmError> {
        Ok(serde_json::from_str(&self.0)?)
    }
}

/// Items by their keys.
type Items<J> = HashMap<Place, <J as Job>::Item>;

impl Farm {
    /// Makes a run. It is pinned to this program: workers with another build do not play it.
    pub fn create_run<J: Job>(&self, run: &str, about: &str, terms: &J::Terms) -> Result<(), FarmError> {
        if !names::is_plain(run) {
            return Err(FarmError::Player(format!("`{run}` is no name of a run; expected letters, digits, . - _")));
        }
        let statement = sql("INSERT INTO farm_run (run, about, work, terms, build, state, pairs, verdict, created) \
             VALUES ($1, $2, $3, $4, $5, $6, 0, '', $7) ON CONFLICT (run) DO NOTHING");
        let statement = statement.bind(run.to_string()).bind(about.to_string()).bind(J::WORD.to_string());
        let statement = statement.bind(serde_json::to_string(terms)?).bind(serde_json::to_string(Build::this())?);
        let statement = statement.bind(RunState::Active.to_string()).bind(now_ms());
        match self.execute(statement)?.rows_affected() {
            0 => Err(FarmError::Exists(run.to_string())),
            _ => {
                self.log(Level::INFO, "", run, "made");
                Ok(())
            }
        }
    }

    /// Makes a run with a name that begins with `word` and that no other has.
    pub(crate) fn new_run<J: Job>(&self, word: &str, about: &str, terms: &J::Terms) -> Result<RunRow, FarmError> {
        let number = self.runs()?.len() + 1;
        for name in (number..number + MOST_NAMES).map(|number| format!("{word}-{number}")) {
            match self.create_run::<J>(&name, about, terms) {
                Err(FarmError::Exists(_)) => {}
                Ok(()) => return self.run(&name)?.ok_or(FarmError::NoRun(name)),
                Err(problem) => return Err(problem),
            }
        }
        Err(FarmError::Exists(word.to_string()))
    }

    /// All runs, the newest first.
    pub fn runs(&self) -> Result<Vec<RunRow>, FarmError> {
        self.read_runs(sql("SELECT * FROM farm_run ORDER BY created DESC, run"))
    }

    fn read_runs(&self, statement: Statement) -> Result<Vec<RunRow>, FarmError> {
        let rows = self.rows(statement, |row| {
            let text = |name| row.try_get::<String, _>(name);
            let words = [text("run")?, text("about")?, text("work")?, text("terms")?, text("build")?, text("state")?];
            Ok((words, text("verdict")?, row.try_get::<i64, _>("pairs")? as usize))
        })?;
        rows.into_iter()
            .map(|([run, about, work, terms, build, state], verdict, pairs)| {
                let build = serde_json::from_str(&build)?;
                let state = serde_json::from_value(serde_json::Value::String(state))?;
                Ok(RunRow { run, about, work, terms, pairs, build, state, verdict })
            })
            .collect()
    }

    /// A run by its name.
    pub fn run(&self, run: &str) -> Result<Option<RunRow>, FarmError> {
        let statement = sql("SELECT * FROM farm_run WHERE run = $1").bind(run.to_string());
        Ok(self.read_runs(statement)?.into_iter().next())
    }

    /// How a run stands.
    pub fn state(&self, run: &str) -> Result<RunState, FarmError> {
        let statement = sql("SELECT state FROM farm_run WHERE run = $1").bind(run.to_string());
        let state = self.row(statement, |row| row.try_get::<String, _>("state"))?;
        let state = state.ok_or_else(|| FarmError::NoRun(run.to_string()))?;
        Ok(serde_json::from_value(serde_json::Value::String(state))?)
    }

    /// Lets a run go on or not. What is being played is given up, and played again if it goes on.
    pub fn set_state(&self, run: &str, state: RunState) -> Result<(), FarmError> {
        let statement = sql("UPDATE farm_run SET state = $1 WHERE run = $2");
        if self.execute(statement.bind(state.to_string()).bind(run.to_string()))?.rows_affected() == 0 {
            return Err(FarmError::NoRun(run.to_string()));
        }
        self.log(Level::INFO, "", run, &state.to_string());
        if state == RunState::Active { self.mend(run) } else { Ok(()) }
    }

    /// Says how many pairs of every pairing are to be played; gives the number that holds, which may have grown meanwhile.
    pub(crate) fn plan(&self, run: &str, pairs: usize) -> Result<usize, FarmError> {
        let statement = sql("UPDATE farm_run SET pairs = $1 WHERE run = $2 AND pairs < $1");
        self.execute(statement.bind(pairs as i64).bind(run.to_string()))?;
        let row = self.run(run)?.ok_or_else(|| FarmError::NoRun(run.to_string()))?;
        Ok(row.pairs)
    }

    /// Adds pairs to every pairing of a run; gives how many each has then. Whoever gathers the run deals them.
    pub fn add_pairs(&self, run: &str, pairs: usize) -> Result<usize, FarmError> {
        let row = self.run(run)?.ok_or_else(|| FarmError::NoRun(run.to_string()))?;
        if row.work != Games::WORD {
            return Err(FarmError::NotGames(row.run, row.work));
        }
        // One that nobody has planned is no run of a match: a class deals as it likes.
        if matches!(row.state, RunState::Cancelled | RunState::Ended) || row.pairs == 0 {
            return Err(FarmError::Finished(row.run, row.state));
        }
        // Whoever gathers the run may end it at this moment.
        let statement = sql("UPDATE farm_run SET pairs = pairs + $1 WHERE run = $2 AND state NOT IN ($3, $4)");
        let statement = statement.bind(pairs as i64).bind(run.to_string());
        let statement = statement.bind(RunState::Ended.to_string()).bind(RunState::Cancelled.to_string());
        if self.execute(statement)?.rows_affected() == 0 {
            return Err(FarmError::Finished(row.run, self.state(run)?));
        }
        self.log(Level::INFO, "", run, &format!("{pairs} pairs are added to every pairing"));
        Ok(row.pairs + pairs)
    }

    /// Ends a run all of whose pairs are played; `false` if it has more of them by now than were planned, and goes on.
    pub(crate) fn end(&self, run: &str, planned: usize) -> Result<bool, FarmError> {
        let statement = sql("UPDATE farm_run SET state = $1 WHERE run = $2 AND pairs <= $3");
        let statement = statement.bind(RunState::Ended.to_string()).bind(run.to_string()).bind(planned as i64);
        let ended = self.execute(statement)?.rows_affected() > 0;
        if ended {
            self.log(Level::INFO, "", run, &RunState::Ended.to_string());
        }
        Ok(ended)
    }

    /// What is to be told about how a run stands.
    pub(crate) fn set_verdict(&self, run: &str, verdict: &str) -> Result<(), FarmError> {
        let statement = sql("UPDATE farm_run SET verdict = $1 WHERE run = $2");
        self.execute(statement.bind(verdict.to_string()).bind(run.to_string()))?;
        Ok(())
    }

    /// Gives items to be done, as one unit of work. Items that were given before are left out, whoever gave them.
    pub fn push<J: Job>(&self, run: &str, items: &[J::Item], priority: u32) -> Result<(), FarmError> {
        self.push_unit::<J>(run, items, priority, None)
    }

    /// A unit to look at a result again: not for the worker that it is of.
    pub(crate) fn push_check<J: Job>(&self, run: &str, item: &J::Item, not: &str) -> Result<(), FarmError> {
        self.push_unit::<J>(run, std::slice::from_ref(item), 1, Some(not))
    }

    fn push_unit<J: Job>(
        &self,
        run: &str,
        items: &[J::Item],
        priority: u32,
        not: Option<&str>,
    ) -> Result<(), FarmError> {
        let body = self.wait(async {
            let mut transaction = self.begin().await?;
            let next = sql("SELECT coalesce(max(unit), 0) + 1 AS unit FROM farm_unit WHERE run = $1");
            let unit: i64 = next.bind(run.to_string()).fetch_one(&mut *transaction).await?.try_get("unit")?;
            let mut fresh = Vec::new();
            for item in items {
                let (pairing, pair) = J::place(item);
                let insert = sql("INSERT INTO farm_pair (run, pairing, pair, unit) VALUES ($1, $2, $3, $4) \
                     ON CONFLICT (run, pairing, pair) DO NOTHING");
                let insert = insert.bind(run.to_string()).bind(pairing as i64).bind(pair as i64).bind(unit);
                // An item that is looked at again has its place already.
                if not.is_some() || insert.execute(&mut *transaction).await?.rows_affected() > 0 {
                    fresh.push(item.clone());
                }
            }
            if fresh.is_empty() {
                return Ok(None);
            }
            let unit = Unit { run: run.to_string(), unit, items: fresh, not: not.map(str::to_string) };
            let body = serde_json::to_string(&unit).map_err(|problem| sqlx::Error::Encode(problem.into()))?;
            let insert = sql("INSERT INTO farm_unit (run, unit, body, seal, priority, round, attempts, state, why) \
                 VALUES ($1, $2, $3, $4, $5, 0, 0, 'open', '')");
            let insert =
                insert.bind(run.to_string()).bind(unit.unit).bind(body.clone()).bind(seal(self.token(), &body));
            insert.bind(i64::from(priority)).execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(Some(unit.unit))
        });
        if let Some(unit) = body.map_err(|problem| self.failed(problem))? {
            let ticket = Ticket { run: run.to_string(), unit, round: 0 };
            self.push_ticket(ticket, priority as usize, Duration::ZERO)?;
        }
        Ok(())
    }

    fn push_ticket(&self, ticket: Ticket, priority: usize, delay: Duration) -> Result<(), FarmError> {
        let pushed = self.wait(self.queue().push(ticket, priority, delay));
        pushed.map_err(|problem| FarmError::Queue(self.address().clone(), problem))
    }

    /// Gives a unit out again: whoever holds the ticket of an earlier round does no harm.
    pub(crate) fn hand_back(&self, ticket: &Ticket, delay: Duration) -> Result<(), FarmError> {
        let statement = sql(
            "UPDATE farm_unit SET round = round + 1 WHERE run = $1 AND unit = $2 AND round = $3 AND state = 'open'",
        );
        let statement = statement.bind(ticket.run.clone()).bind(ticket.unit).bind(ticket.round);
        if self.execute(statement)?.rows_affected() == 0 {
            return Ok(());
        }
        let priority = sql("SELECT priority FROM farm_unit WHERE run = $1 AND unit = $2");
        let priority =
            self.row(priority.bind(ticket.run.clone()).bind(ticket.unit), |row| row.try_get::<i64, _>("priority"))?;
        let next = Ticket { round: ticket.round + 1, ..ticket.clone() };
        self.push_ticket(next, priority.unwrap_or_default() as usize, delay)
    }

    /// Leaves a unit to others without having begun it.
    pub(crate) fn decline(&self, ticket: &Ticket, delay: Duration) -> Result<(), FarmError> {
        let statement =
            sql("UPDATE farm_unit SET attempts = attempts - 1 WHERE run = $1 AND unit = $2 AND attempts > 0");
        self.execute(statement.bind(ticket.run.clone()).bind(ticket.unit))?;
        self.hand_back(ticket, delay)
    }

    /// Gives units a ticket that have none: those of a run that was paused, those whose ticket was lost.
    pub fn mend(&self, run: &str) -> Result<(), FarmError> {
        if self.state(run)? != RunState::Active {
            return Ok(());
        }
        let live = AssertSqlSafe(format!(
            "SELECT idempotency_key AS key FROM {} WHERE job_type = '{QUEUE}' AND status IN ('Pending', 'Queued', 'Running')",
            self.queue().table()
        ));
        let live: HashSet<String> = self.rows(sqlx::query(live), |row| row.try_get("key"))?.into_iter().collect();
        let open = sql("SELECT unit, round FROM farm_unit WHERE run = $1 AND state = 'open'").bind(run.to_string());
        for (unit, round) in self.rows(open, |row| Ok((row.try_get("unit")?, row.try_get("round")?)))? {
            let ticket = Ticket { run: run.to_string(), unit, round };
            if !live.contains(&ticket.key()) {
                self.hand_back(&ticket, Duration::ZERO)?;
            }
        }
        Ok(())
    }

    /// What a ticket stands for; `None` when there is nothing to do for it. Counts the attempt.
    pub(crate) fn take(&self, ticket: &Ticket) -> Result<Option<(UnitBody, RunRow)>, FarmError> {
        let Some(run) = self.run(&ticket.run)?.filter(|run| run.state == RunState::Active) else { return Ok(None) };
        let statement = sql(
            "SELECT body, seal, attempts FROM farm_unit WHERE run = $1 AND unit = $2 AND round = $3 AND state = 'open'",
        );
        let statement = statement.bind(ticket.run.clone()).bind(ticket.unit).bind(ticket.round);
        let found = self.row(statement, |row| {
            Ok((
                row.try_get::<String, _>("body")?,
                row.try_get::<String, _>("seal")?,
                row.try_get::<i64, _>("attempts")?,
            ))
        })?;
        let Some((body, seal, attempts)) = found else { return Ok(None) };
        if !holds(self.token(), &body, &seal) {
            self.set_aside(ticket, "its seal is wrong: it was not given by the owner of this farm")?;
            return Ok(None);
        }
        if attempts >= MOST_ATTEMPTS {
            self.set_aside(ticket, &format!("{attempts} workers began it and none told a result"))?;
            return Ok(None);
        }
        let count = sql("UPDATE farm_unit SET attempts = attempts + 1 WHERE run = $1 AND unit = $2");
        self.execute(count.bind(ticket.run.clone()).bind(ticket.unit))?;
        Ok(Some((UnitBody(body), run)))
    }

    /// A unit that nobody plays any more.
    pub(crate) fn set_aside(&self, ticket: &Ticket, why: &str) -> Result<(), FarmError> {
        let statement = sql("UPDATE farm_unit SET state = 'poison', why = $1 WHERE run = $2 AND unit = $3");
        self.execute(statement.bind(why.to_string()).bind(ticket.run.clone()).bind(ticket.unit))?;
        self.log(Level::ERROR, "", &ticket.run, &format!("unit {} is set aside: {why}", ticket.unit));
        Ok(())
    }

    /// A unit failed without a game: it is played by others, until it has failed too often.
    pub(crate) fn unit_failed(&self, ticket: &Ticket, why: &str) -> Result<(), FarmError> {
        let statement = sql("SELECT attempts FROM farm_unit WHERE run = $1 AND unit = $2");
        let attempts =
            self.row(statement.bind(ticket.run.clone()).bind(ticket.unit), |row| row.try_get::<i64, _>("attempts"))?;
        match attempts {
            Some(attempts) if attempts >= MOST_ATTEMPTS => self.set_aside(ticket, why),
            _ => self.hand_back(ticket, Duration::from_millis(500)),
        }
    }

    /// A unit is played.
    pub(crate) fn unit_done(&self, ticket: &Ticket) -> Result<(), FarmError> {
        let statement = sql("UPDATE farm_unit SET state = 'done' WHERE run = $1 AND unit = $2 AND state = 'open'");
        self.execute(statement.bind(ticket.run.clone()).bind(ticket.unit))?;
        Ok(())
    }

    /// Units that were set aside, and why.
    pub fn poisoned(&self, run: &str) -> Result<Vec<(i64, String)>, FarmError> {
        let statement = sql("SELECT unit, why FROM farm_unit WHERE run = $1 AND state = 'poison' ORDER BY unit");
        self.rows(statement.bind(run.to_string()), |row| Ok((row.try_get("unit")?, row.try_get("why")?)))
    }

    /// The keys of items that have a result.
    pub(crate) fn told(&self, run: &str) -> Result<HashSet<Place>, FarmError> {
        let statement = sql("SELECT pairing, pair FROM farm_result WHERE run = $1").bind(run.to_string());
        let number = |row: &sqlx::any::AnyRow, name| row.try_get::<i64, _>(name).map(|n| n as usize);
        Ok(self.rows(statement, |row| Ok((number(row, "pairing")?, number(row, "pair")?)))?.into_iter().collect())
    }

    /// Whether an item has its result.
    pub(crate) fn has_result(&self, run: &str, (pairing, pair): Place) -> Result<bool, FarmError> {
        let statement = sql("SELECT worker FROM farm_result WHERE run = $1 AND pairing = $2 AND pair = $3");
        let statement = statement.bind(run.to_string()).bind(pairing as i64).bind(pair as i64);
        Ok(self.row(statement, |_| Ok(()))?.is_some())
    }

    /// Tells the result of an item; false if somebody else did so before.
    pub(crate) fn tell<J: Job>(&self, record: &Told<J::Found>, unit: i64) -> Result<bool, FarmError> {
        let body = serde_json::to_string(record)?;
        let seal = seal(self.token(), &body);
        let statement =
            sql("INSERT INTO farm_result (run, pairing, pair, worker, body, seal, half_points, at, gathered) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0) ON CONFLICT (run, pairing, pair) DO NOTHING");
        let statement = statement.bind(record.run.clone()).bind(record.pairing as i64).bind(record.pair as i64);
        let statement = statement.bind(record.worker.clone()).bind(body).bind(seal);
        let statement = statement.bind(i64::from(J::half_points(&record.found))).bind(now_ms());
        let is_new = self.execute(statement)?.rows_affected() > 0;
        // Whoever tells results is no danger to workers.
        let alive = sql("UPDATE farm_unit SET attempts = 0 WHERE run = $1 AND unit = $2");
        self.execute(alive.bind(record.run.clone()).bind(unit))?;
        Ok(is_new)
    }

    /// Items of a run that are done and were not acknowledged. What is not right is set aside, and done again.
    pub fn news<J: Job>(&self, run: &str) -> Result<Vec<Told<J::Found>>, FarmError> {
        Ok(self.read_results::<J>(run, false)?.into_iter().map(|(_, told)| told).collect())
    }

    /// All items of a run that are done.
    pub fn results<J: Job>(&self, run: &str) -> Result<Vec<Told<J::Found>>, FarmError> {
        Ok(self.read_results::<J>(run, true)?.into_iter().map(|(_, told)| told).collect())
    }

    /// Results with what they answer: all, or those that were not acknowledged.
    pub(crate) fn read_results<J: Job>(&self, run: &str, all: bool) -> Result<Vec<Answered<J>>, FarmError> {
        let statement = match all {
            true => sql("SELECT * FROM farm_result WHERE run = $1 ORDER BY at, pairing, pair"),
            false => sql("SELECT * FROM farm_result WHERE run = $1 AND gathered = 0 ORDER BY at, pairing, pair"),
        };
        let rows = self.rows(statement.bind(run.to_string()), |row| {
            let number = |name| row.try_get::<i64, _>(name).map(|n| n as usize);
            let text = |name| row.try_get::<String, _>(name);
            Ok((number("pairing")?, number("pair")?, text("worker")?, text("body")?, text("seal")?))
        })?;
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let row = self.run(run)?.ok_or_else(|| FarmError::NoRun(run.to_string()))?;
        let terms = row.terms::<J>()?;
        let mut asked = if all { self.items::<J>(run)? } else { self.items_of_news::<J>(run)? };
        let aside =
            self.rows(sql("SELECT worker FROM farm_worker WHERE state = 'aside'"), |row| row.try_get("worker"))?;
        // What is over stays as it was decided.
        let goes_on = matches!(row.state, RunState::Active | RunState::Paused);
        let aside: HashSet<String> = aside.into_iter().filter(|_| goes_on).collect();
        let (mut records, mut refused): (_, Vec<Refused>) = (Vec::new(), Vec::new());
        for (pairing, pair, worker, body, seal) in rows {
            let place = (pairing, pair);
            let mut read = || {
                if !holds(self.token(), &body, &seal) {
                    return Err("its seal is wrong: it does not come from a worker of this farm".to_string());
                }
                if aside.contains(&worker) {
                    return Err("its worker was set aside".to_string());
                }
                let record: Told<J::Found> = serde_json::from_str(&body).map_err(|problem| problem.to_string())?;
                if record.run != run || record.place() != place {
                    return Err("it is told in another's place".to_string());
                }
                let item = asked.remove(&place).ok_or("nobody asked for it")?;
                J::check(&terms, &item, &record.found)?;
                Ok((item, record))
            };
            match read() {
                Ok(record) => records.push(record),
                Err(why) => refused.push((place, worker, why)),
            }
        }
        for ((pairing, pair), worker, why) in refused {
            self.log(
                Level::ERROR,
                &worker,
                run,
                &format!("the result of pair {pair} of pairing {pairing} is refused: {why}"),
            );
            self.forget(run, pairing, pair)?;
        }
        Ok(records)
    }

    /// The result of a pair counts no more, and the pair is played again.
    pub(crate) fn forget(&self, run: &str, pairing: usize, pair: usize) -> Result<(), FarmError> {
        let bind = |statement: Statement| statement.bind(run.to_string()).bind(pairing as i64).bind(pair as i64);
        self.execute(bind(sql("DELETE FROM farm_result WHERE run = $1 AND pairing = $2 AND pair = $3")))?;
        self.execute(bind(sql(
            "UPDATE farm_unit SET state = 'open', attempts = 0 WHERE run = $1 AND state = 'done' AND unit = \
             (SELECT unit FROM farm_pair WHERE run = $1 AND pairing = $2 AND pair = $3)",
        )))?;
        if self.state(run)? == RunState::Active { self.mend(run) } else { Ok(()) }
    }

    /// The items of a run by their keys, as they were given.
    pub(crate) fn items<J: Job>(&self, run: &str) -> Result<Items<J>, FarmError> {
        self.read_items::<J>(sql("SELECT body, seal FROM farm_unit WHERE run = $1").bind(run.to_string()))
    }

    /// The same of the units alone that results belong to which were not acknowledged.
    fn items_of_news<J: Job>(&self, run: &str) -> Result<Items<J>, FarmError> {
        let statement = sql("SELECT body, seal FROM farm_unit WHERE run = $1 AND unit IN ( \
             SELECT farm_pair.unit FROM farm_result JOIN farm_pair ON farm_pair.run = farm_result.run \
             AND farm_pair.pairing = farm_result.pairing AND farm_pair.pair = farm_result.pair \
             WHERE farm_result.run = $1 AND farm_result.gathered = 0)");
        self.read_items::<J>(statement.bind(run.to_string()))
    }

    fn read_items<J: Job>(&self, statement: Statement) -> Result<Items<J>, FarmError> {
        let mut items = HashMap::new();
        let units =
            self.rows(statement, |row| Ok((row.try_get::<String, _>("body")?, row.try_get::<String, _>("seal")?)))?;
        for (body, seal) in units {
            if holds(self.token(), &body, &seal) {
                let unit = UnitBody(body).read::<J>()?;
                items.extend(unit.items.into_iter().map(|item| (J::place(&item), item)));
            }
        }
        Ok(items)
    }

    /// These items are stored where they belong: [`Farm::news`] tells them no more.
    pub fn acknowledge(&self, run: &str, places: &[Place]) -> Result<(), FarmError> {
        for &(pairing, pair) in places {
            let statement = sql("UPDATE farm_result SET gathered = 1 WHERE run = $1 AND pairing = $2 AND pair = $3");
            self.execute(statement.bind(run.to_string()).bind(pairing as i64).bind(pair as i64))?;
        }
        Ok(())
    }
}
