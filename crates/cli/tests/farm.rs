//! The farm as a user meets it: `--farm`, `worker`, `farm`.
#![cfg(all(target_os = "linux", feature = "farm"))]

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
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
    let worker = Killed::worker(at, &["--farm", &farm, "--threads", "1", "--name", "helper"]);
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
            .any(|worker| { worker["state"] == "works" && worker["worker"].as_str().unwrap().starts_with("helper-") })
    );
    assert_eq!(worker.end(), Some(130));
    let (_, log, _) = run(at, &["farm", "log", "--farm", &farm, "--json"]);
    assert!(log.iter().any(|line| line["text"] == "left"), "{log:?}");
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
    let options =
        ["--game", "reversi", "--games", "2", "--farm", &farm, "--sandbox", "--json", "--openings", "random:40"];
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
    ] {
        let (code, _, err) = run(at, arguments);
        assert!(code == 2 && err.contains(said), "{arguments:?}: {code} {err}");
    }
    assert!(!at.join("none.db").exists(), "looking at a farm makes none");
    let (code, _, err) =
        run(at, &["match", "random", "random", "--game", "nogo", "--games", "2", "--board", "4x4", "--farm", &missing]);
    assert_eq!(code, 0, "{err}");
    let (code, _, err) = run(at, &["farm", "pause", "--farm", &missing, "nobody"]);
    assert!(code == 2 && err.contains("the farm has no run `nobody`"), "{err}");
}
