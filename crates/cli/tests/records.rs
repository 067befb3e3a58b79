//! Saved games as a user meets them: `review` judges them, `convert` carries them from format to format.

use assert_cmd::Command;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command as Process, Stdio};

/// A game that the second player's fourth ply loses.
const LOST: &str = "4 4 3 3 5 1 2";

/// Runs and gives (exit code, stdout, stderr).
fn run(arguments: &[&str], stdin: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_luozi"));
    command.args(arguments).env_remove("LANG").env_remove("LC_ALL").env_remove("LUOZI_CPU").write_stdin(stdin);
    let output = command.output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}

#[test]
fn a_review_names_the_losing_move_with_its_board_and_command() {
    let (code, out, err) = run(&["review", "-", "--game", "connect4", "--visits", "100"], LOST);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("First losing move: ply 4, the second player's 3??"), "{out}");
    assert!(out.contains("...O...\n..XX...\nO\n\n  luozi explain connect4 --moves '4 4 3'"), "{out}");
    assert!(out.contains("win in 1") && err.contains("8/8 positions judged"), "{out}{err}");
    let (_, chinese, _) = run(&["review", "--game", "connect4", "--moves", LOST, "--level", "1", "--lang", "zh"], "");
    assert!(chinese.contains("第一步败着：第 4 步，后手 3??"), "{chinese}");
}

#[test]
fn rows_summary_and_judged_file_are_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("judged.json").display().to_string();
    let arguments =
        ["review", "--game", "connect4", "--moves", LOST, "--visits", "100", "--json", "--out", file.as_str()];
    let (code, out, err) = run(&arguments, "");
    assert_eq!(code, 0, "{err}");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 8);
    assert_eq!(
        (&lines[6]["move"], &lines[6]["proven"]),
        (&"2".into(), &serde_json::json!({"result": "win", "plies": 1}))
    );
    let summary = &lines[7];
    assert_eq!((&summary["first_losing_move"], &summary["complete"]), (&4.into(), &true.into()));
    assert_eq!(summary["decisive"]["command"], "luozi explain connect4 --moves '4 4 3'");
    assert_eq!(summary["second"]["blunders"], 1);
    assert!(summary["second"]["accuracy"].as_u64() < summary["first"]["accuracy"].as_u64(), "{summary}");

    // The judged game is one of ours: it can be read, reviewed and converted again.
    let judged: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(judged["nodes"][4]["glyph"], "blunder");
    assert_eq!(judged["nodes"][7]["analysis"]["proven"], serde_json::json!({"result": "loss", "plies": 0}));
    let (code, sgf, err) = run(&["convert", &file, "--to", "sgf"], "");
    assert!(code == 0 && sgf.contains("BM[2]"), "{sgf}");
    assert!(err.contains("sgf has no place for these, they are lost: the engine's analysis"), "{err}");
}

#[test]
fn a_game_wanders_through_all_formats() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let convert = |from: &str, to: &str, format: &str| {
        let (code, _, err) = run(&["convert", from, "--game", "reversi", "--to", format, "--out", to], "");
        assert_eq!(code, 0, "{from} to {format}: {err}");
    };
    std::fs::write(path("0"), "f5d6c3d3c4").unwrap();
    for (step, format) in ["json", "sgf", "ggf", "botzone", "moves"].into_iter().enumerate() {
        convert(&path(&step.to_string()), &path(&(step + 1).to_string()), format);
    }
    assert_eq!(std::fs::read_to_string(path("5")).unwrap(), "f5 d6 c3 d3 c4\n");
    // Connect Four through Saiblo's conversation, which names its board itself.
    let (_, wire, _) = run(
        &["convert", "--game", "connect4", "--board", "9x10", "--forbid", "8,4", "--moves", "5 5", "--to", "saiblo"],
        "",
    );
    assert!(wire.starts_with("9 10 8 4\n"), "{wire}");
    let (_, back, _) = run(&["convert", "-", "--to", "moves"], &wire);
    assert_eq!(back, "5 5\n");
    // The ending of the file names the format.
    let (code, _, err) = run(&["convert", "--game", "nogo", "--moves", "E5 D4", "--out", &path("game.sgf")], "");
    assert!(code == 0 && std::fs::read_to_string(path("game.sgf")).unwrap().contains("RU[NoGo]"), "{err}");
}

/// The whole way from a match to the move that lost one of its games.
#[test]
#[cfg(target_os = "linux")]
fn a_game_of_a_match_is_reviewed_by_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("match.db").display().to_string();
    let arguments = ["match", "random", "luozi:level=3", "--games", "2", "--db", &db, "--concurrency", "1"];
    assert_eq!(run(&arguments, "").0, 0);
    let (code, out, err) = run(&["review", &db, "--number", "1", "--visits", "50", "--json"], "");
    let summary: Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    assert_eq!((code, &summary["complete"]), (0, &Value::Bool(true)), "{err}");
    let (code, out, err) = run(&["review", &db, "--visits", "50", "--json"], "");
    let all: Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    assert_eq!((code, &all["games"], &all["reviewed"]), (0, &Value::from(2), &Value::from(2)), "{err}");
}

#[test]
fn all_games_of_all_files_are_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (two, one, empty) = (path("two.sgf"), path("one.sgf"), path("empty.sgf"));
    std::fs::write(&two, "(;GM[2]SZ[8];B[fe])(;GM[2]SZ[8];B[ef])").unwrap();
    std::fs::write(&one, "(;GM[2]SZ[8];B[dc])").unwrap();
    std::fs::write(&empty, "(;GM[2]SZ[8])").unwrap();
    let arguments = ["review", two.as_str(), one.as_str(), empty.as_str(), "--visits", "20"];
    let out_file = path("judged.json");
    let (code, out, err) = run(&[&arguments[..], &["--json", "--out", &out_file]].concat(), "");
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("empty.sgf: the game has no moves"), "{err}");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let games: Vec<(&Value, &Value)> = lines
        .iter()
        .filter(|line| line.get("complete").is_some_and(|_| line.get("file").is_some()))
        .map(|line| (&line["file"], &line["game"]))
        .collect();
    let (two_name, one_name) = (Value::from(two.as_str()), Value::from(one.as_str()));
    assert_eq!(games, [(&two_name, &Value::from(1)), (&two_name, &Value::from(2)), (&one_name, &Value::Null)]);
    let last = lines.last().unwrap();
    assert_eq!((&last["games"], &last["reviewed"], &last["complete"]), (&3.into(), &3.into(), &true.into()));
    // The judged games are one file, which can be read again.
    let (code, out, err) = run(&["convert", &out_file, "--number", "3", "--to", "moves"], "");
    assert!(code == 0 && out.contains("d3"), "{out} {err}");
    // For people each game has its name.
    let (_, text, _) = run(&[&arguments[..], &["--lang", "en"]].concat(), "");
    assert!(text.contains(&format!("{two}, 2\n")) && text.contains(&format!("{one}\n")), "{text}");
    let (code, _, err) = run(&["review", &two, &one, "--number", "1"], "");
    assert!(code == 2 && err.contains("--number"), "{err}");
}

#[test]
fn wrong_input_is_explained_with_exit_code_2() {
    let two = "(;GM[2]SZ[8];B[fe])(;GM[2]SZ[8];B[ef])";
    let cases: [(&[&str], &str, &str); 9] = [
        (&["review", "-"], "f5d6", "name one: connect4, reversi or nogo with --game"),
        (&["review", "no-such-file"], "", "no-such-file: "),
        (&["review", "-", "--board", "9x9"], "", "--board and --forbid need --game"),
        (&["review", "-", "--game", "reversi"], "f5f5", "line 1, character 3"),
        (&["review", "-", "--game", "nogo"], "", "the game has no moves"),
        (&["review", "-", "--number", "3"], two, "holds 2; expected a number from 1 to that"),
        (&["convert", "-", "--number", "3"], two, "holds 2"),
        (&["convert", "-", "--to", "saiblo"], two, "holds one game, found 2"),
        (&["convert", "-", "--to", "ggf", "--game", "nogo"], "E5", "GGF cannot hold a game of NoGo; expected Reversi"),
    ];
    for (arguments, stdin, message) in cases {
        let (code, out, err) = run(arguments, stdin);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
}

/// The first positions are judged at once; the start of the game, which is in no book on so large a board, would take hours.
#[test]
#[cfg(unix)]
fn an_interrupted_review_gives_what_is_there() {
    let mut child = Process::new(env!("CARGO_BIN_EXE_luozi"))
        .args(["review", "--game", "connect4", "--board", "12x12", "--moves", LOST, "--time", "3600s", "--lang", "en"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.starts_with("4/8")), "the end of the game is judged");
    let killed = Process::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(out.contains("win in 1") && out.contains("interrupted: moves before ply"), "{out}");
}
