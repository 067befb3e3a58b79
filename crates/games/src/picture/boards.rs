//! The three boards: kaya wood, green felt, indigo lacquer.

use super::{CELL, MARGIN, Numbers, Scene, Theme, strokes};
use luozi_core::diagram::Symbol;
use luozi_core::{Cell, Player};
use std::fmt::Write;

/// Adds a line to a picture; writing to a string cannot fail.
macro_rules! line {
    ($out:expr, $($arguments:tt)*) => {{ let _ = writeln!($out, $($arguments)*); }};
}

/// Height of coordinates.
const LABEL: f64 = 11.0;

/// Two colours from the top left to the bottom right.
fn gradient(out: &mut String, id: &str, from: &str, to: &str) {
    line!(
        out,
        "<linearGradient id=\"{id}\" x1=\"0\" y1=\"0\" x2=\"1\" y2=\"1\"><stop offset=\"0\" stop-color=\"{from}\"/>\
         <stop offset=\"1\" stop-color=\"{to}\"/></linearGradient>"
    );
}

/// A ball lit from the upper left.
fn ball(out: &mut String, id: &str, light: &str, dark: &str) {
    line!(
        out,
        "<radialGradient id=\"{id}\" cx=\"0.36\" cy=\"0.3\" r=\"0.75\"><stop offset=\"0\" stop-color=\"{light}\"/>\
         <stop offset=\"1\" stop-color=\"{dark}\"/></radialGradient>"
    );
}

fn circle(out: &mut String, (x, y): (f64, f64), radius: f64, style: &str) {
    line!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" {style}/>");
}

/// The outer edge of the board.
fn frame(scene: &Scene<'_>, out: &mut String, fill: &str, inset: f64) {
    let (width, height) = (scene.width() - 2.0 * inset, scene.height() - 2.0 * inset);
    line!(
        out,
        "<rect x=\"{inset}\" y=\"{inset}\" width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"url(#{fill})\"/>"
    );
}

/// A stone with its shadow.
fn stone(out: &mut String, (x, y): (f64, f64), fill: &str) {
    circle(out, (x + 1.0, y + 2.0), CELL * 0.45, "fill=\"#000\" fill-opacity=\"0.22\"");
    circle(out, (x, y), CELL * 0.45, &format!("class=\"piece\" fill=\"url(#{fill})\""));
}

/// The labels of columns above and of rows beside the cells.
fn coordinates(scene: &Scene<'_>, out: &mut String, colour: &str) {
    let grid = &scene.grid;
    for col in 0..grid.cols {
        let (x, _) = scene.centre(Cell::from(col));
        strokes::draw(out, &grid.column_label(col), (x, MARGIN * 0.42), LABEL, colour);
    }
    for row in 0..grid.rows {
        let (_, y) = scene.centre(Cell::from(row) * Cell::from(grid.cols));
        strokes::draw(out, &grid.row_label(row), (MARGIN * 0.45, y), LABEL, colour);
    }
}

/// Numbers on the pieces, or a ring of that colour and size on the last move.
fn marks(scene: &Scene<'_>, out: &mut String, ink: [&str; 2], (mark, radius): (&str, f64)) {
    for &(cell, ply) in &scene.numbered {
        let second = scene.symbols.get(usize::from(cell)) == Some(&Symbol::Stone(Player::Second));
        let text = ply.to_string();
        let height = if text.len() > 2 { 9.0 } else { 12.0 };
        strokes::draw(out, &text, scene.centre(cell), height, ink[usize::from(second)]);
    }
    let last = scene.session.last_move().and_then(|last| last.cell).filter(|_| scene.style.numbers == Numbers::Last);
    if let Some(cell) = last {
        let style = format!("fill=\"none\" stroke=\"{mark}\" stroke-width=\"2.6\"");
        circle(out, scene.centre(cell), CELL * radius, &style);
    }
}

/// Black and white stones or discs.
fn stones(scene: &Scene<'_>, out: &mut String) {
    for (cell, symbol) in scene.cells() {
        match symbol {
            Symbol::Stone(Player::First) => stone(out, scene.centre(cell), "black"),
            Symbol::Stone(Player::Second) => stone(out, scene.centre(cell), "white"),
            Symbol::Empty | Symbol::Forbidden => {}
        }
    }
    marks(scene, out, ["#FCF9F2", "#221D17"], ("#D8432B", 0.17));
}

fn stone_paints(out: &mut String) {
    ball(out, "black", "#5C5A58", "#121113");
    ball(out, "white", "#FFFFFF", "#D3CBBB");
}

/// Wood, lines, stones, and marks on points that one side or nobody may use.
pub(super) fn wood(scene: &Scene<'_>, out: &mut String) {
    gradient(out, "wood", "#EBC88F", "#D4A562");
    stone_paints(out);
    frame(scene, out, "wood", 4.0);
    let (rows, cols) = (scene.grid.rows, scene.grid.cols);
    let last = Cell::from(rows) * Cell::from(cols) - 1;
    let ((left, top), (right, bottom)) = (scene.centre(0), scene.centre(last));
    for col in 0..cols {
        let (x, _) = scene.centre(Cell::from(col));
        line!(out, "<path d=\"M{x} {top}V{bottom}\" stroke=\"#54381A\" stroke-width=\"1.1\"/>");
    }
    for row in 0..rows {
        let (_, y) = scene.centre(Cell::from(row) * Cell::from(cols));
        line!(out, "<path d=\"M{left} {y}H{right}\" stroke=\"#54381A\" stroke-width=\"1.1\"/>");
    }
    coordinates(scene, out, "#4A3113");
    for (cell, kind) in scene.session.territories().unwrap_or_default().chars().enumerate() {
        let (x, y) = scene.centre(cell as Cell);
        let (corner, side) = ((x - 5.5, y - 5.5), 11.0);
        match kind {
            'X' | 'O' => {
                let fill = if kind == 'X' { "#221D17" } else { "#FCF9F2" };
                line!(
                    out,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side}\" height=\"{side}\" rx=\"2\" fill=\"{fill}\" stroke=\"#54381A\"/>",
                    corner.0,
                    corner.1
                );
            }
            '-' => cross(out, (x, y), 6.5, "stroke=\"#7A3A1E\" stroke-width=\"2.2\""),
            _ => {}
        }
    }
    stones(scene, out);
}

/// Walnut, felt, discs.
pub(super) fn felt(scene: &Scene<'_>, out: &mut String) {
    gradient(out, "walnut", "#5A3F2B", "#35241A");
    gradient(out, "felt", "#2A7D5D", "#185642");
    stone_paints(out);
    frame(scene, out, "walnut", 4.0);
    let (width, height) = (scene.width() - 2.0 * MARGIN, scene.height() - 2.0 * MARGIN);
    line!(out, "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\" fill=\"url(#felt)\"/>");
    for step in 0..=scene.grid.cols {
        let at = MARGIN + f64::from(step) * CELL;
        let far = MARGIN + height;
        line!(
            out,
            "<path d=\"M{at} {MARGIN}V{far}M{MARGIN} {at}H{far}\" stroke=\"#0A3325\" stroke-width=\"1.3\" fill=\"none\"/>"
        );
    }
    coordinates(scene, out, "#E9D9BE");
    stones(scene, out);
}

/// Lacquer with holes; rings on the first player's discs, diamonds on the second's.
pub(super) fn holes(scene: &Scene<'_>, out: &mut String) {
    gradient(out, "lacquer", "#2C4A86", "#182B55");
    ball(out, "red", "#DE5B42", "#B83622");
    ball(out, "gold", "#FCE08C", "#EFBE4B");
    frame(scene, out, "lacquer", 14.0);
    let light = scene.style.theme == Theme::Light;
    let hole = if light { "#F1EADB" } else { "#191C22" };
    for (cell, symbol) in scene.cells() {
        let at = scene.centre(cell);
        match symbol {
            Symbol::Stone(Player::First) => {
                circle(
                    out,
                    at,
                    CELL * 0.43,
                    "class=\"piece\" fill=\"url(#red)\" stroke=\"#7E1F10\" stroke-width=\"1.4\"",
                );
                circle(out, at, CELL * 0.29, "fill=\"none\" stroke=\"#F6B6A6\" stroke-width=\"1.5\"");
            }
            Symbol::Stone(Player::Second) => {
                circle(
                    out,
                    at,
                    CELL * 0.43,
                    "class=\"piece\" fill=\"url(#gold)\" stroke=\"#8A5A08\" stroke-width=\"1.4\"",
                );
                diamond(out, at, CELL * 0.24);
            }
            Symbol::Forbidden => {
                circle(out, at, CELL * 0.43, "fill=\"#101D3C\" stroke=\"#C79A3A\" stroke-width=\"1.6\"");
                cross(out, at, CELL * 0.19, "stroke=\"#D9AE55\" stroke-width=\"3\"");
            }
            Symbol::Empty => circle(out, at, CELL * 0.42, &format!("fill=\"{hole}\"")),
        }
    }
    for cell in scene.session.finish().into_iter().flat_map(|(_, cells)| cells) {
        circle(out, scene.centre(cell), CELL * 0.46, "fill=\"none\" stroke=\"#FFFFFF\" stroke-width=\"3\"");
    }
    let bottom = scene.height() - 8.0;
    for col in 0..scene.grid.cols {
        let (x, _) = scene.centre(Cell::from(col));
        strokes::draw(out, &(col + 1).to_string(), (x, bottom), 8.5, if light { "#6B6154" } else { "#9A9285" });
    }
    marks(scene, out, ["#FFFFFF", "#5A3A04"], ("#FFFFFF", 0.45));
}

fn cross(out: &mut String, (x, y): (f64, f64), reach: f64, stroke: &str) {
    let (left, right, top, bottom) = (x - reach, x + reach, y - reach, y + reach);
    line!(
        out,
        "<path d=\"M{left:.1} {top:.1}L{right:.1} {bottom:.1}M{left:.1} {bottom:.1}L{right:.1} {top:.1}\" {stroke} stroke-linecap=\"round\"/>"
    );
}

fn diamond(out: &mut String, (x, y): (f64, f64), reach: f64) {
    line!(
        out,
        "<path d=\"M{x:.1} {:.1}L{:.1} {y:.1}L{x:.1} {:.1}L{:.1} {y:.1}Z\" fill=\"none\" stroke=\"#8A5A08\" stroke-width=\"1.6\"/>",
        y - reach,
        x + reach,
        y + reach,
        x - reach
    );
}
