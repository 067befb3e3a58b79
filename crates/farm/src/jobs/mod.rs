//! Kinds of work. A farm gives out *items* in units and takes back what is *found*; what an item is, how it is done, and whether
//! what somebody tells can be true is said here, kind by kind. Queue, seals, admission and workers are the same for all.

mod book;
mod games;
mod puzzles;
mod reviews;
mod training;

pub use book::{BookRange, BookScores, BookTerms, Books};
pub use games::Games;
pub use puzzles::{PuzzleGame, PuzzleTerms, Puzzles};
pub use reviews::{ReviewTerms, Reviewed, Reviews};
pub use training::{GameRange, Training, TrainingTerms};

use crate::{Farm, FarmError};
use luozi_arena::process::Host;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The key of an item in its run: nothing comes twice under it. For a pair of games its pairing and its number; elsewhere the
/// first number is 0.
pub type Place = (usize, usize);

/// A kind of work.
pub trait Job {
    /// Its name in the data base.
    const WORD: &'static str;
    /// What holds for all items of a run.
    type Terms: Clone + Serialize + DeserializeOwned;
    /// What is given out.
    type Item: Clone + Serialize + DeserializeOwned;
    /// What is told about an item.
    type Found: Serialize + DeserializeOwned;
    /// What a worker makes once for all items of a unit.
    type Desk;

    /// The item's key.
    fn place(item: &Self::Item) -> Place;

    /// Prepares for the items of a unit; the error is a sentence.
    fn sit_down(terms: &Self::Terms, at: &Bench<'_>) -> Result<Self::Desk, String>;

    /// Does one item; `None` if it was given up.
    fn work(desk: &mut Self::Desk, item: &Self::Item, at: &Bench<'_>) -> Result<Option<Self::Found>, String>;

    /// Whether what was told can be true; the error is a sentence.
    fn check(terms: &Self::Terms, item: &Self::Item, found: &Self::Found) -> Result<(), String>;

    /// Whether the same is found wherever the item is done.
    fn repeats(terms: &Self::Terms, item: &Self::Item) -> bool;

    /// What must be the same then.
    fn essence(found: &Self::Found) -> String;

    /// By what times are multiplied on a machine of that speed.
    fn scale(_terms: &Self::Terms, _speed: f64) -> f64 {
        1.0
    }

    /// By how much workers' results are compared: half points of a pair's first player.
    fn half_points(_found: &Self::Found) -> u8 {
        0
    }
}

/// Where a worker works.
pub struct Bench<'w> {
    /// Where files come from.
    pub(crate) farm: &'w Farm,
    /// Where they are kept.
    pub(crate) cache: &'w Path,
    /// Starts foreign bots.
    pub(crate) host: &'w Host,
    /// Whether they are shut in.
    pub(crate) sandbox: bool,
    /// By what times are multiplied.
    pub(crate) scale: f64,
    /// Ends the work.
    pub(crate) give_up: &'w AtomicBool,
}

/// What a worker takes in one go.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Unit<I> {
    /// The run it belongs to.
    pub run: String,
    /// Its number in the run.
    pub unit: i64,
    /// What is to be done.
    pub items: Vec<I>,
    /// The worker whose results are looked at again: somebody else is to do this.
    pub not: Option<String>,
}

/// An item that was done, as its worker told it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Told<F> {
    /// The run it belongs to.
    pub run: String,
    /// The first number of its key.
    pub pairing: usize,
    /// The second one.
    pub pair: usize,
    /// Who did it.
    pub worker: String,
    /// Playouts a second that the worker measured.
    pub speed: f64,
    /// Processors that were busy on its machine, by the system's average over the last minute.
    pub load: f64,
    /// By what times were multiplied.
    pub scale: f64,
    /// How long it took.
    pub seconds: f64,
    /// What was found.
    pub found: F,
}

/// What was asked and what was found.
pub type Answered<J> = (<J as Job>::Item, Told<<J as Job>::Found>);

impl<F> Told<F> {
    /// The item's key.
    pub fn place(&self) -> Place {
        (self.pairing, self.pair)
    }
}

/// Something that is done once for a kind of work whose name stands in the data base.
pub(crate) trait Visitor {
    type Output;
    fn visit<J: Job>(self) -> Self::Output;
}

/// Goes to the kind of work with that name.
pub(crate) fn visit<V: Visitor>(word: &str, visitor: V) -> Result<V::Output, FarmError> {
    match word {
        Games::WORD => Ok(visitor.visit::<Games>()),
        Reviews::WORD => Ok(visitor.visit::<Reviews>()),
        Puzzles::WORD => Ok(visitor.visit::<Puzzles>()),
        Books::WORD => Ok(visitor.visit::<Books>()),
        Training::WORD => Ok(visitor.visit::<Training>()),
        other => Err(FarmError::Work(other.to_string())),
    }
}
