//! The arena's side of a supervised bot: start, talk with deadlines, find out how it ended.

use super::deadline::Deadline;
use super::group::MOST_TASKS;
use super::log::Log;
use super::report::{Ending, Exit, Report};
use super::sandbox::{Sandbox, SandboxError};
use super::supervisor::MOST_PROCESSES;
use super::supervisor::{AT_LARGE, SHUT_IN, SO_HOST, SO_PROBE, SUPERVISE};
use super::tree;
use nix::fcntl::{FcntlArg, FdFlag, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::unistd::Pid;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A bot that prints more than this in one turn has lost its mind.
pub const OUTPUT_LIMIT_BYTES: usize = 1 << 20;

/// The program that becomes supervisor and host when it is started with a hidden subcommand.
#[derive(Clone, Debug)]
pub struct Host {
    program: PathBuf,
    /// What stands before the hidden subcommand, for programs that run inside an interpreter.
    arguments: Vec<OsString>,
    /// What bots are shut in.
    sandbox: Option<Sandbox>,
}

impl Host {
    /// The running program itself; its `main` must call [`supervisor::main`](super::supervisor::main) first.
    pub fn current() -> io::Result<Host> {
        std::env::current_exe().map(Host::program)
    }

    /// Another program that does so.
    pub fn program(path: impl Into<PathBuf>) -> Host {
        Host { program: path.into(), arguments: Vec::new(), sandbox: None }
    }

    /// The same with arguments of its own before those of the arena.
    pub fn with_arguments(self, arguments: impl IntoIterator<Item = OsString>) -> Host {
        Host { arguments: arguments.into_iter().collect(), ..self }
    }

    /// The same, with walls around every bot.
    pub fn with_sandbox(self, sandbox: Option<Sandbox>) -> Host {
        Host { sandbox, ..self }
    }

    /// The same, with the walls it has or else new ones: the way to run bots that are not trusted.
    pub fn shut_in(self) -> Result<Host, SandboxError> {
        let sandbox = self.sandbox.clone().map_or_else(Sandbox::find, Ok)?;
        Ok(self.with_sandbox(Some(sandbox)))
    }

    /// The same, with a folder more that bots do not see but for the files that their own commands name; nothing without walls.
    pub fn hiding(mut self, folder: &Path) -> io::Result<Host> {
        self.sandbox = self.sandbox.map(|sandbox| sandbox.hiding(folder)).transpose()?;
        Ok(self)
    }

    /// The command that plays the Saiblo wire form for a shared object.
    pub fn shared_object(&self, path: &Path) -> Vec<OsString> {
        self.hidden(SO_HOST, path)
    }

    /// The command that only loads a shared object and says so.
    pub(crate) fn shared_object_probe(&self, path: &Path) -> Vec<OsString> {
        self.hidden(SO_PROBE, path)
    }

    fn hidden(&self, subcommand: &str, path: &Path) -> Vec<OsString> {
        let own = std::iter::once(self.program.clone().into()).chain(self.arguments.iter().cloned());
        own.chain([subcommand.into(), path.into()]).collect()
    }
}

/// What a bot may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Memory of its whole process tree.
    pub memory_bytes: u64,
}

/// The arena itself could not start a process.
#[derive(Debug, thiserror::Error)]
#[error("could not start a supervisor for the bot: {0}")]
pub struct StartError(#[from] io::Error);

/// Why no answer came.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProcessFault {
    /// The program does not exist or may not be run.
    #[error("could not be started: {0}")]
    NotStarted(String),
    /// The deadline passed.
    #[error("gave no answer within {} ms", .0.as_millis())]
    TimeOut(Duration),
    /// The arena itself gave up waiting.
    #[error("was interrupted by the arena")]
    Interrupted,
    /// It ended with an error code or by a signal.
    #[error("crashed: {0}")]
    Crashed(Exit),
    /// It ended as if its work were done.
    #[error("ended in mid-game with exit code 0")]
    ExitedEarly,
    /// It uses more memory than allowed.
    #[error("used {used} MB of memory, more than the limit of {limit} MB")]
    OutOfMemory {
        /// Megabytes in use when it was killed.
        used: u64,
        /// Megabytes that its process tree was allowed.
        limit: u64,
    },
    /// It starts processes without end.
    #[error("ran {used} processes at once, more than the limit of {limit}")]
    TooManyProcesses {
        /// Processes that were counted.
        used: usize,
        /// Processes it may have at once, the same for all bots.
        limit: usize,
    },
    /// It starts processes or threads without end, faster than they are counted.
    #[error("started more processes and threads than the limit of {limit}")]
    TooManyTasks {
        /// Processes and threads that the kernel lets a bot have at once.
        limit: u64,
    },
    /// It prints without end.
    #[error("printed more than {} KB in one turn", OUTPUT_LIMIT_BYTES / 1024)]
    Flood,
    /// It closed its standard input, so it cannot know the position.
    #[error("closed its standard input and gave no answer")]
    ClosedInput,
    /// It closed its standard output and lives on.
    #[error("closed its standard output without an answer")]
    ClosedOutput,
}

/// What passed between the arena and a bot.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Exchange {
    /// All that its process was sent since it began.
    pub sent: Vec<u8>,
    /// What it printed in its last turn.
    pub received: Vec<u8>,
}

/// A running bot. Dropping it kills the whole tree and waits until it is gone.
#[derive(Debug)]
pub struct BotProcess {
    supervisor: Child,
    control: Option<UnixStream>,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: ChildStderr,
    limits: Limits,
    sent: Vec<u8>,
    /// Printed by the bot; what comes before `taken` has been read already.
    pending: Vec<u8>,
    taken: usize,
    printed_this_turn: usize,
    stdout_ended: bool,
    stderr_ended: bool,
    log: Log,
}

impl BotProcess {
    /// Starts `command` (program and arguments) below a supervisor.
    pub fn start(host: &Host, command: &[OsString], limits: Limits) -> Result<BotProcess, StartError> {
        let (ours, theirs) = UnixStream::pair()?;
        let control = theirs.as_raw_fd();
        let mut supervisor = Command::new(&host.program);
        supervisor.args(&host.arguments).arg(SUPERVISE).arg(control.to_string()).arg(limits.memory_bytes.to_string());
        match &host.sandbox {
            Some(sandbox) => supervisor.arg(SHUT_IN).arg(sandbox.groups_folder()).args(sandbox.around(command)),
            None => supervisor.arg(AT_LARGE).args(command),
        };
        supervisor.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        // SAFETY: one system call that allocates nothing; it lets `theirs`, which is open until after the spawn,
        // through this one exec.
        unsafe {
            supervisor.pre_exec(move || {
                let theirs = std::os::fd::BorrowedFd::borrow_raw(control);
                fcntl(theirs, FcntlArg::F_SETFD(FdFlag::empty()))?;
                Ok(())
            });
        }
        let mut supervisor = supervisor.spawn()?;
        let taken = "every pipe was asked for";
        let stdin = supervisor.stdin.take().expect(taken);
        let stdout = supervisor.stdout.take().expect(taken);
        let stderr = supervisor.stderr.take().expect(taken);
        for pipe in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
            fcntl(pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).map_err(io::Error::from)?;
        }
        Ok(BotProcess {
            supervisor,
            control: Some(ours),
            stdin: Some(stdin),
            stdout,
            stderr,
            limits,
            sent: Vec::new(),
            pending: Vec::new(),
            taken: 0,
            printed_this_turn: 0,
            stdout_ended: false,
            stderr_ended: false,
            log: Log::default(),
        })
    }

    /// Begins a turn: the output budget is full again. Gives what the bot printed since its last answer.
    pub fn begin_turn(&mut self) -> Vec<u8> {
        self.drain();
        self.printed_this_turn = 0;
        let rest = self.take(self.pending.len() - self.taken);
        self.pending.clear();
        self.taken = 0;
        rest
    }

    /// Hands bytes to the bot. A bot that does not read them is not a fault by itself: the missing answer will be.
    pub fn send(&mut self, bytes: &[u8], deadline: Deadline<'_>) -> Result<(), ProcessFault> {
        self.sent.extend_from_slice(bytes);
        let mut rest = bytes;
        while let (false, Some(stdin)) = (rest.is_empty(), self.stdin.as_mut()) {
            match stdin.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(e) if e.kind() == io::ErrorKind::WouldBlock && deadline.passed() => {
                    return Err(self.late(deadline));
                }
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => self.wait(deadline, true)?,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => self.stdin = None,
            }
        }
        Ok(())
    }

    /// Closes the bot's standard input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// One line without its line break; a last line may end with the output instead.
    pub fn read_line(&mut self, deadline: Deadline<'_>) -> Result<Vec<u8>, ProcessFault> {
        let length = self.wait_until(deadline, |pending, ended| {
            let line_break = pending.iter().position(|&b| b == b'\n').map(|i| i + 1);
            line_break.or((ended && !pending.is_empty()).then_some(pending.len()))
        })?;
        let mut line = self.take(length);
        while line.last().is_some_and(|b| matches!(b, b'\n' | b'\r')) {
            line.pop();
        }
        Ok(line)
    }

    /// Exactly `count` bytes.
    pub fn read_bytes(&mut self, count: usize, deadline: Deadline<'_>) -> Result<Vec<u8>, ProcessFault> {
        self.wait_until(deadline, |pending, _| (pending.len() >= count).then_some(count))?;
        Ok(self.take(count))
    }

    /// The next `count` pending bytes. They stay in memory until the turn ends: a turn's output is bounded, and moving
    /// the rest for every line would be quadratic.
    fn take(&mut self, count: usize) -> Vec<u8> {
        let bytes = self.pending[self.taken..self.taken + count].to_vec();
        self.taken += count;
        bytes
    }

    /// What it was sent since it began, and what it has printed in this turn.
    pub fn exchange(&self) -> Exchange {
        Exchange { sent: self.sent.clone(), received: self.pending.clone() }
    }

    /// Processor time of the bot's tree so far; processes that have ended are not counted.
    pub fn cpu_time(&self) -> Duration {
        tree::cpu_time(Pid::from_raw(self.supervisor.id() as i32))
    }

    /// What the bot wrote to stderr since the last call, the middle left out when it is long.
    pub fn take_stderr(&mut self) -> String {
        self.drain();
        self.log.take()
    }

    /// Waits until `enough` says how many pending bytes are the answer.
    fn wait_until(
        &mut self,
        deadline: Deadline<'_>,
        enough: impl Fn(&[u8], bool) -> Option<usize>,
    ) -> Result<usize, ProcessFault> {
        // An answer that is there counts, however late we come to look.
        self.drain();
        loop {
            if let Some(length) = enough(&self.pending[self.taken..], self.stdout_ended) {
                return Ok(length);
            }
            if self.printed_this_turn > OUTPUT_LIMIT_BYTES {
                return Err(ProcessFault::Flood);
            }
            if self.stdout_ended {
                return Err(self.ending(deadline));
            }
            // Asked here and not after an empty poll: a bot that floods stderr keeps the poll busy for ever.
            if deadline.passed() {
                return Err(self.late(deadline));
            }
            self.wait(deadline, false)?;
        }
    }

    /// Waits for news from the bot (or for room in its input), until the deadline at the most, and takes them in.
    fn wait(&mut self, deadline: Deadline<'_>, for_input: bool) -> Result<(), ProcessFault> {
        let mut events = Vec::with_capacity(3);
        if !self.stdout_ended {
            events.push(PollFd::new(self.stdout.as_fd(), PollFlags::POLLIN));
        }
        if !self.stderr_ended {
            events.push(PollFd::new(self.stderr.as_fd(), PollFlags::POLLIN));
        }
        if let (true, Some(stdin)) = (for_input, &self.stdin) {
            events.push(PollFd::new(stdin.as_fd(), PollFlags::POLLOUT));
        }
        // An error (a signal) is as good as news: the caller looks and comes back.
        let _ = poll(&mut events, deadline.poll_timeout());
        drop(events);
        self.drain();
        if deadline.is_stopped() { Err(ProcessFault::Interrupted) } else { Ok(()) }
    }

    /// A missed deadline, or what explains it better.
    fn late(&self, deadline: Deadline<'_>) -> ProcessFault {
        // A pipe that nobody reads any more reports an error, whatever was written to it before.
        let unread = self.stdin.as_ref().is_none_or(|stdin| {
            let mut event = [PollFd::new(stdin.as_fd(), PollFlags::empty())];
            poll(&mut event, PollTimeout::ZERO).is_ok() && event[0].any().unwrap_or(false)
        });
        if unread { ProcessFault::ClosedInput } else { ProcessFault::TimeOut(deadline.limit()) }
    }

    /// Takes in what is readable now.
    fn drain(&mut self) {
        let mut buffer = [0; 16 * 1024];
        while !self.stdout_ended && self.printed_this_turn <= OUTPUT_LIMIT_BYTES {
            match self.stdout.read(&mut buffer) {
                Ok(0) => self.stdout_ended = true,
                Ok(count) => {
                    self.pending.extend_from_slice(&buffer[..count]);
                    self.printed_this_turn += count;
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        // A bot that floods stderr must not keep us here: a bounded number of reads, the rest next time.
        for _ in 0..64 {
            match self.stderr.read(&mut buffer) {
                Ok(0) => self.stderr_ended = true,
                Ok(count) => self.log.push(&buffer[..count]),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
            if self.stderr_ended {
                break;
            }
        }
    }

    /// The output has ended: asks the supervisor why.
    fn ending(&mut self, deadline: Deadline<'_>) -> ProcessFault {
        let Some(control) = self.control.as_mut() else { return ProcessFault::ClosedOutput };
        let mut text = String::new();
        // A bot that closed its output and lives on never lets the supervisor report.
        let patience = deadline.remaining().max(Duration::from_millis(1));
        let read = control.set_read_timeout(Some(patience)).and_then(|()| control.read_to_string(&mut text));
        let Ok(report) = serde_json::from_str::<Report>(&text) else {
            return match read {
                // The supervisor itself was killed from outside.
                Ok(_) => ProcessFault::Crashed(Exit::Signal(nix::sys::signal::Signal::SIGKILL as i32)),
                Err(_) => ProcessFault::ClosedOutput,
            };
        };
        self.drain();
        match report.ending {
            Ending::NotStarted(why) => ProcessFault::NotStarted(why),
            Ending::Exited(Exit::Code(0)) => ProcessFault::ExitedEarly,
            Ending::Exited(exit) => ProcessFault::Crashed(exit),
            Ending::OutOfMemory(used) => {
                ProcessFault::OutOfMemory { used: used >> 20, limit: self.limits.memory_bytes >> 20 }
            }
            Ending::TooManyProcesses(used) => ProcessFault::TooManyProcesses { used, limit: MOST_PROCESSES },
            Ending::TooManyTasks => ProcessFault::TooManyTasks { limit: MOST_TASKS },
            Ending::Stopped => ProcessFault::ClosedOutput,
        }
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        self.control = None;
        // The supervisor ends by itself when its control socket closes; an error means that it already has.
        let _ = self.supervisor.wait();
    }
}
