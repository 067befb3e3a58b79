//! Protocol compliance of one bot: the situations in which bots fail, each played once against `random`.
//!
//! Both colours, boards at the ends of their range, forbidden cells in corners and edge rows, full columns, games that begin
//! in mid-game (as after a restart) and near their end, passes of Reversi, processes that are ended between two turns of
//! Botzone. Every fault becomes a [`Finding`] with its position, and so does a move that nearly took too long.

mod situations;

pub use situations::{Situation, situations};

use crate::judge::{self, Ending, Terms};
use crate::matches::{FaultRecord, RunError};
use crate::players::{self, BuiltIns, Choice, Contender, Fault, PlayerSpec, RandomPlayer, Seat};
use crate::process::{Deadline, Exchange, Host, PRINTED};
use luozi_core::Player;
use luozi_games::Session;
use luozi_search::TimeControl;
use serde::Serialize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A move that takes this share of its time is worth a warning: on a busier machine it is too late.
const SLOW_SHARE: f64 = 0.8;

/// When a bot's process is ended and started again between two of its turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Restarts {
    /// Never: one process plays the whole game.
    Never,
    /// After its second move.
    Once,
    /// After every move.
    EveryTurn,
}

/// What was found in one situation.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The fault, with its position; `None` if all was well.
    pub fault: Option<FaultRecord>,
    /// Moves that nearly took too long.
    pub slow: Vec<SlowMove>,
    /// Time for the bot's first move, its start included.
    pub first_move: Duration,
    /// Its slowest move.
    pub slowest_move: Duration,
    /// What it wrote to stderr.
    pub stderr: String,
    /// Whether a shared object printed on stdout: our host keeps that apart, a site may read it as an answer.
    pub prints_on_stdout: bool,
}

/// A legal move that nearly took too long.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SlowMove {
    /// Number of the move, from 1.
    pub move_number: usize,
    /// Is it the first one the bot was asked for? Then loading may be to blame.
    pub first: bool,
    /// Time it took.
    pub took_ms: u64,
    /// Time it had.
    pub limit_ms: u64,
    /// The command that shows the position.
    pub command: String,
}

/// Limits of a check.
#[derive(Clone, Copy, Debug)]
pub struct CheckLimits {
    /// Time for a move.
    pub time: Duration,
    /// Memory of the bot's tree.
    pub memory_bytes: u64,
}

/// Plays one situation to its end; `None` if `stop` was set before.
pub fn examine(
    spec: &PlayerSpec,
    situation: &Situation,
    limits: CheckLimits,
    host: &Host,
    built_ins: &dyn BuiltIns,
    stop: &AtomicBool,
) -> Result<Option<Finding>, RunError> {
    let Situation { setup, opening, side, restarts, .. } = situation;
    let control = TimeControl::PerMove(limits.time);
    let seat =
        Seat { setup: setup.clone(), side: *side, control, memory_bytes: limits.memory_bytes, visits: None, seed: 1 };
    let bot = players::seat(spec, &seat, host, built_ins)
        .map_err(|problem| RunError::Seat { player: spec.to_string(), problem })?;
    let bot: Box<dyn Contender> = Box::new(Restarted { bot, restarts: *restarts, turns: 0 });
    let random = Box::new(RandomPlayer::seeded(opening.len() as u64));
    let mut contenders = if *side == Player::First { [bot, random] } else { [random, bot] };
    let session = judge::set_up(setup, opening)?;
    let mut times = Vec::new();
    let report = judge::play(session, &mut contenders, Terms::new(control, stop), |mv| {
        if mv.ply % 2 == side.index() {
            times.push((mv.ply, mv.wall));
        }
        true
    });
    let Some(mut report) = report else { return Ok(None) };
    let fault = match &report.ending {
        Ending::Forfeit { side, fault, position } => {
            let stderr = &report.stderr[side.index()];
            Some(FaultRecord::new(side.index(), fault, position, setup, &report.moves, stderr))
        }
        Ending::Finished(_) | Ending::Resigned(_) | Ending::Adjudicated(_) => None,
    };
    let slow = slow_moves(&times, limits.time);
    let command = |ply: usize| judge::explain_command(setup, &report.moves[..ply]);
    let slow = slow.map(|slow| SlowMove { command: command(slow.move_number - 1), ..slow }).collect();
    let first_move = times.first().map_or(Duration::ZERO, |first| first.1);
    let slowest_move = times.iter().map(|time| time.1).max().unwrap_or_default();
    let stderr = std::mem::take(&mut report.stderr[side.index()]);
    let prints_on_stdout = stderr.contains(PRINTED);
    Ok(Some(Finding { fault, slow, first_move, slowest_move, stderr, prints_on_stdout }))
}

/// The slow ones among moves with their plies and times, without their commands.
fn slow_moves(times: &[(usize, Duration)], limit: Duration) -> impl Iterator<Item = SlowMove> {
    let first = times.first().map(|first| first.0);
    let slow = times.iter().filter(move |(_, took)| took.as_secs_f64() > SLOW_SHARE * limit.as_secs_f64());
    slow.map(move |&(ply, took)| SlowMove {
        move_number: ply + 1,
        first: Some(ply) == first,
        took_ms: took.as_millis() as u64,
        limit_ms: limit.as_millis() as u64,
        command: String::new(),
    })
}

/// A bot whose process is ended between its turns.
pub(crate) struct Restarted {
    bot: Box<dyn Contender>,
    restarts: Restarts,
    turns: usize,
}

impl Contender for Restarted {
    fn prepare(&mut self, stop: &AtomicBool) -> Result<(), Fault> {
        self.bot.prepare(stop)
    }

    fn choose(&mut self, session: &Session, deadline: Deadline<'_>) -> Result<Choice, Fault> {
        let due = match self.restarts {
            Restarts::Never => false,
            Restarts::Once => self.turns == 2,
            Restarts::EveryTurn => self.turns > 0,
        };
        if due {
            self.bot.restart();
        }
        self.turns += 1;
        self.bot.choose(session, deadline)
    }

    fn restart(&mut self) {
        self.bot.restart();
    }

    fn take_stderr(&mut self) -> String {
        self.bot.take_stderr()
    }

    fn is_foreign(&self) -> bool {
        self.bot.is_foreign()
    }

    fn exchange(&self) -> Option<Exchange> {
        self.bot.exchange()
    }

    fn cpu_time(&self) -> Duration {
        self.bot.cpu_time()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_moves_are_those_near_the_limit() {
        let ms = Duration::from_millis;
        let times = [(3, ms(900)), (5, ms(800)), (7, ms(801)), (9, ms(10))];
        let found: Vec<(usize, bool, u64)> =
            slow_moves(&times, ms(1000)).map(|slow| (slow.move_number, slow.first, slow.took_ms)).collect();
        assert_eq!(found, [(4, true, 900), (8, false, 801)]);
    }
}
