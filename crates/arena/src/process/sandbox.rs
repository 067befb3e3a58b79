//! Bots that are not trusted: no network, a read-only system, a small private folder, nobody else's processes or home.
//!
//! The walls are bubblewrap's (`bwrap`), not ours. What it does not limit the supervisor does: memory and number of
//! processes of the whole tree as for every bot, and by the system's own limits the size of a file and processor time. Where
//! this program may make control groups, the kernel itself keeps memory and processes within a wall ([`group`](super::group)).

use super::group::Groups;
use nix::sys::resource::{Resource, setrlimit};
use std::env;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Room in a bot's private folder, and the longest file it may write.
pub const PRIVATE_BYTES: u64 = 64 << 20;
/// Processor time of one process of a bot: far more than any game, so that what hides from the judge ends some day.
const CPU_SECONDS: u64 = 3600;
/// Files a process may have open.
const OPEN_FILES: u64 = 256;

/// Folders in which nothing of the system lies: a bot sees them empty.
const HIDDEN: [&str; 5] = ["/home", "/root", "/run", "/var/tmp", "/mnt"];

/// Walls around a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sandbox {
    program: PathBuf,
    /// Where the kernel keeps limits for us.
    groups: Option<Groups>,
    /// Folders of which a bot sees the files that its command names and nothing else.
    private: Vec<PathBuf>,
}

/// A machine without walls.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SandboxError {
    /// bubblewrap is not installed.
    #[error("bubblewrap (`bwrap`) is not installed; install it, as with `apt-get install bubblewrap`")]
    NotInstalled,
    /// bubblewrap is there and fails.
    #[error("bubblewrap does not work on this machine: {0}")]
    Refused(String),
}

impl Sandbox {
    /// Looks whether walls can be built here, by building some.
    pub fn find() -> Result<Sandbox, SandboxError> {
        let program = find_program(OsStr::new("bwrap")).ok_or(SandboxError::NotInstalled)?;
        let sandbox = Sandbox { program, groups: Groups::here(), private: Vec::new() };
        let mut words = sandbox.around(&["true".into()]).into_iter();
        let output = words.next().map(|program| Command::new(program).args(words).stdin(Stdio::null()).output());
        match output {
            Some(Ok(output)) if output.status.success() => Ok(sandbox),
            Some(Ok(output)) => Err(SandboxError::Refused(String::from_utf8_lossy(&output.stderr).trim().to_string())),
            Some(Err(problem)) => Err(SandboxError::Refused(problem.to_string())),
            None => Err(SandboxError::NotInstalled),
        }
    }

    /// The same, with a folder more that a bot does not see: only what its own command names in there, file by file, not the
    /// folders around those files.
    pub fn hiding(mut self, folder: &Path) -> io::Result<Sandbox> {
        self.private.push(folder.canonicalize()?);
        Ok(self)
    }

    /// Whether the kernel itself keeps limits around a bot, beside the supervisor: this program may make control groups.
    pub fn has_groups(&self) -> bool {
        self.groups.is_some()
    }

    /// Where the supervisor makes a group for its bot; empty where it cannot.
    pub(super) fn groups_folder(&self) -> &Path {
        self.groups.as_ref().map_or(Path::new(""), Groups::folder)
    }

    /// The command with walls around it.
    pub(super) fn around(&self, command: &[OsString]) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec![self.program.clone().into()];
        let mut add = |more: &[&OsStr]| words.extend(more.iter().map(|word| word.to_os_string()));
        let option = OsStr::new;
        add(&["--unshare-all", "--die-with-parent", "--clearenv", "--ro-bind", "/", "/"].map(option));
        let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute() && home.parent().is_some());
        let known = HIDDEN.iter().map(PathBuf::from).chain(home).chain(self.private.iter().cloned());
        let hidden: Vec<PathBuf> = known.filter(|path| path.is_dir()).collect();
        let size = PRIVATE_BYTES.to_string();
        add(&["--size", &size, "--tmpfs", "/tmp", "--dev", "/dev", "--proc", "/proc"].map(option));
        for folder in &hidden {
            add(&[option("--tmpfs"), folder.as_os_str()]);
        }
        let folder = env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        for path in own_files(command, &folder, &hidden, &self.private) {
            add(&[option("--ro-bind"), path.as_os_str(), path.as_os_str()]);
        }
        for folder in &hidden {
            add(&[option("--remount-ro"), folder.as_os_str()]);
        }
        let inside = self.private.iter().any(|private| folder.starts_with(private));
        add(&[option("--chdir"), if inside { option("/tmp") } else { folder.as_os_str() }]);
        for (name, value) in [("HOME", "/tmp"), ("TMPDIR", "/tmp")] {
            add(&["--setenv", name, value].map(option));
        }
        for name in ["PATH", "LANG", "LC_ALL", "TZ"] {
            if let Some(value) = env::var_os(name) {
                add(&[option("--setenv"), option(name), value.as_os_str()]);
            }
        }
        // The settings of this project's own bots, which have no other way in.
        for (name, value) in env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"LUOZI_")) {
            add(&[option("--setenv"), name.as_os_str(), value.as_os_str()]);
        }
        add(&[option("--")]);
        words.extend(command.iter().cloned());
        words
    }
}

/// Limits that the system itself keeps, set in the process that becomes the bot. Plain system calls that allocate nothing.
pub(super) fn set_limits() -> io::Result<()> {
    for (resource, limit) in [
        (Resource::RLIMIT_FSIZE, PRIVATE_BYTES),
        (Resource::RLIMIT_CPU, CPU_SECONDS),
        (Resource::RLIMIT_NOFILE, OPEN_FILES),
    ] {
        setrlimit(resource, limit, limit)?;
    }
    Ok(())
}

/// Whether a hidden folder would come to light again by showing this one.
fn holds(path: &Path, hidden: &[PathBuf]) -> bool {
    path.parent().is_none() || path == Path::new("/tmp") || hidden.iter().any(|folder| folder.starts_with(path))
}

/// What a bot may see of hidden places: the folder it is started in, the folders of the files that its command names, and
/// what its program was installed with (an interpreter's library lies beside the folder of its programs). Where such a folder
/// would bring a hidden one to light, or lies in a private one, only the file itself.
fn own_files(command: &[OsString], folder: &Path, hidden: &[PathBuf], private: &[PathBuf]) -> Vec<PathBuf> {
    let is_private = |path: &Path| private.iter().any(|private| path.starts_with(private));
    // A link is followed: what it points to must be seen as well.
    let both = |path: PathBuf| [path.canonicalize().unwrap_or_else(|_| path.clone()), path];
    let (mut files, mut named) = (vec![folder.to_path_buf()], Vec::new());
    let program = command.first().and_then(|word| find_program(word));
    for path in program.into_iter().flat_map(both).filter(|path| path.is_absolute()) {
        files.extend(path.parent().and_then(Path::parent).map(Path::to_path_buf));
    }
    for path in command.iter().map(|word| folder.join(word)).filter(|path| path.exists()).flat_map(both) {
        let parent = path.parent().filter(|parent| !path.is_dir() && !holds(parent, hidden) && !is_private(parent));
        let parent = parent.map(Path::to_path_buf);
        named.extend(is_private(&path).then(|| path.clone()));
        files.push(parent.unwrap_or(path));
    }
    files.retain(|path| !is_private(path) || named.contains(path));
    files.retain(|path| !holds(path, hidden));
    files.sort();
    files.dedup();
    files
}

/// A program as the system would find it.
pub(crate) fn find_program(program: &OsStr) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let runs = |path: &Path| path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0);
    if Path::new(program).components().count() > 1 {
        return Some(PathBuf::from(program)).filter(|path| runs(path));
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| runs(path))
}
