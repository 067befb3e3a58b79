//! The rules of a class: which game under which limits, until when, and what a place on the ladder is worth.

use crate::problem::{Code, Problem};
use luozi_arena::matches::openings::{Boards, Book, Source};
use luozi_engine::level::Level;
use luozi_games::Setup;
use luozi_search::TimeControl;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Time for a move in milliseconds, memory in MiB, random plies, pairs of each pairing of the final.
const TIMES: std::ops::RangeInclusive<u64> = 10..=60_000;
const MEMORIES: std::ops::RangeInclusive<u64> = 64..=8192;
const MOST_PLIES: usize = 20;
const FINAL_PAIRS: std::ops::RangeInclusive<u32> = 1..=50;
/// Longest name of anything, in characters.
const NAME: usize = 80;

/// Everything a teacher decides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassRules"))]
pub struct Rules {
    /// The name of the course.
    pub name: String,
    /// Game and board; the board is drawn anew for every pair where `saiblo` says so.
    pub setup: Setup,
    /// Boards as Saiblo draws them: 9 to 12 rows and columns, one forbidden cell.
    pub saiblo: bool,
    /// Random plies that every pair of games begins with.
    pub plies: usize,
    /// Time for a move in milliseconds.
    pub ms: u64,
    /// Memory of a bot in MiB.
    pub memory_mb: u64,
    /// When the ladder is frozen and the final begins, in milliseconds since 1970.
    pub deadline: Option<i64>,
    /// Levels of the program that play along.
    pub levels: Vec<u8>,
    /// Pairs of games of each pairing in the final.
    pub final_pairs: u32,
    /// What it is worth to be at least as strong as a level.
    pub marks: Vec<Threshold>,
}

/// A mark for whoever is at least as strong as a level.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClassThreshold"))]
pub struct Threshold {
    /// A level that plays along.
    pub level: u8,
    /// The mark that it is worth.
    pub mark: f64,
}

/// A name that people give: something to read, not too long, on one line.
pub fn name(text: &str) -> Result<String, Problem> {
    let name = text.trim();
    let fine = !name.is_empty() && name.chars().count() <= NAME && !name.chars().any(char::is_control);
    fine.then(|| name.to_string()).ok_or_else(|| {
        let found = luozi_core::excerpt(name);
        refused(format!("`{found}` is no name; expected 1 to {NAME} characters on one line"))
    })
}

/// Something a teacher or student asks that cannot be.
pub fn refused(reason: impl std::fmt::Display) -> Problem {
    Problem::with_reason(Code::Refused, reason)
}

impl Rules {
    /// The same rules, if they can be played by.
    pub fn checked(mut self) -> Result<Rules, Problem> {
        self.name = name(&self.name)?;
        let within = |what: &str, found: u64, (low, high): (u64, u64)| match (low..=high).contains(&found) {
            true => Ok(()),
            false => Err(refused(format!("found {found} {what}, expected {low} to {high}"))),
        };
        within("milliseconds a move", self.ms, TIMES.into_inner())?;
        within("MB of memory", self.memory_mb, MEMORIES.into_inner())?;
        within("random plies", self.plies as u64, (0, MOST_PLIES as u64))?;
        let (low, high) = FINAL_PAIRS.into_inner();
        within("pairs in the final", self.final_pairs.into(), (low.into(), high.into()))?;
        if self.saiblo && !self.setup.kind().forbids_cells() {
            return Err(refused("Saiblo draws boards for Connect Four only"));
        }
        self.levels.sort_unstable();
        self.levels.dedup();
        if let Some(level) = self.levels.iter().find(|level| !Level::all().any(|known| known.number() == **level)) {
            return Err(refused(format!("there is no level {level}; expected 1 to 10")));
        }
        if let Some(threshold) = self.marks.iter().find(|threshold| !self.levels.contains(&threshold.level)) {
            return Err(refused(format!(
                "a mark is measured against level {}, which does not play along",
                threshold.level
            )));
        }
        if self.marks.iter().any(|threshold| !threshold.mark.is_finite()) {
            return Err(refused("a mark is a number"));
        }
        self.marks.sort_by_key(|threshold| threshold.level);
        self.book(0)?;
        Ok(self)
    }

    /// The part under which games are played: it holds for all of them.
    pub fn conditions(&self) -> impl PartialEq + '_ {
        (&self.setup, self.saiblo, self.plies, self.ms, self.memory_mb)
    }

    /// The openings of all pairs; the final has a book of its own.
    pub fn book(&self, seed: u64) -> Result<Book, Problem> {
        let boards = if self.saiblo { Boards::Saiblo } else { Boards::Fixed(self.setup.clone()) };
        let source = if self.plies == 0 { Source::Start } else { Source::RandomPlies(self.plies) };
        Book::new(boards, source, seed).map_err(refused)
    }

    /// Time for thinking.
    pub fn control(&self) -> TimeControl {
        TimeControl::PerMove(Duration::from_millis(self.ms))
    }

    /// Memory of a bot.
    pub fn memory_bytes(&self) -> u64 {
        self.memory_mb << 20
    }

    /// The mark of a rating, when the levels have these: that of the last level, from the weakest on, that was reached before one
    /// was not. Levels are not always as strong as their numbers on every board, and nobody shall gain by that.
    pub fn mark(&self, elo: f64, level: impl Fn(u8) -> Option<f64>) -> Option<f64> {
        let reached = |threshold: &&Threshold| level(threshold.level).is_some_and(|its| elo >= its);
        self.marks.iter().take_while(reached).last().map(|threshold| threshold.mark)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::GameKind;

    #[test]
    fn rules_that_cannot_be_played_by_are_told() {
        let good = Rules { name: " Algorithms ".to_string(), ..Rules::default() };
        assert_eq!(good.clone().checked().unwrap().name, "Algorithms");
        let wrong: [fn(&mut Rules); 9] = [
            |rules| rules.name.clear(),
            |rules| rules.name = "a\nb".to_string(),
            |rules| rules.ms = 0,
            |rules| rules.memory_mb = 1,
            |rules| rules.plies = 1000,
            |rules| rules.final_pairs = 0,
            |rules| rules.levels = vec![1, 11],
            |rules| rules.marks[0].level = 10,
            |rules| rules.setup = Setup::standard(GameKind::NOGO),
        ];
        for change in wrong {
            let mut rules = good.clone();
            change(&mut rules);
            let problem = rules.clone().checked().unwrap_err();
            assert_eq!(problem.code, Code::Refused, "{rules:?}");
        }
    }

    #[test]
    fn a_mark_is_that_of_the_strongest_level_that_was_reached() {
        let rules = Rules { name: "x".to_string(), ..Rules::default() };
        let level = |level: u8| Some(f64::from(level) * 100.0);
        assert_eq!(
            [50.0, 100.0, 650.0, 9000.0].map(|elo| rules.mark(elo, level)),
            [None, Some(60.0), Some(80.0), Some(90.0)]
        );
        assert_eq!(rules.mark(9000.0, |_| None), None, "levels without a rating measure nothing");
        let weak_at_the_top = |level: u8| Some(if level == 7 { 10.0 } else { f64::from(level) * 100.0 });
        assert_eq!(rules.mark(350.0, weak_at_the_top), Some(70.0), "5 was not reached, so 7 does not count");
    }
}
