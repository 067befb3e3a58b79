//! How a farm stands: for people, for scripts and for Prometheus.

use crate::farm::{Farm, Statement, sql};
use crate::{Address, Check, FarmError, Residual, RunState};
use luozi_arena::matches::Conditions;
use luozi_arena::stats::Pairs;
use serde::Serialize;
use sqlx::{AssertSqlSafe, Row};
use std::collections::HashMap;
use std::fmt::Write;

/// A worker that was not seen for so long is gone.
const GONE_MS: i64 = 30_000;
/// Threads of one worker at the most.
const MOST_THREADS: i64 = 4096;
/// Points of a course at the most.
const COURSE_POINTS: usize = 200;
/// Games of the last ten minutes say how many an hour has.
const LATELY_MS: i64 = 600_000;

/// How a farm stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Status {
    /// Where it is, without a password.
    pub farm: String,
    /// Its runs, the newest first.
    pub runs: Vec<RunStatus>,
    /// Its workers, those that work first.
    pub workers: Vec<WorkerStatus>,
    /// Units that wait or are played.
    pub units: i64,
    /// Games an hour, by the last ten minutes.
    pub games_an_hour: i64,
    /// How far workers' results are from those of the others.
    pub residuals: Vec<Residual>,
    /// Pairs that were played again and differ.
    pub differing: Vec<Check>,
}

/// A run as `farm status` tells it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunStatus {
    /// The name by which commands refer to it.
    pub run: String,
    /// What it is for.
    pub about: String,
    /// What kind of work it is: `games` (in pairs), `reviews`, `puzzles`, `book`, `training`.
    pub work: String,
    /// Whether it goes on.
    pub state: RunState,
    /// How it stands, told by whoever gathers it.
    pub verdict: String,
    /// Pairs, or items of other work, that were given out so far.
    pub pairs: i64,
    /// Those with a result.
    pub played: i64,
    /// Those that were done again by another worker.
    pub checked: i64,
    /// Units that were set aside because they ended too many workers.
    pub set_aside: i64,
}

/// How a sequential test has gone.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    /// The ratio at which the test says that nothing was gained.
    pub lower: f64,
    /// The one at which it says that something was.
    pub upper: f64,
    /// Games, and the log-likelihood ratio after them.
    pub points: Vec<(usize, f64)>,
}

/// A worker as `farm status` tells it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WorkerStatus {
    /// The name that it gave itself.
    pub worker: String,
    /// `works`, `left`, `gone` (without a word) or `aside`.
    pub state: String,
    /// Pairs at once.
    pub threads: i64,
    /// Units that it plays now.
    pub playing: i64,
    /// Playouts a second.
    pub speed: f64,
    /// Processors that are busy on its machine.
    pub load: f64,
    /// Pairs of its that count.
    pub pairs: i64,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LogLine {
    /// Milliseconds since 1970, by the clock of whoever tells it.
    pub at: i64,
    /// `info`, `warn` or `error`.
    pub level: String,
    /// The worker, or nothing.
    pub worker: String,
    /// The run, or nothing.
    pub run: String,
    /// What happened, as the log tells it.
    pub text: String,
}

impl Farm {
    /// A statement with the data base's own time in milliseconds since 1970 in the place of `{now}`: machines' clocks differ.
    pub(crate) fn sql_now(&self, text: &str) -> Statement {
        let now = match self.address() {
            Address::Sqlite(_) => "CAST(unixepoch('subsec') * 1000 AS BIGINT)",
            Address::Postgres(_) => "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
        };
        sqlx::query(AssertSqlSafe(text.replace("{now}", now)))
    }

    fn counts(&self, statement: Statement) -> Result<HashMap<String, i64>, FarmError> {
        let rows = self.rows(statement, |row| Ok((row.try_get("name")?, row.try_get("count")?)))?;
        Ok(rows.into_iter().collect())
    }

    /// How the farm stands.
    pub fn status(&self) -> Result<Status, FarmError> {
        let pairs = self.counts(sql("SELECT run AS name, count(*) AS count FROM farm_pair GROUP BY run"))?;
        let played = self.counts(sql("SELECT run AS name, count(*) AS count FROM farm_result GROUP BY run"))?;
        let checked = self.counts(sql("SELECT run AS name, count(*) AS count FROM farm_check GROUP BY run"))?;
        let aside = self
            .counts(sql("SELECT run AS name, count(*) AS count FROM farm_unit WHERE state = 'poison' GROUP BY run"))?;
        let of = |counts: &HashMap<String, i64>, name: &str| counts.get(name).copied().unwrap_or_default();
        let runs = self.runs()?.into_iter().map(|run| RunStatus {
            pairs: of(&pairs, &run.run),
            played: of(&played, &run.run),
            checked: of(&checked, &run.run),
            set_aside: of(&aside, &run.run),
            run: run.run,
            about: run.about,
            work: run.work,
            state: run.state,
            verdict: run.verdict,
        });
        let by_worker =
            self.counts(sql("SELECT worker AS name, count(*) AS count FROM farm_result GROUP BY worker"))?;
        let statement =
            self.sql_now("SELECT farm_worker.*, {now} - seen AS ago FROM farm_worker ORDER BY started DESC");
        let mut workers = self.rows(statement, |row| {
            let (worker, state): (String, String) = (row.try_get("worker")?, row.try_get("state")?);
            let gone = state == "works" && row.try_get::<i64, _>("ago")? > GONE_MS;
            Ok(WorkerStatus {
                pairs: of(&by_worker, &worker),
                worker,
                state: if gone { "gone".to_string() } else { state },
                threads: row.try_get("threads")?,
                playing: row.try_get("playing")?,
                speed: row.try_get("speed")?,
                load: row.try_get("load")?,
            })
        })?;
        workers.sort_by_key(|worker| worker.state != "works");
        let lately = self
            .sql_now(
                "SELECT count(*) AS count FROM farm_result WHERE at > {now} - $1 \
             AND run IN (SELECT run FROM farm_run WHERE work = 'games')",
            )
            .bind(LATELY_MS);
        let lately = self.row(lately, |row| row.try_get::<i64, _>("count"))?.unwrap_or_default();
        let units = sql("SELECT count(*) AS count FROM farm_unit JOIN farm_run ON farm_run.run = farm_unit.run \
             WHERE farm_unit.state = 'open' AND farm_run.state = 'active'");
        let units = self.row(units, |row| row.try_get::<i64, _>("count"))?.unwrap_or_default();
        Ok(Status {
            farm: self.address().to_string(),
            runs: runs.collect(),
            workers,
            units,
            games_an_hour: 2 * lately * (3_600_000 / LATELY_MS),
            residuals: self.residuals()?,
            differing: self.differing()?,
        })
    }

    /// The course of a sequential test: nothing for a run that is none.
    pub fn course(&self, run: &RunStatus) -> Result<Option<Course>, FarmError> {
        // What another program wants with its runs is its own.
        let about = serde_json::from_str::<Conditions>(&run.about);
        let Some(test) = about.ok().and_then(|conditions| conditions.sprt) else { return Ok(None) };
        let half_points = sql("SELECT half_points FROM farm_result WHERE run = $1 AND pairing = 0 ORDER BY at, pair");
        let half_points = self.rows(half_points.bind(run.run.clone()), |row| row.try_get::<i64, _>("half_points"))?;
        let step = half_points.len().div_ceil(COURSE_POINTS).max(1);
        let (mut pairs, mut points) = (Pairs::default(), Vec::new());
        for (index, points_of_pair) in half_points.iter().enumerate() {
            pairs.record((*points_of_pair).clamp(0, 4) as usize);
            if (index + 1) % step == 0 || index + 1 == half_points.len() {
                points.push((2 * (index + 1), test.log_likelihood_ratio(&pairs)));
            }
        }
        let (lower, upper) = test.bounds();
        Ok(Some(Course { lower, upper, points }))
    }

    /// Pairs that workers play at once now.
    pub fn threads(&self) -> Result<usize, FarmError> {
        let statement =
            self.sql_now("SELECT threads FROM farm_worker WHERE state = 'works' AND {now} - seen < $1").bind(GONE_MS);
        let threads = self.rows(statement, |row| row.try_get::<i64, _>("threads"))?;
        // No machine has more, whatever somebody has written there.
        Ok(threads.into_iter().map(|threads| threads.clamp(0, MOST_THREADS) as usize).sum())
    }

    /// What happened, the latest last; at most `most` lines.
    pub fn log_lines(&self, run: Option<&str>, most: u32) -> Result<Vec<LogLine>, FarmError> {
        let statement = match run {
            Some(run) => sql("SELECT * FROM farm_log WHERE run = $2 ORDER BY at DESC LIMIT $1")
                .bind(i64::from(most))
                .bind(run.to_string()),
            None => sql("SELECT * FROM farm_log ORDER BY at DESC LIMIT $1").bind(i64::from(most)),
        };
        let mut lines = self.rows(statement, |row| {
            let text = |name| row.try_get::<String, _>(name);
            Ok(LogLine {
                at: row.try_get("at")?,
                level: text("level")?,
                worker: text("worker")?,
                run: text("run")?,
                text: text("text")?,
            })
        })?;
        lines.reverse();
        Ok(lines)
    }
}

/// A value of a label; anybody who can write to the data base names workers.
fn label(text: &str) -> String {
    text.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n")
}

/// The same as Prometheus reads it.
pub fn metrics(status: &Status) -> String {
    let mut text = String::new();
    let mut family = |name: &str, kind: &str, help: &str, values: Vec<(String, f64)>| {
        let _ = writeln!(text, "# HELP luozi_farm_{name} {help}\n# TYPE luozi_farm_{name} {kind}");
        for (labels, value) in values {
            let _ = writeln!(text, "luozi_farm_{name}{labels} {value}");
        }
    };
    let plain = |value: i64| vec![(String::new(), value as f64)];
    let by_run = |value: fn(&RunStatus) -> i64| {
        let row =
            |run: &RunStatus| (format!("{{run=\"{}\",state=\"{}\"}}", label(&run.run), run.state), value(run) as f64);
        status.runs.iter().map(row).collect::<Vec<_>>()
    };
    let working = || status.workers.iter().filter(|worker| worker.state == "works");
    let by_worker = |value: fn(&WorkerStatus) -> f64| {
        working().map(|worker| (format!("{{worker=\"{}\"}}", label(&worker.worker)), value(worker))).collect::<Vec<_>>()
    };
    family("units", "gauge", "Units of work that wait or are played.", plain(status.units));
    family("games_per_hour", "gauge", "Games an hour, by the last ten minutes.", plain(status.games_an_hour));
    family("workers", "gauge", "Workers that work.", plain(working().count() as i64));
    family("run_pairs", "gauge", "Pairs given out.", by_run(|run| run.pairs));
    family("run_pairs_played", "gauge", "Pairs with a result.", by_run(|run| run.played));
    family("run_pairs_checked", "gauge", "Pairs played again by another worker.", by_run(|run| run.checked));
    family("run_units_set_aside", "gauge", "Units that ended too many workers.", by_run(|run| run.set_aside));
    family(
        "pairs_differing",
        "gauge",
        "Pairs that another worker played otherwise.",
        plain(status.differing.len() as i64),
    );
    family("worker_playing", "gauge", "Units that a worker plays.", by_worker(|worker| worker.playing as f64));
    family("worker_speed", "gauge", "Playouts a second.", by_worker(|worker| worker.speed));
    family("worker_load", "gauge", "Busy processors of a worker's machine.", by_worker(|worker| worker.load));
    family("worker_pairs", "gauge", "Pairs of a worker that count.", by_worker(|worker| worker.pairs as f64));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_others_cannot_break_the_text_of_prometheus() {
        let worker = WorkerStatus {
            worker: "a\"} 1\nluozi_farm_units 9\\".to_string(),
            state: "works".to_string(),
            threads: 1,
            playing: 0,
            speed: 1.0,
            load: 0.5,
            pairs: 3,
        };
        let status = Status {
            farm: "sqlite:x".to_string(),
            runs: Vec::new(),
            workers: vec![worker],
            units: 2,
            games_an_hour: 0,
            residuals: Vec::new(),
            differing: Vec::new(),
        };
        let text = metrics(&status);
        let told = r#"luozi_farm_worker_pairs{worker="a\"} 1\nluozi_farm_units 9\\"} 3"#;
        assert!(text.lines().any(|line| line == told), "{text}");
        assert_eq!(
            text.lines().filter(|line| line.starts_with("luozi_farm_units ")).collect::<Vec<_>>(),
            ["luozi_farm_units 2"]
        );
    }
}
