//! Matches as a user runs them: output, exit codes, faults, and runs that are killed and resumed.
#![cfg(target_os = "linux")]

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn luozi(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_luozi"));
    command.args(arguments).env_remove("LUOZI_CPU").stdin(Stdio::null());
    command
}

/// Runs to the end: exit code, JSON lines, stderr.
fn run(arguments: &[&str]) -> (i32, Vec<Value>, String) {
    let output = luozi(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect();
    (output.status.code().unwrap(), lines, String::from_utf8(output.stderr).unwrap())
}

/// The sample bot as a shared object in `folder`.
fn sample_bot(folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots/saiblo_bot.c");
    let object = folder.join("sample.so");
    let status = Command::new("cc").args(["-O2", "-shared", "-fPIC", "-o"]).arg(&object).arg(source).status().unwrap();
    assert!(status.success());
    object
}

/// What a run must give however often it was interrupted: every game by its place, without its times.
fn essence(lines: &[Value]) -> BTreeMap<String, String> {
    let games = lines.iter().filter(|line| line.get("pair").is_some());
    let place = |game: &Value| format!("{:>6} {} {}", game["pair"], game["pairing"], game["swapped"]);
    games
        .map(|game| {
            (place(game), format!("{} {} {} {}", game["first"], game["opening"], game["result"], game["plies"]))
        })
        .collect()
}

#[test]
fn a_match_tells_every_game_and_the_summary() {
    let (code, lines, err) = run(&["match", "luozi:level=2", "random", "--games", "9", "--json", "--seed", "3"]);
    assert_eq!((code, lines.len()), (0, 11), "five pairs and the summary: {err}");
    let summary = &lines[10];
    assert_eq!(summary["games"], 10);
    assert_eq!(summary["pairs"].as_array().unwrap().len(), 5);
    assert!(summary["elo"].get("low").is_some() && summary["moving_first"]["wins"].is_number());
    assert_eq!(summary["forfeits"], Value::Array(vec![]));
    assert!(err.contains("10/10"), "{err}");
}

#[test]
fn every_command_of_the_arena_plays() {
    let (code, lines, _) = run(&[
        "ladder",
        "random",
        "luozi:level=1",
        "random",
        "--games",
        "2",
        "--game",
        "nogo",
        "--board",
        "4x4",
        "--anchor",
        "1",
        "--json",
    ]);
    assert_eq!(code, 0);
    assert_eq!(lines.last().unwrap()["ratings"].as_array().unwrap().len(), 3);
    let (code, lines, _) = run(&[
        "sweep",
        "luozi:uct-center",
        "--param",
        "c",
        "--values",
        "1.2,0.8",
        "--against",
        "random",
        "--games",
        "2",
        "--visits",
        "20",
        "--json",
    ]);
    assert_eq!((code, lines.len()), (0, 7), "four games, a row for each value, and the end");
    assert_eq!(lines[5]["value"], "0.8");
    let (code, lines, _) = run(&["sprt", "luozi:level=3", "random", "--elo1", "60", "--visits", "50", "--json"]);
    let summary = lines.last().unwrap();
    assert_eq!((code, &summary["verdict"]), (0, &Value::from("accept_h1")));
    assert!(summary["llr"].as_f64().unwrap() > 2.9);
}

#[test]
fn faults_are_told_with_a_command_and_exit_code_one() {
    let (code, lines, err) =
        run(&["match", "saiblo:false", "random", "--platform", "saiblo", "--games", "2", "--json"]);
    assert_eq!(code, 1, "{err}");
    let fault = &lines[0]["fault"];
    assert_eq!((&fault["kind"], &fault["reason"]), (&"crash".into(), &"crashed: exit code 1".into()));
    assert!(fault["command"].as_str().unwrap().starts_with("luozi explain connect4 --board "));
    assert!(err.contains("2 of 2 games were lost by a fault"), "{err}");
}

/// Runs to the end without `--json`: exit code, stdout, stderr.
fn say(arguments: &[&str]) -> (i32, String, String) {
    let output = luozi(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_header_says_which_openings_are_played() {
    for (options, words) in [
        (&["--game", "nogo"][..], "after 4 random plies"),
        (&["--game", "nogo", "--openings", "none"], "from the start"),
        (&["--game", "nogo", "--platform", "botzone"], "from the start; 1 s a move, 256 MB"),
        (&["--platform", "saiblo"], "boards as Saiblo draws them, from the start; 3 s a move, 1024 MB"),
    ] {
        let (code, _, err) = say(&[&["match", "random", "random", "--games", "2"], options].concat());
        assert!(code == 0 && err.contains(words), "{options:?}: {err}");
    }
    let (_, games, _) =
        run(&["match", "random", "random", "--game", "nogo", "--platform", "botzone", "--games", "2", "--json"]);
    assert_eq!(games[0]["opening"], Value::Array(vec![]), "a site plays no moves for its bots");
}

#[test]
fn a_few_pairs_claim_nothing() {
    let arguments = ["match", "random", "random", "--game", "nogo", "--board", "4x4", "--games", "8"];
    let (code, out, _) = say(&arguments);
    assert!(code == 0 && out.contains("too few pairs to say who is stronger: 4, expected 5 at least"), "{out}");
    let (_, lines, _) = run(&[&arguments[..], &["--json"]].concat());
    let summary = lines.last().unwrap();
    assert!(["elo", "nelo", "los", "score"].iter().all(|figure| summary[figure].is_null()), "{summary}");
}

#[test]
fn a_fault_is_told_at_once_with_its_stderr_and_equal_ones_once() {
    let bot = "saiblo:python3 -c 'import sys; sys.exit(open(\"/no/book\"))'";
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("match.db").display().to_string();
    let arguments = ["match", bot, "random", "--platform", "saiblo", "--games", "6", "--db", &db];
    let (code, out, err) = say(&arguments);
    assert_eq!(code, 1, "{err}");
    assert!(
        err.contains("lost its first two games in the same way and the match ends here: it crashed: exit code 1"),
        "{err}"
    );
    assert!(
        err.contains("stderr: FileNotFoundError") && err.contains(&format!("luozi match --db {db} --replay 1:1")),
        "{err}"
    );
    assert_eq!(err.matches("stderr: Traceback").count(), 1, "{err}");
    let (_, more, err) = say(&[&arguments[..], &["--keep-going"]].concat());
    assert!(err.contains("6 of 6 games were lost by a fault"), "{err}");
    for text in [&out, &more] {
        assert_eq!(text.matches("stderr: Traceback").count(), 1, "{text}");
    }
    assert!(more.contains("the same in 5 more games"), "{more}");
}

#[test]
fn a_site_sets_the_limits_of_a_check_and_of_a_replay() {
    // 400 MB are nothing on Saiblo and too much on Botzone.
    let pool = "python3 -c 'import time; pool = bytearray(400 << 20); time.sleep(1000)'";
    let (_, lines, err) =
        run(&["check", &format!("saiblo:{pool}"), "--platform", "saiblo", "--time", "300ms", "--json"]);
    assert!(err.starts_with("connect4; 0.3 s a move, 1024 MB"), "{err}");
    assert_eq!(lines[0]["fault"]["kind"], "time-out", "{}", lines[0]);
    let nogo =
        ["check", &format!("botzone:{pool}"), "--platform", "botzone", "--game", "nogo", "--time", "20s", "--json"];
    let mut child = luozi(&nogo).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(first.contains("more than the limit of 256 MB"), "{first}");
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("match.db").display().to_string();
    let slow = "saiblo:sh -c 'sleep 1000'";
    assert_eq!(
        say(&["match", slow, "random", "--time", "100ms", "--games", "2", "--openings", "none", "--db", &db]).0,
        1
    );
    let replay = ["match", "--db", &db, "--replay", "1:1", "--time", "50ms"];
    for options in [&[][..], &["--turn-only"]] {
        let (code, out, err) = say(&[&replay[..], options].concat());
        assert!(code == 1 && out.contains("now: gave no answer within 50 ms"), "{out} {err}");
    }
}

/// The bot writes to its stderr what it finds in the home folder.
#[test]
fn a_sandbox_hides_the_home_folder() {
    if say(&["match", "saiblo:true", "random", "--games", "2", "--sandbox"]).0 != 1 {
        eprintln!("skipped: no sandbox on this machine");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("secret-diary"), "").unwrap();
    let look = format!("saiblo:sh -c 'ls {} >&2; exit 3'", home.path().display());
    let said = |command: &[&str]| {
        let output = luozi(command).env("HOME", home.path()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let game = ["match", &look, "random", "--games", "2"];
    assert!(said(&game).contains("secret-diary"));
    let shut_in = said(&[&game[..], &["--sandbox"]].concat());
    assert!(shut_in.contains("crashed: exit code 3") && !shut_in.contains("secret-diary"), "{shut_in}");
    // A bot that lies in the home folder itself is seen there, and nothing else.
    fs::write(home.path().join("bot.sh"), "ls >&2; exit 3\n").unwrap();
    let mut own = luozi(&["match", "saiblo:sh bot.sh", "random", "--games", "2", "--sandbox"]);
    let output = own.env("HOME", home.path()).current_dir(home.path()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("stderr: bot.sh") && !text.contains("secret-diary"), "{text}");
    // A check shuts the bot in without being asked to.
    let check = ["check", &look, "--platform", "saiblo"];
    let checked = said(&check);
    assert!(checked.contains("crashed: exit code 3") && !checked.contains("secret-diary"), "{checked}");
    assert!(said(&[&check[..], &["--sandbox=off"]].concat()).contains("secret-diary"));
}

/// Whoever takes a bot from elsewhere names it `sandbox@`: nothing turns its walls off, and its opponent has none.
#[test]
fn a_bot_that_must_be_shut_in_is_shut_in_everywhere() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("secret-diary"), "").unwrap();
    let look = |code: u8| format!("saiblo:sh -c 'ls {} >&2; exit {code}'", home.path().display());
    let (theirs, ours) = (format!("sandbox@{}", look(3)), look(4));
    let db = home.path().join("match.db").display().to_string();
    let command = [
        "match",
        &theirs,
        &ours,
        "--games",
        "4",
        "--openings",
        "none",
        "--keep-going",
        "--sandbox=off",
        "--json",
        "--db",
        &db,
    ];
    let run = |command: &[&str], path: Option<&str>| {
        let mut command = luozi(command);
        path.map(|path| command.env("PATH", path));
        let output = command.env("HOME", home.path()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    // Without bubblewrap it does not play at all.
    let (code, _, err) = run(&command, Some("/nowhere"));
    assert!(
        code == Some(2) && err.contains("plays behind walls or not at all: bubblewrap (`bwrap`) is not installed"),
        "{err}"
    );
    assert!(!Path::new(&db).exists());
    let (_, out, err) = run(&command, None);
    if err.contains("plays behind walls or not at all") {
        assert!(std::env::var_os("LUOZI_REQUIRE_PEERS").is_none(), "{err}");
        eprintln!("skipped: no sandbox on this machine");
        return;
    }
    let faults: Vec<Value> =
        out.lines().take(4).map(|line| serde_json::from_str::<Value>(line).unwrap()["fault"].clone()).collect();
    for fault in &faults {
        let shut_in = fault["player"].as_str().unwrap().starts_with("sandbox@");
        assert_eq!(fault["stderr"].as_str().unwrap().contains("secret-diary"), !shut_in, "{fault}");
        assert_eq!(fault["reason"], if shut_in { "crashed: exit code 3" } else { "crashed: exit code 4" });
    }
    assert!(faults.iter().any(|fault| fault["player"] == theirs) && faults.iter().any(|fault| fault["player"] == ours));
    // The record remembers it, whoever replays.
    for game in ["1:1", "2:1"] {
        let (_, out, _) = run(&["match", "--db", &db, "--replay", game, "--sandbox=off"], None);
        assert_eq!(out.contains("secret-diary"), out.contains("now: crashed: exit code 4"), "{out}");
    }
    let (_, out, _) = run(&["check", &theirs, "--platform", "saiblo", "--sandbox=off"], None);
    assert!(out.contains("crashed: exit code 3") && !out.contains("secret-diary"), "{out}");
}

#[test]
fn a_player_may_have_time_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("match.db").display().to_string();
    let slow = "saiblo:sh -c 'sleep 1000'";
    let own = format!("time=150ms@{slow}");
    let players = ["ladder", &own, "tc=60+1@luozi:uct-plain", "random"];
    let options = ["--time", "50s", "--visits", "5", "--games", "2", "--openings", "none", "--keep-going"];
    let (code, lines, err) = run(&[&players[..], &options, &["--json", "--db", &db]].concat());
    assert_eq!(code, 1, "{err}");
    let times = "; 50 s a move (saiblo:sh -c 'sleep 1000': 0.15 s a move) \
                 (luozi:uct-plain: 60 s for the game and 1 s for every move), ";
    assert!(err.contains(times), "{err}");
    let forfeits = lines.last().unwrap()["forfeits"].as_array().unwrap();
    assert_eq!(forfeits.len(), 4, "two games against each of the others: {forfeits:?}");
    for forfeit in forfeits {
        assert_eq!(
            (&forfeit["player"], &forfeit["reason"]),
            (&own.as_str().into(), &"gave no answer within 150 ms".into())
        );
    }
    // Its name carries it into the record, the ratings and the replay.
    assert!(lines.last().unwrap()["ratings"].to_string().contains(&own));
    let (_, told, _) = run(&["match", "--db", &db, "--replay", "1:1", "--json"]);
    assert_eq!(told[0]["limit_ms"], 150);
    let other = own.replace("150", "250");
    let resumed = [&["ladder", &other, players[2], players[3]][..], &options, &["--db", &db, "--resume"]].concat();
    let (code, _, err) = say(&resumed);
    assert!(code == 2 && err.contains(&format!("players: {own}, ")) && err.contains("250ms"), "{err}");
    // Sweeps and checks read it as well; what is no time is refused before anything is played.
    let sweep = ["sweep", "time=2s@luozi:uct-plain", "--param", "c", "--values", "1", "--against", "time=1s@random"];
    let (code, lines, err) = run(&[&sweep[..], &["--games", "2", "--visits", "5", "--json"]].concat());
    assert!(code == 0 && lines[0]["first"] == "time=2s@luozi:uct-plain,c=1", "{lines:?} {err}");
    let (_, lines, err) = run(&["check", &own, "--platform", "saiblo", "--json"]);
    assert!(
        err.starts_with("connect4; 0.15 s a move") && lines[0]["fault"]["reason"] == "gave no answer within 150 ms",
        "{}",
        lines[0]
    );
    for wrong in
        [&["match", "time=0s@random", "random"][..], &["match", "time=x@random", "random"], &["check", "tc=5+1@random"]]
    {
        let (code, _, err) = say(wrong);
        assert_eq!(code, 2, "{err}");
    }
}

/// Every bot tells on stderr where it may run.
#[test]
fn games_have_processors_of_their_own() {
    let bot = "saiblo:python3 -c 'import os, sys; sys.exit(sorted(os.sched_getaffinity(0)))'";
    let games = ["match", bot, "random", "--games", "8", "--time", "60s", "--keep-going", "--affinity", "--json"];
    let processors = std::thread::available_parallelism().unwrap().get();
    let (_, lines, err) = run(&[&games[..], &["--concurrency", "1"]].concat());
    let places = |lines: &[Value]| -> Vec<Vec<usize>> {
        let told = lines.iter().filter_map(|line| line["fault"]["stderr"].as_str());
        let mut places: Vec<Vec<usize>> = told.map(|text| serde_json::from_str(text).unwrap()).collect();
        places.sort();
        places.dedup();
        places
    };
    let all = places(&lines);
    assert!(
        all.len() == 1 && all[0].len() == processors && err.contains("each on processors of its own"),
        "{all:?} {err}"
    );
    if processors >= 2 {
        let (_, lines, _) = run(&[&games[..], &["--concurrency", "2"]].concat());
        let shares = places(&lines);
        assert!(shares.len() <= 2 && shares.iter().all(|share| share.len() == processors / 2), "{shares:?}");
        let mut both = shares.concat();
        both.sort_unstable();
        both.dedup();
        assert_eq!(both.len(), shares.len() * (processors / 2), "they do not overlap: {shares:?}");
    }
    let many = (processors + 1).to_string();
    let (code, _, err) = say(&[&games[..], &["--concurrency", &many]].concat());
    let words =
        format!("--affinity: {many} games at once cannot have a processor each: this program may use {processors}");
    assert!(code == 2 && err.contains(&words), "{err}");
}

#[test]
fn a_bots_own_argument_is_swept_and_nothing_is_left_behind_by_a_mistake() {
    let bot = "saiblo:sh -c 'exit {}'";
    let sweep =
        ["sweep", bot, "--param", "code", "--values", "3,4", "--against", "random", "--games", "2", "--keep-going"];
    let (code, lines, err) = run(&[&sweep[..], &["--json"]].concat());
    assert_eq!(code, 1, "{err}");
    let reasons: Vec<&Value> = lines[..4].iter().map(|game| &game["fault"]["reason"]).collect();
    assert_eq!(reasons.iter().filter(|reason| **reason == "crashed: exit code 4").count(), 2, "{reasons:?}");

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (db, page) = (path("match.db"), path("page.html"));
    let (code, ..) = say(&["match", "so:./x.so", "random", "--db", &db, "--report", &page]);
    assert_eq!((code, fs::read_dir(folder.path()).unwrap().count()), (2, 0), "no empty file stays behind");
}

#[test]
fn a_run_that_is_not_resumed_is_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("match.db").display().to_string();
    let bot = "saiblo:sh -c 'exit 3'";
    let arguments = ["match", bot, "random", "--games", "200", "--concurrency", "1", "--db", &db];
    assert_eq!(say(&arguments).0, 1, "it ends after two games, or a few more that have begun by then");
    let (_, _, err) = say(&arguments);
    assert!(err.contains("holds a run that was not played to its end (") && err.contains(" of 200 games)"), "{err}");
}

#[test]
fn wrong_input_is_exit_code_two() {
    for arguments in [
        &["match", "radnom", "random"][..],
        &["match", "luozi:nothing", "random"],
        &["match", "random", "random", "--openings", "no-such-file"],
        &["match", "random", "random", "--platform", "botzone"],
        &["match", "random", "random", "--resume"],
        &["match"],
        &["match", "random", "random", "--report", "no-such-folder/page.html"],
        &["match", "random"],
        &["match", "--db", "no-such-file.db"],
        &["match", "--db", "Cargo.toml", "--report", "x.html"],
        &["match", "--replay", "1:2"],
        &["match", "--replay", "one", "--db", "x.db"],
        &["sprt", "random", "random", "--elo0", "5", "--elo1", "0"],
        &["ladder", "random", "random", "--anchor", "3"],
        &["match", "so:./x.so", "random", "--game", "nogo"],
        &["match", "so:./x.so", "random"],
        &["match", "gtp:no-such-engine", "random"],
        &["check", "so:./x.so"],
        &["match", "random", "random", "--time", "0s"],
        &["match", "random", "random", "--tc", "0+0"],
        &["match", "random", "random", "--board", "1000x1000"],
        &["sweep", "luozi:uct-center", "--param", "c", "--values", "1,abc", "--against", "random", "--games", "2"],
        &["sweep", "gtp:./bot", "--param", "level", "--values", "1,2", "--against", "random"],
        &["check", "random", "--platform", "botzone"],
    ] {
        let (code, lines, err) = run(arguments);
        assert_eq!((code, lines.len()), (2, 0), "{arguments:?}: {err}");
    }
}

/// The data of a page.
fn page_data(file: &Path) -> Value {
    let page = fs::read_to_string(file).unwrap();
    let rest = page.split("<script id=\"data\" type=\"application/json\">").nth(1).unwrap();
    serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap()
}

#[test]
fn pages_show_the_figures_of_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let page = path("page.html");
    let common = ["--games", "4", "--visits", "20", "--seed", "2", "--json", "--report", &page];
    let commands: [&[&str]; 4] = [
        &["match", "luozi:level=2", "random", "--lang", "zh"],
        &["sprt", "luozi:level=2", "random", "--elo1", "60"],
        &["ladder", "luozi:level=2", "random", "random", "--game", "reversi"],
        &["sweep", "luozi:uct-center", "--param", "c", "--values", "1.2,0.8", "--against", "random"],
    ];
    for command in commands {
        let (code, lines, err) = run(&[command, &common].concat());
        assert_eq!(code, 0, "{command:?}: {err}");
        let summary: Vec<Value> = lines.into_iter().filter(|line| line.get("pair").is_none()).collect();
        let data = page_data(Path::new(&page));
        assert_eq!(data["summary"], Value::from(summary), "{command:?}");
        assert_eq!(data["about"]["kind"]["name"], command[0]);
        assert!(data["about"]["command"].as_str().unwrap().starts_with(&format!("luozi {} luozi:", command[0])));
        let values = data["games"][0]["values"].as_array().unwrap();
        assert!(values.iter().any(Value::is_number), "the engine tells its evaluation");
    }
}

#[test]
fn a_recorded_match_is_shown_and_its_faults_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (db, page, input) = (path("match.db"), path("page.html"), path("turn.txt"));
    let bad = "botzone:sh -c 'read line; echo sorry >&2; echo nonsense'";
    let (code, lines, err) = run(&["match", bad, "random", "--game", "nogo", "--games", "2", "--db", &db, "--json"]);
    assert_eq!(code, 1, "{err}");
    // The same figures from the record alone, and a page.
    let (code, again, err) = run(&["match", "--db", &db, "--report", &page, "--json"]);
    assert_eq!((code, &again[..]), (1, &lines[2..]), "{err}");
    assert_eq!(page_data(Path::new(&page))["summary"], Value::from(again.clone()));
    // Every fault has a command that replays it; here without the program's name.
    let command = again[0]["forfeits"][0]["replay"].as_str().unwrap();
    let turn = command.rsplit(' ').next().unwrap();
    assert_eq!(command, format!("luozi match --db {db} --replay {turn}"));
    let (code, told, err) = run(&["match", "--db", &db, "--replay", turn, "--input", &input, "--json"]);
    assert_eq!((code, told.len()), (1, 1), "{err}");
    assert_eq!((&told[0]["fault"]["kind"], &told[0]["stderr"]), (&"garbage".into(), &"sorry\n".into()));
    assert_eq!(told[0]["input"].as_str().unwrap(), fs::read_to_string(&input).unwrap());
    assert!(told[0]["by_hand"].as_str().unwrap().ends_with(&format!("< {input}")));
    let output = luozi(&["match", "--db", &db, "--replay", turn]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for part in ["sent:\n  {\"requests\":[", "printed:\n  nonsense", "stderr:\n  sorry", "now: gave an answer"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (code, _, err) = run(&["match", "--db", &db, "--replay", "1:99"]);
    assert_eq!((code, err.contains("game 1 has no move 99")), (2, true), "{err}");
}

/// A limit limits everything: the exact solver too, which took minutes for a whole game of NoGo.
#[test]
fn a_review_keeps_to_its_visits() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("match.db").display().to_string();
    assert_eq!(say(&["match", "random", "random", "--game", "nogo", "--games", "2", "--db", &db]).0, 0);
    let begun = Instant::now();
    let (code, lines, err) = run(&["review", &db, "--number", "1", "--visits", "20", "--json"]);
    assert!(code == 0 && lines.len() > 30, "{err}");
    assert!(begun.elapsed() < Duration::from_secs(180), "{:?}", begun.elapsed());
}

#[test]
fn a_recorded_match_is_converted() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (db, out) = (path("match.db"), path("out"));
    let arguments = ["match", "luozi:level=1", "random", "--game", "reversi", "--games", "4", "--visits", "10"];
    assert_eq!(run(&[&arguments[..], &["--db", &db, "--json"]].concat()).0, 0);
    let convert = |arguments: &[&str]| {
        let output = luozi(&[&["convert", &db], arguments].concat()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    };
    for format in ["json", "sgf", "ggf", "botzone"] {
        let (code, _, err) = convert(&["--to", format, "--out", &format!("{out}/{format}/")]);
        assert_eq!((code, err.contains("4 games written")), (0, true), "{err}");
        assert_eq!(fs::read_dir(format!("{out}/{format}")).unwrap().count(), 4);
    }
    let saved: Value =
        serde_json::from_str(&fs::read_to_string(format!("{out}/json/game-00001.json")).unwrap()).unwrap();
    assert!(saved["nodes"].to_string().contains("\"analysis\":{\"value\":"), "{saved}");
    let (code, text, err) = convert(&["--number", "2", "--to", "moves"]);
    assert_eq!((code, text.lines().count()), (0, 1), "{err}");
    assert_eq!(convert(&["--to", "csv", "--out", &out]).0, 0);
    let rows = |name: &str| fs::read_to_string(format!("{out}/{name}")).unwrap().lines().count();
    assert_eq!(rows("games.csv"), 5);
    assert!(rows("moves.csv") > 100);
    for wrong in [&["--to", "csv"][..], &["--number", "9"], &["--to", "pdf"]] {
        let (code, _, err) = convert(wrong);
        assert_eq!(code, 2, "{wrong:?}: {err}");
    }
}

#[test]
fn another_list_of_openings_is_another_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (db, openings) = (path("match.db"), path("openings.txt"));
    let arguments =
        ["match", "random", "random", "--game", "reversi", "--games", "2", "--openings", &openings, "--db", &db];
    let resumed = [&arguments[..], &["--resume"]].concat();
    fs::write(&openings, "f5d6\nf5f6\n").unwrap();
    assert_eq!(run(&[&arguments[..], &["--json"]].concat()).0, 0);
    fs::write(&openings, "# the same, written otherwise\nf5 d6\nf5 f6\n").unwrap();
    assert!(luozi(&resumed).output().unwrap().status.success());
    fs::write(&openings, "f5d6\nf5f4\n").unwrap();
    let output = luozi(&resumed).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), err.contains("other settings")), (Some(2), true), "{err}");
}

#[test]
fn an_interrupt_ends_the_moves_that_are_being_thought_about() {
    let folder = tempfile::tempdir().unwrap();
    let answer = r#"echo "{\"response\":{\"x\":0,\"y\":0}}""#;
    // First a bot that hangs, then one that answers at once, so that our engine thinks: an hour each.
    for (case, then) in ["sleep 3600", answer].into_iter().enumerate() {
        let path = |name: &str| folder.path().join(format!("{name}{case}")).display().to_string();
        let (db, mark) = (path("db"), path("mark"));
        let bot = format!("botzone:sh -c 'read line; touch {mark}; {then}'");
        let arguments =
            ["match", &bot, "luozi", "--game", "nogo", "--openings", "random:0", "--time", "3600s", "--db", &db];
        let mut child = luozi(&arguments).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let end = Instant::now() + Duration::from_secs(60);
        while !Path::new(&mark).exists() {
            assert!(Instant::now() < end, "the bot was asked");
            std::thread::yield_now();
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{err}");
        assert!(err.contains("resume with: luozi match"), "{err}");
        assert!(!err.contains("20/20") && !err.contains("interrupted by the arena"), "no game was counted: {err}");
    }
}

/// Kills the run when it has told `games` games, after a little while that `delay` decides.
fn kill_after(arguments: &[&str], games: usize, delay: usize) {
    let mut child = luozi(arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let told = lines.map_while(Result::ok).filter(|line| line.contains(" - ")).take(games).count();
    for _ in 0..delay {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(told > 0, "it told games");
}

/// Supervisors need a moment to see that the arena is gone.
fn assert_nothing_runs(mark: &str) {
    let end = Instant::now() + Duration::from_secs(20);
    let runs = || {
        let entries = fs::read_dir("/proc").unwrap().flatten();
        let mut commands = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        commands.any(|command| String::from_utf8_lossy(&command).contains(mark))
    };
    while runs() {
        assert!(Instant::now() < end, "processes of {mark} are left");
        std::thread::yield_now();
    }
}

/// 5 kills over 60 games; with `LUOZI_FULL_TESTS` set, 20 kills over 200.
#[test]
fn a_killed_match_resumes_to_the_same_record() {
    let (kills, games) = if std::env::var_os("LUOZI_FULL_TESTS").is_some() { (20, 200) } else { (5, 60) };
    let games_text = games.to_string();
    let folder = tempfile::tempdir().unwrap();
    let bot = format!("so:{}", sample_bot(folder.path()).display());
    let db = folder.path().join("match.db").display().to_string();
    let arguments =
        ["match", &bot, "random", "--platform", "saiblo", "--games", &games_text, "--concurrency", "2", "--json"];
    let (code, whole, err) = run(&arguments);
    assert_eq!(code, 0, "{err}");

    let with_db = [&arguments[..], &["--db", &db]].concat();
    let resumed = [&with_db[..], &["--resume"]].concat();
    kill_after(&with_db, 1, 0);
    // A resumed run tells the games of its earlier parts first, so each part gets further than the one before.
    for kill in 1..kills {
        assert_nothing_runs(&bot[3..]);
        // Far from each other, so that the moments within a game differ from kill to kill.
        kill_after(&resumed, kill * (games - 10) / kills, kill * 7919 % 3000);
    }
    assert_nothing_runs(&bot[3..]);
    let (code, lines, err) = run(&resumed);
    assert_eq!(code, 0, "{err}");
    assert_eq!(lines.len(), games + 1, "no game is lost or doubled");
    assert_eq!(essence(&lines), essence(&whole));
    // The finished run is still there and is not played again.
    let (_, again, _) = run(&resumed);
    assert_eq!(essence(&again), essence(&whole));
}

#[test]
fn check_finds_nothing_in_a_good_bot_and_names_the_faults_of_a_bad_one() {
    let folder = tempfile::tempdir().unwrap();
    let bot = format!("so:{}", sample_bot(folder.path()).display());
    let (code, lines, err) = run(&["check", &bot, "--time", "20s", "--json"]);
    assert_eq!((code, &lines.last().unwrap()["faults"]), (0, &Value::from(0)), "{err}");
    assert_eq!(lines.len(), 35, "34 situations and the summary");
    let (code, lines, _) = run(&["check", "saiblo:false", "--json"]);
    assert_eq!((code, &lines.last().unwrap()["faults"]), (1, &Value::from(34)));
    assert_eq!(lines[0]["fault"]["kind"], "crash");
    for game in ["reversi", "nogo"] {
        let (code, _, err) = run(&["check", "random", "--game", game, "--json"]);
        assert_eq!(code, 0, "{err}");
    }
}

/// A good bot that also prints on stdout, where its judge reads: every move is legal, and the check says what a site may make of it.
#[test]
fn check_warns_of_an_object_that_prints_on_stdout() {
    let folder = tempfile::tempdir().unwrap();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots/saiblo_bot.c").canonicalize().unwrap();
    let source = folder.path().join("chatty.c");
    let text = format!(
        "#define getPoint silent\n#include \"{}\"\n#undef getPoint\n#include <stdio.h>\n\
         Point *getPoint(int M, int N, const int *top, const int *board, int x, int y, int noX, int noY) {{\n\
         puts(\"thinking hard\"); return silent(M, N, top, board, x, y, noX, noY); }}\n",
        sample.display()
    );
    fs::write(&source, text).unwrap();
    let object = folder.path().join("chatty.so");
    let status = Command::new("cc").args(["-O2", "-shared", "-fPIC", "-o"]).arg(&object).arg(&source).status().unwrap();
    assert!(status.success());
    let chatty = format!("so:{}", object.display());
    let (code, lines, err) = run(&["check", &chatty, "--time", "20s", "--json"]);
    assert_eq!((code, &lines.last().unwrap()["faults"]), (0, &Value::from(0)), "{err}");
    let (summary, situations) = lines.split_last().unwrap();
    assert!(situations.iter().all(|line| line["prints_on_stdout"] == true), "{summary}");
    assert!(situations[0]["stderr"].as_str().unwrap().contains("thinking hard"), "{}", situations[0]);
    let warning = "warning: it prints on stdout, which belongs to the judge";
    let said = |bot: &str| String::from_utf8(luozi(&["check", bot, "--time", "20s"]).output().unwrap().stdout).unwrap();
    let out = said(&chatty);
    assert!(out.contains(warning) && out.contains("34 situations, 0 with a fault"), "{out}");
    let silent = said(&format!("so:{}", sample_bot(folder.path()).display()));
    assert!(!silent.contains(warning), "{silent}");
}

#[test]
fn level_openings_and_adjudicated_games() {
    let arguments =
        ["match", "luozi:level=9", "random", "--openings", "balanced:4", "--adjudicate", "--games", "4", "--json"];
    let (code, lines, err) = run(&arguments);
    assert_eq!((code, lines.len()), (0, 5), "{err}");
    for game in &lines[..4] {
        assert_eq!(game["opening"].as_array().unwrap().len(), 4);
        let ending = game["ending"].as_str().unwrap();
        assert!(ending.starts_with("adjudicated: the ") && ending.ends_with("player wins with best play"), "{ending}");
    }
    assert_eq!(lines[0]["opening"], lines[1]["opening"], "both games of a pair begin alike");
    let (_, again, _) = run(&arguments);
    assert_eq!(essence(&again), essence(&lines));
    let (code, _, err) = run(&["match", "random", "random", "--openings", "balanced:x"]);
    assert!(code == 2 && err.contains("expected a number of plies from 0 to 60 after `balanced:`"), "{err}");
}
