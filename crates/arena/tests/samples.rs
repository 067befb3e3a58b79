//! The sample bots of `examples/bots` and a real foreign engine, compiled where needed and played by the judge.

mod common;

use common::{PATIENT, Trial, compile, example, has_program, host, random_opening};
use luozi_arena::check::{CheckLimits, Restarts, examine, situations};
use luozi_arena::judge::{self, Ending};
use luozi_arena::players::{self, Choice, NoBuiltIns, PlayerSpec, Seat};
use luozi_arena::process::Deadline;
use luozi_core::Player;
use luozi_games::connect4::Cell;
use luozi_games::{GameKind, Setup};
use luozi_search::TimeControl;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Boards as Saiblo draws them, the corners of the range included.
fn saiblo_boards() -> Vec<Setup> {
    [(9, 12, 0, 0), (12, 9, 11, 4), (10, 11, 5, 5), (9, 9, 8, 8)]
        .map(|(rows, cols, row, col)| Setup::board(GameKind::CONNECT4, rows, cols).forbidding([Cell { row, col }]))
        .to_vec()
}

#[test]
fn saiblo_samples_beat_random_without_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    for source in ["saiblo_bot.c", "saiblo_bot.cpp"] {
        let object = compile(&example(source), folder.path());
        let (mut won, mut games) = (0, 0);
        for setup in saiblo_boards() {
            for side in Player::BOTH {
                let report = Trial::of(&setup, &format!("so:{}", object.display())).play_as(side);
                assert!(matches!(report.ending, Ending::Finished(_)), "{source}: {:?}", report.ending);
                won += u32::from(report.ending.winner() == Some(side));
                games += 1;
            }
        }
        assert!(won >= games - 1, "{source} won {won} of {games}");
    }
}

#[test]
fn botzone_sample_plays_every_form_without_a_fault() {
    let forms = [
        ("botzone", "--keep-running"),
        ("botzone-text", "--text --keep-running"),
        ("botzone", ""),
        ("botzone-text", "--text"),
    ];
    for kind in [GameKind::NOGO, GameKind::REVERSI] {
        let setup = Setup::standard(kind);
        for (form, options) in forms {
            let bot = format!("{form}:python3 {} {kind} {options}", example("botzone_bot.py").display());
            for side in Player::BOTH {
                // A fresh process every turn is slow to start, so those forms play only the end of a game.
                let plies = if options.contains("keep") { 0 } else { 50 };
                let trial = Trial { opening: random_opening(&setup, plies, 4), ..Trial::of(&setup, &bot) };
                let report = trial.play_as(side);
                assert!(matches!(report.ending, Ending::Finished(_)), "{bot}: {:?}", report.ending);
            }
        }
    }
}

#[test]
fn a_real_peer_plays_reversi_through_gtp() {
    if !has_program("gtp-rhino") {
        assert!(std::env::var_os("LUOZI_REQUIRE_PEERS").is_none(), "gtp-rhino is missing: apt-get install grhino");
        eprintln!("skipped: gtp-rhino is not installed (apt-get install grhino)");
        return;
    }
    // Half-played random games, since those have passes.
    let setup = Setup::standard(GameKind::REVERSI);
    let mut passes = 0;
    for side in Player::BOTH {
        for seed in 0..5 {
            let opening = random_opening(&setup, 30, seed);
            let report = Trial { opening, ..Trial::of(&setup, "gtp:gtp-rhino -l 1 -b 0") }.play_as(side);
            assert!(matches!(report.ending, Ending::Finished(_)), "{:?}", report.ending);
            passes += report.moves.iter().filter(|mv| *mv == "pass").count();
        }
        let report = Trial::of(&setup, "gtp:gtp-rhino -l 1 -b 0").play_as(side);
        assert_eq!(report.ending.winner(), Some(side), "even level 1 beats random");
    }
    assert!(passes > 0, "the games are to have passes");
}

/// The bot says on stderr whenever its process begins.
#[test]
fn a_restarted_bot_is_told_the_whole_game() {
    let bot = example("botzone_bot.py");
    for kind in [GameKind::NOGO, GameKind::REVERSI] {
        let command = format!("echo begins >&2; exec python3 {} {kind} --keep-running", bot.display());
        let spec = PlayerSpec::parse(&format!("botzone:sh -c '{command}'"), &[]).unwrap();
        let limits = CheckLimits { time: PATIENT, memory_bytes: 256 << 20 };
        for situation in situations(&spec, kind, 1).iter().filter(|one| one.restarts != Restarts::Never) {
            let stop = AtomicBool::new(false);
            let found = examine(&spec, situation, limits, &host(), &NoBuiltIns, &stop).unwrap().unwrap();
            assert_eq!(found.fault, None, "{}", situation.name);
            let processes = found.stderr.matches("begins").count();
            match situation.restarts {
                Restarts::Once => assert_eq!(processes, 2, "{}", situation.name),
                _ => assert!(processes > 3, "{}: {processes}", situation.name),
            }
        }
    }
}

/// It repeats on stderr what it hears and resigns.
const LISTENER: &str = r#"gtp:sh -c 'while read line; do echo "$line" >&2; case $line in list_commands) printf "= time_left\n\n";; \
genmove*) printf "= resign\n\n";; *) printf "=\n\n";; esac; done'"#;

#[test]
fn a_gtp_engine_hears_what_its_clock_has_left() {
    let setup = Setup::standard(GameKind::NOGO);
    let heard = |control: TimeControl| {
        let seat =
            Seat { setup: setup.clone(), side: Player::First, control, memory_bytes: 64 << 20, visits: None, seed: 1 };
        let spec = PlayerSpec::parse(LISTENER, &[]).unwrap();
        let mut bot = players::seat(&spec, &seat, &host(), &NoBuiltIns).unwrap();
        bot.prepare(&AtomicBool::new(false)).unwrap();
        let table = judge::set_up(&setup, &[]).unwrap();
        let choice = bot.choose(&table, Deadline::after(Duration::from_millis(900_500)));
        assert!(matches!(choice, Ok(Choice::Resign)), "{choice:?}");
        bot.take_stderr()
    };
    let clock = heard(TimeControl::Clock { base: Duration::from_secs(1000), increment: Duration::from_secs(5) });
    let left = clock.lines().find_map(|line| line.strip_prefix("time_left "));
    let words: Vec<&str> = left.unwrap_or_else(|| panic!("{clock}")).split(' ').collect();
    let seconds: u64 = words[1].parse().unwrap();
    assert!((700..=900).contains(&seconds) && words[2] == "0", "whole seconds of what is left: {clock}");
    assert!(!heard(TimeControl::PerMove(PATIENT)).contains("time_left"), "a limit for each move needs no telling");
}

#[test]
fn an_nboard_engine_is_told_its_depth() {
    let setup = Setup::standard(GameKind::REVERSI);
    let engine =
        r#"sh -c 'while read name rest; do case $name in set) echo "$rest" >&2;; ping) echo pong $rest;; esac; done'"#;
    for (bot, depth) in [(format!("nboard:{engine}"), 12), (format!("nboard:depth=20:{engine}"), 20)] {
        let mut bot = common::seat(&bot, &setup, Player::First, PATIENT, 64 << 20);
        bot.prepare(&AtomicBool::new(false)).unwrap();
        let heard = bot.take_stderr();
        assert!(heard.starts_with(&format!("depth {depth}\n")), "{heard}");
    }
}
