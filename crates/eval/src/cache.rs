//! Evaluations by position, equal for all symmetric images of one.
//!
//! Direct-mapped: a new entry replaces whatever has its slot. An entry keeps its policy as its own position saw it,
//! and a hit looks for the symmetry that leads there, so that a miss costs no more than a canonical key.

use luozi_core::{Game, Key};

/// A fixed number of evaluations.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    entries: Vec<Option<Entry>>,
    /// Priors by slot and dense move index; NaN where nothing was asked.
    priors: Vec<f32>,
    moves: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    canonical: Key,
    /// Key of the position that was evaluated.
    own: Key,
    /// For the side to move.
    value: f32,
}

impl Cache {
    /// Room for `positions`, rounded up to a power of two, of a game with `moves` move indices; 0 for none.
    pub(crate) fn new(positions: usize, moves: usize) -> Cache {
        let slots = if positions == 0 { 0 } else { positions.next_power_of_two() };
        Cache { entries: vec![None; slots], priors: vec![f32::NAN; slots * moves], moves }
    }

    /// The slot of a key, `None` without any room.
    fn slot(&self, key: Key) -> Option<usize> {
        (!self.entries.is_empty()).then(|| key.0 as usize & (self.entries.len() - 1))
    }

    /// The value of a position that was seen before, with the priors of all `moves` written to `policy`.
    pub(crate) fn find<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        policy: &mut [f32],
    ) -> Option<f32> {
        let canonical = game.canonical_key(position);
        let slot = self.slot(canonical)?;
        let entry = self.entries[slot].filter(|entry| entry.canonical == canonical)?;
        let leads_there = |&symmetry: &usize| game.key(&game.transform(position, symmetry)) == entry.own;
        let symmetry = (0..game.symmetries()).find(leads_there)?;
        let priors = &self.priors[slot * self.moves..(slot + 1) * self.moves];
        for (prior, &mv) in policy.iter_mut().zip(moves) {
            *prior = priors[game.move_index(game.transform_move(mv, symmetry))];
            if prior.is_nan() {
                return None;
            }
        }
        Some(entry.value)
    }

    /// Remembers an evaluation.
    pub(crate) fn insert<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        value: f32,
        moves: &[G::Move],
        policy: &[f32],
    ) {
        let canonical = game.canonical_key(position);
        let Some(slot) = self.slot(canonical) else { return };
        self.entries[slot] = Some(Entry { canonical, own: game.key(position), value });
        let priors = &mut self.priors[slot * self.moves..(slot + 1) * self.moves];
        priors.fill(f32::NAN);
        for (&prior, &mv) in policy.iter().zip(moves) {
            priors[game.move_index(mv)] = prior;
        }
    }
}
