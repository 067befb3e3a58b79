//! Random small boards of every game.

use luozi::core::Rng;
use luozi::games::reversi::Scoring;
use luozi::games::{ForbiddenCell, GameKind, Setup};

/// A number from `from` to `to`.
fn between(rng: &mut Rng, from: u32, to: u32) -> u8 {
    (from + rng.below(to - from + 1)) as u8
}

/// A board of that game: any shape that random play leaves undecided often enough. One Connect Four board in eight needs a
/// wider word than 64 bits.
pub fn random_board(game: GameKind, rng: &mut Rng) -> Setup {
    if game == GameKind::CONNECT4 {
        random_connect4(rng)
    } else if game == GameKind::REVERSI {
        let scoring = [Scoring::Difference, Scoring::EmptiesToWinner][rng.below(2) as usize];
        scoring.on_board([4, 6, 8][rng.below(3) as usize])
    } else {
        let rows = between(rng, 1, 5);
        Setup::board(game, rows, between(rng, 2, 5))
    }
}

fn random_connect4(rng: &mut Rng) -> Setup {
    let (rows, cols) = match rng.below(8) {
        0 => (between(rng, 8, 9), between(rng, 8, 9)),
        _ => (between(rng, 3, 6), between(rng, 3, 7)),
    };
    // Holes make fours rarer: a large board without them is decided long before it is full.
    let holes_in_32 = if rows > 6 { 12 } else { rng.below(2) * rng.below(12) };
    let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| ForbiddenCell { row, col }));
    Setup::board(GameKind::CONNECT4, rows, cols).forbidding(cells.filter(|_| rng.below(32) < holes_in_32))
}
