//! What a review says, in English and Chinese.

use super::print::mark;
use crate::lang::Lang;
use luozi::core::Player;
use luozi::engine::analysis::{GameResult, Proven};
use luozi::engine::review::{JudgedMove, Worth};

/// The words of one language.
#[derive(Clone, Copy)]
pub struct Words(pub Lang);

/// Columns of the table on the terminal; the first is aligned to the right.
const WIDTHS: [usize; 8] = [5, 7, 6, 12, 6, 12, 8, 2];

/// Columns that a text takes on a terminal: Chinese characters take two.
fn columns(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

impl Words {
    /// One of two texts.
    fn pick(self, english: &'static str, chinese: &'static str) -> &'static str {
        if self.0 == Lang::En { english } else { chinese }
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
        let english = ["ply", "side", "move", "value", "best", "value", "lost", ""];
        let chinese = ["步", "方", "着法", "价值", "最佳", "价值", "损失", ""];
        self.line(&if self.0 == Lang::En { english } else { chinese }.map(String::from))
    }

    /// A side.
    pub fn side(self, side: Player) -> &'static str {
        match side {
            Player::First => self.pick("first", "先手"),
            Player::Second => self.pick("second", "后手"),
        }
    }

    /// What a move is worth to its side.
    pub fn worth(self, worth: &Worth) -> String {
        match worth.proven {
            Some(proven) => self.proof(proven),
            None => format!("{:.1} %", 50.0 + 50.0 * worth.value),
        }
    }

    fn proof(self, proven: Proven) -> String {
        if self.0 == Lang::En {
            return proven.to_string();
        }
        let word = |result| match result {
            GameResult::Win => "胜",
            GameResult::Loss => "负",
            GameResult::Draw => "和",
        };
        match proven {
            Proven::Result { result, plies: Some(plies) } if result != GameResult::Draw => {
                format!("{plies} 步{}", word(result))
            }
            Proven::Result { result, .. } => format!("必{}", word(result)),
            Proven::Score { score } => format!("准确 {score:+}"),
        }
    }

    /// The move that decided the game; `alone` if it lost by itself.
    pub fn verdict(self, judged: &JudgedMove, alone: bool) -> String {
        let JudgedMove { ply, side, played, best, glyph, .. } = judged;
        let (mv, worth, mark) = (&played.mv, self.worth(played), mark(*glyph));
        let (better, better_worth) = (&best.mv, self.worth(best));
        let side = self.side(*side);
        match (self.0, alone) {
            (Lang::En, true) => format!(
                "First losing move: ply {ply}, the {side} player's {mv}{mark} ({worth}). Better: {better} ({better_worth}).\n\
                 The board before it:\n"
            ),
            (Lang::En, false) => format!(
                "No single move lost; the costliest was ply {ply}, the {side} player's {mv}{mark} ({worth}). Better: {better} \
                 ({better_worth}).\nThe board before it:\n"
            ),
            (Lang::Zh, true) => format!(
                "第一步败着：第 {ply} 步，{side} {mv}{mark}（{worth}）。更好的是 {better}（{better_worth}）。\n走这步之前的棋盘：\n"
            ),
            (Lang::Zh, false) => format!(
                "没有哪一步单独输掉这盘棋；代价最大的是第 {ply} 步，{side} {mv}{mark}（{worth}）。更好的是 \
                 {better}（{better_worth}）。\n走这步之前的棋盘：\n"
            ),
        }
    }

    /// The other moves that lost the game when it was theirs to lose.
    pub fn others(self, moves: &[&JudgedMove]) -> String {
        let list: Vec<String> = moves
            .iter()
            .map(|judged| {
                format!("{} {} {}{}", judged.ply, self.side(judged.side), judged.played.mv, mark(judged.glyph))
            })
            .collect();
        format!("\n{}{}\n", self.pick("Other losing moves, by ply: ", "其他败着（按步数）："), list.join(", "))
    }

    /// Nothing was lost.
    pub fn nothing(self) -> &'static str {
        self.pick("No move lost anything that this review could see.\n", "没有发现任何失误。\n")
    }

    /// The review ended early, at this ply.
    pub fn interrupted(self, first: Option<usize>) -> String {
        match (self.0, first) {
            (Lang::En, Some(ply)) => format!("interrupted: moves before ply {ply} were not judged\n"),
            (Lang::Zh, Some(ply)) => format!("已中断：第 {ply} 步之前的着法没有评价\n"),
            (_, None) => {
                self.pick("interrupted before any move was judged\n", "已中断，没有评价任何着法\n").to_string()
            }
        }
    }
}
