//! What a review says: its table and its verdict, in the words of the list.

use super::print::mark;
use luozi::core::Player;
use luozi::engine::analysis::{Proven, ProvenResult, percent};
use luozi::engine::review::{JudgedMove, Worth};
use luozi_page::words::{Lang, fill, section};
use serde::Deserialize;
use std::sync::OnceLock;

/// The words of one language.
#[derive(Clone, Copy)]
pub struct Words(pub Lang);

/// Everything that a review says of its own; a field for each word of its section, so none can be missing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Review {
    ply: String,
    side: String,
    #[serde(rename = "move")]
    mv: String,
    value: String,
    best: String,
    lost: String,
    first: String,
    second: String,
    accuracy: String,
    first_losing: String,
    costliest: String,
    board_before: String,
    others: String,
    nothing: String,
    interrupted_at: String,
    interrupted: String,
}

/// Columns of the table on the terminal; the first is aligned to the right.
const WIDTHS: [usize; 8] = [5, 7, 6, 12, 6, 12, 8, 2];

/// Columns that a text takes on a terminal: Chinese characters take two.
fn columns(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

impl Words {
    fn review(self) -> &'static Review {
        static ALL: [OnceLock<Review>; 2] = [OnceLock::new(), OnceLock::new()];
        ALL[self.0 as usize].get_or_init(|| section(self.0, "review"))
    }

    /// A line of the table.
    pub fn line(self, cells: &[String; 8]) -> String {
        let mut line = String::new();
        for (index, (cell, width)) in cells.iter().zip(WIDTHS).enumerate() {
            let blanks = " ".repeat(width.saturating_sub(columns(cell)));
            line += &if index == 0 { format!("{blanks}{cell}  ") } else { format!("{cell}{blanks}  ") };
        }
        line.trim_end().to_string() + "\n"
    }

    /// The names of the columns.
    pub fn heading(self) -> String {
        let Review { ply, side, mv, value, best, lost, .. } = self.review();
        self.line(&[ply, side, mv, value, best, value, lost, ""].map(|name: &str| name.to_string()))
    }

    /// The word for a side in the table of moves, in the reader's language.
    pub fn side(self, side: Player) -> &'static str {
        match side {
            Player::First => &self.review().first,
            Player::Second => &self.review().second,
        }
    }

    /// What a move is worth to its side.
    pub fn worth(self, worth: &Worth) -> String {
        match worth.proven {
            Some(proven) => self.proof(proven),
            None => format!("{:.1} %", percent(worth.value)),
        }
    }

    /// A proof, as the page tells it.
    fn proof(self, proven: Proven) -> String {
        let common = self.0.common();
        match proven {
            Proven::Result { result: ProvenResult::Draw, .. } => common.word("proof.draw").to_string(),
            Proven::Result { result, plies: Some(plies) } => {
                let key = if result == ProvenResult::Win { "proof.win" } else { "proof.loss" };
                common.filled(key, &[("plies", &plies)])
            }
            Proven::Result { result, plies: None } => {
                common.word(if result == ProvenResult::Win { "proof.won" } else { "proof.lost" }).to_string()
            }
            Proven::Score { score } => common.filled("proof.exact", &[("score", &format!("{score:+}"))]),
        }
    }

    /// The move that decided the game; `alone` if it lost by itself.
    pub fn verdict(self, judged: &JudgedMove, alone: bool) -> String {
        let JudgedMove { ply, side, played, best, glyph, .. } = judged;
        let words = self.review();
        let text = if alone { &words.first_losing } else { &words.costliest };
        let verdict = fill(
            text,
            &[
                ("ply", ply),
                ("side", &self.side(*side)),
                ("move", &format!("{}{}", played.mv, mark(*glyph))),
                ("worth", &self.worth(played)),
                ("better", &best.mv),
                ("better_worth", &self.worth(best)),
            ],
        );
        format!("{verdict}\n{}\n", words.board_before)
    }

    /// The other moves that lost the game when it was theirs to lose.
    pub fn others(self, moves: &[&JudgedMove]) -> String {
        let list: Vec<String> = moves
            .iter()
            .map(|judged| {
                format!("{} {} {}{}", judged.ply, self.side(judged.side), judged.played.mv, mark(judged.glyph))
            })
            .collect();
        format!("\n{}\n", fill(&self.review().others, &[("moves", &list.join(", "))]))
    }

    /// How well both sides played; a dash for a side that had nothing to decide.
    pub fn accuracy(self, sides: [Option<u8>; 2]) -> String {
        let [a, b] = sides.map(|accuracy| accuracy.map_or("–".to_string(), |accuracy| accuracy.to_string()));
        let [first, second] = Player::BOTH.map(|side| self.side(side));
        fill(&self.review().accuracy, &[("first", &first), ("a", &a), ("second", &second), ("b", &b)]) + "\n"
    }

    /// Nothing was lost.
    pub fn nothing(self) -> String {
        format!("{}\n", self.review().nothing)
    }

    /// The review ended early, at this ply.
    pub fn interrupted(self, first: Option<usize>) -> String {
        let words = self.review();
        match first {
            Some(ply) => fill(&words.interrupted_at, &[("ply", &ply)]) + "\n",
            None => format!("{}\n", words.interrupted),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_that_is_said_is_in_the_list() {
        for lang in Lang::ALL {
            // Reading a section checks that it has these words and no other.
            assert!(!Words(lang).nothing().is_empty());
            for key in ["win", "loss", "won", "lost", "draw", "exact"].map(|word| format!("proof.{word}")) {
                assert_ne!(lang.common().word(&key), key, "{lang:?}");
            }
        }
    }
}
