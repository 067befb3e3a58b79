//! A search that a game brings itself, beside the one that plays every game.

use luozi_core::Game;
use luozi_search::{Report, Request};

/// A game's own principal-variation search, at a board.
pub trait PvsSearch<G: Game>: Send {
    /// Thinks about a position that is not over.
    fn think(&mut self, position: &G::Position, request: Request<'_, G::Move>) -> Report<G::Move>;

    /// The rules it plays by.
    fn game(&self) -> &G;

    /// Forgets all that was learned from earlier positions: the next game begins like the first.
    fn reset(&mut self);
}

/// Such a search, whichever game it is for.
pub type BoxedPvs<G> = Box<dyn PvsSearch<G>>;
