//! What can be wrong with a farm.

use crate::{Address, RunState};
use std::io;
use std::path::PathBuf;

/// A farm that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FarmError {
    /// The text names no farm.
    #[error("`{0}` is no farm; expected sqlite:FILE or postgres://USER:PASSWORD@HOST/DATABASE{hint}", hint = hint(.0))]
    Address(String),
    /// The data base says no.
    #[error("the farm {0} failed: {1}")]
    Sql(Address, #[source] sqlx::Error),
    /// The queue says no.
    #[error("the queue of {0} failed: {1}")]
    Queue(Address, String),
    /// The tables are those of another version of this program.
    #[error(
        "the farm {0} was made by another version of luozi (form {1}, expected {2}); choose another, or use that version"
    )]
    Version(Address, String, &'static str),
    /// Nothing is there, and looking at a farm makes none.
    #[error("there is no farm {0}; `luozi match A B --farm {0}` makes one")]
    NoFarm(Address),
    /// The secret is not the farm's.
    #[error("the farm {0} {1}")]
    Token(Address, &'static str),
    /// A secret that anybody could guess.
    #[error("the token has {0} characters; expected at least {1}, such as the output of `openssl rand -hex 16`")]
    ShortToken(usize, usize),
    /// The name is taken.
    #[error("the farm has a run `{0}` already; choose another name, or go on with it")]
    Exists(String),
    /// There is no such run.
    #[error("the farm has no run `{0}`; `luozi farm status` lists them")]
    NoRun(String),
    /// Nothing can be added to it.
    #[error(
        "the run `{0}` is {1}; more games go to a run that is active or paused and has somebody who gathers it. For one that \
         has ended give the command that made it again, with --resume and a larger --games"
    )]
    Finished(String, RunState),
    /// It is no run of games.
    #[error("the run `{0}` holds no games but {1}; give the command that made it again, with more to do")]
    NotGames(String, String),
    /// Somebody else has ended the run.
    #[error("the run {0} of the farm was {1} by somebody else")]
    Over(String, RunState),
    /// A unit that nobody can do.
    #[error("unit {unit} of the run {run} cannot be done: {why}")]
    Poison {
        /// The name of the run.
        run: String,
        /// The unit's number.
        unit: i64,
        /// What the workers said.
        why: String,
    },
    /// Another program has made a run of something.
    #[error(
        "the farm holds work of a kind that this program does not know: `{0}`; expected games, reviews, puzzles, book or training"
    )]
    Work(String),
    /// Our client speaks to PostgreSQL in the clear.
    #[error(
        "{0} asks for TLS{1}, which this program does not speak to PostgreSQL; where the network is not trusted put a tunnel \
         between the machines (WireGuard, or `ssh -L 5432:localhost:5432 HOST` and its near end as the address), and say \
         sslmode=disable"
    )]
    Tls(Address, &'static str),
    /// There is no such worker.
    #[error("no worker of the farm is called `{0}`; `luozi farm status` lists them")]
    NoWorker(String),
    /// A player that cannot travel.
    #[error("{0}")]
    Player(String),
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    Io(PathBuf, #[source] io::Error),
    /// This worker must not play here.
    #[error("this worker takes no work: {0}")]
    Unfit(String),
    /// Something in the data base is not what this program writes.
    #[error("the farm holds something unexpected: {0}")]
    Content(#[from] serde_json::Error),
}

/// A file's name alone is what people type first.
fn hint(text: &str) -> String {
    if text.contains("://") || text.is_empty() {
        String::new()
    } else {
        format!("; for the file {text}: sqlite:{text}")
    }
}

impl FarmError {
    /// Whether the same may succeed later: the data base is away, starts, or is busy with others.
    pub fn is_passing(&self) -> bool {
        match self {
            FarmError::Sql(_, problem) => passes(problem),
            FarmError::Queue(..) => true,
            _ => false,
        }
    }
}

fn passes(problem: &sqlx::Error) -> bool {
    match problem {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::WorkerCrashed | sqlx::Error::Protocol(_) => true,
        sqlx::Error::Database(told) => told.code().is_some_and(|code| {
            // SQLite's busy and locked; PostgreSQL's lost connections, shutting down, starting up, too many clients,
            // and transactions that met.
            matches!(code.parse::<u32>().map(|code| code & 0xff), Ok(5 | 6)) && code.len() < 5
                || ["08", "40", "53", "57"].iter().any(|class| code.len() == 5 && code.starts_with(class))
        }),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_is_told_from_what_does_not() {
        let lost = io::Error::new(io::ErrorKind::ConnectionReset, "gone");
        let farm = Address::Sqlite("f.db".into());
        assert!(FarmError::Sql(farm.clone(), sqlx::Error::Io(lost)).is_passing());
        assert!(!FarmError::Sql(farm.clone(), sqlx::Error::RowNotFound).is_passing());
        assert!(!FarmError::NoRun("x".to_string()).is_passing());
    }
}
