//! From SVG to pixels.

use super::{Style, svg};
use crate::problem::{Code, Problem};
use ::gif::{Encoder, Frame, Repeat};
use luozi_games::Session;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Pixels for a unit of the SVG picture.
pub(super) const SCALE: f64 = 1.5;
/// Pixels for a unit in films, which have many frames.
const FILM_SCALE: f64 = 1.0;
/// How roughly the colours of a frame are chosen, 1 to 30: rougher is faster.
const ROUGHNESS: i32 = 20;
/// Shortest and longest time of a frame, in milliseconds.
const FRAME_MS: (u64, u64) = (50, 10_000);
/// The last frame stays so many times longer.
const LAST_FRAME: u16 = 3;

fn failed(reason: &dyn std::fmt::Display) -> Problem {
    Problem::with_reason(Code::Internal, format!("the picture failed: {reason}"))
}

fn pixels(table: &Session, style: Style, scale: f64) -> Result<Pixmap, Problem> {
    let tree = Tree::from_str(&svg(table, style), &Options::default()).map_err(|e| failed(&e))?;
    let side = |length: f32| (f64::from(length) * scale).ceil() as u32;
    let size = tree.size();
    let mut pixmap = Pixmap::new(side(size.width()), side(size.height())).ok_or_else(|| failed(&"it has no size"))?;
    resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// The position at a table as PNG.
pub fn png(table: &Session, style: Style) -> Result<Vec<u8>, Problem> {
    pixels(table, style, SCALE)?.encode_png().map_err(|e| failed(&e))
}

/// The game at a table from its start, one frame a move of `ms` milliseconds, as GIF.
pub fn gif(table: &Session, style: Style, ms: u64) -> Result<Vec<u8>, Problem> {
    let mut positions = vec![table.clone()];
    let mut earlier = table.clone();
    while earlier.undo().is_some() {
        positions.push(earlier.clone());
    }
    let start = pixels(&earlier, style, FILM_SCALE)?;
    let (width, height) = (start.width() as u16, start.height() as u16);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &[]).map_err(|e| failed(&e))?;
    encoder.set_repeat(Repeat::Infinite).map_err(|e| failed(&e))?;
    let hundredths = (ms.clamp(FRAME_MS.0, FRAME_MS.1) / 10) as u16;
    for (left, position) in positions.iter().enumerate().rev() {
        let mut pixels = pixels(position, style, FILM_SCALE)?.take();
        let mut frame = Frame::from_rgba_speed(width, height, &mut pixels, ROUGHNESS);
        frame.delay = if left == 0 { hundredths.saturating_mul(LAST_FRAME) } else { hundredths };
        encoder.write_frame(&frame).map_err(|e| failed(&e))?;
    }
    drop(encoder);
    Ok(bytes)
}
