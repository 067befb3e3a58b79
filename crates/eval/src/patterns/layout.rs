//! The one layout of the weights of a file.

use super::index::TABLES;
use super::shapes::{SHAPES, SQUARES};
use crate::sharing::{COUNTS, Sharing};
use std::sync::OnceLock;

/// Which configurations share a weight.
pub(super) fn layout() -> &'static Sharing<TABLES> {
    static LAYOUT: OnceLock<Sharing<TABLES>> = OnceLock::new();
    LAYOUT.get_or_init(|| Sharing::new(&SQUARES))
}

/// The name of a table.
pub(super) fn name(table: usize) -> &'static str {
    SHAPES.get(table).map_or_else(|| COUNTS[table - SHAPES.len()].0, |shape| shape.name)
}

#[cfg(test)]
mod tests {
    use super::super::index::OFFSETS;
    use super::*;

    #[test]
    fn mirror_images_share_a_weight_and_nothing_else_does() {
        let layout = layout();
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
