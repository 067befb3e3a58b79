//! A class: one course's ladder of bots, in a folder of its own.
//!
//! ```text
//! DIR/class.db     people, links, bots, games (store.rs)     DIR/uploads/SHA-256    what students sent in
//! DIR/lock         held by the server that has it            DIR/bots/NUMBER        what was made of it
//! DIR/farm-token   what workers of its farm must know       DIR/farm-cache         what its own worker has fetched
//! ```
//!
//! Every question goes the same way: the cookie is known to be ours ([`tokens`]), the session says who asks, [`rights::permit`]
//! decides, and only then is anything looked up. HTTP is a thin layer ([`crate::api`]) over [`Class::ask`], [`Class::file`] and
//! [`Class::upload`]; games are played by threads of this process ([`field`]) or by the
//! workers of a farm (`farm`), and who plays whom is decided by [`runner`].

mod answers;
mod build;
#[cfg(feature = "farm")]
mod farm;
mod field;
mod files;
mod ladder;
mod records;
mod rights;
mod rules;
mod runner;
mod store;
#[cfg(test)]
mod tests;
mod tokens;
mod upload;
mod why;
pub(crate) mod wire;

pub use answers::Answer;
pub use runner::Runner;
#[cfg(feature = "farm")]
pub use tokens::new_token;
pub use upload::MOST_BYTES;
pub use wire::Ask;

use crate::problem::{Code, Problem};
use crate::store::{OpenError, now_ms};
use ladder::Ledger;
use rights::{Need, Person, Role, permit};
use rules::{Rules, refused};
use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;
use store::ClassStore;
use tokens::Key;
use tokio::sync::Semaphore;
use upload::{Form, Incoming, Kind};
use wire::{Phase, Standings, Uploaded};

/// How long the teacher's first link holds, and that of a student.
const TEACHER_LINK: Duration = Duration::from_secs(7 * 24 * 3600);
const STUDENT_LINK: Duration = Duration::from_secs(180 * 24 * 3600);
/// Passwords that are tried or hashed at once.
const PASSWORDS_AT_ONCE: usize = 2;
/// Uploads of one student in a day.
const UPLOADS_A_DAY: i64 = 40;
const DAY_MS: i64 = 24 * 3_600_000;

/// A folder that cannot hold a class.
#[derive(Debug, thiserror::Error)]
pub enum ClassError {
    /// The system refuses it.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// Something else lies there.
    #[error("{0} holds other files and no class; choose an empty folder or a new one")]
    NotOurs(PathBuf),
    /// Another server has it.
    #[error("{0} is in use by another server")]
    InUse(PathBuf),
    /// The file in it cannot be read.
    #[error("{0}: {1}")]
    Store(PathBuf, OpenError),
    /// A statement failed.
    #[error("{0}")]
    Failed(String),
    /// Bots cannot be shut in here, so none is run.
    #[error("a class runs the programs of others, so it needs walls around them: {0}")]
    Walls(luozi_arena::process::SandboxError),
}

impl From<Problem> for ClassError {
    fn from(problem: Problem) -> ClassError {
        ClassError::Failed(problem.text)
    }
}

/// A class, open.
pub struct Class {
    folder: PathBuf,
    store: ClassStore,
    key: Key,
    rules: RwLock<Option<Arc<Rules>>>,
    phase: Mutex<Phase>,
    /// What was played on the ladder, and in the final.
    ledgers: Mutex<[Ledger; 2]>,
    standings: RwLock<Arc<Standings>>,
    trouble: Mutex<Option<String>>,
    /// Rings when there is something to do.
    bell: (Mutex<bool>, Condvar),
    /// Passwords are slow to try and need memory: a few at once.
    passwords: Semaphore,
    /// Held while this server has the folder.
    _lock: File,
}

/// Somebody who asks and may.
struct Caller {
    person: Option<Person>,
    session: Option<String>,
}

impl Caller {
    /// Whoever has come in; only asked where [`permit`] has demanded it.
    fn person(&self) -> Result<&Person, Problem> {
        self.person.as_ref().ok_or_else(|| Problem::with_reason(Code::SignedOut, "come in first"))
    }

    fn id(&self) -> Option<i64> {
        self.person.as_ref().map(|person| person.id)
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Class {
    /// Opens the class in a folder; one that is new or empty becomes a class. Only this user can read it from then on.
    pub async fn open(folder: &Path) -> Result<Class, ClassError> {
        let io = |error| ClassError::Io(folder.to_path_buf(), error);
        fs::create_dir_all(folder).map_err(io)?;
        let folder = folder.canonicalize().map_err(io)?;
        let path = folder.join("class.db");
        if !path.exists()
            && fs::read_dir(&folder).map_err(io)?.any(|entry| entry.is_ok_and(|entry| entry.file_name() != "lock"))
        {
            return Err(ClassError::NotOurs(folder));
        }
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).map_err(io)?;
        let lock = File::create(folder.join("lock")).map_err(io)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ClassError::InUse(folder)),
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let store = ClassStore::open(&path).await.map_err(|error| ClassError::Store(path.clone(), error))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).map_err(io)?;
        let key = store.key().await?;
        let rules: Option<Rules> = store.fact("rules").await?.and_then(|text| serde_json::from_str(&text).ok());
        let phase = match store.fact("phase").await?.as_deref() {
            _ if rules.is_none() => Phase::New,
            Some("final") => Phase::Final,
            Some("done") => Phase::Done,
            _ => Phase::Open,
        };
        store.requeue().await?;
        let mut ledgers = [Ledger::default(), Ledger::default()];
        for (stage, ledger) in ledgers.iter_mut().enumerate() {
            store.played(stage as i64).await?.iter().for_each(|pair| ledger.add(pair));
        }
        let standings = Standings { phase, rows: Vec::new(), pairs: 0, planned: None, waiting: 0 };
        let class = Class {
            folder,
            store,
            key,
            rules: RwLock::new(rules.map(Arc::new)),
            phase: Mutex::new(phase),
            ledgers: Mutex::new(ledgers),
            standings: RwLock::new(Arc::new(standings)),
            trouble: Mutex::default(),
            bell: Default::default(),
            passwords: Semaphore::new(PASSWORDS_AT_ONCE),
            _lock: lock,
        };
        class.rate().await?;
        Ok(class)
    }

    /// The secret of a link that makes its user the teacher: one time, while there is no teacher, or when it is asked for.
    pub async fn teacher_link(&self, anew: bool) -> Result<Option<String>, ClassError> {
        if self.store.has_teacher().await? && !anew {
            return Ok(None);
        }
        // A link that was told before and not used does not hold any more.
        self.store.withdraw_links(Role::Teacher).await?;
        let expires = now_ms() + TEACHER_LINK.as_millis() as i64;
        Ok(Some(self.store.new_link(Role::Teacher, None, 1, expires).await?))
    }

    fn rules(&self) -> Result<Arc<Rules>, Problem> {
        let rules = self.rules.read().unwrap_or_else(PoisonError::into_inner).clone();
        rules.ok_or_else(|| refused("the teacher has not made the rules yet"))
    }

    fn phase(&self) -> Phase {
        *held(&self.phase)
    }

    fn standings(&self) -> Arc<Standings> {
        Arc::clone(&self.standings.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Wakes whoever waits for work.
    fn ring(&self) {
        *held(&self.bell.0) = true;
        self.bell.1.notify_all();
    }

    /// Waits for work, at most so long.
    fn wait(&self, longest: Duration) {
        let rung = held(&self.bell.0);
        let waited = self.bell.1.wait_timeout_while(rung, longest, |rung| !*rung);
        *waited.unwrap_or_else(PoisonError::into_inner).0 = false;
    }

    /// Lets a request in, or not: the only way from a cookie to a person.
    async fn admit(&self, cookie: Option<&str>, need: Need) -> Result<Caller, Problem> {
        let session = cookie.and_then(|cookie| self.key.session(cookie));
        let person = match session {
            Some(token) => self.store.session(token).await?,
            None => None,
        };
        let session = person.is_some().then(|| session.map(str::to_string)).flatten();
        Ok(Caller { person: permit(person, need)?, session })
    }

    /// Whether the teacher asks.
    pub async fn demand_teacher(&self, cookie: Option<&str>) -> Result<(), Problem> {
        self.admit(cookie, Need::Teacher).await.map(drop)
    }

    /// Begins an upload: whoever may not send one in is told before it is read.
    pub async fn begin_upload(
        self: &Arc<Self>,
        cookie: Option<&str>,
        address: &str,
        file: &str,
        form: &str,
    ) -> Result<Uploading, Problem> {
        let caller = self.admit(cookie, Need::Student).await?;
        let person = caller.person()?.clone();
        let rules = self.rules()?;
        let late = rules.deadline.is_some_and(|deadline| now_ms() >= deadline);
        if self.phase() != Phase::Open || late {
            return Err(refused("the deadline has passed: no bot can be sent in any more").told_as("deadline"));
        }
        let form = Form::of(form).ok_or_else(|| refused("expected saiblo, botzone or botzone-text"))?;
        if (form == Form::Saiblo) != rules.setup.kind().forbids_cells() {
            return Err(refused("this form of bots does not play the game of this class").told_as("form"));
        }
        let name = file.rsplit(['/', '\\']).next().unwrap_or_default();
        let name = rules::name(name)?;
        Kind::of(&name)?;
        let (open, today) = self.store.count_bots(person.id, now_ms() - DAY_MS).await?;
        if open > 0 {
            return Err(refused("your last upload is still being compiled and checked; wait for it").told_as("waiting"));
        }
        if today >= UPLOADS_A_DAY {
            return Err(Problem::new(
                Code::Rate,
                format!("at most {UPLOADS_A_DAY} uploads a day"),
                serde_json::json!({}),
            ));
        }
        let incoming = Incoming::begin(&self.folder.join("incoming")).map_err(upload::UploadError::Io)?;
        Ok(Uploading { class: Arc::clone(self), person, address: address.to_string(), name, form, incoming })
    }
}

/// An upload that is on its way.
pub struct Uploading {
    class: Arc<Class>,
    person: Person,
    address: String,
    name: String,
    form: Form,
    incoming: Incoming,
}

impl Uploading {
    /// Takes in what has arrived.
    pub fn take(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        Ok(self.incoming.take(bytes)?)
    }

    /// All of it is here: it waits to be compiled.
    pub async fn end(self) -> Result<Uploaded, Problem> {
        let Uploading { class, person, address, name, form, incoming } = self;
        let (hash, bytes) = incoming.keep(&class.folder.join("uploads"))?;
        if bytes == 0 {
            return Err(refused("the file is empty"));
        }
        let bot = class.store.add_bot(person.id, &name, form, &hash, bytes).await?;
        class.store.log(Some(person.id), &address, "upload", &format!("{name} ({bytes} bytes), bot {bot}")).await?;
        class.ring();
        Ok(Uploaded { bot })
    }
}
