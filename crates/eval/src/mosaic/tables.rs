//! The weights of all phases: as a file has them, and as positions are judged with them.

use super::coded::{pack, unpack};
use super::layout::{FEATURES, Layout, OF_PLACE, OFFSETS, TABLES, name};
use super::shapes::{Indices, PLACES, SHAPES};
use crate::file::{self, FileKind, WeightsError, check};
use crate::patterns::{self, PatternWeights, UNITS_PER_DISC};
use luozi_games::GameKind;
use luozi_games::reversi::bits::{Body, PORTABLE};

/// Phases of a game, each of two discs.
pub const PHASES: usize = 30;

/// The phase of a position with so many discs.
#[inline(always)]
pub fn phase(discs: u32) -> usize {
    (discs.saturating_sub(4) as usize / 2).min(PHASES - 1)
}

/// The contents of a weights file.
#[derive(Clone, PartialEq, Debug)]
pub struct MosaicWeights {
    /// Name of the training run.
    pub run: String,
    /// One for each phase, the opening first.
    pub phases: Vec<PhaseWeights>,
}

/// The weights of one phase.
#[derive(Clone, PartialEq, Debug)]
pub struct PhaseWeights {
    /// Discs that make a value of tanh(1).
    pub discs_per_value: f32,
    /// The weights, table after table, in units ([`UNITS_PER_DISC`]).
    pub weights: Vec<i16>,
}

impl PhaseWeights {
    /// Rounds weights in discs to units.
    pub fn rounded(weights: &[f32], discs_per_value: f32) -> PhaseWeights {
        let unit = |weight: &f32| (weight * UNITS_PER_DISC as f32).round() as i16;
        PhaseWeights { discs_per_value, weights: weights.iter().map(unit).collect() }
    }

    /// The weights in discs.
    pub fn discs(&self) -> Vec<f32> {
        self.weights.iter().map(|&weight| f32::from(weight) / UNITS_PER_DISC as f32).collect()
    }
}

/// The number of weights of one phase.
pub fn weights_per_phase() -> usize {
    Layout::get().weights()
}

/// The tables with their numbers of weights, in the order of the file.
pub fn tables() -> impl Iterator<Item = (&'static str, usize)> {
    Layout::get().tables.iter().enumerate().map(|(table, weights)| (name(table), weights.len()))
}

/// The numbers of the weights whose sum judges a position for the owner of `own`, who is to move.
pub fn features(own: u64, opponent: u64) -> [u32; FEATURES] {
    let (weight, mut features) = (&Layout::get().weight, [0; FEATURES]);
    let indices = Indices::of(own, opponent);
    for (place, &index) in indices.places().iter().enumerate() {
        features[place] = weight[OF_PLACE[place] as usize + usize::from(index)];
    }
    let counts = counts(PORTABLE, own, opponent);
    for (number, count) in counts.into_iter().enumerate() {
        features[PLACES + number] = weight[OFFSETS[SHAPES.len() + number] as usize + count];
    }
    features
}

#[inline(always)]
fn counts<const LEVEL: u8>(body: Body<LEVEL>, own: u64, opponent: u64) -> [usize; 3] {
    [body.moves(own, opponent), body.moves(opponent, own), own | opponent].map(|set| set.count_ones() as usize)
}

impl MosaicWeights {
    /// The older pattern tables as a mosaic: shapes that they do not have say nothing.
    pub fn from_patterns(patterns: &PatternWeights) -> MosaicWeights {
        let tables: Vec<(&str, usize)> = patterns::tables().collect();
        let phases = (0..PHASES).map(|number| {
            let old = &patterns.phases[patterns::phase(4 + 2 * number as u32, patterns.phases.len())];
            let (mut weights, mut rest) = (vec![0.0; weights_per_phase()], &old.unrounded()[..]);
            for &(name, size) in &tables {
                let (values, others) = rest.split_at(size);
                rest = others;
                let own = (0..TABLES).find(|&table| self::name(table) == name).expect("a mosaic has all older shapes");
                weights[Layout::get().tables[own].clone()].copy_from_slice(values);
            }
            PhaseWeights::rounded(&weights, old.discs_per_value)
        });
        MosaicWeights { run: patterns.run.clone(), phases: phases.collect() }
    }

    /// Reads a file.
    pub fn read(data: &[u8]) -> Result<MosaicWeights, WeightsError> {
        let mut opened = file::open(data, FileKind::Mosaic)?;
        let (phases, tables) = (opened.shape.size(), opened.shape.size());
        let weights = u32::from_le_bytes(opened.shape.bytes()) as usize;
        let bytes = u32::from_le_bytes(opened.shape.bytes()) as usize;
        if opened.game != GameKind::REVERSI {
            return Err(WeightsError::OtherGame { found: opened.game, expected: GameKind::REVERSI });
        }
        check(phases == PHASES, "phases", phases, "30")?;
        check(tables == TABLES, "tables", tables, "those of this program's patterns; train again")?;
        let own = weights_per_phase();
        check(weights == own, "weights a phase", weights, "those of this program's patterns; train again")?;
        let mut body = opened.body(4 * phases + bytes)?;
        let values = body.floats(phases);
        let numbers = unpack(body.rest(), phases * weights);
        check(
            numbers.len() == phases * weights,
            "weights",
            numbers.len(),
            "as many as its header says; copy it again",
        )?;
        let mut later: Vec<i16> = vec![0; weights];
        let mut read = Vec::with_capacity(phases);
        for (differences, &discs_per_value) in numbers.chunks_exact(weights).zip(values.iter().rev()) {
            later
                .iter_mut()
                .zip(differences)
                .for_each(|(weight, &difference)| *weight = weight.wrapping_add(difference));
            read.push(PhaseWeights { discs_per_value, weights: later.clone() });
        }
        read.reverse();
        Ok(MosaicWeights { phases: read, run: opened.run })
    }

    /// Writes a file: the last phase first, every other one as the difference to the one after it.
    pub fn write(&self) -> Vec<u8> {
        let mut later: Vec<i16> = vec![0; weights_per_phase()];
        let mut differences = Vec::with_capacity(self.phases.len() * later.len());
        for phase in self.phases.iter().rev() {
            differences.extend(phase.weights.iter().zip(&later).map(|(weight, later)| weight.wrapping_sub(*later)));
            later.clone_from(&phase.weights);
        }
        let packed = pack(&differences);
        let mut shape = [0; 16];
        shape[..2].copy_from_slice(&(self.phases.len() as u16).to_le_bytes());
        shape[2..4].copy_from_slice(&(TABLES as u16).to_le_bytes());
        shape[4..8].copy_from_slice(&(weights_per_phase() as u32).to_le_bytes());
        shape[8..12].copy_from_slice(&(packed.len() as u32).to_le_bytes());
        let mut body: Vec<u8> = self.phases.iter().flat_map(|phase| phase.discs_per_value.to_le_bytes()).collect();
        body.extend(packed);
        file::seal(FileKind::Mosaic, shape, &self.run, &body)
    }
}

/// Tables unpacked for speed, shared by threads.
pub struct Mosaic {
    run: String,
    /// By phase: discs that make a value of tanh(1).
    discs_per_value: Vec<f64>,
    /// By phase and configuration, in units. They are read here and there all over, so large pages are worth having.
    units: Box<[i16]>,
}

/// Configurations of one phase.
const CONFIGURATIONS: usize = OFFSETS[TABLES] as usize;

impl Mosaic {
    /// Unpacks the contents of a file.
    pub fn new(weights: &MosaicWeights) -> Mosaic {
        let layout = Layout::get();
        let mut units = luozi_core::zeroed_arena(weights.phases.len() * CONFIGURATIONS);
        for (units, phase) in units.chunks_exact_mut(CONFIGURATIONS).zip(&weights.phases) {
            units.iter_mut().zip(&layout.weight).for_each(|(unit, &number)| *unit = phase.weights[number as usize]);
        }
        let discs_per_value = weights.phases.iter().map(|phase| f64::from(phase.discs_per_value)).collect();
        Mosaic { run: weights.run.clone(), discs_per_value, units }
    }

    /// Name of the training run.
    pub fn run(&self) -> &str {
        &self.run
    }

    /// The final difference of discs that a position promises to the owner of `own`, who is to move, in units
    /// ([`UNITS_PER_DISC`]).
    #[inline(always)]
    pub fn units<const LEVEL: u8>(&self, body: Body<LEVEL>, indices: &Indices, own: u64, opponent: u64) -> i32 {
        let counts = counts(body, own, opponent);
        let units = &self.units[phase(counts[2] as u32) * CONFIGURATIONS..][..CONFIGURATIONS];
        let mut sum = 0;
        for (place, &index) in indices.places().iter().enumerate() {
            let number = OF_PLACE[place] as usize + usize::from(index);
            debug_assert!(number < OFFSETS[SHAPES.len()] as usize);
            // SAFETY: a configuration of n squares is below 3^n, so it lies in the part of its shape.
            sum += i32::from(unsafe { *units.get_unchecked(number) });
        }
        for (number, count) in counts.into_iter().enumerate() {
            sum += i32::from(units[OFFSETS[SHAPES.len() + number] as usize + count]);
        }
        sum
    }

    /// What so many units are worth with so many discs on the board, in (-1, 1).
    pub fn value(&self, units: i32, discs: u32) -> f64 {
        let scale = f64::from(UNITS_PER_DISC) * self.discs_per_value[phase(discs)];
        (f64::from(units) / scale).tanh()
    }

    /// The final difference of discs that a value in [-1, 1] stands for with so many discs on the board: the inverse of
    /// [`Mosaic::value`], within what a board can hold.
    pub fn difference(&self, value: f64, discs: u32) -> f64 {
        (value.clamp(-1.0, 1.0).atanh() * self.discs_per_value[phase(discs)]).clamp(-64.0, 64.0)
    }
}
