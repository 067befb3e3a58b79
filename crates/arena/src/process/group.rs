//! Limits that the kernel keeps around a whole bot: control groups, version 2.
//!
//! The supervisor looks at a bot every few milliseconds; between two looks a bot can take what it likes. Where this program may make
//! groups of its own (it is the superuser, or its own group was delegated to it, as `systemd-run --user --scope -p Delegate=yes` does), each bot that
//! is shut in gets one, with a wall a little beyond what is judged: the supervisor's limits remain the verdict, the group is
//! what stands when they are passed too fast. Everything here is files below `/sys/fs/cgroup`.

use nix::unistd::getpid;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Processes and threads together, which is what the kernel counts: many more than a bot may have processes, since threads are no fault.
pub(super) const MOST_TASKS: u64 = 1024;

/// The name of a bot's group, before the number of its supervisor.
const NAME: &str = "luozi-bot-";
/// The group that this program moves into where it is alone in its own: a group with groups below it may not hold processes itself.
const OWN_NAME: &str = "luozi-arena";

/// A place where groups can be made, and what they can limit there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Groups {
    folder: PathBuf,
}

impl Groups {
    /// The place on this machine, looked for once; `None` where there is none.
    pub(super) fn here() -> Option<Groups> {
        static HERE: OnceLock<Option<Groups>> = OnceLock::new();
        HERE.get_or_init(|| {
            let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
            let own = fs::read_to_string("/proc/self/cgroup").ok()?;
            Groups::below(&own_folder(&mounts, &own)?)
        })
        .clone()
    }

    /// Groups below this one, if it lets us limit anything there.
    fn below(folder: &Path) -> Option<Groups> {
        let groups = Groups { folder: folder.to_path_buf() };
        if !groups.enable() {
            groups.step_aside()?;
            groups.enable().then_some(())?;
        }
        groups.clear_away();
        // Whether it works is seen by doing it.
        let tried = Group::new(&groups.folder, u64::MAX >> 1).ok()?;
        (tried.memory || tried.pids).then_some(groups)
    }

    /// Hands on whatever limits there are to the groups below; whether there are any.
    fn enable(&self) -> bool {
        let list = |name| fs::read_to_string(self.folder.join(name)).unwrap_or_default();
        let (offered, handed_on) = (list("cgroup.controllers"), list("cgroup.subtree_control"));
        let has = |list: &str, controller: &str| list.split_whitespace().any(|word| word == controller);
        let enabled = ["memory", "pids"].into_iter().filter(|controller| {
            let hand_on = || fs::write(self.folder.join("cgroup.subtree_control"), format!("+{controller}")).is_ok();
            has(&offered, controller) && (has(&handed_on, controller) || hand_on())
        });
        enabled.count() > 0
    }

    /// Moves this program into a group below, if it is alone here: then nobody minds.
    fn step_aside(&self) -> Option<()> {
        let own = getpid().to_string();
        let here = fs::read_to_string(self.folder.join("cgroup.procs")).ok()?;
        if here.split_whitespace().any(|process| process != own) {
            return None;
        }
        let aside = self.folder.join(OWN_NAME);
        fs::create_dir(&aside).or_else(|e| if aside.is_dir() { Ok(()) } else { Err(e) }).ok()?;
        fs::write(aside.join("cgroup.procs"), own).ok()
    }

    /// Removes what supervisors left that were killed. A group with a process in it cannot be removed.
    fn clear_away(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let supervisor = name.to_str().and_then(|name| name.strip_prefix(NAME)?.parse::<u32>().ok());
            if supervisor.is_some_and(|process| !Path::new("/proc").join(process.to_string()).exists()) {
                let _ = fs::remove_dir(entry.path());
            }
        }
    }

    /// Where the groups are, for a supervisor's command line.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The folder of our own group: where version 2 is mounted, and our path below it.
fn own_folder(mounts: &str, own: &str) -> Option<PathBuf> {
    let own = own.lines().find_map(|line| line.strip_prefix("0::"))?;
    mounts.lines().find_map(|line| {
        let (place, kind) = line.split_once(" - ")?;
        let mut fields = place.split(' ').skip(3);
        let (root, folder) = (fields.next()?, fields.next()?);
        (kind.split(' ').next() == Some("cgroup2")).then_some(())?;
        let below = Path::new(own).strip_prefix(root).ok()?;
        Some(Path::new(folder).join(below))
    })
}

/// The group of one bot. Dropping it removes it; whatever is in it must have ended.
#[derive(Debug)]
pub(super) struct Group {
    folder: PathBuf,
    memory: bool,
    pids: bool,
}

/// A limit of the kernel's that a bot has met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Met {
    /// The kernel ended a process of it for memory; the most it had, in bytes.
    Memory(u64),
    /// The kernel refused it another process or thread.
    Tasks,
}

impl Group {
    /// A group below `folder` with a wall at so much memory.
    pub(super) fn new(folder: &Path, memory_bytes: u64) -> io::Result<Group> {
        let folder = folder.join(format!("{NAME}{}", getpid()));
        fs::create_dir(&folder)?;
        let mut group = Group { folder, memory: false, pids: false };
        let limit = |file: &str, value: String| {
            let path = group.folder.join(file);
            path.exists() && fs::write(path, value).is_ok()
        };
        let memory = limit("memory.max", memory_bytes.to_string());
        let pids = limit("pids.max", MOST_TASKS.to_string());
        // Without swap there is no such file, and nothing to limit. One process ended for memory means all of them.
        limit("memory.swap.max", "0".to_string());
        limit("memory.oom.group", "1".to_string());
        (group.memory, group.pids) = (memory, pids);
        Ok(group)
    }

    /// What a process writes "0" into to become a member.
    pub(super) fn entrance(&self) -> io::Result<OwnedFd> {
        Ok(File::options().write(true).open(self.folder.join("cgroup.procs"))?.into())
    }

    /// Which limit was met so far.
    pub(super) fn met(&self) -> Option<Met> {
        if self.memory && self.number("memory.events", Some("oom_kill")) > 0 {
            return Some(Met::Memory(self.number("memory.peak", None).max(self.number("memory.max", None))));
        }
        (self.pids && self.number("pids.events", Some("max")) > 0).then_some(Met::Tasks)
    }

    /// A number in one of the group's files, perhaps behind its name; 0 when it is not there.
    fn number(&self, file: &str, name: Option<&str>) -> u64 {
        let text = fs::read_to_string(self.folder.join(file)).unwrap_or_default();
        let value = match name {
            Some(name) => text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')),
            None => Some(text.as_str()),
        };
        value.and_then(|value| value.trim().parse().ok()).unwrap_or(0)
    }

    /// Ends everything in it at once, which no process can outrun.
    pub(super) fn kill(&self) {
        // Kernels before 5.14 have no such file; the supervisor kills the tree in any case.
        let _ =
            File::options().write(true).open(self.folder.join("cgroup.kill")).and_then(|mut file| file.write_all(b"1"));
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // A process that has just been collected may still be counted for a moment.
        for _ in 0..100 {
            match fs::remove_dir(&self.folder) {
                Err(problem) if problem.kind() == io::ErrorKind::ResourceBusy => {
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
                _ => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_group_is_found() {
        let hybrid = "30 25 0:26 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n31 25 0:27 / /sys/fs/cgroup/unified rw,relatime shared:9 - cgroup2 cgroup2 rw\n";
        assert_eq!(own_folder(hybrid, "8:pids:/\n0::/\n"), Some("/sys/fs/cgroup/unified/".into()));
        let pure = "31 25 0:27 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
        let own = "0::/user.slice/user-1000.slice/user@1000.service/app.slice/run-7.scope\n";
        let folder = "/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice/run-7.scope";
        assert_eq!(own_folder(pure, own), Some(folder.into()));
        // A container sees only its own part, and one whose part lies elsewhere sees nothing.
        let part = "31 25 0:27 /docker/7 /sys/fs/cgroup ro - cgroup2 cgroup2 rw\n";
        assert_eq!(own_folder(part, "0::/docker/7/inner\n"), Some("/sys/fs/cgroup/inner".into()));
        assert_eq!(own_folder(part, "0::/elsewhere\n"), None);
        assert_eq!(own_folder("", "0::/\n"), None);
        assert_eq!(own_folder(pure, "8:pids:/\n"), None);
    }

    /// A folder that looks like a group: plain files take what is written.
    fn pretended(controllers: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in [("cgroup.controllers", controllers), ("cgroup.subtree_control", ""), ("cgroup.procs", "")]
        {
            fs::write(folder.path().join(file), text).unwrap();
        }
        folder
    }

    #[test]
    fn limits_are_handed_on_where_there_are_any() {
        for (offered, expected) in [("cpu io memory pids", true), ("cpu pids", true), ("cpu io", false), ("", false)] {
            let folder = pretended(offered);
            let groups = Groups { folder: folder.path().to_path_buf() };
            assert_eq!(groups.enable(), expected, "{offered}");
            let written = fs::read_to_string(folder.path().join("cgroup.subtree_control")).unwrap();
            assert_eq!(written, if expected { "+pids" } else { "" }, "{offered}");
        }
        let nothing = tempfile::tempdir().unwrap();
        assert_eq!(Groups::below(nothing.path()), None);
    }

    #[test]
    fn only_a_program_that_is_alone_steps_aside() {
        let folder = pretended("memory pids");
        let groups = Groups { folder: folder.path().to_path_buf() };
        fs::write(folder.path().join("cgroup.procs"), format!("1\n{}\n", getpid())).unwrap();
        assert_eq!(groups.step_aside(), None);
        fs::write(folder.path().join("cgroup.procs"), format!("{}\n", getpid())).unwrap();
        assert_eq!(groups.step_aside(), Some(()));
        let moved = fs::read_to_string(folder.path().join(OWN_NAME).join("cgroup.procs")).unwrap();
        assert_eq!(moved, getpid().to_string());
    }

    #[test]
    fn what_a_killed_supervisor_left_goes_away() {
        let folder = pretended("pids");
        let [dead, alive] = [format!("{NAME}4294967290"), format!("{NAME}{}", getpid())];
        for name in [&dead, &alive] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        Groups { folder: folder.path().to_path_buf() }.clear_away();
        assert!(!folder.path().join(dead).exists() && folder.path().join(alive).exists());
    }

    /// On a kernel whose groups we may make, whatever they limit: a process enters, all are ended at once, nothing is left.
    #[test]
    fn a_process_enters_a_real_group_and_ends_with_it() {
        use std::os::unix::process::{CommandExt, ExitStatusExt};
        let read = |file| fs::read_to_string(file).unwrap_or_default();
        let folder = own_folder(&read("/proc/self/mountinfo"), &read("/proc/self/cgroup"));
        let Some(group) = folder.and_then(|folder| Group::new(&folder, 1 << 30).ok()) else {
            eprintln!("skipped: no control groups (version 2) can be made here");
            return;
        };
        let (entrance, place) = (group.entrance().unwrap(), group.folder.clone());
        let mut command = std::process::Command::new("sleep");
        command.arg("1000");
        // SAFETY: one system call that allocates nothing, between fork and exec.
        unsafe { command.pre_exec(move || Ok(nix::unistd::write(&entrance, b"0").map(|_| ())?)) };
        let mut child = command.spawn().unwrap();
        assert_eq!(fs::read_to_string(place.join("cgroup.procs")).unwrap().trim(), child.id().to_string());
        assert_eq!(group.met(), None);
        group.kill();
        let killed = place.join("cgroup.kill").exists();
        if !killed {
            child.kill().unwrap();
        }
        assert_eq!(child.wait().unwrap().signal(), Some(9));
        drop(group);
        assert!(!place.exists(), "an empty group is removed");
    }

    #[test]
    fn a_limit_that_was_met_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let group = Group { folder: folder.path().join("bot"), memory: true, pids: true };
        fs::create_dir(&group.folder).unwrap();
        let put = |file: &str, text: &str| fs::write(group.folder.join(file), text).unwrap();
        assert_eq!(group.met(), None);
        put("memory.events", "low 0\nhigh 0\nmax 31\noom 0\noom_kill 0\noom_group_kill 0\n");
        put("pids.events", "max 0\n");
        assert_eq!(group.met(), None, "touching the limit is no end");
        put("pids.events", "max 3\n");
        assert_eq!(group.met(), Some(Met::Tasks));
        put("memory.events", "low 0\nhigh 0\nmax 31\noom 1\noom_kill 1\noom_group_kill 1\n");
        put("memory.max", "268435456\n");
        assert_eq!(group.met(), Some(Met::Memory(256 << 20)));
        put("memory.peak", "268439552\n");
        assert_eq!(group.met(), Some(Met::Memory((256 << 20) + 4096)));
        let without = Group { folder: group.folder.clone(), memory: false, pids: false };
        assert_eq!(without.met(), None, "figures of a limit that is not ours");
        std::mem::forget(without);
        fs::remove_dir_all(&group.folder).unwrap();
    }
}
