//! The queue: tickets in the tables of `apalis`, leased to workers that show signs of life.
//!
//! What we learnt of it, each point with a test in `tests/`:
//!
//! 1. Tickets are fetched one by one; the default of ten at a time hoards them.
//! 2. Workers look for tickets at intervals; without a strategy of polling they stay deaf after a restart of the data base.
//! 3. A worker that ends with an error is made anew, under another name.
//! 4. While a worker shuts down its heart does not beat: it is stopped only when nothing is being played any more.
//! 5. Tickets of dead workers come back however often they did before: attempts are counted in our own table.
//! 6. A ticket's key may come only once: every round of a unit has its own.
//! 7. PostgreSQL needs the extensions hstore and pgcrypto, which are made before the queue's tables.

use crate::{Address, FarmError};
use apalis::prelude::*;
use futures_util::stream;
use serde::{Deserialize, Serialize};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions, PgSslMode};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// The queue's name among others in the same tables.
pub(crate) const QUEUE: &str = "luozi";
/// Between two looks for tickets.
const POLL: Duration = Duration::from_millis(250);
/// Signs of life, and how many may be missed: a worker is dead after ten seconds.
const HEARTBEAT: Duration = Duration::from_secs(2);
const MISSED_HEARTBEATS: usize = 5;
/// Before a worker that failed is made anew.
const ANEW: Duration = Duration::from_secs(1);
/// How long the data base may let us wait for a connection.
const CONNECT: Duration = Duration::from_secs(5);
/// How long SQLite waits for another process.
pub(crate) const BUSY: Duration = Duration::from_secs(20);

/// The right to play a unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Ticket {
    /// The name of the run that the unit belongs to.
    pub run: String,
    /// The unit's number in it.
    pub unit: i64,
    /// How often it was given out before.
    pub round: i64,
}

impl Ticket {
    /// What no other ticket has.
    pub fn key(&self) -> String {
        format!("{}/{}/{}", self.run, self.unit, self.round)
    }
}

/// What plays a ticket. Its end is the end of the ticket.
pub(crate) type Handler = Arc<dyn Fn(Ticket) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync>;

/// An open queue.
#[derive(Clone, Debug)]
pub(crate) enum Queue {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// The same for both kinds of data bases, whose types have nothing in common but their names.
macro_rules! with_backend {
    ($queue:expr, |$pool:ident, $backend:ident| $sqlite:expr) => {
        match $queue {
            Queue::Sqlite($pool) => {
                use apalis_sqlite::{Config, SqliteStorage as $backend};
                $sqlite
            }
            Queue::Postgres($pool) => {
                use apalis_postgres::{Config, PostgresStorage as $backend};
                $sqlite
            }
        }
    };
}

impl Queue {
    /// Opens the queue; makes its tables where they are missing.
    pub async fn open(address: &Address) -> Result<Queue, FarmError> {
        let failed = |problem| FarmError::Sql(address.clone(), problem);
        match address {
            Address::Sqlite(file) => {
                let options = SqliteConnectOptions::new()
                    .filename(file)
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Normal)
                    .busy_timeout(BUSY);
                let pool = |most| SqlitePoolOptions::new().max_connections(most).acquire_timeout(BUSY);
                // The set-up makes its connection careless about power failures: it gets one of its own.
                let setup = pool(1).connect_with(options.clone()).await.map_err(failed)?;
                let made = apalis_sqlite::SqliteStorage::setup(&setup).await;
                setup.close().await;
                made.map_err(|problem| FarmError::Queue(address.clone(), problem.to_string()))?;
                Ok(Queue::Sqlite(pool(3).connect_with(options).await.map_err(failed)?))
            }
            Address::Postgres(url) => {
                let options: PgConnectOptions = url.parse().map_err(failed)?;
                if matches!(options.get_ssl_mode(), PgSslMode::Require | PgSslMode::VerifyCa | PgSslMode::VerifyFull) {
                    return Err(FarmError::Tls(address.clone(), " (sslmode, or PGSSLMODE)"));
                }
                let pool = PgPoolOptions::new().max_connections(4).acquire_timeout(CONNECT);
                let pool = pool.connect_with(options).await.map_err(|problem| match &problem {
                    // What `hostssl` alone in pg_hba.conf gives those who come in the clear.
                    sqlx::Error::Database(told) if told.message().ends_with("no encryption") => {
                        FarmError::Tls(address.clone(), " (its pg_hba.conf lets nobody in without)")
                    }
                    _ => failed(problem),
                })?;
                for extension in ["hstore", "pgcrypto"] {
                    let text = sqlx::AssertSqlSafe(format!("CREATE EXTENSION IF NOT EXISTS {extension}"));
                    sqlx::raw_sql(text).execute(&pool).await.map_err(failed)?;
                }
                let made = apalis_postgres::PostgresStorage::setup(&pool).await;
                made.map_err(|problem| FarmError::Queue(address.clone(), problem.to_string()))?;
                Ok(Queue::Postgres(pool))
            }
        }
    }

    /// The table of tickets, as SQL names it.
    pub fn table(&self) -> &'static str {
        match self {
            Queue::Sqlite(_) => "Jobs",
            Queue::Postgres(_) => "apalis.jobs",
        }
    }

    /// Adds a ticket that can be taken after `delay`.
    pub async fn push(&self, ticket: Ticket, priority: usize, delay: Duration) -> Result<(), String> {
        let key = ticket.key();
        let task = TaskBuilder::new(ticket).idempotency_key(key).priority(priority);
        let task = if delay.is_zero() { task } else { task.run_after(delay) };
        let mut tasks = stream::iter([task.build()]);
        with_backend!(self, |pool, Backend| {
            let mut backend = Backend::<Ticket>::new(pool).with_config(Config::default().queue(QUEUE));
            backend.push_all(&mut tasks).await.map_err(|problem| problem.to_string())
        })
    }

    /// Plays tickets, `threads` at once, until `stopped` ends; that must be after the last ticket in play has ended.
    pub async fn serve(
        &self,
        name: &str,
        threads: usize,
        handler: Handler,
        stopped: impl Fn() -> bool + Clone + Send + Sync + 'static,
    ) {
        for restart in 0.. {
            let name = if restart == 0 { name.to_string() } else { format!("{name}/{restart}") };
            let handler = Arc::clone(&handler);
            let play = move |ticket: Ticket| {
                let playing = handler(ticket);
                async move {
                    playing.await;
                    Ok::<(), BoxDynError>(())
                }
            };
            let ended = with_backend!(self, |pool, Backend| {
                let config = Config::default()
                    .queue(QUEUE)
                    .batch_size(1)
                    .heartbeat_interval(HEARTBEAT)
                    .missed_heartbeats(MISSED_HEARTBEATS);
                let strategy = Strategy::new().interval(POLL);
                let backend = Backend::<Ticket>::new(pool).with_config(config).poll_with_strategy(strategy);
                let worker = WorkerBuilder::new(name.as_str()).backend(backend).concurrency(threads).build(play);
                let stopped = stopped.clone();
                let signal = async move {
                    while !stopped() {
                        tokio::time::sleep(POLL / 5).await;
                    }
                    Ok::<(), WorkerError>(())
                };
                worker.run_until(signal).await
            });
            if stopped() {
                return;
            }
            if let Err(problem) = ended {
                tracing::warn!(worker = name, %problem, "the queue is away; trying again");
            }
            tokio::time::sleep(ANEW).await;
        }
    }
}
