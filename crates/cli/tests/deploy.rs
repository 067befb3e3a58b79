//! The files in `deploy/`: every command line in them is one that this program understands.
#![cfg(all(target_os = "linux", feature = "farm"))]

use std::path::{Path, PathBuf};
use std::process::Command;

fn deploy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(deploy().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// With `--help` at its end a command line says whether everything before it is known, and does nothing.
fn assert_known(words: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_luozi")).args(words).arg("--help").output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    let wrong = Command::new(env!("CARGO_BIN_EXE_luozi")).args(words).args(["--no-such-option", "--help"]).output();
    assert_eq!(wrong.unwrap().status.code(), Some(2), "{words:?} takes anything");
}

#[test]
fn services_start_what_this_program_understands() {
    for (name, command) in [("luozi-worker@.service", "worker"), ("luozi-class.service", "serve")] {
        let unit = read(name);
        let start = unit.lines().find_map(|line| line.strip_prefix("ExecStart=/usr/games/luozi ")).expect("a start");
        let start = start.replace("${LUOZI_FARM}", "postgres://luozi@db/farm").replace("%i", "8");
        let words: Vec<&str> = start.split(' ').collect();
        assert_eq!(words[0], command);
        assert_known(&words);
        for section in ["[Unit]", "[Service]", "[Install]"] {
            assert_eq!(unit.lines().filter(|line| *line == section).count(), 1, "{name}: {section}");
        }
        // A worker that was told to end says so by its exit code.
        assert_eq!(unit.contains("\nSuccessExitStatus=130\n"), command == "worker", "{name}");
    }
}

#[test]
fn containers_start_what_this_program_understands() {
    let compose = read("compose.yaml");
    let command = compose.lines().find_map(|line| line.trim().strip_prefix("command: ")).expect("a command");
    let words: Vec<String> = serde_json::from_str(command).expect("a list of words");
    let words: Vec<String> =
        words.iter().map(|word| word.replace("${LUOZI_FARM}", "postgres://luozi@db/farm")).collect();
    assert_known(&words.iter().map(String::as_str).collect::<Vec<_>>());
    // What a worker waits for at its end is less than what it gets.
    assert!(compose.contains("stop_grace_period: 30s"));
}

/// The pages name the files, and the packages' folder is the one the services use.
#[test]
fn the_pages_name_the_files() {
    let root = deploy().join("..");
    let farm = std::fs::read_to_string(root.join("docs/farm.md")).unwrap();
    for entry in std::fs::read_dir(deploy()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(farm.contains(&format!("(../deploy/{name})")), "docs/farm.md does not name {name}");
    }
    let class = std::fs::read_to_string(root.join("docs/class.md")).unwrap();
    assert!(class.contains("(../deploy/luozi-class.service)"));
    let manifest = std::fs::read_to_string(root.join("crates/cli/Cargo.toml")).unwrap();
    assert!(manifest.contains(r#"["target/release/luozi", "usr/games/", "755"]"#));
}
