//! A game that has ended, as it is stored, counted and told.

use super::plan::{GameId, Plan};
use crate::adjudicate::Certain;
use crate::judge::{self, Ending, GameReport, PlayedMove};
use crate::players::Fault;
use luozi_core::Player;
use luozi_games::Setup;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A fault with everything its author needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaultRecord {
    /// Index of the player.
    pub player: usize,
    /// Its kind, as [`FaultKind`](crate::players::FaultKind) writes it.
    pub kind: String,
    /// What happened, in one sentence.
    pub reason: String,
    /// Number of the move, from 1.
    pub move_number: usize,
    /// The board before it, as text.
    pub position: String,
    /// The command that shows the position.
    pub command: String,
    /// The last lines that the player wrote to stderr: a traceback, an assertion, a sanitizer's words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

/// Lines of stderr told with a fault, and the longest text they may be.
const STDERR_LINES: usize = 12;
const STDERR_BYTES: usize = 2000;

/// Words with which a long report begins whose end says nothing.
const BEGINNINGS: [&str; 2] = ["ERROR: AddressSanitizer", "ERROR: ThreadSanitizer"];

/// The lines of what a bot wrote that say why it failed: the first ones of a sanitizer's report, otherwise the last ones.
fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let report = lines.iter().position(|line| BEGINNINGS.iter().any(|beginning| line.contains(beginning)));
    let start = report.unwrap_or(lines.len().saturating_sub(STDERR_LINES));
    let mut kept = lines[start..lines.len().min(start + STDERR_LINES)].join("\n");
    while kept.len() > STDERR_BYTES {
        // From the front, whole characters at a time.
        let surplus = kept.len() - STDERR_BYTES;
        let start = (surplus..=kept.len()).find(|&at| kept.is_char_boundary(at)).unwrap_or(kept.len());
        kept.drain(..start);
    }
    kept
}

impl FaultRecord {
    /// A fault of `player` in the position after `moves`; `stderr` is all it wrote there.
    pub(crate) fn new(
        player: usize,
        fault: &Fault,
        position: &str,
        setup: &Setup,
        moves: &[String],
        stderr: &str,
    ) -> FaultRecord {
        FaultRecord {
            stderr: last_lines(stderr),
            player,
            kind: fault.kind().to_string(),
            reason: fault.to_string(),
            move_number: moves.len() + 1,
            position: position.to_string(),
            command: judge::explain_command(setup, moves),
        }
    }
}

/// A game that has ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FinishedGame {
    /// Its number in the record's file; `None` without a record.
    pub number: Option<i64>,
    /// Its pair, its pairing, and whether sides were swapped.
    pub id: GameId,
    /// Players by side.
    pub players: [usize; 2],
    /// Game and board.
    pub setup: Setup,
    /// Moves played before the players.
    pub opening: Vec<String>,
    /// 2, 1 or 0 for a win, draw or loss of the side that moved first.
    pub first_half_points: u8,
    /// The final score, if it was played out.
    pub score: Option<i16>,
    /// How it ended, in words.
    pub ending: String,
    /// What was done wrong, if that decided it.
    pub fault: Option<FaultRecord>,
    /// Moves, the opening's included.
    pub plies: usize,
    /// Time from start to end.
    pub wall: Duration,
    /// Longest time the judge itself spent between two moves.
    pub overhead: Duration,
}

/// The word that begins the ending of a game that a solver decided.
pub(super) const ADJUDICATED: &str = "adjudicated";

impl FinishedGame {
    /// 2, 1 or 0 for a win, draw or loss of the pairing's player `a`.
    pub fn half_points_of_a(&self) -> u8 {
        if self.id.swapped == 0 { self.first_half_points } else { 2 - self.first_half_points }
    }

    /// The record of a game that was just played.
    pub(super) fn new(number: Option<i64>, plan: &Plan, report: &GameReport, wall: Duration) -> FinishedGame {
        let Plan { id, players, opening } = plan;
        let first_half_points = half_points(report.ending.winner());
        let (ending, score, fault) = match &report.ending {
            Ending::Finished(score) => (format!("score {score}"), Some(score.0), None),
            Ending::Resigned(side) => (format!("the {side} player resigned"), None, None),
            Ending::Adjudicated(Certain(winner)) => {
                let result = winner.map_or("a draw".to_string(), |side| format!("the {side} player wins"));
                (format!("{ADJUDICATED}: {result} with best play"), None, None)
            }
            Ending::Forfeit { side, fault, position } => {
                let player = players[side.index()];
                let stderr = &report.stderr[side.index()];
                let record = FaultRecord::new(player, fault, position, &opening.setup, &report.moves, stderr);
                (format!("the {side} player {fault}"), None, Some(record))
            }
        };
        FinishedGame {
            number,
            id: *id,
            players: *players,
            setup: opening.setup.clone(),
            opening: opening.moves.clone(),
            first_half_points,
            score,
            ending,
            fault,
            plies: report.moves.len(),
            wall,
            overhead: report.overhead,
        }
    }
}

/// A game with everything that is known of it, as it travels from the machine that played it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// How it ended.
    pub finished: FinishedGame,
    /// Its moves after the opening.
    pub moves: Vec<PlayedMove>,
    /// What both sides wrote to stderr.
    pub stderr: [String; 2],
}

impl PlayedGame {
    /// Plays the moves on a board of our own: whether this is the planned game, and ended as it says; the error is a sentence.
    pub fn check(&self, plan: &Plan) -> Result<(), String> {
        let game = &self.finished;
        if game.id != plan.id || game.players != plan.players {
            return Err("it is another game than was asked for".to_string());
        }
        if game.setup != plan.opening.setup || game.opening != plan.opening.moves {
            return Err("it began from another opening".to_string());
        }
        let mut session = judge::set_up(&game.setup, &game.opening).map_err(|problem| problem.to_string())?;
        for mv in &self.moves {
            if mv.ply != session.moves().len() {
                return Err(format!("move {} is missing", session.moves().len() + 1));
            }
            session.play(&mv.text).map_err(|problem| format!("move {}: {problem}", mv.ply + 1))?;
        }
        if game.plies != session.moves().len() {
            return Err(format!("{} moves are told, {} were sent", game.plies, session.moves().len()));
        }
        let winner = match (session.outcome(), &game.fault) {
            (Some(score), None) if game.score == Some(score.0) => score.winner(),
            (None, Some(fault)) if game.score.is_none() => {
                let at_fault = players_side(game.players, fault.player).ok_or("somebody else is at fault")?;
                Some(at_fault.other())
            }
            // Somebody resigned, or a solver decided.
            (None, None) if game.score.is_none() => return Ok(()),
            _ => return Err("its result is not that of the board".to_string()),
        };
        match half_points(winner) == game.first_half_points {
            true => Ok(()),
            false => Err("its points are not those of its result".to_string()),
        }
    }
}

/// The side that a player has.
fn players_side(players: [usize; 2], player: usize) -> Option<Player> {
    Player::BOTH.into_iter().find(|side| players[side.index()] == player)
}

/// Half points of the side that moved first.
fn half_points(winner: Option<Player>) -> u8 {
    match winner {
        Some(Player::First) => 2,
        None => 1,
        Some(Player::Second) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_that_say_why_are_kept() {
        let long: String = (0..100).map(|n| format!("line {n}\n")).collect();
        let kept = last_lines(&long);
        assert!(kept.starts_with("line 88\n") && kept.ends_with("line 99"), "{kept}");
        let report = format!("hello\n==7==ERROR: AddressSanitizer: heap-buffer-overflow\n{long}");
        let kept = last_lines(&report);
        assert!(kept.starts_with("==7==ERROR: AddressSanitizer") && kept.ends_with("line 10"), "{kept}");
        assert_eq!(last_lines(""), "");
        assert!(last_lines(&"落".repeat(5000)).len() <= STDERR_BYTES);
    }
}
