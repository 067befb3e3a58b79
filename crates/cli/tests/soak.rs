//! `luozi soak`: a bounded part of the million positions, and how it ends.

use assert_cmd::Command;
use serde_json::Value;

fn soak(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_luozi")).arg("soak").args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

#[test]
fn the_solvers_agree_with_minimax_on_random_boards() {
    let (code, out, err) = soak(&["--positions", "6000", "--threads", "2", "--seed", "15", "--json"]);
    assert_eq!(code, 0, "{out}{err}");
    let summary: Value = serde_json::from_str(&out).unwrap();
    assert!(summary["fault"].is_null() && summary["positions"].as_u64().unwrap() >= 6000, "{summary}");
    for game in ["connect4", "reversi", "nogo"] {
        assert!(summary["games"][game].as_u64().unwrap() > 200, "{summary}");
    }
}

#[test]
fn it_stops_when_the_time_is_over_and_soaks_one_game_if_asked() {
    let (code, out, err) = soak(&["nogo", "--time", "1s", "--positions", "1000000000"]);
    assert!(code == 0 && out.contains("positions right (0 of connect4, 0 of reversi, "), "{code} {out}{err}");
    let (code, _, err) = soak(&["chess"]);
    assert!(code == 2 && err.contains("expected connect4, reversi or nogo"), "{code} {err}");
}
