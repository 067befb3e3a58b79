//! What a stone does: fours made and stopped, threats that must be answered, and the cell that it opens above itself.

use super::{Column, Rules, Word};
use luozi_core::{Game, Notation, Remark};

impl<W: Word> Rules<W> {
    /// What a legal move does, most important first.
    pub(super) fn remarks_of(&self, position: &super::Position<W>, mv: Column) -> Vec<Remark> {
        let grid = self.grid();
        let label = |cells: W| {
            let columns = cells.cells().map(|cell| grid.column_label((cell / self.masks().stride()) as u8));
            columns.collect::<Vec<_>>().join(", ")
        };
        let before = self.threats(position);
        let here = self.next_cells(position) & self.masks().column(mv.0);
        let mut after = *position;
        self.play_unchecked(&mut after, mv);
        if after.won {
            return vec![Remark::new("four")];
        }
        let mut remarks = Vec::new();
        let threats = self.threats(&after);
        let next = self.next_cells(&after);

        // 1. The opponent's four at this very cell.
        if !(here & before.other).is_empty() {
            remarks.push(Remark::new("blocks").with("column", label(here)));
        }

        // 2. What must be answered now: after the move the mover is the other side.
        let forcing = next & threats.other;
        match forcing.count() {
            0 => {}
            1 => remarks.push(Remark::new("threat").with("column", label(forcing))),
            count => remarks.push(Remark::new("threats").with("count", count).with("columns", label(forcing))),
        }

        // 3. New threats that cannot be filled yet.
        let later = threats.other & !next & !before.own;
        if !later.is_empty() && forcing.is_empty() {
            remarks.push(Remark::new("later").with("columns", label_once(&label(later))));
        }

        // 4. What it leaves or gives to the opponent.
        let given = next & threats.own;
        let above = given & self.masks().column(mv.0);
        if !above.is_empty() {
            remarks.push(Remark::new("opens").with("column", label(above)));
        } else if !given.is_empty() {
            remarks.push(Remark::new("leaves").with("column", label(given)));
        }
        remarks
    }
}

/// Columns, each named once.
fn label_once(columns: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in columns.split(", ") {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}
