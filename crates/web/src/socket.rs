//! One tab: its WebSocket, its board, its search.
//!
//! A single task reads and writes. Reports of a search come from a cell that holds only the latest, so a slow reader misses
//! some and holds nobody up; when it reads nothing at all for a while, it is cut.

use crate::friends::Sitting;
use crate::guard::Visitor;
use crate::limits::{Bucket, Rate};
#[cfg(target_os = "linux")]
use crate::message::EventFrame;
use crate::message::{FromTab, Go, Info, TableFrame, ToTab, VERSION, numbers_of};
use crate::problem::{Code, Problem};
use crate::search::{Board, Order, Outlets, Search, Seat, Slot, Stop};
use crate::server::Server;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, State};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};

/// Longest message that is looked at, in bytes.
const MESSAGE_BYTES: usize = 64 * 1024;
/// Longest message that is received at all; a longer one ends the connection.
const FRAME_BYTES: usize = 1 << 20;
/// How often a tab may speak.
const MESSAGES: Rate = Rate { per_second: 60.0, burst: 240.0 };
/// How often the server asks whether a tab is there.
const PING: Duration = Duration::from_secs(15);
/// How long a tab may stay silent, pongs included, or not read.
const SILENCE: Duration = Duration::from_secs(60);
const UNREAD: Duration = Duration::from_secs(10);
/// Frames of a search that wait for the tab.
const FRAMES: usize = 16;
/// Reports a second when nobody says otherwise, and at the most.
const REPORTS: u32 = 10;

/// Answers the upgrade.
pub async fn upgrade(
    State(server): State<Arc<Server>>,
    Extension(visitor): Extension<Visitor>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(place) = server.connections.take(visitor.address) else {
        return Problem::with_reason(Code::Busy, "too many connections; try again later").into_response();
    };
    let upgrade = upgrade.max_message_size(FRAME_BYTES).max_frame_size(FRAME_BYTES);
    upgrade.on_upgrade(move |socket| async move {
        let ending = server.ending.clone();
        let tab = Tab::new(server, visitor.id);
        tab.serve(socket, ending).await;
        drop(place);
    })
}

/// The search of a tab, seen from the tab.
struct Running {
    id: u64,
    control: mpsc::UnboundedSender<Stop>,
    info: watch::Receiver<Option<Arc<Info>>>,
    frames: mpsc::Receiver<ToTab>,
    pause: Duration,
    next_info: Instant,
}

impl Running {
    fn set_rate(&mut self, max_hz: Option<u32>) {
        self.pause = Duration::from_secs(1) / max_hz.unwrap_or(REPORTS).clamp(1, REPORTS);
    }

    /// The next thing it has to say; frames before reports.
    async fn next(&mut self) -> Happening {
        let Running { info, frames, pause, next_info, .. } = self;
        let report = async {
            // In this order nothing is lost when somebody else is quicker: a change is seen only when it is taken.
            sleep_until(*next_info).await;
            if info.changed().await.is_err() {
                // The search has ended: its last frame is in the queue.
                std::future::pending::<()>().await;
            }
            *next_info = Instant::now() + *pause;
            info.borrow_and_update().clone()
        };
        tokio::select! {
            biased;
            frame = frames.recv() => Happening::Frame(frame),
            info = report => Happening::Report(info),
        }
    }
}

/// What happens next to a tab.
enum Happening {
    Received(Option<Result<Message, axum::Error>>),
    Report(Option<Arc<Info>>),
    Frame(Option<ToTab>),
    #[cfg(target_os = "linux")]
    Event(Box<EventFrame>),
    Table(Box<TableFrame>),
    Tick,
    Ending,
}

struct Tab {
    server: Arc<Server>,
    visitor: Arc<str>,
    board: Option<Board>,
    seats: [Seat; Slot::COUNT],
    running: Option<Running>,
    bucket: Bucket,
    heard: Instant,
    #[cfg(target_os = "linux")]
    feed: Option<crate::events::Feed>,
    sitting: Option<Sitting>,
}

impl Tab {
    fn new(server: Arc<Server>, visitor: Arc<str>) -> Tab {
        Tab {
            server,
            visitor,
            board: None,
            seats: Default::default(),
            running: None,
            bucket: Bucket::new(MESSAGES, std::time::Instant::now()),
            heard: Instant::now(),
            #[cfg(target_os = "linux")]
            feed: None,
            sitting: None,
        }
    }

    /// Serves the tab until it or the server goes.
    async fn serve(mut self, mut socket: WebSocket, mut ending: watch::Receiver<bool>) {
        let mut ticks = interval(PING);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let happening = tokio::select! {
                received = socket.recv() => Happening::Received(received),
                other = self.next(&mut ticks, &mut ending) => other,
            };
            let sent = match happening {
                Happening::Received(None | Some(Err(_) | Ok(Message::Close(_)))) => return,
                Happening::Received(Some(Ok(message))) => {
                    self.heard = Instant::now();
                    match self.receive(message) {
                        Some(frame) => send(&mut socket, &frame).await,
                        None => true,
                    }
                }
                Happening::Report(Some(info)) => send(&mut socket, &ToTab::Info((*info).clone())).await,
                Happening::Report(None) => true,
                Happening::Frame(Some(frame)) => send(&mut socket, &frame).await,
                Happening::Frame(None) => {
                    self.running = None;
                    true
                }
                #[cfg(target_os = "linux")]
                Happening::Event(event) => send(&mut socket, &ToTab::Event(event)).await,
                Happening::Table(table) => send(&mut socket, &ToTab::Table(table)).await,
                Happening::Tick if self.heard.elapsed() > SILENCE => return,
                Happening::Tick => write(&mut socket, Message::Ping(Default::default())).await,
                Happening::Ending => {
                    let reason = Utf8Bytes::from_static("the server ends");
                    let close = CloseFrame { code: close_code::AWAY, reason };
                    write(&mut socket, Message::Close(Some(close))).await;
                    return;
                }
            };
            if !sent {
                return;
            }
        }
    }

    /// Waits for whatever does not come from the tab itself.
    async fn next(&mut self, ticks: &mut tokio::time::Interval, ending: &mut watch::Receiver<bool>) -> Happening {
        #[cfg(target_os = "linux")]
        let event = async {
            match &mut self.feed {
                Some(feed) => Happening::Event(Box::new(feed.next().await)),
                None => std::future::pending().await,
            }
        };
        #[cfg(not(target_os = "linux"))]
        let event = std::future::pending::<Happening>();
        let table = async {
            match &mut self.sitting {
                Some(sitting) => Happening::Table(Box::new(sitting.next().await)),
                None => std::future::pending().await,
            }
        };
        let search = async {
            match &mut self.running {
                Some(running) => running.next().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            happening = search => happening,
            happening = event => happening,
            happening = table => happening,
            _ = ticks.tick() => Happening::Tick,
            _ = ending.wait_for(|ending| *ending) => Happening::Ending,
        }
    }

    /// Deals with a message; what it gives is the answer.
    fn receive(&mut self, message: Message) -> Option<ToTab> {
        let text = match &message {
            Message::Text(text) => text.as_str(),
            Message::Binary(_) => {
                return Some(ToTab::failure(
                    (None, None),
                    Problem::with_reason(Code::BadMessage, "found bytes, expected text"),
                ));
            }
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => return None,
        };
        if let Err(wait) = self.bucket.take(MESSAGES, std::time::Instant::now()) {
            let args = json!({ "wait_ms": wait.as_millis() as u64 });
            // Whoever waits for an answer must know that this is it.
            let answered = if text.len() > MESSAGE_BYTES { (None, None) } else { numbers_of(text) };
            return Some(ToTab::failure(answered, Problem::new(Code::Rate, "too many messages; wait a moment", args)));
        }
        if text.len() > MESSAGE_BYTES {
            let args = json!({"bytes": text.len(), "most": MESSAGE_BYTES});
            let told = format!("found a message of {} bytes, expected at most {MESSAGE_BYTES}", text.len());
            return Some(ToTab::failure((None, None), Problem::new(Code::TooLarge, told, args)));
        }
        match serde_json::from_str::<FromTab>(text) {
            Ok(message) => self.handle(message),
            Err(e) => Some(ToTab::failure(numbers_of(text), Problem::with_reason(Code::BadMessage, e))),
        }
    }

    fn handle(&mut self, message: FromTab) -> Option<ToTab> {
        match message {
            FromTab::Hello { v } if v == VERSION => Some(ToTab::Welcome {
                v: VERSION,
                version: env!("CARGO_PKG_VERSION"),
                threads: self.server.pool.budget().cores,
                instance: self.server.instance.clone(),
            }),
            FromTab::Hello { v } => {
                let text = format!("found version {v} of the protocol, expected {VERSION}; reload the page");
                Some(ToTab::failure(
                    (None, None),
                    Problem::new(Code::Version, text, json!({"found": v, "expected": VERSION})),
                ))
            }
            FromTab::Pos(pos) => {
                // Whatever runs is about another position.
                self.running = None;
                self.board = None;
                let generation = pos.generation;
                match Board::at(pos) {
                    Ok(board) => {
                        let state = Box::new((*board.state).clone());
                        self.board = Some(board);
                        Some(ToTab::State { generation, state })
                    }
                    Err(problem) => Some(ToTab::failure((Some(generation), None), problem)),
                }
            }
            FromTab::Go(go) => self.go(*go),
            FromTab::Stop { id } => self.stop(id),
            FromTab::Rate { id, max_hz } => {
                let running = self.running.as_mut().filter(|running| running.id == id)?;
                running.set_rate(Some(max_hz));
                None
            }
            #[cfg(target_os = "linux")]
            FromTab::Watch { event, from_seq } => match self.server.events.feed(&event, from_seq) {
                Ok(feed) => {
                    self.feed = Some(feed);
                    None
                }
                Err(problem) => Some(ToTab::failure((None, None), problem)),
            },
            #[cfg(not(target_os = "linux"))]
            FromTab::Watch { .. } => {
                let text = "tournaments are played on Linux only";
                Some(ToTab::failure((None, None), Problem::with_reason(Code::UnknownEvent, text)))
            }
            FromTab::Sit { table, key } => {
                self.sitting = None;
                match self.server.tables.sit(&table, key.as_deref()) {
                    Ok(sitting) => self.sitting = Some(sitting),
                    Err(problem) => return Some(ToTab::failure((None, None), problem)),
                }
                None
            }
            FromTab::Act(act) => {
                self.server.tables.act(&act).err().map(|problem| ToTab::failure((None, None), problem))
            }
            FromTab::Rise => {
                self.sitting = None;
                None
            }
            FromTab::Unwatch => {
                #[cfg(target_os = "linux")]
                {
                    self.feed = None;
                }
                None
            }
        }
    }

    /// Says something to a search; one that does not run any more need not hear it.
    fn stop(&mut self, id: u64) -> Option<ToTab> {
        let running = self.running.as_ref().filter(|running| running.id == id)?;
        let _ = running.control.send(Stop);
        None
    }

    /// Begins a search; the one before hears that nobody listens and ends.
    fn go(&mut self, go: Go) -> Option<ToTab> {
        self.running = None;
        let answered = (Some(go.generation), Some(go.id));
        let Some(board) = &self.board else {
            let problem = Problem::with_reason(Code::NoPosition, "`go` comes after a `pos` that was accepted");
            return Some(ToTab::failure(answered, problem));
        };
        let (id, max_hz) = (go.id, go.max_hz);
        let order = match Order::new(go, board, std::time::Instant::now()) {
            Ok(order) => order,
            Err(problem) => return Some(ToTab::failure(answered, problem)),
        };
        let (control, commands) = mpsc::unbounded_channel();
        let (info_sender, info) = watch::channel(None);
        let (sender, frames) = mpsc::channel(FRAMES);
        let outlets = Outlets { info: info_sender, frames: sender.clone() };
        let machine = (Arc::clone(&self.server.pool), Arc::clone(&self.visitor));
        let seat = Arc::clone(&self.seats[order.slot.index()]);
        let search = Search::new(order, machine, commands, outlets);
        tokio::spawn(async move {
            if let Some(problem) = search.run(seat).await {
                // The tab may be gone.
                let _ = sender.send(ToTab::failure(answered, problem)).await;
            }
        });
        let mut running = Running { id, control, info, frames, pause: Duration::ZERO, next_info: Instant::now() };
        running.set_rate(max_hz);
        self.running = Some(running);
        None
    }
}

/// Sends a frame; false when the tab is gone.
async fn send(socket: &mut WebSocket, frame: &ToTab) -> bool {
    match serde_json::to_string(frame) {
        Ok(text) => write(socket, Message::Text(text.into())).await,
        Err(_) => false,
    }
}

/// Writes, unless the tab does not read for too long.
async fn write(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(UNREAD, socket.send(message)).await, Ok(Ok(())))
}
