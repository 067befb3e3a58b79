//! Evaluations by position, equal for all symmetric images of one, shared by the threads of a search.
//!
//! Direct-mapped: a new entry replaces whatever has its slot. An entry keeps its policy as its own position saw it,
//! and a hit looks for the symmetry that leads there, so that a miss costs no more than a canonical key.
//!
//! ```text
//!     words of an entry:  | value | canonical key (4) | own key (4) | prior by move index ... |
//! ```

use crate::slots::{Slots, Words};
use luozi_core::{Game, Key};

/// Word of the value for the side to move.
const VALUE: usize = 0;
/// First word of the key that all images share.
const CANONICAL: usize = 1;
/// First word of the key of the position that was evaluated.
const OWN: usize = 5;
/// Word of the first prior; not a number where nothing was asked.
const PRIORS: usize = 9;

/// A fixed number of evaluations.
#[derive(Debug)]
pub(crate) struct Cache {
    entries: Slots,
}

impl Cache {
    /// Room for `positions`, rounded up to a power of two, of a game with `moves` move indices; 0 for none.
    pub(crate) fn new(positions: usize, moves: usize) -> Cache {
        let slots = if positions == 0 { 0 } else { positions.next_power_of_two() };
        Cache { entries: Slots::new(slots, PRIORS + moves) }
    }

    /// The slot of a key, `None` without any room.
    fn slot(&self, key: Key) -> Option<usize> {
        (self.entries.len() > 0).then(|| key.0 as usize & (self.entries.len() - 1))
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
        self.entries.read(self.slot(canonical)?, |entry| {
            if entry.wide(CANONICAL) != canonical.0 {
                return None;
            }
            let own = Key(entry.wide(OWN));
            let leads_there = |&symmetry: &usize| game.key(&game.transform(position, symmetry)) == own;
            let symmetry = (0..game.symmetries()).find(leads_there)?;
            for (prior, &mv) in policy.iter_mut().zip(moves) {
                *prior = float(entry, PRIORS + game.move_index(game.transform_move(mv, symmetry)));
                if prior.is_nan() {
                    return None;
                }
            }
            Some(float(entry, VALUE))
        })
    }

    /// Remembers an evaluation.
    pub(crate) fn insert<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        value: f32,
        moves: &[G::Move],
        policy: &[f32],
    ) {
        let canonical = game.canonical_key(position);
        let Some(slot) = self.slot(canonical) else { return };
        self.entries.write(slot, |entry| {
            entry.set(VALUE, value.to_bits());
            entry.set_wide(CANONICAL, canonical.0);
            entry.set_wide(OWN, game.key(position).0);
            entry.fill_from(PRIORS, f32::NAN.to_bits());
            for (&prior, &mv) in policy.iter().zip(moves) {
                entry.set(PRIORS + game.move_index(mv), prior.to_bits());
            }
        });
    }
}

fn float(entry: Words<'_>, index: usize) -> f32 {
    f32::from_bits(entry.get(index))
}
