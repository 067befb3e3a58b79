//! `luozi botzone`: Botzone's NoGo and Reversi on stdin and stdout, in every form the site has.
//!
//! The form is told apart at every turn, and a whole history replaces whatever is remembered, so a restart at any turn
//! does no harm. The process always asks to be kept. A turn that cannot be played is answered in the site's own form,
//! with the reason in `debug`; a line that is no turn is told on stderr; both leave the game as it was.

mod game;

pub use game::{Game, TurnError};

use super::lines::{BoundedLines, LineError};
use super::local_ai;
use super::turn_clock::TurnClock;
use crate::error::bad_input;
use crate::options::EngineOptions;
use crate::options::platform::{self, Platform};
use luozi::engine::thinker::Thinker;
use luozi::games::{GameKind, Setup};
use luozi::protocol::botzone::{Answer, Input, InputReader, KEEP_RUNNING, Point};
use luozi::search::Budget;
use std::fmt::Display;
use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

/// Most bytes of a line: the site keeps up to 200 KB of data, and histories are short.
const LINE_BYTES: usize = 1 << 20;
/// Memory of the graph in MiB when nothing is said: the site allows 256 MB in all.
const MEMORY_MIB: u64 = 128;
/// Time from the start of a turn to its answer when nothing is said: the site allows 1 s.
const TURN_TIME: Duration = Duration::from_millis(950);
/// Share of a time limit of the site that is used.
const LIMIT_SHARE: f64 = 0.95;

/// Speak Botzone's language for NoGo or Reversi on stdin and stdout
///
/// Full JSON, keep-running and simplified text, told apart at every turn. Time counts from the start of the process in
/// the first turn; 950 ms and 128 MB when nothing is said.
/// With --local-ai: plays on the site from this machine, several matches at once.
/// Example: luozi match "botzone:luozi botzone --game nogo" random --game nogo --platform botzone --games 10
#[derive(clap::Args)]
pub struct Args {
    /// nogo or reversi
    #[arg(long, value_name = "GAME")]
    game: GameKind,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    local_ai: local_ai::Options,
}

/// Answers turns until the input closes.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let time = args.engine.time.unwrap_or(TURN_TIME);
    let clock = TurnClock::of_this_process(time);
    platform::game(Some(args.game), Some(Platform::Botzone))?;
    let recipe = args.engine.recipe_within(args.game, MEMORY_MIB)?;
    let setup = Setup::standard(args.game);
    let thinker = Thinker::new(&setup, &recipe).map_err(bad_input)?;
    let budget = Budget { time: Some(time), ..args.engine.budget() };
    if args.local_ai.is_wanted() {
        return args.local_ai.run(args.game, thinker, budget);
    }
    serve(
        Conversation::new(setup, thinker, budget),
        clock,
        std::io::stdin().lock(),
        std::io::stdout(),
        std::io::stderr(),
    )
}

/// What is remembered between two turns.
pub(super) struct Conversation {
    setup: Setup,
    thinker: Thinker,
    budget: Budget,
    game: Option<Game>,
}

impl Conversation {
    /// Nothing is played yet; `thinker` plays on the board of `setup`.
    pub(super) fn new(setup: Setup, thinker: Thinker, budget: Budget) -> Conversation {
        Conversation { setup, thinker, budget, game: None }
    }

    /// Answers one turn. After an error everything is as before.
    fn turn(&mut self, input: &Input, asked: Instant) -> Result<Answer, TurnError> {
        let mut game = match (input, &self.game) {
            (Input::Full { history, .. } | Input::Simple { history }, _) => Game::of_history(&self.setup, history)?,
            (Input::Next(point) | Input::SimpleNext(point), None) => Game::of_first_request(&self.setup, *point)?,
            (Input::Next(point) | Input::SimpleNext(point), Some(game)) => {
                let mut game = game.clone();
                game.request(*point)?;
                game
            }
        };
        if let Input::Full { limits, .. } = input {
            self.observe(limits.time_limit);
        }
        let answer = game.respond(&mut self.thinker, self.budget, asked)?;
        self.game = Some(game);
        Ok(answer)
    }

    /// Stays within a time limit of the site, in seconds.
    fn observe(&mut self, time_limit: Option<f64>) {
        let told = time_limit.and_then(|seconds| Duration::try_from_secs_f64(seconds * LIMIT_SHARE).ok());
        if let Some(told) = told.filter(|told| !told.is_zero()) {
            self.budget.time = self.budget.time.map(|own| own.min(told));
        }
    }
}

/// Answers the turns of `input` on `out`; complaints go to `log`, where nobody has to listen.
pub(super) fn serve(
    mut conversation: Conversation,
    mut clock: TurnClock,
    input: impl BufRead,
    mut out: impl Write,
    mut log: impl Write,
) -> anyhow::Result<()> {
    let mut reader = InputReader::default();
    let mut first_line = None;
    for line in BoundedLines::new(input, LINE_BYTES) {
        // Step 1. A line of text; blank ones mean nothing.
        let line = match line {
            Ok(line) => String::from_utf8_lossy(&line).into_owned(),
            Err(LineError::Read(problem)) => return Err(problem.into()),
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
