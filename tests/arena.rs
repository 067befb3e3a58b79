//! Matches as a user runs them: output, exit codes, faults, and runs that are killed and resumed.
#![cfg(target_os = "linux")]

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn luozi(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_luozi"));
    command.args(arguments).env_remove("LUOZI_CPU").stdin(Stdio::null());
    command
}

/// Runs to the end: exit code, JSON lines, stderr.
fn run(arguments: &[&str]) -> (i32, Vec<Value>, String) {
    let output = luozi(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect();
    (output.status.code().unwrap(), lines, String::from_utf8(output.stderr).unwrap())
}

/// The sample bot as a shared object in `folder`.
fn sample_bot(folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/bots/saiblo_bot.c");
    let object = folder.join("sample.so");
    let status = Command::new("cc").args(["-O2", "-shared", "-fPIC", "-o"]).arg(&object).arg(source).status().unwrap();
    assert!(status.success());
    object
}

/// What a run must give however often it was interrupted: every game by its place, without its times.
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
fn a_match_tells_every_game_and_the_summary() {
    let (code, lines, err) = run(&["match", "luozi:level=2", "random", "--games", "5", "--json", "--seed", "3"]);
    assert_eq!((code, lines.len()), (0, 7), "three pairs and the summary: {err}");
    let summary = &lines[6];
    assert_eq!(summary["games"], 6);
    assert_eq!(summary["pairs"].as_array().unwrap().len(), 5);
    assert!(summary["elo"].get("low").is_some() && summary["moving_first"]["wins"].is_number());
    assert_eq!(summary["forfeits"], Value::Array(vec![]));
    assert!(err.contains("6/6"), "{err}");
}

#[test]
fn every_command_of_the_arena_plays() {
    let (code, lines, _) = run(&[
        "ladder",
        "random",
        "luozi:level=1",
        "random",
        "--games",
        "2",
        "--game",
        "nogo",
        "--board",
        "4x4",
        "--anchor",
        "1",
        "--json",
    ]);
    assert_eq!(code, 0);
    assert_eq!(lines.last().unwrap()["ratings"].as_array().unwrap().len(), 3);
    let (code, lines, _) = run(&[
        "sweep",
        "luozi:uct-center",
        "--param",
        "c",
        "--values",
        "1.2,0.8",
        "--against",
        "random",
        "--games",
        "2",
        "--visits",
        "20",
        "--json",
    ]);
    assert_eq!((code, lines.len()), (0, 6), "four games and a row for each value");
    assert_eq!(lines[5]["value"], "0.8");
    let (code, lines, _) = run(&["sprt", "luozi:level=3", "random", "--elo1", "60", "--visits", "50", "--json"]);
    let summary = lines.last().unwrap();
    assert_eq!((code, &summary["verdict"]), (0, &Value::from("accept_h1")));
    assert!(summary["llr"].as_f64().unwrap() > 2.9);
}

#[test]
fn faults_are_told_with_a_command_and_exit_code_one() {
    let (code, lines, err) =
        run(&["match", "saiblo:false", "random", "--platform", "saiblo", "--games", "2", "--json"]);
    assert_eq!(code, 1, "{err}");
    let fault = &lines[0]["fault"];
    assert_eq!((&fault["kind"], &fault["reason"]), (&"crash".into(), &"crashed: exit code 1".into()));
    assert!(fault["command"].as_str().unwrap().starts_with("luozi explain connect4 --board "));
    assert!(err.contains("2 of 2 games were lost by a fault"), "{err}");
}

#[test]
fn wrong_input_is_exit_code_two() {
    for arguments in [
        &["match", "radnom", "random"][..],
        &["match", "luozi:nothing", "random"],
        &["match", "random", "random", "--openings", "no-such-file"],
        &["match", "random", "random", "--platform", "botzone"],
        &["match", "random", "random", "--resume"],
        &["sprt", "random", "random", "--elo0", "5", "--elo1", "0"],
        &["ladder", "random", "random", "--anchor", "3"],
        &["match", "so:./x.so", "random", "--game", "nogo"],
    ] {
        let (code, lines, err) = run(arguments);
        assert_eq!((code, lines.len()), (2, 0), "{arguments:?}: {err}");
    }
}

/// Kills the run when it has told `games` games.
fn kill_after(arguments: &[&str], games: usize) {
    let mut child = luozi(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let told = lines.map_while(Result::ok).filter(|line| line.contains(" - ")).take(games).count();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(told > 0, "it told games");
}

/// Supervisors need a moment to see that the arena is gone.
fn assert_nothing_runs(mark: &str) {
    let end = Instant::now() + Duration::from_secs(20);
    let runs = || {
        let entries = fs::read_dir("/proc").unwrap().flatten();
        let mut commands = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        commands.any(|command| String::from_utf8_lossy(&command).contains(mark))
    };
    while runs() {
        assert!(Instant::now() < end, "processes of {mark} are left");
        std::thread::yield_now();
    }
}

#[test]
fn a_killed_match_resumes_to_the_same_record() {
    let folder = tempfile::tempdir().unwrap();
    let bot = format!("so:{}", sample_bot(folder.path()).display());
    let db = folder.path().join("match.db").display().to_string();
    let arguments = ["match", &bot, "random", "--platform", "saiblo", "--games", "60", "--concurrency", "2", "--json"];
    let (code, whole, err) = run(&arguments);
    assert_eq!(code, 0, "{err}");

    let with_db = [&arguments[..], &["--db", &db]].concat();
    let resumed = [&with_db[..], &["--resume"]].concat();
    kill_after(&with_db, 1);
    // A resumed run tells the games of its earlier parts first, so each part gets further than the one before.
    for games in [12, 23, 34, 47] {
        assert_nothing_runs(&bot[3..]);
        kill_after(&resumed, games);
    }
    assert_nothing_runs(&bot[3..]);
    let (code, lines, err) = run(&resumed);
    assert_eq!(code, 0, "{err}");
    assert_eq!(lines.len(), 61, "no game is lost or doubled");
    assert_eq!(essence(&lines), essence(&whole));
    // The finished run is still there and is not played again.
    let (_, again, _) = run(&resumed);
    assert_eq!(essence(&again), essence(&whole));
}

#[test]
fn check_finds_nothing_in_a_good_bot_and_names_the_faults_of_a_bad_one() {
    let folder = tempfile::tempdir().unwrap();
    let bot = format!("so:{}", sample_bot(folder.path()).display());
    let (code, lines, err) = run(&["check", &bot, "--time", "20s", "--json"]);
    assert_eq!((code, &lines.last().unwrap()["faults"]), (0, &Value::from(0)), "{err}");
    assert_eq!(lines.len(), 31, "five boards, three stages, two sides, and the summary");
    let (code, lines, _) = run(&["check", "saiblo:false", "--json"]);
    assert_eq!((code, &lines.last().unwrap()["faults"]), (1, &Value::from(30)));
    assert_eq!(lines[0]["fault"]["kind"], "crash");
    for game in ["reversi", "nogo"] {
        let (code, _, err) = run(&["check", "random", "--game", game, "--json"]);
        assert_eq!(code, 0, "{err}");
    }
}
