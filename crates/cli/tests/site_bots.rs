//! The program and the shared object as bots of Saiblo and Botzone: whole games before the arena's judge.
#![cfg(target_os = "linux")]

use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

const LUOZI: &str = env!("CARGO_BIN_EXE_luozi");

/// Cargo leaves the shared object beside the test programs.
fn shared_object() -> PathBuf {
    std::env::current_exe().unwrap().with_file_name("libluozi_saiblo.so")
}

/// Runs a command of the arena with `--json`: exit code and lines.
fn arena(arguments: &[&str]) -> (i32, Vec<Value>, String) {
    let mut command = Command::new(LUOZI);
    command.args(arguments).arg("--json").env("LUOZI_SET", "visits=4").env("LUOZI_MEMORY_MB", "16");
    let output = command.env("LUOZI_TIME_MS", "20000").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect();
    (output.status.code().unwrap(), lines, String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Twenty games against `random`: no forfeit, and nearly all are won.
fn twenty_games(bot: &str, more: &[&str]) {
    let arguments = [&["match", bot, "random", "--games", "20", "--time", "30s"], more].concat();
    let (code, lines, err) = arena(&arguments);
    assert_eq!((code, lines.len()), (0, 21), "{bot}: {err}");
    let summary = &lines[20];
    assert_eq!(summary["forfeits"], Value::Array(vec![]), "{bot}: {summary}");
    let won = summary["wins"].as_u64().unwrap();
    assert!(won >= 15, "{bot} won {won} of 20");
}

/// A Botzone bot as the arena starts it.
fn botzone(form: &str, game: &str) -> String {
    format!("{form}:{LUOZI} botzone --game {game} --visits 4 --time 20s --memory 16MB")
}

#[test]
fn the_shared_object_plays_without_a_fault() {
    twenty_games(&format!("so:{}", shared_object().display()), &["--platform", "saiblo"]);
}

#[test]
fn the_wire_form_plays_without_a_fault() {
    let bot = format!("saiblo:{LUOZI} saiblo --visits 4 --time 20s --memory 16MB");
    twenty_games(&bot, &["--platform", "saiblo"]);
}

#[test]
fn botzone_keep_running_plays_without_a_fault() {
    for game in ["nogo", "reversi"] {
        twenty_games(&botzone("botzone", game), &["--game", game, "--platform", "botzone"]);
    }
}

#[test]
fn check_finds_nothing() {
    let so = format!("so:{}", shared_object().display());
    let wire = format!("saiblo:{LUOZI} saiblo --visits 4 --time 20s --memory 16MB");
    let mut bots = vec![(so, "connect4"), (wire, "connect4")];
    for game in ["nogo", "reversi"] {
        bots.extend(["botzone", "botzone-text"].map(|form| (botzone(form, game), game)));
    }
    for (bot, game) in bots {
        let (code, lines, err) = arena(&["check", &bot, "--game", game, "--time", "30s"]);
        assert_eq!((code, &lines.last().unwrap()["faults"]), (0, &Value::from(0)), "{bot}: {err}");
    }
}

#[test]
fn options_that_make_no_sense_are_refused() {
    for (arguments, advice) in [
        (&["botzone", "--game", "connect4"][..], "Botzone has reversi and nogo, not connect4"),
        (&["botzone", "--game", "nogo", "--preset", "mcgs"], "there is no preset `mcgs` for nogo"),
        (&["saiblo", "--preset", "net-nogo"], "there is no preset `net-nogo` for connect4"),
        (&["botzone"], "--game <GAME>"),
    ] {
        let output = Command::new(LUOZI).args(arguments).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        assert!(err.contains(advice), "{arguments:?}: {err}");
    }
}
