//! SGF FF\[4\] for every game that has a dialect of it ([`GameType::sgf`](crate::GameType::sgf)), with variations.
//!
//! | | Connect Four | Reversi | NoGo |
//! |---|---|---|---|
//! | `GM` | `connect4`: SGF has no number for it | `2` | `1`, the number of Go |
//! | `SZ` | `columns:rows` | `8` | `9` or `columns:rows` |
//! | `RU` | - | `empties to the winner`, if so | `NoGo` or `NoGo, centre opening forbidden` |
//! | `FC` (ours) | forbidden cells as points | - | - |
//! | `B`, `W` | the column, from 1 | a point; also read: `f5`; pass: empty, `tt` or `pass` | a point; also read: `E5` |
//!
//! A point is two letters, column then row, `aa` at the top left; points of setup stones may be ranges `aa:cc`. A Go file
//! without `RU` is read as NoGo when the caller says so. Passes of Reversi that a file leaves out are put in.
//!
//! Carried both ways: start position (`AB`, `AW`, `AE`, `PL` in the first node), moves, variations, comments (`C`),
//! judgements (`TE`, `IT`, `DO`, `BM`), clocks (`BL`, `WL`), the engine's score (`V`, good for Black when positive),
//! names and levels of players, event, date, place, time control, result. SGF has no place for time used, the rest of the
//! analysis and the players' programs; unknown properties of files are ignored. A node without a move adds its
//! comment to the node before.

mod points;
mod read;
mod write;

pub use read::read;
pub use write::write;

use super::fields::colour;
use super::tree::Glyph;
use super::{GameResult, Winner};
use luozi_core::{Player, Score};

/// The property that holds a judgement, with its value.
const GLYPHS: [(Glyph, &str, &str); 6] = [
    (Glyph::Brilliant, "TE", "2"),
    (Glyph::Good, "TE", "1"),
    (Glyph::Interesting, "IT", ""),
    (Glyph::Doubtful, "DO", ""),
    (Glyph::Mistake, "BM", "1"),
    (Glyph::Blunder, "BM", "2"),
];

/// Reasons that SGF has a word for.
const REASONS: [&str; 3] = ["resign", "time", "forfeit"];

/// The value of `RE`. A reason that SGF knows goes before the score.
fn result_text(result: &GameResult) -> String {
    let Some(player) = result.winner.player() else { return "Draw".to_string() };
    let won_by = result.score.map(|score| Score(score).seen_by(player)).filter(|&score| score > 0);
    let how = match (REASONS.iter().find(|&&reason| reason == result.reason), won_by) {
        (Some(reason), _) => (*reason).to_string(),
        (None, Some(score)) => score.to_string(),
        (None, None) => String::new(),
    };
    format!("{}+{how}", colour(player))
}

/// The meaning of `RE`; `None` for games without a result and for texts that SGF does not define.
fn result_of(text: &str) -> Option<GameResult> {
    let text = text.trim().to_ascii_lowercase();
    if text == "0" || text == "draw" {
        return Some(GameResult { winner: Winner::Draw, score: Some(0), reason: String::new() });
    }
    let (winner, how) = text.split_once('+')?;
    let winner = Player::BOTH.into_iter().find(|&player| colour(player).eq_ignore_ascii_case(winner))?;
    let score = how.parse::<i16>().ok().filter(|&score| score > 0);
    let known = REASONS.iter().find(|reason| !how.is_empty() && reason.starts_with(how));
    Some(GameResult {
        winner: winner.into(),
        score: score.map(|points| Score::for_player(winner, points).0),
        reason: known.map_or(String::new(), |reason| (*reason).to_string()),
    })
}

#[cfg(test)]
mod tests;
