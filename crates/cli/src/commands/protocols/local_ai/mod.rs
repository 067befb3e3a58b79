//! `luozi botzone --local-ai`: plays on the site from this machine. The matches are `luozi::stdio`'s; here are the way over
//! HTTP, the secret address, and how long to wait after a failure.

mod site;

use crate::error::bad_input;
use luozi::games::GameKind;
use luozi::protocol::botzone::local_ai::{MatchId, MatchResult};
use luozi::stdio::botzone::Bot;
use luozi::stdio::botzone::local_ai::{Client, Matches};
use site::{ADDRESS_VARIABLE, Site, SiteError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The wait after the first failure.
const FIRST_WAIT: Duration = Duration::from_secs(2);
/// What each further failure adds to it.
const MORE_WAIT: Duration = Duration::from_secs(1);
/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// A poll that brings nothing within this time was not held back: asking again at once would be rude.
const SHORT_POLL: Duration = Duration::from_secs(1);
/// Where matches are kept when the address does not come from a file.
const DEFAULT_STATE: &str = "luozi-local-ai.state.json";

/// How to play on the site.
#[derive(clap::Args)]
pub struct Options {
    /// Play on the site from this machine: FILE holds the secret address of your account (`https://.../localai`), without
    /// FILE the environment variable LUOZI_LOCAL_AI_URL does
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    local_ai: Option<Option<PathBuf>>,
    /// With --local-ai: where the matches in progress are kept; beside FILE when left out
    #[arg(long, value_name = "FILE", requires = "local_ai")]
    state: Option<PathBuf>,
    /// With --local-ai: start a match against the bot with this id, and end when it is over
    #[arg(long, value_name = "BOT", requires = "local_ai")]
    run_match: Option<String>,
    /// With --run-match: let the other bot move first
    #[arg(long, requires = "run_match")]
    second: bool,
}

impl Options {
    /// Whether the site is to be played on.
    pub fn is_wanted(&self) -> bool {
        self.local_ai.is_some()
    }

    /// Plays until the match of `--run-match` and all others are over, or for ever.
    pub fn run(&self, game: GameKind, bot: Bot) -> anyhow::Result<()> {
        let file = self.local_ai.as_ref().and_then(Option::as_deref);
        let site = Site::new(&address(file)?).map_err(bad_input)?;
        let beside = || file.map_or(DEFAULT_STATE.into(), |file| file.with_added_extension("state.json"));
        let state = self.state.clone().unwrap_or_else(beside);
        let matches = Matches::load(game, &state).map_err(bad_input)?;
        matches.save().map_err(bad_input)?;
        let mut client = Client { site, matches, bot, log: std::io::stderr() };
        let start = |opponent: &String| start(&client.site, game, opponent, !self.second);
        let mut awaited = self.run_match.as_ref().map(start).transpose()?;
        let mut failures = 0;
        loop {
            let polled = Instant::now();
            let wait = match client.step() {
                Ok(results) => {
                    failures = 0;
                    results.iter().try_for_each(|result| writeln!(std::io::stdout(), "{}", told(result)))?;
                    awaited = awaited.filter(|id| results.iter().all(|result| result.id != *id));
                    if self.run_match.is_some() && awaited.is_none() && client.matches.is_empty() {
                        return Ok(());
                    }
                    if polled.elapsed() < SHORT_POLL && client.is_idle() { FIRST_WAIT } else { Duration::ZERO }
                }
                Err(SiteError::Unauthorised) => return Err(bad_input(SiteError::Unauthorised)),
                Err(problem) => {
                    let wait = back_off(failures);
                    failures += 1;
                    client.tell(format_args!("{problem}; trying again in {} s", wait.as_secs()));
                    wait
                }
            };
            std::thread::sleep(wait);
        }
    }
}

/// The wait after that many failures in a row.
fn back_off(failures: u32) -> Duration {
    (FIRST_WAIT + MORE_WAIT * failures.min(10)).min(LONGEST_WAIT)
}

/// The secret address: the whole content of a file, or a variable. It is in no message.
fn address(file: Option<&Path>) -> anyhow::Result<String> {
    match file {
        Some(file) => std::fs::read_to_string(file).map_err(|e| bad_input(format!("{}: {e}", file.display()))),
        None => std::env::var(ADDRESS_VARIABLE).map_err(|_| {
            bad_input(format!(
                "--local-ai names no file and {ADDRESS_VARIABLE} is not set; put the secret address in one of them"
            ))
        }),
    }
}

fn start(site: &Site, game: GameKind, opponent: &str, moves_first: bool) -> anyhow::Result<MatchId> {
    let plain = !opponent.is_empty() && opponent.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !plain {
        return Err(bad_input("--run-match: expected the id of a bot on the site, letters and digits only"));
    }
    let id = site.run_match(game, opponent, moves_first)?;
    writeln!(std::io::stderr(), "luozi: match {id} started").ok();
    Ok(id)
}

/// A result for people.
fn told(result: &MatchResult) -> String {
    let MatchResult { id, slot, scores } = result;
    match scores.get(*slot) {
        None => format!("{id}: aborted"),
        Some(own) => {
            let others = scores.iter().enumerate().filter(|(place, _)| place != slot).map(|(_, score)| score);
            let best = others.copied().fold(f64::NEG_INFINITY, f64::max);
            let word = if *own > best {
                "won"
            } else if *own < best {
                "lost"
            } else {
                "drawn"
            };
            format!("{id}: {word}, {own} to {best}")
        }
    }
}

#[cfg(test)]
mod tests;
