//! The player that chooses among all legal moves with equal chance.

use super::{Choice, Contender, Fault};
use crate::process::Deadline;
use luozi_core::Rng;
use luozi_games::Session;

/// Plays at random, the same way for the same seed.
#[derive(Clone, Debug)]
pub struct RandomPlayer(Rng);

impl RandomPlayer {
    /// A random player that repeats itself.
    pub fn seeded(seed: u64) -> RandomPlayer {
        RandomPlayer(Rng::seeded(seed))
    }
}

impl Contender for RandomPlayer {
    fn choose(&mut self, session: &Session, _deadline: Deadline<'_>) -> Result<Choice, Fault> {
        let mut moves = session.legal_moves();
        let index = self.0.below(moves.len() as u32) as usize;
        Ok(Choice::bare(moves.swap_remove(index)))
    }
}
