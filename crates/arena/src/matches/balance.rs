//! Openings that a short search calls level.
//!
//! Random plies often decide a game: most random openings of Connect Four are won for somebody, and pairs of games from
//! them say little about the players. A drawn opening is kept only if the flagship, after a fixed number of
//! simulations on one thread, puts its value within a margin around zero; everything follows from the seed. When no
//! draw is level, the most level one is taken.

use luozi_engine::Recipe;
use luozi_engine::thinker::{Question, Thinker};
use luozi_games::{Session, Setup};
use luozi_search::Budget;

/// Simulations for each opening.
const VISITS: u64 = 200;
/// An opening is level when its value lies within this of zero: 40 to 60 % for either side.
const MARGIN: f64 = 0.2;
/// Openings tried for one that is level.
const TRIES: usize = 32;
/// Memory of the search.
const MEMORY_MB: u64 = 16;

/// The most level of the openings that `draw` gives: the first within the margin, or the best of a fixed number.
pub(super) fn most_level(setup: &Setup, mut draw: impl FnMut() -> Session) -> Session {
    let mut scales = Scales::new(setup);
    let mut best: Option<(f64, Session)> = None;
    for _ in 0..TRIES {
        let session = draw();
        let tilt = scales.tilt(&session);
        if best.as_ref().is_none_or(|(least, _)| tilt < *least) {
            best = Some((tilt, session));
        }
        if tilt <= MARGIN {
            break;
        }
    }
    best.expect("something was drawn").1
}

/// Weighs positions of one board.
struct Scales {
    thinker: Thinker,
}

impl Scales {
    fn new(setup: &Setup) -> Scales {
        let mut recipe = Recipe::flagship(setup.kind());
        if let Some(resources) = recipe.resources() {
            (*resources.threads, *resources.memory_mb) = (1, MEMORY_MB);
            if let Some(seed) = resources.seed {
                *seed = 1;
            }
        }
        Scales { thinker: Thinker::new(setup, &recipe).expect("the flagship plays every board") }
    }

    /// How far from level a position is, from 0 to 1. Does not depend on what was weighed before.
    fn tilt(&mut self, session: &Session) -> f64 {
        self.thinker.reset();
        let answer = self.thinker.answer(Question::new(session, Budget::visits(VISITS)));
        answer.expect("an opening leaves something to play").value_or_even().abs()
    }
}

#[cfg(test)]
mod tests {
    use super::super::openings::{Boards, Book, Source};
    use super::*;
    use luozi_games::GameKind;
    use std::collections::HashSet;

    #[test]
    fn balanced_openings_are_more_level_than_random_ones_and_repeat() {
        let setup = Setup::standard(GameKind::CONNECT4);
        let draw = |source: Source| {
            let mut book = Book::new(Boards::Fixed(setup.clone()), source, 7).unwrap();
            (0..6).map(|pair| book.opening(pair).moves.clone()).collect::<Vec<_>>()
        };
        let balanced = draw(Source::BalancedPlies(5));
        assert_eq!(balanced, draw(Source::BalancedPlies(5)));
        assert_eq!(balanced.iter().collect::<HashSet<_>>().len(), 6, "none comes twice");
        let mut scales = Scales::new(&setup);
        let mut tilts = |openings: &[Vec<String>]| -> Vec<f64> {
            let session = |moves: &Vec<String>| crate::judge::set_up(&setup, moves).unwrap();
            openings.iter().map(|moves| scales.tilt(&session(moves))).collect()
        };
        assert!(tilts(&balanced).iter().all(|tilt| *tilt <= MARGIN), "{:?}", tilts(&balanced));
        let random = tilts(&draw(Source::RandomPlies(5)));
        assert!(random.iter().any(|tilt| *tilt > MARGIN), "{random:?}");
    }
}
