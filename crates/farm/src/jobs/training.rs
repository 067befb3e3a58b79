//! Judged games of Reversi for `luozi train`, a share of neighbouring numbers at a time.

use super::{Bench, Job, Place};
use crate::farm::patiently;
use luozi_engine::pvs::judged::{Judge, Judgement, Terms};
use luozi_eval::mosaic::{Mosaic, MosaicWeights};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Games that tables are learned from.
#[derive(Clone, Copy, Debug)]
pub enum Training {}

/// How all games of a run are played and judged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TrainingTerms {
    /// The tables that judge, as a stored file.
    pub tables: String,
    /// The rest.
    pub games: Terms,
}

/// Games with neighbouring numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRange {
    /// The first one.
    pub from: u64,
    /// The one after the last.
    pub to: u64,
}

impl Job for Training {
    const WORD: &'static str = "training";
    type Terms = TrainingTerms;
    type Item = GameRange;
    /// What was said about each game's positions.
    type Found = Vec<Vec<Judgement>>;
    type Desk = Judge;

    fn place(range: &GameRange) -> Place {
        (0, range.from as usize)
    }

    fn sit_down(terms: &TrainingTerms, at: &Bench<'_>) -> Result<Judge, String> {
        let file = patiently(at.give_up, || at.farm.stored_file(&terms.tables)).map_err(|e| e.to_string())?;
        let tables = MosaicWeights::read(&file).map_err(|e| format!("{}: {e}", terms.tables))?;
        Ok(Judge::new(Arc::new(Mosaic::new(&tables)), terms.games))
    }

    fn work(judge: &mut Judge, range: &GameRange, at: &Bench<'_>) -> Result<Option<Vec<Vec<Judgement>>>, String> {
        Ok((range.from..range.to).map(|number| judge.game(number, at.give_up)).collect())
    }

    /// Plays the games on a board by what was said. That the searches say so costs as much to see as to play anew: one share of
    /// some is.
    fn check(terms: &TrainingTerms, range: &GameRange, said: &Vec<Vec<Judgement>>) -> Result<(), String> {
        let asked = range.to.saturating_sub(range.from);
        if said.len() as u64 != asked {
            return Err(format!("{} games were told, {asked} were asked for", said.len()));
        }
        (range.from..).zip(said).try_for_each(|(number, said)| {
            terms.games.samples(number, said).map(drop).map_err(|problem| format!("game {number}: {problem}"))
        })
    }

    fn repeats(_: &TrainingTerms, _: &GameRange) -> bool {
        true
    }

    fn essence(said: &Vec<Vec<Judgement>>) -> String {
        format!("{said:?}")
    }
}
