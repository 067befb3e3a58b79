//! An open farm: its tables, and everything that waits for them.

use crate::queue::{BUSY, Queue};
use crate::seal::Token;
use crate::{Address, FarmError};
use sqlx::any::{AnyArguments, AnyConnectOptions, AnyPoolOptions, AnyQueryResult, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyPool, AssertSqlSafe, Row, Transaction};
use std::future::Future;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::runtime::Runtime;

/// Number of the tables' form; a change of the form needs a new number.
const VERSION: &str = "2";

/// The tables. Every type has a name that both data bases understand, but for bytes.
const SCHEMA: [&str; 11] = [
    "CREATE TABLE IF NOT EXISTS farm_meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS farm_run (
        run TEXT PRIMARY KEY, about TEXT NOT NULL, work TEXT NOT NULL, terms TEXT NOT NULL, build TEXT NOT NULL,
        state TEXT NOT NULL, pairs BIGINT NOT NULL, verdict TEXT NOT NULL, created BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS farm_unit (
        run TEXT NOT NULL, unit BIGINT NOT NULL, body TEXT NOT NULL, seal TEXT NOT NULL, priority BIGINT NOT NULL,
        round BIGINT NOT NULL, attempts BIGINT NOT NULL, state TEXT NOT NULL, why TEXT NOT NULL,
        PRIMARY KEY (run, unit))",
    "CREATE TABLE IF NOT EXISTS farm_pair (
        run TEXT NOT NULL, pairing BIGINT NOT NULL, pair BIGINT NOT NULL, unit BIGINT NOT NULL,
        PRIMARY KEY (run, pairing, pair))",
    "CREATE TABLE IF NOT EXISTS farm_result (
        run TEXT NOT NULL, pairing BIGINT NOT NULL, pair BIGINT NOT NULL, worker TEXT NOT NULL, body TEXT NOT NULL,
        seal TEXT NOT NULL, half_points BIGINT NOT NULL, at BIGINT NOT NULL, gathered BIGINT NOT NULL,
        PRIMARY KEY (run, pairing, pair))",
    // News are asked for several times a second, among results that are long.
    "CREATE INDEX IF NOT EXISTS farm_news ON farm_result (run, gathered)",
    "CREATE TABLE IF NOT EXISTS farm_check (
        run TEXT NOT NULL, pairing BIGINT NOT NULL, pair BIGINT NOT NULL, worker TEXT NOT NULL, other TEXT NOT NULL,
        verdict TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (run, pairing, pair))",
    "CREATE TABLE IF NOT EXISTS farm_file (hash TEXT PRIMARY KEY, bytes {bytes} NOT NULL)",
    "CREATE TABLE IF NOT EXISTS farm_worker (
        worker TEXT PRIMARY KEY, build TEXT NOT NULL, threads BIGINT NOT NULL, speed DOUBLE PRECISION NOT NULL,
        load DOUBLE PRECISION NOT NULL, started BIGINT NOT NULL, seen BIGINT NOT NULL, playing BIGINT NOT NULL,
        state TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS farm_log (
        at BIGINT NOT NULL, level TEXT NOT NULL, worker TEXT NOT NULL, run TEXT NOT NULL, text TEXT NOT NULL)",
    "CREATE INDEX IF NOT EXISTS farm_log_at ON farm_log (at)",
];

/// Lines of the log that are kept.
const MOST_LINES: i64 = 10_000;
/// Every process cuts the log once in so many lines of its own.
const CUT_EVERY: u32 = 100;

/// How often tables that others are just making are looked at again.
const TRIES: u32 = 20;

/// A farm. Clones are the same one.
#[derive(Clone)]
pub struct Farm(Arc<Inner>);

struct Inner {
    address: Address,
    token: Option<Token>,
    pool: AnyPool,
    queue: Queue,
    /// Lines that this process has written into the log.
    lines: AtomicU32,
    /// `None` only while it is being dropped.
    runtime: Option<Runtime>,
}

impl Drop for Inner {
    /// Does not wait: it may be dropped where nobody may wait.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// A statement with its values.
pub(crate) type Statement = Query<'static, Any, AnyArguments>;

/// A statement in the words that both data bases share: values are `$1`, `$2`, ...
pub(crate) fn sql(text: &'static str) -> Statement {
    sqlx::query(text)
}

/// The time of this machine's clock in milliseconds since 1970. Only for people to look at: nothing is decided by it.
pub(crate) fn now_ms() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}

/// Does something with the data base, again and again while it is away; gives up when `stop` is set.
pub fn patiently<T>(stop: &AtomicBool, mut work: impl FnMut() -> Result<T, FarmError>) -> Result<T, FarmError> {
    const FIRST: Duration = Duration::from_millis(100);
    const LONGEST: Duration = Duration::from_secs(5);
    let mut pause = FIRST;
    loop {
        match work() {
            // Relaxed: the flag carries no data.
            Err(problem) if problem.is_passing() && !stop.load(Ordering::Relaxed) => {
                if pause == FIRST {
                    tracing::warn!(%problem, "the data base is away; waiting for it");
                }
                let until = Instant::now() + pause;
                while Instant::now() < until && !stop.load(Ordering::Relaxed) {
                    thread::sleep(FIRST / 2);
                }
                pause = (pause * 2).min(LONGEST);
            }
            other => return other,
        }
    }
}

impl Farm {
    /// Opens a farm; makes its tables where they are missing. The first token that a farm is opened with is its token.
    pub fn open(address: &Address, token: Option<Token>) -> Result<Farm, FarmError> {
        let io = |problem| FarmError::Io("the tokio runtime".into(), problem);
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(io)?;
        let (queue, pool) = runtime.block_on(async {
            let mut tries = 0;
            loop {
                match open(address).await {
                    // Others may be making the same tables at the same moment.
                    Err(FarmError::Sql(_, sqlx::Error::Database(_)) | FarmError::Queue(..)) if tries < TRIES => {
                        tries += 1;
                        tokio::time::sleep(Duration::from_millis(50) * tries).await;
                    }
                    other => break other,
                }
            }
        })?;
        let (address, lines) = (address.clone(), AtomicU32::new(0));
        let farm = Farm(Arc::new(Inner { address, token, pool, queue, lines, runtime: Some(runtime) }));
        farm.check_token()?;
        Ok(farm)
    }

    /// Opens a farm to look at it: a file that is not there is not made.
    pub fn look(address: &Address, token: Option<Token>) -> Result<Farm, FarmError> {
        match address {
            Address::Sqlite(file) if !file.exists() => Err(FarmError::NoFarm(address.clone())),
            _ => Farm::open(address, token),
        }
    }

    /// Where it is.
    pub fn address(&self) -> &Address {
        &self.0.address
    }

    pub(crate) fn token(&self) -> Option<&Token> {
        self.0.token.as_ref()
    }

    pub(crate) fn queue(&self) -> &Queue {
        &self.0.queue
    }

    pub(crate) fn pool(&self) -> &AnyPool {
        &self.0.pool
    }

    /// Waits for something of the data base.
    pub(crate) fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        self.0.runtime.as_ref().expect("it is there until it is dropped").block_on(work)
    }

    /// Begins a transaction that writes. SQLite is told so at once: one that reads first and then wants to write is refused, without
    /// any waiting, where somebody else has written or is writing.
    pub(crate) async fn begin(&self) -> Result<Transaction<'static, Any>, sqlx::Error> {
        match self.0.address {
            Address::Sqlite(_) => self.pool().begin_with("BEGIN IMMEDIATE").await,
            Address::Postgres(_) => self.pool().begin().await,
        }
    }

    pub(crate) fn failed(&self, problem: sqlx::Error) -> FarmError {
        FarmError::Sql(self.0.address.clone(), problem)
    }

    pub(crate) fn execute(&self, statement: Statement) -> Result<AnyQueryResult, FarmError> {
        self.wait(statement.execute(self.pool())).map_err(|problem| self.failed(problem))
    }

    pub(crate) fn rows<T>(
        &self,
        statement: Statement,
        read: impl Fn(&AnyRow) -> Result<T, sqlx::Error>,
    ) -> Result<Vec<T>, FarmError> {
        let rows = self.wait(statement.fetch_all(self.pool())).map_err(|problem| self.failed(problem))?;
        rows.iter().map(read).collect::<Result<_, _>>().map_err(|problem| self.failed(problem))
    }

    pub(crate) fn row<T>(
        &self,
        statement: Statement,
        read: impl Fn(&AnyRow) -> Result<T, sqlx::Error>,
    ) -> Result<Option<T>, FarmError> {
        Ok(self.rows(statement, read)?.into_iter().next())
    }

    fn meta(&self, name: &str, value: &str) -> Result<String, FarmError> {
        let statement = sql("INSERT INTO farm_meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING");
        self.execute(statement.bind(name.to_string()).bind(value.to_string()))?;
        let statement = sql("SELECT value FROM farm_meta WHERE name = $1").bind(name.to_string());
        Ok(self.row(statement, |row| row.try_get("value"))?.unwrap_or_default())
    }

    /// The form of the tables, and the token.
    fn check_token(&self) -> Result<(), FarmError> {
        let form = self.meta("version", VERSION)?;
        if form != VERSION {
            return Err(FarmError::Version(self.address().clone(), form, VERSION));
        }
        let wrong = |what| Err(FarmError::Token(self.address().clone(), what));
        match self.token().map(Token::fingerprint) {
            Some(ours) => match self.meta("token", &ours)? {
                theirs if theirs == ours => Ok(()),
                _ => wrong("has another token; expected that of whoever made it"),
            },
            None => {
                let known = sql("SELECT value FROM farm_meta WHERE name = 'token'");
                match self.row(known, |row| row.try_get::<String, _>("value"))? {
                    None => Ok(()),
                    Some(_) => wrong("wants its token; give it by --token-file or LUOZI_FARM_TOKEN"),
                }
            }
        }
    }

    pub(crate) fn store_file(&self, hash: &str, bytes: &[u8]) -> Result<(), FarmError> {
        let statement = sql("INSERT INTO farm_file (hash, bytes) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING");
        self.execute(statement.bind(hash.to_string()).bind(bytes.to_vec()))?;
        Ok(())
    }

    /// A stored file by its digest.
    pub fn file(&self, hash: &str) -> Result<Option<Vec<u8>>, FarmError> {
        let statement = sql("SELECT bytes FROM farm_file WHERE hash = $1").bind(hash.to_string());
        self.row(statement, |row| row.try_get("bytes"))
    }

    /// Writes down what happened; also for whoever reads this process's stderr.
    pub(crate) fn log(&self, level: tracing::Level, worker: &str, run: &str, text: &str) {
        if level == tracing::Level::ERROR {
            tracing::error!(worker, run, "{text}");
        } else if level == tracing::Level::WARN {
            tracing::warn!(worker, run, "{text}");
        } else {
            tracing::info!(worker, run, "{text}");
        }
        let statement = sql("INSERT INTO farm_log (at, level, worker, run, text) VALUES ($1, $2, $3, $4, $5)");
        let statement = statement.bind(now_ms()).bind(level.as_str().to_lowercase());
        let statement = statement.bind(worker.to_string()).bind(run.to_string()).bind(text.to_string());
        // What cannot be written down was told on stderr.
        let _ = self.execute(statement);
        // Relaxed: a number that carries nothing else.
        if self.0.lines.fetch_add(1, Ordering::Relaxed).is_multiple_of(CUT_EVERY) {
            self.cut_log();
        }
    }

    /// Forgets the oldest lines of the log.
    fn cut_log(&self) {
        let cut = sql("DELETE FROM farm_log WHERE at < \
             (SELECT min(at) FROM (SELECT at FROM farm_log ORDER BY at DESC LIMIT $1) AS latest)");
        let _ = self.execute(cut.bind(MOST_LINES));
    }
}

async fn open(address: &Address) -> Result<(Queue, AnyPool), FarmError> {
    let failed = |problem| FarmError::Sql(address.clone(), problem);
    let queue = Queue::open(address).await?;
    sqlx::any::install_default_drivers();
    let (url, bytes) = match address {
        Address::Sqlite(file) => (sqlite_url(&file.to_string_lossy()), "BLOB"),
        Address::Postgres(url) => (url.clone(), "BYTEA"),
    };
    let is_sqlite = matches!(address, Address::Sqlite(_));
    let options = AnyConnectOptions::from_str(&url).map_err(failed)?;
    let pool = AnyPoolOptions::new()
        .max_connections(4)
        .acquire_timeout(if is_sqlite { BUSY } else { Duration::from_secs(5) })
        .after_connect(move |connection, _| {
            Box::pin(async move {
                if is_sqlite {
                    let settings = format!("PRAGMA busy_timeout = {}; PRAGMA synchronous = NORMAL", BUSY.as_millis());
                    sqlx::raw_sql(AssertSqlSafe(settings)).execute(connection).await?;
                }
                Ok(())
            })
        });
    let pool = pool.connect_with(options).await.map_err(failed)?;
    for statement in SCHEMA {
        let statement = AssertSqlSafe(statement.replace("{bytes}", bytes));
        sqlx::raw_sql(statement).execute(&pool).await.map_err(failed)?;
    }
    Ok((queue, pool))
}

/// A file's name as an address: signs that mean something there are written as their codes.
fn sqlite_url(file: &str) -> String {
    let mut url = "sqlite://".to_string();
    for byte in file.bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte) {
            url.push(byte as char);
        } else {
            url += &format!("%{byte:02X}");
        }
    }
    url + "?mode=rwc"
}

#[cfg(test)]
mod tests {
    use super::*;
    use luozi_arena::players::PlayerSpec;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    #[test]
    fn files_with_odd_names_can_be_farms() {
        let folder = folder();
        for name in ["a b?c#d%.db", "落子.db"] {
            let file = folder.path().join(name);
            let address = Address::Sqlite(file.clone());
            drop(Farm::open(&address, None).unwrap());
            assert!(file.exists(), "{name}");
            Farm::open(&address, None).unwrap();
        }
        assert_eq!(
            std::fs::read_dir(folder.path())
                .unwrap()
                .filter(|entry| { entry.as_ref().unwrap().path().extension().is_some_and(|e| e == "db") })
                .count(),
            2
        );
    }

    #[test]
    fn the_log_does_not_grow_without_end() {
        let folder = folder();
        let farm = Farm::open(&Address::Sqlite(folder.path().join("farm.db")), None).unwrap();
        let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10500) \
                    INSERT INTO farm_log SELECT i, 'info', '', '', 'line ' || i FROM n";
        farm.execute(sql(many)).unwrap();
        farm.log(tracing::Level::INFO, "", "", "the latest");
        let lines = farm.log_lines(None, 20_000).unwrap();
        assert_eq!(lines.len(), MOST_LINES as usize);
        assert_eq!((lines[0].text.as_str(), lines.last().unwrap().text.as_str()), ("line 502", "the latest"));
    }

    #[test]
    fn a_farm_has_one_token() {
        let folder = folder();
        let address = Address::Sqlite(folder.path().join("farm.db"));
        let token = |text| Some(Token::new(text).unwrap());
        drop(Farm::open(&address, token("0123456789abcdef")).unwrap());
        assert!(Farm::open(&address, token("0123456789abcdef")).is_ok());
        for other in [token("another secret text"), None] {
            assert!(matches!(Farm::open(&address, other), Err(FarmError::Token(..))));
        }
    }

    #[test]
    fn files_travel_by_content_and_are_stored_once() {
        let folder = folder();
        let farm = Farm::open(&Address::Sqlite(folder.path().join("farm.db")), None).unwrap();
        let bot = folder.path().join("my bot.so");
        std::fs::write(&bot, b"content").unwrap();
        let player = PlayerSpec::parse(&format!("so:{}", bot.display()), &[]).unwrap();
        let packed = farm.pack(&player).unwrap();
        let word = format!("so:farm-files/{}/my-bot.so", crate::seal::digest(b"content"));
        assert_eq!(packed.to_string(), word);
        assert_eq!(farm.pack(&packed).unwrap(), packed, "it is stored already");
        assert_eq!(farm.add_file("other.so", b"content").unwrap().split('/').nth(1), word.split('/').nth(1));
        let count = farm.rows(sql("SELECT hash FROM farm_file"), |_| Ok(())).unwrap().len();
        assert_eq!(count, 1);

        let cache = folder.path().join("cache");
        let PlayerSpec::SharedObject(path) = farm.unpack(&packed, &cache).unwrap() else { panic!("a shared object") };
        assert_eq!(std::fs::read(&path).unwrap(), b"content");
        // A file that was cut short is fetched anew.
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&path, b"cont").unwrap();
        farm.unpack(&packed, &cache).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"content");

        // What the data base holds under a wrong name is not run.
        farm.execute(sql("UPDATE farm_file SET bytes = $1").bind(b"forged".to_vec())).unwrap();
        std::fs::remove_dir_all(&cache).unwrap();
        let problem = farm.unpack(&packed, &cache).unwrap_err().to_string();
        assert!(problem.contains("is not what its name says"), "{problem}");
        let folder = PlayerSpec::parse(&format!("saiblo:{}", folder.path().display()), &[]).unwrap();
        assert!(farm.pack(&folder).unwrap_err().to_string().contains("is a folder"));
    }
}
