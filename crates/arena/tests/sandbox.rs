//! Walls around bots: the zoo of those that look around, call out, write everywhere, fork without end and fill the disk.

mod common;

use common::{compile, example};
use luozi_arena::judge::{self, Ending, Terms};
use luozi_arena::players::{self, NoBuiltIns, PlayerSpec, RandomPlayer, Seat, probe};
use luozi_arena::process::{BotProcess, Deadline, Exit, Host, Limits, ProcessFault, Sandbox};
use luozi_core::Player;
use luozi_games::connect4::Cell;
use luozi_games::{GameKind, Setup};
use luozi_search::TimeControl;
use std::ffi::OsString;
use std::net::TcpListener;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const LIMITS: Limits = Limits { memory_bytes: 200 << 20 };

/// A host with walls; `None`, with a word, on a machine that cannot have them.
fn walled() -> Option<Host> {
    match Sandbox::find() {
        Ok(sandbox) => Some(common::host().with_sandbox(Some(sandbox))),
        Err(why) => {
            assert!(std::env::var_os("LUOZI_REQUIRE_PEERS").is_none(), "{why}");
            eprintln!("skipped: {why}");
            None
        }
    }
}

fn start(host: &Host, command: &[&str]) -> BotProcess {
    let command: Vec<OsString> = command.iter().map(OsString::from).collect();
    BotProcess::start(host, &command, LIMITS).unwrap()
}

/// The first line a program prints inside the walls.
fn told(host: &Host, command: &[&str]) -> String {
    let mut bot = start(host, command);
    let line = bot.read_line(Deadline::after(Duration::from_secs(60)));
    String::from_utf8(line.unwrap_or_else(|fault| panic!("{fault}: {}", bot.take_stderr()))).unwrap()
}

#[test]
fn a_bot_sees_no_home_and_no_other_process() {
    let Some(host) = walled() else { return };
    let home = std::env::var("HOME").unwrap_or_else(|_| "/root".to_string());
    let look = format!("echo $(ls -A {home} | wc -l) $(ls -A /home | wc -l) $HOME");
    assert_eq!(told(&host, &["sh", "-c", &look]), "0 0 /tmp");
    let arena = std::process::id();
    let processes = told(&host, &["sh", "-c", "ls /proc | grep -c '^[0-9]'"]);
    assert!(processes.parse::<u32>().unwrap() < 10, "{processes}");
    let attach = format!("import ctypes; print(ctypes.CDLL(None).ptrace(16, {arena}, 0, 0))");
    assert_eq!(told(&host, &["python3", "-c", &attach]), "-1", "it cannot take hold of the arena");
    let kill = format!("kill -0 {arena} 2>/dev/null && echo reached || echo gone");
    assert_eq!(told(&host, &["sh", "-c", &kill]), "gone");
    assert_eq!(told(&host, &["sh", "-c", "echo ${CARGO_MANIFEST_DIR:-nothing}"]), "nothing", "no variable of ours");
}

/// A folder full of other people's bots: a bot sees its own file there and no other, whether it is a program, a script or
/// something that a command names.
#[test]
fn a_bot_sees_its_own_file_of_a_private_folder_and_no_other() {
    let Some(_) = walled() else { return };
    // Not below /tmp, which every bot sees empty.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let bots = folder.path().join("bots");
    for bot in ["own", "other"] {
        std::fs::create_dir_all(bots.join(bot)).unwrap();
        std::fs::write(
            bots.join(bot).join("bot.sh"),
            format!("find {} -type f | sort | tr '\\n' ' '; echo", folder.path().display()),
        )
        .unwrap();
    }
    std::fs::write(folder.path().join("class.db"), "secret").unwrap();
    let sandbox = Sandbox::find().unwrap().hiding(folder.path()).unwrap();
    let host = common::host().with_sandbox(Some(sandbox));
    let own = bots.join("own/bot.sh");
    let own = own.to_str().unwrap();
    assert_eq!(told(&host, &["sh", own]).trim(), own, "a script");
    use std::os::unix::fs::PermissionsExt;
    let program = bots.join("own/bot");
    std::fs::write(&program, format!("#!/bin/sh\nfind {} -type f\n", folder.path().display())).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(told(&host, &[program.to_str().unwrap()]), program.to_str().unwrap(), "a program");
    let sources = bots.join("own");
    let listed = told(
        &host,
        &[
            "sh",
            "-c",
            &format!("ls {0} {0}/../other 2>/dev/null | tr '\\n' ' '", sources.display()),
            sources.to_str().unwrap(),
        ],
    );
    assert!(listed.contains("bot.sh") && !listed.contains("other"), "a folder that the command names: {listed}");
    assert_eq!(
        told(&host, &["sh", "-c", &format!("cat {}/class.db 2>/dev/null || echo nothing", folder.path().display())]),
        "nothing"
    );
}

#[test]
fn a_bot_cannot_call_out() {
    let Some(host) = walled() else { return };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let call = format!(
        "import socket\ntry: socket.create_connection(('127.0.0.1', {}), 5); print('through')\nexcept OSError: print('walls')",
        listener.local_addr().unwrap().port()
    );
    assert_eq!(told(&common::host(), &["python3", "-c", &call]), "through", "the call itself works");
    assert_eq!(told(&host, &["python3", "-c", &call]), "walls");
}

#[test]
fn a_bot_writes_nowhere_but_in_its_own_small_folder() {
    let Some(host) = walled() else { return };
    let mark = format!("luozi-sandbox-{}", std::process::id());
    let here = std::env::current_dir().unwrap();
    let write = format!(
        "for d in . / /usr /etc /var/tmp /home /root {}; do (echo x > $d/{mark}) 2>/dev/null && echo -n \"$d \"; done; \
         (echo x > /tmp/{mark}) && echo own",
        here.display()
    );
    assert_eq!(told(&host, &["sh", "-c", &write]), "own");
    assert!(!std::path::Path::new("/tmp").join(&mark).exists(), "its folder is its own");
    let fill = "head -c 300000000 /dev/zero > /tmp/a 2>/dev/null; head -c 300000000 /dev/zero > /tmp/b 2>/dev/null; \
                cat /tmp/a /tmp/b | wc -c";
    let bytes: u64 = told(&host, &["sh", "-c", fill]).parse().unwrap();
    assert!(bytes <= luozi_arena::process::PRIVATE_BYTES, "{bytes}");
}

#[test]
fn a_bot_that_forks_without_end_gets_a_verdict() {
    let bomb = "while :; do sleep 1000 & done";
    let mut hosts = vec![common::host()];
    hosts.extend(walled());
    for host in hosts {
        let begun = Instant::now();
        let command = ["sh", "-c", bomb].map(OsString::from);
        // Enough memory for so many: the number is to be the verdict.
        let mut bot = BotProcess::start(&host, &command, Limits { memory_bytes: 4 << 30 }).unwrap();
        let fault = bot.read_line(Deadline::after(Duration::from_secs(60))).unwrap_err();
        assert!(matches!(fault, ProcessFault::TooManyProcesses { limit: 256, .. }), "{fault}");
        drop(bot);
        assert!(begun.elapsed() < Duration::from_secs(50));
    }
}

/// What a bot ends with whose limit only the kernel can see; `None`, with a word, where the kernel keeps no such limit for us.
fn ended_by_the_kernel(script: &str, limits: Limits) -> Option<ProcessFault> {
    let host = walled()?;
    if !Sandbox::find().unwrap().has_groups() {
        eprintln!("skipped: no control groups (version 2) can be made here");
        return None;
    }
    let mut bot = BotProcess::start(&host, &["python3", "-c", script].map(OsString::from), limits).unwrap();
    match bot.read_line(Deadline::after(Duration::from_secs(60))) {
        Ok(_) => {
            eprintln!("skipped: the control groups here do not limit that");
            None
        }
        Err(ProcessFault::Crashed(exit)) => panic!("crashed: {exit}: {}", bot.take_stderr()),
        Err(fault) => Some(fault),
    }
}

/// Threads are no fault, but not without end.
#[test]
fn the_kernel_keeps_its_own_limit_of_processes_and_threads() {
    let threads = "import threading, time\nfor i in range(2000): threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()\nprint('all of them')";
    if let Some(fault) = ended_by_the_kernel(threads, Limits { memory_bytes: 4 << 30 }) {
        assert_eq!(fault, ProcessFault::TooManyTasks { limit: 1024 });
    }
}

/// Files in memory belong to no process, so that no look at processes finds them.
#[test]
fn the_kernel_keeps_its_own_limit_of_memory() {
    let files = "import os\nfor i in range(40):\n for j in range(32): os.write(os.memfd_create('x') if j == 0 else i + 3, bytes(1 << 20))\nprint('all of them')";
    if let Some(fault) = ended_by_the_kernel(files, LIMITS) {
        // The private folder of 64 MB counts as well and is no fault.
        assert!(matches!(fault, ProcessFault::OutOfMemory { used: 264.., limit: 200 }), "{fault}");
    }
}

#[test]
fn endings_are_told_through_the_walls() {
    let Some(host) = walled() else { return };
    let fault = |script: &str| {
        start(&host, &["sh", "-c", script]).read_line(Deadline::after(Duration::from_secs(60))).unwrap_err()
    };
    assert_eq!(fault("kill -SEGV $$"), ProcessFault::Crashed(Exit::Signal(11)));
    assert_eq!(fault("exit 7"), ProcessFault::Crashed(Exit::Code(7)));
    assert_eq!(fault("exit 0"), ProcessFault::ExitedEarly);
    let greedy = "exec python3 -c 'x = bytearray(10 << 30)'";
    assert!(matches!(fault(greedy), ProcessFault::OutOfMemory { .. }));
}

/// The sample bots play whole games behind walls. What walls cost is printed, for `docs/arena.md`: times on a busy machine decide nothing.
#[test]
fn samples_play_behind_walls() {
    let Some(walled) = walled() else { return };
    let folder = tempfile::tempdir().unwrap();
    let object = compile(&example("saiblo_bot.c"), folder.path());
    let spec = PlayerSpec::parse(&format!("so:{}", object.display()), &[]).unwrap();
    probe(&spec, &walled, LIMITS, &AtomicBool::new(false)).unwrap();
    let setup = Setup::board(GameKind::CONNECT4, 9, 9).forbidding([Cell { row: 4, col: 4 }]);
    let control = TimeControl::PerMove(common::PATIENT);
    let hosts = [common::host(), walled];
    let [mut starts, mut turns] = [[Vec::new(), Vec::new()], [Vec::new(), Vec::new()]];
    // By turns, so that a busy machine is as busy for both.
    for seed in 0..7 {
        for (kind, host) in hosts.iter().enumerate() {
            let begun = Instant::now();
            assert_eq!(told(host, &["echo", "here"]), "here");
            starts[kind].push(begun.elapsed());
            let seat = Seat {
                setup: setup.clone(),
                side: Player::First,
                control,
                memory_bytes: 200 << 20,
                visits: None,
                seed,
            };
            let bot = players::seat(&spec, &seat, host, &NoBuiltIns).unwrap();
            let stop = AtomicBool::new(false);
            let table = judge::set_up(&setup, &[]).unwrap();
            let mut contenders = [bot, Box::new(RandomPlayer::seeded(seed))];
            let report = judge::play(table, &mut contenders, Terms::new(control, &stop), |mv| {
                // The first turn of a game is the start of the bot.
                if mv.ply > 0 && mv.ply % 2 == 0 {
                    turns[kind].push(mv.wall);
                }
                true
            })
            .unwrap();
            assert!(matches!(report.ending, Ending::Finished(_)), "{:?} {}", report.ending, report.stderr[0]);
        }
    }
    let median = |mut times: Vec<Duration>| {
        times.sort();
        times[times.len() / 2]
    };
    let ([start, start_walled], [turn, turn_walled]) = (starts.map(median), turns.map(median));
    eprintln!(
        "a bot starts in {start:.1?}, behind walls in {start_walled:.1?}; a turn takes {turn:.1?}, behind walls {turn_walled:.1?}"
    );
}
