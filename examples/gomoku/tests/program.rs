//! The program with one more game: what it does with its own games it does with this one.

use assert_cmd::Command;

fn gomoku(arguments: &[&str]) -> String {
    let output = Command::cargo_bin("gomoku").unwrap().args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", text(output.stderr));
    text(output.stdout)
}

#[test]
fn it_analyses_and_explains() {
    let four = ["--board", "9x9", "--moves", "E5 A1 F5 A2 G5 A3 D5 A4", "--visits", "5000"];
    let json = gomoku(&[&["analyze", "gomoku", "--json"], &four[..]].concat());
    let last: &str = json.lines().last().unwrap();
    assert!(last.contains(r#""best":"C5""#) || last.contains(r#""best":"H5""#), "an open four wins: {last}");
    assert!(gomoku(&[&["explain", "gomoku"], &four[..]].concat()).contains("simulations"));
}

#[test]
#[cfg(target_os = "linux")]
fn it_plays_matches() {
    let words = "match luozi random --game gomoku --board 7x7 --games 4 --visits 200 --openings none --json";
    let summary = gomoku(&words.split(' ').collect::<Vec<_>>());
    assert_eq!(summary.lines().count(), 5, "four games and the summary: {summary}");
}

#[test]
fn it_speaks_gtp() {
    let commands = "boardsize 9\nclear_board\nplay b E5\ngenmove w\nshowboard\nquit\n";
    let mut program = Command::cargo_bin("gomoku").unwrap();
    let output = program.args(["gtp", "--game", "gomoku", "--visits", "50"]).write_stdin(commands).output().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!(answers.matches("= ").count() + answers.matches("=\n").count(), 6, "{answers}");
    assert!(!answers.contains('?'), "{answers}");
}

#[test]
fn it_saves_and_reads_games() {
    let json = gomoku(&["convert", "--game", "gomoku", "--moves", "H8 J9 H9", "--to", "json"]);
    assert!(json.contains(r#""game":"gomoku","rows":15,"cols":15"#), "{json}");
}

#[test]
fn it_has_no_solver_and_says_so_when_puzzles_are_asked_for() {
    let mut program = Command::cargo_bin("gomoku").unwrap();
    let output = program.args(["puzzles", "gomoku", "--out", "never-written.json"]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && text.contains("has no exact solver"), "{text}");
}
