//! Which weights a phase has: configurations that are mirror images of each other share one.

use super::shapes::{LAID, PLACES, SHAPES};
use crate::patterns::{image, mirror};
use std::ops::Range;
use std::sync::OnceLock;

/// Things that are counted instead of looked at, and the largest number that each can be.
pub(super) const COUNTS: [(&str, usize); 3] = [("own moves", 40), ("opponent's moves", 40), ("discs", 64)];
/// Shapes and counts.
pub(super) const TABLES: usize = SHAPES.len() + COUNTS.len();
/// Weights that a position selects.
pub const FEATURES: usize = PLACES + COUNTS.len();

/// Where the weights of each table begin when every configuration has its own; the last is the number of all.
pub(super) const OFFSETS: [usize; TABLES + 1] = offsets();

const fn offsets() -> [usize; TABLES + 1] {
    let mut offsets = [0; TABLES + 1];
    let mut table = 0;
    while table < TABLES {
        let size = if table < SHAPES.len() {
            3usize.pow(SHAPES[table].squares.len() as u32)
        } else {
            COUNTS[table - SHAPES.len()].1 + 1
        };
        offsets[table + 1] = offsets[table] + size;
        table += 1;
    }
    offsets
}

/// Where the weights of the shape of each place begin.
pub(super) const OF_PLACE: [u32; PLACES] = of_place();

const fn of_place() -> [u32; PLACES] {
    let mut offsets = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        offsets[place] = OFFSETS[LAID[place].shape] as u32;
        place += 1;
    }
    offsets
}

/// How the weights of a file serve all configurations.
pub(super) struct Layout {
    /// By configuration, over all tables: the number of its weight.
    pub(super) shared: Vec<u32>,
    /// By configuration: the one with the colours exchanged. Counts are their own.
    pub(super) exchanged: Vec<u32>,
    /// The weights of each table.
    pub(super) tables: [Range<usize>; TABLES],
}

impl Layout {
    /// The one layout.
    pub(super) fn get() -> &'static Layout {
        static LAYOUT: OnceLock<Layout> = OnceLock::new();
        LAYOUT.get_or_init(Layout::new)
    }

    fn new() -> Layout {
        let mut shared: Vec<u32> = Vec::with_capacity(OFFSETS[TABLES]);
        let mut exchanged: Vec<u32> = Vec::with_capacity(OFFSETS[TABLES]);
        let mut next = 0;
        let tables = std::array::from_fn(|table| {
            let (begin, first) = (shared.len(), next);
            let mirror = SHAPES.get(table).and_then(|shape| mirror(shape.squares));
            for index in 0..OFFSETS[table + 1] - OFFSETS[table] {
                let image = mirror.as_ref().map_or(index, |mirror| image(index, mirror));
                if image < index {
                    shared.push(shared[begin + image]);
                } else {
                    shared.push(next as u32);
                    next += 1;
                }
                let other = if table < SHAPES.len() { with_colours_exchanged(index) } else { index };
                exchanged.push((begin + other) as u32);
            }
            first..next
        });
        Layout { shared, exchanged, tables }
    }

    /// The weights of one phase.
    pub(super) fn weights(&self) -> usize {
        self.tables[TABLES - 1].end
    }
}

/// The name of a table.
pub(super) fn name(table: usize) -> &'static str {
    SHAPES.get(table).map_or_else(|| COUNTS[table - SHAPES.len()].0, |shape| shape.name)
}

/// The configuration with every 1 a 2 and every 2 a 1.
fn with_colours_exchanged(index: usize) -> usize {
    let (mut rest, mut other, mut step) = (index, 0, 1);
    while rest > 0 {
        other += (3 - rest % 3) % 3 * step;
        rest /= 3;
        step *= 3;
    }
    other
}
