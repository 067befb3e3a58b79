//! Games of the program against itself, every position judged.
//!
//! A game begins with random moves, few or many, and now and then another random move follows, so that strange positions
//! are judged too. Far from the end a search of fixed depth judges, near it the solver. What the searches of the following
//! positions say, as long as the best moves were played, is part of the judgement ([`TRUST`]), so that the exact endings
//! reach far back into the game within a round. A file is a list of records of 20
//! bytes: own discs, the opponent's, the judgement in units, the result in discs for the mover, and flags.

use anyhow::{Context, Result};
use luozi_core::{Player, Rng};
use luozi_engine::pvs::{Iteration, Pvs};
use luozi_eval::mosaic::Mosaic;
use luozi_eval::patterns::UNITS_PER_DISC;
use luozi_games::reversi::bits::PORTABLE;
use luozi_games::reversi::{Rules, Scoring, Square};
use luozi_solve::reversi::{Mobility, ReversiSolver};
use luozi_solve::{Limits, Solver};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

const RECORD_BYTES: usize = 20;
/// One game of so many is never learned from.
const HELD_OUT: u64 = 20;
const HELD_OUT_FLAG: u8 = 1;
/// Memory of one thread's tables.
const TABLE_BYTES: usize = 4 << 20;
/// The share of the judgement of the next position in that of a position whose best move was played.
const TRUST: f64 = 0.85;
/// One move of so many is random.
const RANDOM: u32 = 20;
/// Records that a thread collects before it writes.
const WRITE_AT_ONCE: usize = 4000;

/// A judged position.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) own: u64,
    pub(crate) opponent: u64,
    /// The judgement for the owner of `own`, who is to move, in units.
    pub(crate) units: i16,
    /// How the game ended for that side, in discs.
    pub(crate) result: i8,
    /// Kept for measuring.
    pub(crate) held_out: bool,
}

/// How games are played.
pub(crate) struct Plan {
    pub(crate) mosaic: Arc<Mosaic>,
    pub(crate) depth: u32,
    /// How sure the cuts of the searches must be.
    pub(crate) surety: u32,
    pub(crate) solve: u32,
    /// No game begins after this.
    pub(crate) until: Option<Instant>,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
}

/// Plays until the file has so many positions or the time is over. What is there already counts; half a record at its end is cut off.
pub(crate) fn play(plan: &Plan, path: &Path, positions: u64, start: Instant) -> Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let file = OpenOptions::new().create(true).append(true).open(path).with_context(cannot)?;
    let bytes = file.metadata().with_context(cannot)?.len();
    let there = bytes / RECORD_BYTES as u64;
    file.set_len(there * RECORD_BYTES as u64).with_context(cannot)?;
    let (done, told) = (AtomicU64::new(there), AtomicU64::new(there / 1_000_000));
    let file: Mutex<File> = Mutex::new(file);
    std::thread::scope(|scope| {
        let worker = |number: u64| {
            let mut player = Worker::new(plan, plan.seed ^ there.rotate_left(40) ^ number << 16);
            let mut samples = Vec::new();
            while done.load(Relaxed) < positions && plan.until.is_none_or(|until| Instant::now() < until) {
                player.game(&mut samples);
                if samples.len() >= WRITE_AT_ONCE {
                    let records: Vec<u8> = samples.iter().flat_map(record).collect();
                    file.lock().unwrap_or_else(PoisonError::into_inner).write_all(&records)?;
                    let all = done.fetch_add(samples.len() as u64, Relaxed) + samples.len() as u64;
                    if told.swap(all / 1_000_000, Relaxed) < all / 1_000_000 {
                        eprintln!("{all} positions after {:.0} s", start.elapsed().as_secs_f64());
                    }
                    samples.clear();
                }
            }
            anyhow::Ok(())
        };
        let workers: Vec<_> = (0..plan.threads as u64).map(|number| scope.spawn(move || worker(number))).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("no game is impossible")).with_context(cannot)
    })
}

/// All records of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<Sample>> {
    let data = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    let sample = |record: &[u8]| Sample {
        own: word(&record[..8]),
        opponent: word(&record[8..16]),
        units: i16::from_le_bytes([record[16], record[17]]),
        result: record[18] as i8,
        held_out: record[19] & HELD_OUT_FLAG != 0,
    };
    Ok(data.chunks_exact(RECORD_BYTES).map(sample).collect())
}

fn record(sample: &Sample) -> [u8; RECORD_BYTES] {
    let mut record = [0; RECORD_BYTES];
    record[..8].copy_from_slice(&sample.own.to_le_bytes());
    record[8..16].copy_from_slice(&sample.opponent.to_le_bytes());
    record[16..18].copy_from_slice(&sample.units.to_le_bytes());
    record[18] = sample.result as u8;
    record[19] = if sample.held_out { HELD_OUT_FLAG } else { 0 };
    record
}

struct Worker<'p> {
    plan: &'p Plan,
    rules: Rules,
    pvs: Pvs,
    solver: ReversiSolver<Mobility>,
    rng: Rng,
    games: u64,
}

impl Worker<'_> {
    fn new(plan: &Plan, seed: u64) -> Worker<'_> {
        let rules = Rules::new(8, Scoring::EmptiesToWinner).expect("a board of 8x8");
        Worker {
            plan,
            rules,
            pvs: Pvs::new(Arc::clone(&plan.mosaic), TABLE_BYTES),
            solver: ReversiSolver::new(&rules, TABLE_BYTES),
            rng: Rng::seeded(seed),
            games: 0,
        }
    }

    /// Plays one game and adds its positions.
    fn game(&mut self, samples: &mut Vec<Sample>) {
        self.games += 1;
        let (held_out, from) = (self.games.is_multiple_of(HELD_OUT), samples.len());
        // One game in four is random for long: its judged part is short, but nobody would play it.
        let random = if self.rng.below(4) == 0 { 8 + self.rng.below(36) } else { 2 + self.rng.below(20) };
        let (mut own, mut opponent) = (0x0000_0008_1000_0000u64, 0x0000_0010_0800_0000u64);
        // 1 when the first player is to move.
        let (mut side, mut plies) = (1i8, 0);
        let mut steps = Vec::new();
        loop {
            let moves = PORTABLE.moves(own, opponent);
            if moves == 0 {
                if PORTABLE.moves(opponent, own) == 0 {
                    break;
                }
                (own, opponent, side) = (opponent, own, -side);
                continue;
            }
            let mut mv = PORTABLE.nth_square(moves, self.rng.below(moves.count_ones()));
            if plies >= random {
                let (units, best) = self.judge(own, opponent);
                samples.push(Sample { own, opponent, units: units as i16, result: 0, held_out });
                if self.rng.below(RANDOM) != 0 {
                    mv = best;
                }
                steps.push((side, mv == best));
            }
            let flips = PORTABLE.flips(mv, own, opponent);
            (own, opponent, side) = (opponent ^ flips, own ^ flips ^ mv.bit(), -side);
            plies += 1;
        }
        let result = side * self.rules.final_score(own, opponent) as i8;
        let mut next: Option<(i8, f64)> = None;
        for (sample, (side, best)) in samples[from..].iter_mut().zip(steps).rev() {
            sample.result = side * result;
            let empties = (sample.own | sample.opponent).count_zeros();
            let mut units = f64::from(sample.units);
            if let Some((of, judgement)) = next.filter(|_| best && empties > self.plan.solve) {
                let seen = if of == side { judgement } else { -judgement };
                units += TRUST * (seen - units);
            }
            sample.units = units.round() as i16;
            next = Some((side, units));
        }
    }

    /// What a position is worth to its mover, in units, and the best move.
    fn judge(&mut self, own: u64, opponent: u64) -> (i32, Square) {
        if (own | opponent).count_zeros() > self.plan.solve {
            return self.pvs.judge(own, opponent, Iteration { depth: self.plan.depth, surety: self.plan.surety });
        }
        let position = self.rules.position([own, opponent], Player::First).expect("discs of a game");
        let solution = self.solver.solve(&position, &Limits::none(), &mut |_| {});
        let score = solution.bounds.solved().expect("nothing limits the solver").0;
        (i32::from(score) * UNITS_PER_DISC, solution.best.expect("there is a move"))
    }
}
