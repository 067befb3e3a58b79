//! Which weights a file holds: configurations that are mirror images of each other share one.

use super::index::{COUNTS, OFFSETS, TABLES};
use super::shapes::SHAPES;
use std::ops::Range;
use std::sync::OnceLock;

/// How the weights of a file serve all configurations.
pub(super) struct Layout {
    /// By configuration, over all tables: the number of its weight.
    pub(super) shared: Vec<u32>,
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
        let mut shared: Vec<u32> = Vec::with_capacity(OFFSETS[TABLES] as usize);
        let mut next = 0;
        let tables = std::array::from_fn(|table| {
            let (begin, first) = (shared.len(), next);
            let mirror = SHAPES.get(table).and_then(|shape| mirror(shape.squares));
            for index in 0..(OFFSETS[table + 1] - OFFSETS[table]) as usize {
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
        Layout { shared, tables }
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

/// By square of a shape, the square that it becomes in the mirror that maps the shape onto itself; `None` if there is none.
pub(crate) fn mirror(squares: &[(usize, usize)]) -> Option<Vec<usize>> {
    let place = |square| squares.iter().position(|&other| other == square);
    let across = squares.iter().map(|&(row, column)| place((column, row))).collect::<Option<_>>();
    across.or_else(|| squares.iter().map(|&(row, column)| place((row, 7 - column))).collect())
}

/// The configuration with its squares moved.
pub(crate) fn image(index: usize, mirror: &[usize]) -> usize {
    let (mut rest, mut image) = (index, 0);
    for &to in mirror {
        image += rest % 3 * 3usize.pow(to as u32);
        rest /= 3;
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images_share_a_weight_and_nothing_else_does() {
        let layout = Layout::get();
        let sizes: Vec<usize> = layout.tables.iter().map(|table| table.len()).collect();
        // (3^n + 3^(squares or pairs that stay)) / 2
        let expected = [
            (3usize.pow(9) + 3usize.pow(6)) / 2,
            (3usize.pow(10) + 3usize.pow(5)) / 2,
            (3usize.pow(10) + 3usize.pow(6)) / 2,
            (3usize.pow(8) + 3usize.pow(4)) / 2,
            (3usize.pow(8) + 3usize.pow(4)) / 2,
            (3usize.pow(8) + 3usize.pow(4)) / 2,
            (3usize.pow(4) + 3usize.pow(2)) / 2,
            (3usize.pow(5) + 3usize.pow(3)) / 2,
            (3usize.pow(6) + 3usize.pow(3)) / 2,
            (3usize.pow(7) + 3usize.pow(4)) / 2,
            (3usize.pow(8) + 3usize.pow(4)) / 2,
            41,
            41,
            65,
        ];
        assert_eq!(sizes, expected);
        assert_eq!(layout.shared.len(), OFFSETS[TABLES] as usize);
    }
}
