//! The farm as a user meets it: `--farm`, `worker`, `farm`.
#![cfg(all(target_os = "linux", feature = "farm"))]

use luozi::arena::process::Sandbox;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A time limit that only a hanging test reaches.
const PATIENT: Duration = Duration::from_secs(120);

fn luozi(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_luozi"));
    command.args(arguments).env("XDG_CACHE_HOME", folder).env_remove("LUOZI_FARM_TOKEN").stdin(Stdio::null());
    command
}

/// Runs to the end: exit code, JSON lines, stderr.
fn run(folder: &Path, arguments: &[&str]) -> (i32, Vec<Value>, String) {
    let output = luozi(folder, arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect();
    (output.status.code().unwrap(), lines, String::from_utf8(output.stderr).unwrap())
}

/// A process that is killed when it is dropped.
struct Killed(Child);

impl Killed {
    fn worker(folder: &Path, arguments: &[&str]) -> Killed {
        let mut command = luozi(folder, &[&["worker"], arguments].concat());
        Killed(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// Asks it to end, and gives its exit code.
    fn end(mut self) -> Option<i32> {
        Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status().unwrap();
        let begun = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status.code();
            }
            assert!(begun.elapsed() < PATIENT, "the worker does not end");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server of the page.
struct Site {
    authority: String,
    /// Read to the end of a line; the server must be able to write as long as it runs.
    errors: BufReader<ChildStderr>,
    _server: Killed,
}

impl Site {
    fn start(folder: &Path, name: &str, arguments: &[&str]) -> Site {
        let mut command = luozi(folder, &[&["serve", "--json", "--port", "0"], arguments].concat());
        command.arg("--data-dir").arg(folder.join(name)).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut server = Killed(command.spawn().unwrap());
        let (mut line, mut errors) = (String::new(), BufReader::new(server.0.stderr.take().unwrap()));
        BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let Ok(told) = serde_json::from_str::<Value>(&line) else {
            let mut text = String::new();
            errors.read_to_string(&mut text).unwrap();
            panic!("{name} does not start: {text}");
        };
        let authority = told["url"].as_str().unwrap().trim_start_matches("http://").trim_end_matches('/').to_string();
        Site { authority, errors, _server: server }
    }

    /// The secret of the link that makes its user the teacher.
    fn link(&mut self) -> String {
        loop {
            let mut line = String::new();
            assert!(self.errors.read_line(&mut line).unwrap() > 0, "no link is told");
            if let Some((_, token)) = line.trim().split_once("#/class/enter=") {
                return token.to_string();
            }
        }
    }

    /// The status and everything else that is answered.
    fn send(&self, line: &str, headers: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.authority).unwrap();
        stream.set_read_timeout(Some(PATIENT)).unwrap();
        let (authority, length) = (&self.authority, body.len());
        let head = format!("{line} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n{headers}");
        let kind = format!("Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n");
        stream.write_all(format!("{head}{kind}{body}").as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        (answer.split(' ').nth(1).unwrap().parse().unwrap(), answer)
    }

    fn metrics(&self, headers: &str) -> (u16, String) {
        self.send("GET /metrics", headers, "")
    }

    /// The header by which somebody is known who comes into the class by a link.
    fn enter(&self, token: &str, name: &str) -> String {
        let ask = json!({"ask": "enter", "token": token, "name": name}).to_string();
        let (_, answer) = self.send("POST /api/class", "", &ask);
        let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: luozi_class="));
        let cookie = cookie.unwrap_or_else(|| panic!("{answer}")).split(';').next().unwrap();
        format!("Cookie: luozi_class={cookie}\r\n")
    }
}

fn essence(lines: &[Value]) -> BTreeMap<String, String> {
    let games = lines.iter().filter(|line| line.get("pair").is_some());
    let place = |game: &Value| format!("{:>6} {} {}", game["pair"], game["pairing"], game["swapped"]);
    games
        .map(|game| {
            (place(game), format!("{} {} {} {}", game["first"], game["opening"], game["result"], game["plies"]))
        })
        .collect()
}

#[test]
fn a_match_by_workers_is_the_match_of_one_machine_and_grows() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let farm = format!("sqlite:{}", at.join("night.db").display());
    let play = ["match", "luozi:level=1", "random", "--game", "nogo", "--board", "5x5", "--visits", "10", "--json"];
    let with = |games: &'static str, more: &[&str]| run(at, &[&play[..], &["--games", games], more].concat());
    let (_, local, _) = with("16", &[]);
    let worker = Killed::worker(at, &["--farm", &farm, "--threads", "1", "--name", "night"]);
    let (code, lines, err) = with("8", &["--farm", &farm]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("run match-1 of the farm"), "{err}");
    let (code, lines_after, err) = with("16", &["--farm", &farm, "--resume"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(essence(&lines_after), essence(&local));
    assert!(essence(&lines).iter().all(|(place, game)| essence(&local)[place] == *game));

    // The farm's file is a record like any other.
    let db = at.join("night.db");
    let (code, shown, _) = run(at, &["match", "--db", db.to_str().unwrap(), "--json"]);
    assert_eq!((code, &shown.last().unwrap()["games"]), (0, &Value::from(16)));
    let (code, status, err) = run(at, &["farm", "status", "--farm", &farm, "--json"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(
        (&status[0]["runs"][0]["played"], &status[0]["runs"][0]["state"]),
        (&Value::from(8), &Value::from("ended"))
    );
    assert!(
        status[0]["workers"]
            .as_array()
            .unwrap()
            .iter()
            .any(|worker| { worker["state"] == "works" && worker["worker"].as_str().unwrap().starts_with("night-") })
    );
    assert_eq!(worker.end(), Some(130));
    let (_, log, _) = run(at, &["farm", "log", "--farm", &farm, "--json"]);
    assert!(log.iter().any(|line| line["text"] == "left"), "{log:?}");
}

/// Reviews, puzzles and a book by a worker are those of this machine, by the same commands.
#[test]
fn other_work_than_games_gives_the_same_by_a_worker() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let farm = format!("sqlite:{}", at.join("work.db").display());
    let path = |name: &str| at.join(name).display().to_string();
    let worker = Killed::worker(at, &["--farm", &farm, "--threads", "1", "--name", "hand"]);

    // Puzzles: the same file.
    let make = ["puzzles", "nogo", "--board", "4x4", "--count", "2", "--seed", "5", "--tries", "1", "--json", "--out"];
    let (local, by_farm) = (path("local.json"), path("farm.json"));
    let (code, _, err) = run(at, &[&make[..], &[&local]].concat());
    assert_eq!(code, 0, "{err}");
    let (code, _, err) = run(at, &[&make[..], &[&by_farm, "--farm", &farm]].concat());
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("run puzzles-1 of the farm"), "{err}");
    assert_eq!(std::fs::read_to_string(&local).unwrap(), std::fs::read_to_string(&by_farm).unwrap());
    assert!(!at.join("farm.json.journal").exists(), "the farm keeps what is known");

    // A book: the same bytes.
    let solve = ["book", "connect4", "--board", "4x4", "--plies", "4", "--memory", "16MB", "--json", "--out"];
    let (local, by_farm) = (path("local.book"), path("farm.book"));
    assert_eq!(run(at, &[&solve[..], &[&local]].concat()).0, 0);
    let (code, lines, err) = run(at, &[&solve[..], &[&by_farm, "--farm", &farm]].concat());
    assert_eq!(code, 0, "{err}");
    assert_eq!(lines[0]["known"], lines[0]["positions"]);
    assert!(lines[0]["nodes"].as_u64().unwrap() > 0);
    assert_eq!(std::fs::read(&local).unwrap(), std::fs::read(&by_farm).unwrap());

    // Reviews: the same judgements.
    let (games, more) = (path("games.sgf"), path("more.sgf"));
    std::fs::write(&games, "(;GM[2]SZ[8];B[fe];W[fd];B[ec])(;GM[2]SZ[8];B[ef])").unwrap();
    std::fs::write(&more, "(;GM[2]SZ[8];B[dc];W[ce])").unwrap();
    let judge = ["review", games.as_str(), more.as_str(), "--visits", "30", "--preset", "pattern-reversi", "--json"];
    let (_, local, err) = run(at, &judge);
    let (code, by_farm, err_of_farm) = run(at, &[&judge[..], &["--farm", &farm]].concat());
    assert_eq!(code, 0, "{err} {err_of_farm}");
    let moves =
        |lines: &[Value]| -> Vec<Value> { lines.iter().filter(|line| line.get("ply").is_some()).cloned().collect() };
    assert_eq!(moves(&local).len(), 6);
    assert_eq!(moves(&local), moves(&by_farm));
    assert_eq!(by_farm.last().unwrap()["reviewed"], 3);
    // The same command again asks nobody.
    assert_eq!(worker.end(), Some(130));
    let (_, again, _) = run(at, &[&judge[..], &["--farm", &farm]].concat());
    assert_eq!(moves(&again), moves(&local));

    let (_, status, _) = run(at, &["farm", "status", "--farm", &farm, "--json"]);
    let work: Vec<&Value> = status[0]["runs"].as_array().unwrap().iter().map(|run| &run["work"]).collect();
    assert_eq!(work, ["reviews", "book", "puzzles"]);
    let (code, _, err) = run(at, &["farm", "add", "--farm", &farm, "--games", "2", "puzzles-1"]);
    assert!(code == 2 && err.contains("holds no games but puzzles"), "{err}");
}

/// The training of tables by a worker gives the files of one machine; killed in the middle, it goes on with what the farm has.
#[test]
fn tables_are_learned_from_games_of_a_worker_and_the_files_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let farm = format!("sqlite:{}", at.join("train.db").display());
    let sizes = "--rounds 2 --positions 6000,4000 --depth 1 --solve 6 --steps 3 --pairs 2 --nodes 50 --probcut-positions 1 \
                 --probcut-depth 5 --json";
    let train = |name: &str, more: &[&str]| {
        let mut command = luozi(at, &["train", "reversi"]);
        command.arg(at.join(name)).args(sizes.split_whitespace()).args(more);
        command
    };
    let end = |mut command: Command| {
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, err) = end(train("local", &[]));
    assert_eq!(code, Some(0), "{err}");
    let worker = Killed::worker(at, &["--farm", &farm, "--threads", "1", "--name", "school"]);
    let runs = || {
        let (_, status, _) = run(at, &["farm", "status", "--farm", &farm, "--json"]);
        status.first().map_or(Vec::new(), |status| status["runs"].as_array().unwrap().clone())
    };
    let mut killed = train("farm", &["--farm", &farm]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while runs().first().is_none_or(|run| run["played"].as_i64().unwrap() < 2) {
        assert!(begun.elapsed() < PATIENT && killed.try_wait().unwrap().is_none(), "no two shares were played");
        thread::sleep(Duration::from_millis(20));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let (code, err) = end(train("farm", &["--farm", &farm]));
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("run training-1 of the farm") && err.contains("run training-2 of the farm"), "{err}");
    let files = |name: &str| -> BTreeMap<std::ffi::OsString, Vec<u8>> {
        let entries = std::fs::read_dir(at.join(name)).unwrap().map(|entry| entry.unwrap());
        entries.map(|entry| (entry.file_name(), std::fs::read(entry.path()).unwrap())).collect()
    };
    let (local, by_farm) = (files("local"), files("farm"));
    assert!(local.len() > 8 && local.keys().eq(by_farm.keys()), "{:?} {:?}", local.keys(), by_farm.keys());
    for (name, data) in &local {
        assert!(by_farm[name] == *data, "{name:?} is another file");
    }
    let runs = runs();
    assert!(runs.len() == 2 && runs.iter().all(|run| run["work"] == "training" && run["state"] == "ended"), "{runs:?}");
    assert_eq!(worker.end(), Some(130));
}

#[test]
fn games_are_added_to_a_run_while_it_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let farm = format!("sqlite:{}", at.join("night.db").display());
    // Slow enough that the run is still there when more is asked for.
    let play = ["match", "luozi:level=1", "random", "--game", "nogo", "--visits", "3000", "--json", "--farm", &farm];
    let mut command = luozi(at, &[&play[..], &["--games", "4"]].concat());
    let playing = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    loop {
        let (code, _, err) = run(at, &["farm", "add", "--farm", &farm, "match-1", "--games", "3"]);
        match code {
            0 => {
                assert!(err.contains("match-1: 8 games of each pairing"), "{err}");
                break;
            }
            _ => assert!(begun.elapsed() < PATIENT && !err.contains("is ended"), "{err}"),
        }
        thread::sleep(Duration::from_millis(20));
    }
    let output = playing.wait_with_output().unwrap();
    let last: Value = serde_json::from_str(String::from_utf8(output.stdout).unwrap().lines().last().unwrap()).unwrap();
    assert_eq!(last["games"], 8);
    let (code, _, err) = run(at, &["farm", "add", "--farm", &farm, "match-1", "--games", "3"]);
    assert!(code == 2 && err.contains("with --resume and a larger --games"), "{err}");
}

#[test]
fn a_bot_travels_by_content_and_plays_behind_walls() {
    if !Path::new("/usr/bin/bwrap").exists() {
        assert!(std::env::var_os("LUOZI_REQUIRE_PEERS").is_none(), "bubblewrap is not installed");
        eprintln!("skipped: bubblewrap is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let farm = format!("sqlite:{}", at.join("bots.db").display());
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots/botzone_bot.py");
    let bot = format!("botzone:python3 {} reversi", source.display());
    let mut options = vec!["--game", "reversi", "--games", "2", "--farm", &farm, "--sandbox", "--json"];
    // Time enough for a Python that starts on a busy machine.
    options.extend(["--openings", "random:40", "--time", "20s"]);
    let (code, lines, err) = run(at, &[&["match", &bot, "random"], &options[..]].concat());
    assert_eq!(code, 0, "{err}");
    assert_eq!(lines.last().unwrap()["games"], 2);
    let cache = at.join("luozi/farm-files");
    let [digest] =
        std::fs::read_dir(cache).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>().try_into().unwrap();
    assert_eq!(std::fs::read(digest.join("botzone_bot.py")).unwrap(), std::fs::read(source).unwrap());
}

#[test]
fn mistakes_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let missing = format!("sqlite:{}", at.join("none.db").display());
    let short = at.join("token");
    std::fs::write(&short, "short").unwrap();
    let short = short.to_str().unwrap();
    for (arguments, said) in [
        (&["farm", "status", "--farm", "night.db"][..], "expected sqlite:FILE or postgres://"),
        (&["farm", "status", "--farm", &missing], "there is no farm"),
        (&["farm", "pause", "--farm", &missing, "x"], "there is no farm"),
        (&["match", "random", "random", "--game", "nogo", "--farm", "mysql://x"], "is no farm"),
        (&["worker", "--farm", &missing, "--token-file", short], "the token has 5 characters"),
        (&["match", "random", "random", "--resume"], "--resume goes on with a run in a file"),
        (&["worker", "--farm", "postgres://luozi@127.0.0.1:1/farm?sslmode=require"], "asks for TLS"),
    ] {
        let (code, _, err) = run(at, arguments);
        assert!(code == 2 && err.contains(said), "{arguments:?}: {code} {err}");
    }
    assert!(!at.join("none.db").exists(), "looking at a farm makes none");
    let (code, _, err) = run(
        at,
        &[
            "match", "random", "random", "--game", "nogo", "--games", "2", "--board", "4x4", "--farm", &missing,
            "--json",
        ],
    );
    assert_eq!(code, 0, "{err}");
    let (code, _, err) = run(at, &["farm", "pause", "--farm", &missing, "nobody"]);
    assert!(code == 2 && err.contains("the farm has no run `nobody`"), "{err}");
}

#[test]
fn figures_are_told_on_this_machine() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let farm = format!("sqlite:{}", at.join("night.db").display());
    let (code, _, err) = run(at, &["serve", "--no-open", "--port", "0", "--farm", &farm]);
    assert!(code == 2 && err.contains("there is no farm"), "{code} {err}");
    let (status, answer) = Site::start(at, "without", &[]).metrics("");
    assert!(status == 404 && answer.contains("start it with `luozi serve --farm URL`"), "{answer}");

    let play = ["match", "random", "random", "--game", "nogo", "--board", "4x4", "--games", "2", "--farm", &farm];
    let (code, _, err) = run(at, &[&play[..], &["--json"]].concat());
    assert_eq!(code, 0, "{err}");
    let _worker = Killed::worker(at, &["--farm", &farm, "--threads", "1", "--name", "night"]);
    let site = Site::start(at, "here", &["--farm", &farm]);
    let begun = Instant::now();
    let (status, answer) = loop {
        let told = site.metrics("");
        if told.1.contains("luozi_farm_worker_pairs{worker=\"night-") {
            break told;
        }
        assert!(begun.elapsed() < PATIENT, "{}", told.1);
        thread::sleep(Duration::from_millis(50));
    };
    assert!(status == 200 && answer.contains("content-type: text/plain; version=0.0.4"), "{answer}");
    assert!(answer.contains("\nluozi_farm_run_pairs_played{run=\"match-1\",state=\"ended\"} 1\n"), "{answer}");

    // Where others come, whoever seems to sit here may have been sent here by a proxy.
    let public = Site::start(at, "public", &["--farm", &farm, "--public-url", "http://luozi.example"]);
    for headers in ["", "X-Forwarded-For: 9.9.9.9\r\n", "X-Forwarded-For: 127.0.0.1\r\n"] {
        let (status, answer) = public.metrics(headers);
        assert!(status == 403 && !answer.contains("night-") && !answer.contains("match-1"), "{answer}");
    }
}

#[test]
fn figures_of_a_class_are_told_to_its_teacher_and_no_student() {
    if let Err(why) = Sandbox::find() {
        assert!(std::env::var_os("LUOZI_REQUIRE_PEERS").is_none(), "{why}");
        eprintln!("skipped: {why}");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let farm = format!("sqlite:{}", at.join("class.db").display());
    let class = at.join("class");
    let options = ["--class", class.to_str().unwrap(), "--farm", &farm, "--public-url", "http://luozi.example"];
    let mut site = Site::start(at, "data", &options);
    let link = site.link();
    let teacher = site.enter(&link, "Teacher");
    let ask = json!({"ask": "invite", "role": "student", "uses": 1, "days": 1}).to_string();
    let (_, made) = site.send("POST /api/class", &teacher, &ask);
    let made: Value = serde_json::from_str(made.split_once("\r\n\r\n").unwrap().1).unwrap();
    let student = site.enter(made["links"][0]["token"].as_str().unwrap(), "Ann");
    for (headers, expected) in [(&teacher, 200), (&student, 403), (&String::new(), 401)] {
        let (status, answer) = site.metrics(headers);
        assert_eq!((status, answer.contains("luozi_farm_")), (expected, expected == 200), "{answer}");
    }
}
