//! One turn of a recorded game once more, put to a fresh process of the same bot.
//!
//! For the bot's author: what it was sent, what it answered, how long it took, what it wrote to stderr and what the judge
//! says. By default the whole game is repeated up to that turn, so that a fault that needs the turns before it comes back;
//! or the turn alone is asked, which is what a debugger wants.

use crate::judge::{self, PlayedMove};
use crate::matches::{Archive, Plan, RunError, StoreError};
use crate::players::{self, BuiltIns, Choice, Contender, Entrant, Fault, PlayerSpec, Seat, SpecError};
use crate::process::{Deadline, Exchange, Host};
use luozi_core::{Player, excerpt};
use luozi_games::Session;
use luozi_search::TimeControl;
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
        /// The number of the game in the record's file.
        game: i64,
        /// The number asked for.
        found: usize,
        /// The first move after the opening.
        first: usize,
        /// The last question that was asked in it.
        last: usize,
    },
}

/// How much of the game is repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Every turn of the bot up to the one asked for, in one seat, as in the game.
    WholeGame,
    /// The one turn.
    TurnOnly,
}

/// The bot chose another move than in the record, so that the game could not be repeated further.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divergence {
    /// Number of the move, from 1.
    pub move_number: usize,
    /// The move in the record.
    pub recorded: String,
    /// The move now.
    pub now: String,
}

/// What replaces the limits of a record.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct OtherLimits {
    /// Time for every move.
    pub time: Option<Duration>,
    /// Memory of the bot's process tree.
    pub memory_bytes: Option<u64>,
}

/// A turn, replayed.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed {
    /// The player that was asked.
    pub player: PlayerSpec,
    /// The turn that was judged: the one asked for, or an earlier one that went wrong already.
    pub turn: Turn,
    /// How many turns of the bot were repeated before it.
    pub repeated: usize,
    /// Where the bot left the recorded game; the turn was then asked alone.
    pub divergence: Option<Divergence>,
    /// The side that the player had in the game.
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
pub fn replay(
    archive: &Archive,
    turn: Turn,
    extent: Extent,
    other: OtherLimits,
    host: &Host,
    built_ins: &dyn BuiltIns,
) -> Result<Replayed, ReplayError> {
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
    let side = session_before(&plan, &played, move_number)?.to_move();

    // Step 2. The seat.
    let entrant = Entrant::parse(&conditions.players[plan.players[side.index()]], built_ins.names())?;
    let control = other.time.map(TimeControl::PerMove).or(entrant.control).unwrap_or(conditions.control);
    let host = &entrant.host(host).map_err(|problem| RunError::Walls { player: entrant.to_string(), problem })?;
    let player = entrant.player;
    let seat = Seat {
        setup: plan.opening.setup.clone(),
        side,
        control,
        memory_bytes: other.memory_bytes.unwrap_or(conditions.memory_bytes),
        visits: conditions.visits,
        seed: plan.id.seed(conditions.seed, side.index()),
    };
    let sit_down = || {
        players::seat(&player, &seat, host, built_ins)
            .map_err(|problem| RunError::Seat { player: player.to_string(), problem })
    };
    let mut contender = sit_down()?;
    let mut prepared = contender.prepare(&AtomicBool::new(false));

    // Step 3. The bot's turns before it, each compared with the record.
    let own_turns: Vec<usize> = match extent {
        Extent::TurnOnly => Vec::new(),
        Extent::WholeGame => (first..move_number).filter(|number| (number - 1) % 2 == side.index()).collect(),
    };
    let (mut judged, mut repeated, mut divergence, mut early) = (move_number, 0, None, None);
    for number in own_turns {
        let session = session_before(&plan, &played, number)?;
        let asked = ask(&mut contender, prepared.clone(), &session, limit_at(control, &played, &session));
        let recorded = &played[number - first].text;
        match &asked.verdict {
            // Wrong before its time: this is the turn to tell about.
            Err(_) => {
                (judged, early) = (number, Some(asked));
                break;
            }
            Ok(now) if now != recorded => {
                let (recorded, now) = (recorded.clone(), now.clone());
                divergence = Some(Divergence { move_number: number, recorded, now });
                contender = sit_down()?;
                prepared = contender.prepare(&AtomicBool::new(false));
                repeated = 0;
                break;
            }
            Ok(_) => repeated += 1,
        }
    }

    // Step 4. The turn itself.
    let session = session_before(&plan, &played, judged)?;
    let limit = limit_at(control, &played, &session);
    let asked = early.unwrap_or_else(|| ask(&mut contender, prepared, &session, limit));
    let Asked { verdict, value, wall, cpu } = asked;
    let recorded = played.get(judged - first).map(|mv| mv.text.clone()).or(finished.map(|game| game.ending));
    Ok(Replayed {
        player,
        turn: Turn { game, move_number: judged },
        repeated,
        divergence,
        side,
        position: session.position_text(),
        recorded,
        verdict,
        value,
        limit,
        wall,
        cpu,
        stderr: contender.take_stderr(),
        exchange: contender.exchange(),
        explain: judge::explain_command(session.setup(), session.moves()),
    })
}

/// One answer, judged.
struct Asked {
    verdict: Result<String, Fault>,
    value: Option<f64>,
    wall: Duration,
    cpu: Duration,
}

/// One question; a contender that could not get ready, or has failed already, is not asked.
fn ask(contender: &mut Box<dyn Contender>, prepared: Result<(), Fault>, session: &Session, limit: Duration) -> Asked {
    let (cpu_before, asked) = (contender.cpu_time(), Instant::now());
    let choice = prepared.and_then(|()| contender.choose(session, Deadline::after(limit)));
    let (wall, cpu) = (asked.elapsed(), contender.cpu_time().saturating_sub(cpu_before));
    let value = if let Ok(Choice::Move { value, .. }) = &choice { *value } else { None };
    Asked { verdict: choice.and_then(|choice| judge_choice(session, choice)), value, wall, cpu }
}

/// The time the side to move had: the same for every move, or what was left on its clock.
fn limit_at(control: TimeControl, played: &[PlayedMove], session: &Session) -> Duration {
    let (ply, side) = (session.moves().len(), session.to_move().index());
    let own = played.iter().filter(|mv| mv.ply < ply && mv.ply % 2 == side);
    own.fold(control.start(), |left, mv| control.after(left, mv.wall))
}

/// The session before a move, by its number from 1.
fn session_before(plan: &Plan, played: &[PlayedMove], move_number: usize) -> Result<Session, RunError> {
    let moves = played.iter().map(|mv| mv.text.clone());
    let all: Vec<String> = plan.opening.moves.iter().cloned().chain(moves).take(move_number - 1).collect();
    Ok(judge::set_up(&plan.opening.setup, &all)?)
}

fn judge_choice(session: &Session, choice: Choice) -> Result<String, Fault> {
    match choice {
        Choice::Resign => Ok("resign".to_string()),
        Choice::Move { text, .. } => {
            let mut after = session.clone();
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
