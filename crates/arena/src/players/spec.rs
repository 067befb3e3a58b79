//! How a player is named on a command line.

use crate::process::Host;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

/// How a Botzone bot reads its input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BotzoneForm {
    /// JSON; whether it keeps running is seen from its output.
    Json,
    /// The simplified text form.
    Text,
}

/// A player as it was asked for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PlayerSpec {
    /// `random`
    Random,
    /// `so:PATH`
    SharedObject(PathBuf),
    /// `saiblo:COMMAND`
    Saiblo(Vec<OsString>),
    /// `botzone:COMMAND`, or `botzone-text:COMMAND` for the simplified form.
    Botzone {
        /// Program and arguments.
        command: Vec<OsString>,
        /// JSON or text.
        form: BotzoneForm,
    },
    /// `gtp:COMMAND`
    Gtp(Vec<OsString>),
    /// `nboard:COMMAND`, or `nboard:depth=N:COMMAND` for a depth of its own.
    NBoard {
        /// Program and arguments.
        command: Vec<OsString>,
        /// The depth it is told to search.
        depth: u32,
    },
    /// A player of the program that uses the arena, such as `luozi:level=5`.
    BuiltIn(String),
}

/// A text that names no player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// The first word is unknown.
    #[error("`{found}` is not a kind of player; {}expected one of {known}", suggestion(.nearest))]
    Unknown {
        /// The first word.
        found: String,
        /// The known word that looks most like it.
        nearest: Option<String>,
        /// All known words.
        known: String,
    },
    /// Nothing follows the colon.
    #[error("`{0}` needs {1} after the colon, such as `{0}{2}`")]
    Empty(&'static str, &'static str, &'static str),
    /// The depth of an NBoard engine is none.
    #[error("`nboard:depth={0}`: expected a number from 1 to 100 and a command, such as `nboard:depth=20:./engine`")]
    Depth(String),
    /// What stands before the `@` is no condition.
    #[error("`{0}` is no condition of a player; expected time=300ms, tc=60+1 or sandbox before the `@`")]
    Condition(String),
    /// The command has an open quote.
    #[error("the command `{0}` cannot be split into words: {1}")]
    Quotes(String, String),
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or(String::new(), |word| format!("did you mean `{word}`? "))
}

/// The depth an NBoard engine is told when nothing is said about it: the NBoard program's own default.
pub const NBOARD_DEPTH: u32 = 12;
/// What an NBoard engine's depth begins with.
const DEPTH: &str = "depth=";

/// The kinds of players that the arena itself knows.
const KINDS: [&str; 7] = ["random", "so:", "saiblo:", "botzone:", "botzone-text:", "gtp:", "nboard:"];

impl PlayerSpec {
    /// Reads a specification; `built_ins` are the first words of players that the calling program has.
    ///
    /// ```
    /// use luozi_arena::players::PlayerSpec;
    ///
    /// let spec = PlayerSpec::parse("gtp:gtp-rhino -l 1 -b 0", &["luozi"]).unwrap();
    /// assert_eq!(spec.to_string(), "gtp:gtp-rhino -l 1 -b 0");
    /// let error = PlayerSpec::parse("radnom", &["luozi"]).unwrap_err();
    /// assert!(error.to_string().contains("did you mean `random`?"));
    /// ```
    pub fn parse(text: &str, built_ins: &[&str]) -> Result<PlayerSpec, SpecError> {
        if text == "random" {
            return Ok(PlayerSpec::Random);
        }
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        if built_ins.contains(&word) {
            return Ok(PlayerSpec::BuiltIn(text.to_string()));
        }
        let command = |kind, example| words(rest, kind, example);
        match word {
            "so" if rest.is_empty() => Err(SpecError::Empty("so:", "the path of a shared object", "./bot.so")),
            "so" => Ok(PlayerSpec::SharedObject(rest.into())),
            "saiblo" => Ok(PlayerSpec::Saiblo(command("saiblo:", "./bot")?)),
            "botzone" => {
                Ok(PlayerSpec::Botzone { command: command("botzone:", "python3 bot.py")?, form: BotzoneForm::Json })
            }
            "botzone-text" => {
                Ok(PlayerSpec::Botzone { command: command("botzone-text:", "./bot")?, form: BotzoneForm::Text })
            }
            "gtp" => Ok(PlayerSpec::Gtp(command("gtp:", "gtp-rhino -l 1")?)),
            "nboard" => nboard(rest),
            _ => Err(unknown(word, built_ins)),
        }
    }

    /// The program and arguments of its process; `None` for players without one.
    pub fn command(&self, host: &Host) -> Option<Vec<OsString>> {
        match self {
            PlayerSpec::Random | PlayerSpec::BuiltIn(_) => None,
            PlayerSpec::SharedObject(path) => Some(host.shared_object(path)),
            PlayerSpec::Saiblo(command)
            | PlayerSpec::Botzone { command, .. }
            | PlayerSpec::Gtp(command)
            | PlayerSpec::NBoard { command, .. } => Some(command.clone()),
        }
    }
}

/// The program and arguments of a command.
fn words(text: &str, kind: &'static str, example: &'static str) -> Result<Vec<OsString>, SpecError> {
    match shell_words::split(text) {
        Ok(words) if words.is_empty() => Err(SpecError::Empty(kind, "a command", example)),
        Ok(words) => Ok(words.into_iter().map(OsString::from).collect()),
        Err(problem) => Err(SpecError::Quotes(text.to_string(), problem.to_string())),
    }
}

/// What follows `nboard:`.
fn nboard(rest: &str) -> Result<PlayerSpec, SpecError> {
    let (depth, rest) = match rest.strip_prefix(DEPTH) {
        None => (NBOARD_DEPTH, rest),
        Some(text) => {
            let wrong = || SpecError::Depth(luozi_core::excerpt(text));
            let (number, rest) = text.split_once(':').ok_or_else(wrong)?;
            (number.parse().ok().filter(|depth| (1..=100).contains(depth)).ok_or_else(wrong)?, rest)
        }
    };
    Ok(PlayerSpec::NBoard { command: words(rest, "nboard:", "./engine")?, depth })
}

fn unknown(word: &str, built_ins: &[&str]) -> SpecError {
    let known: Vec<&str> = built_ins.iter().copied().chain(KINDS).collect();
    let distance = |kind: &str| strsim::damerau_levenshtein(kind.trim_end_matches(':'), word);
    let nearest = known.iter().filter(|kind| distance(kind) <= 2).min_by_key(|kind| distance(kind));
    SpecError::Unknown {
        found: luozi_core::excerpt(word),
        nearest: nearest.map(|kind| kind.to_string()),
        known: known.join(", "),
    }
}

/// The specification that reads back as the same player.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |words: &[OsString]| {
            let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
            shell_words::join(words)
        };
        match self {
            PlayerSpec::Random => f.write_str("random"),
            PlayerSpec::SharedObject(path) => write!(f, "so:{}", path.display()),
            PlayerSpec::Saiblo(command) => write!(f, "saiblo:{}", join(command)),
            PlayerSpec::Botzone { command, form: BotzoneForm::Json } => write!(f, "botzone:{}", join(command)),
            PlayerSpec::Botzone { command, form: BotzoneForm::Text } => write!(f, "botzone-text:{}", join(command)),
            PlayerSpec::Gtp(command) => write!(f, "gtp:{}", join(command)),
            PlayerSpec::NBoard { command, depth: NBOARD_DEPTH } => write!(f, "nboard:{}", join(command)),
            PlayerSpec::NBoard { command, depth } => write!(f, "nboard:{DEPTH}{depth}:{}", join(command)),
            PlayerSpec::BuiltIn(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifications_go_there_and_back() {
        let built_ins = ["luozi", "alphabeta"];
        let texts = [
            "random",
            "so:./bots/my bot.so",
            "saiblo:./bot --fast",
            "botzone:python3 'my bot.py'",
            "botzone-text:./bot",
            "gtp:gtp-rhino -l 1 -b 0",
            "nboard:./ntest",
            "nboard:depth=20:./ntest --quiet",
            "luozi",
            "luozi:mcgs,time=300ms,c=1.1",
            "alphabeta:depth=6",
        ];
        for text in texts {
            assert_eq!(PlayerSpec::parse(text, &built_ins).unwrap().to_string(), text);
        }
    }

    #[test]
    fn mistakes_are_explained() {
        let error = |text| PlayerSpec::parse(text, &["luozi"]).unwrap_err().to_string();
        assert_eq!(
            error("louzi"),
            "`louzi` is not a kind of player; did you mean `luozi`? expected one of luozi, random, so:, saiblo:, \
             botzone:, botzone-text:, gtp:, nboard:"
        );
        assert_eq!(error("gtp:"), "`gtp:` needs a command after the colon, such as `gtp:gtp-rhino -l 1`");
        assert!(error("so").contains("`so:` needs the path of a shared object"));
        assert!(error("gtp:foo 'bar").contains("cannot be split into words"));
        for wrong in ["nboard:depth=0:./x", "nboard:depth=deep:./x", "nboard:depth=20", "nboard:depth=:./x"] {
            assert!(error(wrong).contains("expected a number from 1 to 100 and a command"), "{wrong}");
        }
        assert!(error("nboard:depth=20:").contains("`nboard:` needs a command"));
        assert!(!error("mystery").contains("did you mean"));
    }
}
