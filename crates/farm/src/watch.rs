//! Whether workers tell the truth: results that are unlike those of the others, and pairs that are played again elsewhere.

use crate::FarmError;
use crate::farm::{Farm, Statement, now_ms, sql};
use crate::jobs::{Job, Told};
use crate::runs::RunState;
use serde::Serialize;
use sqlx::Row;
use std::collections::HashMap;
use tracing::Level;

/// Fewer pairs of a worker, or of the others, say nothing.
const FEWEST_PAIRS: usize = 10;

/// How far a worker's results are from those of the others.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Residual {
    /// The name that the worker gave itself.
    pub worker: String,
    /// Pairs that it was compared by.
    pub pairs: usize,
    /// The difference in standard errors; beyond 3 in either direction it is not by chance.
    pub deviations: f64,
}

/// A pair that two workers played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Check {
    /// The name of the run.
    pub run: String,
    /// Index of the pairing in the run.
    pub pairing: i64,
    /// Number of the pair in the pairing.
    pub pair: i64,
    /// Whose result counts.
    pub worker: String,
    /// Who played it again.
    pub other: String,
    /// `same`, or what differs.
    pub verdict: String,
}

/// Mean and variance of half points.
#[derive(Clone, Copy, Default)]
struct Sums {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Sums {
    fn with(self, other: Sums) -> Sums {
        Sums { count: self.count + other.count, sum: self.sum + other.sum, squares: self.squares + other.squares }
    }

    fn without(self, other: Sums) -> Sums {
        Sums { count: self.count - other.count, sum: self.sum - other.sum, squares: self.squares - other.squares }
    }

    fn mean(self) -> f64 {
        self.sum / self.count
    }

    fn variance(self) -> f64 {
        (self.squares / self.count - self.mean().powi(2)).max(0.0) * self.count / (self.count - 1.0)
    }
}

/// Residuals of all workers from their half points as (bag of equal games, worker, sums); a worker comes once in a bag.
fn residuals(results: &[(String, String, Sums)]) -> Vec<Residual> {
    let mut bags: HashMap<&str, (Sums, HashMap<&str, Sums>)> = HashMap::new();
    for (bag, worker, sums) in results {
        let (all, by_worker) = bags.entry(bag).or_default();
        *all = all.with(*sums);
        by_worker.insert(worker, *sums);
    }
    // Per worker: pairs, difference of sums, its variance.
    let mut found: HashMap<&str, (f64, f64, f64)> = HashMap::new();
    for (all, by_worker) in bags.values() {
        for (worker, own) in by_worker {
            let others = all.without(*own);
            if others.count < FEWEST_PAIRS as f64 {
                continue;
            }
            let (pairs, difference, variance) = found.entry(worker).or_default();
            *pairs += own.count;
            *difference += own.sum - own.count * others.mean();
            // Our own sum scatters, and so does what it is compared with.
            *variance += others.variance() * (own.count + own.count.powi(2) / others.count);
        }
    }
    let mut list: Vec<Residual> = found
        .into_iter()
        .filter(|(_, (pairs, ..))| *pairs >= FEWEST_PAIRS as f64)
        .map(|(worker, (pairs, difference, variance))| Residual {
            worker: worker.to_string(),
            pairs: pairs as usize,
            deviations: match difference {
                0.0 => 0.0,
                difference => difference / variance.sqrt().max(1e-3),
            },
        })
        .collect();
    list.sort_by(|a, b| b.deviations.abs().total_cmp(&a.deviations.abs()));
    list
}

impl Farm {
    /// How far each worker's results are from those of the others in the same pairings, the farthest first.
    pub fn residuals(&self) -> Result<Vec<Residual>, FarmError> {
        // Counted by the data base: there may be hundreds of thousands of results. PostgreSQL's sums are no integers by themselves.
        let sums = sql("SELECT run, pairing, worker, count(*) AS count, CAST(sum(half_points) AS BIGINT) AS sum, \
             CAST(sum(half_points * half_points) AS BIGINT) AS squares FROM farm_result \
             WHERE run IN (SELECT run FROM farm_run WHERE work = 'games') GROUP BY run, pairing, worker");
        let results = self.rows(sums, |row| {
            let bag = format!("{}/{}", row.try_get::<String, _>("run")?, row.try_get::<i64, _>("pairing")?);
            let number = |name| row.try_get::<i64, _>(name).map(|number| number as f64);
            let sums = Sums { count: number("count")?, sum: number("sum")?, squares: number("squares")? };
            Ok((bag, row.try_get("worker")?, sums))
        })?;
        Ok(residuals(&results))
    }

    /// A worker's results count no more: what it played of runs that go on is played again, by others.
    pub fn set_worker_aside(&self, worker: &str) -> Result<usize, FarmError> {
        let statement = sql("UPDATE farm_worker SET state = 'aside' WHERE worker = $1").bind(worker.to_string());
        if self.execute(statement)?.rows_affected() == 0 {
            return Err(FarmError::NoWorker(worker.to_string()));
        }
        let mut forgotten = 0;
        for run in self.runs()?.iter().filter(|run| matches!(run.state, RunState::Active | RunState::Paused)) {
            let own = sql("SELECT pairing, pair FROM farm_result WHERE run = $1 AND worker = $2");
            let own = own.bind(run.run.clone()).bind(worker.to_string());
            for (pairing, pair) in
                self.rows(own, |row| Ok((row.try_get::<i64, _>("pairing")?, row.try_get::<i64, _>("pair")?)))?
            {
                self.forget(&run.run, pairing as usize, pair as usize)?;
                forgotten += 1;
            }
        }
        self.log(Level::WARN, worker, "", &format!("set aside; {forgotten} pairs are played again"));
        Ok(forgotten)
    }

    /// An item was done again: is it the same?
    pub(crate) fn tell_check<J: Job>(&self, record: &Told<J::Found>) -> Result<(), FarmError> {
        let statement = sql("SELECT worker, body FROM farm_result WHERE run = $1 AND pairing = $2 AND pair = $3");
        let statement = statement.bind(record.run.clone()).bind(record.pairing as i64).bind(record.pair as i64);
        let found =
            self.row(statement, |row| Ok((row.try_get::<String, _>("worker")?, row.try_get::<String, _>("body")?)))?;
        // It may have been forgotten meanwhile.
        let Some((worker, body)) = found else { return Ok(()) };
        let known: Told<J::Found> = serde_json::from_str(&body)?;
        let verdict =
            if J::essence(&known.found) == J::essence(&record.found) { "same" } else { "other moves or results" };
        if verdict != "same" {
            let text = format!(
                "pair {} of pairing {} is not what {} played again: {verdict}; one of the two lies, or its memory is bad",
                record.pair, record.pairing, record.worker
            );
            self.log(Level::ERROR, &worker, &record.run, &text);
        }
        let statement = sql("INSERT INTO farm_check (run, pairing, pair, worker, other, verdict, at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (run, pairing, pair) DO NOTHING");
        let statement = statement.bind(record.run.clone()).bind(record.pairing as i64).bind(record.pair as i64);
        let statement = statement.bind(worker).bind(record.worker.clone()).bind(verdict.to_string()).bind(now_ms());
        self.execute(statement)?;
        Ok(())
    }

    /// Pairs that were played again, the latest first.
    pub fn checks(&self) -> Result<Vec<Check>, FarmError> {
        self.read_checks(sql("SELECT * FROM farm_check ORDER BY at DESC"))
    }

    /// Those of them that differ.
    pub(crate) fn differing(&self) -> Result<Vec<Check>, FarmError> {
        self.read_checks(sql("SELECT * FROM farm_check WHERE verdict <> 'same' ORDER BY at DESC"))
    }

    fn read_checks(&self, statement: Statement) -> Result<Vec<Check>, FarmError> {
        self.rows(statement, |row| {
            let text = |name| row.try_get::<String, _>(name);
            Ok(Check {
                run: text("run")?,
                pairing: row.try_get("pairing")?,
                pair: row.try_get("pair")?,
                worker: text("worker")?,
                other: text("other")?,
                verdict: text("verdict")?,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_core::Rng;

    /// What the data base counts.
    fn summed(results: &[(String, String, f64)]) -> Vec<(String, String, Sums)> {
        let mut sums: HashMap<(String, String), Sums> = HashMap::new();
        for (bag, worker, value) in results {
            let all = sums.entry((bag.clone(), worker.clone())).or_default();
            *all = all.with(Sums { count: 1.0, sum: *value, squares: value * value });
        }
        sums.into_iter().map(|((bag, worker), sums)| (bag, worker, sums)).collect()
    }

    #[test]
    fn a_worker_with_other_results_stands_out_and_honest_ones_do_not() {
        let mut rng = Rng::seeded(5);
        let mut results = Vec::new();
        for pair in 0..600u32 {
            let worker = ["a", "b", "c", "broken"][pair as usize % 4];
            // Two bags in which the players differ in strength: whoever plays more of one is no outlier.
            let bag = if worker == "c" || pair % 8 < 4 { "x" } else { "y" };
            let half_points = match (worker, bag) {
                ("broken", _) => f64::from(rng.below(2)),
                (_, "x") => f64::from(rng.below(3)),
                _ => 2.0 + f64::from(rng.below(3)),
            };
            results.push((bag.to_string(), worker.to_string(), half_points));
        }
        let list = residuals(&summed(&results));
        assert_eq!(list[0].worker, "broken");
        assert!(list[0].deviations < -5.0, "{list:?}");
        assert_eq!(list.len(), 4);
        let only: Vec<_> = results.into_iter().filter(|(_, worker, _)| worker != "broken").collect();
        let rest = residuals(&summed(&only));
        assert!(rest.len() == 3 && rest.iter().all(|residual| residual.deviations.abs() < 3.0), "{rest:?}");
    }

    #[test]
    fn nothing_is_said_about_few_pairs() {
        let few: Vec<_> = (0..9).map(|pair| ("x".to_string(), format!("w{}", pair % 2), 2.0)).collect();
        assert_eq!(residuals(&summed(&few)), []);
        let equal: Vec<_> = (0..60).map(|pair| ("x".to_string(), format!("w{}", pair % 2), 2.0)).collect();
        assert!(residuals(&summed(&equal)).iter().all(|residual| residual.deviations == 0.0));
    }
}
