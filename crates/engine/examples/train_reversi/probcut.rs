//! The deviations of multi-probcut: how far a deep search lies from a shallow one, as a formula of the empty squares and
//! both depths, fitted to searches of positions from games.

use anyhow::{Result, ensure};
use clap::Args;
use luozi_engine::pvs::{Iteration, Pvs, SURE};
use luozi_eval::mosaic::Mosaic;
use luozi_eval::patterns::UNITS_PER_DISC;
use std::path::PathBuf;
use std::sync::Arc;

/// Empty squares from which positions are taken, in steps.
const EMPTIES: [u32; 7] = [18, 22, 27, 32, 38, 44, 50];

#[derive(Args)]
pub(crate) struct Options {
    /// Tables whose errors are measured
    tables: PathBuf,
    /// Games of the trainer
    games: PathBuf,
    /// Positions for each number of empty squares
    #[arg(long, default_value_t = 200)]
    positions: usize,
    /// The deepest search
    #[arg(long, default_value_t = 9)]
    depth: u32,
    /// How many threads measure
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let mosaic = Arc::new(Mosaic::new(&super::read(&options.tables)?));
    let samples = super::games::read(&options.games)?;
    ensure!((3..=20).contains(&options.depth), "--depth {} is not between 3 and 20", options.depth);
    let mut rows: Vec<([f64; 4], f64, f64)> = Vec::new();
    println!("| empty squares | deep | shallow | deviation in discs |");
    println!("|---|---|---|---|");
    for empties in EMPTIES {
        let fits = |s: &&super::games::Sample| {
            (s.own | s.opponent).count_zeros() == empties && s.units.abs() < 30 * UNITS_PER_DISC as i16
        };
        let all: Vec<_> = samples.iter().filter(fits).collect();
        ensure!(!all.is_empty(), "the games have no position with {empties} empty squares; play more");
        let chosen: Vec<_> =
            all.iter().step_by((all.len() / options.positions).max(1)).take(options.positions).collect();
        let share = chosen.len().div_ceil(options.threads).max(1);
        let values: Vec<Vec<f64>> = std::thread::scope(|scope| {
            let mosaic = &mosaic;
            let search = |part: &[&&super::games::Sample]| {
                let mut pvs = Pvs::new(Arc::clone(mosaic), 32 << 20);
                let judged = |s: &&&super::games::Sample| {
                    let judge = |depth| pvs.judge(s.own, s.opponent, Iteration { depth, surety: SURE }).0;
                    (1..=options.depth).map(judge).map(|units| f64::from(units) / f64::from(UNITS_PER_DISC)).collect()
                };
                part.iter().map(judged).collect::<Vec<_>>()
            };
            let workers: Vec<_> = chosen.chunks(share).map(|part| scope.spawn(move || search(part))).collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("a search of any position")).collect()
        });
        for deep in 3..=options.depth {
            for shallow in 1..deep {
                let differences = values.iter().map(|of| of[deep as usize - 1] - of[shallow as usize - 1]);
                let deviation = (differences.map(|d| d * d).sum::<f64>() / values.len() as f64).sqrt();
                println!("| {empties} | {deep} | {shallow} | {deviation:.2} |");
                if deviation > 0.0 && (deep - shallow) % 2 == 0 {
                    let row = [1.0, f64::from(empties), f64::from(deep), f64::from(shallow)];
                    rows.push((row, deviation.ln(), 1.0));
                }
            }
        }
    }
    let [a, b, c, d] = least_squares(&rows);
    println!("\nDeviation([{a:.4}, {b:.5}, {c:.4}, {d:.4}])");
    Ok(())
}

/// Weighted least squares in four unknowns, by elimination.
fn least_squares(rows: &[([f64; 4], f64, f64)]) -> [f64; 4] {
    let mut matrix = [[0.0; 5]; 4];
    for (row, value, weight) in rows {
        for i in 0..4 {
            for j in 0..4 {
                matrix[i][j] += weight * row[i] * row[j];
            }
            matrix[i][4] += weight * row[i] * value;
        }
    }
    for i in 0..4 {
        let pivot = (i..4).max_by(|&a, &b| matrix[a][i].abs().total_cmp(&matrix[b][i].abs())).unwrap_or(i);
        matrix.swap(i, pivot);
        for j in 0..4 {
            if j != i && matrix[i][i] != 0.0 {
                let (from, factor) = (matrix[i], matrix[j][i] / matrix[i][i]);
                matrix[j].iter_mut().zip(from).for_each(|(entry, above)| *entry -= factor * above);
            }
        }
    }
    std::array::from_fn(|i| matrix[i][4] / matrix[i][i])
}
