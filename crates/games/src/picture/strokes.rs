//! Letters and digits as strokes on a grid of 4 x 6, so that pictures need no font.

use std::fmt::Write;

/// The strokes of a character: points `x,y` with y downward, strokes separated by `|`. Unknown ones are blank.
fn strokes(character: char) -> &'static str {
    match character {
        '0' | 'O' => "0,0 4,0 4,6 0,6 0,0",
        '1' => "1,1 2,0 2,6",
        '2' => "0,0 4,0 4,3 0,3 0,6 4,6",
        '3' => "0,0 4,0 4,6 0,6|0,3 4,3",
        '4' => "0,0 0,3 4,3|4,0 4,6",
        '5' => "4,0 0,0 0,3 4,3 4,6 0,6",
        '6' => "4,0 0,0 0,6 4,6 4,3 0,3",
        '7' => "0,0 4,0 2,6",
        '8' => "0,0 4,0 4,6 0,6 0,0|0,3 4,3",
        '9' => "4,3 0,3 0,0 4,0 4,6 0,6",
        'A' => "0,6 2,0 4,6|1,4 3,4",
        'B' => "0,0 3,0 4,1 4,2 3,3 0,3|3,3 4,4 4,5 3,6 0,6 0,0",
        'C' => "4,0 0,0 0,6 4,6",
        'D' => "0,0 3,0 4,1 4,5 3,6 0,6 0,0",
        'E' => "4,0 0,0 0,6 4,6|0,3 3,3",
        'F' => "4,0 0,0 0,6|0,3 3,3",
        'G' => "4,0 0,0 0,6 4,6 4,3 2,3",
        'H' => "0,0 0,6|4,0 4,6|0,3 4,3",
        'J' => "4,0 4,6 0,6 0,4",
        'K' => "0,0 0,6|4,0 0,3 4,6",
        'L' => "0,0 0,6 4,6",
        'M' => "0,6 0,0 2,3 4,0 4,6",
        'N' => "0,6 0,0 4,6 4,0",
        'P' => "0,6 0,0 4,0 4,3 0,3",
        'Q' => "0,0 4,0 4,6 0,6 0,0|2,4 4,6",
        'a' => "0,2 4,2 4,6 0,6 0,4 4,4",
        'b' => "0,0 0,6 4,6 4,2 0,2",
        'c' => "4,2 0,2 0,6 4,6",
        'd' => "4,0 4,6 0,6 0,2 4,2",
        'e' => "0,4 4,4 4,2 0,2 0,6 4,6",
        'f' => "4,0 2,0 2,6|0,3 4,3",
        'g' => "4,6 0,6 0,2 4,2 4,8 0,8",
        'h' => "0,0 0,6|0,2 4,2 4,6",
        _ => "",
    }
}

/// Draws `text` in the middle of (`x`, `y`), `height` high.
pub(super) fn draw(out: &mut String, text: &str, (x, y): (f64, f64), height: f64, colour: &str) {
    let unit = height / 6.0;
    let advance = 6.0 * unit;
    let left = x - (text.chars().count() as f64 * advance - 2.0 * unit) / 2.0;
    let mut path = String::new();
    for (place, character) in text.chars().enumerate() {
        for stroke in strokes(character).split('|') {
            for (index, point) in stroke.split_whitespace().enumerate() {
                let (px, py) = point.split_once(',').unwrap_or_default();
                let number = |text: &str| text.parse::<f64>().unwrap_or_default();
                let at = (left + place as f64 * advance + number(px) * unit, y + (number(py) - 3.0) * unit);
                let command = if index == 0 { 'M' } else { 'L' };
                // Writing to a string cannot fail.
                let _ = write!(path, "{command}{:.1} {:.1}", at.0, at.1);
            }
        }
    }
    let _ = writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{:.2}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
        height / 7.0
    );
}
