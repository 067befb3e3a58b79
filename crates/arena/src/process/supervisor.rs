//! The supervisor: a tiny process between the arena and one bot. It plays no part in the conversation.
//!
//! Started as `PROGRAM __supervise CONTROL_FD MEMORY_BYTES at-large|shut-in GROUPS BOT ARGUMENTS...` with the bot's three pipes as its own.
//! GROUPS follows `shut-in` only: the folder in which control groups can be made, or nothing.
//! It outlives neither the bot nor the arena, and when it ends nothing it ever started is left.

use super::group::{Group, Met};
use super::report::{Ending, Exit, Report};
use super::{fail, sandbox, so_host, tree};
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::libc;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, dup2_stderr, dup2_stdin, dup2_stdout, getpid, setsid};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The hidden subcommand that supervises a bot.
pub(crate) const SUPERVISE: &str = "__supervise";
/// The hidden subcommand that hosts a shared object.
pub(crate) const SO_HOST: &str = "__so-host";

/// The hidden subcommand that only loads a shared object.
pub(crate) const SO_PROBE: &str = "__so-probe";

/// Whether the bot's command has walls around it.
pub(crate) const AT_LARGE: &str = "at-large";
pub(crate) const SHUT_IN: &str = "shut-in";

/// Processes a bot may have: no bot needs so many, and a machine stands them.
pub(super) const MOST_PROCESSES: usize = 256;

/// Milliseconds between two looks at the memory of the tree.
const MEMORY_CHECK_MS: u16 = 20;

/// Runs a hidden subcommand if the arguments (program name first) ask for one; `None` if they do not.
///
/// A program that uses the arena calls this first in `main`, because the arena starts that same program again for
/// every bot.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    let mut arguments = arguments.into_iter().skip(1);
    match arguments.next()?.to_str()? {
        SUPERVISE => Some(match Job::read(arguments) {
            Ok(job) => job.run(),
            Err(problem) => fail(SUPERVISE, problem),
        }),
        command @ (SO_HOST | SO_PROBE) => Some(match arguments.next() {
            Some(path) if command == SO_HOST => so_host::run(path.as_ref()),
            Some(path) => so_host::probe(path.as_ref()),
            None => fail(command, "expected the path of a shared object"),
        }),
        _ => None,
    }
}

/// What one supervisor is told to do.
struct Job {
    control: UnixStream,
    memory_bytes: u64,
    /// What is kept around a bot with walls.
    walls: Option<Walls>,
    program: OsString,
    arguments: Vec<OsString>,
}

/// What the supervisor adds to the walls that the command itself puts up.
struct Walls {
    /// Where control groups can be made.
    groups: Option<PathBuf>,
}

impl Job {
    fn read(mut arguments: impl Iterator<Item = OsString>) -> Result<Job, &'static str> {
        let mut number = || arguments.next().and_then(|n| n.to_str()?.parse::<u64>().ok());
        let control = number().and_then(|n| RawFd::try_from(n).ok()).ok_or("expected the control socket's number")?;
        let memory_bytes = number().ok_or("expected the memory limit in bytes")?;
        let walls = match arguments.next() {
            Some(word) if word == SHUT_IN => {
                let groups = arguments.next().ok_or("expected the folder of control groups, or an empty word")?;
                Some(Walls { groups: Some(PathBuf::from(groups)).filter(|groups| groups.is_absolute()) })
            }
            Some(word) if word == AT_LARGE => None,
            _ => return Err("expected at-large or shut-in"),
        };
        let program = arguments.next().ok_or("expected the bot's program")?;
        // SAFETY: the arena opened this descriptor for us alone and nothing else in this process uses the number;
        // a wrong number gives errors on use, not undefined behaviour.
        let given = unsafe { OwnedFd::from_raw_fd(control) };
        // A copy above the standard streams, which are replaced once the bot has them; the bot must not get it.
        let copy = fcntl(&given, FcntlArg::F_DUPFD_CLOEXEC(3)).map_err(|_| "the control socket is not open")?;
        // SAFETY: the system call has just made this descriptor, and nobody else knows it.
        let control = UnixStream::from(unsafe { OwnedFd::from_raw_fd(copy) });
        if given.as_raw_fd() < 3 {
            // A standard stream of ours: the bot inherits it as its own, so it stays open until it is replaced.
            std::mem::forget(given);
        }
        Ok(Job { control, memory_bytes, walls, program, arguments: arguments.collect() })
    }

    fn run(mut self) -> ExitCode {
        let mut peak_bytes = 0;
        // A group that cannot be made now, though it could a moment ago, is no fault of the bot's: our own limits remain.
        let folder = self.walls.as_ref().and_then(|walls| walls.groups.as_ref());
        let group = folder.and_then(|folder| Group::new(folder, self.memory_bytes + sandbox::PRIVATE_BYTES).ok());
        let ending = self.watch(&mut peak_bytes, group.as_ref()).unwrap_or_else(|e| Ending::NotStarted(e.to_string()));
        if let Some(group) = &group {
            group.kill();
        }
        kill_all();
        drop(group);
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("own usage can always be read");
        let times = [usage.user_time(), usage.system_time()];
        let cpu_us = times.iter().map(|t| t.tv_sec() as u64 * 1_000_000 + t.tv_usec() as u64).sum();
        let report = Report { ending, cpu_us, peak_bytes };
        // If the arena is gone nobody needs the report.
        let _ = self.control.write_all(serde_json::to_string(&report).expect("a report is plain data").as_bytes());
        ExitCode::SUCCESS
    }

    /// Starts the bot and waits for its end, the arena's end, too much memory or a signal.
    fn watch(&mut self, peak_bytes: &mut u64, group: Option<&Group>) -> io::Result<Ending> {
        // Step 1. Orphans of the bot become our children; signals arrive as data.
        prctl::set_child_subreaper(true)?;
        let mut mask = SigSet::empty();
        for signal in [Signal::SIGCHLD, Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP] {
            mask.add(signal);
        }
        mask.thread_block()?;
        let signals = SignalFd::with_flags(&mask, SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC)?;

        // Step 2. The bot, with our pipes; afterwards we let go of them, so that their ends mean what they say.
        let bot =
            self.start_bot(group).map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", self.program.display())))?;
        let nothing = File::options().read(true).write(true).open("/dev/null")?;
        dup2_stdin(&nothing)?;
        dup2_stdout(&nothing)?;
        dup2_stderr(&nothing)?;

        // Step 3. Wait.
        loop {
            let mut events =
                [PollFd::new(self.control.as_fd(), PollFlags::POLLIN), PollFd::new(signals.as_fd(), PollFlags::POLLIN)];
            match poll(&mut events, PollTimeout::from(MEMORY_CHECK_MS)) {
                Ok(_) | Err(Errno::EINTR) => {}
                Err(e) => return Err(e.into()),
            }
            if events[0].any().unwrap_or(true) {
                return Ok(Ending::Stopped);
            }
            while let Some(signal) = signals.read_signal()? {
                if signal.ssi_signo != Signal::SIGCHLD as u32 {
                    return Ok(Ending::Stopped);
                }
            }
            // The kernel's limits first: whatever else happened is what came of them.
            let exit = reap(bot);
            match group.and_then(Group::met) {
                Some(Met::Memory(bytes)) => return Ok(Ending::OutOfMemory(bytes)),
                Some(Met::Tasks) => return Ok(Ending::TooManyTasks),
                None => {}
            }
            if let Some(exit) = exit {
                return Ok(Ending::Exited(if self.walls.is_some() { through_walls(exit) } else { exit }));
            }
            let processes = tree::descendants(getpid());
            if processes.len() > MOST_PROCESSES {
                return Ok(Ending::TooManyProcesses(processes.len()));
            }
            let bytes = tree::resident_bytes(&processes);
            *peak_bytes = bytes.max(*peak_bytes);
            if bytes > self.memory_bytes {
                return Ok(Ending::OutOfMemory(bytes));
            }
        }
    }

    fn start_bot(&self, group: Option<&Group>) -> io::Result<Pid> {
        keep_descriptors_to_ourselves()?;
        let entrance = group.map(Group::entrance).transpose()?;
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        let shut_in = self.walls.is_some();
        // SAFETY: all of these are plain system calls that allocate nothing, so they are allowed between fork and exec.
        unsafe {
            command.pre_exec(move || {
                if let Some(entrance) = &entrance {
                    nix::unistd::write(entrance, b"0")?;
                }
                if shut_in {
                    sandbox::set_limits()?;
                }
                setsid()?;
                prctl::set_pdeathsig(Signal::SIGKILL)?;
                setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
                forget_signals()
            });
        }
        Ok(Pid::from_raw(command.spawn()?.id() as i32))
    }
}

/// Whatever the arena's own parent left open ends with the next exec: a bot has its three streams and nothing else.
fn keep_descriptors_to_ourselves() -> io::Result<()> {
    for entry in fs::read_dir("/proc/self/fd")? {
        let number = entry?.file_name().to_str().and_then(|name| name.parse::<RawFd>().ok());
        if let Some(number @ 3..) = number {
            // SAFETY: the number is only looked at; one that has been closed meanwhile (the listing's own) is an error.
            let descriptor = unsafe { BorrowedFd::borrow_raw(number) };
            let _ = fcntl(descriptor, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC));
        }
    }
    Ok(())
}

/// Signals as a shell's child has them: nothing blocked, nothing ignored. What we block for our own use, and what whoever
/// started the arena ignores (`nohup`), must not reach a bot, which may wait for its own children and end them.
fn forget_signals() -> io::Result<()> {
    for number in 1..=libc::SIGRTMAX() {
        // SAFETY: a disposition is set to its default in a process that is about to become another program. SIGKILL,
        // SIGSTOP and the two that belong to the C library refuse, which is what they are like anyway.
        unsafe { libc::signal(number, libc::SIG_DFL) };
    }
    Ok(SigSet::empty().thread_set_mask()?)
}

/// bubblewrap tells a signal as a shell does, by an exit code above 128.
fn through_walls(exit: Exit) -> Exit {
    match exit {
        Exit::Code(code @ 129..=192) => Exit::Signal(code - 128),
        other => other,
    }
}

/// Collects every child that has ended; the bot's exit if it is among them.
fn reap(bot: Pid) -> Option<Exit> {
    let mut exit = None;
    loop {
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Ok(WaitStatus::Exited(pid, code)) if pid == bot => exit = Some(Exit::Code(code)),
            Ok(WaitStatus::Signaled(pid, signal, _)) if pid == bot => exit = Some(Exit::Signal(signal as i32)),
            Ok(WaitStatus::StillAlive) | Err(_) => return exit,
            Ok(_) => {}
        }
    }
}

/// Kills everything below us. Each round kills all that is known and waits for one to end; the children of a dead
/// process become ours, so the rounds end when nothing is left.
fn kill_all() {
    loop {
        tree::kill_descendants(getpid());
        match waitpid(None, None) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(_) => return,
        }
    }
}
