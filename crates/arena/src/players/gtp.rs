//! GTP engines: NoGo in Go's dialect, Reversi, and Connect Four by column letters.

use super::{Choice, Contender, Fault, START_LIMIT, Seat, SeatError};
use crate::process::{BotProcess, Deadline, Host, Limits, ProcessFault};
use luozi_core::{Player, excerpt};
use luozi_games::Session;
use luozi_protocol::gtp::{Request, Response, ResponseReader, Vertex, color_text, game_name};
use luozi_search::TimeControl;
use std::ffi::OsString;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The protocol counts in whole seconds; only shorter times are written as a fraction.
fn seconds(time: Duration) -> String {
    match time.as_secs() {
        0 => time.as_secs_f64().to_string(),
        whole => whole.to_string(),
    }
}

/// An answer that has begun goes on within this time, and so does an engine after a line that is none; longer for the
/// latter, since some engines greet before they load.
const END_LIMIT: Duration = Duration::from_secs(3);
const NOISE_LIMIT: Duration = Duration::from_secs(15);

/// What is missing in an answer.
fn incomplete(request: &Request, found: &str, begun: bool) -> Fault {
    let found = excerpt(found);
    Fault::Incomplete(if begun {
        format!(
            "answered `{request}` with `{found}` but did not end the answer: GTP wants an empty line after it (and a flush)"
        )
    } else {
        format!(
            "answered `{request}` with `{found}`: GTP wants `=` (or `?` for a refusal) before an answer and an empty line after it"
        )
    })
}

/// A GTP engine as a process: requests go in, responses come out.
pub(crate) struct GtpTalk(pub(crate) BotProcess);

impl GtpTalk {
    /// One request and its response. An engine that begins to answer and does not end is not waited for until the deadline:
    /// what is missing is known by then.
    pub(crate) fn ask(&mut self, request: &Request, deadline: Deadline<'_>) -> Result<Response, Fault> {
        let unanswered = |fault| Fault::Unanswered { request: request.to_string(), fault };
        self.0.send(format!("{request}\n").as_bytes(), deadline).map_err(unanswered)?;
        let (mut reader, mut until) = (ResponseReader::default(), deadline);
        let mut last = String::new();
        loop {
            let line = match self.0.read_line(until) {
                Ok(line) => String::from_utf8_lossy(&line).into_owned(),
                Err(ProcessFault::TimeOut(_)) if !last.is_empty() => {
                    return Err(incomplete(request, &last, reader.is_open()));
                }
                Err(fault) => return Err(unanswered(fault)),
            };
            if let Some(response) = reader.push_line(&line) {
                return Ok(response);
            }
            if !line.trim().is_empty() {
                last = line;
            }
            if !last.is_empty() {
                until = deadline.at_most(if reader.is_open() { END_LIMIT } else { NOISE_LIMIT });
            }
        }
    }
}

/// One game of a GTP engine.
pub(super) struct GtpBot {
    talk: GtpTalk,
    seat: Seat,
    /// Plies that the engine knows of.
    known: usize,
    /// What the engine answered to `list_commands`; not asked one by one with `known_command`, since simple engines read
    /// words instead of lines and answer each of them.
    commands: Vec<String>,
}

impl GtpBot {
    pub(super) fn new(host: &Host, command: &[OsString], seat: &Seat, limits: Limits) -> Result<GtpBot, SeatError> {
        Ok(GtpBot {
            talk: GtpTalk(BotProcess::start(host, command, limits)?),
            seat: seat.clone(),
            known: 0,
            commands: Vec::new(),
        })
    }

    /// A request that must succeed.
    fn demand(&mut self, request: &Request, deadline: Deadline<'_>) -> Result<String, Fault> {
        let response = self.talk.ask(request, deadline)?;
        response.text.map_err(|message| Fault::garbage(&format!("? {message}"), format!("success of `{request}`")))
    }

    /// Whether the engine says that it has a command.
    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }
}

impl Contender for GtpBot {
    fn prepare(&mut self, stop: &AtomicBool) -> Result<(), Fault> {
        let deadline = Deadline::after(START_LIMIT).unless(stop);
        let commands = self.talk.ask(&Request::new("list_commands", &[]), deadline)?.text.unwrap_or_default();
        self.commands = commands.split_whitespace().map(str::to_string).collect();
        if self.knows("set_game") {
            self.demand(&Request::new("set_game", &[game_name(self.seat.setup.kind())]), deadline)?;
        }
        let (rows, cols) = self.seat.setup.size();
        let (rows_text, cols_text) = (rows.to_string(), cols.to_string());
        let size: &[&str] = if rows == cols { &[&rows_text] } else { &[&rows_text, &cols_text] };
        self.demand(&Request::new("boardsize", size), deadline)?;
        let forbidden = &self.seat.setup.forbidden;
        if !forbidden.is_empty() {
            // Only engines that know our extension can play such a board.
            let cells: Vec<String> = forbidden.iter().map(|cell| format!("{},{}", cell.row, cell.col)).collect();
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            self.demand(&Request::new("luozi-forbid", &cells), deadline)?;
        }
        self.demand(&Request::new("clear_board", &[]), deadline)?;
        if self.knows("time_settings") {
            // A limit for every move is a byo-yomi of one stone.
            let settings = match self.seat.control {
                TimeControl::PerMove(limit) => ["0".to_string(), seconds(limit), "1".to_string()],
                TimeControl::Clock { base, .. } => [seconds(base), "0".to_string(), "0".to_string()],
            };
            // An engine that cannot keep such a limit says so here; it is still measured.
            let _ =
                self.talk.ask(&Request::new("time_settings", &settings.each_ref().map(String::as_str)), deadline)?;
        }
        Ok(())
    }

    fn choose(&mut self, session: &Session, deadline: Deadline<'_>) -> Result<Choice, Fault> {
        self.talk.0.begin_turn();
        for mv in &session.moves()[self.known..] {
            let player = if self.known.is_multiple_of(2) { Player::First } else { Player::Second };
            let vertex = if mv == "pass" { Vertex::Pass } else { Vertex::Move(mv.clone()) };
            let request = Request::new("play", &[color_text(player), &vertex.text(&session.grid())]);
            if vertex == Vertex::Pass {
                // A forced pass says nothing new, and gtp-rhino refuses to hear it although it plays on correctly.
                let _ = self.talk.ask(&request, deadline)?;
            } else {
                self.demand(&request, deadline)?;
            }
            self.known += 1;
        }
        if matches!(self.seat.control, TimeControl::Clock { .. }) && self.knows("time_left") {
            // The settings have no increments: the engine hears before every move what it has.
            let left = seconds(deadline.remaining());
            let _ = self.talk.ask(&Request::new("time_left", &[color_text(self.seat.side), &left, "0"]), deadline)?;
        }
        let answer = self.demand(&Request::new("genmove", &[color_text(self.seat.side)]), deadline)?;
        self.known += 1;
        match Vertex::parse(answer.trim(), &session.grid()).notation() {
            Some(text) => Ok(Choice::bare(text)),
            None => Ok(Choice::Resign),
        }
    }

    fn take_stderr(&mut self) -> String {
        self.talk.0.take_stderr()
    }

    fn is_foreign(&self) -> bool {
        true
    }

    fn running(&self) -> Option<&BotProcess> {
        Some(&self.talk.0)
    }
}
