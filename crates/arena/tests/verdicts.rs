//! What is said about bots that fail: the sentence names what is missing, what cannot work is told before the first game,
//! and a recorded fault comes back.

mod common;

use common::{PATIENT, Trial, compile, host, small_match};
use luozi_arena::judge::{Ending, GameReport};
use luozi_arena::matches::openings::Boards;
use luozi_arena::matches::{
    About, Archive, FinishedGame, Kind, RunError, RunResult, Settings, Store, load_players, run,
};
use luozi_arena::players::{FaultKind, NoBuiltIns, ProbeError};
use luozi_arena::replay::{Extent, OtherLimits, Replayed, Turn, replay};
use luozi_core::Player;
use luozi_games::connect4::Cell;
use luozi_games::{GameKind, Setup};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The forfeit of the bot, in words, and its kind.
fn sentence(report: &GameReport) -> (String, FaultKind) {
    match &report.ending {
        Ending::Forfeit { fault, .. } => (fault.to_string(), fault.kind()),
        ending => panic!("expected a forfeit, got {ending:?}"),
    }
}

fn shell(protocol: &str, script: &str) -> String {
    format!("{protocol}:sh -c '{}'", script.replace('\'', r"'\''"))
}

fn saiblo_board() -> Setup {
    Setup::board(GameKind::CONNECT4, 9, 9).forbidding([Cell { row: 8, col: 4 }])
}

#[test]
fn a_botzone_answer_without_an_end_is_called_that() {
    let setup = Setup::standard(GameKind::NOGO);
    let time = Duration::from_secs(2);
    let told = |script: &str| sentence(&Trial { time, ..Trial::of(&setup, &shell("botzone", script)) }.play());
    let answer = r#"{"response":{"x":1,"y":1}}"#;
    // With and without a line break: the answer is there either way.
    for print in [format!("echo '{answer}'; sleep 1000"), format!("printf '{answer}'; sleep 1000")] {
        let (words, kind) = told(&print);
        assert_eq!(kind, FaultKind::TimeOut);
        assert!(
            words.starts_with("answered `{") && words.contains("but did not end its turn within 2000 ms"),
            "{words}"
        );
        assert!(words.contains(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"), "{words}");
    }
    assert_eq!(told("sleep 1000").0, "gave no answer within 2000 ms");
    assert_eq!(told("printf '{\"resp'; sleep 1000").0, "printed `{\\\"resp` and no whole answer within 2000 ms");
}

#[test]
fn a_gtp_answer_without_its_form_is_told_soon_and_names_the_command() {
    let setup = Setup::standard(GameKind::REVERSI);
    let begun = Instant::now();
    let told = |script: &str| sentence(&Trial::of(&setup, &shell("gtp", script)).play()).0;
    let words = told("while read line; do echo '= yes'; done");
    assert!(words.starts_with("answered `list_commands` with `= yes` but did not end the answer"), "{words}");
    let words = told("while read line; do echo yes; echo; done");
    assert!(words.starts_with("answered `list_commands` with `yes`: GTP wants `=`"), "{words}");
    assert!(begun.elapsed() < Duration::from_secs(45), "{:?}", begun.elapsed());
    let words = told("read line; printf '=\\n\\n'; read line; exit 3");
    assert_eq!(words, "crashed: exit code 3, asked `boardsize 8`");
    // What comes before the answer does not matter.
    let chatty = "while read name rest; do echo hello; case $name in genmove) printf '= resign\\n\\n';; *) printf '=\\n\\n';; esac; done";
    let report = Trial::of(&setup, &shell("gtp", chatty)).play();
    assert_eq!(report.ending, Ending::Resigned(Player::First));
}

#[test]
fn moves_are_named_as_on_the_site() {
    let setup = Setup::standard(GameKind::NOGO);
    let twice = shell("botzone", r#"echo '{"response":{"x":2,"y":0}}'"#);
    let (words, kind) = sentence(&Trial::of(&setup, &twice).play());
    assert_eq!(kind, FaultKind::Illegal);
    assert!(words.starts_with("played `x=2, y=0 ("), "{words}");
    let outside = shell("botzone", r#"echo '{"response":{"x":9,"y":0}}'"#);
    assert_eq!(sentence(&Trial::of(&setup, &outside).play()).0, "played `x=9, y=0`: it is not on this board");
    let forbidden = shell("saiblo", r"printf '\000\000\000\0038 4'; sleep 1000");
    let (words, _) = sentence(&Trial::of(&saiblo_board(), &forbidden).play());
    assert_eq!(words, "played `8 4`: that is the forbidden cell, which stays empty");
}

/// Plays without a record; nobody stops it.
fn play(settings: &Settings) -> Result<RunResult, RunError> {
    let stop = AtomicBool::new(false);
    load_players(settings, &host(), &NoBuiltIns, &stop)?;
    run(settings, &host(), &NoBuiltIns, None, &stop, |_, _| {})
}

fn probe_error(player: &str) -> String {
    let settings = small_match(&[player, "random"], 2, Boards::Fixed(saiblo_board()), 0);
    match play(&settings) {
        Err(error @ RunError::Probe { .. }) => error.to_string(),
        other => panic!("{player}: {other:?}"),
    }
}

fn compiled(folder: &Path, name: &str, options: &[&str], source: &str) -> PathBuf {
    let (input, output) = (folder.join(name).with_added_extension("cpp"), folder.join(name));
    fs::write(&input, source).unwrap();
    let status = Command::new("c++").args(options).arg("-o").arg(&output).arg(&input).status().unwrap();
    assert!(status.success());
    output
}

#[test]
fn objects_that_cannot_be_loaded_are_told_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let missing = probe_error("so:./missing.so");
    assert!(missing.contains("./missing.so: No such file or directory"), "{missing}");
    fs::write(path("text.so"), "#include <stdio.h>\nint main() {}\n").unwrap();
    let text = probe_error(&format!("so:{}", path("text.so").display()));
    assert!(text.contains("a file that begins with `#include <stdio.h>`, not a shared object"), "{text}");

    let plain = "struct Point { int x, y; }; Point *getPoint(int, int, const int *, const int *, int, int, int, int) { return \
                 nullptr; } void clearPoint(Point *) {}";
    let cpp = compiled(folder.path(), "cpp.so", &["-shared", "-fPIC"], plain);
    let cpp = probe_error(&format!("so:{}", cpp.display()));
    assert!(cpp.contains("has no function `getPoint`, only the C++ function `_Z8getPointiiPKiS0_iiii`"), "{cpp}");
    assert!(cpp.contains("write `extern \"C\"` before it") && cpp.contains("undefined symbol: getPoint"), "{cpp}");
    let object = compiled(folder.path(), "object.so", &["-c", "-fPIC"], plain);
    let object_error = probe_error(&format!("so:{}", object.display()));
    assert!(object_error.contains("an object file (`-shared` is missing)"), "{object_error}");
    // The same file for another machine: its number stands in the header.
    let mut bytes = fs::read(&object).unwrap();
    bytes[18] = if bytes[18] == 183 { 62 } else { 183 };
    fs::write(path("foreign.so"), bytes).unwrap();
    let foreign = probe_error(&format!("so:{}", path("foreign.so").display()));
    assert!(foreign.contains("is built for AArch64, not a shared object for this machine (x86-64)"), "{foreign}");
    let needs = "extern \"C\" void nowhere(); extern \"C\" void clearPoint(void *) { nowhere(); } extern \"C\" void getPoint() {}";
    let needs = compiled(folder.path(), "needs.so", &["-shared", "-fPIC", "-Wl,-z,now"], needs);
    let needs = probe_error(&format!("so:{}", needs.display()));
    assert!(needs.contains("cannot be loaded") && needs.contains("undefined symbol: nowhere"), "{needs}");
    let crashes = "#include <cstdlib>\n#include <cstdio>\n__attribute__((constructor)) void f() { fputs(\"no config\\n\", stderr); \
                   abort(); }";
    let crashes = compiled(folder.path(), "crashes.so", &["-shared", "-fPIC"], crashes);
    let crashes = probe_error(&format!("so:{}", crashes.display()));
    assert!(crashes.contains("crashed: signal SIGABRT") && crashes.contains("no config"), "{crashes}");
}

#[test]
fn commands_without_a_program_are_told_before_the_first_game() {
    let error = probe_error("saiblo:no-such-program --fast");
    assert!(error.contains("there is no program `no-such-program`; expected a program in $PATH"), "{error}");
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("bot.sh");
    fs::write(&script, "#!/bin/sh\n").unwrap();
    let error = probe_error(&format!("saiblo:{}", script.display()));
    assert!(error.contains("that may be run (try `chmod +x`)"), "{error}");
    assert!(probe_error("saiblo:/").contains("(that is a folder)"));
    let matches = matches!(
        play(&small_match(&["saiblo:./nothing", "random"], 1, Boards::Fixed(saiblo_board()), 0)),
        Err(RunError::Probe { problem: ProbeError::NoProgram { .. }, .. })
    );
    assert!(matches);
}

#[test]
fn a_bot_that_fails_its_first_games_alike_ends_the_match() {
    let players = ["saiblo:sh -c 'echo no book >&2; exit 3'", "random"];
    let mut settings =
        Settings { keep_going: false, concurrency: 1, ..small_match(&players, 20, Boards::Fixed(saiblo_board()), 0) };
    let result = play(&settings).unwrap();
    let hopeless = result.hopeless.unwrap();
    assert_eq!((hopeless.player, hopeless.reason.as_str()), (0, "crashed: exit code 3"));
    assert!(result.games.len() < 6, "{} games", result.games.len());
    assert_eq!(result.games[0].fault.as_ref().unwrap().stderr, "no book", "what it said is told with the fault");
    settings.keep_going = true;
    let result = play(&settings).unwrap();
    assert_eq!((result.hopeless, result.games.len()), (None, 40));
}

#[test]
fn a_fault_that_needs_the_turns_before_it_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zoo/bad_bot.cpp");
    let object = compile(&source, folder.path());
    let bot = folder.path().join("third_call.so");
    symlink(&object, &bot).unwrap();
    let players = [&format!("so:{}", bot.display()), "random"];
    let settings = small_match(&players, 1, Boards::Fixed(saiblo_board()), 2);
    let db = folder.path().join("match.db");
    let about = About::here(Kind::Match, String::new(), 1);
    let store = Store::open(&db, &settings.fingerprint(), &about, false).unwrap();
    let result = run(&settings, &host(), &NoBuiltIns, Some(&store), &AtomicBool::new(false), |_, _| {}).unwrap();
    drop(store);
    let archive = Archive::open(&db).unwrap();
    let again = |turn, extent| -> Replayed {
        let limits = OtherLimits { time: Some(PATIENT), memory_bytes: None };
        replay(&archive, turn, extent, limits, &host(), &NoBuiltIns).unwrap()
    };
    for game in &result.games {
        let fault = game.fault.as_ref().unwrap();
        let turn = Turn { game: game.number.unwrap(), move_number: fault.move_number };
        let whole = again(turn, Extent::WholeGame);
        assert_eq!((whole.turn, whole.repeated, &whole.divergence), (turn, 2, &None));
        assert_eq!(whole.verdict.unwrap_err().to_string(), fault.reason);
        // The turn alone goes well, since the process is fresh.
        let alone = again(turn, Extent::TurnOnly);
        assert!(alone.verdict.is_ok() && alone.repeated == 0, "{:?}", alone.verdict);
    }
}

#[test]
fn a_finished_match_grows_and_other_settings_are_told_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("match.db");
    let about = About::here(Kind::Match, String::new(), 1);
    let stop = AtomicBool::new(false);
    let play = |settings: &Settings, resume| {
        let store = Store::open(&db, &settings.fingerprint(), &about, resume)?;
        run(settings, &host(), &NoBuiltIns, Some(&store), &stop, |_, _| {})
    };
    let setup = Setup::board(GameKind::NOGO, 4, 4);
    let settings = |pairs| small_match(&["random", "random"], pairs, Boards::Fixed(setup.clone()), 2);
    let first = play(&settings(3), false).unwrap();
    let grown = play(&settings(6), true).unwrap();
    assert_eq!((first.games.len(), grown.games.len()), (6, 12));
    let numbers = |games: &[FinishedGame]| games.iter().map(|game| (game.id, game.number)).collect::<Vec<_>>();
    assert_eq!(numbers(&grown.games[..6]), numbers(&first.games), "what was played stays");
    // The same games as in one go.
    let whole = play(&settings(6), false).unwrap();
    let results = |result: &RunResult| -> Vec<_> {
        result.games.iter().map(|game| (game.id, game.opening.clone(), game.first_half_points, game.plies)).collect()
    };
    assert_eq!(results(&whole), results(&grown));
    let other = Settings { seed: 9, memory_bytes: 64 << 20, ..settings(2) };
    let error = play(&other, true).unwrap_err().to_string();
    let words = "memory: 256 MB in the record, 64 MB now; seed: 1 in the record, 9 now; games: 12 in the record, 4 now";
    assert!(error.contains(words), "{error}");
}
