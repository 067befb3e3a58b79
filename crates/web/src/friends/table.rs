//! One table: the game of two people, their seats and their clock. Time is an argument; nobody here waits for anything.

use crate::message::{Act, Action, FriendClock, FriendClockKind, FriendEnd, FriendWhy, Invite, TableFrame};
use crate::problem::{Code, Problem};
use crate::store::new_id;
use luozi_core::Player;
use luozi_games::Session;
use luozi_games::record::Winner;
use luozi_wire::board::Side;
use luozi_wire::order::opened;
use std::time::{Duration, Instant};

/// Most moves of a game.
const MOST_MOVES: usize = 1024;
/// Longest time on a clock.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// A secret that nobody guesses: 128 bits.
pub fn secret() -> String {
    format!("{}{}", new_id(), new_id())
}

/// Whether two secrets are the same, in a time that does not tell how much of them is.
fn same_secret(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// Who somebody is at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guest {
    /// The person in the seat of that number, 0 or 1.
    Seat(usize),
    /// Somebody who watches.
    Watcher,
}

#[derive(Debug, Default)]
pub(super) struct Seat {
    /// The secret; `None` while nobody has the seat.
    pub(super) key: Option<String>,
    /// Connections of whoever has it.
    pub(super) connections: usize,
}

/// A game of two people.
pub struct Table {
    pub(super) id: String,
    /// The secret of the link.
    pub(super) invite: String,
    /// The initial position of every game at this table.
    pub(super) first: Session,
    pub(super) session: Session,
    /// Whoever invited, and the friend.
    pub(super) seats: [Seat; 2],
    /// The side of the first seat.
    pub(super) host: Player,
    pub(super) clock: Option<FriendClock>,
    pub(super) left: [Duration; 2],
    /// Since when the clock of the side to move runs.
    pub(super) since: Option<Instant>,
    pub(super) over: Option<FriendEnd>,
    pub(super) draw: Option<Player>,
    pub(super) again: [bool; 2],
    pub(super) watchers: usize,
    pub(super) round: u32,
    /// When somebody last did something.
    pub touched: Instant,
}

fn refused(reason: &str, special: &str) -> Problem {
    Problem::with_reason(Code::NotNow, reason).told_as(special)
}

impl Table {
    /// A table with whoever invites in its first seat, and the secrets of the seat and of the link.
    pub fn new(invite: &Invite, now: Instant) -> Result<(Table, String), Problem> {
        let session = opened(&invite.setup, invite.start.as_deref())?;
        if session.outcome().is_some() {
            return Err(Problem::with_reason(Code::GameOver, "the game would be over before its first move"));
        }
        let by_lot = || Player::BOTH[usize::from(getrandom::u64().unwrap_or_default() & 1 == 1)];
        let host = invite.side.map_or_else(by_lot, Player::from);
        let clock = invite.clock.map(|clock| {
            let within = |ms: u64, least: u64| ms.clamp(least, LONGEST.as_millis() as u64);
            FriendClock { base_ms: within(clock.base_ms, 1000), inc_ms: within(clock.inc_ms, 0), ..clock }
        });
        let key = secret();
        let mut table = Table {
            id: new_id(),
            invite: secret(),
            first: session.clone(),
            session,
            seats: [Seat { key: Some(key.clone()), connections: 0 }, Seat::default()],
            host,
            clock,
            left: [Duration::ZERO; 2],
            since: None,
            over: None,
            draw: None,
            again: [false; 2],
            watchers: 0,
            round: 1,
            touched: now,
        };
        table.wind();
        Ok((table, key))
    }

    /// The name of the table.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The secret of the link.
    pub fn invite(&self) -> &str {
        &self.invite
    }

    /// Nobody is here.
    pub fn is_empty(&self) -> bool {
        self.watchers == 0 && self.seats.iter().all(|seat| seat.connections == 0)
    }

    /// The side of a seat in the present game.
    fn side_of(&self, seat: usize) -> Player {
        if seat == 0 { self.host } else { self.host.other() }
    }

    fn seat_of(&self, side: Player) -> usize {
        usize::from(side != self.host)
    }

    /// The seat that a secret belongs to.
    fn seat_with(&self, key: &str) -> Option<usize> {
        self.seats.iter().position(|seat| seat.key.as_deref().is_some_and(|own| same_secret(own, key)))
    }

    /// Somebody comes: back to the own seat, to the free one by the link, or to watch. The secret of a seat that was just
    /// taken comes with it.
    pub fn sit(&mut self, key: Option<&str>, now: Instant) -> (Guest, Option<String>) {
        let known = key.and_then(|key| self.seat_with(key));
        let invited = key.is_some_and(|key| same_secret(key, &self.invite)) && self.seats[1].key.is_none();
        let (guest, new_key) = match known {
            Some(seat) => (Guest::Seat(seat), None),
            None if invited => {
                let key = secret();
                self.seats[1].key = Some(key.clone());
                self.touched = now;
                (Guest::Seat(1), Some(key))
            }
            None => (Guest::Watcher, None),
        };
        match guest {
            Guest::Seat(seat) => self.seats[seat].connections += 1,
            Guest::Watcher => self.watchers += 1,
        }
        (guest, new_key)
    }

    /// Somebody goes; a seat stays theirs, since another connection may follow.
    pub fn rise(&mut self, guest: Guest) {
        match guest {
            Guest::Seat(seat) => self.seats[seat].connections = self.seats[seat].connections.saturating_sub(1),
            Guest::Watcher => self.watchers = self.watchers.saturating_sub(1),
        }
    }

    /// Somebody does something.
    pub fn act(&mut self, act: &Act, now: Instant) -> Result<(), Problem> {
        let seat = self.seat_with(&act.key).ok_or_else(|| refused("only players may do that", "watching"))?;
        let side = self.side_of(seat);
        self.settle(now);
        if act.round != self.round {
            return Err(refused("that game is over", "late"));
        }
        if act.action == Action::Rematch {
            return self.rematch(seat, now);
        }
        if self.over.is_some() {
            return Err(Problem::with_reason(Code::GameOver, "the game is over"));
        }
        self.touched = now;
        match act.action {
            Action::Move => self.play(side, act, now)?,
            Action::Resign => self.end(Winner::from(side.other()), FriendWhy::Resign, now),
            Action::Draw if self.draw == Some(side.other()) => self.end(Winner::Draw, FriendWhy::Agreed, now),
            Action::Draw => self.draw = Some(side),
            Action::Decline => self.draw = None,
            Action::Rematch => {}
        }
        Ok(())
    }

    fn play(&mut self, side: Player, act: &Act, now: Instant) -> Result<(), Problem> {
        if self.seats.iter().any(|seat| seat.key.is_none()) {
            return Err(refused("the friend has not come yet", "alone"));
        }
        if side != self.session.to_move() || act.ply != self.session.moves().len() {
            return Err(refused("it is the other side's turn", "turn"));
        }
        let ply = act.ply + 1;
        let mv = act.m.as_deref().unwrap_or_default();
        if ply > MOST_MOVES {
            return Err(Problem::with_reason(Code::BadMessage, format!("expected at most {MOST_MOVES} moves")));
        }
        self.session.play(mv).map_err(|e| Problem::of_move(ply, mv, &e))?;
        // A move declines the other side's offer; one's own stands.
        self.draw = self.draw.filter(|offering| *offering == side);
        self.press(side, now);
        self.pass();
        if let Some(score) = self.session.outcome() {
            self.end(Winner::of(score), FriendWhy::Board, now);
        }
        Ok(())
    }

    /// Whoever can only pass need not be asked.
    fn pass(&mut self) {
        while self.session.outcome().is_none() {
            let [only] = &self.session.legal_effects()[..] else { return };
            if only.cell.is_some() {
                return;
            }
            let mv = self.session.legal_moves().remove(0);
            if self.session.play(&mv).is_err() {
                return;
            }
        }
    }

    /// Both clocks as at the beginning of a game.
    fn wind(&mut self) {
        let base = self.clock.map_or(0, |clock| clock.base_ms);
        self.left = [Duration::from_millis(base); 2];
        self.since = None;
    }

    /// A side has moved: its clock stops with what it gains, and the next one runs. Clocks wait for the first move.
    fn press(&mut self, side: Player, now: Instant) {
        let Some(clock) = self.clock else { return };
        let own = &mut self.left[side.index()];
        if let Some(since) = self.since {
            *own = own.saturating_sub(now.saturating_duration_since(since));
        }
        *own = match clock.kind {
            FriendClockKind::Total => *own,
            FriendClockKind::Fischer => *own + Duration::from_millis(clock.inc_ms),
            FriendClockKind::Move => Duration::from_millis(clock.base_ms),
        };
        self.since = Some(now);
    }

    /// What a side has left.
    fn left_of(&self, side: Player, now: Instant) -> Duration {
        let used = self.since.filter(|_| self.session.to_move() == side);
        self.left[side.index()]
            .saturating_sub(used.map_or(Duration::ZERO, |since| now.saturating_duration_since(since)))
    }

    /// When the side to move will have no time left.
    pub fn flag_at(&self) -> Option<Instant> {
        self.since.map(|since| since + self.left[self.session.to_move().index()])
    }

    /// The clock decides; whether it just has.
    pub fn settle(&mut self, now: Instant) -> bool {
        let flagged = self.over.is_none() && self.flag_at().is_some_and(|at| now >= at);
        if flagged {
            self.end(Winner::from(self.session.to_move().other()), FriendWhy::Time, now);
        }
        flagged
    }

    fn end(&mut self, winner: Winner, why: FriendWhy, now: Instant) {
        let mover = self.session.to_move();
        self.left[mover.index()] = self.left_of(mover, now);
        self.since = None;
        self.draw = None;
        self.over = Some(FriendEnd { winner, why });
    }

    fn rematch(&mut self, seat: usize, now: Instant) -> Result<(), Problem> {
        if self.over.is_none() {
            return Err(refused("the game goes on", "late"));
        }
        self.touched = now;
        self.again[seat] = true;
        if self.again == [true; 2] {
            self.session = self.first.clone();
            self.host = self.host.other();
            self.again = [false; 2];
            self.over = None;
            self.round += 1;
            self.wind();
        }
        Ok(())
    }

    /// How it stands, for one of those who are here.
    pub fn frame(&self, guest: Guest, key: Option<String>, now: Instant) -> TableFrame {
        let of_seats = |ask: &dyn Fn(&Seat) -> bool| Player::BOTH.map(|side| ask(&self.seats[self.seat_of(side)]));
        TableFrame {
            id: self.id.clone(),
            round: self.round,
            setup: self.session.setup().clone(),
            start: self.first.start().map(str::to_string),
            moves: self.session.moves().to_vec(),
            you: match guest {
                Guest::Seat(seat) => Some(self.side_of(seat).into()),
                Guest::Watcher => None,
            },
            key,
            clock: self.clock,
            left_ms: Player::BOTH.map(|side| self.left_of(side, now).as_millis() as u64),
            running: self.since.map(|_| self.session.to_move().into()),
            taken: of_seats(&|seat| seat.key.is_some()),
            present: of_seats(&|seat| seat.connections > 0),
            watchers: self.watchers,
            draw: self.draw.map(Side::from),
            again: Player::BOTH.map(|side| self.again[self.seat_of(side)]),
            over: self.over,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_games::{GameKind, Setup};

    const MINUTE: FriendClock = FriendClock { kind: FriendClockKind::Fischer, base_ms: 60_000, inc_ms: 1_000 };

    struct Two {
        table: Table,
        keys: [String; 2],
        start: Instant,
    }

    impl Two {
        fn new(game: GameKind, clock: Option<FriendClock>) -> Two {
            let start = Instant::now();
            let setup = Setup::standard(game);
            let invite = Invite { setup, start: None, side: Some(Side::First), clock };
            let (mut table, key) = Table::new(&invite, start).unwrap();
            let link = table.invite().to_string();
            let (guest, other) = table.sit(Some(&link), start);
            assert_eq!(guest, Guest::Seat(1));
            Two { table, keys: [key, other.unwrap()], start }
        }

        fn act(&mut self, seat: usize, action: Action, m: Option<&str>, after_ms: u64) -> Result<(), Problem> {
            let act = Act {
                table: String::new(),
                key: self.keys[seat].clone(),
                round: self.table.round,
                ply: self.table.session.moves().len(),
                action,
                m: m.map(str::to_string),
            };
            self.table.act(&act, self.start + Duration::from_millis(after_ms))
        }

        fn frame(&self, after_ms: u64) -> TableFrame {
            self.table.frame(Guest::Watcher, None, self.start + Duration::from_millis(after_ms))
        }
    }

    #[test]
    fn the_link_gives_one_seat_and_later_ones_watch() {
        let mut two = Two::new(GameKind::CONNECT4, None);
        let (link, key, now) = (two.table.invite().to_string(), two.keys[1].clone(), two.start);
        assert_eq!(two.table.sit(Some(&link), now), (Guest::Watcher, None));
        assert_eq!(two.table.sit(Some(&key), now), (Guest::Seat(1), None), "the secret brings back to the seat");
        assert_eq!(two.table.sit(Some("0"), now), (Guest::Watcher, None));
        assert_eq!(two.table.sit(None, now), (Guest::Watcher, None));
        assert_eq!((two.frame(0).watchers, two.frame(0).present), (3, [false, true]));
        two.table.rise(Guest::Seat(1));
        two.table.rise(Guest::Seat(1));
        assert_eq!(two.frame(0).present, [false, false]);
        assert!(two.keys.iter().all(|key| key.len() == 32) && two.keys[0] != two.keys[1]);
    }

    #[test]
    fn moves_are_made_in_turn_by_those_who_have_the_seats() {
        let mut two = Two::new(GameKind::CONNECT4, None);
        assert_eq!(two.act(1, Action::Move, Some("4"), 0).unwrap_err().text_key, "err.not_now.turn");
        two.act(0, Action::Move, Some("4"), 0).unwrap();
        assert_eq!(two.act(0, Action::Move, Some("4"), 0).unwrap_err().text_key, "err.not_now.turn");
        assert_eq!(two.act(1, Action::Move, Some("9"), 0).unwrap_err().code, Code::IllegalMove);
        two.keys[1] = "somebody else".to_string();
        assert_eq!(two.act(1, Action::Move, Some("4"), 0).unwrap_err().text_key, "err.not_now.watching");
        assert_eq!(two.frame(0).moves, ["4"]);
    }

    #[test]
    fn nobody_moves_before_the_friend_is_there() {
        let start = Instant::now();
        let invite =
            Invite { setup: Setup::standard(GameKind::NOGO), start: None, side: Some(Side::First), clock: None };
        let (mut table, key) = Table::new(&invite, start).unwrap();
        let (m, action) = (Some("E5".to_string()), Action::Move);
        let act = Act { table: String::new(), key, round: 1, ply: 0, action, m };
        assert_eq!(table.act(&act, start).unwrap_err().text_key, "err.not_now.alone");
    }

    #[test]
    fn the_clock_waits_for_the_first_move_and_then_decides() {
        let mut two = Two::new(GameKind::CONNECT4, Some(MINUTE));
        two.act(0, Action::Move, Some("4"), 50_000).unwrap();
        assert_eq!(two.frame(50_000).left_ms, [61_000, 60_000], "nothing before the first move, then what it adds");
        two.act(1, Action::Move, Some("4"), 60_000).unwrap();
        assert_eq!(two.frame(70_000).left_ms, [51_000, 51_000]);
        assert_eq!(two.frame(70_000).running, Some(Side::First));
        let late = two.act(0, Action::Move, Some("4"), 60_000 + 61_000).unwrap_err();
        assert_eq!(late.code, Code::GameOver);
        let end = FriendEnd { winner: Winner::Second, why: FriendWhy::Time };
        assert_eq!((two.frame(999_999).over, two.frame(999_999).left_ms[0]), (Some(end), 0));
        let each = FriendClock { kind: FriendClockKind::Move, ..MINUTE };
        let mut two = Two::new(GameKind::CONNECT4, Some(each));
        two.act(0, Action::Move, Some("1"), 0).unwrap();
        two.act(1, Action::Move, Some("1"), 59_000).unwrap();
        assert_eq!(two.frame(60_000).left_ms, [59_000, 60_000]);
    }

    #[test]
    fn draws_need_both_and_a_move_declines() {
        let mut two = Two::new(GameKind::CONNECT4, None);
        two.act(1, Action::Draw, None, 0).unwrap();
        assert_eq!(two.frame(0).draw, Some(Side::Second));
        two.act(0, Action::Move, Some("4"), 0).unwrap();
        assert_eq!(two.frame(0).draw, None);
        two.act(0, Action::Draw, None, 0).unwrap();
        two.act(1, Action::Decline, None, 0).unwrap();
        assert_eq!(two.frame(0).draw, None);
        two.act(0, Action::Draw, None, 0).unwrap();
        two.act(1, Action::Draw, None, 0).unwrap();
        assert_eq!(two.frame(0).over, Some(FriendEnd { winner: Winner::Draw, why: FriendWhy::Agreed }));
    }

    #[test]
    fn a_rematch_changes_sides_and_keeps_the_seats() {
        let mut two = Two::new(GameKind::CONNECT4, Some(MINUTE));
        assert!(two.act(0, Action::Rematch, None, 0).is_err(), "the game goes on");
        two.act(1, Action::Resign, None, 0).unwrap();
        assert_eq!(two.frame(0).over, Some(FriendEnd { winner: Winner::First, why: FriendWhy::Resign }));
        two.act(0, Action::Rematch, None, 0).unwrap();
        assert_eq!((two.frame(0).again, two.frame(0).round), ([true, false], 1));
        two.act(1, Action::Rematch, None, 0).unwrap();
        assert_eq!((two.frame(0).round, two.frame(0).over), (2, None));
        assert!(two.act(0, Action::Move, Some("4"), 0).is_err());
        two.act(1, Action::Move, Some("4"), 0).unwrap();
        assert_eq!(two.frame(0).left_ms, [61_000, 60_000]);
    }

    #[test]
    fn a_table_comes_back_as_it_was_written_down_with_the_time_after_the_last_move() {
        let address = std::net::IpAddr::from([10, 0, 0, 1]);
        let mut two = Two::new(GameKind::CONNECT4, Some(MINUTE));
        two.act(0, Action::Move, Some("4"), 0).unwrap();
        two.act(1, Action::Move, Some("4"), 5_000).unwrap();
        two.act(0, Action::Draw, None, 6_000).unwrap();
        let kept = two.table.kept(address);
        let text = serde_json::to_string(&kept).unwrap();
        assert_eq!(serde_json::from_str::<super::super::kept::Kept>(&text).unwrap(), kept);
        // An hour later, by the clock of another start.
        let later = two.start + Duration::from_secs(3600);
        let mut back = Table::back(two.table.id(), kept.clone(), two.start, later).unwrap();
        assert_eq!(back.kept(address), kept);
        let frame = back.frame(Guest::Watcher, None, later);
        assert_eq!((frame.left_ms, frame.running), ([61_000, 56_000], Some(Side::First)));
        assert_eq!((frame.draw, frame.present, frame.moves.len()), (Some(Side::First), [false; 2], 2));
        assert_eq!(back.sit(Some(&two.keys[1]), later).0, Guest::Seat(1));
        assert_eq!(back.flag_at(), Some(later + Duration::from_secs(61)));
    }

    /// Random games of all games, forced passes included, end as the rules say.
    #[test]
    fn whole_games_end_on_the_board() {
        let mut rng = luozi_core::Rng::seeded(5);
        for game in GameKind::BUILT_IN {
            let mut two = Two::new(game, None);
            while two.table.over.is_none() {
                let legal = two.table.session.legal_moves();
                let mv = legal[rng.below(legal.len() as u32) as usize].clone();
                let seat = two.table.seat_of(two.table.session.to_move());
                two.act(seat, Action::Move, Some(&mv), 0).unwrap();
            }
            assert_eq!(two.frame(0).over.unwrap().why, FriendWhy::Board);
            assert!(two.table.session.outcome().is_some());
        }
    }
}
