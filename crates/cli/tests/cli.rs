//! The program as a user calls it: results on stdout, everything else on stderr, exit codes as promised.

use assert_cmd::Command;
use serde_json::Value;

fn luozi(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_luozi"));
    command.args(arguments).env_remove("LANG").env_remove("LC_ALL").env_remove("LUOZI_CPU");
    command
}

/// Runs and gives (exit code, stdout, stderr).
fn run(arguments: &[&str], stdin: &str) -> (i32, String, String) {
    let output = luozi(arguments).write_stdin(stdin).output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
    (output.status.code().expect("an exit code"), text(output.stdout), text(output.stderr))
}

#[test]
fn version_and_completions() {
    let (code, out, _) = run(&["--version"], "");
    assert_eq!((code, out.trim()), (0, concat!("luozi ", env!("CARGO_PKG_VERSION"))));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, out, _) = run(&["completions", shell], "");
        assert!(code == 0 && out.contains("perft"), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let man = folder.path().join("man1");
    let (code, out, err) = run(&["man", man.to_str().unwrap()], "");
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    let page = std::fs::read_to_string(man.join("luozi-match.1")).unwrap();
    assert!(page.starts_with(".ie") || page.contains(".TH"), "{page}");
    assert!(page.contains("openings") && man.join("luozi.1").exists());
    let taken = folder.path().join("taken");
    std::fs::write(&taken, "").unwrap();
    let (code, _, err) = run(&["man", taken.to_str().unwrap()], "");
    assert!(code == 1 && err.contains("cannot write the manual pages"), "{err}");
}

#[test]
fn perft_counts_and_tells_the_board_in_words() {
    let (code, out, err) = run(&["perft", "connect4", "--depth", "4", "--json"], "");
    let line: Value = serde_json::from_str(&out).expect("one JSON object");
    assert_eq!((code, &line["depth"], &line["nodes"]), (0, &4.into(), &2401.into()));
    assert!(err.contains("6 rows x 7 columns"), "{err}");
    assert!(line["seconds"].as_f64().is_some());
    let (_, out, err) = run(&["perft", "nogo", "--board", "5x5", "--depth", "3"], "");
    assert!(out.starts_with("depth 3: 13792 nodes"), "{out}");
    assert!(err.contains("5 rows x 5 columns"), "{err}");
    let (_, out, _) = run(&["perft", "reversi", "--moves", "f5d6", "--depth", "1", "--divide"], "");
    assert_eq!(out.lines().count(), 6, "five replies and the total: {out}");
    let board = "XO./.../... X";
    let (code, _, err) = run(&["perft", "nogo", "--board", "3x3", "--position", "-", "--depth", "2"], board);
    assert_eq!(code, 0, "{err}");
}

#[test]
fn every_instruction_set_counts_the_same() {
    for level in ["portable", "avx2", "avx512"] {
        let output = luozi(&["perft", "reversi", "--depth", "7"]).env("LUOZI_CPU", level).output().expect("starts");
        assert!(String::from_utf8_lossy(&output.stdout).starts_with("depth 7: 55092 nodes"), "{level}");
    }
    let output = luozi(&["perft", "reversi", "--depth", "1"]).env("LUOZI_CPU", "mmx").output().expect("starts");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn bad_input_is_explained_with_exit_code_2() {
    let cases: [(&[&str], &str); 10] = [
        (&["perft", "chess", "--depth", "1"], "expected connect4, reversi or nogo"),
        (&["perft", "connect4", "--depth", "x"], "invalid value 'x'"),
        (&["perft", "connect4", "--board", "9x", "--depth", "1"], "expected ROWSxCOLUMNS"),
        (&["perft", "connect4", "--board", "40x40", "--depth", "1"], "1 to 15 rows"),
        (&["perft", "connect4", "--forbid", "6,0", "--depth", "1"], "outside the board"),
        (&["perft", "connect4", "--moves", "448", "--depth", "1"], "found `8`, expected a column from 1 to 7"),
        (&["perft", "reversi", "--moves", "a1", "--depth", "1"], "it flips nothing"),
        (&["perft", "reversi", "--board", "8x6", "--depth", "1"], "square"),
        (&["perft", "nogo", "--forbid", "1,1", "--depth", "1"], "--forbid is for connect4"),
        (&["prft"], "'perft'"),
    ];
    for (arguments, message) in cases {
        let (code, out, err) = run(arguments, "");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
}

#[test]
fn a_whole_game_in_plain_text() {
    // Two people: the second player completes column 1.
    let (code, out, _) = run(&["play", "connect4", "--side", "both"], "7\n1\n7\n1\n6\n1\n6\n1\n2\nquit\n");
    assert_eq!(code, 0);
    assert!(out.contains("Gold (O) wins"), "{out}");
    assert!(out.contains("2 is not possible. The game is over."), "{out}");
    // Against the engine: it answers, hints, takes back, and survives nonsense and the end of input.
    let arguments = ["play", "nogo", "--board", "5x5", "--seed", "1", "--visits", "50"];
    let (code, out, _) = run(&arguments, "C3\nhint\nundo\nundo\nZ9\n\u{0}\nC3\n");
    assert_eq!(code, 0);
    assert_eq!(out.matches("The engine plays").count(), 2, "{out}");
    assert!(out.contains("Hint: ") && out.contains("nothing to take back"), "{out}");
    // With a clock and on the person's time: every answer says what the clock has left.
    let arguments = ["play", "connect4", "--tc", "600+1", "--visits", "50", "--ponder"];
    let (code, out, err) = run(&arguments, "4\nhint\nundo\n4\n3\n");
    assert_eq!(code, 0, "{err}");
    assert_eq!(out.matches("The engine plays").count(), 3, "{out}");
    assert!(out.lines().filter(|line| line.contains("The engine plays")).all(|line| line.ends_with(" s)")), "{out}");
    let (code, _, err) = run(&["play", "nogo", "--tc", "soon"], "");
    assert!(code == 2 && err.contains("`soon` is no clock; expected SECONDS+INCREMENT such as 60+1"), "{err}");
    let (_, chinese, _) = run(&["play", "reversi", "--lang", "zh", "--level", "2"], "d3\nd3\n");
    assert!(chinese.contains("引擎落子") && chinese.contains("这里已有棋子"), "{chinese}");
}

#[test]
fn passes_are_played_for_people() {
    let board = format!("XO......{}O", "/........".repeat(7) + " ");
    let (code, out, err) = run(&["play", "reversi", "--side", "both", "--position", &board], "c1\nquit\n");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("White (O) passes"), "{out}");
    assert!(out.contains("Black (X) wins +3"), "{out}");
}

#[test]
fn a_closed_pipe_is_a_normal_end() {
    use std::process::{Command as Plain, Stdio};
    let mut child = Plain::new(env!("CARGO_BIN_EXE_luozi"))
        .args(["play", "connect4", "--plain"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    drop(child.stdin.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn analyze_gives_the_promised_fields() {
    let arguments = ["analyze", "connect4", "--moves", "4455", "--visits", "2000", "--json"];
    let (code, out, err) = run(&arguments, "");
    assert_eq!(code, 0, "{err}");
    let last: Value = serde_json::from_str(out.lines().last().expect("a line")).expect("JSON");
    assert!(["3", "6"].contains(&last["best"].as_str().expect("a move")), "an open three: {last}");
    assert_eq!(last["proven"]["result"], "win");
    assert_eq!(last["proven"]["plies"], 3);
    let same = run(&arguments, "").1;
    let moves = |text: &str| {
        serde_json::from_str::<Value>(text.lines().last().expect("a line")).expect("JSON")["moves"].clone()
    };
    assert_eq!(moves(&out), moves(&same), "one thread, one seed, fixed visits: the same to the last bit");
    let (code, table, _) = run(&["analyze", "reversi", "--visits", "200", "--candidates", "3"], "");
    assert!(code == 0 && table.lines().count() == 6 && table.contains("visits"), "{table}");
    let (code, _, err) = run(&["analyze", "connect4", "--moves", "1212121"], "");
    assert!(code == 2 && err.contains("the game is over (the first player won)"), "{err}");
    let (code, _, err) = run(&["analyze", "nogo", "--preset", "mcgs"], "");
    assert!(code == 2 && err.contains("there is no preset `mcgs` for nogo"), "{err}");
    let (code, _, err) = run(&["analyze", "nogo", "--set", "selektion=puct"], "");
    assert!(code == 2 && err.contains("did you mean `selection`"), "{err}");
}

/// The last line of an analysis as JSON.
fn analysis_of(arguments: &[&str]) -> Value {
    let (code, out, err) = run(&[&["analyze"], arguments, &["--json"]].concat(), "");
    assert_eq!(code, 0, "{arguments:?}: {err}");
    serde_json::from_str(out.lines().last().expect("a line")).expect("JSON")
}

#[test]
fn an_analysis_is_exact_where_that_is_cheap_and_wide_elsewhere() {
    let solved = analysis_of(&["connect4", "--moves", "44"]);
    let moves = solved["moves"].as_array().expect("moves");
    assert!(moves.len() == 7 && moves.iter().all(|mv| mv["proven"]["plies"].is_u64()), "{moves:?}");
    // That is the book and the solver, which take a fraction of a second for so few nodes.
    assert!(solved["visits"] == 0 && solved["nodes"].as_u64().is_some_and(|nodes| nodes < 1_000_000), "{solved}");

    let wide = analysis_of(&["connect4", "--board", "9x10", "--forbid", "4,5", "--visits", "2000"]);
    let moves = wide["moves"].as_array().expect("moves");
    let judged = moves.iter().filter(|mv| mv["visits"].as_u64().is_some_and(|visits| visits >= 20)).count();
    assert!(wide["visits"] == 2000 && judged >= 5, "{wide}");
}

#[test]
fn so_many_visits_are_made_as_were_asked_for() {
    for game in ["reversi", "nogo"] {
        let analysis = analysis_of(&[game, "--visits", "500"]);
        assert_eq!(analysis["visits"], 500, "{game}");
        for mv in analysis["moves"].as_array().expect("moves") {
            assert!(mv["visits"] != 0 || mv["value"].is_null() || !mv["proven"].is_null(), "{game}: {mv}");
        }
    }
    let (code, out, err) = run(&["review", "--game", "nogo", "--moves", "E5 D4 C3", "--visits", "50", "--json"], "");
    assert_eq!(code, 0, "{err}");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(lines.len() == 4 && lines[..3].iter().all(|judged| judged["visits"] == 50), "{out}");
}

#[test]
fn explain_shows_the_graph_as_text_json_and_page() {
    let common = ["explain", "nogo", "--board", "5x5", "--visits", "500", "--preset", "uct-plain"];
    let (code, text, err) = run(&common, "");
    assert!(code == 0 && text.contains("500 simulations") && text.contains("prior"), "{err}{text}");
    let (_, json, _) = run(&[&common[..], &["--json", "--nodes", "40"]].concat(), "");
    let graph: Value = serde_json::from_str(&json).expect("JSON");
    let nodes = graph["nodes"].as_array().expect("nodes");
    assert_eq!(nodes.len(), 40);
    let child = nodes[0]["edges"][0]["node"].as_u64().expect("the most visited move has a node") as usize;
    assert_eq!(nodes[child]["path"][0], nodes[0]["edges"][0]["move"]);
    let file = std::env::temp_dir().join(format!("luozi-explain-{}.html", std::process::id()));
    let (code, out, err) = run(&[&common[..], &["--html", file.to_str().expect("a path")]].concat(), "");
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    let page = std::fs::read_to_string(&file).expect("the page");
    std::fs::remove_file(&file).expect("it can be removed");
    assert!(page.contains("\"engine\":\"uct-plain\"") && !page.contains("LUOZI-DATA"));
    assert_eq!(page.matches("://").count(), page.matches("http://www.w3.org/").count(), "only name spaces");
    let (code, _, err) = run(&["explain", "connect4", "--preset", "greedy"], "");
    assert!(code == 2 && err.contains("no graph"), "{err}");
}

#[test]
fn presets_lists_every_published_design() {
    let (code, out, _) = run(&["presets"], "");
    assert_eq!(code, 0);
    for name in ["uct-pool", "uct-center", "reversi-weights", "nogo-mobility", "mcgs", "uct-plain"] {
        assert!(out.contains(name), "{name}");
    }
    for setting in ["\nmix = ", "\nmix_share = ", "\nsolve_within = ", "\nsolve_nodes = ", "\nsolve_root = "] {
        assert!(out.contains(setting), "{setting}");
    }
    let (_, json, _) = run(&["presets", "nogo", "--json"], "");
    let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(lines.iter().any(|line| line["preset"] == "nogo-mobility" && line["values"]["solve_root"] == "0"));
    assert!(lines.iter().any(|line| line["parameter"] == "mix_share"));
    assert!(lines.iter().any(|line| line["parameter"] == "c" && line["range"] != ""));
    assert!(lines.iter().all(|line| line["preset"] != "mcgs"));
}

#[test]
fn bench_signatures_do_not_depend_on_the_instruction_set() {
    let signature = |level: &str| {
        let output = luozi(&["bench", "reversi", "--json"]).env("LUOZI_CPU", level).output().expect("starts");
        let line: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
        assert_eq!(line["game"], "reversi");
        assert!(line["playouts_per_second"].as_f64().is_some_and(|rate| rate > 0.0));
        line["signature"].clone()
    };
    assert_eq!(signature("portable"), signature("avx512"));
}

/// Positions of three kinds, the last with a wrong score.
const SUITE: &str = "# sequence, score of the side to move\n2252576253462244111563365343671351441 -1\n\n\
    52753311433677442422121 8\n274552224131661\n7422341735647741166133573473242566 2\n";

#[test]
fn solve_gives_scores_best_moves_and_every_move() {
    let (code, out, err) = run(&["solve", "connect4", "--moves", "52753311433677442422121", "--all", "--json"], "");
    assert_eq!(code, 0, "{err}");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2, "one position and the summary");
    assert_eq!((&lines[0]["score"], &lines[0]["line"]), (&8.into(), &1.into()));
    let moves = lines[0]["moves"].as_array().expect("every move");
    let best = moves.iter().filter(|mv| mv["score"] == 8).map(|mv| &mv["move"]).collect::<Vec<_>>();
    assert!(best.contains(&&lines[0]["best"]), "{out}");
    assert!(moves.iter().all(|mv| mv["score"].as_i64().expect("exact") <= 8), "{out}");
    assert_eq!((&lines[1]["positions"], &lines[1]["unsolved"]), (&1.into(), &0.into()));
}

#[test]
fn solve_checks_a_file_and_counts() {
    let (code, out, err) = run(&["solve", "connect4", "--file", "-", "--json"], SUITE);
    assert_eq!(code, 1, "a wrong score in the file is a failed check: {err}");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let ok: Vec<&Value> = lines.iter().map(|line| &line["ok"]).collect();
    assert_eq!(ok[..4], [&Value::Bool(true), &Value::Bool(true), &Value::Null, &Value::Bool(false)]);
    assert_eq!(lines[3]["line"], 6, "lines are counted as in the file");
    let counts = ["positions", "correct", "wrong", "unsolved"].map(|name| lines[4][name].as_u64().expect("a count"));
    assert_eq!(counts, [4, 2, 1, 0]);
    let (code, out, _) = run(&["solve", "connect4", "--file", "-", "--nodes", "3"], SUITE);
    assert!(out.contains("unsolved") && out.contains(" to "), "{code} {out}");
}

#[test]
fn solve_explains_bad_files() {
    let cases = [
        ("4453\n48 1\n", "line 2, character 2: found `8`"),
        ("  445 x\n", "line 1, character 7: found `x`, expected the score"),
        ("445 1 2\n", "line 1, character 7: found `2`, expected the end of the line"),
        ("1111111 0\n", "column is full"),
    ];
    for (text, message) in cases {
        let (code, out, err) = run(&["solve", "connect4", "--file", "-"], text);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains(message), "{err}");
    }
    let (code, _, err) = run(&["solve", "connect4", "--file", "no/such/file"], "");
    assert!(code == 2 && err.contains("no/such/file"), "{err}");
    let (code, _, err) = run(&["solve", "connect4", "--file", "-", "--moves", "4"], "");
    assert!(code == 2 && err.contains("cannot be used with"), "{err}");
}

#[test]
fn solve_reads_reversi_endings() {
    let line = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXXXXXXXX- O; H8:+50;\n";
    let (code, out, err) = run(&["solve", "reversi", "--file", "-", "--json"], line);
    assert_eq!(code, 0, "{out}{err}");
    assert!(err.contains("empty squares to the winner"), "{err}");
    let first: Value = serde_json::from_str(out.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&first["score"], &first["best"], &first["ok"]), (&50.into(), &"h8".into(), &true.into()));
}
