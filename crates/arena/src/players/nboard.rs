//! NBoard engines: Reversi by depth. The protocol knows no clock; the judge's limit still holds.

use super::{Choice, Contender, Fault, START_LIMIT, Seat, SeatError};
use crate::process::{BotProcess, Deadline, Host, Limits};
use luozi_games::record::{Record, ggf};
use luozi_games::{Session, Setup};
use luozi_protocol::nboard::{GAME, Order, Report, TimedMove};
use std::ffi::OsString;
use std::sync::atomic::AtomicBool;

/// One game of an NBoard engine.
pub(super) struct NBoardBot {
    process: BotProcess,
    setup: Setup,
    /// Plies that the engine knows of.
    known: usize,
    pings: u64,
    /// The depth it is told to search.
    depth: u32,
}

impl NBoardBot {
    pub(super) fn new(
        host: &Host,
        command: &[OsString],
        depth: u32,
        seat: &Seat,
        limits: Limits,
    ) -> Result<NBoardBot, SeatError> {
        if seat.setup.kind() != GAME || seat.setup.rows != 8 {
            let advice = "NBoard is for Reversi on 8 x 8";
            return Err(SeatError::WrongGame { protocol: "NBoard", game: seat.setup.clone().into(), advice });
        }
        let process = BotProcess::start(host, command, limits)?;
        Ok(NBoardBot { process, setup: seat.setup.clone(), known: 0, pings: 0, depth })
    }

    fn send(&mut self, order: &Order, deadline: Deadline<'_>) -> Result<(), Fault> {
        Ok(self.process.send(format!("{order}\n").as_bytes(), deadline)?)
    }

    fn read(&mut self, deadline: Deadline<'_>) -> Result<Report, Fault> {
        let line = self.process.read_line(deadline)?;
        Ok(Report::parse(&String::from_utf8_lossy(&line)))
    }

    /// Waits until the engine has done all that was sent before.
    fn synchronise(&mut self, deadline: Deadline<'_>) -> Result<(), Fault> {
        self.pings += 1;
        self.send(&Order::Ping(self.pings), deadline)?;
        while self.read(deadline)? != Report::Pong(self.pings) {}
        Ok(())
    }
}

impl Contender for NBoardBot {
    fn prepare(&mut self, stop: &AtomicBool) -> Result<(), Fault> {
        let deadline = Deadline::after(START_LIMIT).unless(stop);
        let start = Record::new(self.setup.clone()).map(|record| ggf::write(&record));
        let ggf = start.expect("the setup was seated").expect("GGF holds Reversi games");
        for order in [Order::Hello(2), Order::SetDepth(self.depth), Order::SetGame(ggf)] {
            self.send(&order, deadline)?;
        }
        self.synchronise(deadline)
    }

    fn choose(&mut self, session: &Session, deadline: Deadline<'_>) -> Result<Choice, Fault> {
        self.process.begin_turn();
        for mv in &session.moves()[self.known..] {
            self.send(&Order::Move(TimedMove::bare(mv)), deadline)?;
        }
        self.known = session.moves().len();
        self.synchronise(deadline)?;
        self.send(&Order::Go, deadline)?;
        loop {
            // The engine does not play its own move: it will be told with the next moves.
            if let Report::Move(mv) = self.read(deadline)? {
                return Ok(Choice::bare(mv.text));
            }
        }
    }

    fn take_stderr(&mut self) -> String {
        self.process.take_stderr()
    }

    fn is_foreign(&self) -> bool {
        true
    }

    fn running(&self) -> Option<&BotProcess> {
        Some(&self.process)
    }
}
