//! A player with the conditions that are its own, written before an `@`: `time=300ms@gtp:./bot`, `sandbox@so:./theirs.so`.
//!
//! They belong to the player's name, so they are recorded, shown and compared wherever the name is.

use super::{PlayerSpec, SpecError};
use crate::process::{Host, SandboxError};
use luozi_engine::{parse_clock, parse_time};
use luozi_search::TimeControl;
use std::fmt;
use std::time::Duration;

/// The word that shuts a player in, whatever is said about the others.
const SANDBOX: &str = "sandbox";
/// The shortest time that is one: records keep whole milliseconds.
const SHORTEST: Duration = Duration::from_millis(1);

/// A player of a run, and what holds for it alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The player as specifications name it, without its conditions.
    pub player: PlayerSpec,
    /// Time of its own; that of the run when it has none.
    pub control: Option<TimeControl>,
    /// Whether it plays behind walls on any host. Whoever takes a bot from the network sets it: such a bot is then
    /// never started without them, neither in a match nor when the record is replayed.
    pub shut_in: bool,
}

impl From<PlayerSpec> for Entrant {
    /// Under the conditions of the run.
    fn from(player: PlayerSpec) -> Entrant {
        Entrant { player, control: None, shut_in: false }
    }
}

impl Entrant {
    /// Reads a player with its own conditions, if it has any; `built_ins` are the first words of players that the calling
    /// program has.
    ///
    /// ```
    /// use luozi_arena::players::Entrant;
    ///
    /// let entrant = Entrant::parse("sandbox,time=300ms@so:./bot.so", &[]).unwrap();
    /// assert!(entrant.shut_in && entrant.control.is_some());
    /// assert_eq!(entrant.player.to_string(), "so:./bot.so");
    /// ```
    pub fn parse(text: &str, built_ins: &[&str]) -> Result<Entrant, SpecError> {
        let (own, player) = Entrant::split(text);
        let mut entrant = Entrant::from(PlayerSpec::parse(player, built_ins)?);
        for condition in own.iter().flat_map(|own| own.split(',')) {
            let wrong = || SpecError::Condition(luozi_core::excerpt(condition));
            match condition.split_once('=') {
                None if condition == SANDBOX => entrant.shut_in = true,
                Some(("time", time)) => entrant.control = parse_time(time).map(TimeControl::PerMove),
                Some(("tc", clock)) => entrant.control = parse_clock(clock),
                _ => return Err(wrong()),
            }
            if condition != SANDBOX && entrant.control.is_none_or(|control| control.start() < SHORTEST) {
                return Err(wrong());
            }
        }
        Ok(entrant)
    }

    /// The conditions before the `@`, if there are any, and the player. An `@` behind a colon belongs to a command.
    pub fn split(text: &str) -> (Option<&str>, &str) {
        match text.split_once('@') {
            Some((own, player)) if !own.contains(':') => (Some(own), player),
            _ => (None, text),
        }
    }

    /// The host that may run it: the one given, with walls where it must have them.
    pub fn host(&self, host: &Host) -> Result<Host, SandboxError> {
        if self.shut_in { host.clone().shut_in() } else { Ok(host.clone()) }
    }
}

/// The text that reads back as the same.
impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let control = self.control.map(|control| match control {
            TimeControl::PerMove(time) => format!("time={time:?}"),
            TimeControl::Clock { base, increment } => format!("tc={}+{}", base.as_secs_f64(), increment.as_secs_f64()),
        });
        let own: Vec<String> = self.shut_in.then(|| SANDBOX.to_string()).into_iter().chain(control).collect();
        if !own.is_empty() {
            write!(f, "{}@", own.join(","))?;
        }
        self.player.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_go_there_and_back() {
        for text in [
            "random",
            "time=300ms@random",
            "time=1.5s@gtp:./bot --level 3",
            "tc=60+1@luozi:level=3",
            "tc=0.5+0@so:./bot.so",
            "sandbox@saiblo:./bot",
            "sandbox,time=2s@botzone:python3 bot.py",
            "gtp:./bot --mail me@home",
        ] {
            assert_eq!(Entrant::parse(text, &["luozi"]).unwrap().to_string(), text);
        }
        let sloppy = Entrant::parse("time=0.3s,sandbox@random", &[]).unwrap();
        assert_eq!(sloppy.to_string(), "sandbox,time=300ms@random");
    }

    #[test]
    fn wrong_conditions_are_explained() {
        for (text, found) in [
            ("tiem=1s@random", "tiem=1s"),
            ("time=0s@random", "time=0s"),
            ("time=0.1ms@random", "time=0.1ms"),
            ("time=soon@random", "time=soon"),
            ("tc=0+5@random", "tc=0+5"),
            ("sandbox,@random", ""),
            ("@random", ""),
            ("sandbox=off@random", "sandbox=off"),
        ] {
            let error = Entrant::parse(text, &[]).unwrap_err().to_string();
            let words = format!(
                "`{found}` is no condition of a player; expected time=300ms, tc=60+1 or sandbox before the `@`"
            );
            assert_eq!(error, words, "{text}");
        }
        assert!(Entrant::parse("time=1s@radnom", &[]).unwrap_err().to_string().contains("did you mean `random`?"));
    }
}
