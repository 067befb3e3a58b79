//! A PostgreSQL of our own: in a temporary folder, on loopback, as a user without rights, gone when it is dropped.

use luozi_farm::Address;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Who may start a server: it refuses to run as root.
const USER: &str = "postgres";

pub struct Postgres {
    programs: PathBuf,
    folder: tempfile::TempDir,
    port: u16,
    server: Option<Child>,
}

/// The folder of PostgreSQL's programs, which Debian keeps off the path.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let folders = versions.filter_map(|entry| Some(entry.ok()?.path().join("bin")));
    folders.filter(|folder| folder.join("initdb").exists()).max()
}

/// The numbers of a user in the system's list.
fn numbers(user: &str) -> Option<(u32, u32)> {
    let list = fs::read_to_string("/etc/passwd").ok()?;
    let line = list.lines().find(|line| line.split(':').next() == Some(user))?;
    let mut fields = line.split(':').skip(2);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
}

impl Postgres {
    /// `None`, with a word, where PostgreSQL is not installed and nobody demands it.
    pub fn start() -> Option<Postgres> {
        let Some(programs) = programs() else {
            let demanded = std::env::var_os("LUOZI_REQUIRE_PEERS").is_some();
            assert!(!demanded, "PostgreSQL is not installed; `apt-get install postgresql-15`");
            eprintln!("skipped: PostgreSQL is not installed (`apt-get install postgresql-15`)");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        if is_root() {
            let (user, group) = numbers(USER).expect("Debian's package makes the user postgres");
            chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
        let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
        let mut postgres = Postgres { programs, folder, port, server: None };
        let data = postgres.data();
        let made = postgres
            .command("initdb")
            .args(["--username=luozi", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync", "--pgdata"])
            .arg(&data)
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        postgres.up();
        Some(postgres)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        if is_root() {
            let (user, group) = numbers(USER).expect("Debian's package makes the user postgres");
            command.uid(user).gid(group);
        }
        command
    }

    /// Starts the server, and waits until it answers.
    pub fn up(&mut self) {
        let log = fs::File::options().create(true).append(true).open(self.folder.path().join("log")).unwrap();
        // Its own processes end with it: a group of its own is killed as a whole.
        let server = self
            .command("postgres")
            .arg("-D")
            .arg(self.data())
            .args(["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-p", &self.port.to_string()])
            .process_group(0)
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        self.server = Some(server);
        let begun = Instant::now();
        let port = self.port.to_string();
        let answers = || {
            let mut asked = self.command("psql");
            asked.args(["-h", "127.0.0.1", "-U", "luozi", "-p", &port, "-c", "select 1", "postgres"]);
            asked.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
        };
        while !answers() {
            assert!(begun.elapsed() < super::PATIENT, "PostgreSQL does not start: {}", self.log());
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// The server dies with all its processes, as in a power failure.
    pub fn kill(&mut self) {
        if let Some(mut server) = self.server.take() {
            let group = format!("-{}", server.id());
            let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
            let _ = server.wait();
            let _ = fs::remove_file(self.data().join("postmaster.pid"));
        }
    }

    pub fn address(&self) -> Address {
        format!("postgres://luozi@127.0.0.1:{}/postgres", self.port).parse().unwrap()
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
    }
}
