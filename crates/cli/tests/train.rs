//! `luozi train reversi` as people run it: to the end, killed and gone on with, on other threads, in wrong folders.
#![cfg(target_os = "linux")]

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A run of seconds.
const TINY: &[&str] = &[
    "--positions",
    "1500",
    "--depth",
    "1,2",
    "--solve",
    "6",
    "--remember",
    "1",
    "--half-at",
    "24",
    "--steps",
    "3",
    "--start",
    "none",
    "--pairs",
    "6",
    "--nodes",
    "100",
    "--probcut-positions",
    "1",
    "--probcut-depth",
    "5",
];

fn luozi(folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_luozi"));
    command.args(["train", "reversi"]).arg(folder).args(TINY).args(more);
    command
}

/// Exit code, stdout and stderr.
fn run(mut command: Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// Every file of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entry = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.unwrap().path();
        (path.file_name().unwrap().to_str().unwrap().to_string(), std::fs::read(&path).unwrap())
    };
    std::fs::read_dir(folder).unwrap().map(entry).collect()
}

/// The whole way, killed again and again and gone on with on other numbers of threads: the same files as undisturbed.
#[test]
fn a_killed_run_ends_with_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let (code, out, err) = run(luozi(&whole, &["--rounds", "2", "--json"]));
    assert_eq!(code, 0, "{err}");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert!(lines[0]["learned"].as_u64().unwrap() > 1000 && lines[0]["elo"]["low"].is_number(), "{out}");
    assert!(lines[0]["won"].as_u64().unwrap() > 6, "tables that learned beat those that know nothing: {out}");
    assert!(lines[1]["learned"].as_u64().unwrap() > 2 * 1000, "the first round serves the second: {out}");
    let whole = files(&whole);
    let names = ["duel", "fit", "games", "mosaic"].iter().flat_map(|kind| [1, 2].map(|n| format!("round-{n}.{kind}")));
    let names = names.chain(["plan.json", "probcut.json", "report.html", "round-0.mosaic"].map(String::from));
    assert!(whole.keys().eq(names.collect::<std::collections::BTreeSet<_>>().iter()), "{:?}", whole.keys());
    assert!(whole["round-2.mosaic"].len() < 8 << 20);

    let mut kills = 0;
    for pause in [200, 700, 1500, 300, 900] {
        let mut child = luozi(&killed, &["--rounds", "2"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let start = Instant::now();
        while start.elapsed() < Duration::from_millis(pause) && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(10));
        }
        kills += u32::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // What a machine leaves that loses its power in the middle of a game.
    let games = killed.join("round-1.games");
    if let Ok(data) = std::fs::read(&games) {
        std::fs::write(&games, &data[..data.len() * 2 / 3]).unwrap();
        for done in ["fit", "mosaic", "duel"].map(|kind| killed.join(format!("round-1.{kind}"))) {
            let _ = std::fs::remove_file(done);
        }
    }
    let (code, _, err) = run(luozi(&killed, &["--rounds", "1", "--threads", "3"]));
    assert_eq!(code, 0, "{err}");
    let (code, _, err) = run(luozi(&killed, &["--rounds", "2", "--threads", "2"]));
    assert_eq!(code, 0, "{err}");
    let ended = files(&killed);
    for (name, data) in &whole {
        assert!(ended.get(name) == Some(data), "{name} is another file after {kills} kills");
    }

    // The page asks nobody for anything, and has both pictures.
    let page = String::from_utf8(whole["report.html"].clone()).unwrap();
    assert_eq!(page.matches("<svg").count(), 2, "{page}");
    assert!(!page.contains("http") && !page.contains("<script") && page.contains("--half-at</td><td>24"), "{page}");
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let bad = |folder: &Path, more: &[&str], expected: &[&str]| {
        let (code, out, err) = run(luozi(folder, more));
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        for words in expected {
            assert!(err.contains(words), "`{words}` in {err}");
        }
    };
    let new = folder.path().join("new");
    bad(&new, &["--positions", "0"], &["0"]);
    bad(&new, &["--ridge", "-1"], &["-1"]);
    bad(&new, &["--run", "a name that is too long"], &["is no name; expected 1 to 16"]);
    assert!(!new.exists(), "a run that cannot be leaves nothing");
    std::fs::write(folder.path().join("diary.txt"), "mine").unwrap();
    bad(folder.path(), &[], &["diary.txt", "plan.json", "name a new folder"]);
    bad(&folder.path().join("diary.txt"), &[], &["diary.txt", "name a folder"]);
    let damaged = folder.path().join("damaged.mosaic");
    std::fs::write(&damaged, b"LUOZIMOS and so on").unwrap();
    let damaged = damaged.to_str().unwrap();
    let (code, _, err) = run({
        let mut command = Command::new(env!("CARGO_BIN_EXE_luozi"));
        command.args(["train", "reversi", new.to_str().unwrap(), "--start", damaged]);
        command
    });
    assert!(code == 2 && err.contains("damaged.mosaic cannot be used"), "{err}");
    let mut connect4 = Command::new(env!("CARGO_BIN_EXE_luozi"));
    connect4.args(["train", "connect4", new.to_str().unwrap()]);
    let (code, _, err) = run(connect4);
    assert!(code == 2 && err.contains("found connect4, but only reversi"), "{err}");

    // A run is gone on with under the options that it was begun with.
    let begun = folder.path().join("begun");
    let (code, _, err) = run(luozi(&begun, &["--rounds", "1"]));
    assert_eq!(code, 0, "{err}");
    bad(&begun, &["--seed", "7"], &["was begun with --seed 0, not 7"]);
    let mut other = Command::new(env!("CARGO_BIN_EXE_luozi"));
    other.args(["train", "reversi"]).arg(&begun).args(TINY.iter().map(|&word| if word == "24" { "16" } else { word }));
    let (code, _, err) = run(other);
    assert!(code == 2 && err.contains("was begun with --half-at 24") && err.contains("not 16"), "{err}");
    std::fs::write(begun.join("round-1.mosaic"), b"no tables").unwrap();
    let (code, _, err) = run(luozi(&begun, &["--rounds", "2"]));
    assert!(code == 2 && err.contains("round-1.mosaic cannot be used"), "{err}");
    std::fs::write(begun.join("round-1.fit"), b"no errors").unwrap();
    bad(&begun, &["--rounds", "2"], &["round-1.fit", "delete"]);
    std::fs::write(begun.join("plan.json"), b"no plan").unwrap();
    bad(&begun, &[], &["plan.json", "no plan of a run"]);
}
