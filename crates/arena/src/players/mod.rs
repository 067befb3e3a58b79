//! Who can play: one interface for built-in players and for bots of every protocol.
//!
//! A [`Contender`] plays one seat of one game: a [`Player`](luozi_engine::Player) like any other, with what only the arena
//! asks of it. It is asked with the whole game before it and brings its process up to date by itself, so a bot that was restarted in mid-game needs no special care. Whatever goes wrong is a
//! [`Fault`] that names who did what; it never ends the match.

mod botzone;
mod engine;
mod entrant;
mod fault;
mod gtp;
mod nboard;
mod probe;
mod random;
mod saiblo;
mod spec;

pub use engine::EnginePlayers;
pub use entrant::Entrant;
pub use fault::{Fault, FaultKind};
pub(crate) use gtp::GtpTalk;
pub(crate) use probe::{NO_SYMBOL, NOT_LOADED};
pub use probe::{ProbeError, probe};
pub use random::RandomPlayer;
pub use spec::{BotzoneForm, PlayerSpec, SpecError};

use crate::process::{BotProcess, Deadline, Exchange, Host, Limits, StartError};
use luozi_core::Player;
use luozi_engine::{Ask, NoMove};
use luozi_games::analysis::Analysis;
use luozi_games::{Session, Setup};
use luozi_search::TimeControl;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A bot may load books and nets before its first answer; a shared object does so in its initialisers.
pub(crate) const START_LIMIT: Duration = Duration::from_secs(60);

/// What a contender is told before a game.
#[derive(Clone, Debug)]
pub struct Seat {
    /// Game and board.
    pub setup: Setup,
    /// The side it plays in this game.
    pub side: Player,
    /// Time it will have.
    pub control: TimeControl,
    /// Memory it may use.
    pub memory_bytes: u64,
    /// Simulations a move, for built-in players that set no limit themselves.
    pub visits: Option<u64>,
    /// For whatever it draws at random.
    pub seed: u64,
}

/// What a contender decides.
#[derive(Clone, PartialEq, Debug)]
pub enum Choice {
    /// A move, in the game's notation, and what the player thinks of the position, in [-1, 1] from its own view.
    Move {
        /// The move in the game's notation; whether it is legal is for the judge to find out.
        text: String,
        /// Its own evaluation, if it tells.
        value: Option<f64>,
    },
    /// It gives up.
    Resign,
}

impl Choice {
    /// A move without evaluation.
    pub fn bare(text: impl Into<String>) -> Choice {
        Choice::Move { text: text.into(), value: None }
    }
}

/// One seat of one game.
pub trait Contender: luozi_engine::Player {
    /// Gets ready: starts programs that are not timed for it. Called once, before the first move. `stop` ends it early.
    fn prepare(&mut self, _stop: &AtomicBool) -> Result<(), Fault> {
        Ok(())
    }

    /// Chooses a move before `deadline`. The caller checks it, and ignores it when the deadline's flag is set.
    fn choose(&mut self, session: &Session, deadline: Deadline<'_>) -> Result<Choice, Fault> {
        match self.think(session, deadline.ask()) {
            Ok(analysis) => Ok(Choice::Move { text: analysis.best, value: analysis.value }),
            Err(NoMove::Resigned) => Ok(Choice::Resign),
            Err(NoMove::Fault(error)) => Err(match error.downcast::<Fault>() {
                Ok(fault) => *fault,
                Err(other) => Fault::Garbage(other.to_string()),
            }),
            Err(refusal) => Err(Fault::Garbage(refusal.to_string())),
        }
    }

    /// Loses its process between two turns, as happens on Botzone; the next question goes to a new one that is told the
    /// whole game. Nothing happens to players whose site keeps one process for a game.
    fn restart(&mut self) {}

    /// What it wrote to stderr since the last call.
    fn take_stderr(&mut self) -> String {
        String::new()
    }

    /// Whether it waits for a process, which is given up at the deadline: an answer of such a player is in time by itself,
    /// however long its process takes to be cleared away. Whoever answers from inside this program is late by the clock.
    fn is_foreign(&self) -> bool {
        false
    }

    /// Its process, while there is one.
    fn running(&self) -> Option<&BotProcess> {
        None
    }

    /// What passed between the arena and its process; `None` for players without one.
    fn exchange(&self) -> Option<Exchange> {
        self.running().map(BotProcess::exchange)
    }

    /// Processor time used by its process so far; zero where that cannot be told.
    fn cpu_time(&self) -> Duration {
        self.running().map_or(Duration::ZERO, BotProcess::cpu_time)
    }
}

/// Foreign bots are players: what they choose is their whole analysis.
fn answered(choice: Result<Choice, Fault>) -> Result<Analysis, NoMove> {
    match choice {
        Ok(Choice::Move { text, value }) => Ok(Analysis { best: text, value, ..Analysis::default() }),
        Ok(Choice::Resign) => Err(NoMove::Resigned),
        Err(fault) => Err(NoMove::Fault(Box::new(fault))),
    }
}

/// Makes players of types that choose by [`Contender::choose`].
macro_rules! players_that_choose {
    ($($bot:ty),+ $(,)?) => { $(
        impl luozi_engine::Player for $bot {
            fn think(&mut self, session: &Session, ask: Ask<'_>) -> Result<Analysis, NoMove> {
                answered(self.choose(session, Deadline::of(&ask)))
            }

            fn reset(&mut self) {
                self.restart();
            }
        }
    )+ };
}
players_that_choose!(
    botzone::BotzoneBot,
    gtp::GtpBot,
    nboard::NBoardBot,
    saiblo::SaibloBot,
    RandomPlayer,
    crate::check::Restarted,
);

/// Makes the players that the arena does not know: engines of the program that uses it.
pub trait BuiltIns: Send + Sync {
    /// The first words of their specifications, such as `luozi`.
    fn names(&self) -> &[&'static str];

    /// A player for one seat; the error is a sentence about the specification.
    fn create(&self, specification: &str, seat: &Seat) -> Result<Box<dyn Contender>, String>;
}

/// No built-in players at all.
#[derive(Clone, Copy, Debug)]
pub struct NoBuiltIns;

impl BuiltIns for NoBuiltIns {
    fn names(&self) -> &[&'static str] {
        &[]
    }

    fn create(&self, specification: &str, _seat: &Seat) -> Result<Box<dyn Contender>, String> {
        Err(format!("`{specification}` is not a player of this program"))
    }
}

/// A player that cannot be seated.
#[derive(Debug, thiserror::Error)]
pub enum SeatError {
    /// The protocol does not have this game.
    #[error("{protocol} bots do not play {game}; {advice}")]
    WrongGame {
        /// The protocol's name, such as `Saiblo`.
        protocol: &'static str,
        /// The game and board.
        game: Box<Setup>,
        /// What would work.
        advice: &'static str,
    },
    /// A built-in player refused its specification.
    #[error("{0}")]
    BuiltIn(String),
    /// The arena could not start a process.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// Seats a player: makes the contender that plays one side of one game.
pub fn seat(
    spec: &PlayerSpec,
    seat: &Seat,
    host: &Host,
    built_ins: &dyn BuiltIns,
) -> Result<Box<dyn Contender>, SeatError> {
    let limits = Limits { memory_bytes: seat.memory_bytes };
    Ok(match spec {
        PlayerSpec::Random => Box::new(RandomPlayer::seeded(seat.seed)),
        PlayerSpec::BuiltIn(text) => built_ins.create(text, seat).map_err(SeatError::BuiltIn)?,
        PlayerSpec::SharedObject(path) => {
            Box::new(saiblo::SaibloBot::new(host, host.shared_object(path), seat, limits)?)
        }
        PlayerSpec::Saiblo(command) => Box::new(saiblo::SaibloBot::new(host, command.clone(), seat, limits)?),
        PlayerSpec::Botzone { command, form } => {
            Box::new(botzone::BotzoneBot::new(host, command.clone(), *form, seat, limits)?)
        }
        PlayerSpec::Gtp(command) => Box::new(gtp::GtpBot::new(host, command, seat, limits)?),
        PlayerSpec::NBoard { command, depth } => Box::new(nboard::NBoardBot::new(host, command, *depth, seat, limits)?),
    })
}
