//! One turn of a recorded game once more: the same question to a fresh process of the same bot.
//!
//! For the bot's author: what it was sent, what it answered, how long it took, what it wrote to stderr and what the judge
//! says. A bot that carries hidden state from earlier turns may answer differently from then; that is a finding too.

use crate::judge::{self, TimeControl};
use crate::matches::{Archive, Plan, RunError, StoreError};
use crate::players::{self, BuiltIns, Choice, Fault, PlayerSpec, Seat, SpecError};
use crate::process::{Deadline, Exchange, Host};
use luozi_core::{Player, excerpt};
use luozi_games::Table;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A turn of a recorded game, written `GAME:MOVE`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The game's number in the file.
    pub game: i64,
    /// Number of the move, from 1; opening moves count.
    pub move_number: usize,
}

impl FromStr for Turn {
    type Err = String;

    fn from_str(text: &str) -> Result<Turn, String> {
        let read = || {
            let (game, number) = text.split_once(':')?;
            let (game, move_number) = (game.parse().ok()?, number.parse().ok()?);
            (move_number > 0).then_some(Turn { game, move_number })
        };
        read().ok_or_else(|| {
            let found = excerpt(text);
            format!("`{found}` is no turn; expected GAME:MOVE, the game's number and the move's from 1, such as 12:7")
        })
    }
}

/// A turn that cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The record cannot be used, or has no such game.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The player in the record is no player any more.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// It cannot take its seat, or the opening is wrong.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The game has no such move.
    #[error("game {game} has no move {found} of a player; expected a number from {first} to {last}")]
    NoMove {
        /// The game.
        game: i64,
        /// The number asked for.
        found: usize,
        /// The first move after the opening.
        first: usize,
        /// The last question that was asked in it.
        last: usize,
    },
}

/// A turn, replayed.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed {
    /// The player that was asked.
    pub player: PlayerSpec,
    /// Its side.
    pub side: Player,
    /// The board before the move, as text.
    pub position: String,
    /// What happened in the recorded game: a move or a sentence about a fault; `None` if it ends before an answer.
    pub recorded: Option<String>,
    /// The move now, or what is wrong with the answer; a resignation is the move `resign`.
    pub verdict: Result<String, Fault>,
    /// The player's own evaluation, from its view.
    pub value: Option<f64>,
    /// Time it had.
    pub limit: Duration,
    /// Time it took.
    pub wall: Duration,
    /// Processor time of its process.
    pub cpu: Duration,
    /// What it wrote to stderr.
    pub stderr: String,
    /// What it was sent and what it printed; `None` for players without a process.
    pub exchange: Option<Exchange>,
    /// The command that shows the position.
    pub explain: String,
}

/// Asks the player of a recorded turn once more.
pub fn replay(archive: &Archive, turn: Turn, host: &Host, built_ins: &dyn BuiltIns) -> Result<Replayed, ReplayError> {
    // Step 1. The game up to the move.
    let Turn { game, move_number } = turn;
    let (conditions, plan) = (archive.conditions(), archive.plan(game)?);
    let (played, finished) = (archive.moves(game)?, archive.games()?.into_iter().find(|g| g.number == Some(game)));
    let first = plan.opening.moves.len() + 1;
    let played_out = finished.as_ref().is_some_and(|game| game.score.is_some());
    let last = plan.opening.moves.len() + played.len() + usize::from(!played_out);
    if !(first..=last).contains(&move_number) {
        return Err(ReplayError::NoMove { game, found: move_number, first, last });
    }
    let before = &played[..move_number - first];
    let table = table_after(&plan, before.iter().map(|mv| mv.text.as_str()))?;
    let recorded = played.get(move_number - first).map(|mv| mv.text.clone()).or(finished.map(|game| game.ending));

    // Step 2. The seat, with the time that was left on its clock.
    let side = table.to_move();
    let limit = match conditions.control {
        TimeControl::PerMove(limit) => limit,
        TimeControl::Clock { base, increment } => {
            let own = before.iter().filter(|mv| mv.ply % 2 == side.index());
            own.fold(base, |left, mv| left.saturating_sub(mv.wall) + increment)
        }
    };
    let player = PlayerSpec::parse(&conditions.players[plan.players[side.index()]], built_ins.names())?;
    let seat = Seat {
        setup: plan.opening.setup.clone(),
        side,
        control: conditions.control,
        memory_bytes: conditions.memory_bytes,
        visits: conditions.visits,
        seed: plan.id.seed(conditions.seed, side.index()),
    };
    let mut contender = players::seat(&player, &seat, host, built_ins)
        .map_err(|problem| RunError::Seat { player: player.to_string(), problem })?;

    // Step 3. The question.
    let prepared = contender.prepare(&AtomicBool::new(false));
    let cpu_before = contender.cpu_time();
    let asked = Instant::now();
    let choice = prepared.and_then(|()| contender.choose(&table, Deadline::after(limit)));
    let wall = asked.elapsed();
    let cpu = contender.cpu_time().saturating_sub(cpu_before);
    let value = if let Ok(Choice::Move { value, .. }) = &choice { *value } else { None };
    Ok(Replayed {
        verdict: choice.and_then(|choice| judge_choice(&table, choice)),
        player,
        side,
        position: table.position_text(),
        recorded,
        value,
        limit,
        wall,
        cpu,
        stderr: contender.take_stderr(),
        exchange: contender.exchange(),
        explain: judge::explain_command(table.setup(), table.moves()),
    })
}

fn table_after<'a>(plan: &Plan, moves: impl Iterator<Item = &'a str>) -> Result<Table, RunError> {
    let all: Vec<String> = plan.opening.moves.iter().cloned().chain(moves.map(str::to_string)).collect();
    Ok(judge::set_up(&plan.opening.setup, &all)?)
}

fn judge_choice(table: &Table, choice: Choice) -> Result<String, Fault> {
    match choice {
        Choice::Resign => Ok("resign".to_string()),
        Choice::Move { text, .. } => {
            let mut after = table.clone();
            after.play(&text).map_err(|problem| Fault::of_move(&text, &problem))?;
            Ok(after.moves().last().cloned().unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_read() {
        assert_eq!("12:7".parse(), Ok(Turn { game: 12, move_number: 7 }));
        for wrong in ["", "12", "12:", ":7", "12:0", "12:-1", "a:b", "1:2:3"] {
            let error = wrong.parse::<Turn>().unwrap_err();
            assert!(error.ends_with("such as 12:7"), "{error}");
        }
    }
}
