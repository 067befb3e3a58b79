//! Botzone bots: a fresh process every turn, or one that asks to be kept running; JSON or the simplified text.

use super::spec::BotzoneForm;
use super::{Choice, Contender, Fault, Seat, SeatError};
use crate::process::{BotProcess, Deadline, Exchange, Host, Limits, ProcessFault};
use luozi_core::Player;
use luozi_games::{Session, Setup};
use luozi_protocol::Square;
use luozi_protocol::botzone::{self, Answer, AnswerError, History, Input, KEEP_RUNNING, Point};
use serde_json::Value;
use std::ffi::OsString;
use std::time::Duration;

/// One game of a Botzone bot.
pub(super) struct BotzoneBot {
    host: Host,
    command: Vec<OsString>,
    form: BotzoneForm,
    limits: Limits,
    setup: Setup,
    side: Player,
    time_per_move: Duration,
    /// Alive between turns only if the bot asked for it.
    process: Option<BotProcess>,
    keeps_running: bool,
    data: Option<Value>,
    globaldata: Option<Value>,
    /// Stderr of processes that are gone.
    stderr: String,
    /// The last turn of a process that is gone.
    last_exchange: Option<Exchange>,
}

impl BotzoneBot {
    pub(super) fn new(
        host: &Host,
        command: Vec<OsString>,
        form: BotzoneForm,
        seat: &Seat,
        limits: Limits,
    ) -> Result<BotzoneBot, SeatError> {
        if !luozi_protocol::botzone::has_game(seat.setup.kind()) {
            let advice = "Botzone has NoGo and Reversi; for Connect Four use so: or saiblo:";
            return Err(SeatError::WrongGame { protocol: "Botzone", game: seat.setup.clone().into(), advice });
        }
        Ok(BotzoneBot {
            host: host.clone(),
            command,
            form,
            limits,
            setup: seat.setup.clone(),
            side: seat.side,
            time_per_move: seat.control.start(),
            process: None,
            keeps_running: false,
            data: None,
            globaldata: None,
            stderr: String::new(),
            last_exchange: None,
        })
    }

    /// What to send: only the last request to a process that was kept, the whole game to a new one.
    fn input(&self, session: &Session) -> Input {
        let grid = session.grid();
        let squares = session.moves().iter().map(|mv| Square::of_notation(mv, &grid));
        let history = History::of_moves(&squares.collect::<Vec<_>>(), self.side);
        let last = *history.requests.last().expect("it is this side's turn, so there is a request");
        match (self.form, self.keeps_running) {
            (BotzoneForm::Json, true) => Input::Next(last),
            (BotzoneForm::Text, true) => Input::SimpleNext(last),
            (BotzoneForm::Text, false) => Input::Simple { history },
            (BotzoneForm::Json, false) => Input::Full {
                history,
                data: self.data.clone(),
                globaldata: self.globaldata.clone(),
                limits: botzone::Limits {
                    time_limit: Some(self.time_per_move.as_secs_f64()),
                    memory_limit: Some((self.limits.memory_bytes >> 20) as f64),
                },
            },
        }
    }

    /// All lines of one turn: they end with the keep-running marker or with the process.
    fn read_turn(&mut self, deadline: Deadline<'_>) -> Result<String, Fault> {
        let process = self.process.as_mut().expect("the turn has begun");
        let mut text = String::new();
        loop {
            match process.read_line(deadline) {
                Ok(line) => {
                    let line = String::from_utf8_lossy(&line).into_owned();
                    if line.trim() == KEEP_RUNNING {
                        self.keeps_running = true;
                        return Ok(text);
                    }
                    text += &line;
                    text.push('\n');
                }
                // The normal end of a bot that does not stay.
                Err(ProcessFault::ExitedEarly) if !text.trim().is_empty() => {
                    self.retire();
                    return Ok(text);
                }
                Err(ProcessFault::TimeOut(limit)) => return Err(self.unfinished(limit)),
                Err(fault) => return Err(fault.into()),
            }
        }
    }

    /// No end of the turn in time. What was printed tells a slow bot from one that answered and forgot to say so.
    fn unfinished(&self, limit: Duration) -> Fault {
        let printed = self.process.as_ref().map(|process| process.exchange().received).unwrap_or_default();
        let text = String::from_utf8_lossy(&printed);
        if text.trim().is_empty() {
            return ProcessFault::TimeOut(limit).into();
        }
        let (found, limit) = (luozi_core::excerpt(text.trim()), limit.as_millis());
        Fault::Incomplete(if self.parse(&text).is_ok() {
            format!(
                "answered `{found}` but did not end its turn within {limit} ms: a Botzone bot ends after its answer, or prints \
                 the line {KEEP_RUNNING} and flushes"
            )
        } else {
            format!("printed `{found}` and no whole answer within {limit} ms")
        })
    }

    fn parse(&self, text: &str) -> Result<Answer, AnswerError> {
        match self.form {
            BotzoneForm::Json => Answer::parse_json(text),
            BotzoneForm::Text => Answer::parse_simple(text),
        }
    }

    /// Ends the process and keeps what it wrote to stderr.
    fn retire(&mut self) {
        if let Some(mut process) = self.process.take() {
            self.stderr += &process.take_stderr();
            self.last_exchange = Some(process.exchange());
        }
        self.keeps_running = false;
    }

    fn ask(&mut self, session: &Session, deadline: Deadline<'_>) -> Result<Choice, Fault> {
        // Step 1. A process: the one that was kept, or a new one.
        let was_kept = self.keeps_running;
        if !was_kept {
            self.retire();
            self.process = Some(BotProcess::start(&self.host, &self.command, self.limits)?);
        }
        let input = self.input(session).text();
        self.keeps_running = false;
        let process = self.process.as_mut().expect("it was just started");
        if was_kept && let unasked @ [_, ..] = process.begin_turn().as_slice() {
            return Err(Fault::garbage(&String::from_utf8_lossy(unasked), "no output between two turns"));
        }

        // Step 2. Ask and read.
        process.send(input.as_bytes(), deadline)?;
        let text = self.read_turn(deadline)?;
        let answer = self.parse(&text).map_err(Fault::unreadable)?;
        self.data = answer.data;
        self.globaldata = answer.globaldata.or(self.globaldata.take());

        // Step 3. The point as a move of the game.
        let Point { x, y } = answer.response;
        let (rows, cols) = self.setup.size();
        let square = answer.response.square().filter(|square| square.row < rows && square.col < cols);
        match square.and_then(|square| square.notation(&session.grid())) {
            // Asked here and not left to the judge: only here the move is known as the site writes it.
            Some(text) => match session.clone().play(&text) {
                Ok(()) => Ok(Choice::bare(text)),
                Err(problem) => Err(Fault::of_move(&format!("x={x}, y={y} ({text})"), &problem)),
            },
            None if answer.response == Point::NONE && session.grid().has_pass() => Ok(Choice::bare(luozi_core::PASS)),
            None => {
                Err(Fault::Illegal { found: format!("x={x}, y={y}"), reason: "it is not on this board".to_string() })
            }
        }
    }
}

impl Contender for BotzoneBot {
    fn choose(&mut self, session: &Session, deadline: Deadline<'_>) -> Result<Choice, Fault> {
        self.ask(session, deadline)
    }

    fn restart(&mut self) {
        self.retire();
    }

    fn take_stderr(&mut self) -> String {
        let running = self.process.as_mut().map_or(String::new(), BotProcess::take_stderr);
        std::mem::take(&mut self.stderr) + &running
    }

    fn is_foreign(&self) -> bool {
        true
    }

    fn running(&self) -> Option<&BotProcess> {
        self.process.as_ref()
    }

    fn exchange(&self) -> Option<Exchange> {
        self.running().map(BotProcess::exchange).or_else(|| self.last_exchange.clone())
    }
}
