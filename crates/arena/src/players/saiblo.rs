//! Bots with Saiblo's Connect Four interface: by the wire form, or as a shared object behind our host process.

use super::{Choice, Contender, Fault, Seat, SeatError};
use crate::process::{BotProcess, Deadline, Host, Limits};
use luozi_core::Player;
use luozi_games::Session as Game;
use luozi_protocol::saiblo::{Point, Start, Table, parse_reply, reply_length};
use std::ffi::OsString;

/// One game of a Saiblo bot: one process, its globals survive between moves.
pub(super) struct SaibloBot {
    host: Host,
    command: Vec<OsString>,
    limits: Limits,
    side: Player,
    start: Start,
    /// The judge's bookkeeping and how many plies it holds.
    table: Table,
    plies: usize,
    process: Option<BotProcess>,
}

impl SaibloBot {
    pub(super) fn new(
        host: &Host,
        command: Vec<OsString>,
        seat: &Seat,
        limits: Limits,
    ) -> Result<SaibloBot, SeatError> {
        let wrong = || SeatError::WrongGame {
            protocol: "Saiblo",
            game: seat.setup.clone().into(),
            advice: "they play Connect Four with at most one forbidden cell",
        };
        let start = Start::of_setup(&seat.setup).ok_or_else(wrong)?;
        let table = Table::new(start);
        let (host, side) = (host.clone(), seat.side);
        Ok(SaibloBot { host, command, limits, side, start, table, plies: 0, process: None })
    }

    /// The running process, started with the start line if need be. Loading counts as thinking, as on the site.
    fn process(&mut self, deadline: Deadline<'_>) -> Result<&mut BotProcess, Fault> {
        if self.process.is_none() {
            let mut process = BotProcess::start(&self.host, &self.command, self.limits)?;
            process.send(self.start.line().as_bytes(), deadline)?;
            self.process = Some(process);
        }
        Ok(self.process.as_mut().expect("it was just started"))
    }
}

impl Contender for SaibloBot {
    fn choose(&mut self, game: &Game, deadline: Deadline<'_>) -> Result<Choice, Fault> {
        // Step 1. Bring the judge's table up to date.
        for mv in &game.moves()[self.plies..] {
            let column = mv.parse::<i32>().map_or(-1, |column| column - 1);
            let player = if self.plies.is_multiple_of(2) { Player::First } else { Player::Second };
            self.table.drop(column, player).expect("the moves on the table are legal");
            self.plies += 1;
        }

        // Step 2. Ask.
        let text = self.table.turn(self.side).text(&self.start);
        let has_replied = self.process.is_some();
        let process = self.process(deadline)?;
        if has_replied && let unasked @ [_, ..] = process.begin_turn().as_slice() {
            return Err(Fault::garbage(&String::from_utf8_lossy(unasked), "no output between two replies"));
        }
        process.send(text.as_bytes(), deadline)?;

        // Step 3. Read the reply.
        let prefix = process.read_bytes(4, deadline)?.try_into().expect("four bytes were read");
        let length = reply_length(prefix).map_err(Fault::unreadable)?;
        let content = process.read_bytes(length, deadline)?;
        let point = parse_reply(&content).map_err(Fault::unreadable)?;

        // Step 4. The point must be where a stone would land.
        match self.table.landing(point.y) {
            Some(landing) if landing == point => Ok(Choice::bare((point.y + 1).to_string())),
            landing => {
                let reason = match landing {
                    _ if point == self.start.forbidden => "that is the forbidden cell, which stays empty".to_string(),
                    Some(Point { x, .. }) => {
                        format!("a stone in column {} lands in row {x} (from 0 at the top)", point.y)
                    }
                    None => format!("column {} (from 0) is full or not on the board", point.y),
                };
                Err(Fault::Illegal { found: format!("{} {}", point.x, point.y), reason })
            }
        }
    }

    fn take_stderr(&mut self) -> String {
        self.process.as_mut().map_or(String::new(), BotProcess::take_stderr)
    }

    fn is_foreign(&self) -> bool {
        true
    }

    fn running(&self) -> Option<&BotProcess> {
        self.process.as_ref()
    }
}
