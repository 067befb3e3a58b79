//! Work that is no match: reviews, puzzles, the scores of a book, games to learn from. Its items are given out in their order, and what is found lies
//! in the farm until the last of it is there.

use crate::gather::{CHECK_ONE_IN, Given, Owner, gather};
use crate::jobs::{Job, Place, Told};
use crate::runs::{RunRow, RunState};
use crate::worker::WorkerOptions;
use crate::{Build, Farm, FarmError};
use luozi_arena::matches::Outcome;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// What was found, by the numbers of the items.
pub type Findings<J> = BTreeMap<usize, <J as Job>::Found>;

/// How far an errand is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// How many items are wanted beside those that are there, as far as that is known; none ends the errand.
    pub left: usize,
    /// The same for people.
    pub told: String,
}

/// Something to be done by a farm.
pub struct Errand<'a, J: Job> {
    /// The farm that does it.
    pub farm: &'a Farm,
    /// What it is, in words: the same words go on with the same run.
    pub about: String,
    /// What holds for all items.
    pub terms: J::Terms,
    /// This process works as well.
    pub own: Option<WorkerOptions>,
    /// Ends it before its time; the same errand goes on later.
    pub stop: &'a AtomicBool,
}

impl<J: Job> Errand<'_, J> {
    /// The run of an errand with these words, made where there is none that this program can go on with.
    fn run(&self) -> Result<RunRow, FarmError> {
        let (farm, ours) = (self.farm, Build::this());
        let is_same = |run: &RunRow| {
            run.work == J::WORD
                && run.about == self.about
                && run.state != RunState::Cancelled
                && ours.refuses(&run.build, false).is_none()
        };
        match farm.runs()?.into_iter().find(is_same) {
            Some(run) => {
                farm.set_state(&run.run, RunState::Active)?;
                Ok(run)
            }
            None => farm.new_run::<J>(J::WORD, &self.about, &self.terms),
        }
    }

    /// Gives the items out until `look`, which sees everything that is there, wants no more, and gives what was found.
    /// `begun` hears the name of the run.
    pub fn run_by(
        &self,
        items: impl IntoIterator<Item = J::Item>,
        begun: impl FnOnce(&str),
        look: impl FnMut(&Findings<J>) -> Progress,
    ) -> Result<Findings<J>, FarmError> {
        let run = self.run()?;
        begun(&run.run);
        let given =
            Given { farm: self.farm, run: &run, own: self.own.as_ref(), check_one_in: CHECK_ONE_IN, stop: self.stop };
        let mut items = items.into_iter();
        let (mut deal, found) = (|| items.next(), BTreeMap::new());
        let mut asking = Asking::<J, _, _> { deal: &mut deal, look, found, progress: None, stop: self.stop };
        // What was lost is in the farm, and done again.
        while gather::<J, _>(&given, asking.seen())? == Outcome::Recount {}
        Ok(asking.found)
    }
}

/// Whoever waits for an errand.
struct Asking<'a, J: Job, L, D> {
    deal: &'a mut D,
    look: L,
    found: Findings<J>,
    /// What `look` said last.
    progress: Option<Progress>,
    stop: &'a AtomicBool,
}

impl<J: Job, L: FnMut(&Findings<J>) -> Progress, D> Asking<'_, J, L, D> {
    /// After something has changed.
    fn seen(&mut self) -> &mut Self {
        self.progress = Some((self.look)(&self.found));
        self
    }
}

impl<J: Job, L, D> Owner<J> for Asking<'_, J, L, D>
where
    L: FnMut(&Findings<J>) -> Progress,
    D: FnMut() -> Option<J::Item>,
{
    type Error = FarmError;

    fn is_over(&self) -> bool {
        // Relaxed: the flag carries no data.
        self.left() == 0 || self.stop.load(Ordering::Relaxed)
    }

    fn deal(&mut self) -> Option<J::Item> {
        (self.deal)()
    }

    fn has(&self, (_, number): Place) -> bool {
        self.found.contains_key(&number)
    }

    fn count(&self) -> usize {
        self.found.len()
    }

    fn left(&self) -> usize {
        self.progress.as_ref().map_or(usize::MAX, |progress| progress.left)
    }

    fn take(&mut self, told: Told<J::Found>) -> Result<(), FarmError> {
        self.found.insert(told.pair, told.found);
        self.seen();
        Ok(())
    }

    fn lose(&mut self, is_void: &dyn Fn(Place) -> bool) -> Result<bool, FarmError> {
        let before = self.found.len();
        self.found.retain(|&number, _| !is_void((0, number)));
        let lost = self.found.len() < before;
        if lost {
            self.seen();
        }
        Ok(lost)
    }

    fn verdict(&self) -> String {
        self.progress.as_ref().map_or(String::new(), |progress| progress.told.clone())
    }

    /// An errand is as long as its items.
    fn grow(&mut self, _: usize) {}

    fn planned(&self) -> usize {
        0
    }
}
