//! A review as a table with its verdict, or as JSON lines.

use super::texts::Words;
use crate::options::NamedGame;
use luozi::core::Player;
use luozi::engine::review::{JudgedMove, Review, Worth};
use luozi::games::record::{Glyph, NodeId, Record};
use luozi_page::words::Lang;
use serde_json::{Value, json};

/// A review with the game it is about.
pub struct Told<'a> {
    pub record: &'a Record,
    pub review: &'a Review,
    /// How long it took, where it was made here.
    pub seconds: Option<f64>,
    /// Which of several games it is.
    pub game: Option<&'a NamedGame>,
}

impl Told<'_> {
    /// The side that lost the game.
    fn loser(&self) -> Option<Player> {
        let winner = self.record.header.result.as_ref()?.winner.player()?;
        Some(winner.other())
    }

    /// The move that decided the game, and whether it alone did.
    fn decisive(&self) -> Option<(&JudgedMove, bool)> {
        let losing = self.review.first_losing_move(self.loser()).map(|judged| (judged, true));
        losing.or_else(|| self.review.costliest_move(self.loser()).map(|judged| (judged, false)))
    }

    /// The node before a move.
    fn node_before(&self, judged: &JudgedMove) -> NodeId {
        self.record.tree().main_line().take(judged.ply - 1).last().unwrap_or(NodeId::ROOT)
    }

    /// The board before a move.
    fn board_before(&self, judged: &JudgedMove) -> String {
        self.record.session(self.node_before(judged)).position_text()
    }

    /// The command that shows what the engine sees before a move.
    fn command_before(&self, judged: &JudgedMove) -> String {
        let tree = self.record.tree();
        let command = format!("luozi explain {}", self.record.setup().arguments());
        if self.record.start().is_some() {
            return format!("{command} --position '{}'", self.board_before(judged).replace('\n', "/"));
        }
        let moves: Vec<&str> =
            tree.path(self.node_before(judged)).iter().filter_map(|&node| tree.move_text(node)).collect();
        if moves.is_empty() { command } else { format!("{command} --moves '{}'", moves.join(" ")) }
    }

    /// A table of all moves, then the verdict with its board and command.
    pub fn text(&self, lang: Lang) -> String {
        let words = Words(lang);
        let mut text = self.game.map_or(String::new(), |game| format!("{game}\n\n"));
        text += &words.heading();
        for judged in &self.review.moves {
            text += &row(judged, words);
        }
        if self.review.interrupted {
            text += &words.interrupted(self.review.moves.first().map(|judged| judged.ply));
        }
        text.push('\n');
        text += &words.accuracy(Player::BOTH.map(|side| self.review.accuracy(side)));
        let Some((judged, alone)) = self.decisive() else { return text + &words.nothing() };
        text += &words.verdict(judged, alone);
        text += &format!("\n{}\n\n  {}\n", self.board_before(judged), self.command_before(judged));
        let others: Vec<&JudgedMove> = self.review.losing_moves().filter(|other| other.ply != judged.ply).collect();
        if !others.is_empty() {
            text += &words.others(&others);
        }
        text
    }

    /// A line for every move, the summary last.
    pub fn json(&self) -> String {
        let mut lines: Vec<Value> = self.review.moves.iter().map(json_row).collect();
        let decisive = self.decisive().map(|(judged, alone)| {
            let mut place = json!({"position": self.board_before(judged), "command": self.command_before(judged)});
            place["loses"] = alone.into();
            place["move"] = json_row(judged);
            place
        });
        let losing: Vec<usize> = self.review.losing_moves().map(|judged| judged.ply).collect();
        let first = self.review.first_losing_move(self.loser()).map(|judged| judged.ply);
        let counts = Player::BOTH.map(|side| self.counts(side));
        lines.push(json!({
            "moves": lines.len(), "complete": !self.review.interrupted, "result": self.record.header.result,
            "first_losing_move": first, "losing_moves": losing, "decisive": decisive, "first": counts[0],
            "second": counts[1], "seconds": self.seconds,
        }));
        if let Some(game) = self.game {
            for line in &mut lines {
                (line["file"], line["game"]) = (game.file.as_str().into(), game.number.into());
            }
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// Accuracy and judgements of one side.
    fn counts(&self, side: Player) -> Value {
        let count = |glyph| {
            self.review.moves.iter().filter(|judged| judged.side == side && judged.glyph == Some(glyph)).count()
        };
        json!({
            "accuracy": self.review.accuracy(side), "doubtful": count(Glyph::Doubtful), "mistakes": count(Glyph::Mistake),
            "blunders": count(Glyph::Blunder),
        })
    }
}

fn json_row(judged: &JudgedMove) -> Value {
    let JudgedMove { ply, side, played, best, loss, at_stake, glyph, line, visits } = judged;
    json!({
        "ply": ply, "side": side.to_string(), "move": played.mv, "value": played.value, "proven": played.proven,
        "best": best.mv, "best_value": best.value, "best_proven": best.proven, "loss": loss, "at_stake": at_stake,
        "glyph": glyph, "loses": judged.loses(), "pv": line, "visits": visits,
    })
}

/// The mark of a judgement.
pub fn mark(glyph: Option<Glyph>) -> &'static str {
    match glyph {
        Some(Glyph::Brilliant) => "!!",
        Some(Glyph::Good) => "!",
        Some(Glyph::Interesting) => "!?",
        Some(Glyph::Doubtful) => "?!",
        Some(Glyph::Mistake) => "?",
        Some(Glyph::Blunder) => "??",
        None => "",
    }
}

fn row(judged: &JudgedMove, words: Words) -> String {
    let JudgedMove { ply, side, played, best, loss, glyph, .. } = judged;
    let same = best.mv == played.mv;
    let worth = |worth: &Worth| words.worth(worth);
    let lost = if *loss < 0.005 { String::new() } else { format!("{:.1} %", 50.0 * loss) };
    let cells = [
        ply.to_string(),
        words.side(*side).to_string(),
        played.mv.clone(),
        worth(played),
        if same { String::new() } else { best.mv.clone() },
        if same { String::new() } else { worth(best) },
        lost,
        mark(*glyph).to_string(),
    ];
    words.line(&cells)
}
