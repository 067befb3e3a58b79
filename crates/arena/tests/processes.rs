//! The supervisor against processes that misbehave: every fault is named, and nothing outlives its bot.

use luozi_arena::process::{BotProcess, Deadline, Exit, Host, Limits, ProcessFault};
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const LIMITS: Limits = Limits { memory_bytes: 200 << 20 };

fn host() -> Host {
    Host::program(env!("CARGO_BIN_EXE_luozi-arena-host"))
}

fn start(command: &[&str]) -> BotProcess {
    let command: Vec<OsString> = command.iter().map(OsString::from).collect();
    BotProcess::start(&host(), &command, LIMITS).unwrap()
}

fn shell(script: &str) -> BotProcess {
    start(&["sh", "-c", script])
}

/// A limit that only a broken supervisor reaches.
fn soon() -> Deadline<'static> {
    Deadline::after(Duration::from_secs(20))
}

fn fault_of(script: &str, limit: Duration) -> ProcessFault {
    shell(script).read_line(Deadline::after(limit)).unwrap_err()
}

fn is_alive(pid: &str) -> bool {
    assert!(!pid.is_empty(), "the bot did not tell its number");
    Path::new(&format!("/proc/{pid}")).exists()
}

#[test]
fn talks_in_lines_and_keeps_stderr() {
    let mut bot = shell("while read line; do echo \"heard $line\"; echo \"note $line\" >&2; done; echo bye");
    for word in ["one", "two"] {
        bot.begin_turn();
        bot.send(format!("{word}\n").as_bytes(), soon()).unwrap();
        assert_eq!(bot.read_line(soon()).unwrap(), format!("heard {word}").into_bytes());
    }
    bot.close_input();
    assert_eq!(bot.read_line(soon()).unwrap(), b"bye");
    assert_eq!(bot.read_line(soon()), Err(ProcessFault::ExitedEarly));
    assert_eq!(bot.take_stderr(), "note one\nnote two\n");
}

#[test]
fn every_way_to_end_has_its_name() {
    let long = Duration::from_secs(20);
    assert_eq!(fault_of("exit 0", long), ProcessFault::ExitedEarly);
    assert_eq!(fault_of("exit 7", long), ProcessFault::Crashed(Exit::Code(7)));
    assert_eq!(fault_of("kill -SEGV $$", long), ProcessFault::Crashed(Exit::Signal(11)));
    let missing = start(&["./no-such-program"]).read_line(soon()).unwrap_err();
    assert!(matches!(&missing, ProcessFault::NotStarted(why) if why.contains("no-such-program")), "{missing:?}");
    let short = Duration::from_millis(50);
    assert_eq!(fault_of("trap '' TERM INT HUP; while :; do :; done", short), ProcessFault::TimeOut(short));
    assert_eq!(fault_of("exec 1>&-; sleep 1000", short), ProcessFault::ClosedOutput);
    assert_eq!(fault_of("while :; do printf 0123456789abcdef; done", long), ProcessFault::Flood);
}

#[test]
fn a_bot_that_closes_its_input_is_told_apart_from_a_slow_one() {
    let mut bot = shell("exec 0<&-; echo closed; sleep 1000");
    assert_eq!(bot.read_line(soon()).unwrap(), b"closed");
    bot.send(b"anything\n", soon()).unwrap();
    assert_eq!(bot.read_line(Deadline::after(Duration::from_millis(50))), Err(ProcessFault::ClosedInput));
}

#[test]
fn a_bot_that_does_not_read_cannot_block_the_arena() {
    let mut bot = shell("sleep 1000");
    let limit = Duration::from_millis(50);
    let result = bot.send(&vec![b'x'; 1 << 20], Deadline::after(limit));
    assert_eq!(result, Err(ProcessFault::TimeOut(limit)));
}

#[test]
fn memory_of_the_whole_tree_counts() {
    // The child allocates; the limit is the tree's.
    let greedy = "python3 -c 'import time; x = bytearray(10 << 30); time.sleep(1000)' & wait";
    let fault = fault_of(greedy, Duration::from_secs(20));
    assert!(matches!(fault, ProcessFault::OutOfMemory { used: 200.., limit: 200 }), "{fault:?}");
}

#[test]
fn processor_time_is_measured() {
    let mut bot = shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo done; read line");
    let before = bot.cpu_time();
    bot.read_line(soon()).unwrap();
    assert!(bot.cpu_time() > before && bot.cpu_time() > Duration::from_millis(5), "{:?}", bot.cpu_time());
}

#[test]
fn dropping_a_bot_leaves_nothing_of_its_tree() {
    // A child that leaves the process group and the session, ignores signals and has lost its parent.
    let script = "setsid sh -c 'trap \"\" TERM HUP INT; (sleep 1000 & echo $!); sleep 1000' & echo $$; wait";
    let mut bot = shell(script);
    let pids: Vec<String> = (0..2).map(|_| String::from_utf8(bot.read_line(soon()).unwrap()).unwrap()).collect();
    assert!(pids.iter().all(|pid| is_alive(pid)), "{pids:?}");
    drop(bot);
    assert!(!pids.iter().any(|pid| is_alive(pid)), "{pids:?}");
}

#[test]
fn fork_bombs_end_with_their_bot() {
    // Every generation starts two and dies, so the tree is always orphans of orphans.
    let script = "f() { if [ $1 -lt 6 ]; then f $(($1+1)) & f $(($1+1)) & fi; [ $1 = 3 ] && sleep 1000; }; f 0; echo ready; wait; sleep 1000";
    let mut bot = shell(script);
    assert_eq!(bot.read_line(soon()).unwrap(), b"ready");
    drop(bot);
}

/// A killed arena is, for the supervisor, nothing but the end of its control socket.
#[test]
fn killing_the_arena_ends_the_bot() {
    let (ours, theirs) = std::os::unix::net::UnixStream::pair().unwrap();
    let control = std::os::fd::OwnedFd::from(theirs);
    let mut supervisor = Command::new(env!("CARGO_BIN_EXE_luozi-arena-host"))
        .args(["__supervise", "0", "1000000000", "at-large", "sh", "-c", "echo $$; exec sleep 1000"])
        .stdin(Stdio::from(control))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut output = std::io::BufReader::new(supervisor.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut output, &mut line).unwrap();
    assert!(is_alive(line.trim()));
    drop(ours);
    let begin = Instant::now();
    assert!(supervisor.wait().unwrap().success());
    assert!(begin.elapsed() < Duration::from_secs(10));
    assert!(!is_alive(line.trim()));
}

#[test]
fn a_wait_ends_at_once_when_the_arena_stops() {
    let stop = AtomicBool::new(true);
    let mut bot = shell("sleep 1000");
    let asked = Instant::now();
    let long = Duration::from_secs(600);
    assert_eq!(bot.read_line(Deadline::after(long).unless(&stop)), Err(ProcessFault::Interrupted));
    assert!(asked.elapsed() < long / 2);
}

#[test]
fn a_bot_that_floods_stderr_is_still_late() {
    let limit = Duration::from_millis(50);
    assert_eq!(fault_of("while :; do echo noise >&2; done", limit), ProcessFault::TimeOut(limit));
}

#[test]
fn what_passed_between_arena_and_bot_is_kept() {
    let mut bot = shell("while read line; do echo \"heard $line\"; done");
    for word in ["one", "two"] {
        bot.begin_turn();
        bot.send(format!("{word}\n").as_bytes(), soon()).unwrap();
        bot.read_line(soon()).unwrap();
    }
    let exchange = bot.exchange();
    assert_eq!((exchange.sent, exchange.received), (b"one\ntwo\n".to_vec(), b"heard two\n".to_vec()));
}

/// A bot that ends a helper of its own and waits for it: with SIGTERM blocked, the helper would never end.
#[test]
fn a_bot_can_end_its_own_children() {
    let script =
        "import subprocess; p = subprocess.Popen(['sleep', '1000']); p.terminate(); print(p.wait(), flush=True)";
    assert_eq!(start(&["python3", "-c", script]).read_line(soon()).unwrap(), b"-15");
}

/// Whatever the arena was started with, the bot finds what a shell would give it.
#[test]
fn a_bot_starts_clean() {
    let (ours, theirs) = std::os::unix::net::UnixStream::pair().unwrap();
    let host = env!("CARGO_BIN_EXE_luozi-arena-host");
    let look = "import os; s = dict(l.split(':') for l in open('/proc/self/status') if l.startswith('Sig')); \
                print(int(s['SigBlk'], 16), int(s['SigIgn'], 16) & 0x7fffffff & ~(1 << 12 | 1 << 24), sorted(os.listdir('/proc/self/fd')), \
                os.getsid(0) == os.getpid(), os.environ['WORD'])";
    // An arena that ignores signals and has files open, as under nohup and make.
    let script = "trap '' HUP USR1; exec 7</dev/null 9>/dev/null; exec \"$0\" __supervise 0 1000000000 at-large python3 -c \"$1\"";
    let supervisor = Command::new("sh")
        .args(["-c", script, host, look])
        .env("WORD", "kept")
        .stdin(Stdio::from(std::os::fd::OwnedFd::from(theirs)))
        .output()
        .unwrap();
    drop(ours);
    // Python itself ignores SIGPIPE and SIGXFSZ, the C library keeps two for itself; descriptor 3 is the listing.
    let told = String::from_utf8_lossy(&supervisor.stdout);
    assert_eq!(told.trim(), "0 0 ['0', '1', '2', '3'] True kept", "{}", String::from_utf8_lossy(&supervisor.stderr));
}
