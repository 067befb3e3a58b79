//! Pictures of positions as SVG: what the page, its PNG and GIF files and notebooks show alike.
//!
//! No font is needed and none is embedded: coordinates and numbers are strokes.

mod boards;
mod strokes;

use crate::{Look, Session};
use luozi_core::diagram::Symbol;
use luozi_core::{Cell, Grid, Places};
use serde::Deserialize;

/// Colours around the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// A light ground like paper, the usual one.
    #[default]
    Light,
    /// A dark ground as at night.
    Dark,
}

/// Which moves are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Numbers {
    /// None, and the last one has no mark either.
    None,
    /// None, but the last one has a mark.
    #[default]
    Last,
    /// All, each on the piece that it placed; the last one has no other mark.
    All,
}

/// How a picture looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Colours around the board.
    pub theme: Theme,
    /// Numbers on the pieces.
    pub numbers: Numbers,
}

/// Side of a cell in a picture's own units.
const CELL: f64 = 40.0;
/// Room around the cells, for the frame and the coordinates.
const MARGIN: f64 = 34.0;

/// A position to draw.
struct Scene<'a> {
    session: &'a Session,
    grid: Grid,
    symbols: Vec<Symbol>,
    style: Style,
    /// The number of the move that put a piece there.
    numbered: Vec<(Cell, usize)>,
}

impl Scene<'_> {
    fn width(&self) -> f64 {
        size(self.session).0
    }

    fn height(&self) -> f64 {
        size(self.session).1
    }

    /// The middle of a cell.
    fn centre(&self, cell: Cell) -> (f64, f64) {
        let cols = Cell::from(self.grid.cols);
        (MARGIN + (f64::from(cell % cols) + 0.5) * CELL, MARGIN + (f64::from(cell / cols) + 0.5) * CELL)
    }

    /// All cells with what stands on them.
    fn cells(&self) -> impl Iterator<Item = (Cell, Symbol)> + '_ {
        self.symbols.iter().enumerate().map(|(cell, &symbol)| (cell as Cell, symbol))
    }

    fn draw(&self) -> String {
        let (width, height) = (self.width(), self.height());
        let ground = if self.style.theme == Theme::Light { "#F4EEE2" } else { "#14161A" };
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>\n"
        );
        match self.session.kind().look() {
            Look::Holes => boards::holes(self, &mut out),
            Look::Stones if self.grid.places == Places::Points => boards::wood(self, &mut out),
            Look::Discs | Look::Stones => boards::felt(self, &mut out),
        }
        out.push_str("</svg>\n");
        out
    }
}

/// Width and height of the picture of a board, in its own units.
pub fn size(session: &Session) -> (f64, f64) {
    let Grid { rows, cols, .. } = session.grid();
    (f64::from(cols) * CELL + 2.0 * MARGIN, f64::from(rows) * CELL + 2.0 * MARGIN)
}

/// The position where a session stands as an SVG picture.
pub fn svg(session: &Session, style: Style) -> String {
    let numbered = if style.numbers == Numbers::All { placements(session) } else { Vec::new() };
    Scene { session, grid: session.grid(), symbols: session.symbols(), style, numbered }.draw()
}

/// Which move put a piece where, by its number.
fn placements(session: &Session) -> Vec<(Cell, usize)> {
    let mut session = session.clone();
    let mut found = Vec::new();
    while let Some(last) = session.last_move() {
        found.extend(last.cell.map(|cell| (cell, session.moves().len())));
        session.undo();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameKind, Setup};

    #[test]
    fn every_piece_is_drawn_and_no_text_is_needed() {
        let games = [(GameKind::CONNECT4, "4141414"), (GameKind::REVERSI, "f5d6c3"), (GameKind::NOGO, "E5 D4 A1")];
        for (kind, moves) in games {
            let mut session = Session::new(&Setup::standard(kind)).unwrap();
            session.play_moves(moves).unwrap();
            let picture = svg(&session, Style { numbers: Numbers::All, ..Style::default() });
            let pieces = session.pieces().iter().sum::<usize>();
            assert_eq!(picture.matches("class=\"piece\"").count(), pieces);
            assert!(!picture.contains("<text") && !picture.contains("href"), "nothing from elsewhere");
        }
    }
}
