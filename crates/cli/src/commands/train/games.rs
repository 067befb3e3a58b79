//! Games of the program against itself, every position judged.
//!
//! A game begins with random moves, few or many, and now and then another random move follows, so that strange positions
//! are judged too. Far from the end a search of fixed depth judges, near it the solver. What the searches of the following
//! positions say, as long as the best moves were played, is part of the judgement ([`TRUST`]), so that the exact endings
//! reach far back into the game within a round.
//!
//! A game depends on its number, the seed and the tables alone. A file is the games in the order of their numbers, whole ones
//! until there are positions enough: whoever goes on with a file finds the number of the next game by counting. Games are
//! lists of records of 20 bytes: own discs, the opponent's, the judgement in units, the result in discs for the mover, and flags.

use anyhow::{Context, Result};
use luozi::core::{Player, Rng};
use luozi::engine::pvs::{Iteration, Pvs};
use luozi::eval::mosaic::Mosaic;
use luozi::eval::patterns::UNITS_PER_DISC;
use luozi::games::reversi::bits::PORTABLE;
use luozi::games::reversi::{Rules, Scoring, Square};
use luozi::solve::reversi::{Mobility, ReversiSolver};
use luozi::solve::{Limits, Solver};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, mpsc};

const RECORD_BYTES: usize = 20;
/// One game of so many is never learned from.
const HELD_OUT: u64 = 20;
const HELD_OUT_FLAG: u8 = 1;
/// The last position of its game.
const LAST_FLAG: u8 = 2;
/// Memory of one thread's tables.
const TABLE_BYTES: usize = 4 << 20;
/// The share of the judgement of the next position in that of a position whose best move was played.
const TRUST: f64 = 0.85;
/// One move of so many is random.
const RANDOM: u32 = 20;
/// Bytes that are collected before they are written.
const WRITE_AT_ONCE: usize = 1 << 16;
/// Games that may wait for their turn, by thread.
const WAITING: usize = 16;

/// A judged position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    pub own: u64,
    pub opponent: u64,
    /// The judgement for the owner of `own`, who is to move, in units.
    pub units: i16,
    /// How the game ended for that side, in discs.
    pub result: i8,
    /// Kept for measuring.
    pub held_out: bool,
}

/// How games are played.
pub struct Plan<'p> {
    pub mosaic: Arc<Mosaic>,
    pub depth: u32,
    /// How sure the cuts of the searches must be.
    pub surety: u32,
    /// Positions with at most so many empty squares are solved.
    pub solve: u32,
    pub threads: usize,
    pub seed: u64,
    /// Ends the games, to be gone on with later.
    pub stop: &'p AtomicBool,
}

/// Plays until the file has so many positions, or until it is stopped. What is there already counts; half a game at its end is cut
/// off. `tell` hears how many positions there are.
pub fn play(plan: &Plan<'_>, path: &Path, wanted: u64, mut tell: impl FnMut(u64)) -> Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let mut file = OpenOptions::new().create(true).read(true).append(true).open(path).with_context(cannot)?;
    let (games, mut positions) = whole_games(&mut file).with_context(cannot)?;
    if positions >= wanted {
        return Ok(());
    }
    let (next, done) = (AtomicU64::new(games), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::sync_channel(WAITING * plan.threads);
        for _ in 0..plan.threads {
            let (send, next, done) = (send.clone(), &next, &done);
            scope.spawn(move || {
                let mut worker = Worker::new(plan);
                // Relaxed: a worker that sees the end later plays one game for nothing.
                while !done.load(Relaxed) {
                    let number = next.fetch_add(1, Relaxed);
                    if send.send((number, worker.game(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        // Games come in the order in which they end, and are written in that of their numbers.
        let (mut waiting, mut due, mut bytes) = (BTreeMap::new(), games, Vec::new());
        let mut written = Ok(());
        for (number, samples) in receive {
            waiting.insert(number, samples);
            while let Some(samples) = waiting.remove(&due).filter(|_| positions < wanted) {
                due += 1;
                positions += samples.len() as u64;
                bytes.extend(records(&samples));
            }
            let end = positions >= wanted || plan.stop.load(Relaxed);
            if end || bytes.len() >= WRITE_AT_ONCE {
                written = file.write_all(&bytes);
                bytes.clear();
                tell(positions);
            }
            if end || written.is_err() {
                break;
            }
        }
        done.store(true, Relaxed);
        written.with_context(cannot)
    })
}

/// The numbers of whole games and of their positions in a file; what follows the last whole game is cut off.
fn whole_games(file: &mut File) -> std::io::Result<(u64, u64)> {
    let mut data = Vec::new();
    file.read_to_end(&mut data)?;
    let (mut games, mut positions) = (0, 0);
    for (number, record) in (1..).zip(data.chunks_exact(RECORD_BYTES)) {
        if record[19] & LAST_FLAG != 0 {
            (games, positions) = (games + 1, number);
        }
    }
    file.set_len(positions * RECORD_BYTES as u64)?;
    Ok((games, positions))
}

/// All positions of a file.
pub fn read(path: &Path) -> Result<Vec<Sample>> {
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

/// The records of a game.
fn records(samples: &[Sample]) -> Vec<u8> {
    let mut records = Vec::with_capacity(samples.len() * RECORD_BYTES);
    for (left, sample) in (0..samples.len()).rev().zip(samples) {
        records.extend(sample.own.to_le_bytes());
        records.extend(sample.opponent.to_le_bytes());
        records.extend(sample.units.to_le_bytes());
        records.push(sample.result as u8);
        records.push(if sample.held_out { HELD_OUT_FLAG } else { 0 } | if left == 0 { LAST_FLAG } else { 0 });
    }
    records
}

struct Worker<'p> {
    plan: &'p Plan<'p>,
    rules: Rules,
    pvs: Pvs,
    solver: ReversiSolver<Mobility>,
}

impl Worker<'_> {
    fn new<'p>(plan: &'p Plan<'p>) -> Worker<'p> {
        let rules = Rules::new(8, Scoring::EmptiesToWinner).expect("a board of 8x8");
        Worker {
            plan,
            rules,
            pvs: Pvs::new(Arc::clone(&plan.mosaic), TABLE_BYTES),
            solver: ReversiSolver::new(&rules, TABLE_BYTES),
        }
    }

    /// The judged positions of a game: at least one.
    fn game(&mut self, number: u64) -> Vec<Sample> {
        self.pvs.reset();
        self.solver.forget();
        let mut rng = Rng::seeded(self.plan.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        loop {
            let samples = self.one_game(&mut rng, number % HELD_OUT == HELD_OUT - 1);
            if !samples.is_empty() {
                return samples;
            }
        }
    }

    fn one_game(&mut self, rng: &mut Rng, held_out: bool) -> Vec<Sample> {
        // One game in four is random for long: its judged part is short, but nobody would play it.
        let random = if rng.below(4) == 0 { 8 + rng.below(36) } else { 2 + rng.below(20) };
        let (mut own, mut opponent) = (0x0000_0008_1000_0000u64, 0x0000_0010_0800_0000u64);
        // 1 when the first player is to move.
        let (mut side, mut plies) = (1i8, 0);
        let (mut samples, mut steps) = (Vec::new(), Vec::new());
        loop {
            let moves = PORTABLE.moves(own, opponent);
            if moves == 0 {
                if PORTABLE.moves(opponent, own) == 0 {
                    break;
                }
                (own, opponent, side) = (opponent, own, -side);
                continue;
            }
            let mut mv = PORTABLE.nth_square(moves, rng.below(moves.count_ones()));
            if plies >= random {
                let (units, best) = self.judge(own, opponent);
                samples.push(Sample { own, opponent, units: units as i16, result: 0, held_out });
                if rng.below(RANDOM) != 0 {
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
        for (sample, (side, best)) in samples.iter_mut().zip(steps).rev() {
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
        samples
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
