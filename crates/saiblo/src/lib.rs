//! Luozi at Saiblo's Connect Four, as the shared object that its judge loads.
//!
//! This file is the border: C's pointers become values, panics stop here, and whatever the judge sends gets an answer.
//! The [`Player`] behind it is `luozi-saiblo-player`'s. The header for C programs is `include/luozi_saiblo.h`, written by
//! cbindgen from this file.

use luozi_protocol::saiblo::{self, Start, Turn};
use luozi_saiblo_player::{Player, Settings, reflex};
use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Most rows or columns of a board that is looked at; the judge's have 9 to 12.
const MAX_SIDE: c_int = 64;

/// A point: x is the row downward, y the column, both from 0 at the top left.
#[repr(C)]
pub struct Point {
    /// Row, from 0 at the top; -1 for no point.
    pub x: c_int,
    /// Column, from 0 on the left; -1 for no point.
    pub y: c_int,
}

/// The player of this process; it keeps what it learned from one call to the next.
static PLAYER: Mutex<Option<Player>> = Mutex::new(None);

/// Chooses a point for the callee. Free the returned point with clearPoint.
///
/// M and N are rows and columns; top has N entries, the row index of every column's top (a stone in column y lands at
/// row `top[y] - 1`; 0 is a full column); board has M * N entries by row: 0 empty, 1 the opponent's, 2 the callee's;
/// (lastX, lastY) is the opponent's last stone, -1 before the first; (noX, noY) is the forbidden cell.
///
/// The answer is (-1, -1) when there is no free column or the arguments describe no board; it is never null.
///
/// # Safety
/// `top` must be null or point to N numbers, and `board` must be null or point to M * N numbers, for M and N from 1 to 64.
#[unsafe(no_mangle)]
#[allow(non_snake_case, clippy::too_many_arguments, reason = "the judge chose the name and the arguments")]
pub unsafe extern "C" fn getPoint(
    M: c_int,
    N: c_int,
    top: *const c_int,
    board: *const c_int,
    lastX: c_int,
    lastY: c_int,
    noX: c_int,
    noY: c_int,
) -> *mut Point {
    let asked = Instant::now();
    let sides = 1..=MAX_SIDE;
    let point = if sides.contains(&M) && sides.contains(&N) && !top.is_null() && !board.is_null() {
        // SAFETY: both are not null, and the caller promises N and M * N numbers behind them.
        let (top, board) = unsafe {
            (std::slice::from_raw_parts(top, N as usize), std::slice::from_raw_parts(board, (M * N) as usize))
        };
        let start = Start { rows: M, cols: N, forbidden: saiblo::Point { x: noX, y: noY } };
        let last = saiblo::Point { x: lastX, y: lastY };
        let turn = Turn { last, top: top.to_vec(), board: board.to_vec() };
        let mut player = PLAYER.lock().unwrap_or_else(PoisonError::into_inner);
        guarded(&mut player, &start, &turn, |player| player.answer(&start, &turn, asked))
    } else {
        saiblo::Point::NONE
    };
    Box::into_raw(Box::new(Point { x: point.x, y: point.y }))
}

/// Frees a point that getPoint returned; null is allowed.
///
/// # Safety
/// `point` must be null or come from `getPoint` of this library, and must not be freed twice.
#[unsafe(no_mangle)]
#[allow(non_snake_case, reason = "the judge chose the name")]
pub unsafe extern "C" fn clearPoint(point: *mut Point) {
    if !point.is_null() {
        // SAFETY: the caller promises that it is a point of `getPoint`, which is a leaked box.
        drop(unsafe { Box::from_raw(point) });
    }
}

/// The answer of `think`; if it panics, the player is given up and the simplest legal point answers.
fn guarded(
    player: &mut Option<Player>,
    start: &Start,
    turn: &Turn,
    think: impl FnOnce(&mut Player) -> saiblo::Point,
) -> saiblo::Point {
    // Whatever a panic leaves half-done is dropped with the player.
    let thought = catch_unwind(AssertUnwindSafe(|| {
        think(player.get_or_insert_with(|| Player::new(Settings::from_environment())))
    }));
    thought.unwrap_or_else(|_| {
        *player = None;
        catch_unwind(|| reflex(start, turn)).ok().flatten().unwrap_or(saiblo::Point::NONE)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_stays_inside_and_a_legal_point_comes_out() {
        let start = Start { rows: 9, cols: 9, forbidden: saiblo::Point { x: 8, y: 4 } };
        let turn = Turn { last: saiblo::Point::NONE, top: [9, 9, 9, 9, 8, 9, 9, 9, 9].to_vec(), board: vec![0; 81] };
        let mut player = None;
        let point = guarded(&mut player, &start, &turn, |_| panic!("provoked by the test"));
        assert_eq!(point, saiblo::Point { x: 7, y: 4 });
        assert!(player.is_none(), "nothing half-done is kept");
    }
}
