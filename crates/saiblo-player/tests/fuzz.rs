//! Boards that no judge sends: nothing panics, and the answer is a free cell whenever the tops leave one.
//!
//! A Bolero target, as in `docs/testing.md`; the seeds are in `__fuzz__/any_board/corpus`.

use luozi_protocol::saiblo::{Point, Start, Turn};
use luozi_saiblo_player::{Player, Settings};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A turn from bytes: rows, columns, forbidden cell, tops, then a digit a cell; missing bytes are zeros.
fn turn(bytes: &[u8]) -> (Start, Turn) {
    let mut numbers = bytes.iter().map(|&byte| i32::from(byte)).chain(std::iter::repeat(0));
    let mut next = || numbers.next().expect("there is always another zero");
    let (rows, cols) = (1 + next() % 14, 1 + next() % 14);
    let forbidden = Point { x: next() % 16 - 1, y: next() % 16 - 1 };
    let top = (0..cols).map(|_| next() % (rows + 3) - 1).collect();
    let board = (0..rows * cols).map(|_| next() % 4).collect();
    (Start { rows, cols, forbidden }, Turn { last: Point { x: next(), y: next() }, top, board })
}

#[test]
fn any_board() {
    let mut settings = Settings { time: Duration::from_secs(3600), ..Settings::default() };
    for (key, value) in [("evaluator", "connect4-threats"), ("visits", "2"), ("memory_mb", "1")] {
        settings.recipe.set(key, value).unwrap();
    }
    // Most boards are no positions of a game: what the player says about each is kept for the one that fails.
    let heard = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&heard);
    let player = Mutex::new(Player::heard_by(settings, move |problem| listener.lock().unwrap().push(problem)));
    bolero::check!().for_each(|bytes: &[u8]| {
        let (start, turn) = turn(bytes);
        let point = player.lock().unwrap().answer(&start, &turn, Instant::now());
        let heard = std::mem::take(&mut *heard.lock().unwrap());
        assert!(heard.len() <= 1, "a turn has one problem at most: {heard:?}");
        if point == Point::NONE {
            let free =
                |y: usize| turn.top[y] > 0 && turn.board[y] == 0 && start.forbidden != Point { x: 0, y: y as i32 };
            assert!(!(0..turn.top.len()).any(free), "{start:?} {turn:?} {heard:?}");
        } else {
            assert_eq!(turn.board[(point.x * start.cols + point.y) as usize], 0, "{heard:?}");
            assert_ne!(point, start.forbidden, "{heard:?}");
        }
    });
}
