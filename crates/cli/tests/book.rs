//! `luozi book` as people run it: stopped, killed, resumed, with other threads, on damaged journals.

use assert_cmd::Command;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

fn luozi(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_luozi"));
    command.args(arguments);
    command
}

/// Exit code, stdout and stderr.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = luozi(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// `luozi book` on a small board; gives the summary.
fn write_small(out: &Path, more: &[&str]) -> Value {
    let fixed = ["book", "connect4", "--board", "4x5", "--memory", "8MB", "--json", "--out", out.to_str().unwrap()];
    let (code, stdout, stderr) = run(&[&fixed, more].concat());
    assert_eq!(code, 0, "{stderr}");
    serde_json::from_str(&stdout).unwrap()
}

fn journal(book: &Path) -> PathBuf {
    book.with_extension("book.journal")
}

/// A journal as a killed run leaves it, its last line torn: the rest is solved, and the book is the same.
#[test]
fn a_torn_journal_is_resumed_and_threads_do_not_matter() {
    let folder = Folder::new();
    let (whole, resumed) = (folder.file("whole.book"), folder.file("resumed.book"));
    let summary = write_small(&whole, &["--plies", "5"]);
    assert_eq!(summary["known"], summary["positions"]);
    let solved = summary["solved"].as_u64().unwrap();

    let text = std::fs::read(journal(&whole)).unwrap();
    std::fs::write(journal(&resumed), &text[..text.len() / 2]).unwrap();
    let summary = write_small(&resumed, &["--plies", "5", "--threads", "3"]);
    let rest = summary["solved"].as_u64().unwrap();
    assert!(0 < rest && rest < solved, "{rest} of {solved}");
    assert_eq!(std::fs::read(&resumed).unwrap(), std::fs::read(&whole).unwrap());
    assert_eq!(write_small(&resumed, &["--plies", "5"])["solved"], 0, "everything is in the journal");

    // A book of other plies uses the same journal: what it says about earlier positions is the same.
    write_small(&whole, &["--plies", "4"]);
    for moves in ["", "3", "1 2", "3 3 3"] {
        let ask = |more: &[&str]| {
            let (code, out, err) =
                run(&[&["solve", "connect4", "--board", "4x5", "--moves", moves, "--all"], more].concat());
            assert_eq!(code, 0, "{err}");
            out.lines().map(|line| line.split(", best").next().unwrap().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(ask(&["--book", whole.to_str().unwrap()]), ask(&[]), "after `{moves}`");
    }
}

/// Many thousand positions that take a moment each.
const LONG: [&str; 8] = ["book", "connect4", "--board", "5x6", "--plies", "8", "--memory", "8MB"];

/// Long work, begun and not waited for.
fn start_long(out: &Path) -> Child {
    let arguments = [&LONG[..], &["--out", out.to_str().unwrap()]].concat();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_luozi"));
    let mut child = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // The title and at least two positions.
    while std::fs::read_to_string(journal(out)).unwrap_or_default().lines().count() < 3 {
        assert_eq!(child.try_wait().unwrap(), None, "it ended before it was stopped");
        std::thread::yield_now();
    }
    child
}

/// The book of what the journal has, without further work.
fn gather(out: &Path) -> Value {
    let (code, stdout, stderr) =
        run(&[&LONG[..], &["--time", "0s", "--json", "--out", out.to_str().unwrap()]].concat());
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains("the same command goes on"), "{stderr}");
    serde_json::from_str(&stdout).unwrap()
}

#[test]
fn a_killed_run_leaves_its_journal() {
    let folder = Folder::new();
    let out = folder.file("killed.book");
    let mut child = start_long(&out);
    let (code, _, err) = run(&[&LONG[..], &["--out", out.to_str().unwrap()]].concat());
    assert!(code == 2 && err.contains("another `luozi book`"), "{code} {err}");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!out.exists(), "a killed run writes no book");
    let summary = gather(&out);
    let (known, positions) = (summary["known"].as_u64().unwrap(), summary["positions"].as_u64().unwrap());
    assert!(2 <= known && known < positions, "{summary}");
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_writes_what_it_knows() {
    let folder = Folder::new();
    let out = folder.file("stopped.book");
    let mut child = start_long(&out);
    let stopped = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let book = std::fs::read(&out).unwrap();
    gather(&out);
    assert_eq!(std::fs::read(&out).unwrap(), book, "gathering adds nothing");
}

#[test]
fn bad_input_is_explained() {
    let folder = Folder::new();
    let (out, other) = (folder.file("some.book"), folder.file("other.book"));
    let path = out.to_str().unwrap();
    write_small(&out, &["--plies", "3"]);
    let fails = |arguments: &[&str], expected: &str| {
        let (code, stdout, stderr) = run(arguments);
        assert!(code == 2 && stdout.is_empty() && stderr.contains(expected), "{arguments:?}: {code} {stdout} {stderr}");
    };
    fails(&["book", "nogo", "--plies", "3", "--out", path], "only connect4");
    fails(&["book", "connect4", "--plies", "3", "--forbid", "0,0", "--out", path], "--forbid");
    fails(&["book", "connect4", "--plies", "3", "--board", "12x12", "--out", path], "too large");
    fails(&["book", "connect4", "--plies", "10", "--board", "3x16", "--out", path], "choose fewer plies");
    fails(&["book", "connect4", "--plies", "3", "--out", path], "expected `luozi book journal 1: connect4 6x7`");
    fails(&["solve", "connect4", "--book", path, "--moves", "4"], "4 rows x 5 columns");
    fails(&["solve", "nogo", "--book", path], "the book is for Connect Four");
    fails(&["solve", "connect4", "--book", "no/such/file"], "--book no/such/file");
    let text = std::fs::read_to_string(journal(&out)).unwrap();
    let damaged = text.replacen(" +", " -", 1).replacen(" 0 ", " 1 ", 1);
    assert_ne!(damaged, text);
    std::fs::write(journal(&out), damaged).unwrap();
    fails(&["book", "connect4", "--board", "4x5", "--plies", "3", "--out", path], "delete the line");
    std::fs::write(&other, "something else").unwrap();
    fails(&["solve", "connect4", "--book", other.to_str().unwrap()], "not an opening book");
}

#[test]
fn the_empty_board_is_answered_from_the_built_in_book_unless_told_otherwise() {
    let (code, out, err) = run(&["solve", "connect4", "--all", "--json"]);
    assert_eq!(code, 0, "{err}");
    let answer: Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!((&answer["score"], &answer["best"], &answer["nodes"]), (&1.into(), &"4".into(), &0.into()));
    let scores: Vec<i64> = answer["moves"].as_array().unwrap().iter().map(|mv| mv["score"].as_i64().unwrap()).collect();
    assert_eq!(scores, [-2, -1, 0, 1, 0, -1, -2]);
    let (code, out, err) = run(&["solve", "connect4", "--no-book", "--nodes", "1000", "--json"]);
    assert!(code == 0 && out.contains("\"unsolved\":1"), "{code} {out}{err}");
}
