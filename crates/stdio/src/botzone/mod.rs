//! Botzone's NoGo and Reversi, in every form the site has.
//!
//! The form is told apart at every turn, and a whole history replaces whatever is remembered, so a restart at any turn
//! does no harm. The process always asks to be kept. A turn that cannot be played is answered in the site's own form,
//! with the reason in `debug`; a line that is no turn is told on stderr; both leave the game as it was.

mod game;
pub mod local_ai;

pub use game::TurnError;

use crate::NoPlayer;
use crate::lines::{BoundedLines, LineError};
use crate::turn_clock::TurnClock;
use game::Game;
use luozi_engine::Choice;
use luozi_engine::thinker::Thinker;
use luozi_games::{GameKind, Setup};
use luozi_protocol::botzone::{Answer, Input, InputReader, KEEP_RUNNING, Point, has_game};
use luozi_search::Budget;
use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

/// Most bytes of a line: the site keeps up to 200 KB of data, and histories are short.
const LINE_BYTES: usize = 1 << 20;
/// Memory of the graph in MiB when nothing is said: the site allows 256 MB in all.
const MEMORY_MIB: u64 = 128;
/// Time from the start of a turn to its answer when nothing is said: the site allows 1 s.
const TURN_TIME: Duration = Duration::from_millis(950);
/// Share of a time limit of the site that is used.
const LIMIT_SHARE: f64 = 0.95;

/// A player under the conditions of the site.
pub struct Bot {
    setup: Setup,
    thinker: Thinker,
    budget: Budget,
}

impl Bot {
    /// The chosen player at one of the site's games: 128 MB and 950 ms a turn where the choice says nothing.
    pub fn new(game: GameKind, choice: &Choice) -> Result<Bot, NoPlayer> {
        if !has_game(game) {
            return Err(NoPlayer::Site { site: "Botzone", game });
        }
        let recipe = choice.clone().within_memory(MEMORY_MIB).recipe(game)?;
        let setup = Setup::standard(game);
        let thinker = Thinker::new(&setup, &recipe)?;
        let budget = Budget { time: choice.budget.time.or(Some(TURN_TIME)), ..choice.budget };
        Ok(Bot { setup, thinker, budget })
    }
}

/// What is remembered between two turns.
pub struct Conversation {
    bot: Bot,
    game: Option<Game>,
}

impl Conversation {
    /// Nothing is played yet.
    pub fn new(bot: Bot) -> Conversation {
        Conversation { bot, game: None }
    }

    /// Answers one turn. After an error everything is as before.
    fn turn(&mut self, input: &Input, asked: Instant) -> Result<Answer, TurnError> {
        let mut game = match (input, &self.game) {
            (Input::Full { history, .. } | Input::Simple { history }, _) => Game::of_history(&self.bot.setup, history)?,
            (Input::Next(point) | Input::SimpleNext(point), None) => Game::of_first_request(&self.bot.setup, *point)?,
            (Input::Next(point) | Input::SimpleNext(point), Some(game)) => {
                let mut game = game.clone();
                game.request(*point)?;
                game
            }
        };
        if let Input::Full { limits, .. } = input {
            self.observe(limits.time_limit);
        }
        let answer = game.respond(&mut self.bot, asked)?;
        self.game = Some(game);
        Ok(answer)
    }

    /// Stays within a time limit of the site, in seconds.
    fn observe(&mut self, time_limit: Option<f64>) {
        let told = time_limit.and_then(|seconds| Duration::try_from_secs_f64(seconds * LIMIT_SHARE).ok());
        if let Some(told) = told.filter(|told| !told.is_zero()) {
            self.bot.budget.time = self.bot.budget.time.map(|own| own.min(told));
        }
    }
}

/// Answers the turns of `input` on `out` until the input closes; complaints go to `log`, where nobody has to listen. The time of
/// the first turn counts from the start of the process, as the site counts it.
pub fn serve(
    mut conversation: Conversation,
    input: impl BufRead,
    mut out: impl Write,
    mut log: impl Write,
) -> io::Result<()> {
    let mut clock = TurnClock::of_this_process(conversation.bot.budget.time.unwrap_or(TURN_TIME));
    let mut reader = InputReader::default();
    let mut first_line = None;
    for line in BoundedLines::new(input, LINE_BYTES) {
        // Step 1. A line of text; blank ones mean nothing.
        let line = match line {
            Ok(line) => String::from_utf8_lossy(&line).into_owned(),
            Err(LineError::Read(problem)) => return Err(problem),
            Err(problem) => {
                let _ = writeln!(log, "luozi: {problem}");
                continue;
            }
        };
        if line.trim().is_empty() {
            continue;
        }
        let arrived = *first_line.get_or_insert_with(Instant::now);

        // Step 2. What it completes: nothing yet, a turn, or an error, which only JSON proves to be meant as a turn.
        let answer = match reader.push_line(&line) {
            Ok(None) => continue,
            Ok(Some(input)) => {
                let answer = conversation.turn(&input, clock.began(arrived)).unwrap_or_else(refusal);
                let json = matches!(input, Input::Full { .. } | Input::Next(_));
                if json { answer.to_json() } else { answer.to_simple() }
            }
            Err(problem) if line.trim_start().starts_with('{') => refusal(problem).to_json(),
            Err(problem) => {
                let _ = writeln!(log, "luozi: {problem}; the line is ignored");
                first_line = None;
                continue;
            }
        };

        // Step 3. The answer, and the wish to stay.
        first_line = None;
        write!(out, "{answer}\n{KEEP_RUNNING}\n")?;
        out.flush()?;
    }
    Ok(())
}

/// The answer to a turn that cannot be played.
fn refusal(problem: impl Display) -> Answer {
    Answer { debug: Some(format!("error: {problem}").into()), ..Answer::bare(Point::NONE) }
}

#[cfg(test)]
mod tests;
