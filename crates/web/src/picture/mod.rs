//! Pictures of positions: SVG drawn here, PNG and GIF rastered from that SVG, so that all three show the same.
//!
//! No font is needed and none is embedded: coordinates and numbers are strokes ([`strokes`]).

mod boards;
mod raster;
mod strokes;

pub use raster::{gif, png};

use crate::board::{CellNumber, State};
use luozi_games::{GameKind, Table};
use serde::Deserialize;

/// Colours around the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Paper.
    #[default]
    Light,
    /// Night.
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
    /// All.
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
    state: &'a State,
    kind: GameKind,
    style: Style,
    /// The number of the move that put a piece there.
    numbered: Vec<(CellNumber, usize)>,
}

impl Scene<'_> {
    fn width(&self) -> f64 {
        f64::from(self.state.grid.cols) * CELL + 2.0 * MARGIN
    }

    fn height(&self) -> f64 {
        f64::from(self.state.grid.rows) * CELL + 2.0 * MARGIN
    }

    /// The middle of a cell.
    fn centre(&self, cell: CellNumber) -> (f64, f64) {
        let cols = CellNumber::from(self.state.grid.cols);
        (MARGIN + (f64::from(cell % cols) + 0.5) * CELL, MARGIN + (f64::from(cell / cols) + 0.5) * CELL)
    }

    /// All cells with what stands on them.
    fn cells(&self) -> impl Iterator<Item = (CellNumber, char)> + '_ {
        self.state.cells.chars().enumerate().map(|(cell, symbol)| (cell as CellNumber, symbol))
    }

    fn draw(&self) -> String {
        let (width, height) = (self.width(), self.height());
        let ground = if self.style.theme == Theme::Light { "#F4EEE2" } else { "#14161A" };
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>\n"
        );
        match self.kind {
            GameKind::Connect4 => boards::connect4(self, &mut out),
            GameKind::Reversi => boards::reversi(self, &mut out),
            GameKind::NoGo => boards::nogo(self, &mut out),
        }
        out.push_str("</svg>\n");
        out
    }
}

/// The position at a table as an SVG picture.
pub fn svg(table: &Table, style: Style) -> String {
    let state = State::new(table);
    let numbered = if style.numbers == Numbers::All { placements(table) } else { Vec::new() };
    Scene { state: &state, kind: table.setup().kind(), style, numbered }.draw()
}

/// Which move put a piece where, by its number.
fn placements(table: &Table) -> Vec<(CellNumber, usize)> {
    let mut table = table.clone();
    let mut found = Vec::new();
    while !table.moves().is_empty() {
        let ply = table.moves().len();
        let cell = State::new(&table).last.and_then(|last| last.cell);
        found.extend(cell.map(|cell| (cell, ply)));
        table.undo();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::Setup;

    fn table(kind: GameKind, moves: &str) -> Table {
        let mut table = Table::new(&Setup::standard(kind)).unwrap();
        for mv in table.read_moves(moves).unwrap() {
            table.play(&mv).unwrap();
        }
        table
    }

    fn all() -> [Table; 3] {
        [table(GameKind::Connect4, "4141414"), table(GameKind::Reversi, "f5d6c3"), table(GameKind::NoGo, "E5 D4 A1")]
    }

    #[test]
    fn every_piece_is_drawn_and_no_text_is_needed() {
        for table in all() {
            let picture = svg(&table, Style { numbers: Numbers::All, ..Style::default() });
            let pieces = crate::board::cells(&table).chars().filter(|c| "XO".contains(*c)).count();
            assert_eq!(picture.matches("class=\"piece\"").count(), pieces);
            assert!(!picture.contains("<text") && !picture.contains("href"), "nothing from elsewhere");
        }
    }

    #[test]
    fn a_picture_has_its_size_and_a_film_its_frames() {
        for table in all() {
            let bytes = png(&table, Style::default()).unwrap();
            assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
            let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
            let (rows, cols) = table.setup().size();
            let expected = |cells: u8| ((f64::from(cells) * CELL + 2.0 * MARGIN) * raster::SCALE).ceil() as u32;
            assert_eq!((side(16), side(20)), (expected(cols), expected(rows)));
        }
        let film = gif(&table(GameKind::NoGo, "E5 D4"), Style::default(), 700).unwrap();
        let mut decoder = ::gif::DecodeOptions::new().read_info(&film[..]).unwrap();
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            delays.push(frame.delay);
        }
        assert_eq!(delays, [70, 70, 210], "the start and every move; the end stays longer");
    }
}
