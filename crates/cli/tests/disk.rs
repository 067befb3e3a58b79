//! Records and pages on disks that are full or read-only. bubblewrap mounts such disks without any right of its own.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs a script in which `$luozi` is the program and `$disk` the folder; `mount` says how that folder is mounted. Gives what the
/// script printed, both streams; `None` on a machine without bubblewrap.
fn on_disk(disk: &Path, mount: &[&str], script: &str) -> Option<String> {
    let mut command = Command::new("bwrap");
    command.args(["--dev-bind", "/", "/"]).args(mount).args(["sh", "-c", script]).stdin(Stdio::null());
    command.env("luozi", env!("CARGO_BIN_EXE_luozi")).env("disk", disk);
    let output = command.output().ok().filter(|output| output.status.success());
    if output.is_none() {
        assert!(
            std::env::var_os("LUOZI_REQUIRE_PEERS").is_none(),
            "bubblewrap does not work: apt-get install bubblewrap"
        );
        eprintln!("skipped: no bubblewrap on this machine");
    }
    output.map(|output| String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

/// The folder as a disk of so many bytes.
fn small(disk: &Path, bytes: u32, script: &str) -> Option<String> {
    let (size, path) = (bytes.to_string(), disk.display().to_string());
    on_disk(disk, &["--size", &size, "--tmpfs", &path], script)
}

const MATCH: &str = "$luozi match random random --game nogo --board 5x5 --seed 4 --concurrency 4";

#[test]
fn a_disk_that_is_full_from_the_start_is_told_once_and_nothing_stays() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!("{MATCH} --games 40 --db $disk/match.db; echo code $?; echo left: $(ls -A $disk)");
    let Some(told) = small(folder.path(), 16 << 10, &script) else { return };
    assert!(told.contains("code 1\nleft:\n"), "{told}");
    assert_eq!(told.matches("match.db: the disk is full; make room").count(), 1, "{told}");
}

#[test]
fn a_disk_that_fills_up_keeps_what_was_played_and_the_run_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        "head -c 11400000 /dev/zero > $disk/ballast\n\
         {MATCH} --games 40 --db $disk/match.db > $disk/../out 2> $disk/../err; echo code $?\n\
         grep -c 'the disk is full' $disk/../err; ls -A $disk; rm $disk/ballast\n\
         {MATCH} --games 40 --db $disk/match.db --resume --json > $disk/../out; echo code $?; ls -A $disk"
    );
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let Some(told) = small(&disk, 12_000_000, &script) else { return };
    assert!(told.starts_with("code 1\n1\nballast\nmatch.db\n"), "{told}");
    assert!(told.contains("\ncode 0\nmatch.db\n") && !told.contains("lock"), "{told}");
    // What the first part has played is told first, without a rate.
    assert!(told.lines().any(|line| line.contains("; 1/40  ") && !line.contains("games/s")), "{told}");
    assert_eq!(
        fs::read_to_string(folder.path().join("out")).unwrap().lines().count(),
        41,
        "no game is lost or doubled"
    );
}

#[test]
fn a_page_for_which_there_is_no_room_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!("{MATCH} --games 2 --report $disk/page.html; echo code $?; echo left: $(ls -A $disk)");
    let Some(told) = small(folder.path(), 16 << 10, &script) else { return };
    assert!(told.contains("code 1\nleft:\n"), "{told}");
    assert!(told.contains("page.html: No space left on device"), "{told}");
}

#[test]
fn a_read_only_disk_is_called_that_and_can_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    let record = folder.path().join("old.db").display().to_string();
    let played = Command::new(env!("CARGO_BIN_EXE_luozi"))
        .args(["match", "random", "random", "--game", "nogo", "--board", "5x5", "--games", "4", "--db", &record])
        .output()
        .unwrap();
    assert!(played.status.success());
    let names = |folder: &Path| -> Vec<_> { fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name()).collect() };
    assert_eq!(names(folder.path()), ["old.db"], "neither a lock nor a journal stays behind");
    let script = format!(
        "{MATCH} --games 2 --db $disk/new.db; echo code $?\n{MATCH} --games 2 --db $disk/old.db; echo code $?\n\
         {MATCH} --games 2 --report $disk/page.html; echo code $?\n$luozi match --db $disk/old.db; echo code $?"
    );
    let Some(told) = on_disk(folder.path(), &["--ro-bind", &path, &path], &script) else { return };
    for words in
        ["new.db lies on a read-only disk", "old.db lies on a read-only disk", "page.html: Read-only file system"]
    {
        assert_eq!(told.matches(words).count(), 1, "{words}: {told}");
    }
    let codes: Vec<&str> = told.lines().filter(|line| line.starts_with("code ")).collect();
    assert_eq!(codes, ["code 2", "code 2", "code 2", "code 0"], "{told}");
    assert!(told.contains("random against random: "), "{told}");
}
