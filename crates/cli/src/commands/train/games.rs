//! Files of judged games.
//!
//! A file is the games in the order of their numbers, whole ones until there are positions enough: whoever goes on with a file
//! finds the number of the next game by counting. Games are lists of records of 20 bytes: own discs, the opponent's, the
//! judgement in units, the result in discs for the mover, and flags. The games are played and judged by threads of this program or by a
//! farm, and are the same.

use crate::error::Interrupted;
use crate::farm::{self, JudgedGames, Step, TrainingOrder};
use crate::options::FarmOptions;
use crate::threads::{Bench, ByNumber, deal};
use anyhow::{Context, Error, Result};
use luozi::core::fnv1a;
use luozi::engine::pvs::judged::{Judge, Sample, Terms};
use luozi::eval::mosaic::{Mosaic, MosaicWeights};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

const RECORD_BYTES: usize = 20;
const HELD_OUT_FLAG: u8 = 1;
/// The last position of its game.
const LAST_FLAG: u8 = 2;
/// Bytes that are collected before they are written.
const WRITE_AT_ONCE: usize = 1 << 16;
/// Games that a farm's worker plays before it tells them.
const SHARE: u64 = 32;
/// Games of one run of a farm: what it holds for us has room in memory.
const BAG: u64 = 1 << 16;
/// Positions of a game as long as none is known.
const USUAL_POSITIONS: u64 = 40;

/// How games are played.
pub struct Plan<'p> {
    /// The tables that judge.
    pub tables: &'p Path,
    pub terms: Terms,
    /// Threads that play; one when left out.
    pub threads: Option<u16>,
    /// Who plays them elsewhere.
    pub farm: &'p FarmOptions,
    /// Ends the games, to be gone on with later.
    pub stop: &'p AtomicBool,
}

/// Plays until the file has so many positions. What is there already counts; half a game at its end is cut off. `tell` hears how
/// many positions there are.
pub fn play(plan: &Plan<'_>, path: &Path, wanted: u64, mut tell: impl FnMut(u64)) -> Result<()> {
    let mut games = Games::open(path)?;
    while games.positions < wanted {
        match plan.farm.url {
            Some(_) => by_farm(plan, &mut games, wanted, &mut tell)?,
            None => here(plan, &mut games, wanted, &mut tell)?,
        }
        // Relaxed: the flag carries no data.
        if plan.stop.load(Relaxed) {
            return Err(Interrupted.into());
        }
    }
    Ok(())
}

/// All games that are missing, by threads of this program.
fn here(plan: &Plan<'_>, games: &mut Games, wanted: u64, tell: &mut impl FnMut(u64)) -> Result<()> {
    let mosaic = Arc::new(Mosaic::new(&super::tables(plan.tables)?));
    let judge = || Judge::new(Arc::clone(&mosaic), plan.terms);
    let work = |judge: &mut Judge, number, at: &Bench<'_, _>| {
        if let Some(said) = judge.game(number, at.over) {
            at.tell((number, plan.terms.samples(number, &said).map_err(Error::msg)?));
        }
        Ok(())
    };
    let (threads, first) = (usize::from(plan.threads.unwrap_or(1)), games.count);
    // Games come in the order in which they end, and are written in that of their numbers.
    let mut by_number = ByNumber::new(first);
    deal(threads, first.., plan.stop, judge, work, |told| {
        if let Some((number, samples)) = told {
            by_number.put(number, samples);
        }
        while let Some((_, samples)) = by_number.next() {
            games.add(&samples)?;
            tell(games.positions);
            if games.positions >= wanted {
                return Ok(true);
            }
        }
        Ok(false)
    })?;
    games.write()
}

/// The next games, by a farm, which keeps them until all are there.
fn by_farm(plan: &Plan<'_>, games: &mut Games, wanted: u64, tell: &mut impl FnMut(u64)) -> Result<()> {
    let tables = std::fs::read(plan.tables).with_context(|| plan.tables.display().to_string())?;
    MosaicWeights::read(&tables)?;
    let range = games.count..games.count + BAG;
    let terms = serde_json::to_string(&plan.terms)?;
    let about = format!("reversi games from {}, tables {:016x}: {terms}", range.start, fnv1a(&tables));
    let order = TrainingOrder { terms: plan.terms, tables: &tables, about };
    let shares = range.clone().step_by(SHARE as usize).map(|from| from..range.end.min(from + SHARE));
    let mut seen = Seen::new(range.clone(), wanted - games.positions);
    let found = farm::training(plan.farm, plan.threads, &order, shares, |found| {
        seen.see(found);
        let there = games.positions + seen.positions;
        tell(there);
        Step { left: seen.left(), told: format!("{there} of {wanted} positions") }
    })?;
    if seen.left() > 0 {
        // Told to stop: the same command asks the farm for the same games.
        return Ok(());
    }
    let said = found.into_values().flatten();
    for (number, said) in range.zip(said) {
        if games.positions >= wanted {
            break;
        }
        games.add(&plan.terms.samples(number, &said).map_err(Error::msg)?)?;
    }
    games.write()
}

/// How far a bag is.
struct Seen {
    games: Range<u64>,
    wanted: u64,
    /// Shares that were there.
    there: usize,
    /// The first game of which, or of one before it, nothing is known.
    next: u64,
    /// Positions of the games before it.
    positions: u64,
}

impl Seen {
    fn new(games: Range<u64>, wanted: u64) -> Seen {
        Seen { next: games.start, games, wanted, there: 0, positions: 0 }
    }

    fn see(&mut self, found: &JudgedGames) {
        if found.len() < self.there {
            // Some were taken back, with the worker that told them.
            *self = Seen::new(self.games.clone(), self.wanted);
        }
        self.there = found.len();
        while let Some(share) = found.get(&(self.next as usize)) {
            self.next += share.len() as u64;
            self.positions += share.iter().map(|said| said.len() as u64).sum::<u64>();
        }
    }

    /// Shares that are still wanted if the rest is like those that are there.
    fn left(&self) -> usize {
        let missing = self.wanted.saturating_sub(self.positions);
        let usual = self.positions.checked_div(self.next - self.games.start).unwrap_or(USUAL_POSITIONS).max(1);
        let games = missing.div_ceil(usual).min(self.games.end - self.next);
        games.div_ceil(SHARE) as usize
    }
}

/// A file of games that grows.
struct Games {
    file: File,
    path: PathBuf,
    /// Games that are there.
    count: u64,
    /// Their positions.
    positions: u64,
    /// Records that are not written yet.
    unwritten: Vec<u8>,
}

impl Games {
    /// What follows the last whole game is cut off.
    fn open(path: &Path) -> Result<Games> {
        let open = || {
            let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
            let mut data = Vec::new();
            file.read_to_end(&mut data)?;
            let (mut count, mut positions) = (0, 0);
            for (number, record) in (1..).zip(data.chunks_exact(RECORD_BYTES)) {
                if record[19] & LAST_FLAG != 0 {
                    (count, positions) = (count + 1, number);
                }
            }
            file.set_len(positions * RECORD_BYTES as u64)?;
            Ok::<_, std::io::Error>(Games { file, path: path.into(), count, positions, unwritten: Vec::new() })
        };
        open().with_context(|| format!("cannot write {}", path.display()))
    }

    /// Adds a game.
    fn add(&mut self, samples: &[Sample]) -> Result<()> {
        self.count += 1;
        self.positions += samples.len() as u64;
        self.unwritten.extend(records(samples));
        if self.unwritten.len() >= WRITE_AT_ONCE { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<()> {
        let written = self.file.write_all(&self.unwritten);
        self.unwritten.clear();
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
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
