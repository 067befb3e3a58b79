//! Which weights a phase has, and where they are.

use super::shapes::{LAID, PLACES, SHAPES, SQUARES};
use crate::sharing::{COUNTS, Sharing, offsets};
use std::ops::Range;
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
    /// The weights of each table.
    pub(super) tables: [Range<usize>; TABLES],
    /// By configuration, over all tables: the number of its weight.
    pub(super) weight: Vec<u32>,
}

impl Layout {
    /// The one layout.
    pub(super) fn get() -> &'static Layout {
        static LAYOUT: OnceLock<Layout> = OnceLock::new();
        LAYOUT.get_or_init(Layout::new)
    }

    fn new() -> Layout {
        let Sharing { shared, tables } = Sharing::new(&SQUARES);
        let weight = (0..TABLES).flat_map(|table| {
            let in_file = move |index| if table < SHAPES.len() { in_file(index, SQUARES[table].len()) } else { index };
            let shared = &shared;
            (0..OFFSETS[table + 1] - OFFSETS[table])
                .map(move |index| shared[(OFFSETS[table] + in_file(index)) as usize])
        });
        Layout { weight: weight.collect(), tables }
    }

    /// The number of weights of one phase.
    pub(super) fn weights(&self) -> usize {
        self.tables[TABLES - 1].end
    }
}

/// The name of a table.
pub(super) fn name(table: usize) -> &'static str {
    SHAPES.get(table).map_or_else(|| COUNTS[table - SHAPES.len()].0, |shape| shape.name)
}

/// The number that a file has for a configuration of so many squares: there the digit of an empty square is 0, of an own
/// disc 1 and of an opponent's 2.
fn in_file(index: u32, squares: usize) -> u32 {
    let (mut rest, mut number, mut step) = (index, 0, 1);
    for _ in 0..squares {
        number += [2, 0, 1][rest as usize % 3] * step;
        rest /= 3;
        step *= 3;
    }
    number
}
