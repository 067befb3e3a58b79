//! Can a bot be loaded at all? Asked once before the first game, so that a wrong path or a wrong compiler flag is told in
//! its own words instead of costing every game of a match.

use super::{PlayerSpec, START_LIMIT};
use crate::process::{BotProcess, Deadline, Exit, Host, Limits, ProcessFault, find_program};
use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A bot that cannot play a single move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProbeError {
    /// There is no such file, or it cannot be read.
    #[error("{path}: {problem}; expected the path of a shared object, such as one made with `{COMPILE}`")]
    Unreadable {
        /// The path of the shared object that was to be loaded.
        path: PathBuf,
        /// What the system says about opening or reading it.
        problem: String,
    },
    /// The file is no shared object.
    #[error("{path} is {found}, not a shared object for this machine ({expected}); compile it here with `{COMPILE}`")]
    WrongKind {
        /// The path of the shared object that was to be loaded.
        path: PathBuf,
        /// What it is.
        found: String,
        /// What this machine needs.
        expected: String,
    },
    /// The system's loader refuses it.
    #[error("{path} cannot be loaded: {problem}")]
    NotLoaded {
        /// The path of the shared object that was to be loaded.
        path: PathBuf,
        /// The loader's own words, or how loading ended.
        problem: String,
    },
    /// A function of the interface is not there.
    #[error("{path} has no function `{symbol}`{}: {problem}", cpp_advice(.cpp_name))]
    NoSymbol {
        /// The path of the shared object that was to be loaded.
        path: PathBuf,
        /// The function that the judge would call, such as `getPoint`.
        symbol: String,
        /// The same function under its C++ name, if that is there.
        cpp_name: Option<String>,
        /// The loader's own words.
        problem: String,
    },
    /// The command names no program.
    #[error("there is no program `{program}`{}; expected a program in $PATH or a path with a `/`, such as `./bot`", .reason)]
    NoProgram {
        /// The first word of the command.
        program: String,
        /// What is in its place.
        reason: &'static str,
    },
    /// The probe itself could not be started, or was stopped.
    #[error("{0}")]
    NotAsked(String),
}

const COMPILE: &str = "cc -O2 -shared -fPIC -o bot.so bot.c";

fn cpp_advice(cpp_name: &Option<String>) -> String {
    cpp_name.as_ref().map_or(String::new(), |name| {
        format!(", only the C++ function `{name}`; write `extern \"C\"` before it and before `clearPoint`")
    })
}

/// Loads a bot once, outside any game; players without a process are always ready.
pub fn probe(spec: &PlayerSpec, host: &Host, limits: Limits, stop: &AtomicBool) -> Result<(), ProbeError> {
    match spec {
        PlayerSpec::Random | PlayerSpec::BuiltIn(_) => Ok(()),
        PlayerSpec::SharedObject(path) => {
            check_kind(path)?;
            load(path, host, limits, stop)
        }
        PlayerSpec::Saiblo(command)
        | PlayerSpec::Botzone { command, .. }
        | PlayerSpec::Gtp(command)
        | PlayerSpec::NBoard { command, .. } => command.first().map_or(Ok(()), |program| find(program)),
    }
}

/// Machines by their number in an ELF header.
const MACHINES: [(u16, &str); 6] =
    [(3, "x86, 32 bits"), (40, "ARM, 32 bits"), (62, "x86-64"), (183, "AArch64"), (243, "RISC-V"), (258, "LoongArch")];

/// What the first bytes of an ELF file say: the kind of file (3 for a shared object) and the machine.
fn elf_kind(path: &Path) -> std::io::Result<Option<(u16, u16)>> {
    let mut header = [0; 20];
    match fs::File::open(path)?.read_exact(&mut header) {
        Ok(()) if header.starts_with(b"\x7fELF") => {}
        Ok(()) => return Ok(None),
        Err(e) if e.kind() == std::io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(e) => return Err(e),
    }
    let number = |at: usize| {
        let bytes = [header[at], header[at + 1]];
        // The sixth byte names the order of bytes.
        if header[5] == 2 { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) }
    };
    Ok(Some((number(16), number(18))))
}

fn machine_name(machine: u16) -> String {
    MACHINES
        .iter()
        .find(|(number, _)| *number == machine)
        .map_or(format!("machine {machine}"), |(_, name)| name.to_string())
}

/// The loader says "invalid ELF header" and the like; the header itself says more.
fn check_kind(path: &Path) -> Result<(), ProbeError> {
    let unreadable =
        |problem: std::io::Error| ProbeError::Unreadable { path: path.to_path_buf(), problem: problem.to_string() };
    let ours = elf_kind(Path::new("/proc/self/exe")).ok().flatten().map_or(0, |(_, machine)| machine);
    let found = match elf_kind(path).map_err(unreadable)? {
        None => {
            let text = fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned());
            let first = text.unwrap_or_default().lines().next().unwrap_or_default().to_string();
            format!("a file that begins with `{}`", luozi_core::excerpt(&first))
        }
        Some((_, machine)) if machine != ours => format!("built for {}", machine_name(machine)),
        Some((1, _)) => "an object file (`-shared` is missing)".to_string(),
        Some((2, _)) => {
            "a program (`-shared` is missing; a program that speaks the wire form is `saiblo:`)".to_string()
        }
        Some(_) => return Ok(()),
    };
    Err(ProbeError::WrongKind { path: path.to_path_buf(), found, expected: machine_name(ours) })
}

/// Lets the host load it, in a process of its own: initialisers may crash.
fn load(path: &Path, host: &Host, limits: Limits, stop: &AtomicBool) -> Result<(), ProbeError> {
    let not_loaded = |problem: String| ProbeError::NotLoaded { path: path.to_path_buf(), problem };
    let mut process = BotProcess::start(host, &host.shared_object_probe(path), limits)
        .map_err(|problem| ProbeError::NotAsked(problem.to_string()))?;
    let fault = match process.read_line(Deadline::after(START_LIMIT).unless(stop)) {
        Ok(_) => return Ok(()),
        Err(fault) => fault,
    };
    let said = process.take_stderr();
    match (fault, said.trim()) {
        (ProcessFault::Interrupted, _) => Err(ProbeError::NotAsked("stopped while it was being loaded".to_string())),
        (ProcessFault::Crashed(Exit::Code(NO_SYMBOL)), said) => {
            let (symbol, problem) =
                said.lines().last().and_then(|line| line.split_once(": ")).unwrap_or(("getPoint", said));
            let cpp_name = cpp_name(path, symbol);
            let (path, symbol, problem) = (path.to_path_buf(), symbol.to_string(), problem.to_string());
            Err(ProbeError::NoSymbol { path, symbol, cpp_name, problem })
        }
        (ProcessFault::Crashed(Exit::Code(NOT_LOADED)), said) => Err(not_loaded(said.to_string())),
        (fault, "") => Err(not_loaded(fault.to_string())),
        (fault, said) => Err(not_loaded(format!("{fault}\n{said}"))),
    }
}

/// Exit codes of the probe.
pub(crate) const NOT_LOADED: i32 = 3;
pub(crate) const NO_SYMBOL: i32 = 4;

/// The function as a C++ compiler names it: `_Z`, the length of the name, the name, its parameters.
fn cpp_name(path: &Path, symbol: &str) -> Option<String> {
    let (bytes, start) = (fs::read(path).ok()?, format!("_Z{}{symbol}", symbol.len()));
    let at = bytes.windows(start.len()).position(|window| window == start.as_bytes())?;
    let name: Vec<u8> = bytes[at..].iter().copied().take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').collect();
    String::from_utf8(name).ok()
}

fn find(program: &OsStr) -> Result<(), ProbeError> {
    if find_program(program).is_some() {
        return Ok(());
    }
    let path = Path::new(program);
    let reason = match fs::metadata(path) {
        Ok(file) if file.is_dir() => " (that is a folder)",
        Ok(_) if path.components().count() == 1 => {
            " in $PATH (there is a file of that name here: write `./` before it)"
        }
        Ok(_) => " that may be run (try `chmod +x`)",
        Err(_) => "",
    };
    Err(ProbeError::NoProgram { program: program.to_string_lossy().into_owned(), reason })
}
