//! Many tabs at once: does everybody get updates, and do moves come back in time?
//!
//! ```text
//! luozi serve --json --port 7300 --data-dir /tmp/load &      # the only `luozi` that runs
//! cargo run --release -p luozi-web --example load -- 127.0.0.1:7300 200 60
//! ```
//!
//! Opens that many connections (200), each analysing for so many seconds (60), then asks each for a move of one second. Two
//! more misbehave meanwhile: one never reads, one sends as fast as it can. Prints how many reports the luckiest and the
//! least lucky tab got, the time of the moves, and the server's memory where the system tells it. Exits with 1 if anybody got
//! nothing or an error. A server that is reached under another name or address admits 64 connections of one address.

use serde_json::{Value, json};
use std::net::TcpStream;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

type Socket = WebSocket<tungstenite::stream::MaybeTlsStream<TcpStream>>;

/// A tab that hears nothing for so long counts as lost.
const PATIENCE: Duration = Duration::from_secs(60);

/// What one tab saw.
#[derive(Default)]
struct Seen {
    reports: usize,
    errors: Vec<String>,
    move_time: Option<Duration>,
}

fn connect(authority: &str) -> Result<Socket, tungstenite::Error> {
    let mut request = format!("ws://{authority}/ws").into_client_request()?;
    request.headers_mut().insert("Origin", format!("http://{authority}").parse().expect("an address"));
    let (socket, _) = tungstenite::connect(request)?;
    if let tungstenite::stream::MaybeTlsStream::Plain(stream) = socket.get_ref() {
        stream.set_read_timeout(Some(PATIENCE))?;
    }
    Ok(socket)
}

fn hear(socket: &mut Socket) -> Result<Value, tungstenite::Error> {
    loop {
        if let Message::Text(text) = socket.read()? {
            return Ok(serde_json::from_str(text.as_str()).unwrap_or_default());
        }
    }
}

/// The position of the `number`-th tab: every game gets its turn.
fn setup(number: usize) -> Value {
    match number % 3 {
        0 => json!({"game": "connect4", "rows": 9, "cols": 10}),
        1 => json!({"game": "reversi", "size": 8, "scoring": "difference"}),
        _ => json!({"game": "nogo", "rows": 9, "cols": 9}),
    }
}

/// One tab that behaves: analyses, then asks for a move.
fn tab(authority: &str, number: usize, time: Duration) -> Result<Seen, tungstenite::Error> {
    let mut seen = Seen::default();
    let mut socket = connect(authority)?;
    let say = |socket: &mut Socket, message: Value| socket.send(Message::text(message.to_string()));
    say(&mut socket, json!({"type": "pos", "gen": 1, "setup": setup(number)}))?;
    say(&mut socket, json!({"type": "go", "gen": 1, "id": 1, "mode": "analyse"}))?;
    let begun = Instant::now();
    while begun.elapsed() < time {
        let frame = hear(&mut socket)?;
        match frame["type"].as_str() {
            Some("info") => seen.reports += 1,
            Some("err") => {
                // Nothing more comes after it.
                seen.errors.push(frame["text"].to_string());
                return Ok(seen);
            }
            _ => {}
        }
    }
    let asked = Instant::now();
    say(&mut socket, json!({"type": "go", "gen": 1, "id": 2, "mode": "move", "ms": 1000}))?;
    loop {
        let frame = hear(&mut socket)?;
        if frame["type"] == "err" {
            seen.errors.push(frame["text"].to_string());
            return Ok(seen);
        }
        if frame["type"] == "best" && frame["id"] == 2 {
            seen.move_time = Some(asked.elapsed());
            return Ok(seen);
        }
    }
}

/// Analyses and never reads.
fn sleeper(authority: &str, over: &AtomicBool) -> Result<(), tungstenite::Error> {
    let mut socket = connect(authority)?;
    socket.send(Message::text(json!({"type": "pos", "gen": 1, "setup": setup(2)}).to_string()))?;
    socket.send(Message::text(json!({"type": "go", "gen": 1, "id": 1, "mode": "analyse"}).to_string()))?;
    while !over.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}

/// Sends positions as fast as it can and reads nothing.
fn flooder(authority: &str, over: &AtomicBool) -> Result<(), tungstenite::Error> {
    let mut socket = connect(authority)?;
    let message = json!({"type": "pos", "gen": 1, "setup": setup(0), "moves": ["4"]}).to_string();
    while !over.load(Ordering::Relaxed) {
        socket.send(Message::text(message.clone()))?;
    }
    Ok(())
}

/// Resident memory of the processes called `luozi`, in MB, where `/proc` tells it.
fn memory_mb() -> Option<u64> {
    let processes = std::fs::read_dir("/proc").ok()?.filter_map(Result::ok).map(|entry| entry.path());
    let named =
        processes.filter(|path| std::fs::read_to_string(path.join("comm")).is_ok_and(|name| name.trim() == "luozi"));
    let pages = named.filter_map(|path| {
        let text = std::fs::read_to_string(path.join("statm")).ok()?;
        text.split(' ').nth(1)?.parse::<u64>().ok()
    });
    Some((pages.sum::<u64>() * 4096) >> 20)
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let authority = arguments.next().unwrap_or_else(|| "127.0.0.1:7300".to_string());
    let mut number = |default: usize| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(default);
    let (tabs, seconds) = (number(200), number(60));
    let time = Duration::from_secs(seconds as u64);
    let over = AtomicBool::new(false);
    let (all, memory) = std::thread::scope(|scope| {
        scope.spawn(|| sleeper(&authority, &over));
        scope.spawn(|| flooder(&authority, &over));
        let authority = &authority;
        let handles: Vec<_> = (0..tabs).map(|number| scope.spawn(move || tab(authority, number, time))).collect();
        std::thread::sleep(time);
        let memory = memory_mb();
        let all: Vec<_> = handles.into_iter().map(|handle| handle.join().expect("a client does not panic")).collect();
        over.store(true, Ordering::Relaxed);
        (all, memory)
    });
    report(&all, memory, seconds)
}

fn report(all: &[Result<Seen, tungstenite::Error>], memory: Option<u64>, seconds: usize) -> ExitCode {
    let lost: Vec<String> = all.iter().filter_map(|seen| seen.as_ref().err()).map(ToString::to_string).collect();
    let seen: Vec<&Seen> = all.iter().filter_map(|seen| seen.as_ref().ok()).collect();
    let errors: Vec<&String> = seen.iter().flat_map(|seen| &seen.errors).collect();
    let mut reports: Vec<usize> = seen.iter().map(|seen| seen.reports).collect();
    reports.sort_unstable();
    let mut times: Vec<Duration> = seen.iter().filter_map(|seen| seen.move_time).collect();
    times.sort_unstable();
    let middle = |length: usize| length / 2;
    println!("{} tabs, {seconds} s: {} lost, {} errors", all.len(), lost.len(), errors.len());
    lost.iter().chain(errors).take(5).for_each(|text| println!("  {text}"));
    if let (Some(least), Some(most)) = (reports.first(), reports.last()) {
        println!("reports a tab: {least} to {most}, median {}", reports[middle(reports.len())]);
    }
    if let (Some(least), Some(most)) = (times.first(), times.last()) {
        println!("moves of 1 s: {least:.1?} to {most:.1?}, median {:.1?}", times[middle(times.len())]);
    }
    memory.into_iter().for_each(|memory| println!("the server's memory: {memory} MB"));
    let fine = lost.is_empty() && reports.first().is_some_and(|least| *least > 0) && times.len() == all.len();
    ExitCode::from(u8::from(!fine))
}
