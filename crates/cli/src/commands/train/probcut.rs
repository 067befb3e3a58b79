//! The deviations of multi-probcut: how far a deep search lies from a shallow one, as a formula of the empty squares and
//! both depths, fitted to searches of positions from games.

use crate::error::Interrupted;
use anyhow::Result;
use luozi::engine::pvs::judged::Sample;
use luozi::engine::pvs::{Deviation, Iteration, Pvs, SURE};
use luozi::eval::mosaic::Mosaic;
use luozi::eval::patterns::UNITS_PER_DISC;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// Empty squares from which positions are taken, in steps.
const EMPTIES: [u32; 7] = [18, 22, 27, 32, 38, 44, 50];
/// Positions judged farther from a draw have nothing to tell: nearly every cut is right there.
const FAR_DISCS: i16 = 30;
/// Memory of one thread's tables.
const TABLE_BYTES: usize = 32 << 20;

/// How the deviations are measured.
pub struct Plan<'p> {
    pub mosaic: Arc<Mosaic>,
    /// Positions for each number of empty squares.
    pub positions: usize,
    /// The deepest search.
    pub depth: u32,
    pub threads: usize,
    /// Gives it up.
    pub stop: &'p AtomicBool,
}

/// The formula, or `None` where the games have too few positions to tell. `tell` hears how many positions are searched, and of
/// how many.
pub fn fit(samples: &[Sample], plan: &Plan<'_>, tell: impl Fn(usize, usize) + Sync) -> Result<Option<Deviation>> {
    let chosen: Vec<Vec<&Sample>> = EMPTIES.iter().map(|&empties| choose(samples, empties, plan.positions)).collect();
    let all: Vec<&Sample> = chosen.iter().flatten().copied().collect();
    let values = searched(&all, plan, tell)?;
    let (mut rows, mut from) = (Vec::new(), 0);
    for (empties, of_empties) in EMPTIES.into_iter().zip(&chosen) {
        let values = &values[from..from + of_empties.len()];
        from += of_empties.len();
        for deep in 3..=plan.depth {
            for shallow in (1..deep).filter(|shallow| (deep - shallow) % 2 == 0) {
                let differences = values.iter().map(|of| of[deep as usize - 1] - of[shallow as usize - 1]);
                let deviation = (differences.map(|d| d * d).sum::<f64>() / values.len().max(1) as f64).sqrt();
                if deviation > 0.0 {
                    let row = [1.0, f64::from(empties), f64::from(deep), f64::from(shallow)];
                    rows.push((row, deviation.ln()));
                }
            }
        }
    }
    Ok(least_squares(&rows).map(Deviation))
}

/// So many positions with so many empty squares that are not decided.
fn choose(samples: &[Sample], empties: u32, positions: usize) -> Vec<&Sample> {
    let most = FAR_DISCS * UNITS_PER_DISC as i16;
    let fits = |s: &&Sample| (s.own | s.opponent).count_zeros() == empties && s.units.abs() < most;
    let all: Vec<&Sample> = samples.iter().filter(fits).collect();
    all.iter().step_by((all.len() / positions).max(1)).take(positions).copied().collect()
}

/// The values in discs of all depths, for each position.
fn searched(samples: &[&Sample], plan: &Plan<'_>, tell: impl Fn(usize, usize) + Sync) -> Result<Vec<Vec<f64>>> {
    let done = AtomicUsize::new(0);
    let search = |part: &[&Sample]| {
        let mut pvs = Pvs::new(Arc::clone(&plan.mosaic), TABLE_BYTES);
        let mut values = Vec::new();
        for sample in part {
            if plan.stop.load(Relaxed) {
                break;
            }
            pvs.reset();
            let mut judge = |depth| pvs.judge(sample.own, sample.opponent, Iteration { depth, surety: SURE }).0;
            values.push((1..=plan.depth).map(|d| f64::from(judge(d)) / f64::from(UNITS_PER_DISC)).collect());
            tell(done.fetch_add(1, Relaxed) + 1, samples.len());
        }
        values
    };
    let share = samples.len().div_ceil(plan.threads).max(1);
    let values: Vec<Vec<f64>> = std::thread::scope(|scope| {
        let search = &search;
        let workers: Vec<_> = samples.chunks(share).map(|part| scope.spawn(move || search(part))).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a search of any position")).collect()
    });
    if plan.stop.load(Relaxed) { Err(Interrupted.into()) } else { Ok(values) }
}

/// Least squares in four unknowns, by elimination; `None` where the rows do not tell them apart.
fn least_squares(rows: &[([f64; 4], f64)]) -> Option<[f64; 4]> {
    let mut matrix = [[0.0; 5]; 4];
    for (row, value) in rows {
        for i in 0..4 {
            for j in 0..4 {
                matrix[i][j] += row[i] * row[j];
            }
            matrix[i][4] += row[i] * value;
        }
    }
    for i in 0..4 {
        let pivot = (i..4).max_by(|&a, &b| matrix[a][i].abs().total_cmp(&matrix[b][i].abs())).unwrap_or(i);
        matrix.swap(i, pivot);
        if matrix[i][i].abs() < 1e-9 {
            return None;
        }
        for j in (0..4).filter(|&j| j != i) {
            let (from, factor) = (matrix[i], matrix[j][i] / matrix[i][i]);
            matrix[j].iter_mut().zip(from).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    Some(std::array::from_fn(|i| matrix[i][4] / matrix[i][i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_is_found_again() {
        let truth = [1.5, -0.02, 0.06, -0.15];
        let row = |i: i32| [1.0, f64::from(i % 7), f64::from(i % 5), f64::from(i % 3)];
        let value = |row: [f64; 4]| row.iter().zip(truth).map(|(x, t)| x * t).sum::<f64>();
        let rows: Vec<_> = (0..60).map(|i| (row(i), value(row(i)))).collect();
        let found = least_squares(&rows).unwrap();
        assert!(found.iter().zip(truth).all(|(found, truth)| (found - truth).abs() < 1e-9), "{found:?}");
        assert_eq!(least_squares(&rows[..1]), None);
        assert_eq!(least_squares(&[]), None);
    }
}
