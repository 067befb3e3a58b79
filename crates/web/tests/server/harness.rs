//! A real server on a free port, and small clients for its two languages.

use luozi_web::{Options, run};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::Duration;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// Nothing in these tests takes so long on any machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running server; dropping it ends it in order.
pub struct Running {
    pub authority: String,
    pub notice: Option<String>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    pub fn start(folder: &Path) -> Running {
        Running::with(Options { data_dir: Some(folder.to_path_buf()), ..Options::default() })
    }

    /// On any free port.
    pub fn with(options: Options) -> Running {
        Running::at_port(Options { port: 0, ..options })
    }

    /// On the port of the options, or the next free one.
    pub fn at_port(options: Options) -> Running {
        let options = Options { memory_mb: 64, ..options };
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = channel();
        let flag = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let ready = |url: &str, server: &luozi_web::Server| {
                sender.send((url.to_string(), server.notice())).unwrap();
            };
            run(options, &flag, ready).unwrap();
        });
        let (url, notice) = receiver.recv_timeout(PATIENCE).expect("the server starts");
        let authority = url.trim_start_matches("http://").trim_end_matches('/').to_string();
        Running { authority, notice, stop, thread: Some(thread) }
    }

    pub fn request(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let body = body.map(|body| ("application/json", body.to_string()));
        self.send(method, path, &[], body)
    }

    pub fn get(&self, path: &str) -> Answer {
        self.request("GET", path, None)
    }

    /// One request on a connection of its own.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Option<(&str, String)>) -> Answer {
        let mut stream = TcpStream::connect(&self.authority).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            head += &format!("Host: {}\r\n", self.authority);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        let (kind, body) = body.unwrap_or(("text/plain", String::new()));
        head += &format!("Content-Type: {kind}\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.write_all(head.as_bytes()).unwrap();
        // A server that refuses the head may close before the body has arrived.
        let _ = stream.write_all(body.as_bytes());
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        Answer::parse(&bytes)
    }

    pub fn tab(&self) -> Tab {
        self.try_tab(&format!("http://{}", self.authority)).expect("the page's own origin is welcome")
    }

    pub fn try_tab(&self, origin: &str) -> Result<Tab, tungstenite::Error> {
        let request = tungstenite::http::Request::builder()
            .uri(format!("ws://{}/ws", self.authority))
            .header("Host", &self.authority)
            .header("Origin", origin)
            .header("Connection", "Upgrade")
            .header("Upgrade", "websocket")
            .header("Sec-WebSocket-Version", "13")
            .header("Sec-WebSocket-Key", tungstenite::handshake::client::generate_key())
            .body(())
            .unwrap();
        let (socket, _) = tungstenite::connect(request)?;
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
        }
        Ok(Tab { socket })
    }

    /// Asks until the answer is as wanted.
    pub fn wait_until(&self, path: &str, wanted: impl Fn(&Value) -> bool) {
        let begun = std::time::Instant::now();
        while !wanted(&self.get(path).json()) {
            assert!(begun.elapsed() < PATIENCE, "{path} never changed");
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        if !std::thread::panicking() {
            ended.unwrap().unwrap();
        }
    }
}

pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    fn parse(bytes: &[u8]) -> Answer {
        let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").expect("an HTTP answer");
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap().to_lowercase();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let body = &bytes[end + 4..];
        assert!(!head.contains("transfer-encoding: chunked"), "answers have a length");
        Answer { status, head, body: body.to_vec() }
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {} {}", self.status, self.text()))
    }
}

/// A tab's WebSocket.
pub struct Tab {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
}

impl Tab {
    pub fn say(&mut self, message: Value) {
        self.say_text(&message.to_string());
    }

    pub fn say_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    pub fn say_bytes(&mut self, bytes: Vec<u8>) {
        self.socket.send(Message::binary(bytes)).unwrap();
    }

    /// The next frame.
    pub fn hear(&mut self) -> Value {
        loop {
            match self.socket.read().expect("a frame in time") {
                Message::Text(text) => return serde_json::from_str(text.as_str()).unwrap(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("unexpected {other:?}"),
            }
        }
    }

    /// The next frame of a type; others are passed over.
    pub fn hear_type(&mut self, wanted: &str) -> Value {
        loop {
            let frame = self.hear();
            if frame["type"] == wanted {
                return frame;
            }
            assert_ne!(frame["type"], "err", "instead of {wanted}: {frame}");
        }
    }

    pub fn ask(&mut self, message: Value) -> Value {
        self.say(message);
        self.hear()
    }

    pub fn pos(&mut self, generation: u64, setup: &Value, moves: &[&str]) -> Value {
        self.ask(json!({"type": "pos", "gen": generation, "setup": setup, "moves": moves}))
    }

    /// The connection is cut without a farewell.
    pub fn cut(self) {
        if let MaybeTlsStream::Plain(stream) = self.socket.get_ref() {
            stream.shutdown(std::net::Shutdown::Both).unwrap();
        }
    }

    /// Reads to the end of the connection.
    pub fn hear_the_end(mut self) {
        while let Ok(message) = self.socket.read() {
            assert!(!matches!(message, Message::Text(_)), "nothing more was expected");
        }
    }
}

pub fn connect4() -> Value {
    json!({"game": "connect4", "rows": 6, "cols": 7})
}

/// A board that no book and no solver knows, so that an analysis goes on.
pub fn large_connect4() -> Value {
    json!({"game": "connect4", "rows": 9, "cols": 10})
}

pub fn nogo() -> Value {
    json!({"game": "nogo", "rows": 9, "cols": 9})
}

pub fn reversi() -> Value {
    json!({"game": "reversi", "size": 8, "scoring": "difference"})
}
