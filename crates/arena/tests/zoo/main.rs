//! The zoo: bots that misbehave in every way, for each protocol. Each ends with the right verdict within its limit, and
//! nothing of it is left.

#[path = "../common/mod.rs"]
mod common;

use common::{PATIENT, Trial, compile};
use luozi_arena::judge::{Ending, GameReport};
use luozi_arena::players::FaultKind::{self, Crash, EarlyExit, Garbage, Illegal, Memory, NotStarted, Output, TimeOut};
use luozi_core::Player;
use luozi_games::connect4::Cell;
use luozi_games::{GameKind, Setup};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// Limit of bots that never answer; the others have [`PATIENT`].
const SHORT: Duration = Duration::from_millis(150);
const MEMORY_BYTES: u64 = 150 << 20;

/// Numbers of seconds that only these tests sleep for, a different one for each bot: they mark the bots' children.
fn new_mark() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("98765.{:05}{:03}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// One inhabitant: what it does and what must be said about it.
struct Animal {
    name: &'static str,
    script: &'static str,
    verdict: FaultKind,
}

const fn animal(name: &'static str, script: &'static str, verdict: FaultKind) -> Animal {
    Animal { name, script, verdict }
}

/// Faults that need no knowledge of the protocol.
const ANYWHERE: [Animal; 9] = [
    animal("crashes at once", "exit 3", Crash),
    animal("segfaults", "kill -SEGV $$", Crash),
    animal("leaves politely", "exit 0", EarlyExit),
    animal("leaves a child behind", "sleep MARK & exit 0", EarlyExit),
    animal("hangs", "sleep MARK", TimeOut),
    animal("ignores signals", "trap '' TERM INT HUP; sleep MARK; sleep MARK", TimeOut),
    animal("closes its output", "exec 1>&-; sleep MARK", EarlyExit),
    animal("hides its children", "setsid sh -c 'sleep MARK & sleep MARK' & sleep MARK", TimeOut),
    animal("eats memory", "head -c 10000000000 /dev/zero | tail -n 1", Memory),
];

fn play(protocol: &str, setup: &Setup, script: &str, verdict: FaultKind) -> GameReport {
    let mark = new_mark();
    let script = script.replace("MARK", &mark);
    let bot = format!("{protocol}:sh -c {}", shell_quote(&script));
    let waits = verdict == TimeOut || script.contains("exec 1>&-") || script.contains("exec 0<&-");
    let time = if waits { SHORT } else { PATIENT };
    let report = Trial { time, memory_bytes: MEMORY_BYTES, ..Trial::of(setup, &bot) }.play();
    assert_nothing_left(&mark);
    report
}

fn shell_quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

fn check(what: &str, report: &GameReport, verdict: FaultKind) {
    match &report.ending {
        Ending::Forfeit { side, fault, position } => {
            assert_eq!((fault.kind(), *side), (verdict, Player::First), "{what}: {fault}");
            assert!(!position.is_empty() && !fault.to_string().is_empty());
        }
        ending => panic!("{what}: expected {verdict}, got {ending:?}"),
    }
}

/// No process has the mark on its command line.
fn assert_nothing_left(mark: &str) {
    let commands = fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| {
        let command = fs::read(entry.path().join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&command).replace('\0', " "))
    });
    let left: Vec<String> = commands.filter(|command| command.contains(mark)).collect();
    assert!(left.is_empty(), "left: {left:?}");
}

/// Plays every animal of a protocol in turn.
fn visit(protocol: &str, setup: &Setup, animals: &[Animal]) {
    for Animal { name, script, verdict } in animals {
        check(&format!("{protocol} {name}"), &play(protocol, setup, script, *verdict), *verdict);
    }
}

fn saiblo_board() -> Setup {
    Setup::board(GameKind::CONNECT4, 9, 9).forbidding([Cell { row: 4, col: 4 }])
}

#[test]
fn saiblo_wire() {
    let setup = saiblo_board();
    visit("saiblo", &setup, &ANYWHERE);
    visit(
        "saiblo",
        &setup,
        &[
            animal("prints debug lines", "echo hello; sleep MARK", Garbage),
            animal("floods", "yes", Garbage),
            animal("answers in plain text", "echo '8 0'; sleep MARK", Garbage),
            animal("names no point", r"printf '\000\000\000\003abc'; sleep MARK", Garbage),
            animal("floats in the air", r"printf '\000\000\000\0030 0'; sleep MARK", Illegal),
            animal("leaves the board", r"printf '\000\000\000\00499 0'; sleep MARK", Illegal),
            animal(
                "crashes at its second move",
                r"printf '\000\000\000\0038 0'; read a; for i in 1 2 3 4 5 6 7 8 9 10 11; do read a; done; read a; exit 5",
                Crash,
            ),
            animal("talks between its moves", r"printf '\000\000\000\0038 0debug'; sleep MARK", Garbage),
            animal("answers too late", r"sleep 0.4; printf '\000\000\000\0038 0'; sleep MARK", TimeOut),
            animal("closes its input", "exec 0<&-; sleep MARK", EarlyExit),
        ],
    );
    let report = Trial::of(&setup, "saiblo:./no-such-program").play();
    check("saiblo missing", &report, NotStarted);
}

#[test]
fn shared_objects() {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zoo/bad_bot.cpp");
    let object = compile(&source, folder.path());
    let setup = saiblo_board();
    let verdicts = [
        ("crash_at_load", Crash),
        ("throws", Crash),
        ("segfault", Crash),
        ("exits", EarlyExit),
        ("loops", TimeOut),
        ("null", Crash),
        ("greedy", Memory),
        ("floats", Illegal),
        ("outside", Illegal),
        ("second_move", Crash),
    ];
    for (behaviour, verdict) in verdicts {
        let path = folder.path().join(format!("{behaviour}.so"));
        std::os::unix::fs::symlink(&object, &path).unwrap();
        let bot = format!("so:{}", path.display());
        let time = if verdict == TimeOut { SHORT } else { PATIENT };
        let report = Trial { time, memory_bytes: MEMORY_BYTES, ..Trial::of(&setup, &bot) }.play();
        check(behaviour, &report, verdict);
    }
    // An exception that escapes is told by C++ itself, with its type and its message.
    let path = folder.path().join("throws.so");
    let report = Trial::of(&setup, &format!("so:{}", path.display())).play();
    check("throws", &report, Crash);
    assert!(
        report.stderr[0].contains("std::runtime_error") && report.stderr[0].contains("no idea"),
        "{}",
        report.stderr[0]
    );

    let report = Trial::of(&setup, "so:./missing.so").play();
    check("missing object", &report, Crash);
    assert!(report.stderr[0].contains("missing.so"), "{}", report.stderr[0]);

    // Printing, threads and children do not hurt; what was printed is kept.
    let path = folder.path().join("chatty.so");
    std::os::unix::fs::symlink(&object, &path).unwrap();
    let report = Trial::of(&setup, &format!("so:{}", path.display())).play();
    assert!(matches!(report.ending, Ending::Finished(_)), "{:?}", report.ending);
    assert!(report.stderr[0].contains("thinking about 9 x 9"), "{}", report.stderr[0]);
    assert!(report.stderr[0].starts_with("[printed on stdout, which belongs to the judge:]\n"), "{}", report.stderr[0]);
    assert_nothing_left(&object.with_file_name("chatty.so").display().to_string());
    assert_nothing_left("98765.000111");
}

#[test]
fn botzone_json_and_text() {
    let setup = Setup::standard(GameKind::NOGO);
    visit("botzone", &setup, &ANYWHERE);
    visit(
        "botzone",
        &setup,
        &[
            animal("is not JSON", "echo 3 5", Garbage),
            animal("is broken JSON", "echo '{\"response\":'", Garbage),
            animal("answers without response", "echo '{\"x\":1,\"y\":1}'", Garbage),
            animal("prints debug lines", "echo hello; echo '{\"response\":{\"x\":1,\"y\":1}}'", Garbage),
            animal("floods", "yes", Output),
            animal("leaves the board", "echo '{\"response\":{\"x\":9,\"y\":0}}'", Illegal),
            animal("passes in NoGo", "echo '{\"response\":{\"x\":-1,\"y\":-1}}'", Illegal),
            animal("answers and crashes", "echo '{\"response\":{\"x\":1,\"y\":1}}'; exit 9", Crash),
            animal("answers and hangs", "echo '{\"response\":{\"x\":1,\"y\":1}}'; sleep MARK", TimeOut),
            animal("plays the same point twice", "echo '{\"response\":{\"x\":0,\"y\":0}}'", Illegal),
            animal("answers too late", "sleep 0.4; echo '{\"response\":{\"x\":1,\"y\":1}}'", TimeOut),
        ],
    );
    // One write each, so that what follows the marker is there before the next turn.
    let dies = r#"printf '{"response":{"x":1,"y":1}}\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n'"#;
    let talks = r#"printf '{"response":{"x":1,"y":1}}\n>>>BOTZONE_REQUEST_KEEP_RUNNING<<<\nmore\n'; sleep MARK"#;
    visit(
        "botzone",
        &setup,
        &[animal("dies between turns", dies, EarlyExit), animal("talks between turns", talks, Garbage)],
    );
    visit("botzone-text", &setup, &[animal("answers in JSON", "echo '{\"response\":{\"x\":1,\"y\":1}}'", Garbage)]);
}

#[test]
fn gtp_and_nboard() {
    let setup = Setup::standard(GameKind::REVERSI);
    // An engine that is ready for everything and answers `genmove` with what follows.
    let gtp = |answer: &str| {
        format!("while read name rest; do case $name in genmove) {answer};; *) printf '=\\n\\n';; esac; done")
    };
    // The same for NBoard and `go`.
    let nboard = |answer: &str| {
        format!("while read name rest; do case $name in ping) echo pong $rest;; go) {answer};; esac; done")
    };
    let answers = [
        ("hangs", "sleep MARK", "sleep MARK", TimeOut),
        ("crashes", "exit 4", "exit 4", Crash),
        ("leaves", "exit 0", "exit 0", EarlyExit),
        ("floods", "yes", "yes", Output),
        ("plays nonsense", "printf '= zz99\\n\\n'", "echo '=== zz99'", Garbage),
        ("plays a taken square", "printf '= d4\\n\\n'", "echo '=== D4/1/1'", Illegal),
        ("passes wrongly", "printf '= pass\\n\\n'", "echo '=== PA'", Illegal),
        (
            "eats memory",
            "head -c 10000000000 /dev/zero | tail -n 1",
            "head -c 10000000000 /dev/zero | tail -n 1",
            Memory,
        ),
    ];
    for (name, in_gtp, in_nboard, verdict) in answers {
        for (protocol, script) in [("gtp", gtp(in_gtp)), ("nboard", nboard(in_nboard))] {
            let what = format!("{protocol} {name}");
            check(&what, &play(protocol, &setup, &script, verdict), verdict);
        }
    }
    let refuses = gtp("printf '? I do not feel like it\\n\\n'");
    check("gtp refuses", &play("gtp", &setup, &refuses, Garbage), Garbage);
    let resigns = play("gtp", &setup, &gtp("printf '= resign\\n\\n'"), TimeOut);
    assert_eq!(resigns.ending, Ending::Resigned(Player::First));
    check("gtp cannot start", &play("gtp", &setup, "exit 1", Crash), Crash);
}
