//! A table as it is written down, so that a game goes on after the server was started anew.

use super::table::{Seat, Table};
use crate::message::{FriendClock, FriendEnd};
use crate::problem::{Code, Problem};
use luozi_core::Player;
use luozi_games::Setup;
use luozi_wire::board::Side;
use luozi_wire::order::opened;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Everything about a table but who is connected.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Kept {
    invite: String,
    /// The secrets of the seats.
    keys: [Option<String>; 2],
    /// The address that set it up.
    pub address: IpAddr,
    setup: Setup,
    start: Option<String>,
    moves: Vec<String>,
    host: Side,
    clock: Option<FriendClock>,
    left_ms: [u64; 2],
    running: bool,
    over: Option<FriendEnd>,
    draw: Option<Side>,
    again: [bool; 2],
    round: u32,
}

impl Table {
    /// What is written down after something has happened.
    pub fn kept(&self, address: IpAddr) -> Kept {
        Kept {
            invite: self.invite.clone(),
            keys: [0, 1].map(|seat| self.seats[seat].key.clone()),
            address,
            setup: self.first.setup().clone(),
            start: self.first.start().map(str::to_string),
            moves: self.session.moves().to_vec(),
            host: self.host.into(),
            clock: self.clock,
            left_ms: self.left.map(|left| left.as_millis() as u64),
            running: self.since.is_some(),
            over: self.over,
            draw: self.draw.map(Side::from),
            again: self.again,
            round: self.round,
        }
    }

    /// The table as it was, with nobody at it. Whoever is to move has the time again that was left after the last move: nobody
    /// loses it because the server was away.
    pub fn back(id: &str, kept: Kept, touched: Instant, now: Instant) -> Result<Table, Problem> {
        let first = opened(&kept.setup, kept.start.as_deref())?;
        let mut session = first.clone();
        for mv in &kept.moves {
            session.play(mv).map_err(|e| Problem::with_reason(Code::IllegalMove, e))?;
        }
        Ok(Table {
            id: id.to_string(),
            invite: kept.invite,
            first,
            session,
            seats: kept.keys.map(|key| Seat { key, connections: 0 }),
            host: Player::from(kept.host),
            clock: kept.clock,
            left: kept.left_ms.map(Duration::from_millis),
            since: kept.running.then_some(now),
            over: kept.over,
            draw: kept.draw.map(Player::from),
            again: kept.again,
            watchers: 0,
            round: kept.round,
            touched,
        })
    }
}
