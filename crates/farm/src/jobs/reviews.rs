//! Finished games, each judged move by move.

use super::{Bench, Job, Place};
use crate::farm::patiently;
use luozi_engine::review::{Order, Review};
use luozi_games::record::Record;
use serde::{Deserialize, Serialize};
use std::sync::atomic::Ordering;

/// Reviews of finished games.
#[derive(Clone, Copy, Debug)]
pub enum Reviews {}

/// How all games of a run are judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReviewTerms {
    /// What is asked of each review.
    pub order: Order,
    /// The judge's weights as a stored file.
    pub weights: Option<String>,
}

/// A game to be reviewed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reviewed {
    /// Its number in the run.
    pub number: usize,
    /// The game in our own form.
    pub game: String,
}

impl Reviewed {
    fn record(&self) -> Result<Record, String> {
        Record::from_json(&self.game).map_err(|problem| problem.to_string())
    }
}

impl Job for Reviews {
    const WORD: &'static str = "reviews";
    type Terms = ReviewTerms;
    type Item = Reviewed;
    type Found = Review;
    type Desk = Order;

    fn place(game: &Reviewed) -> Place {
        (0, game.number)
    }

    fn sit_down(terms: &ReviewTerms, at: &Bench<'_>) -> Result<Order, String> {
        let mut order = terms.order.clone();
        if let Some(word) = &terms.weights {
            let file = patiently(at.give_up, || at.farm.stored_file(word));
            order.choice.weights = Some(file.map_err(|problem| problem.to_string())?);
        }
        Ok(order)
    }

    fn work(order: &mut Order, game: &Reviewed, at: &Bench<'_>) -> Result<Option<Review>, String> {
        let review = order.review(&game.record()?, at.give_up, &mut |_| {}).map_err(|problem| problem.to_string())?;
        // What was broken off says little about the first moves: it is done again as a whole.
        Ok((!review.interrupted && !at.give_up.load(Ordering::Relaxed)).then_some(review))
    }

    fn check(_: &ReviewTerms, game: &Reviewed, review: &Review) -> Result<(), String> {
        if review.interrupted {
            return Err("it was broken off".to_string());
        }
        review.check(&game.record()?)
    }

    fn repeats(terms: &ReviewTerms, game: &Reviewed) -> bool {
        terms.weights.is_none() && game.record().is_ok_and(|record| terms.order.repeats(&record))
    }

    fn essence(review: &Review) -> String {
        let line = |judged: &luozi_engine::review::JudgedMove| {
            format!("{} {} {} {}", judged.ply, judged.best.mv, judged.played.value, judged.best.value)
        };
        review.moves.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}
