//! `luozi serve` as a user starts it: the address on stdout, games that survive a killed program.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The program, and where its page is.
struct Server {
    child: Child,
    authority: String,
}

impl Server {
    fn start(folder: &Path) -> Server {
        Server::with(folder, &[])
    }

    fn with(folder: &Path, more: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_luozi"))
            .args(["serve", "--json", "--port", "0", "--data-dir"])
            .arg(folder)
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("a line");
        let url = serde_json::from_str::<Value>(&line).expect("one JSON object")["url"].clone();
        let url = url.as_str().expect("an address");
        let authority = url.trim_start_matches("http://").trim_end_matches('/').to_string();
        Server { child, authority }
    }

    fn request(&self, method: &str, path: &str, body: &str) -> Value {
        let mut stream = TcpStream::connect(&self.authority).expect("the server listens");
        let authority = &self.authority;
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(head.as_bytes()).expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the server answers");
        let body = answer.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default();
        serde_json::from_str(body).unwrap_or_else(|e| panic!("{e}: {answer}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn without_a_command_the_page_starts() {
    let folder = tempfile::tempdir().expect("a folder");
    // Without a path no browser is found: the address is told all the same.
    let mut child = Command::new(env!("CARGO_BIN_EXE_luozi"))
        .env("PATH", "")
        .env("HOME", folder.path())
        .env("XDG_DATA_HOME", folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("a line");
    let server =
        Server { child, authority: line.trim().trim_start_matches("http://").trim_end_matches('/').to_string() };
    assert!(server.authority.starts_with("127.0.0.1:"), "{line}");
    assert!(server.request("GET", "/api/info", "").is_object());
}

#[test]
fn a_saved_game_survives_a_killed_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = json!({
        "format": "luozi-game", "version": 1, "setup": {"game": "nogo", "rows": 9, "cols": 9},
        "nodes": [{}, {"move": "E5", "clock_ms": 59000, "analysis": {"value": 0.25, "visits": 900}}, {"move": "D4"}],
    });
    let meta = json!({"human": "first", "level": 3, "mode": "play", "left_ms": [59_000, 60_000]});
    let body = json!({"name": "to be continued", "record": record, "meta": meta}).to_string();
    let id = {
        let server = Server::start(folder.path());
        let saved = server.request("POST", "/api/games", &body);
        saved["id"].as_str().unwrap_or_else(|| panic!("{saved}")).to_string()
        // Killed here, without any chance to put things in order.
    };
    let server = Server::start(folder.path());
    let game = server.request("GET", &format!("/api/games/{id}"), "");
    assert_eq!(game["record"]["nodes"], record["nodes"], "moves, clocks and analysis");
    assert_eq!(game["meta"], meta);
    assert_eq!(server.request("GET", "/api/info", "")["data"], json!({"saved": true, "notice": null}));
}

#[test]
fn what_cannot_be_listened_on_is_bad_input() {
    let output = Command::new(env!("CARGO_BIN_EXE_luozi"))
        .args(["serve", "--no-open", "--host", "203.0.113.7", "--port", "0"])
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("cannot listen on 203.0.113.7"), "{told}");
    let output = Command::new(env!("CARGO_BIN_EXE_luozi"))
        .args(["serve", "--no-open", "--port", "0", "--public-url", "luozi.example/page"])
        .output()
        .expect("the program starts");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && told.contains("expected something like https://"), "{told}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_recorded_match_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("two-games.db");
    let file = file.to_str().expect("a plain path");
    let played = Command::new(env!("CARGO_BIN_EXE_luozi"))
        .args(["match", "random", "random", "--game", "nogo", "--games", "2", "--time", "5s", "--db", file])
        .output()
        .expect("the program starts");
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    let server = Server::with(folder.path(), &["--events", file]);
    let events = server.request("GET", "/api/events", "");
    let event = &events["events"][0];
    assert_eq!(
        (&event["name"], &event["game"], &event["finished"]),
        (&json!("two-games.db"), &json!("nogo"), &json!(2))
    );
    let id = event["id"].as_str().expect("an id");
    let table = server.request("GET", &format!("/api/events/{id}"), "");
    let pairs = table["cross"][0]["pairs"].as_array().expect("pairs by points");
    assert_eq!(pairs.iter().filter_map(Value::as_u64).sum::<u64>(), 1, "two games are a pair: {table}");
    let games = server.request("GET", &format!("/api/events/{id}/games"), "");
    let (game, plies) = (&games["games"][0]["game"], &games["games"][0]["plies"]);
    let replay = server.request("GET", &format!("/api/events/{id}/games/{game}"), "");
    let nodes = replay["record"]["nodes"].as_array().expect("the moves");
    assert_eq!(Some(nodes.len() as u64 - 1), plies.as_u64(), "every move, after the start");
}
