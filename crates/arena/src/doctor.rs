//! Why a board cannot play with an engine: the commands that boards open with, said to it one by one.
//!
//! Boards such as Sabaki, GoGui and NBoard tell their users little more than that an engine cannot be synchronised. Here
//! each command stands with what came back, and the first one that goes wrong is told in a sentence that says what a board
//! makes of it.

use crate::players::{Fault, GtpTalk, START_LIMIT};
use crate::process::{BotProcess, Deadline, Host, Limits, ProcessFault, StartError};
use luozi_core::{Player, excerpt};
use luozi_games::record::{Record, ggf};
use luozi_games::{Session, Setup};
use luozi_protocol::gtp::{Request, Vertex, color_text, game_name};
use luozi_protocol::nboard::{self, Order, Report};
use std::ffi::OsString;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long an engine may take to end when it is told to.
const GOODBYE: Duration = Duration::from_secs(5);
/// Memory for the engine: none of our business here, but a program without bounds can take the machine with it.
const MEMORY_BYTES: u64 = 4 << 30;

/// The language of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// The Go Text Protocol, for Sabaki and GoGui.
    Gtp,
    /// NBoard's own, for Reversi.
    NBoard,
}

/// One thing that was said, and what came back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// The line that was sent.
    pub said: String,
    /// What was answered, cut short, or what is wrong and what a board makes of it.
    pub heard: Result<String, String>,
}

/// Speaks to an engine as a board does, telling each exchange as it happens. The first one that went wrong ends it; whether
/// none did.
pub fn examine(
    host: &Host,
    command: &[OsString],
    language: Language,
    setup: &Setup,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Exchange),
) -> Result<bool, StartError> {
    let process = BotProcess::start(host, command, Limits { memory_bytes: MEMORY_BYTES })?;
    let mut patient = Patient { stop, tell };
    Ok(match language {
        Language::Gtp => gtp(GtpTalk(process), setup, &mut patient),
        Language::NBoard => nboard(process, &mut patient),
    }
    .is_some())
}

struct Patient<'a> {
    stop: &'a AtomicBool,
    tell: &'a mut dyn FnMut(&Exchange),
}

impl<'a> Patient<'a> {
    /// How long the next answer may take: as long as an engine may take to start.
    fn deadline(&self) -> Deadline<'a> {
        Deadline::after(START_LIMIT).unless(self.stop)
    }

    /// Tells an exchange; what was answered, if it was right.
    fn told(&mut self, said: impl ToString, heard: Result<String, String>) -> Option<String> {
        let exchange = Exchange { said: said.to_string(), heard: heard.clone().map(|text| excerpt(&text)) };
        (self.tell)(&exchange);
        heard.ok()
    }

    /// One request of GTP that must succeed; `else_what` is what a board does when it does not.
    fn ask(&mut self, talk: &mut GtpTalk, name: &str, arguments: &[&str], else_what: &str) -> Option<String> {
        let request = Request::new(name, arguments);
        let heard = match talk.ask(&request, self.deadline()) {
            Ok(response) => response.text.map_err(|said| format!("it refuses with `{}`: {else_what}", excerpt(&said))),
            Err(fault) => Err(format!("it {fault}: {else_what}")),
        };
        self.told(request, heard)
    }
}

/// What Sabaki and GoGui say when an engine is attached, a game is set up, played, taken back and ended.
fn gtp(mut talk: GtpTalk, setup: &Setup, patient: &mut Patient<'_>) -> Option<()> {
    let unsynced = "Sabaki then says that the engine can't be synced, GoGui that it does not support the command";
    // Step 1. Who is it, and what does it know?
    let first = "boards ask for it first (an engine for NBoard is examined with `--protocol nboard`)";
    let version = patient.ask(&mut talk, "protocol_version", &[], first)?;
    if version.trim() != "2" {
        let wrong = format!("it speaks version `{}`; boards speak version 2", excerpt(version.trim()));
        return patient.told("protocol_version", Err(wrong)).map(drop);
    }
    for name in ["name", "version"] {
        patient.ask(&mut talk, name, &[], "boards show it, and some wait for it for ever")?;
    }
    let listed = patient.ask(&mut talk, "list_commands", &[], "boards then know of no command at all")?;
    let knows = |name: &str| listed.split_whitespace().any(|known| known == name);
    let missing: Vec<&str> =
        ["boardsize", "clear_board", "play", "genmove"].into_iter().filter(|name| !knows(name)).collect();
    if !missing.is_empty() {
        let wrong = format!("it does not list {}: boards do not send what is not listed", missing.join(", "));
        return patient.told("list_commands", Err(wrong)).map(drop);
    }

    // Step 2. A game.
    if knows("set_game") {
        patient.ask(&mut talk, "set_game", &[game_name(setup.kind())], "it plays another game; `--game` names it")?;
    }
    let (rows, cols) = (setup.rows.to_string(), setup.cols.to_string());
    if rows == cols {
        patient.ask(&mut talk, "boardsize", &[&rows], unsynced)?;
    } else if knows("rectangular_boardsize") {
        patient.ask(&mut talk, "rectangular_boardsize", &[&cols, &rows], unsynced)?;
    } else {
        patient.ask(&mut talk, "boardsize", &[&rows, &cols], unsynced)?;
    }
    patient.ask(&mut talk, "clear_board", &[], unsynced)?;
    patient.ask(&mut talk, "komi", &["6.5"], "boards send it whatever the game is; answer `=` and ignore it")?;

    // Step 3. Moves there and back, the engine's own among them.
    let mut game = Session::new(setup).ok()?;
    let mut played = Vec::new();
    for side in [Player::First, Player::Second] {
        let mv = game.legal_moves().into_iter().next()?;
        let vertex = Vertex::of_move(&mv).text(&game.grid());
        patient.ask(&mut talk, "play", &[color_text(side), &vertex], unsynced)?;
        game.play(&mv).ok()?;
        played.push((side, vertex));
    }
    game.undo();
    played.pop();
    if !(knows("undo") && took_back(&mut talk, patient)?) {
        patient.ask(&mut talk, "clear_board", &[], unsynced)?;
        for (side, vertex) in &played {
            patient.ask(&mut talk, "play", &[color_text(*side), vertex], unsynced)?;
        }
    }
    let side = color_text(game.to_move());
    let answer = patient.ask(&mut talk, "genmove", &[side], "boards wait for a move")?;
    if let Some(mv) = Vertex::parse(answer.trim(), &game.grid()).notation()
        && let Err(error) = game.play(mv)
    {
        let wrong =
            format!("its move `{}` is none here ({error}): boards then lose step with it", excerpt(answer.trim()));
        return patient.told(format!("genmove {side}"), Err(wrong)).map(drop);
    }

    // Step 4. A command that nobody knows, and the end.
    let unknown = Request::new("unheard-of", &[]);
    let heard = match talk.ask(&unknown, patient.deadline()).map(|response| response.text) {
        Ok(Err(refusal)) => Ok(format!("? {refusal}")),
        Ok(Ok(_)) => {
            Err("it accepts a command that does not exist: boards that ask whether it knows one are misled".into())
        }
        Err(fault) => Err(format!("it {fault}: an unknown command must be refused with `?`, or boards wait for ever")),
    };
    patient.told(&unknown, heard)?;
    let quit = Request::new("quit", &[]);
    let deadline = patient.deadline().at_most(GOODBYE);
    let heard = talk.ask(&quit, deadline).map(|_| String::new());
    patient.told(&quit, heard.or_else(|fault| ended(&fault)))?;
    Some(())
}

/// `undo`, which boards send when one looks at an earlier position; whether it was done. An engine may refuse it: Sabaki and GoGui
/// then say the whole game from its beginning, as they do to one that does not list it.
fn took_back(talk: &mut GtpTalk, patient: &mut Patient<'_>) -> Option<bool> {
    let undo = Request::new("undo", &[]);
    let answer = talk.ask(&undo, patient.deadline()).map(|response| response.text);
    let done = matches!(answer, Ok(Ok(_)));
    let heard = match answer {
        Ok(Ok(text)) => Ok(text),
        Ok(Err(refusal)) => Ok(format!("? {refusal}")),
        Err(fault) => Err(format!("it {fault}: boards take moves back by it")),
    };
    patient.told(&undo, heard).map(|_| done)
}

/// An engine that ends instead of answering `quit` does what it was told.
fn ended(fault: &Fault) -> Result<String, String> {
    match fault {
        Fault::Unanswered { fault, .. } if *fault == ProcessFault::ExitedEarly => Ok("(it ended)".into()),
        other => Err(format!("it {other}: boards leave such a program running")),
    }
}

/// What NBoard says: its version, the depth, a game, and then hints and moves.
fn nboard(mut process: BotProcess, patient: &mut Patient<'_>) -> Option<()> {
    let game = Record::new(Setup::standard(nboard::GAME)).ok().and_then(|record| ggf::write(&record).ok())?;
    let mut order = |patient: &mut Patient<'_>, orders: &[Order], until: fn(&Report) -> bool, else_what: &str| {
        let said: Vec<String> = orders.iter().map(ToString::to_string).collect();
        let deadline = patient.deadline();
        let mut talk = || -> Result<String, Fault> {
            for order in &said {
                process.send(format!("{order}\n").as_bytes(), deadline)?;
            }
            loop {
                let line = String::from_utf8_lossy(&process.read_line(deadline)?).into_owned();
                if until(&Report::parse(&line)) {
                    return Ok(line);
                }
            }
        };
        let heard = talk().map_err(|fault| format!("it {fault}: {else_what}"));
        patient.told(said.join(" | "), heard)
    };
    let pong = |report: &Report| matches!(report, Report::Pong(_));
    let hello = [Order::Hello(2), Order::SetGame(game), Order::SetDepth(2), Order::Ping(1)];
    order(patient, &hello, pong, "NBoard waits for `pong 1` before it does anything else")?;
    let moved = |report: &Report| matches!(report, Report::Move(_));
    let answer = order(patient, &[Order::Go], moved, "NBoard waits for a line `=== MOVE`")?;
    let Report::Move(mv) = Report::parse(&answer) else { return None };
    let mut session = Session::new(&Setup::standard(nboard::GAME)).ok()?;
    if let Err(error) = session.play(&mv.text) {
        let wrong = format!("its move `{}` is none here ({error})", excerpt(&mv.text));
        return patient.told(Order::Go, Err(wrong)).map(drop);
    }
    order(patient, &[Order::Move(mv), Order::Ping(2)], pong, "NBoard tells every move and waits for `pong 2`")?;
    Some(())
}
