//! Botzone's side of the local AI on loopback: plays its matches by the rules, and misbehaves as asked.
//!
//! One connection at a time, one request each. What a test wants to know afterwards is in the [`Record`].
#![allow(dead_code, reason = "every test program uses its own part")]

use luozi::core::{Player, Rng};
use luozi::games::{GameKind, Session, Setup};
use luozi::protocol::Square;
use luozi::protocol::botzone::Point;
use luozi::protocol::botzone::local_ai::{MatchId, MatchResult, Poll};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// The part of the address that must never be seen anywhere.
pub const SECRET: &str = "s3cr3tpassw0rd";

/// What may happen to a poll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The connection closes before anything was looked at.
    DropUnseen,
    /// The responses are taken, then the connection closes.
    DropSeen,
    /// The gateway answers with this status.
    Status(u16),
    /// The responses are lost, and the site asks for them again.
    Forget,
    /// The answer is a page for people.
    Page,
    /// The first match that runs is aborted.
    Abort,
    /// From now on the gateway answers 502, until [`FakeSite::open`].
    Close,
}

/// One match on the site: the game and whoever plays against the bot.
struct Playing {
    session: Session,
    bot: Player,
    /// The request that waits for a response.
    waiting: Option<Point>,
    /// The client has been told the request.
    told: bool,
}

/// What the site has seen.
#[derive(Default)]
pub struct Record {
    /// How the matches ended, as they were told.
    pub results: Vec<MatchResult>,
    /// Everything that a client should not have done.
    pub problems: Vec<String>,
    /// Polls so far.
    pub polls: usize,
    /// Responses that were accepted.
    pub moves: usize,
}

struct State {
    game: GameKind,
    running: BTreeMap<MatchId, Playing>,
    /// Results that wait to be told.
    ended: Vec<MatchResult>,
    faults: BTreeMap<usize, Fault>,
    rng: Rng,
    closed: bool,
    /// Polls in a row that brought nothing.
    empty: usize,
    record: Record,
}

/// After this many polls for nothing a client is sent away, so that a failing test ends.
const MOST_EMPTY: usize = 20;

/// The site, until it is dropped.
pub struct FakeSite {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    thread: Option<JoinHandle<()>>,
}

impl FakeSite {
    /// A site with that many matches of a game, the bot's colours alternating; `faults` by number of poll, from 0.
    pub fn new(game: GameKind, matches: usize, faults: &[(usize, Fault)]) -> FakeSite {
        let mut state = State {
            game,
            running: BTreeMap::new(),
            ended: Vec::new(),
            faults: faults.iter().copied().collect(),
            rng: Rng::seeded(7),
            closed: false,
            empty: 0,
            record: Record::default(),
        };
        for number in 0..matches {
            state.start(format!("match{number}").parse().unwrap(), Player::BOTH[number % 2]);
        }
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(Mutex::new(state));
        let shared = Arc::clone(&state);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                // A client that was killed in mid-sentence is none of the site's business.
                if stream.and_then(|stream| serve(stream, &shared)).is_ok_and(|last| last) {
                    break;
                }
            }
        });
        FakeSite { address, state, thread: Some(thread) }
    }

    /// The secret address.
    pub fn url(&self) -> String {
        format!("http://{}/api/user/{SECRET}/localai", self.address)
    }

    /// Ends a [`Fault::Close`].
    pub fn open(&self) {
        self.state.lock().unwrap().closed = false;
    }

    /// What has been seen so far.
    pub fn look<T>(&self, at: impl FnOnce(&Record) -> T) -> T {
        at(&self.state.lock().unwrap().record)
    }
}

impl Drop for FakeSite {
    fn drop(&mut self) {
        if let Ok(mut stream) = TcpStream::connect(self.address) {
            let _ = stream.write_all(b"QUIT\r\n\r\n");
        }
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// One request; says whether it was the last.
fn serve(stream: TcpStream, state: &Mutex<State>) -> std::io::Result<bool> {
    let mut lines = BufReader::new(&stream).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let mut headers = Vec::new();
    while let Some(line) = lines.next().transpose()?.filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':').unwrap_or((&line, ""));
        headers.push((name.to_ascii_lowercase(), value.trim().to_string()));
    }
    if first == "QUIT" {
        return Ok(true);
    }
    let answer = state.lock().unwrap().answer(&first, &headers);
    if let Some((status, body)) = answer {
        let length = body.len();
        let head = format!("HTTP/1.1 {status} Whatever\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
        (&stream).write_all((head + &body).as_bytes())?;
    }
    Ok(false)
}

impl State {
    /// Status and body; `None` drops the connection.
    fn answer(&mut self, request: &str, headers: &[(String, String)]) -> Option<(u16, String)> {
        let path = request.split(' ').nth(1).unwrap_or_default();
        let Some(command) = path.strip_prefix(&format!("/api/user/{SECRET}/")) else {
            return Some((401, String::new()));
        };
        let header = |name: &str| headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        match command {
            "localai" => self.poll(headers),
            "runmatch" if header("x-game") != Some(self.game.title()) => Some((400, String::new())),
            "runmatch" if self.record.polls > 0 => Some((403, "once in 300 s".into())),
            "runmatch" => {
                let bot = if header("x-player-0") == Some("me") { Player::First } else { Player::Second };
                self.start("started".parse().unwrap(), bot);
                Some((200, r#"{"matchid":"started"}"#.into()))
            }
            _ => Some((404, String::new())),
        }
    }

    fn start(&mut self, id: MatchId, bot: Player) {
        let session = Session::new(&Setup::standard(self.game)).unwrap();
        self.running.insert(id.clone(), Playing { session, bot, waiting: Some(Point::NONE), told: false });
        if bot == Player::Second {
            self.opponent_moves(&id);
        }
    }

    fn poll(&mut self, headers: &[(String, String)]) -> Option<(u16, String)> {
        let fault = self.faults.get(&self.record.polls).copied();
        self.record.polls += 1;
        self.closed |= fault == Some(Fault::Close);
        if self.closed {
            return Some((502, "<html>".into()));
        }
        match fault {
            Some(Fault::DropUnseen) => return None,
            Some(Fault::Status(status)) => return Some((status, "<html>".into())),
            Some(Fault::Page) => return Some((200, "<html>Down for maintenance</html>".into())),
            Some(Fault::Forget) => self.running.values_mut().for_each(|one| one.told = false),
            _ => headers.iter().for_each(|(name, value)| self.response(name, value)),
        }
        if fault == Some(Fault::Abort)
            && let Some((id, one)) = self.running.pop_first()
        {
            self.ended.push(MatchResult { id, slot: one.bot.index(), scores: vec![] });
        }
        if fault == Some(Fault::DropSeen) {
            return None;
        }
        let mut poll = Poll { requests: Vec::new(), results: std::mem::take(&mut self.ended) };
        for (id, one) in &mut self.running {
            // Whoever polls without a response may never have heard the request.
            let answered = headers.iter().any(|(name, _)| *name == id.header().to_ascii_lowercase());
            if let Some(point) = one.waiting.filter(|_| !one.told || !answered) {
                one.told = true;
                poll.requests.push((id.clone(), format!("{{\"x\":{},\"y\":{}}}", point.x, point.y)));
            }
        }
        self.empty = if poll == Poll::default() { self.empty + 1 } else { 0 };
        if self.empty > MOST_EMPTY {
            return Some((401, String::new()));
        }
        self.record.results.extend(poll.results.iter().cloned());
        Some((200, poll.to_string()))
    }

    /// Takes a response, if the header is one for a match that waits.
    fn response(&mut self, name: &str, value: &str) {
        let Some(id) = name.strip_prefix("x-match-").and_then(|id| id.parse::<MatchId>().ok()) else { return };
        // A response that was taken already comes again when the client never heard so.
        let Some(one) = self.running.get_mut(&id).filter(|one| one.waiting.is_some() && one.told) else { return };
        one.waiting = None;
        let grid = one.session.grid();
        let square = serde_json::from_str::<Point>(value).ok().and_then(|point| point.as_move(&grid).ok());
        let text = square.map(|square| square.map_or(Some("pass".into()), |square| square.notation(&grid)));
        let played = text.flatten().ok_or("no point".to_string());
        match played.and_then(|text| one.session.play(&text).map_err(|e| e.to_string())) {
            Err(problem) => self.record.problems.push(format!("{id}: {value}: {problem}")),
            Ok(()) => {
                self.record.moves += 1;
                self.opponent_moves(&id);
            }
        }
    }

    /// The opponent's random move, unless the game is over before or after it.
    fn opponent_moves(&mut self, id: &MatchId) {
        let one = self.running.get_mut(id).unwrap();
        if one.session.outcome().is_none() {
            let mut moves = one.session.legal_moves();
            let mv = moves.swap_remove(self.rng.below(moves.len() as u32) as usize);
            one.session.play(&mv).unwrap();
            let square = Square::of_notation(&mv, &one.session.grid());
            (one.waiting, one.told) = (Some(square.map_or(Point::NONE, Point::from)), false);
        }
        if let Some(score) = one.session.outcome() {
            let points = |player| if score.winner() == Some(player) { 2.0 } else { 0.0 };
            let scores = Player::BOTH.map(points).to_vec();
            self.ended.push(MatchResult { id: id.clone(), slot: one.bot.index(), scores });
            self.running.remove(id);
        }
    }
}
