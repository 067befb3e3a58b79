//! Pictures of positions as files: PNG and GIF, rastered from the SVG of the games, so that all three show the same.

mod raster;

pub use luozi_games::picture::{Style, svg};
pub use raster::{gif, png};

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::picture::size;
    use luozi_games::{GameKind, Session, Setup};

    fn session(kind: GameKind, moves: &str) -> Session {
        let mut session = Session::new(&Setup::standard(kind)).unwrap();
        for mv in session.read_moves(moves).unwrap() {
            session.play(&mv).unwrap();
        }
        session
    }

    fn all() -> [Session; 3] {
        [
            session(GameKind::CONNECT4, "4141414"),
            session(GameKind::REVERSI, "f5d6c3"),
            session(GameKind::NOGO, "E5 D4 A1"),
        ]
    }

    #[test]
    fn a_picture_has_its_size_and_a_film_its_frames() {
        for session in all() {
            let bytes = png(&session, Style::default()).unwrap();
            assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
            let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
            let (width, height) = size(&session);
            let expected = |length: f64| (length * raster::SCALE).ceil() as u32;
            assert_eq!((side(16), side(20)), (expected(width), expected(height)));
        }
        let film = gif(&session(GameKind::NOGO, "E5 D4"), Style::default(), 700).unwrap();
        let mut decoder = ::gif::DecodeOptions::new().read_info(&film[..]).unwrap();
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            delays.push(frame.delay);
        }
        assert_eq!(delays, [70, 70, 210], "the start and every move; the end stays longer");
    }
}
