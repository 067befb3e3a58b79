//! Which weights a phase has, and where they are.

use super::shapes::{LAID, PLACES, SHAPES, SQUARES};
use crate::sharing::{COUNTS, Sharing, offsets};
use std::sync::OnceLock;

/// Shapes and counts.
pub(super) const TABLES: usize = SHAPES.len() + COUNTS.len();
/// Weights that a position selects.
pub const FEATURES: usize = PLACES + COUNTS.len();

/// Where the weights of each table begin when every configuration has its own; the last is the number of all.
pub(super) const OFFSETS: [u32; TABLES + 1] = offsets(&SQUARES);

/// Where the weights of the shape of each place begin.
pub(super) const OF_PLACE: [u32; PLACES] = of_place();

const fn of_place() -> [u32; PLACES] {
    let mut offsets = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        offsets[place] = OFFSETS[LAID[place].shape];
        place += 1;
    }
    offsets
}

/// How the weights of a file serve all configurations.
pub(super) struct Layout {
    /// Which configurations share a weight.
    pub(super) sharing: Sharing<TABLES>,
    /// By configuration: the one with the colours exchanged. Counts are their own.
    pub(super) exchanged: Vec<u32>,
}

impl Layout {
    /// The one layout.
    pub(super) fn get() -> &'static Layout {
        static LAYOUT: OnceLock<Layout> = OnceLock::new();
        LAYOUT.get_or_init(Layout::new)
    }

    fn new() -> Layout {
        let exchanged = (0..TABLES).flat_map(|table| {
            let other = move |index| if table < SHAPES.len() { with_colours_exchanged(index) } else { index };
            (0..OFFSETS[table + 1] - OFFSETS[table]).map(move |index| OFFSETS[table] + other(index))
        });
        Layout { sharing: Sharing::new(&SQUARES), exchanged: exchanged.collect() }
    }
}

/// The name of a table.
pub(super) fn name(table: usize) -> &'static str {
    SHAPES.get(table).map_or_else(|| COUNTS[table - SHAPES.len()].0, |shape| shape.name)
}

/// The configuration with every 1 a 2 and every 2 a 1.
fn with_colours_exchanged(index: u32) -> u32 {
    let (mut rest, mut other, mut step) = (index, 0, 1);
    while rest > 0 {
        other += (3 - rest % 3) % 3 * step;
        rest /= 3;
        step *= 3;
    }
    other
}
