//! `luozi doctor` as a user runs it, against engines that work and engines that do not.
#![cfg(target_os = "linux")]

use assert_cmd::Command;
use std::path::Path;

/// Exit code, stdout and stderr of `luozi doctor`.
fn doctor(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("luozi").unwrap().arg("doctor").args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// An engine of a few lines: what it answers to a command is up to `answer`, Python that sets `text` from `words`.
fn engine(folder: &Path, answer: &str) -> String {
    let script = format!(
        "import sys\nfor line in sys.stdin:\n    words = line.split()\n    text = '= '\n    name = words[0]\n{answer}\n    \
         if name == 'quit':\n        break\n"
    );
    let path = folder.join("engine.py");
    std::fs::write(&path, script).unwrap();
    format!("python3 {}", path.display())
}

const GOOD: &str = "
    known = 'protocol_version name version list_commands boardsize clear_board komi play genmove undo quit'
    text = {'protocol_version': '= 2', 'list_commands': '= ' + known.replace(' ', '\\n'), 'genmove': '= E5'}.get(name, '=')
    if name not in known.split(): text = '? unknown command'";

#[test]
fn an_engine_that_works_is_told_so() {
    let luozi = assert_cmd::cargo::cargo_bin("luozi");
    for game in ["nogo", "reversi", "connect4"] {
        let own = format!("{} gtp --game {game} --visits 20", luozi.display());
        let (code, out, err) = doctor(&[&own, "--game", game]);
        assert_eq!(code, 0, "{out}{err}");
        assert!(out.contains("ok    genmove w") && out.ends_with("A board can play with it.\n"), "{out}");
    }
    let (code, out, err) = doctor(&[&format!("{} nboard --visits 20", luozi.display()), "--protocol", "nboard"]);
    assert!(code == 0 && out.contains("=== "), "{out}{err}");
    let folder = tempfile::tempdir().unwrap();
    let say = "\n    print(text + '\\n', flush=True)";
    let simple = engine(folder.path(), &format!("{GOOD}{say}"));
    let (code, out, err) = doctor(&[&simple]);
    assert!(code == 0 && out.contains("ok    undo  \n"), "{out}{err}");
    // Who cannot take back is told the game again, by boards and by us.
    for (short, undo) in [
        (GOOD.replace(" undo quit", " quit"), ""),
        (format!("{GOOD}\n    if name == 'undo': text = '? cannot undo'"), "ok    undo  ? cannot undo\n"),
    ] {
        let (code, out, err) = doctor(&[&engine(folder.path(), &format!("{short}{say}"))]);
        let again = format!("ok    play w B9  \n{undo}ok    clear_board  \nok    play b A9  \nok    genmove w");
        assert!(code == 0 && out.contains(&again), "{out}{err}");
    }
}

#[test]
fn what_would_fail_is_told_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let say = "\n    print(text + '\\n', flush=True)";
    for (fault, expected) in [
        ("    if name == 'komi': text = '? no komi'", "boards send it whatever the game is"),
        (
            "    if name == 'boardsize': text = '? unacceptable size'",
            "Sabaki then says that the engine can't be synced",
        ),
        ("    if name == 'list_commands': text = '= name'", "it does not list boardsize, clear_board, play, genmove:"),
        (
            "    if name == 'list_commands': text += '\\nset_game'\n    if name == 'set_game': text = '? no such game'",
            "it plays another game; `--game` names it",
        ),
        ("    if name == 'protocol_version': text = '= 1'", "boards speak version 2"),
        ("    if name == 'genmove': text = '= Z42'", "its move `Z42` is none here"),
        ("    if name == 'unheard-of': text = '= yes'", "accepts a command that does not exist"),
        ("    if name == 'undo': sys.exit(3)", "crashed: exit code 3"),
    ] {
        let command = engine(folder.path(), &format!("{GOOD}\n{fault}{say}"));
        let (code, out, err) = doctor(&[&command]);
        assert!(code == 1 && err.contains(expected), "{fault}: {out}{err}");
        assert!(out.lines().last().is_some_and(|line| line.starts_with("wrong ")), "{out}");
    }
    let silent = engine(folder.path(), "    print('=', flush=True)");
    let (code, _, err) = doctor(&[&silent]);
    assert!(code == 1 && err.contains("an empty line after it"), "{err}");
    let (code, _, err) = doctor(&["no-such-program-here"]);
    assert!(code == 1 && err.contains("could not be started"), "{err}");
    assert_eq!(doctor(&[""]).0, 2);
}
