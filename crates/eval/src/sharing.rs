//! Which weights tables of patterns have: configurations that are mirror images of each other share one.

use std::ops::Range;

/// Squares of a shape, row and column, lowest digit first.
pub(crate) type Squares = &'static [(usize, usize)];

/// Things that are counted instead of looked at, and the largest number that each can be. Their tables follow those of the
/// shapes.
pub(crate) const COUNTS: [(&str, usize); 3] = [("own moves", 40), ("opponent's moves", 40), ("discs", 64)];

/// How the weights of a file serve all configurations.
pub(crate) struct Sharing<const TABLES: usize> {
    /// By configuration, over all tables: the number of its weight.
    pub(crate) shared: Vec<u32>,
    /// The weights of each table.
    pub(crate) tables: [Range<usize>; TABLES],
}

impl<const TABLES: usize> Sharing<TABLES> {
    /// Of these shapes and the counts.
    pub(crate) fn new(shapes: &[Squares]) -> Sharing<TABLES> {
        let mut shared: Vec<u32> = Vec::new();
        let mut next = 0;
        let tables = std::array::from_fn(|table| {
            let (begin, first) = (shared.len(), next);
            let mirror = shapes.get(table).and_then(|squares| mirror(squares));
            for index in 0..size(shapes, table) {
                let image = mirror.as_ref().map_or(index, |mirror| image(index, mirror));
                if image < index {
                    shared.push(shared[begin + image]);
                } else {
                    shared.push(next as u32);
                    next += 1;
                }
            }
            first..next
        });
        Sharing { shared, tables }
    }

    /// The weights of one phase.
    pub(crate) fn weights(&self) -> usize {
        self.tables[TABLES - 1].end
    }
}

/// Configurations of a table.
const fn size(shapes: &[Squares], table: usize) -> usize {
    if table < shapes.len() { 3usize.pow(shapes[table].len() as u32) } else { COUNTS[table - shapes.len()].1 + 1 }
}

/// Where the weights of each table begin when every configuration has its own; the last, beyond all tables, is the number of all.
pub(crate) const fn offsets<const ENDS: usize>(shapes: &[Squares]) -> [u32; ENDS] {
    let mut offsets = [0; ENDS];
    let mut table = 0;
    while table + 1 < ENDS {
        offsets[table + 1] = offsets[table] + size(shapes, table) as u32;
        table += 1;
    }
    offsets
}

/// By square of a shape, the square that it becomes in the mirror that maps the shape onto itself; `None` if there is none.
fn mirror(squares: &[(usize, usize)]) -> Option<Vec<usize>> {
    let place = |square| squares.iter().position(|&other| other == square);
    let across = squares.iter().map(|&(row, column)| place((column, row))).collect::<Option<_>>();
    across.or_else(|| squares.iter().map(|&(row, column)| place((row, 7 - column))).collect())
}

/// The configuration with its squares moved.
fn image(index: usize, mirror: &[usize]) -> usize {
    let (mut rest, mut image) = (index, 0);
    for &to in mirror {
        image += rest % 3 * 3usize.pow(to as u32);
        rest /= 3;
    }
    image
}
