//! Which of two tables is the better one: pairs of games from the same random opening with sides exchanged, a fixed number of
//! nodes a move, so that nothing but the tables and the seed decides.

use crate::error::Interrupted;
use crate::threads::{Bench, deal};
use anyhow::Result;
use luozi::arena::stats::{Interval, Pairs};
use luozi::core::Rng;
use luozi::engine::pvs::{Pvs, usual_plan};
use luozi::eval::mosaic::Mosaic;
use luozi::games::reversi::bits::PORTABLE;
use luozi::solve::Limits;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Random moves of an opening.
const OPENING_PLIES: u32 = 8;
/// Memory of one player's tables.
const TABLE_BYTES: usize = 4 << 20;

/// Who plays, and how much.
pub struct Duel<'d> {
    /// Whose results count, and the other one.
    pub mosaics: [Arc<Mosaic>; 2],
    pub pairs: usize,
    /// Nodes a move.
    pub nodes: u64,
    pub threads: usize,
    pub seed: u64,
    /// Gives the duel up.
    pub stop: &'d AtomicBool,
}

/// What came of it, for the first of the two.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Outcome {
    pub won: u64,
    pub drawn: u64,
    pub lost: u64,
    /// Pairs by half points.
    pub pairs: [u64; 5],
}

impl Outcome {
    /// Elo with its 95 % interval; none with too few pairs.
    pub fn elo(&self) -> Option<Interval<f64>> {
        let Interval { low, estimate, high } = Pairs(self.pairs).elo()?;
        Some(Interval { low: low.0, estimate: estimate.0, high: high.0 })
    }
}

/// Plays all pairs; `tell` hears how many are done.
pub fn play(duel: &Duel<'_>, mut tell: impl FnMut(usize)) -> Result<Outcome> {
    let players = || duel.mosaics.each_ref().map(|mosaic| Pvs::new(Arc::clone(mosaic), TABLE_BYTES));
    let work = |players: &mut [Pvs; 2], pair: usize, at: &Bench<'_, [usize; 2]>| {
        let opening = opening(duel.seed ^ (pair as u64) << 20);
        at.tell([0, 1].map(|first| {
            players.iter_mut().for_each(Pvs::reset);
            (game(players, first, opening, duel.nodes).signum() + 1) as usize
        }));
        Ok(())
    };
    let (mut outcome, mut done) = (Outcome::default(), 0);
    deal(duel.threads, 0..duel.pairs, duel.stop, players, work, |pair| {
        if let Some(results) = pair {
            for result in results {
                *[&mut outcome.lost, &mut outcome.drawn, &mut outcome.won][result] += 1;
            }
            outcome.pairs[results.iter().sum::<usize>()] += 1;
            done += 1;
            tell(done);
        }
        Ok(false)
    })?;
    // Relaxed: the flag carries no data.
    if duel.stop.load(Relaxed) { Err(Interrupted.into()) } else { Ok(outcome) }
}

/// Discs of the side to move and of the other one after some random moves of a game that is not over.
fn opening(seed: u64) -> [u64; 2] {
    let mut rng = Rng::seeded(seed);
    'again: loop {
        let (mut own, mut opponent) = (0x0000_0008_1000_0000u64, 0x0000_0010_0800_0000u64);
        for _ in 0..OPENING_PLIES {
            let moves = PORTABLE.moves(own, opponent);
            if moves == 0 {
                continue 'again;
            }
            let square = PORTABLE.nth_square(moves, rng.below(moves.count_ones()));
            let flips = PORTABLE.flips(square, own, opponent);
            (own, opponent) = (opponent ^ flips, own ^ flips ^ square.bit());
        }
        if PORTABLE.moves(own, opponent) != 0 {
            return [own, opponent];
        }
    }
}

/// Plays a game in which player `first` moves first; its result in discs for player 0.
fn game(players: &mut [Pvs; 2], first: usize, [mut own, mut opponent]: [u64; 2], nodes: u64) -> i32 {
    let mut mover = first;
    loop {
        if PORTABLE.moves(own, opponent) == 0 {
            (own, opponent, mover) = (opponent, own, 1 - mover);
            if PORTABLE.moves(own, opponent) == 0 {
                break;
            }
        }
        let plan = usual_plan((own | opponent).count_zeros());
        let found = players[mover].search(own, opponent, plan, &Limits::none().nodes(nodes), 1, &mut |_| true);
        let square = found.moves[0].square;
        let flips = PORTABLE.flips(square, own, opponent);
        (own, opponent, mover) = (opponent ^ flips, own ^ flips ^ square.bit(), 1 - mover);
    }
    let difference = own.count_ones() as i32 - opponent.count_ones() as i32;
    if mover == 0 { difference } else { -difference }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi::eval::mosaic::MosaicWeights;

    /// Equal players share every pair, on one thread or several; the shipped tables beat empty ones.
    #[test]
    fn a_duel_is_fair_and_repeatable() {
        let shipped = MosaicWeights::read(luozi::eval::shipped::REVERSI_MOSAIC.data().unwrap()).unwrap();
        let mut empty = shipped.clone();
        empty.phases.iter_mut().for_each(|phase| phase.weights.fill(0));
        let [shipped, empty] = [shipped, empty].map(|weights| Arc::new(Mosaic::new(&weights)));
        let stop = AtomicBool::new(false);
        let duel = |mosaics: [&Arc<Mosaic>; 2], threads| {
            let mosaics = mosaics.map(Arc::clone);
            play(&Duel { mosaics, pairs: 6, nodes: 200, threads, seed: 1, stop: &stop }, |_| {}).unwrap()
        };
        assert_eq!(duel([&shipped, &shipped], 1).pairs, [0, 0, 6, 0, 0]);
        let outcome = duel([&shipped, &empty], 2);
        assert_eq!(outcome, duel([&shipped, &empty], 1));
        assert!(outcome.won > 8 && outcome.won + outcome.drawn + outcome.lost == 12, "{outcome:?}");
        assert!(outcome.elo().unwrap().low > 0.0);
        stop.store(true, Relaxed);
        let mosaics = [shipped, empty];
        assert!(play(&Duel { mosaics, pairs: 6, nodes: 200, threads: 1, seed: 1, stop: &stop }, |_| {}).is_err());
    }
}
