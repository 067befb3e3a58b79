//! `luozi botzone --local-ai` as a user runs it: a started match, a kill in its middle, and a secret that stays one.

mod fake_site;

use fake_site::{FakeSite, Fault, SECRET};
use luozi::games::GameKind;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

fn luozi(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_luozi"));
    command.args(["botzone", "--game", "nogo", "--visits", "2", "--memory", "8MB"]).args(arguments);
    for variable in ["LUOZI_LOCAL_AI_URL", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] {
        command.env_remove(variable);
    }
    command.stdin(Stdio::null());
    command
}

/// The path as an argument.
fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_started_match_survives_a_kill_and_the_address_is_seen_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let (file, state) = (folder.path().join("address"), folder.path().join("address.state.json"));
    let site = FakeSite::new(GameKind::NOGO, 1, &[(6, Fault::Close)]);
    std::fs::write(&file, site.url() + "\n").unwrap();

    // Killed after a few moves of both matches, with responses that the site has not taken.
    let mut first =
        luozi(&["--local-ai", text(&file), "--run-match", "5f00a1"]).stderr(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(first.stderr.take().unwrap()).lines().map_while(Result::ok);
    let mut told: Vec<String> = Vec::new();
    for line in lines {
        told.push(line);
        if told.last().is_some_and(|line| line.contains("the site answered")) {
            break;
        }
    }
    assert!(told[0].ends_with("match started started") && told[1].contains("visits, pv"), "{told:?}");
    assert_eq!(told.last().unwrap(), "luozi: the site answered 502; trying again in 2 s");
    #[cfg(target_os = "linux")]
    {
        let line = std::fs::read(format!("/proc/{}/cmdline", first.id())).unwrap();
        assert!(!String::from_utf8_lossy(&line).contains(SECRET));
    }
    first.kill().unwrap();
    first.wait().unwrap();
    site.open();

    // The next client, with the address from the environment, goes on from the file until the site has told both results.
    let mut second = luozi(&["--local-ai", "--state", text(&state)]);
    let mut second =
        second.env("LUOZI_LOCAL_AI_URL", site.url()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let results: Vec<String> = BufReader::new(second.stdout.take().unwrap()).lines().take(2).flatten().collect();
    second.kill().unwrap();
    second.wait().unwrap();
    assert_eq!(results.len(), 2, "{results:?}");
    site.look(|record| assert_eq!(record.problems, [""; 0]));
    let all = told.concat() + &results.concat() + &std::fs::read_to_string(&state).unwrap();
    assert!(!all.contains(SECRET), "{all}");
}

#[test]
fn a_started_match_ends_the_program_when_it_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("address");
    // Another match runs beside the started one: both are played to their ends, in whatever order.
    let site = FakeSite::new(GameKind::NOGO, 1, &[]);
    std::fs::write(&file, site.url()).unwrap();
    let output = luozi(&["--local-ai", text(&file), "--run-match", "5f00a1", "--second"]).output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && out.lines().count() == 2 && out.contains("started: "), "{out}");

    // The site starts no second one so soon.
    let output = luozi(&["--local-ai", text(&file), "--run-match", "5f00a1"]).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && err.contains("try again later") && !err.contains(SECRET), "{err}");
}

#[test]
fn wrong_addresses_are_told_without_repeating_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("address");
    let site = FakeSite::new(GameKind::NOGO, 0, &[]);
    let run = |address: &str| {
        std::fs::write(&file, address).unwrap();
        let output = luozi(&["--local-ai", text(&file)]).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, err) = run(&site.url().replace(SECRET, "wr0ng"));
    assert!(code == Some(2) && err.contains("401") && !err.contains("wr0ng"), "{err}");
    let (code, err) = run("https://example.org/s3cr3tpassw0rd");
    assert!(code == Some(2) && err.contains("/localai") && !err.contains(SECRET), "{err}");
    let output = luozi(&["--local-ai", text(&folder.path().join("none"))]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let output = luozi(&["--local-ai"]).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && err.contains("LUOZI_LOCAL_AI_URL is not set"), "{err}");
}
