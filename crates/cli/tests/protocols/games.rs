//! Whole games before the arena's judge.
#![cfg(target_os = "linux")]

use super::{LUOZI, luozi};
use serde_json::Value;
use std::process::Stdio;

/// Runs a command of the arena: exit code, JSON lines, stderr.
fn arena(arguments: &[&str]) -> (i32, Vec<Value>, String) {
    let output = luozi(arguments).arg("--json").stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (output.status.code().unwrap(), lines, String::from_utf8(output.stderr).unwrap())
}

/// Our own bot as the arena starts it.
fn bot(words: &str) -> String {
    let (protocol, options) = words.split_once(' ').unwrap_or((words, ""));
    format!("{protocol}:{LUOZI} {protocol} --memory 16MB {options}")
}

/// A match without any fault; gives its summary.
fn fair_match(first: &str, second: &str, options: &[&str]) -> Value {
    let arguments = [&["match", first, second, "--time", "60s"], options].concat();
    let (code, mut lines, err) = arena(&arguments);
    let summary = lines.pop().unwrap_or_default();
    assert_eq!((code, &summary["forfeits"]), (0, &Value::Array(vec![])), "{arguments:?}: {err}");
    summary
}

#[test]
fn every_game_is_played_over_gtp() {
    let gtp = bot("gtp --visits 12");
    for game in ["nogo", "reversi", "connect4"] {
        let summary = fair_match(&gtp, "random", &["--game", game, "--games", "2"]);
        assert_eq!(summary["games"], 2);
    }
    // Boards with forbidden cells, drawn as on the site.
    fair_match(&gtp, "random", &["--platform", "saiblo", "--games", "4"]);
}

#[test]
fn reversi_is_played_over_nboard() {
    let summary =
        fair_match(&bot("nboard --visits 12"), &bot("gtp --visits 12"), &["--game", "reversi", "--games", "4"]);
    assert_eq!(summary["games"], 4);
}

#[test]
fn a_real_peer_plays_reversi_with_us() {
    let rhino = ["gtp-rhino", "/usr/games/gtp-rhino"].into_iter().find(|program| {
        let started = std::process::Command::new(program).stdin(Stdio::null()).stdout(Stdio::null()).status();
        started.is_ok()
    });
    let Some(rhino) = rhino else {
        assert!(std::env::var_os("LUOZI_REQUIRE_PEERS").is_none(), "gtp-rhino is missing: apt-get install grhino");
        eprintln!("skipped: gtp-rhino is not installed (apt-get install grhino)");
        return;
    };
    let rhino = format!("gtp:{rhino} -l 1 -b 0");
    for ours in [bot("gtp --visits 50"), bot("nboard --visits 50")] {
        // Half-played random games have passes.
        fair_match(&ours, &rhino, &["--game", "reversi", "--games", "4", "--openings", "random:30"]);
    }
}

#[test]
fn check_finds_nothing_to_complain_about() {
    let check = |player: &str, game: &str| {
        let (code, lines, err) = arena(&["check", player, "--game", game, "--time", "60s"]);
        assert_eq!((code, &lines.last().unwrap()["faults"]), (0, &Value::from(0)), "{player}, {game}: {err}");
    };
    for game in ["nogo", "reversi", "connect4"] {
        check(&bot("gtp --visits 4"), game);
    }
    check(&bot("nboard --visits 4"), "reversi");
}
