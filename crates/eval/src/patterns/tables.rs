//! The weights of all phases: as a file has them, and as positions are judged with them.

use super::index::{FEATURES, OFFSETS, TABLES, for_each_index};
use super::layout::{layout, name};
use crate::file::{self, FileKind, WeightsError, check};
use luozi_games::GameKind;
use luozi_games::reversi::bits::{Body, PORTABLE};
use std::ops::Range;

/// Judgements are whole numbers of this part of a disc, so that they are equal on every machine.
pub const UNITS_PER_DISC: i32 = 64;
/// A phase lasts at least one disc.
const MAX_PHASES: usize = 60;

/// The phase of a position with so many discs, of `phases` about equally long ones.
#[inline(always)]
pub fn phase(discs: u32, phases: usize) -> usize {
    discs.saturating_sub(5) as usize * phases / 60
}

/// The contents of a weights file of pattern tables.
#[derive(Clone, PartialEq, Debug)]
pub struct PatternWeights {
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
    /// Discs that one unit of a weight is worth, by table.
    pub steps: Vec<f32>,
    /// The weights, table after table.
    pub weights: Vec<i8>,
}

impl PhaseWeights {
    /// Rounds weights in discs, as many as [`weights_per_phase`] says, to 8 bits: the largest of a table becomes 127.
    pub fn rounded(weights: &[f32], discs_per_value: f32) -> PhaseWeights {
        let mut rounded = Vec::with_capacity(weights.len());
        let steps = layout().tables.iter().map(|table| {
            let weights = &weights[table.clone()];
            let largest = weights.iter().fold(0.0f32, |largest, weight| largest.max(weight.abs()));
            let step = if largest > 0.0 { largest / 127.0 } else { 1.0 };
            rounded.extend(weights.iter().map(|weight| (weight / step).round() as i8));
            step
        });
        let steps = steps.collect();
        PhaseWeights { discs_per_value, steps, weights: rounded }
    }

    /// The weights in discs.
    pub fn unrounded(&self) -> Vec<f32> {
        let of_table = |(table, step): (&Range<usize>, &f32)| {
            let step = *step;
            self.weights[table.clone()].iter().map(move |&weight| f32::from(weight) * step).collect::<Vec<_>>()
        };
        layout().tables.iter().zip(&self.steps).flat_map(of_table).collect()
    }
}

/// The number of weights of one phase.
pub fn weights_per_phase() -> usize {
    layout().weights()
}

/// The tables with their numbers of weights, in the order of the file.
pub fn tables() -> impl Iterator<Item = (&'static str, usize)> {
    layout().tables.iter().enumerate().map(|(table, weights)| (name(table), weights.len()))
}

/// The numbers of the weights whose sum judges a position; what appears twice counts twice.
pub fn features(own: u64, opponent: u64) -> [u32; FEATURES] {
    let (shared, mut features, mut next) = (&layout().shared, [0; FEATURES], 0);
    for_each_index(PORTABLE, own, opponent, |index| {
        features[next] = shared[index as usize];
        next += 1;
    });
    features
}

impl PatternWeights {
    /// Reads a file.
    pub fn read(data: &[u8]) -> Result<PatternWeights, WeightsError> {
        let mut opened = file::open(data, FileKind::Patterns)?;
        let (phases, tables) = (opened.shape.size(), opened.shape.size());
        let weights = u32::from_le_bytes(opened.shape.bytes()) as usize;
        if opened.game != GameKind::REVERSI {
            return Err(WeightsError::OtherGame { found: opened.game, expected: GameKind::REVERSI });
        }
        check((1..=MAX_PHASES).contains(&phases), "phases", phases, "1 to 60")?;
        check(tables == TABLES, "tables", tables, "those of this program's patterns; train again")?;
        check(
            weights == weights_per_phase(),
            "weights a phase",
            weights,
            "those of this program's patterns; train again",
        )?;
        let mut body = opened.body(phases * (4 + 4 * tables + weights))?;
        let mut phase =
            || PhaseWeights { discs_per_value: body.float(), steps: body.floats(tables), weights: body.small(weights) };
        Ok(PatternWeights { phases: (0..phases).map(|_| phase()).collect(), run: opened.run })
    }

    /// Writes a file.
    pub fn write(&self) -> Vec<u8> {
        let mut shape = [0; 16];
        shape[..2].copy_from_slice(&(self.phases.len() as u16).to_le_bytes());
        shape[2..4].copy_from_slice(&(TABLES as u16).to_le_bytes());
        shape[4..8].copy_from_slice(&(weights_per_phase() as u32).to_le_bytes());
        let mut body = Vec::new();
        for phase in &self.phases {
            let floats = std::iter::once(&phase.discs_per_value).chain(&phase.steps);
            body.extend(floats.flat_map(|float| float.to_le_bytes()));
            body.extend(phase.weights.iter().map(|&weight| weight as u8));
        }
        file::seal(FileKind::Patterns, shape, &self.run, &body)
    }
}

/// Tables unpacked for speed, shared by threads.
pub struct Patterns {
    run: String,
    phases: Vec<Phase>,
}

struct Phase {
    discs_per_value: f64,
    /// By configuration, mirror images apart, in units.
    units: Vec<i16>,
}

impl Patterns {
    /// Unpacks the contents of a file.
    pub fn new(weights: &PatternWeights) -> Patterns {
        let layout = layout();
        let phases = weights.phases.iter().map(|phase| {
            let mut units = Vec::with_capacity(layout.shared.len());
            for table in 0..TABLES {
                // A weight has 256 values: rounding each once is a twentieth of the work of rounding every configuration.
                let in_units: [i16; 256] = std::array::from_fn(|byte| {
                    (f32::from(byte as u8 as i8) * phase.steps[table] * UNITS_PER_DISC as f32).round() as i16
                });
                let configurations = OFFSETS[table] as usize..OFFSETS[table + 1] as usize;
                let weight = |&number: &u32| phase.weights[number as usize];
                units.extend(
                    layout.shared[configurations].iter().map(weight).map(|weight| in_units[weight as u8 as usize]),
                );
            }
            Phase { discs_per_value: f64::from(phase.discs_per_value), units }
        });
        Patterns { run: weights.run.clone(), phases: phases.collect() }
    }

    /// Name of the training run.
    pub fn run(&self) -> &str {
        &self.run
    }

    fn phase(&self, discs: u32) -> &Phase {
        &self.phases[phase(discs, self.phases.len())]
    }

    /// The final difference of discs that a position promises to the owner of `own`, who is to move, in units
    /// ([`UNITS_PER_DISC`]).
    #[inline(always)]
    pub fn units<const LEVEL: u8>(&self, body: Body<LEVEL>, own: u64, opponent: u64) -> i32 {
        let units = &self.phase((own | opponent).count_ones()).units;
        let mut sum = 0;
        for_each_index(body, own, opponent, |index| sum += i32::from(units[index as usize]));
        sum
    }

    /// What so many units are worth with so many discs on the board, in (-1, 1).
    #[inline]
    pub fn value(&self, units: i32, discs: u32) -> f64 {
        libm::tanh(f64::from(units) / (f64::from(UNITS_PER_DISC) * self.phase(discs).discs_per_value))
    }

    /// The final difference of discs that a value in [-1, 1] stands for with so many discs on the board: the inverse of
    /// [`Patterns::value`], within what a board can hold.
    pub fn difference(&self, value: f64, discs: u32) -> f64 {
        (value.clamp(-1.0, 1.0).atanh() * self.phase(discs).discs_per_value).clamp(-64.0, 64.0)
    }
}
