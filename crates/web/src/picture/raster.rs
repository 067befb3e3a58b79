//! From SVG to pixels.

use super::{Style, svg};
use crate::problem::{Code, Problem};
use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
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

fn pixels(session: &Session, style: Style, scale: f64) -> Result<Pixmap, Problem> {
    let tree = Tree::from_str(&svg(session, style), &Options::default()).map_err(|e| failed(&e))?;
    let side = |length: f32| (f64::from(length) * scale).ceil() as u32;
    let size = tree.size();
    let mut pixmap = Pixmap::new(side(size.width()), side(size.height())).ok_or_else(|| failed(&"it has no size"))?;
    resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// The position of a session as PNG.
pub fn png(session: &Session, style: Style) -> Result<Vec<u8>, Problem> {
    pixels(session, style, SCALE)?.encode_png().map_err(|e| failed(&e))
}

/// A part of a picture: its left and upper edge, width and height.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Part {
    fn whole(pixmap: &Pixmap) -> Part {
        Part { left: 0, top: 0, width: pixmap.width() as usize, height: pixmap.height() as usize }
    }

    /// The smallest part that holds every difference; one pixel when there is none.
    fn changed(before: &Pixmap, after: &Pixmap) -> Part {
        let width = after.width() as usize;
        let pairs = before.pixels().iter().zip(after.pixels());
        let places = pairs.enumerate().filter(|(_, (old, new))| old != new).map(|(at, _)| (at % width, at / width));
        let edges = places.fold(None, |edges, (x, y)| {
            let (left, top, right, bottom) = edges.unwrap_or((x, y, x, y));
            Some((left.min(x), top.min(y), right.max(x), bottom.max(y)))
        });
        let (left, top, right, bottom) = edges.unwrap_or_default();
        Part { left, top, width: right - left + 1, height: bottom - top + 1 }
    }

    fn cut(self, pixmap: &Pixmap) -> Vec<u8> {
        let rows = pixmap.data().chunks_exact(pixmap.width() as usize * 4).skip(self.top).take(self.height);
        rows.flat_map(|row| &row[self.left * 4..][..self.width * 4]).copied().collect()
    }
}

/// The game of a session from its start, one frame a move of `ms` milliseconds, as GIF. A frame holds what its move changed.
pub fn gif(session: &Session, style: Style, ms: u64) -> Result<Vec<u8>, Problem> {
    let mut positions = vec![session.clone()];
    let mut earlier = session.clone();
    while earlier.undo().is_some() {
        positions.push(earlier.clone());
    }
    let mut shown = pixels(&earlier, style, FILM_SCALE)?;
    let mut bytes = Vec::new();
    let size = (shown.width() as u16, shown.height() as u16);
    let mut encoder = Encoder::new(&mut bytes, size.0, size.1, &[]).map_err(|e| failed(&e))?;
    encoder.set_repeat(Repeat::Infinite).map_err(|e| failed(&e))?;
    let hundredths = (ms.clamp(FRAME_MS.0, FRAME_MS.1) / 10) as u16;
    for (left, position) in positions.iter().enumerate().rev() {
        let next = pixels(position, style, FILM_SCALE)?;
        let part = if left + 1 == positions.len() { Part::whole(&next) } else { Part::changed(&shown, &next) };
        let (width, height) = (part.width as u16, part.height as u16);
        let mut frame = Frame::from_rgba_speed(width, height, &mut part.cut(&next), ROUGHNESS);
        (frame.left, frame.top) = (part.left as u16, part.top as u16);
        frame.dispose = DisposalMethod::Keep;
        frame.delay = if left == 0 { hundredths.saturating_mul(LAST_FRAME) } else { hundredths };
        encoder.write_frame(&frame).map_err(|e| failed(&e))?;
        shown = next;
    }
    drop(encoder);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::{GameKind, Setup};

    /// What a viewer shows at the end of a film: every frame laid over those before.
    fn last_picture(film: &[u8]) -> (Vec<u8>, usize) {
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(film).unwrap();
        let width = usize::from(decoder.width());
        let mut canvas = vec![0; width * usize::from(decoder.height()) * 4];
        let mut frames = 0;
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (row, line) in frame.buffer.chunks_exact(usize::from(frame.width) * 4).enumerate() {
                let start = ((usize::from(frame.top) + row) * width + usize::from(frame.left)) * 4;
                canvas[start..][..line.len()].copy_from_slice(line);
            }
            frames += 1;
        }
        (canvas, frames)
    }

    #[test]
    fn a_film_holds_only_what_moves_and_ends_with_the_last_position() {
        let mut session = Session::new(&Setup::standard(GameKind::REVERSI)).unwrap();
        session.play_moves("f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 c6 f7 e8 d8").unwrap();
        let film = gif(&session, Style::default(), 700).unwrap();
        let (shown, frames) = last_picture(&film);
        assert_eq!(frames, session.moves().len() + 1);
        let expected = pixels(&session, Style::default(), FILM_SCALE).unwrap();
        let far = shown.iter().zip(expected.data()).filter(|(a, b)| a.abs_diff(**b) > 40).count();
        assert!(far * 200 < shown.len(), "{far} of {} channels are far from the position", shown.len());
        let start = Session::new(&Setup::standard(GameKind::REVERSI)).unwrap();
        let still = gif(&start, Style::default(), 700).unwrap().len();
        assert!(film.len() < 6 * still, "{} bytes for {frames} frames, {still} for one", film.len());
    }
}
